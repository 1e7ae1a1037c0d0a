//! Who plays whom, when, and from which opening.
//!
//! Games are numbered from 0. Two games in a row are a pair: the same two engines, the same opening, the colours
//! reversed. A number means the same game however many games there are, so that a tournament can be resumed and
//! extended.

use serde::{Deserialize, Serialize};

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Each engine meets each other.
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// In which order openings come, and how they lie on the board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct OpeningOrder {
    /// Whether they come as the file has them, and not in random order.
    pub sequential: bool,
    /// How many are passed over at first.
    pub start: usize,
    /// Whether each is turned and mirrored at random, in both games of a pair alike.
    pub turned: bool,
}

/// The most games of each two that meet.
pub const MOST_GAMES: usize = 10_000_000;

/// One game that is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fixture {
    /// Its number.
    pub game: usize,
    /// The engine that begins as Black, and the other.
    pub players: [usize; 2],
    /// The number of its opening.
    pub opening: usize,
    /// How the opening lies on the board: a symmetry, modulo their number; 0 is as it is.
    pub symmetry: usize,
}

/// All games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Schedule {
    /// The two engines of each meeting; the first has Black in the first game of a pair.
    meetings: Vec<(usize, usize)>,
    rounds: usize,
    openings: usize,
    seed: u64,
    order: OpeningOrder,
}

impl Schedule {
    /// In every round each two engines that meet play one pair; all pairs of a round have the same opening.
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

    /// The schedule in which so many engines, the first, each meet all others; that of a gauntlet is one of them.
    pub(crate) fn with_seeds(self, players: usize, seeds: usize) -> Self {
        let meetings = (seeds..players).flat_map(|other| (0..seeds).map(move |seed| (seed, other))).collect();
        Self { meetings, ..self }
    }

    /// The schedule with openings in this order.
    pub(crate) fn with_order(self, order: OpeningOrder) -> Self {
        Self { order, ..self }
    }

    /// The number of games.
    #[must_use]
    pub(crate) fn games(&self) -> usize {
        2 * self.rounds * self.meetings.len()
    }

    /// Lets each two that meet play so many pairs.
    pub(crate) fn set_rounds(&mut self, rounds: usize) {
        self.rounds = rounds;
    }

    /// The round that a game belongs to.
    pub(crate) fn round(&self, game: usize) -> usize {
        game / 2 / self.meetings.len()
    }

    /// The number of games of the longest tournament that this one can be extended to.
    #[must_use]
    pub(super) fn most_games(&self) -> usize {
        MOST_GAMES * self.meetings.len()
    }

    /// Who meets whom.
    #[must_use]
    pub(crate) fn meetings(&self) -> &[(usize, usize)] {
        &self.meetings
    }

    /// The meeting that a game belongs to.
    #[must_use]
    pub(crate) fn meeting(&self, game: usize) -> usize {
        game / 2 % self.meetings.len()
    }

    /// The game with this number.
    #[must_use]
    pub(crate) fn fixture(&self, game: usize) -> Fixture {
        let (one, other) = self.meetings[self.meeting(game)];
        let players = if game.is_multiple_of(2) { [one, other] } else { [other, one] };
        let round = self.round(game);
        let symmetry = if self.order.turned { Random(self.seed ^ !(round as u64)).below(1 << 16) } else { 0 };
        Fixture { game, players, opening: self.opening(round + self.order.start), symmetry }
    }

    /// The opening of a round: all in random order, then all in another, and so on.
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

/// SplitMix64: the same numbers for ever, unlike those of a library.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
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
    fn every_opening_comes_once_before_one_comes_again() {
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
    fn openings_come_in_order_from_a_start_and_turned() {
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
