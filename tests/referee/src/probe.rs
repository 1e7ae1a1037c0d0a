//! Queries of the tests to a game of the engine, on any board, and slow answers to compare the engine's with.

use engine::{AnyRecord, Color, Game, Move, PointSet, Record, SetUp, SetUpError, Tactics, Visitor};

use crate::scene::At;
use crate::trial;

/// A game in the engine.
pub trait Probe: AnyRecord {
    /// The hash of the position now.
    fn key(&self) -> u64;

    /// The points at which the side to move wins at once, as the engine finds them.
    fn winning(&self) -> Vec<At>;

    /// The same by trying every move.
    fn winning_by_trial(&self) -> Vec<At>;

    /// The replies that may stop an immediate win of the opponent, as the engine finds them.
    fn defences(&self) -> Option<Vec<At>>;

    /// By trying every move: those after which the opponent has neither won nor can win at once.
    fn holding_by_trial(&self) -> Vec<At>;

    /// The points worth thinking about.
    fn candidates(&self) -> Vec<At>;

    /// The points of one of the threat sets of `color`, by the name of the set.
    fn threat_sets(&self, color: Color) -> Vec<(&'static str, Vec<At>)>;

    /// The points with codes for `color`, and these.
    fn codes(&self, color: Color) -> Vec<(At, u8)>;
}

impl<P: Tactics> Probe for Record<P> {
    fn key(&self) -> u64 {
        self.position().key()
    }

    fn winning(&self) -> Vec<At> {
        points(self.position(), self.position().winning())
    }

    fn winning_by_trial(&self) -> Vec<At> {
        points(self.position(), trial::winning(self.position()))
    }

    fn defences(&self) -> Option<Vec<At>> {
        self.position().defences().map(|set| points(self.position(), set))
    }

    fn holding_by_trial(&self) -> Vec<At> {
        points(self.position(), trial::holding(self.position()))
    }

    fn candidates(&self) -> Vec<At> {
        points(self.position(), self.position().candidates())
    }

    fn threat_sets(&self, color: Color) -> Vec<(&'static str, Vec<At>)> {
        let threats = self.position().threats()[usize::from(color != self.position().to_move())];
        let sets = [
            ("five", threats.five),
            ("straight four", threats.straight_four),
            ("four", threats.four),
            ("double four", threats.double_four),
            ("three", threats.three),
            ("double three", threats.double_three),
            ("two", threats.two),
            ("capture", threats.capture),
            ("capturable", threats.capturable),
            ("atari", threats.atari),
        ];
        sets.map(|(name, set)| (name, points(self.position(), set))).into()
    }

    fn codes(&self, color: Color) -> Vec<(At, u8)> {
        let digits = self.position().threats()[usize::from(color != self.position().to_move())].code;
        let code = |at: At| {
            let point = self.position().game().grid().point(at.0, at.1).expect("a point of the board");
            digits.iter().rev().fold(0, |code, set| code << 1 | u8::from(set.contains(point)))
        };
        let any = digits.into_iter().fold(P::Set::EMPTY, |all, set| all | set);
        points(self.position(), any).into_iter().map(|at| (at, code(at))).collect()
    }
}

/// The members of `set`, sorted.
pub fn points<P: Tactics>(position: &P, set: P::Set) -> Vec<At> {
    let mut list: Vec<At> = set.iter().map(|point| position.game().grid().xy(point)).collect();
    list.sort_unstable();
    list
}

/// A new game, from the empty board or from a set-up position.
pub fn probe(game: &'static Game, setup: Option<&SetUp>) -> Result<Box<dyn Probe>, SetUpError> {
    struct New<'s>(Option<&'s SetUp>);

    impl Visitor for New<'_> {
        type Output = Result<Box<dyn Probe>, SetUpError>;

        fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
            let start = self.0.map_or_else(|| Ok(P::start(game)), |setup| P::set_up(game, setup))?;
            Ok(Box::new(Record::new(start)))
        }
    }

    game.visit(New(setup))
}

/// The move at `(x, y)`.
pub fn place(game: &Game, (x, y): At) -> Option<Move> {
    game.grid().point(x, y).map(Move::Place)
}
