//! The rules of every board: the trait that records, referees and checkers of proofs are written against.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;

use crate::{Color, Game, IllegalMove, Move, Outcome, Point, PointSet, zobrist};

/// A position of some game: stones, side to move, captures, and whether the game is over.
///
/// Positions are small and copied, never undone. They have no history; [`Record`](crate::Record) detects draws by
/// repetition. Their text is that of [`notation`](crate::notation). Equal positions agree in
/// everything that the rules look at.
///
/// # Examples
/// ```
/// use ninuki_engine::{Game, PointSet, Position, Rules, SquarePosition, Tactics};
///
/// let game = Game::new(Rules::FREESTYLE, Some(5), None)?;
/// let setup = game.parse_position("xxxx1/oooo1/5/5/5 x")?;
/// let position = SquarePosition::set_up(game, &setup)?;
/// let winning: Vec<_> = position.winning().iter().map(|point| game.grid().name(point)).collect();
/// assert_eq!(winning, ["e5"]);
/// let next = position.play(game.parse_move("e5")?)?;
/// assert_eq!(next.outcome().expect("a five").to_string(), "Black wins: five");
/// assert_eq!(next.to_string(), "xxxxx/oooo1/5/5/5 o 0 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Position: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// Sets of points of this board.
    type Set: PointSet;

    /// The empty board.
    fn start(game: &'static Game) -> Self;

    /// A set-up position. Opening limits do not hold in it and no swap is offered; it is over only if the
    /// board is full, or where a side without a legal placement ends the game.
    ///
    /// # Errors
    /// Two stones on one point, or captured stones and groups that the game cannot produce.
    fn set_up(game: &'static Game, setup: &SetUp) -> Result<Self, SetUpError>;

    /// The game that is played.
    fn game(&self) -> &'static Game;

    /// The colour whose turn it is.
    fn to_move(&self) -> Color;

    /// The stones of `color`.
    fn stones(&self, color: Color) -> Self::Set;

    /// The empty points.
    fn empty(&self) -> Self::Set;

    /// The number of stones that `color` has captured.
    fn captured(&self, color: Color) -> u16;

    /// Whether `color` has captured enough to win, and no rule gives the win to the other side: only a set-up position has
    /// such a count before the game is over.
    fn wins_by_captures(&self, color: Color) -> bool {
        self.game().rules().target().is_some_and(|target| self.captured(color) >= target)
    }

    /// Whether a five of the side that is not to move stands and can still be broken.
    fn pending_five(&self) -> bool;

    /// The result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// A hash of everything that the value of this position depends on. Positions that share one are easily made, so
    /// nothing that is claimed may rest on it.
    fn key(&self) -> u64;

    /// All points on which the side to move may place a stone; none when the game is over.
    fn legal(&self) -> Self::Set;

    /// Whether the side to move may place a stone on `point`.
    ///
    /// # Errors
    /// Why not.
    fn check(&self, point: Point) -> Result<(), IllegalMove>;

    /// The key of the position after a placement, as long as nothing is captured and no opening binds: soon enough to look it up
    /// while that position is made.
    #[inline]
    fn key_after(&self, point: Point) -> u64 {
        self.key() ^ zobrist::stone(self.to_move(), point) ^ zobrist::WHITE_TO_MOVE
    }

    /// The position after a legal placement. `point` is trusted.
    #[must_use]
    fn make(&self, point: Point) -> Self;

    /// The position after a placement that is no legal move but is taken as the loss of the game,
    /// for rules that punish fouls so; `None` if this is no such placement.
    fn make_foul(&self, point: Point) -> Option<Self> {
        let _ = point;
        None
    }

    /// The side that decides whether colours are exchanged, if that is offered now.
    fn swap_decider(&self) -> Option<Color> {
        let placed = |color| self.stones(color).len() + usize::from(self.captured(color));
        let swap = self.game().rules().swap.filter(|_| self.swap_offered())?;
        Some(swap.decider(Color::ALL.into_iter().map(placed).sum()).unwrap_or(swap.by))
    }

    /// Whether an exchange of colours is offered now.
    fn swap_offered(&self) -> bool;

    /// The position after the colours were exchanged; the offer must stand.
    #[must_use]
    fn make_swap(&self) -> Self;

    /// The position after a pass; there must be no legal placement.
    #[must_use]
    fn make_pass(&self) -> Self;

    /// The position after any move.
    ///
    /// # Errors
    /// Why the move is refused.
    fn play(&self, mv: Move) -> Result<Self, IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::GameOver);
        }
        match mv {
            Move::Place(point) => match self.make_foul(point) {
                Some(lost) => Ok(lost),
                None => self.check(point).map(|()| self.make(point)),
            },
            Move::Swap if self.swap_offered() => Ok(self.make_swap()),
            Move::Swap => Err(IllegalMove::NoSwap),
            Move::Pass if self.legal().is_empty() => Ok(self.make_pass()),
            Move::Pass => Err(IllegalMove::NoPass),
        }
    }

    /// The position after any legal move. `mv` is trusted.
    #[must_use]
    fn make_move(&self, mv: Move) -> Self {
        match mv {
            Move::Place(point) => self.make(point),
            Move::Swap => self.make_swap(),
            Move::Pass => self.make_pass(),
        }
    }

    /// The moves of the side to move: its legal placements or, if there is none, a pass. The game must not be over.
    fn moves(&self) -> impl Iterator<Item = Move> {
        let legal = self.legal();
        legal.iter().map(Move::Place).chain(legal.is_empty().then_some(Move::Pass))
    }
}

/// A position to be set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetUp {
    /// The stones.
    pub stones: Vec<(Point, Color)>,
    /// Points out of play.
    pub walls: Vec<Point>,
    /// The side to move.
    pub to_move: Color,
    /// The stones captured so far by Black and by White.
    pub captured: [u16; 2],
}

/// Why a position cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetUpError {
    /// Two stones on one point.
    Twice(String),
    /// Captured stones in a game without captures.
    NoCaptures(&'static str),
    /// A number of captured stones that captures cannot add up to.
    Captured(u16),
    /// A group of stones without liberties, named by one of its points.
    NoLiberty(String),
}

impl fmt::Display for SetUpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Twice(point) => write!(f, "{point} is given twice"),
            Self::NoCaptures(game) => write!(f, "stones are never captured in {game}"),
            Self::Captured(count) => write!(f, "{count} stones cannot have been captured, they come in pairs"),
            Self::NoLiberty(point) => write!(f, "the group of {point} has no liberty"),
        }
    }
}

impl std::error::Error for SetUpError {}
