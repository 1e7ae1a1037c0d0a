//! One thread of a check: tries all replies of a line, then of the next, without recursion.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::ControlFlow;

use engine::{Color, Move, Point, PointSet, Position};

use super::cache::Held;
use super::flaw::Flaw;
use super::line::{END, Line, Turn, index};
use super::team::{Task, Team};
use crate::pace::Pace;
use crate::proof::{Step, StepId, Strategy};

/// Why a walk stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// Nothing is left to try on this line, or a flaw decides, or a limit is reached.
    Done,
    /// As many positions were played as one thread does alone.
    Alone,
}

/// The result of a step: the win holds, or replies are to be tried.
enum Entered {
    /// The attacker has won in all lines from here.
    Held(Held),
    /// Replies are to be tried: the line has a new turn.
    Open,
}

/// The positions of the line, which must not come up again, by a hash of stones and side to move. Where a hash is there
/// already, positions are compared.
#[derive(Default)]
struct Seen {
    hasher: RandomState,
    hashes: HashMap<u64, u32>,
}

impl Seen {
    fn hash<P: Position>(&self, position: &P) -> u64 {
        self.hasher.hash_one((position.to_move(), Color::ALL.map(|color| position.stones(color))))
    }

    fn insert<P: Position>(&mut self, position: &P) {
        *self.hashes.entry(self.hash(position)).or_default() += 1;
    }

    fn remove<P: Position>(&mut self, position: &P) {
        let hash = self.hash(position);
        if let Some(count) = self.hashes.get_mut(&hash) {
            *count -= 1;
            if *count == 0 {
                self.hashes.remove(&hash);
            }
        }
    }
}

/// Whether this is the same position as far as repetition goes: stones and side to move.
pub(in crate::proof) fn is_same<P: Position>(one: &P, other: &P) -> bool {
    one.to_move() == other.to_move() && Color::ALL.iter().all(|&color| one.stones(color) == other.stones(color))
}

fn stones<P: Position>(position: &P) -> u16 {
    Color::ALL.iter().map(|&color| position.stones(color).len() as u16).sum()
}

/// The moves shown of a long line: the first and the last ones.
const FIRST: usize = 60;
const LAST: usize = 10;

/// Positions to be played before a thread gives work away, and as many more for each turn that is then played again.
const GIVE_EVERY: u64 = 1024;
const GIVE_TURN: u64 = 4;

pub(super) struct Walk<'t, 's, P: Position> {
    strategy: &'t Strategy,
    team: &'t Team<'s, P>,
    /// The positions that came up twice in the game before.
    history: &'t [P],
    root: P,
    line: Line<P>,
    /// Where positions may recur.
    seen: Option<Seen>,
    /// The turns at the beginning of the line of which other threads try some replies.
    shared: usize,
    /// The turns at the beginning of the line that have no reply to give.
    given: usize,
    pace: Pace,
    /// Positions not yet counted by the team.
    positions: u64,
    /// The memory of the line that the team has counted.
    bytes: usize,
    since_gift: u64,
}

impl<'t, 's, P: Position> Walk<'t, 's, P> {
    pub(super) fn new(strategy: &'t Strategy, root: P, history: &'t [P], team: &'t Team<'s, P>) -> Self {
        let seen = root.game().rules().repetition.then(|| {
            let mut seen = Seen::default();
            history.iter().for_each(|position| seen.insert(position));
            seen
        });
        let line = Line::new(root);
        Self {
            strategy,
            team,
            history,
            root,
            line,
            seen,
            shared: 0,
            given: 0,
            pace: Pace::START,
            positions: 0,
            bytes: 0,
            since_gift: 0,
        }
    }

    /// Plays the first attack.
    pub(super) fn begin(&mut self) {
        let Some(last) = self.strategy.steps().len().checked_sub(1) else {
            return self.fail(0, None, "there is no such step".to_owned());
        };
        self.positions += 1;
        if let ControlFlow::Continue(Entered::Held(held)) = self.enter(last as StepId, &self.root.clone()) {
            self.team.holds(held.plies);
        }
    }

    /// Takes a task over: plays its line.
    pub(super) fn resume(&mut self, task: Task) {
        let mut position = self.root;
        self.line = Line::new(position);
        if self.seen.is_some() {
            let mut seen = Seen::default();
            self.history.iter().for_each(|position| seen.insert(position));
            self.seen = Some(seen);
        }
        self.shared = task.turns.len();
        self.given = self.shared - 1;
        for turn in task.turns {
            let after = position.make(turn.at);
            if let Some(seen) = &mut self.seen {
                seen.insert(&position);
                seen.insert(&after);
            }
            self.line.push(turn, after);
            position = self.line.end();
        }
    }

