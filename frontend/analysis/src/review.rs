//! Reviews of games, from the last position back to the first.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::{Color, Move, SetUp};
use search::Score;
use search::proof::{self, Answer, solve_game};

use crate::analyst::{Analyst, Effort};
use crate::judgement::{Evaluation, Judged, judge, settle};
use records::{Entry, Refused, Replayed, Unreadable};

/// A game with the judgement of its moves.
pub struct Review {
    /// The file of the game.
    pub source: String,
    /// The record; `None` if it cannot be read at all.
    pub entry: Option<Entry>,
    /// The game as far as it could be replayed.
    pub game: Replayed,
    /// The number of moves before the first reviewed position: 0 unless the review was interrupted.
    pub first: usize,
    /// The values of the positions from there on: one more than there are moves, or none.
    pub evaluations: Vec<Evaluation>,
    /// The moves from there on.
    pub moves: Vec<Judged>,
}

/// The effort of a review.
#[derive(Clone, Copy, Debug)]
pub struct Spending {
    /// For the search at each position.
    pub effort: Effort,
    /// For the solver, where the search finds no win.
    pub solver: proof::Effort,
    /// The memory of the search, in bytes.
    pub memory: usize,
}

/// Takes the review so far after each position, with the range of its moves whose judgement is new and stays.
pub type OnPosition<'f> = dyn Fn(&Review, Range<usize>) + 'f;

/// How many plies back a position can change the judgement of a move.
const REACH: usize = 2;

impl Review {
    /// Reviews a game until `stop` is set, from its end to its start.
    pub fn new(
        source: String,
        entry: Result<Entry, Unreadable>,
        spending: Spending,
        stop: &AtomicBool,
        on_position: &OnPosition<'_>,
    ) -> Self {
        let game = Replayed::new(entry.clone());
        Self::of(source, entry.ok(), game, spending, stop, on_position)
    }

    /// Reviews a game that is replayed already, like [`new`](Self::new).
    pub fn of(
        source: String,
        entry: Option<Entry>,
        mut game: Replayed,
        spending: Spending,
        stop: &AtomicBool,
        on_position: &OnPosition<'_>,
    ) -> Self {
        if game.is_restarted() {
            let ply = game.moves.len() - game.record.moves().len();
            let reason = format!("after {ply} moves stones are set up or a side passes, and no review follows that");
            game.error = Some(Refused { line: game.line, ply: 0, mv: None, reason });
            return Self { source, entry: None, game, first: 0, evaluations: Vec::new(), moves: Vec::new() };
        }
        if game.error.as_ref().is_some_and(|error| error.ply == 0) && game.moves.is_empty() {
            return Self { source, entry: None, game, first: 0, evaluations: Vec::new(), moves: Vec::new() };
        }
        let moves: Vec<Move> = game.moves.iter().map(|&(mv, _)| mv).collect();
        let mut analyst = Analyst::new(game.record.as_ref(), game.start.as_ref(), 1, spending.memory);
        let first = moves.len() + 1;
        let mut review = Self { source, entry, game, first, evaluations: Vec::new(), moves: Vec::new() };
        // Later positions come first: their values complete those of earlier ones.
        loop {
            let next = review.evaluations.first();
            let evaluation = evaluate(&mut analyst, review.game.start.as_ref(), &moves, next, spending, stop);
            if stop.load(Ordering::Relaxed) {
                // The search was cut short.
                break;
            }
            let judged = review.add(&moves, evaluation);
            on_position(&review, judged);
            if analyst.take_back().is_none() {
                break;
            }
        }
        review
    }

