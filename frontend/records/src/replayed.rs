//! Records replayed by the rules.

use std::collections::BTreeMap;
use std::fmt;

use engine::notation::{move_text, shorten};
use engine::{AnyRecord, Color, Game, Move, Outcome, Point, SetUp, SetUpError, record};
use serde::Serialize;

use crate::change::passed;
use crate::play::play;
use crate::refused::Refused;
use crate::{Budget, Claim, Damage, Entry, Exceeded, Meter, Remark, RemarkKind, Size, Unreadable, Written};

/// About how many bytes a position takes.
const POSITION: usize = 512;

/// A game replayed as far as the rules allow.
///
/// # Examples
/// ```
/// use ninuki_records::{Choice, Replayed};
///
/// let pente = Choice { rules: Some("pente".to_owned()), ..Choice::default() };
/// let game = Replayed::from(pente.entry("K10 L9 N10 K10")?);
/// let refused = game.error.expect("K10 is taken");
/// assert_eq!((game.moves.len(), refused.ply, refused.reason.as_str()), (3, 4, "the point is occupied"));
/// # Ok::<(), ninuki_records::ChoiceError>(())
/// ```
pub struct Replayed {
    /// The line of the file on which the game begins, counted from 1; `None` on the command line.
    pub line: Option<usize>,
    /// The game since [`start`](Self::start).
    pub record: Box<dyn AnyRecord>,
    /// The position with which `record` begins: that of the newest set-up or pass that only records have, else the one with
    /// which the game begins; `None` for the empty board.
    pub start: Option<SetUp>,
    /// The moves that were played, each with the points it captured, in the order of the rows from the top.
    pub moves: Vec<(Move, Vec<Point>)>,
    /// A result that the record gives and the rules do not.
    pub result: Option<Outcome>,
    /// The result that the record gives where the rules find another one.
    pub contradiction: Option<String>,
    /// Guesses and corrections made in reading, and a result that the board contradicts.
    pub remarks: Vec<Remark>,
    /// Why it was not replayed to its end.
    pub error: Option<Refused>,
}

/// That a game is over, and how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finished(pub Outcome);

impl fmt::Display for Finished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game is over: {}", self.how())
    }
}

impl Finished {
    /// `Black has won, five`.
    fn how(self) -> String {
        let Outcome { winner, reason } = self.0;
        winner.map_or_else(|| format!("draw, {reason}"), |color| format!("{color} has won, {reason}"))
    }
}

impl std::error::Error for Finished {}

impl From<Entry> for Replayed {
    fn from(entry: Entry) -> Self {
        Self::of(&entry)
    }
}

impl Replayed {
    /// Replays what a file holds. A game that cannot be read stands at the start of its board.
    #[must_use]
    pub fn new(entry: Result<Entry, Unreadable>) -> Self {
        match entry {
            Ok(entry) => Self::of(&entry),
            Err(Unreadable { line, game, reason }) => Self::unreadable(Some(line), game, reason),
        }
    }

    fn unreadable(line: Option<usize>, game: &'static Game, reason: String) -> Self {
        let record = record(game, None).expect("the empty board is a position");
        let error = Some(Refused { line, ply: 0, mv: None, reason });
        Self { error, ..Self::begun(line, record, None) }
    }

    /// A game that has just begun with `start`, as `record` has; `None` is the empty board.
    #[must_use]
    pub fn begun(line: Option<usize>, record: Box<dyn AnyRecord>, start: Option<SetUp>) -> Self {
        Self {
            line,
            record,
            start,
            moves: Vec::new(),
            result: None,
            contradiction: None,
            remarks: Vec::new(),
            error: None,
        }
    }

    /// Replays a record.
    #[must_use]
    pub fn of(entry: &Entry) -> Self {
        Self::within(entry, &Budget::default()).expect("there are no limits")
    }

