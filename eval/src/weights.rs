//! The weights of a game, fitted to games by the trainer.

use std::sync::Arc;

use engine::Color;

use crate::layout::{self, NETWORK_LAYOUT, PARAMETERS, POLICY_LAYOUT, POLICY_SCALE};
use crate::line_table::LineTable;
use crate::network::Network;
use crate::policy::POLICY_PARAMETERS;

/// The weights of a game: for Black to move, for White, and those of line patterns, if it has them. A clone shares them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    sides: [Arc<SideWeights>; 2],
    lines: Option<Arc<LineTable>>,
}

impl Weights {
    /// The weights for Black to move and for White, and those of line patterns.
    #[must_use]
    pub const fn new(sides: [Arc<SideWeights>; 2], lines: Option<Arc<LineTable>>) -> Self {
        Self { sides, lines }
    }

    /// The weights for `color` to move.
    #[inline]
    #[must_use]
    pub fn of(&self, color: Color) -> &SideWeights {
        &self.sides[color.index()]
    }

    /// The weights of line patterns.
    #[must_use]
    pub const fn lines(&self) -> Option<&Arc<LineTable>> {
        self.lines.as_ref()
    }
}

/// The weights for one side to move: a network for values, and a policy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideWeights {
    pub(crate) network: Network,
    /// In hundredths of a natural logarithm of odds.
    pub(crate) policy: Box<[i16; POLICY_PARAMETERS]>,
}

impl SideWeights {
    /// How many numbers there are: those of the network, then those of the policy.
    pub const LEN: usize = PARAMETERS + POLICY_PARAMETERS;

    /// A network, and the weights of a policy, in natural logarithms of odds.
    ///
    /// # Panics
    /// There are not [`POLICY_PARAMETERS`] of them.
    #[must_use]
    pub fn new(network: Network, policy: &[f64]) -> Self {
        let policy: Vec<i16> = policy.iter().map(|weight| (weight * f64::from(POLICY_SCALE)).round() as i16).collect();
        Self { network, policy: policy.try_into().expect("all policy features") }
    }

    /// The network of values.
    #[must_use]
    pub const fn network(&self) -> &Network {
        &self.network
    }

    /// The weights of the policy, in natural logarithms of odds.
    #[must_use]
    pub fn policy(&self) -> Vec<f64> {
        self.policy.iter().map(|&weight| f64::from(weight) / f64::from(POLICY_SCALE)).collect()
    }

    /// All numbers: weights of points in 1/64, of the rest of the network in 1/256, of the policy in 1/100.
    pub fn numbers(&self) -> impl Iterator<Item = i16> {
        self.network.numbers().chain(self.policy.iter().copied())
    }

    /// The weights with these [`numbers`](Self::numbers); `None` unless there are [`LEN`](Self::LEN) of them.
    #[must_use]
    pub fn from_numbers(numbers: &[i16]) -> Option<Self> {
        let (network, policy) = numbers.split_at_checked(PARAMETERS)?;
        Some(Self { network: Network::from_numbers(network)?, policy: policy.to_vec().try_into().ok()? })
    }

    /// The layout of the weights, row by row: name and length of each row.
    pub fn rows() -> impl Iterator<Item = (&'static str, usize)> {
        layout::rows(&NETWORK_LAYOUT).chain(layout::rows(&POLICY_LAYOUT))
    }
}

#[cfg(all(test, feature = "weights"))]
mod tests {
    use engine::Rules;

    use super::*;

    #[test]
    fn a_game_of_ones_own_has_the_weights_of_the_nearest_known_one() {
        for base in Rules::ALL.into_iter().filter(|rules| rules.ban.is_some()) {
            let rules = Rules::own("mine", base.name, &[("opening.first-centre", "false")]).expect("rules");
            assert!(Weights::for_rules(&rules) == Weights::for_rules(&rules.nearest()), "{}", base.name);
        }
    }

    #[test]
    fn weights_survive_being_taken_apart() {
        for rules in Rules::ALL {
            let weights = Weights::for_rules(&rules);
            for color in Color::ALL {
                let weights = weights.of(color);
                let network = Network::new(&weights.network.weights());
                assert_eq!(&SideWeights::new(network, &weights.policy()), weights);
                let numbers: Vec<i16> = weights.numbers().collect();
                assert_eq!(SideWeights::from_numbers(&numbers).as_ref(), Some(weights));
                assert_eq!(SideWeights::from_numbers(&numbers[1..]), None);
                assert_eq!(SideWeights::rows().map(|(_, length)| length).sum::<usize>(), numbers.len());
            }
        }
    }
}