    /// Adds the position before the known ones. Returns the range of moves that no earlier position can change.
    fn add(&mut self, moves: &[Move], evaluation: Evaluation) -> Range<usize> {
        self.first -= 1;
        self.evaluations.insert(0, evaluation);
        let moves = &moves[self.first..];
        let ([mv, ..], [now, next, ..]) = (moves, &mut self.evaluations[..]) else { return 0..0 };
        settle(*mv, now, next);
        let decides = self.game.record.game().rules().swap.map(|swap| swap.by);
        let changed = moves.len().min(REACH + 1);
        let judged = |ply: usize| judge(moves[ply], ply, &self.evaluations, decides);
        self.moves.insert(0, judged(0));
        (1..changed).for_each(|ply| self.moves[ply] = judged(ply));
        if self.first == 0 { 0..changed } else { REACH.min(changed)..changed }
    }

    /// Whether the review is complete.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.first == 0
    }

    /// The name of the player of move `index` of `moves`; the colour where the record has no name. The names of a record are
    /// those of the end.
    #[must_use]
    pub fn player(&self, index: usize) -> String {
        let Judged { color, .. } = self.moves[index];
        let later = self.moves[index..].iter().filter(|judged| judged.mv == Move::Swap).count();
        let at_end = if later % 2 == 1 { !color } else { color };
        self.name(at_end)
    }

    /// The name of the player of a colour at the end, or the colour.
    #[must_use]
    pub fn name(&self, color: Color) -> String {
        let name = self.entry.as_ref().map_or("", |entry| entry.about.players[color.index()].trim());
        if name.is_empty() { color.to_string() } else { name.to_owned() }
    }

    /// The file, with the line where the game has one.
    #[must_use]
    pub fn place(&self) -> String {
        match self.game.line {
            Some(line) => format!("{}:{line}", self.source),
            None => self.source.clone(),
        }
    }
}

/// Evaluates the position of the analyst; `next` is the value of the position after it.
fn evaluate(
    analyst: &mut Analyst,
    setup: Option<&SetUp>,
    moves: &[Move],
    next: Option<&Evaluation>,
    spending: Spending,
    stop: &AtomicBool,
) -> Evaluation {
    let evaluation = search(analyst, spending.effort, stop);
    let (record, made) = (analyst.record(), analyst.record().moves().len());
    let (Some(&mv), Some(next)) = (moves.get(made), next) else { return evaluation };
    if evaluation.score.is_proven() || record.swap_offered() {
        return evaluation;
    }
    let solved = solve_game(record.game(), setup, &moves[..made], spending.solver, stop);
    if let Ok(Answer::Win { plies, line, .. }) = solved.map(|solution| solution.answer) {
        return evaluation.with(Score::win_in(plies), line);
    }
    refuted(analyst, &evaluation, mv, next, spending.effort, stop).unwrap_or(evaluation)
}

/// Searches a position.
fn search(analyst: &mut Analyst, effort: Effort, stop: &AtomicBool) -> Evaluation {
    let to_move = analyst.record().to_move();
    if let Some(outcome) = analyst.record().outcome() {
        return Evaluation::finished(to_move, outcome.winner);
    }
    let found = analyst.think(effort, 1, stop, &mut |_| ());
    let best = &found.lines[0];
    Evaluation { to_move, score: best.score, stones: found.stones, line: best.moves.clone() }
}

/// The value of a position whose best move, `mv`, loses by the value of the next position: the value of the other moves, if
/// one of them is better.
fn refuted(
    analyst: &mut Analyst,
    now: &Evaluation,
    mv: Move,
    next: &Evaluation,
    effort: Effort,
    stop: &AtomicBool,
) -> Option<Evaluation> {
    let plies = next.score.plies_to_win().filter(|_| next.to_move != now.to_move)?;
    let Move::Place(point) = mv else { return None };
    if now.line.first() != Some(&mv) {
        return None;
    }
    let lost = Score::loss_in(plies + 1);
    let others = analyst.think_excluding(point, effort, stop).filter(|others| others.stones > lost);
    Some(match others {
        Some(others) => now.with(others.stones, others.lines[0].moves.clone()),
        None => now.with(lost, [mv].into_iter().chain(next.line.iter().copied()).collect()),
    })
}