    /// Replays a record within a budget.
    ///
    /// # Errors
    /// The budget is exceeded.
    pub fn within(entry: &Entry, budget: &Budget) -> Result<Self, Exceeded> {
        let record = match record(entry.game, entry.setup.as_ref()) {
            Ok(record) => record,
            Err(error) => {
                return Ok(Self::unreadable(entry.line, entry.game, format!("the set-up position: {error}")));
            }
        };
        let mut game = Self::begun(entry.line, record, entry.setup.clone());
        game.remarks.clone_from(&entry.remarks);
        // A longer game captures stones, or is refused.
        let plies = entry.moves.len().min(entry.game.grid().area());
        game.moves.reserve(plies);
        game.record.reserve(plies);
        let mut changes = entry.changes.iter().peekable();
        let mut meter = Meter::new(budget);
        for index in 0..=entry.moves.len() {
            meter.take(POSITION)?;
            while let Some((_, change)) = changes.next_if(|(plies, _)| *plies <= index) {
                if let Err(error) = game.begin(change.applied(game.record.as_ref())) {
                    let reason = format!("the set-up position: {error}");
                    game.error = Some(Refused { line: entry.line, ply: index + 1, mv: None, reason });
                    return Ok(game);
                }
            }
            let Some(written) = entry.moves.get(index) else { break };
            if let Err((mv, reason)) = game.play(written) {
                game.error = Some(Refused { line: written.line, ply: index + 1, mv: Some(mv), reason });
                return Ok(game);
            }
        }
        if let Some(Damage { line, reason }) = entry.damage.first() {
            game.error = Some(Refused { line: *line, ply: 0, mv: None, reason: reason.clone() });
        }
        game.conclude(entry);
        Ok(game)
    }

    /// Takes the result that the record gives, as far as the board shows none.
    fn conclude(&mut self, entry: &Entry) {
        let Some(claim) = entry.result else { return };
        let Some(outcome) = self.record.outcome() else {
            self.result = claim.outcome();
            return;
        };
        if claim.winner != outcome.winner {
            let said = match entry.result_text.as_str() {
                "" => claim.to_string(),
                text => shorten(text),
            };
            let text = format!("the record has the result {said}, on the board {}", Finished(outcome).how());
            self.remarks.push(Remark { line: entry.line, text, kind: RemarkKind::Result(said.clone()) });
            self.contradiction = Some(said);
        }
    }

    /// Whether stones were set up in its middle, or a side passed as only records have it, so that
    /// [`record`](Self::record) has not all of its moves.
    #[must_use]
    pub fn is_restarted(&self) -> bool {
        self.record.moves().len() < self.moves.len()
    }

    /// The part since [`start`](Self::start), as a separate game.
    #[must_use]
    pub fn since_start(mut self) -> Self {
        let before = self.moves.len() - self.record.moves().len();
        self.moves.drain(..before);
        self
    }

    /// Continues from another position.
    fn begin(&mut self, setup: SetUp) -> Result<(), SetUpError> {
        self.record = record(self.record.game(), Some(&setup))?;
        self.start = Some(setup);
        Ok(())
    }

    /// Plays a move as it is written; the error names the move and says why it is refused.
    fn play(&mut self, written: &Written) -> Result<(), (String, String)> {
        let mv = written.mv.as_ref().map_err(|error| (written.word.clone(), error.to_string())).copied()?;
        let grid = self.record.game().grid();
        let refused = |error: &dyn fmt::Display| (move_text(grid, mv), error.to_string());
        if let Some(setup) = passed(self.record.as_ref(), mv) {
            self.begin(setup).map_err(|error| refused(&error))?;
            self.moves.push((mv, Vec::new()));
            return Ok(());
        }
        let captured = play(self.record.as_mut(), mv, written.by).map_err(|error| refused(&error))?;
        self.moves.push((mv, captured));
        Ok(())
    }

    /// The point of the newest placement, whatever became of its stone.
    #[must_use]
    pub fn last_point(&self) -> Option<Point> {
        self.moves.iter().rev().find_map(|(mv, _)| if let Move::Place(point) = mv { Some(*point) } else { None })
    }

