//! Tasks: parts of the work that a thread does alone.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use engine::notation::move_text;
use engine::{Game, Move, Point, SetUp};
use search::proof::{Assembly, Certificate, CheckLimits, Effort, Strategy};
use search::prove::{
    Attempt, ProveError, Won, candidates, known_win, prove_game, prove_replies, relevant_replies, zone_of_win,
};

use crate::canon::{Canon, after};
use crate::line::Line;

/// The attacker's quiet moves to try.
const WIDTH: usize = 10;

/// The replies of a search that come first.
const LIKELY: usize = 24;

/// A part of the work at a position.
pub(crate) struct Task {
    /// The nodes that are busy.
    pub(crate) ids: Vec<usize>,
    pub(crate) setup: SetUp,
    pub(crate) text: String,
    pub(crate) kind: Kind,
}

pub(crate) enum Kind {
    /// An attempt to prove the win of the side to move within a number of nodes, after these known wins.
    Attempt(u64, Vec<Won>),
    /// An attempt for each of these replies.
    Replies(u64, Vec<Point>),
    /// The attacker's moves to try, by a search of this many nodes.
    Moves(u64),
    /// The replies that this win after a pass does not answer, and those that known wins answer. Replies that a search of so
    /// many nodes likes come first.
    Relevant(u64, Strategy, Vec<Won>),
}

/// Takes the lines of a task, and returns `false` to end it.
pub(crate) type Take<'a> = &'a mut dyn FnMut(Line) -> bool;

impl Task {
    /// Does the work. An attempt that was stopped adds no line.
    ///
    /// # Errors
    /// The position cannot be set up, or not only lines decide the game.
    pub(crate) fn run(
        &self,
        game: &'static Game,
        deadline: Option<Instant>,
        stop: &AtomicBool,
        take: Take<'_>,
    ) -> Result<(), ProveError> {
        let mut started = Instant::now();
        let mut take = |line: Line| {
            let ms = started.elapsed().as_millis() as u64;
            started = Instant::now();
            take(Line { ms, ..line })
        };
        match &self.kind {
            Kind::Attempt(budget, known) => self.attempt(game, (*budget, known), deadline, stop, &mut take),
            Kind::Replies(budget, replies) => self.replies(game, (*budget, replies, &[]), deadline, stop, &mut take),
            Kind::Moves(nodes) => self.moves(game, *nodes, stop, &mut take),
            Kind::Relevant(nodes, win, known) => self.relevant(game, (*nodes, win, known), deadline, stop, &mut take),
        }
    }

    fn attempt(
        &self,
        game: &'static Game,
        (budget, known): (u64, &[Won]),
        deadline: Option<Instant>,
        stop: &AtomicBool,
        take: Take<'_>,
    ) -> Result<(), ProveError> {
        if let Some(strategy) = known_win(game, &self.setup, known, stop)? {
            let (position, setup) = (self.text.clone(), self.setup.clone());
            let certificate = Certificate { game, setup, position, strategy };
            if is_valid(&certificate, stop) {
                take(Line::won(&certificate, stop));
                return Ok(());
            }
        }
        let effort = Effort { nodes: budget, time: left(deadline), shortest: false };
        let solution = prove_game(game, Some(&self.setup), &[], effort, stop, &mut |_| ())?;
        let nodes = solution.nodes;
        let certificate = solution.certificate.and_then(|text| Certificate::parse(&text).ok());
        let won = certificate.map(|certificate| Line::won(&certificate, stop));
        let is_stopped = stop.load(Relaxed) || deadline.is_some_and(|at| Instant::now() >= at);
        if won.is_some() || !is_stopped {
            take(Line { position: self.text.clone(), budget, nodes, ..won.unwrap_or_default() });
        }
        Ok(())
    }

