//! Schedule: players and opening of each game.
//!
//! Games are numbered from 0. Games 2n and 2n + 1 are a pair: the same engines and opening with colours reversed. The game of a
//! number does not depend on the number of games, so a tournament can be resumed and extended.

use random::{GOLDEN, mix};
use serde::{Deserialize, Serialize};

/// Format of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Each engine meets each other.
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// Order and orientation of openings.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct OpeningOrder {
    /// Whether openings are used in the order of the file instead of a random order.
    pub sequential: bool,
    /// Number of openings skipped at the start.
    pub start: usize,
    /// Whether each is rotated and mirrored at random, the same way in both games of a pair.
    pub turned: bool,
}

/// Largest number of games of two engines.
pub const MOST_GAMES: usize = 10_000_000;

/// A game of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fixture {
    /// Number of the game.
    pub game: usize,
    /// Engines that begin as Black and White.
    pub players: [usize; 2],
    /// Number of the opening.
    pub opening: usize,
    /// Symmetry applied to the opening, modulo their number; 0 is the identity.
    pub symmetry: usize,
}

/// Schedule of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Schedule {
    /// Engines of each meeting; the first has Black in the first game of a pair.
    meetings: Vec<(usize, usize)>,
    rounds: usize,
    openings: usize,
    seed: u64,
    order: OpeningOrder,
}

impl OpeningOrder {
    /// Whether this is the default order, which heads of journals omit.
    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl Schedule {
    /// Returns a schedule in which every meeting plays one pair a round. All pairs of a round have the same opening.
    #[must_use]
    pub(crate) fn new(format: Format, players: usize, rounds: usize, openings: usize, seed: u64) -> Self {
        let meetings = match format {
            Format::RoundRobin => {
                (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other))).collect()
            }
            Format::Gauntlet => (1..players).map(|other| (0, other)).collect(),
        };
        Self { meetings, rounds, openings: openings.max(1), seed, order: OpeningOrder::default() }
    }

    /// Returns the schedule in which each of the first `seeds` engines meets all other engines but the seeds.
    pub(crate) fn with_seeds(self, players: usize, seeds: usize) -> Self {
        let meetings = (seeds..players).flat_map(|other| (0..seeds).map(move |seed| (seed, other))).collect();
        Self { meetings, ..self }
    }

    /// Returns the schedule with another order of openings.
    pub(crate) fn with_order(self, order: OpeningOrder) -> Self {
        Self { order, ..self }
    }

    /// Returns the number of games.
    #[must_use]
    pub(crate) fn games(&self) -> usize {
        2 * self.rounds * self.meetings.len()
    }

    /// Sets the number of pairs of each meeting.
    pub(crate) fn set_rounds(&mut self, rounds: usize) {
        self.rounds = rounds;
    }

    /// Returns the round of a game.
    pub(crate) fn round(&self, game: usize) -> usize {
        game / 2 / self.meetings.len()
    }

    /// Returns the number of games of the longest possible tournament.
    #[must_use]
    pub(crate) fn most_games(&self) -> usize {
        MOST_GAMES * self.meetings.len()
    }

    /// Returns the engines of all meetings.
    #[must_use]
    pub(crate) fn meetings(&self) -> &[(usize, usize)] {
        &self.meetings
    }

    /// Returns the meeting of a game.
    #[must_use]
    pub(crate) fn meeting(&self, game: usize) -> usize {
        game / 2 % self.meetings.len()
    }

    /// Returns the game with a number.
    #[must_use]
    pub(crate) fn fixture(&self, game: usize) -> Fixture {
        let (one, other) = self.meetings[self.meeting(game)];
        let players = if game.is_multiple_of(2) { [one, other] } else { [other, one] };
        let round = self.round(game);
        let symmetry = if self.order.turned { Random(self.seed ^ !(round as u64)).below(1 << 16) } else { 0 };
        Fixture { game, players, opening: self.opening(round + self.order.start), symmetry }
    }

    /// Returns the opening of a round. Each cycle uses all openings once, in an order of that cycle.
    fn opening(&self, round: usize) -> usize {
        let (cycle, index) = (round / self.openings, round % self.openings);
        if self.order.sequential {
            return index;
        }
        let mut random = Random(self.seed.wrapping_add(cycle as u64));
        let mut order: Vec<usize> = (0..self.openings).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        order[index]
    }
}

/// SplitMix64. Schedules of old journals depend on it, so it is no library's generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        let mixed = mix(self.0);
        self.0 = self.0.wrapping_add(GOLDEN);
        ((u128::from(mixed) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_reverse_the_colours_and_share_the_opening() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 4, 5, 7);
        assert_eq!(schedule.games(), 2 * 4 * 3);
        for pair in 0..12 {
            let [one, other] = [2 * pair, 2 * pair + 1].map(|game| schedule.fixture(game));
            assert_eq!(one.players, [other.players[1], other.players[0]]);
            assert_eq!(one.opening, other.opening);
        }
    }

    #[test]
    fn every_opening_is_used_once_a_cycle() {
        let schedule = Schedule::new(Format::Gauntlet, 2, 20, 10, 3);
        for cycle in 0..2 {
            let mut seen: Vec<usize> = (0..10).map(|round| schedule.fixture(20 * cycle + 2 * round).opening).collect();
            seen.sort_unstable();
            assert_eq!(seen, (0..10).collect::<Vec<_>>());
        }
    }

    #[test]
    fn more_rounds_do_not_change_the_games_before_them() {
        let short = Schedule::new(Format::RoundRobin, 4, 3, 8, 1);
        let long = Schedule::new(Format::RoundRobin, 4, 30, 8, 1);
        assert!((0..short.games()).all(|game| short.fixture(game) == long.fixture(game)));
        let other = Schedule::new(Format::RoundRobin, 4, 30, 8, 2);
        assert!((0..long.games()).any(|game| other.fixture(game) != long.fixture(game)));
    }

    #[test]
    fn openings_are_sequential_from_a_start_and_turned() {
        let order = OpeningOrder { sequential: true, start: 3, turned: true };
        let schedule = Schedule::new(Format::RoundRobin, 2, 6, 5, 1).with_order(order);
        let pairs: Vec<_> = (0..6).map(|pair| (schedule.fixture(2 * pair), schedule.fixture(2 * pair + 1))).collect();
        assert!(pairs.iter().all(|(one, other)| (one.opening, one.symmetry) == (other.opening, other.symmetry)));
        assert_eq!(pairs.iter().map(|(one, _)| one.opening).collect::<Vec<_>>(), [3, 4, 0, 1, 2, 3]);
        assert!(pairs.iter().any(|(one, _)| one.symmetry != pairs[0].0.symmetry));
    }

    #[test]
    fn seeds_meet_all_others_and_not_each_other() {
        let schedule = Schedule::new(Format::Gauntlet, 5, 1, 0, 0).with_seeds(5, 2);
        assert_eq!(schedule.meetings(), [(0, 2), (1, 2), (0, 3), (1, 3), (0, 4), (1, 4)]);
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_the_others() {
        let schedule = Schedule::new(Format::Gauntlet, 4, 1, 0, 0);
        assert_eq!(schedule.meetings(), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!((schedule.games(), schedule.fixture(5).players, schedule.fixture(5).opening), (6, [3, 0], 0));
    }
}
