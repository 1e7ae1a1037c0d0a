//! Tasks: parts of the work that a thread does alone.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use engine::notation::move_text;
use engine::{Game, Move, Point, SetUp};
use search::proof::{Certificate, Effort, Strategy};
use search::prove::{ProveError, candidates, prove_game, relevant_replies};

use crate::line::Line;

/// The attacker's quiet moves to try.
const WIDTH: usize = 10;

/// A part of the work at a position.
pub(crate) struct Task {
    pub(crate) id: usize,
    pub(crate) setup: SetUp,
    pub(crate) text: String,
    pub(crate) kind: Kind,
}

pub(crate) enum Kind {
    /// An attempt to prove the win of the side to move within a number of nodes.
    Attempt(u64),
    /// The attacker's moves to try, by a search of this many nodes.
    Moves(u64),
    /// The replies that this win after a pass does not answer.
    Replies(Strategy),
}

impl Task {
    /// Does the work. Returns `None` if it was stopped before its end.
    ///
    /// # Errors
    /// The position cannot be set up, or not only lines decide the game.
    pub(crate) fn run(
        &self,
        game: &'static Game,
        deadline: Option<Instant>,
        stop: &AtomicBool,
    ) -> Result<Option<Line>, ProveError> {
        let started = Instant::now();
        let line = match &self.kind {
            Kind::Attempt(budget) => self.attempt(game, *budget, deadline, stop)?,
            Kind::Moves(nodes) => self.moves(game, *nodes, stop)?,
            Kind::Replies(win) => self.replies(game, win, stop)?,
        };
        let ms = started.elapsed().as_millis() as u64;
        Ok(line.map(|line| Line { position: self.text.clone(), ms, ..line }))
    }

    fn attempt(
        &self,
        game: &'static Game,
        budget: u64,
        deadline: Option<Instant>,
        stop: &AtomicBool,
    ) -> Result<Option<Line>, ProveError> {
        let left = deadline.map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(Instant::now()));
        let effort = Effort { nodes: budget, time: left, shortest: false };
        let solution = prove_game(game, Some(&self.setup), &[], effort, stop, &mut |_| ())?;
        let nodes = solution.nodes;
        let certificate = solution.certificate.and_then(|text| Certificate::parse(&text).ok());
        let proof = certificate.map(|certificate| BASE64_STANDARD.encode(certificate.pack()));
        let is_stopped =
            stop.load(std::sync::atomic::Ordering::Relaxed) || deadline.is_some_and(|at| Instant::now() >= at);
        Ok((proof.is_some() || !is_stopped).then(|| Line { budget, nodes, proof, ..Line::default() }))
    }

    fn moves(&self, game: &'static Game, nodes: u64, stop: &AtomicBool) -> Result<Option<Line>, ProveError> {
        let found = candidates(game, &self.setup, nodes, WIDTH, stop)?;
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            return Ok(None);
        }
        let moves = found.moves.iter().map(|&(at, proof)| (name(game, at), proof)).collect();
        Ok(Some(Line { nodes: found.nodes, moves: Some(moves), ..Line::default() }))
    }

    fn replies(&self, game: &'static Game, win: &Strategy, stop: &AtomicBool) -> Result<Option<Line>, ProveError> {
        let replies = relevant_replies(game, &self.setup, win, stop)?;
        let replies = replies.map(|replies| replies.into_iter().map(|reply| name(game, reply)).collect());
        Ok(replies.map(|replies| Line { replies: Some(replies), ..Line::default() }))
    }
}

/// The name of a point.
pub(crate) fn name(game: &Game, point: Point) -> String {
    move_text(game.grid(), Move::Place(point))
}