    /// Tries all replies that are left; with `alone`, pauses after that number of positions.
    pub(super) fn run(&mut self, alone: Option<u64>, progress: &mut dyn FnMut(u64)) -> Halt {
        while let Some((&turn, &position)) = self.line.last() {
            let Some(Step::Attack { replies, otherwise, .. }) = self.strategy.step(turn.step) else { break };
            match self.replies(&turn, &position, replies, *otherwise, alone, progress) {
                ControlFlow::Break(Halt::Alone) => return Halt::Alone,
                ControlFlow::Break(Halt::Done) => break,
                ControlFlow::Continue(true) => self.close(),
                ControlFlow::Continue(false) => {}
            }
        }
        self.team.count(std::mem::take(&mut self.positions));
        Halt::Done
    }

    /// Tries the replies that are left of the last turn, until one adds a turn (false).
    fn replies(
        &mut self,
        turn: &Turn,
        position: &P,
        replies: &[(Point, StepId)],
        otherwise: StepId,
        alone: Option<u64>,
        progress: &mut dyn FnMut(u64),
    ) -> ControlFlow<Halt, bool> {
        let attacker = !position.to_move();
        let left = position.moves().filter(|&mv| (turn.next..turn.end).contains(&index(mv)));
        for mv in left {
            if self.pace.count() {
                self.look(alone, progress)?;
            }
            self.positions += 1;
            let next = position.make_move(mv);
            if let Some(last) = self.line.last_mut() {
                last.reply = index(mv);
                last.next = last.reply + 1;
            }
            let held = match next.outcome() {
                Some(outcome) if outcome.winner == Some(attacker) => Held { plies: 0, low: u16::MAX },
                Some(outcome) => {
                    self.fail(turn.step, None, format!("the game ends by {}", outcome.reason));
                    return ControlFlow::Break(Halt::Done);
                }
                None => {
                    let found = match mv {
                        Move::Place(reply) => replies.binary_search_by_key(&reply, |&(point, _)| point).ok(),
                        Move::Pass | Move::Swap => None,
                    };
                    let step = found.map_or(otherwise, |index| replies[index].1);
                    if step >= turn.step {
                        self.fail(turn.step, None, format!("step {step} does not come before it"));
                        return ControlFlow::Break(Halt::Done);
                    }
                    match self.enter(step, &next)? {
                        Entered::Held(held) => held,
                        Entered::Open => return ControlFlow::Continue(false),
                    }
                }
            };
            if let Some(last) = self.line.last_mut() {
                last.most = last.most.max(1 + held.plies);
                last.low = last.low.min(held.low);
            }
        }
        ControlFlow::Continue(true)
    }

    /// Plays the step `id` in `position`, which follows the last reply.
    fn enter(&mut self, id: StepId, position: &P) -> ControlFlow<Halt, Entered> {
        let (at, points) = match self.strategy.step(id) {
            Some(Step::Win(points)) => (None, points.as_slice()),
            Some(Step::Attack { at, .. }) => (Some(*at), &[][..]),
            None => {
                self.fail(id, None, "there is no such step".to_owned());
                return ControlFlow::Break(Halt::Done);
            }
        };
        let peak = self.line.last().map_or_else(|| self.peak_of_history(), |(turn, _)| turn.peak);
        let (now, repeated) = match &self.seen {
            Some(_) => (stones(position), self.is_repeated(position, peak, at.is_none())),
            None => (0, false),
        };
        if repeated {
            return self.repetition(id, None);
        }
        let Some(at) = at else {
            if self.wins(points, position) {
                return ControlFlow::Continue(Entered::Held(Held { plies: 1, low: now }));
            }
            self.fail(id, None, "nothing wins at once".to_owned());
            return ControlFlow::Break(Halt::Done);
        };
        // No position on the way from there is one of this line: all have more stones.
        let known = self.team.cache.get(id, position);
        if let Some(held) = known.filter(|held| self.seen.is_none() || held.low > peak) {
            return ControlFlow::Continue(Entered::Held(held));
        }
        self.attack(id, position, at, peak.max(now))
    }

    fn attack(&mut self, id: StepId, position: &P, at: Point, peak: u16) -> ControlFlow<Halt, Entered> {
        if let Err(why) = position.check(at) {
            let name = position.game().grid().name(at);
            self.fail(id, None, format!("{name} is not legal: {why}"));
            return ControlFlow::Break(Halt::Done);
        }
        let after = position.make(at);
        let (mut low, mut high) = (0, 0);
        if self.seen.is_some() {
            let (before, now) = (stones(position), stones(&after));
            (low, high) = (before.min(now), peak.max(now));
        }
        match after.outcome() {
            Some(outcome) if outcome.winner == Some(position.to_move()) => {
                return ControlFlow::Continue(Entered::Held(Held { plies: 1, low }));
            }
            Some(outcome) => {
                self.fail(id, Some(at), format!("the game ends by {}", outcome.reason));
                return ControlFlow::Break(Halt::Done);
            }
            None => {}
        }
        if self.seen.is_some() && self.is_repeated(&after, peak, false) {
            return self.repetition(id, Some(at));
        }
        if let Some(seen) = &mut self.seen {
            seen.insert(position);
            seen.insert(&after);
        }
        self.line.push(Turn { step: id, at, reply: 0, next: 0, end: END, most: 0, low, peak: high }, after);
        ControlFlow::Continue(Entered::Open)
    }