    fn replies(
        &self,
        game: &'static Game,
        (budget, replies, known): (u64, &[Point], &[Won]),
        deadline: Option<Instant>,
        stop: &AtomicBool,
        take: Take<'_>,
    ) -> Result<(), ProveError> {
        let canon = Canon::of(game);
        // Ends the search when no more lines are taken.
        let halt = AtomicBool::new(false);
        let stopped = || stop.load(Relaxed) || halt.load(Relaxed);
        let effort = Effort { nodes: budget, time: left(deadline), shortest: false };
        let mut found = |attempt: Attempt| {
            let (child, symmetry) = canon.canonical(&after(&self.setup, Some(attempt.reply)));
            let won = attempt.win.and_then(|win| {
                let mut assembly = Assembly::default();
                let first = assembly.import(&win, |point| canon.image(symmetry, point));
                let (position, strategy) = (child.text.clone(), assembly.strategy(first));
                let certificate = Certificate { game, setup: child.setup, position, strategy };
                is_valid(&certificate, stop).then(|| Line::won(&certificate, stop))
            });
            // A known win that does not fit says nothing about the position.
            let line = Line { position: child.text, budget, nodes: attempt.nodes, ..won.unwrap_or_default() };
            let is_attempt = known.is_empty();
            if line.proof.is_some() || is_attempt && !stopped() {
                let goes_on = take(if is_attempt { line } else { Line { budget: 0, ..line } });
                halt.fetch_or(!goes_on, Relaxed);
            }
        };
        prove_replies(game, &self.setup, replies, known, effort, stop, &mut found)
    }

    fn moves(&self, game: &'static Game, nodes: u64, stop: &AtomicBool, take: Take<'_>) -> Result<(), ProveError> {
        let found = candidates(game, &self.setup, nodes, WIDTH, stop)?;
        if !stop.load(Relaxed) {
            let moves = found.moves.iter().map(|&(at, proof)| (name(game, at), proof)).collect();
            take(Line { position: self.text.clone(), nodes: found.nodes, moves: Some(moves), ..Line::default() });
        }
        Ok(())
    }

    fn relevant(
        &self,
        game: &'static Game,
        (nodes, win, known): (u64, &Strategy, &[Won]),
        deadline: Option<Instant>,
        stop: &AtomicBool,
        take: Take<'_>,
    ) -> Result<(), ProveError> {
        let Some(mut replies) = relevant_replies(game, &self.setup, win, stop)? else { return Ok(()) };
        let likely = candidates(game, &self.setup, nodes, LIKELY, stop)?;
        let place = |reply: &Point| likely.moves.iter().position(|(at, _)| at == reply).unwrap_or(usize::MAX);
        replies.sort_by_key(place);
        if stop.load(Relaxed) {
            return Ok(());
        }
        let names = replies.iter().map(|&reply| name(game, reply)).collect();
        let line = Line { position: self.text.clone(), nodes: likely.nodes, replies: Some(names), ..Line::default() };
        if take(line) && !known.is_empty() {
            self.replies(game, (1, &replies, known), deadline, stop, take)?;
        }
        Ok(())
    }
}

/// The time until the deadline.
fn left(deadline: Option<Instant>) -> Duration {
    deadline.map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(Instant::now()))
}

/// Whether the checker agrees with a certificate.
pub(crate) fn is_valid(certificate: &Certificate, stop: &AtomicBool) -> bool {
    certificate.verify_within(CheckLimits::default(), stop, &mut |_| ()).is_ok()
}

impl Line {
    /// The win of a canonical position.
    pub(crate) fn won(certificate: &Certificate, stop: &AtomicBool) -> Self {
        let Certificate { game, setup, position, strategy } = certificate;
        let zone = zone_of_win(game, setup, strategy, stop).ok().flatten();
        let zone = zone.map(|zone| zone.into_iter().map(|point| name(game, point)).collect());
        let proof = Some(BASE64_STANDARD.encode(certificate.pack()));
        Self { position: position.clone(), zone, proof, ..Self::default() }
    }
}

/// The name of a point.
pub(crate) fn name(game: &Game, point: Point) -> String {
    move_text(game.grid(), Move::Place(point))
}
