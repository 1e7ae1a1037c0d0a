//! Which games are played how often, and on which boards.

use engine::rules::Capture;
use engine::{Game, Rules};
use random::Dice;

/// Games whose evaluation has the same parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    /// Nothing is captured.
    Lines,
    /// Rows of stones are captured between two.
    Flank,
    /// Groups without liberties are captured.
    Surround,
}

impl Family {
    /// The family of a game.
    pub(crate) const fn of(rules: &Rules) -> Self {
        match rules.capture {
            Capture::None => Self::Lines,
            Capture::Flank { .. } => Self::Flank,
            Capture::Surround { .. } => Self::Surround,
        }
    }

    /// How many positions it gets beside the others. There is but one game of the last kind, on small boards.
    const fn share(self) -> f64 {
        match self {
            Self::Lines | Self::Flank => 1.0,
            Self::Surround => 0.4,
        }
    }
}

/// The share of positions that each of `games` gets: each family has its own, whose games have equal parts.
pub(crate) fn shares(games: &[Rules]) -> Vec<f64> {
    let share = |rules: &Rules| {
        let family = Family::of(rules);
        family.share() / games.iter().filter(|other| Family::of(other) == family).count() as f64
    };
    games.iter().map(share).collect()
}

/// The fewest points of a board: smaller ones are solved, or every game on them is a draw.
const FEWEST_POINTS: usize = 37;

/// The sizes of boards, and the share of games that each has, in parts of the sum: the usual one most, then those of
/// tournaments; those with few points the least.
fn sizes(rules: &Rules) -> impl Iterator<Item = (usize, usize)> {
    let points = |size: usize| if rules.hexagonal() { 3 * size * (size - 1) + 1 } else { size * size };
    let part = |size: usize| match size {
        _ if size == rules.default_size => 24,
        15 | 19 | 20 => 8,
        _ if rules.hexagonal() => 4,
        ..10 => 1,
        _ => 2,
    };
    let sizes = rules.sizes.iter().filter(move |&size| points(size) >= FEWEST_POINTS);
    sizes.map(move |size| (size, part(size)))
}

/// A board of one of the sizes, `only` some of them if there are any, that chance picks by its share; `None` if it has none of
/// them.
pub(crate) fn board(rules: &Rules, only: &[usize], dice: &mut Dice) -> Option<&'static Game> {
    let sizes = || sizes(rules).filter(|(size, _)| only.is_empty() || only.contains(size));
    let all = sizes().map(|(_, part)| part).sum();
    let mut left = if all == 0 { return None } else { dice.below(all) };
    for (size, part) in sizes() {
        if left < part {
            return Game::new(rules.clone(), Some(size), None).ok();
        }
        left -= part;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sizes_occur_and_the_usual_one_most_often() {
        for rules in Rules::ALL {
            let mut dice = Dice::new(1, 0, 0);
            let sizes: Vec<_> =
                (0..4000).map(|_| board(&rules, &[], &mut dice).expect("a board").grid().size()).collect();
            let count = |size: usize| sizes.iter().filter(|&&other| other == size).count();
            for size in rules.sizes.iter().filter(|&size| size != rules.default_size) {
                let fewest = usize::from(size > 6 || rules.hexagonal() && size > 3);
                assert!((fewest..count(rules.default_size)).contains(&count(size)), "{} {size}", rules.name);
            }
        }
        let renju = board(&Rules::RENJU, &[20], &mut Dice::new(1, 0, 0)).expect("a board");
        assert_eq!((renju.grid().size(), board(&Rules::RENJU, &[4], &mut Dice::new(1, 0, 0))), (20, None));
    }

    #[test]
    fn the_games_of_a_family_share_what_it_gets() {
        let of = |games: &[Rules]| shares(games);
        assert_eq!(of(&[Rules::RENJU, Rules::CARO, Rules::PENTE, Rules::NDENGROD]), [0.5, 0.5, 1.0, 0.4]);
    }
}
