//! Values by retrograde iteration: all positions that can come up are listed, then decided backwards from the ends.
//!
//! A position is won if a move leads to a lost one, lost if all moves lead to won ones; this is repeated until nothing
//! changes. Positions that are never decided are drawn: either side can always move to another of them, and an endless
//! game is a draw by repetition. A decided position has a *rank*, one more than that of a position decided before, so
//! no claim rests on itself however positions recur. Wins and losses are reached without repetition, as ranks fall with
//! every move. So they hold from the start of the game, and wherever no position came up twice before: one that was met
//! once may still come again without being the third.

use engine::{PointSet, Tactics, ThreatState};

use super::Value;
use super::board::{Board, or_pass};

/// The values of all positions that can come up, except those that follow a win that was there to be taken.
#[derive(Debug)]
pub(super) struct Retrograde<'b, P> {
    board: &'b Board<P>,
    /// By number: [`UNSEEN`], [`OPEN`], or a rank: odd if the side to move wins, even if it loses, in plies at most.
    ranks: Vec<u8>,
    /// The number of positions.
    pub(super) count: usize,
}

const UNSEEN: u8 = 0;
const OPEN: u8 = u8::MAX;

/// The most points of a board whose positions can all be kept.
const MOST_POINTS: usize = 20;

impl<'b, P: Tactics> Retrograde<'b, P> {
    /// The values of all positions that come from `start`; `None` if there are too many.
    pub(super) fn new(board: &'b Board<P>, start: &P) -> Option<Self> {
        let points = start.empty().len();
        if points > MOST_POINTS {
            return None;
        }
        // Untouched pages take no memory.
        let ranks = vec![UNSEEN; 3_usize.pow(points as u32)];
        let mut all = Self { board, ranks, count: 0 };
        let mut open = all.list(start);
        while all.decide(&mut open) {}
        Some(all)
    }

    /// Lists the positions that can come up and decides those that end at once. The others are returned, those with more
    /// stones first: most of what they lead to is then decided before them.
    fn list(&mut self, start: &P) -> Vec<u32> {
        let points = start.empty().len();
        let mut open = vec![Vec::new(); points + 1];
        let (mut stack, mut nexts) = (vec![*start], Vec::new());
        self.ranks[self.board.code(start) as usize] = OPEN;
        while let Some(position) = stack.pop() {
            self.count += 1;
            let code = self.board.code(&position) as usize;
            let moves = match position.threat_state() {
                ThreatState::Wins => {
                    self.ranks[code] = 1;
                    continue;
                }
                ThreatState::Threatened(answers) if answers.is_empty() => {
                    self.ranks[code] = 2;
                    continue;
                }
                ThreatState::Threatened(answers) => answers,
                ThreatState::Quiet => position.legal(),
            };
            open[points - position.empty().len()].push(code as u32);
            self.after(&position, moves, &mut nexts);
            for &(next, code) in nexts.iter().filter(|(next, _)| next.outcome().is_none()) {
                if self.ranks[code] == UNSEEN {
                    self.ranks[code] = OPEN;
                    stack.push(next);
                }
            }
        }
        open.into_iter().rev().flatten().collect()
    }

    /// The positions after `moves`, or after a pass if there are none, with their numbers. Their ranks are read here, all at once: later they are near.
    fn after(&self, position: &P, moves: P::Set, nexts: &mut Vec<(P, usize)>) {
        nexts.clear();
        nexts.extend(or_pass(moves).map(|mv| {
            let next = position.make_move(mv);
            (next, self.board.code(&next) as usize)
        }));
        std::hint::black_box(nexts.iter().fold(0, |all, &(_, code)| all ^ self.ranks[code]));
    }

    /// Decides what can be decided of the positions that are `open`; whether any could.
    fn decide(&mut self, open: &mut Vec<u32>) -> bool {
        let (before, mut nexts) = (open.len(), Vec::new());
        open.retain(|&code| {
            let position = self.board.position(u64::from(code)).expect("a number that was listed");
            let moves = match position.threat_state() {
                ThreatState::Threatened(answers) => answers,
                _ => position.legal(),
            };
            self.after(&position, moves, &mut nexts);
            let rank = self.rank(&nexts);
            self.ranks[code as usize] = rank;
            rank == OPEN
        });
        open.len() < before
    }

    /// The rank that follows from those of the next positions.
    fn rank(&self, nexts: &[(P, usize)]) -> u8 {
        let (mut loss, mut longest) = (OPEN, 0);
        for &(next, code) in nexts {
            let rank = if next.outcome().is_some() { OPEN } else { self.ranks[code] };
            longest = longest.max(rank);
            if rank % 2 == 0 {
                loss = loss.min(rank);
            }
        }
        match (loss, longest) {
            (OPEN, OPEN) => OPEN,
            (OPEN, longest) => longest + 1,
            (loss, _) => loss + 1,
        }
    }

    pub(super) const fn board(&self) -> &'b Board<P> {
        self.board
    }

    /// The value of a position, by its number, for the side to move, with its rank if it is decided; `None` if it cannot come up.
    pub(super) fn value(&self, code: u64) -> Option<(Value, u32)> {
        match self.ranks[code as usize] {
            UNSEEN => None,
            OPEN => Some((Value::Draw, 0)),
            rank if rank % 2 == 0 => Some((Value::Loss, u32::from(rank))),
            rank => Some((Value::Win, u32::from(rank))),
        }
    }
}
