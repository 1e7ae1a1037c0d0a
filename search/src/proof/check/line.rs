//! The open line of a check: attacks and replies from the start to the current position.
//!
//! A turn takes 20 bytes. Positions are stored of the last turns and of every 64th one; the others are played again from
//! there. So a line of millions of turns takes little more than its moves, and moving along it takes constant time.

use engine::{Move, Point, Position};

use crate::proof::StepId;

/// The index of a pass, behind those of all points.
pub(super) const PASS: u16 = 512;

/// Behind the indices of all replies.
pub(super) const END: u16 = PASS + 1;

/// The index of a move of the defender; swaps are none in certificates.
pub(super) const fn index(mv: Move) -> u16 {
    match mv {
        Move::Place(point) => point.index() as u16,
        Move::Pass | Move::Swap => PASS,
    }
}

fn reply(index: u16) -> Move {
    if index == PASS { Move::Pass } else { Move::Place(Point::new(index.into())) }
}

/// An attack and the replies to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) step: StepId,
    /// The attack of the step.
    pub(super) at: Point,
    /// The reply that is tried.
    pub(super) reply: u16,
    /// The replies that are left: from this index, up to but not including `end`.
    pub(super) next: u16,
    pub(super) end: u16,
    /// The most plies after the attack, for the replies tried so far.
    pub(super) most: u32,
    /// The fewest stones of a position from this turn on.
    pub(super) low: u16,
    /// The most stones of a position up to this turn.
    pub(super) peak: u16,
}

/// Turns from one stored position to the next.
const STRIDE: usize = 64;

/// The open line: its turns, and some of its positions.
pub(super) struct Line<P> {
    root: P,
    turns: Vec<Turn>,
    /// The positions after the attacks of the last turns.
    recent: Vec<P>,
    /// The positions after the attacks of every [`STRIDE`]th turn.
    marks: Vec<P>,
}

impl<P: Position> Line<P> {
    /// The line without moves.
    pub(super) const fn new(root: P) -> Self {
        Self { root, turns: Vec::new(), recent: Vec::new(), marks: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.turns.len()
    }

    /// Its memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.turns.capacity() * size_of::<Turn>() + (self.marks.capacity() + self.recent.capacity()) * size_of::<P>()
    }

    pub(super) fn turns(&self) -> &[Turn] {
        &self.turns
    }

    pub(super) fn turn_mut(&mut self, index: usize) -> &mut Turn {
        &mut self.turns[index]
    }

    /// The last turn and the position after its attack.
    pub(super) fn last(&self) -> Option<(&Turn, &P)> {
        self.turns.last().zip(self.recent.last())
    }

    pub(super) fn last_mut(&mut self) -> Option<&mut Turn> {
        self.turns.last_mut()
    }

    /// The position after the last reply.
    pub(super) fn end(&self) -> P {
        self.last().map_or(self.root, |(turn, position)| position.make_move(reply(turn.reply)))
    }

    /// Adds a turn; `position` is the one after its attack.
    pub(super) fn push(&mut self, turn: Turn, position: P) {
        if self.turns.len().is_multiple_of(STRIDE) {
            self.marks.push(position);
        }
        if self.recent.len() == 2 * STRIDE {
            self.recent.drain(..STRIDE);
        }
        self.turns.push(turn);
        self.recent.push(position);
    }

    /// Takes the last turn away.
    pub(super) fn pop(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        self.recent.pop();
        self.marks.truncate(self.turns.len().div_ceil(STRIDE));
        if self.recent.is_empty() && !self.turns.is_empty() {
            self.recent = self.positions_from((self.turns.len() - 1) / STRIDE * STRIDE).collect();
        }
        Some(turn)
    }

    /// The positions after the attacks of a turn and of those that follow, up to the next stored position.
    pub(super) fn positions_from(&self, turn: usize) -> impl Iterator<Item = P> {
        let block = turn / STRIDE;
        let turns = self.turns.iter().skip(block * STRIDE).take(STRIDE);
        let mut before: Option<(P, u16)> = None;
        let positions = turns.zip(self.marks.get(block).into_iter().cycle()).map(move |(turn, mark)| {
            let after = |(position, index): (P, u16)| position.make_move(reply(index)).make(turn.at);
            let position = before.map_or(*mark, after);
            before = Some((position, turn.reply));
            position
        });
        positions.skip(turn % STRIDE)
    }

    /// All positions of the line: before each attack and after it.
    pub(super) fn positions(&self) -> impl Iterator<Item = P> {
        let mut position = self.root;
        self.turns.iter().flat_map(move |turn| {
            let after = position.make(turn.at);
            let pair = [position, after];
            position = after.make_move(reply(turn.reply));
            pair
        })
    }

    /// The replies from the start.
    pub(super) fn replies(&self) -> impl Iterator<Item = u16> {
        self.turns.iter().map(|turn| turn.reply)
    }

    /// All moves from the start.
    pub(super) fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        (0..2 * self.turns.len()).map(|ply| match (&self.turns[ply / 2], ply % 2) {
            (turn, 0) => Move::Place(turn.at),
            (turn, _) => reply(turn.reply),
        })
    }
}