    /// The result by the rules, else the one that the record gives.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.record.outcome().or(self.result)
    }

    /// The result with which `entry`, the record of this game, is written: that of the board, else the one that it gives.
    #[must_use]
    pub fn claim(&self, entry: &Entry) -> Option<Claim> {
        self.outcome().map(Claim::from).or(entry.result)
    }

    /// Checks that the game is not over by the rules, whatever result its record gives.
    ///
    /// # Errors
    /// How it ended.
    pub fn check_open(&self) -> Result<(), Finished> {
        self.record.outcome().map_or(Ok(()), |outcome| Err(Finished(outcome)))
    }

    /// The colour whose turn it is; `None` when the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<Color> {
        self.outcome().is_none().then(|| self.record.to_move())
    }

    /// Whether a five waits to be broken by the side to move.
    #[must_use]
    pub fn pending_five(&self) -> bool {
        self.outcome().is_none() && self.record.pending_five()
    }

    /// All legal placements, in the order of their names; none when the game is over.
    #[must_use]
    pub fn legal(&self) -> Vec<Point> {
        if self.outcome().is_some() { Vec::new() } else { self.record.legal() }
    }

    /// The game as an object of JSON, with the legal placements if they are asked for.
    #[must_use]
    pub fn json(&self, legal: bool) -> impl Serialize + use<> {
        let grid = self.record.game().grid();
        let names = |points: &[Point]| points.iter().map(|&point| grid.name(point)).collect();
        let moves = self.moves.iter().map(|(mv, taken)| JsonMove { mv: move_text(grid, *mv), captured: names(taken) });
        JsonGame {
            game: self.record.game().rules().name,
            size: Size::of(grid),
            plies: self.moves.len(),
            moves: moves.collect(),
            captured: JsonCaptured { x: self.record.captured(Color::Black), o: self.record.captured(Color::White) },
            to_move: self.to_move().map(Color::symbol),
            pending_five: self.pending_five(),
            outcome: self.outcome_json(),
            legal: legal.then(|| names(&self.legal())),
            error: self.error_json(),
            contradiction: self.contradiction.clone(),
            remarks: self.remarks.clone(),
        }
    }

    /// How it ended, as an object.
    pub fn outcome_json(&self) -> Option<JsonOutcome> {
        let outcome = self.outcome()?;
        Some(JsonOutcome { winner: outcome.winner.map(Color::symbol), reason: outcome.reason.to_string() })
    }

    /// The error as an object of JSON.
    #[must_use]
    pub fn error_json(&self) -> Option<JsonError> {
        let Refused { ply, mv, reason, .. } = self.error.clone()?;
        Some(JsonError { ply, mv, reason })
    }
}

#[derive(Serialize)]
struct JsonGame {
    game: &'static str,
    size: Size,
    plies: usize,
    moves: Vec<JsonMove>,
    captured: JsonCaptured,
    to_move: Option<char>,
    pending_five: bool,
    outcome: Option<JsonOutcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Vec<String>>,
    error: Option<JsonError>,
    /// The result that the record gives, if the board shows another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    contradiction: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<Remark>,
}

#[derive(Serialize)]
struct JsonMove {
    #[serde(rename = "move")]
    mv: String,
    captured: Vec<String>,
}

#[derive(Serialize)]
struct JsonCaptured {
    x: u16,
    o: u16,
}

/// How a game ended.
#[derive(Serialize)]
pub struct JsonOutcome {
    winner: Option<char>,
    reason: String,
}

/// An error of a record as an object of JSON.
#[derive(Serialize)]
pub struct JsonError {
    ply: usize,
    #[serde(rename = "move")]
    mv: Option<String>,
    reason: String,
}

/// How many games there were, and how they ended.
#[derive(Default)]
pub struct Summary {
    games: usize,
    illegal: usize,
    unreadable: usize,
    unfinished: usize,
    /// By winner (x, o, draws), then by reason.
    outcomes: BTreeMap<(u8, String), usize>,
}

impl Summary {
    /// Counts a game, each in one class only: a refused move counts as that, whatever was played before it.
    pub fn count(&mut self, game: &Replayed) {
        self.games += 1;
        match (&game.error, game.outcome()) {
            (Some(error), _) if error.ply == 0 => self.unreadable += 1,
            (Some(_), _) => self.illegal += 1,
            (None, None) => self.unfinished += 1,
            (None, Some(outcome)) => {
                let winner = outcome.winner.map_or(2, |color| color.index() as u8);
                *self.outcomes.entry((winner, outcome.reason.to_string())).or_default() += 1;
            }
        }
    }

    /// The number of games.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.games
    }

    /// Whether a game had an error.
    #[must_use]
    pub const fn any_error(&self) -> bool {
        self.illegal + self.unreadable > 0
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |name: &str, count: usize| writeln!(f, "{name:<32} {count:>8}");
        line("games", self.games)?;
        line("illegal moves", self.illegal)?;
        line("unreadable", self.unreadable)?;
        for ((winner, reason), &count) in &self.outcomes {
            let winner = ["x", "o", "draw"][usize::from(*winner)];
            line(&format!("{winner} {reason}"), count)?;
        }
        line("unfinished", self.unfinished)
    }
}
