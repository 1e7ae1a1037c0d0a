//! Counts of results.

use std::iter::Sum;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// Points of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Points {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

impl Points {
    /// Returns the points of the opponent.
    #[must_use]
    pub const fn swapped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Trinomial counts: games by their result, from the view of one player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct GameCounts {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl GameCounts {
    /// Adds a game.
    pub fn add(&mut self, points: Points) {
        match points {
            Points::Loss => self.losses += 1,
            Points::Draw => self.draws += 1,
            Points::Win => self.wins += 1,
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points; a draw is half a point.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Returns the same games from the view of the opponent.
    #[must_use]
    pub const fn swapped(&self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Returns the share of drawn games, in 0..=1; `None` without games.
    #[must_use]
    pub fn draw_ratio(&self) -> Option<f64> {
        ratio(self.draws, self.games())
    }
}

impl AddAssign for GameCounts {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl Sum for GameCounts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |mut sum, more| {
            sum += more;
            sum
        })
    }
}

/// Pentanomial counts: pairs of games by the points of one player. Two draws and a win with a loss give one point each and are
/// counted separately.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct PairCounts {
    /// Both lost: 0 points.
    pub ll: u64,
    /// A loss and a draw: 1/2 point.
    pub ld: u64,
    /// A win and a loss: 1 point.
    pub wl: u64,
    /// Two draws: 1 point.
    pub dd: u64,
    /// A win and a draw: 3/2 points.
    pub wd: u64,
    /// Both won: 2 points.
    pub ww: u64,
}

impl PairCounts {
    /// Adds a pair. The order of its games does not matter.
    pub fn add(&mut self, one: Points, other: Points) {
        let class = match (one.min(other), one.max(other)) {
            (Points::Loss, Points::Loss) => &mut self.ll,
            (Points::Loss, Points::Draw) => &mut self.ld,
            (Points::Loss, _) => &mut self.wl,
            (Points::Draw, Points::Draw) => &mut self.dd,
            (Points::Draw, _) => &mut self.wd,
            (Points::Win, _) => &mut self.ww,
        };
        *class += 1;
    }

    /// Returns the number of pairs.
    #[must_use]
    pub const fn pairs(&self) -> u64 {
        self.ll + self.ld + self.wl + self.dd + self.wd + self.ww
    }

    /// Returns the numbers of pairs with 0, 1/2, 1, 3/2 and 2 points.
    #[must_use]
    pub const fn by_points(&self) -> [u64; 5] {
        [self.ll, self.ld, self.wl + self.dd, self.wd, self.ww]
    }

    /// Returns the games of the pairs.
    #[must_use]
    pub const fn games(&self) -> GameCounts {
        GameCounts {
            wins: 2 * self.ww + self.wd + self.wl,
            draws: 2 * self.dd + self.wd + self.ld,
            losses: 2 * self.ll + self.wl + self.ld,
        }
    }

    /// Returns the same pairs from the view of the opponent.
    #[must_use]
    pub const fn swapped(&self) -> Self {
        Self { ll: self.ww, ld: self.wd, wl: self.wl, dd: self.dd, wd: self.ld, ww: self.ll }
    }

    /// Returns the share of pairs with one point for each player, in 0..=1; `None` without pairs.
    #[must_use]
    pub fn draw_ratio(&self) -> Option<f64> {
        ratio(self.wl + self.dd, self.pairs())
    }

    /// Returns the ratio of pairs won, with more than one point, to pairs lost; `None` if none is lost.
    #[must_use]
    pub fn pairs_ratio(&self) -> Option<f64> {
        ratio(self.wd + self.ww, self.ld + self.ll)
    }
}

impl AddAssign for PairCounts {
    fn add_assign(&mut self, other: Self) {
        self.ll += other.ll;
        self.ld += other.ld;
        self.wl += other.wl;
        self.dd += other.dd;
        self.wd += other.wd;
        self.ww += other.ww;
    }
}

impl Sum for PairCounts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |mut sum, more| {
            sum += more;
            sum
        })
    }
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::Points::{Draw, Loss, Win};
    use super::*;

    const PAIRS: [(Points, Points); 7] =
        [(Win, Win), (Loss, Win), (Win, Draw), (Draw, Draw), (Draw, Win), (Loss, Loss), (Win, Loss)];

    fn count<'a>(pairs: impl Iterator<Item = &'a (Points, Points)>) -> PairCounts {
        let mut counts = PairCounts::default();
        pairs.for_each(|&(one, other)| counts.add(one, other));
        counts
    }

    #[test]
    fn pairs_are_counted_in_any_order() {
        let counts = count(PAIRS.iter());
        assert_eq!(counts, PairCounts { ll: 1, ld: 0, wl: 2, dd: 1, wd: 2, ww: 1 });
        assert_eq!(counts, count(PAIRS.iter().rev()));
        assert_eq!(counts, count(PAIRS.map(|(one, other)| (other, one)).iter()));
        assert_eq!(counts, [count(PAIRS[..3].iter()), count(PAIRS[3..].iter())].into_iter().sum());
        assert_eq!(counts.by_points(), [1, 0, 3, 2, 1]);
    }

    #[test]
    fn games_of_the_pairs() {
        let mut games = GameCounts::default();
        PAIRS.iter().for_each(|&(one, other)| {
            games.add(one);
            games.add(other);
        });
        assert_eq!(count(PAIRS.iter()).games(), games);
        assert_eq!(count(PAIRS.iter()).swapped().games(), games.swapped());
        assert_eq!((games.games(), games.points()), (14, 8.0));
    }

    #[test]
    fn the_opponent_sees_the_other_points() {
        let swapped = PAIRS.map(|(one, other)| (one.swapped(), other.swapped()));
        assert_eq!(count(PAIRS.iter()).swapped(), count(swapped.iter()));
    }

    #[test]
    fn ratios() {
        let counts = PairCounts { ll: 34, ld: 54, wl: 31, dd: 32, wd: 64, ww: 75 };
        assert_eq!(counts.draw_ratio(), Some(63.0 / 290.0));
        assert_eq!(counts.pairs_ratio(), Some(139.0 / 88.0));
        assert_eq!(GameCounts { wins: 1, draws: 2, losses: 5 }.draw_ratio(), Some(0.25));
        assert_eq!(PairCounts { ww: 3, ..PairCounts::default() }.pairs_ratio(), None);
        assert_eq!((PairCounts::default().draw_ratio(), GameCounts::default().draw_ratio()), (None, None));
    }
}
