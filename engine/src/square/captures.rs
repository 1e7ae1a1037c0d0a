//! The capture rules of square boards: all that the board asks about captures.
//!
//! Every capture rule flanks rows of enemy stones (`flank`). A rule that costs the placing side stones as well is an
//! [`OwnLoss`]: a file in this folder and a line in [`OWN_LOSSES`]. Boards, threats and search ask [`Captures`] for the
//! consequences, so they mention no single rule.

mod flank;
mod poof;

pub(super) use self::flank::{baits, prepared};

use super::line::Steps;
use crate::rules::{Capture, Rules};
use crate::{Bitboard, Point, PointSet};

/// A rule by which a placement removes stones of its side.
struct OwnLoss {
    /// Whether a game has this rule.
    applies: fn(&Rules) -> bool,
    /// The stones of the first set that the stone on a point loses, with the enemy stones and the longest row captured. The
    /// loss depends on stones up to [`REACH`](super::REACH) points away along lines.
    lost: fn(&Bitboard, &Bitboard, Point, &Steps, usize) -> Bitboard,
}

/// All rules of this kind. A game may have one of them.
const OWN_LOSSES: &[OwnLoss] = &[poof::RULE];

/// Whether a placement may remove stones of its side in the game of these rules, on a square board.
pub(crate) fn cost_own_stones(rules: &Rules) -> bool {
    Captures::new(rules).cost_own_stones()
}

/// The captures of one game.
pub(super) struct Captures {
    /// The longest row that is captured; 0 without captures.
    pub(super) longest: usize,
    /// The number of captured stones that wins, if captures win.
    target: Option<u16>,
    own_loss: Option<&'static OwnLoss>,
}

impl Captures {
    pub(super) fn new(rules: &Rules) -> Self {
        let longest = match rules.capture {
            Capture::Flank { longest, .. } => longest,
            Capture::None | Capture::Surround { .. } => 0,
        };
        let own_loss = OWN_LOSSES.iter().find(|rule| longest > 0 && (rule.applies)(rules));
        Self { longest, target: rules.target(), own_loss }
    }

    /// The enemy stones that a stone of `own` on `point` captures.
    #[inline]
    pub(super) fn taken(&self, own: &Bitboard, enemy: &Bitboard, point: Point, steps: &Steps) -> Bitboard {
        flank::taken(own, enemy, point, steps, self.longest)
    }

    /// The stones of `own` that the one on `point` loses.
    #[inline]
    pub(super) fn lost(&self, own: &Bitboard, enemy: &Bitboard, point: Point, steps: &Steps) -> Option<Bitboard> {
        let lost = (self.own_loss?.lost)(own, enemy, point, steps, self.longest);
        (lost != Bitboard::EMPTY).then_some(lost)
    }

    /// Whether that number of captured stones is enough to win.
    #[inline]
    pub(super) fn suffice(&self, count: usize) -> bool {
        self.target.is_some_and(|target| count >= usize::from(target))
    }

    /// Whether a side with `ours` captured stones wins against one with `theirs`: it has enough and, where one placement
    /// may give both sides some, more than the other.
    #[inline]
    pub(super) fn win(&self, ours: u16, theirs: u16) -> bool {
        self.suffice(ours.into()) && (!self.cost_own_stones() || ours > theirs)
    }

    /// Whether a placement may remove stones of its side. It may then also give the opponent captured stones, and the
    /// new stone may go.
    #[inline]
    pub(super) const fn cost_own_stones(&self) -> bool {
        self.own_loss.is_some()
    }

    /// Whether a five lasts until the opponent captures from it: no placement of its side removes it.
    #[inline]
    pub(super) const fn spare_own_fives(&self) -> bool {
        !self.cost_own_stones()
    }

    /// Whether a stone that neither captures nor makes a five leaves all other stones on the board. Sets of points then
    /// decide most questions about replies and threats.
    #[inline]
    pub(super) const fn spare_after_quiet_moves(&self) -> bool {
        !self.cost_own_stones()
    }

    /// Whether all numbers of captured stones are even.
    pub(super) const fn come_in_pairs(&self) -> bool {
        self.longest == 2 && !self.cost_own_stones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_belongs_to_a_game_and_no_game_has_two() {
        let have = |rule: &OwnLoss| Rules::ALL.iter().filter(|rules| (rule.applies)(rules)).count();
        assert!(OWN_LOSSES.iter().all(|rule| have(rule) > 0));
        let rules = |rules: &Rules| OWN_LOSSES.iter().filter(|rule| (rule.applies)(rules)).count();
        assert!(Rules::ALL.iter().all(|game| rules(game) <= 1));
    }

    #[test]
    fn the_side_with_more_stones_wins_where_one_move_gives_both_some() {
        for rules in Rules::ALL {
            let (captures, Some(target)) = (Captures::new(&rules), rules.target()) else { continue };
            assert!(!captures.win(target - 1, 0) && captures.win(target, target - 1), "{}", rules.name);
            assert_eq!(captures.win(target, target), !captures.cost_own_stones(), "{}", rules.name);
        }
    }
}
