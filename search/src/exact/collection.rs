//! Justifications of claims: the positions with which a table shows that one is lost, or held.
//!
//! *Held* means not won: the side not to move can hold at least a draw. An oracle says what is lost and what is held; it
//! may be a full table of values, or a proof search, whose hints about
//! held positions can be wrong (see [`proofs`](super::proofs)). Only what closes is added to the table.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use engine::{PointSet, Tactics, ThreatState};

use super::Table;
use super::board::Board;

/// A source of values.
pub(super) trait Oracle<P> {
    /// The rank of a position, by its number, in which the side to move loses, if that is known.
    fn lost(&self, code: u64) -> Option<u32>;

    /// Whether the position with this number is known to be held: the side to move does not win.
    fn held(&self, code: u64) -> bool;

    /// Tries to find out whether the side to move wins (at an OR node), or does not lose (at an AND node).
    fn find_out(&mut self, position: &P, or_node: bool) -> Option<bool>;

    /// Retracts a claim that the side to move does not win: no closed set shows it.
    fn retract(&mut self, position: &P);
}

/// A claim could not be justified: the effort did not suffice, or a hint was wrong.
#[derive(Debug)]
pub(super) struct Unjustified;

/// Adds to a table what justifies claims.
pub(super) struct Collection<'c, P, O> {
    pub(super) board: &'c Board<P>,
    pub(super) oracle: &'c mut O,
    pub(super) table: &'c mut Table,
}

impl<P: Tactics, O: Oracle<P>> Collection<'_, P, O> {
    /// Adds what shows that the side to move loses `start`.
    pub(super) fn lost(&mut self, start: &P) -> Result<(), Unjustified> {
        // For each position the positions after the replies of the winner.
        let mut replies: HashMap<u64, Vec<u64>> = HashMap::new();
        let mut todo = vec![*start];
        while let Some(position) = todo.pop() {
            let code = self.board.code(&position);
            if replies.contains_key(&code) || self.table.lost.contains_key(&code) {
                continue;
            }
            let rank = self.oracle.lost(code).unwrap_or(u32::MAX);
            let mut chosen = Vec::new();
            for next in position.moves().map(|mv| position.make_move(mv)) {
                if next.outcome().is_some() {
                    return Err(Unjustified);
                }
                if next.winning().is_empty() {
                    let reply = self.winning_reply(&next, rank, &replies).ok_or(Unjustified)?;
                    chosen.push(self.board.code(&reply));
                    todo.push(reply);
                }
            }
            replies.insert(code, chosen);
        }
        let ranks = ranks(&replies, &self.table.lost).ok_or(Unjustified)?;
        self.table.lost.extend(ranks);
        Ok(())
    }

    /// A position to which the side to move in `position` can lead, and that is lost for the other side: of those already
    /// chosen if there is one, else one that is lost soon.
    pub(super) fn winning_reply(&mut self, position: &P, below: u32, chosen: &HashMap<u64, Vec<u64>>) -> Option<P> {
        let nexts: Vec<(u64, P)> =
            after_answers(position).into_iter().map(|next| (self.board.code(&next), next)).collect();
        let find = |this: &Self, below: u32| {
            let known = nexts.iter().filter_map(|(code, next)| Some((this.rank(*code)?, code, next)));
            let near = known.filter(|&(rank, ..)| rank < below);
            near.min_by_key(|&(rank, code, _)| (!chosen.contains_key(code), rank)).map(|(.., next)| *next)
        };
        let found = find(self, below);
        if found.is_some() {
            return found;
        }
        // The search has forgotten it, or it was found on another way.
        self.oracle.find_out(position, true);
        let found = find(self, below).or_else(|| find(self, u32::MAX));
        let mut rest = nexts.iter().map(|(_, next)| *next);
        found.or_else(|| rest.find(|next| self.oracle.find_out(next, false) == Some(false)))
    }

    fn rank(&self, code: u64) -> Option<u32> {
        self.table.lost.get(&code).copied().or_else(|| self.oracle.lost(code))
    }

    /// Adds what shows that the side to move does not win `start`.
    pub(super) fn held(&mut self, start: &P) -> Result<(), Unjustified> {
        let mut seen = BTreeSet::new();
        let mut todo = vec![*start];
        while let Some(position) = todo.pop() {
            let code = self.board.code(&position);
            if self.is_in_table(&position) || !seen.insert(code) {
                continue;
            }
            for next in position.moves().map(|mv| position.make_move(mv)) {
                match next.outcome() {
                    Some(outcome) if outcome.winner.is_none() => {}
                    Some(_) => return Err(self.retracted(&position)),
                    None => match self.holding_reply(&next, &seen) {
                        None => return Err(self.retracted(&position)),
                        Some(Reply::Over) => {}
                        Some(Reply::To(reply)) => todo.push(reply),
                    },
                }
            }
        }
        self.table.held.extend(seen);
        Ok(())
    }

    fn retracted(&mut self, position: &P) -> Unjustified {
        self.oracle.retract(position);
        Unjustified
    }

    fn is_in_table(&self, position: &P) -> bool {
        let code = self.board.code(position);
        self.table.held.contains(&code) || self.table.lost.contains_key(&code)
    }

    /// How the side to move in `position` avoids losing.
    pub(super) fn holding_reply(&mut self, position: &P, seen: &BTreeSet<u64>) -> Option<Reply<P>> {
        if !position.winning().is_empty() {
            return Some(Reply::Over);
        }
        let nexts = after_answers(position);
        if nexts.iter().any(|next| next.outcome().is_some()) {
            return Some(Reply::Over);
        }
        let kept = |next: &&P| seen.contains(&self.board.code(next)) || self.is_in_table(next);
        if let Some(next) = nexts.iter().find(kept) {
            return Some(Reply::To(*next));
        }
        let known = |this: &Self| nexts.iter().copied().find(|next| this.oracle.held(this.board.code(next)));
        let found = known(self).or_else(|| {
            self.oracle.find_out(position, false);
            known(self)
        });
        let found =
            found.or_else(|| nexts.iter().copied().find(|next| self.oracle.find_out(next, true) == Some(false)));
        found.map(Reply::To)
    }
}

