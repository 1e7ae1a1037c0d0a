//! A game in progress: positions, moves, take back, repetition.

use std::fmt::Debug;

use crate::outcome::Reason;
use crate::square::captures::cost_own_stones;
use crate::{
    Bitboard, Color, Game, IllegalMove, Move, Outcome, Point, PointSet, Position, SetUp, SetUpError, Tactics,
    ThreatState, Threats, Visitor, dead, notation, perft, zobrist,
};

/// A game in progress or finished, on a board whose type is known; [`AnyRecord`] is for those that are chosen at run time.
///
/// # Examples
/// ```
/// use ninuki_engine::{Game, Position, Record, Rules, SquarePosition};
///
/// let game = Game::new(Rules::RENJU, None, None)?;
/// let mut record = Record::new(SquarePosition::start(game));
/// for name in ["h8", "h9", "i8"] {
///     record.play(game.parse_move(name)?)?;
/// }
/// assert_eq!(record.take_back(), Some(game.parse_move("i8")?));
/// assert_eq!((record.past().count(), record.outcome()), (3, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record<P> {
    start: P,
    moves: Vec<(Move, P)>,
}

impl<P: Position> Record<P> {
    /// A game that begins with `start`.
    #[must_use]
    pub const fn new(start: P) -> Self {
        Self { start, moves: Vec::new() }
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &P {
        self.moves.last().map_or(&self.start, |(_, position)| position)
    }

    /// The positions before and after the newest move; both are the start before the first.
    fn last_move(&self) -> (&P, &P) {
        match &self.moves[..] {
            [.., (_, before), (_, now)] => (before, now),
            [(_, now)] => (&self.start, now),
            [] => (&self.start, &self.start),
        }
    }

    /// All positions so far, newest first. A swap leads to no new one.
    pub fn past(&self) -> impl Iterator<Item = &P> {
        let moved = self.moves.iter().rev().filter(|(mv, _)| *mv != Move::Swap);
        moved.map(|(_, position)| position).chain([&self.start])
    }

    /// The result, if the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let now = self.position();
        if now.outcome().is_some() || !now.game().rules().repetition {
            return now.outcome();
        }
        let same = |past: &&P| {
            past.to_move() == now.to_move() && Color::ALL.iter().all(|&color| past.stones(color) == now.stones(color))
        };
        self.past().filter(same).nth(2).map(|_| Outcome::draw(Reason::Repetition))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Why the move is refused; the game is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::GameOver);
        }
        let now = self.position();
        let next = match mv {
            // Most moves: without a position in a result, which would be copied.
            Move::Place(point) if !now.game().rules().fouls => {
                now.check(point)?;
                now.make(point)
            }
            _ => now.play(mv)?,
        };
        self.moves.push((mv, next));
        Ok(())
    }

    /// Takes the newest move back, captured stones and all.
    pub fn take_back(&mut self) -> Option<Move> {
        self.moves.pop().map(|(mv, _)| mv)
    }
}

/// A [`Record`] whose board is not known at compile time: one dynamic call per command.
///
/// # Examples
/// ```
/// use ninuki_engine::{Color, Game, Rules};
///
/// let game = Game::new(Rules::NDENGROD, Some(3), None)?;
/// let mut record = game.record();
/// record.play(game.parse_move("c3")?)?;
/// assert_eq!((record.to_move(), record.legal().len()), (Color::White, 18));
/// assert_eq!(record.position_text(), "3/4/2x2/4/3 o 0 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyRecord: Debug + Send + Sync {
    /// The game that is played.
    fn game(&self) -> &'static Game;

    /// A copy of the game to be continued independently.
    fn copy(&self) -> Box<dyn AnyRecord>;

    /// The moves so far.
    fn moves(&self) -> Vec<Move>;

    /// Plays a move and returns the captured stones, those that the move loses among them, in index order.
    ///
    /// # Errors
    /// Why the move is refused; the game is unchanged.
    fn play(&mut self, mv: Move) -> Result<Vec<Point>, IllegalMove>;

    /// Reserves memory for `moves` more moves.
    fn reserve(&mut self, moves: usize);

    /// Takes the newest move back.
    fn take_back(&mut self) -> Option<Move>;

    /// The colour whose turn it is.
    fn to_move(&self) -> Color;

    /// The stone on `point`.
    fn stone(&self, point: Point) -> Option<Color>;

    /// Whether a stone may lie on `point`: not on a wall.
    fn is_empty(&self, point: Point) -> bool;

    /// The number of stones that `color` has captured.
    fn captured(&self, color: Color) -> u16;

    /// Whether a five of the side that is not to move stands and can still be broken.
    fn pending_five(&self) -> bool;

    /// Whether an exchange of colours is offered now.
    fn swap_offered(&self) -> bool;

    /// The colour that decides whether colours are exchanged, if that is offered now.
    fn swap_decider(&self) -> Option<Color>;

    /// The result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// All points on which a stone may be placed, in the order of their names; none when the game is over.
    fn legal(&self) -> Vec<Point>;

    /// The legal placements as a set.
    fn legal_set(&self) -> Bitboard;

    /// Checks that the side to move may place a stone on `point`; moves that lose by a foul may not.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check(&self, point: Point) -> Result<(), IllegalMove>;

    /// The threats of `color` by shape alone, independent of the side to move.
    #[cfg(not(rules_module))]
    fn threats(&self, color: Color) -> Threats<Bitboard>;

    /// Who would win by the next stone, and the replies to it; the game must not be over.
    #[cfg(not(rules_module))]
    fn threat_state(&self) -> ThreatState<Bitboard>;

    /// Whether it is certain that neither side can win any more, however both play: no line can be filled, and nothing can be
    /// captured. It may be so without being certain.
    #[cfg(not(rules_module))]
    fn is_dead(&self) -> bool;

    /// The number of legal sequences of exactly `depth` placements.
    #[cfg(not(rules_module))]
    fn perft(&self, depth: usize) -> u64;

    /// A number of all that [`Position::key`] covers but stones and walls: the same for all images of a position.
    fn state_key(&self) -> u64;

    /// The position as text (see [`notation::position_text`]).
    fn position_text(&self) -> String;
}