    /// Takes the last turn, whose replies are all tried, from the line.
    fn close(&mut self) {
        let after = self.line.last().map(|(_, &position)| position);
        let Some(turn) = self.line.pop() else { return };
        let position = self.line.end();
        if let (Some(seen), Some(after)) = (&mut self.seen, after) {
            seen.remove(&position);
            seen.remove(&after);
        }
        let held = Held { plies: 1 + turn.most, low: turn.low };
        if self.line.len() >= self.shared {
            self.team.cache.put(turn.step, &position, held);
        }
        self.shared = self.shared.min(self.line.len());
        self.given = self.given.min(self.line.len());
        match self.line.last_mut() {
            Some(last) => {
                last.most = last.most.max(1 + held.plies);
                last.low = last.low.min(held.low);
            }
            None => self.team.holds(held.plies),
        }
    }

    /// Whether a placement at one of `points`, else anywhere, wins at once.
    fn wins(&self, points: &[Point], position: &P) -> bool {
        let attacker = position.to_move();
        let wins = |point: Point| {
            position.check(point).is_ok()
                && position.make(point).outcome().is_some_and(|outcome| outcome.winner == Some(attacker))
        };
        points.iter().any(|&point| wins(point)) || position.legal().iter().any(wins)
    }

    fn peak_of_history(&self) -> u16 {
        self.history.iter().map(stones).max().unwrap_or(0)
    }

    /// Whether a position of this line, or one that came up twice before, comes up again; `peak` is the most stones of those.
    /// The first position may come up for a last time, to win.
    fn is_repeated(&self, position: &P, peak: u16, is_last: bool) -> bool {
        let Some(seen) = &self.seen else { return false };
        stones(position) <= peak
            && seen.hashes.contains_key(&seen.hash(position))
            && (self.history.iter().any(|past| is_same(past, position))
                || self.line.positions().skip(usize::from(is_last)).any(|past| is_same(&past, position)))
    }

    fn repetition(&self, id: StepId, at: Option<Point>) -> ControlFlow<Halt, Entered> {
        self.fail(id, at, "the position has been there before".to_owned());
        ControlFlow::Break(Halt::Done)
    }

    /// Notes that a step fails after the moves of this line and, if given, another attack.
    fn fail(&self, step: StepId, at: Option<Point>, reason: String) {
        self.team.fails(self.line.replies().collect(), || {
            let grid = self.root.game().grid();
            let moves = self.line.moves().chain(at.map(Move::Place));
            let count = self.line.moves().len() + usize::from(at.is_some());
            let mut text = Vec::new();
            for (ply, mv) in moves.enumerate() {
                match ply {
                    FIRST if count > FIRST + LAST => text.push(format!("… ({count} moves) …")),
                    FIRST.. if ply + LAST < count => {}
                    _ => text.push(engine::notation::move_text(grid, mv)),
                }
            }
            Flaw { step: Some(step), moves: text.join(" "), reason }
        });
    }

    /// Counts, looks at limits and flaws, and gives work away.
    fn look(&mut self, alone: Option<u64>, progress: &mut dyn FnMut(u64)) -> ControlFlow<Halt> {
        let now = self.pace.look(self.team.deadline());
        let seen = self.seen.as_ref().map_or(0, |seen| 2 * seen.hashes.capacity() * size_of::<(u64, u32)>());
        self.since_gift += self.positions;
        self.team.count(std::mem::take(&mut self.positions));
        let bytes = std::mem::replace(&mut self.bytes, self.line.bytes() + seen);
        let goes_on = self.team.goes_on(now, [bytes, self.bytes]);
        progress(self.team.positions());
        if !goes_on || self.team.is_decided(self.line.replies()) {
            return ControlFlow::Break(Halt::Done);
        }
        if alone.is_some_and(|most| self.team.positions() >= most) {
            return ControlFlow::Break(Halt::Alone);
        }
        if self.since_gift >= GIVE_EVERY + GIVE_TURN * self.given as u64 && self.team.is_hungry() {
            self.give();
        }
        ControlFlow::Continue(())
    }

    /// Gives away the replies that are left of the first turn that has some. The last turn, which is being looked at, is kept.
    fn give(&mut self) {
        let positions: Vec<P> = self.line.positions_from(self.given).collect();
        for position in positions {
            let turn = self.given;
            if turn + 1 >= self.line.len() {
                return;
            }
            self.given += 1;
            let Turn { next, end, .. } = self.line.turns()[turn];
            if position.moves().any(|mv| (next..end).contains(&index(mv))) {
                self.line.turn_mut(turn).end = next;
                self.shared = self.shared.max(turn + 1);
                self.since_gift = 0;
                let mut turns = self.line.turns()[..=turn].to_vec();
                for before in &mut turns {
                    (before.most, before.end) = (0, before.next);
                }
                turns[turn].end = end;
                return self.team.give(Task { turns });
            }
        }
    }
}