/// How a side avoids losing.
pub(super) enum Reply<P> {
    /// By the end of the game.
    Over,
    /// By a move to this position.
    To(P),
}

/// The positions after the moves that do not lose at once.
pub(super) fn after_answers<P: Tactics>(position: &P) -> Vec<P> {
    match position.threat_state() {
        ThreatState::Threatened(answers) => answers.iter().map(|at| position.make(at)).collect(),
        _ => position.moves().map(|mv| position.make_move(mv)).collect(),
    }
}

/// The ranks of positions, given the positions after the winner's replies: two more than the highest of those. `None` if
/// one of them rests on itself.
fn ranks(replies: &HashMap<u64, Vec<u64>>, known: &BTreeMap<u64, u32>) -> Option<BTreeMap<u64, u32>> {
    let mut ranks: BTreeMap<u64, u32> = BTreeMap::new();
    let mut begun = BTreeSet::new();
    for &start in replies.keys() {
        let mut stack = vec![start];
        while let Some(&code) = stack.last() {
            if ranks.contains_key(&code) {
                stack.pop();
                continue;
            }
            let rank_of = |next: &u64| ranks.get(next).or_else(|| known.get(next)).copied();
            let missing: Vec<u64> = replies[&code].iter().copied().filter(|next| rank_of(next).is_none()).collect();
            if missing.is_empty() {
                let longest = replies[&code].iter().filter_map(rank_of).max().unwrap_or(0);
                ranks.insert(code, longest + 2);
                stack.pop();
            } else if begun.insert(code) {
                stack.extend(missing);
            } else {
                return None;
            }
        }
    }
    Some(ranks)
}