impl<P: Tactics> AnyRecord for Record<P> {
    fn game(&self) -> &'static Game {
        self.start.game()
    }

    fn copy(&self) -> Box<dyn AnyRecord> {
        Box::new(self.clone())
    }

    fn moves(&self) -> Vec<Move> {
        self.moves.iter().map(|&(mv, _)| mv).collect()
    }

    fn play(&mut self, mv: Move) -> Result<Vec<Point>, IllegalMove> {
        Self::play(self, mv)?;
        let (before, now) = self.last_move();
        let (own, enemy) = (before.to_move(), !before.to_move());
        // Most moves remove nothing.
        let gone = |color| match before.stones(color) & !now.stones(color) {
            none if none.is_empty() => Vec::new(),
            some => some.iter().collect(),
        };
        let mut removed: Vec<Point> = gone(enemy);
        if let Move::Place(point) = mv
            && cost_own_stones(now.game().rules())
        {
            removed.extend(gone(own));
            removed.extend((!now.stones(own).contains(point)).then_some(point));
            removed.sort_unstable();
        }
        Ok(removed)
    }

    fn reserve(&mut self, moves: usize) {
        self.moves.reserve(moves);
    }

    fn take_back(&mut self) -> Option<Move> {
        Self::take_back(self)
    }

    fn to_move(&self) -> Color {
        self.position().to_move()
    }

    fn stone(&self, point: Point) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.position().stones(color).contains(point))
    }

    fn is_empty(&self, point: Point) -> bool {
        self.position().empty().contains(point)
    }

    fn captured(&self, color: Color) -> u16 {
        self.position().captured(color)
    }

    fn pending_five(&self) -> bool {
        self.position().pending_five()
    }

    fn swap_offered(&self) -> bool {
        self.outcome().is_none() && self.position().swap_offered()
    }

    fn swap_decider(&self) -> Option<Color> {
        self.position().swap_decider().filter(|_| self.outcome().is_none())
    }

    fn outcome(&self) -> Option<Outcome> {
        Self::outcome(self)
    }

    fn legal(&self) -> Vec<Point> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let legal = self.position().legal();
        self.game().grid().points_by_name().filter(|&point| legal.contains(point)).collect()
    }

    fn legal_set(&self) -> Bitboard {
        if self.outcome().is_some() { Bitboard::EMPTY } else { Bitboard::widened(self.position().legal()) }
    }

    fn check(&self, point: Point) -> Result<(), IllegalMove> {
        if self.outcome().is_some() { Err(IllegalMove::GameOver) } else { self.position().check(point) }
    }

    #[cfg(not(rules_module))]
    fn threats(&self, color: Color) -> Threats<Bitboard> {
        let [ours, theirs] = self.position().threats();
        let threats = if color == self.position().to_move() { ours } else { theirs };
        threats.map(Bitboard::widened)
    }

    #[cfg(not(rules_module))]
    fn threat_state(&self) -> ThreatState<Bitboard> {
        match self.position().threat_state() {
            ThreatState::Wins => ThreatState::Wins,
            ThreatState::Threatened(answers) => ThreatState::Threatened(Bitboard::widened(answers)),
            ThreatState::Quiet => ThreatState::Quiet,
        }
    }

    #[cfg(not(rules_module))]
    fn is_dead(&self) -> bool {
        dead::is_dead(self.position())
    }

    #[cfg(not(rules_module))]
    fn perft(&self, depth: usize) -> u64 {
        perft::perft(self, depth)
    }

    fn state_key(&self) -> u64 {
        let position = self.position();
        let grid = self.game().grid();
        let fact = |point| match AnyRecord::stone(self, point) {
            Some(color) => zobrist::stone(color, point),
            None if position.empty().contains(point) => 0,
            None => zobrist::wall(point),
        };
        grid.points().fold(position.key(), |key, point| key ^ fact(point))
    }

    fn position_text(&self) -> String {
        notation::position_text(self.position())
    }
}

impl Game {
    /// A new game on the empty board. From a set-up position [`record`](crate::record()) begins one.
    #[must_use]
    pub fn record(&'static self) -> Box<dyn AnyRecord> {
        struct New;

        impl Visitor for New {
            type Output = Box<dyn AnyRecord>;

            fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
                Box::new(Record::new(P::start(game)))
            }
        }

        self.visit(New)
    }
}

/// A new game: from the empty board, or from a set-up position.
///
/// # Errors
/// The position cannot be set up.
pub fn record(game: &'static Game, setup: Option<&SetUp>) -> Result<Box<dyn AnyRecord>, SetUpError> {
    struct New<'s>(Option<&'s SetUp>);

    impl Visitor for New<'_> {
        type Output = Result<Box<dyn AnyRecord>, SetUpError>;

        fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
            let start = self.0.map_or_else(|| Ok(P::start(game)), |setup| P::set_up(game, setup))?;
            Ok(Box::new(Record::new(start)))
        }
    }

    game.visit(New(setup))
}
