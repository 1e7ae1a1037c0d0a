//! What every board offers: the small trait that search and tools are written against.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;

use crate::notation::Shown;
use crate::{Color, Game, Grid, IllegalMove, Move, Outcome, Point, PointSet, Threats};

/// A position of some game: stones, side to move, captures, and whether the game is over.
///
/// Positions are small and copied, never undone. They know nothing of their past; draws by repetition are
/// the business of [`Record`](crate::Record). Their text is that of [`notation`](crate::notation). Equal positions agree in
/// everything that the rules look at.
///
/// # Examples
/// ```
/// use ninuki_engine::{Game, PointSet, Position, Rules, SquarePosition};
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

    /// The position after a legal placement. `point` is trusted.
    #[must_use]
    fn make(&self, point: Point) -> Self;

    /// The position after a placement that is no legal move but is taken as the loss of the game,
    /// for rules that punish fouls so; `None` if this is no such placement.
    fn make_foul(&self, point: Point) -> Option<Self> {
        let _ = point;
        None
    }

    /// Whether an exchange of colours is offered now.
    fn swap_offered(&self) -> bool;

    /// The position after the colours were exchanged; the offer must stand.
    #[must_use]
    fn make_swap(&self) -> Self;

    /// The position after a pass; there must be no legal placement.
    #[must_use]
    fn make_pass(&self) -> Self;

    /// This position with the other side to move: what would be if the side to move did nothing. No rule allows it;
    /// it tells what is threatened.
    #[must_use]
    fn make_null(&self) -> Self;

    /// The points at which the side to move wins at once: exactly those.
    fn winning(&self) -> Self::Set;

    /// If the opponent would win at once should the side to move do nothing: a set of points that holds
    /// every legal reply which does not lose at once (and perhaps some that do, or are not legal).
    fn defences(&self) -> Option<Self::Set>;

    /// Who would win by the next stone, and the replies to it; the game must not be over.
    fn threat_state(&self) -> ThreatState<Self::Set> {
        if !self.winning().is_empty() {
            return ThreatState::Wins;
        }
        let Some(defences) = self.defences() else { return ThreatState::Quiet };
        let mut answers = defences & self.legal();
        let mut witness = None;
        for reply in answers.iter() {
            let next = self.make(reply);
            let lost = match next.outcome() {
                Some(outcome) => outcome.winner == Some(!self.to_move()),
                // What refuted the reply before often refutes this one.
                None if witness.is_some_and(|point| next.wins_at(point)) => true,
                None => {
                    witness = next.winning().first().or(witness);
                    witness.is_some_and(|point| next.wins_at(point))
                }
            };
            if lost {
                answers.remove(reply);
            }
        }
        ThreatState::Threatened(answers)
    }

    /// Who would win by the next stone, and whether a reply helps; quicker than [`Self::threat_state`], which lists them.
    fn has_answer(&self) -> ThreatState<bool> {
        match self.threat_state() {
            ThreatState::Wins => ThreatState::Wins,
            ThreatState::Threatened(answers) => ThreatState::Threatened(!answers.is_empty()),
            ThreatState::Quiet => ThreatState::Quiet,
        }
    }

    /// Whether the opponent would win at once should the side to move do nothing, that side does not win itself, and
    /// `fails` holds for each of its answers. Nothing more is asked about once one does not fail.
    fn every_answer_fails(&self, fails: impl FnMut(Point) -> bool) -> bool {
        matches!(self.threat_state(), ThreatState::Threatened(answers) if answers.iter().all(fails))
    }

    /// Whether the side to move wins at once by a stone on `point`.
    fn wins_at(&self, point: Point) -> bool {
        let won = |next: Self| next.outcome().is_some_and(|outcome| outcome.winner == Some(self.to_move()));
        self.check(point).is_ok() && won(self.make(point))
    }

    /// The legal points at which a stone of the side to move may threaten to win by the next one; where the opponent
    /// would win at once, only those that may prevent it.
    fn forcing(&self) -> Self::Set;

    /// The empty points at which one more stone of the defender may matter at this turn of a threat sequence: all of
    /// those, and perhaps some more. The stone is thought to lie there since the beginning of the series.
    fn zone(&self, turn: Turn) -> Self::Set;

    /// The replies of the side to move that may prevent or forestall the win of its opponent at `witness`; with every
    /// other reply he wins there, also when one more stone lies outside of the [`zone`](Self::zone) of that win.
    fn replies_to(&self, witness: Point) -> Self::Set;

    /// What the stones of the side to move threaten, and those of the other side.
    fn threats(&self) -> [Threats<Self::Set>; 2];

    /// A point at which the side to move wins against every reply, and within how many plies, as far as shapes alone tell:
    /// where nothing is captured, some do. `threats` are those of this position; the opponent must not threaten to win at
    /// once.
    fn static_win(&self, threats: &[Threats<Self::Set>; 2]) -> Option<(Point, u32)> {
        let _ = threats;
        None
    }

    /// The empty points that may help against the straight or double four that the opponent threatens, as far as shapes alone
    /// tell; `None` if he threatens none, or if more than shapes is to be looked at. `threats` are those of this position.
    fn open_four_defences(&self, threats: &[Threats<Self::Set>; 2]) -> Option<Self::Set> {
        let _ = threats;
        None
    }

    /// The empty points worth thinking about first when nothing is forced, legal or not.
    fn candidates(&self) -> Self::Set;

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

/// A turn of a threat sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The defender's first, at which he places the stone in question.
    First,
    /// One of the defender's, at which he may reply anything.
    Reply,
    /// One of the defender's, at which he would hold by a reply on this point if it were legal.
    Refused(Point),
    /// A move of the attacker after which the game goes on.
    Attack(Point),
    /// A move with which the attacker wins.
    Win(Point),
}

/// Who would win by the next stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreatState<S> {
    /// The side to move.
    Wins,
    /// Its opponent, should it do nothing. These replies do not lose at once: exactly those.
    Threatened(S),
    /// Neither side.
    Quiet,
}

/// A position to be set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetUp {
    /// The stones.
    pub stones: Vec<(Point, Color)>,
    /// Points that belong to nobody and stay out of play.
    pub walls: Vec<Point>,
    /// The side to move.
    pub to_move: Color,
    /// The stones captured so far by Black and by White.
    pub captured: [u16; 2],
}

impl SetUp {
    /// The text of this position on `grid`, to be formatted (see [`notation`](crate::notation)). It has no room for walls.
    #[must_use]
    pub const fn display<'g>(&'g self, grid: &'g Grid) -> Shown<'g, &'g Self> {
        Shown::new(grid, self)
    }
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
