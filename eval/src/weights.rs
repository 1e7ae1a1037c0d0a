//! The weights, fitted to games by the tuner (`cargo run --release -p bench --bin tune`).

use std::fmt::Write;

use engine::{Color, Game};

use crate::network::{Network, PARAMETERS};
use crate::policy::{POLICY_LAYOUT, POLICY_PARAMETERS};

/// The weights of all games, by their names. `both` stands for either side to move.
const TABLES: &str = include_str!("weights.txt");

/// Hundredths of a point in a natural logarithm of odds: a side that wins e times as often as it loses is two points ahead.
pub const UNIT: f64 = 200.0;

/// The weights for one side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    pub(crate) network: Network,
    /// Of traits in the order of moves, in hundredths of a natural logarithm of odds.
    pub(crate) order: [i32; POLICY_PARAMETERS],
}

/// The weights of a game, for Black to move and for White.
pub(crate) fn weights(game: &'static Game) -> &'static [Weights; 2] {
    game.attached(|| {
        let name = game.rules().nearest().name;
        Color::ALL.map(|color| {
            let found = Weights::find(TABLES, name, color);
            found.unwrap_or_else(|| panic!("no weights, or damaged ones, for {name}"))
        })
    })
}

impl Weights {
    /// A network, and the weights of an order, in natural logarithms of odds.
    ///
    /// # Panics
    /// There are not [`POLICY_PARAMETERS`] of them.
    #[must_use]
    pub fn new(network: Network, order: &[f64]) -> Self {
        let order: Vec<i32> = order.iter().map(|weight| (weight * 100.0).round() as i32).collect();
        Self { network, order: order.try_into().expect("all policy_features") }
    }

    /// The weights for `color` to move that `tables` hold for the game with this name. Tables are separated by empty lines,
    /// and each is a title, the name and `x`, `o` or `both`, and what [`Self::text`] wrote.
    #[must_use]
    pub fn find(tables: &str, name: &str, color: Color) -> Option<Self> {
        let table = tables.split("\n\n").find(|table| {
            let mut title = table.lines().next().unwrap_or_default().split(' ');
            title.next() == Some(name)
                && title.next().is_some_and(|side| side == "both" || side.starts_with(color.symbol()))
        });
        Self::parse(table?)
    }

    fn parse(table: &str) -> Option<Self> {
        let rows = table.lines().skip(1).flat_map(|line| line.split_whitespace().skip(1));
        let numbers: Vec<i16> = rows.map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let (network, order) = numbers.split_at_checked(PARAMETERS)?;
        let order: Vec<i32> = order.iter().map(|&weight| weight.into()).collect();
        Some(Self { network: Network::from_numbers(network)?, order: order.try_into().ok()? })
    }

    /// The network of values.
    #[must_use]
    pub const fn network(&self) -> &Network {
        &self.network
    }

    /// The weights of traits, in natural logarithms of odds.
    #[must_use]
    pub fn order(&self) -> Vec<f64> {
        self.order.iter().map(|&weight| f64::from(weight) / 100.0).collect()
    }

    /// The weights as lines of text, a row each.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut numbers = self.network.numbers().map(i32::from).chain(self.order);
        let order =
            POLICY_LAYOUT.into_iter().flat_map(|(name, rows, columns)| std::iter::repeat_n((name, columns), rows));
        for (name, columns) in Network::names().chain(order) {
            text.push_str(name);
            for number in numbers.by_ref().take(columns) {
                let _ = write!(text, " {number}");
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use engine::Rules;

    use super::*;

    #[test]
    fn a_game_of_ones_own_has_the_weights_of_the_nearest_known_one() {
        let known = Rules::ALL.into_iter().filter(|rules| rules.ban.is_some());
        for base in known {
            let rules = Rules::own("mine", base.name, &[("opening.first-centre", "false")]).expect("rules");
            let name = rules.nearest().name;
            let game = Game::new(rules, None, None).expect("a board");
            let found = Color::ALL.map(|color| Weights::find(TABLES, name, color));
            assert_eq!(weights(game).each_ref().map(|weights| Some(weights.clone())), found);
        }
    }

    #[test]
    fn every_game_has_weights_that_can_be_read_and_written() {
        for rules in Rules::ALL {
            for color in Color::ALL {
                let weights = Weights::find(TABLES, rules.name, color);
                let weights = weights.unwrap_or_else(|| panic!("{} has no weights", rules.name));
                assert!(TABLES.contains(&weights.text()), "{}", rules.name);
                let network = Network::new(&weights.network.weights());
                assert_eq!(Weights::new(network, &weights.order()), weights);
            }
        }
    }
}
