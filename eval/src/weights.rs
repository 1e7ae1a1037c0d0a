//! The weights, fitted to games by the tuner (`cargo run --release -p bench --bin tune`).

use std::fmt::Write;

use engine::{Color, Game, Scale};

use crate::order::{ORDER_LAYOUT, TRAITS};
use crate::value::{self, LAYOUT, TERMS};

/// The weights of all games, by their names. `both` stands for either side to move.
const TABLES: &str = include_str!("weights.txt");

/// Hundredths of a point in a natural logarithm of odds: a side that wins e times as often as it loses is two points ahead.
pub const UNIT: f64 = 200.0;

/// A value is summed up in parts of a hundredth of a point, and divided at last.
pub(crate) const PARTS: i32 = 16;

/// The weights for one side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Of the terms of a value, in 1/16 of a hundredth of a point.
    pub(crate) value: [i32; TERMS],
    /// Those of the codes of points, for each side.
    pub(crate) points: [Scale; 2],
    /// Of traits in the order of moves, in hundredths of a natural logarithm of odds.
    pub(crate) order: [i32; TRAITS],
}

/// The weights of a game, for Black to move and for White.
pub(crate) fn weights(game: &'static Game) -> &'static [Weights; 2] {
    game.attached(|| {
        let name = game.rules().name;
        Color::ALL.map(|color| {
            let found = Weights::find(TABLES, name, color);
            found.unwrap_or_else(|| panic!("no weights, or damaged ones, for {name}"))
        })
    })
}

impl Weights {
    /// Weights of a value and of an order, in natural logarithms of odds.
    ///
    /// # Panics
    /// There are not [`TERMS`] and [`TRAITS`] of them.
    #[must_use]
    pub fn new(value: &[f64], order: &[f64]) -> Self {
        let rounded = |weights: &[f64], unit: f64| -> Vec<i32> {
            weights.iter().map(|weight| (weight * unit).round() as i32).collect()
        };
        let value = rounded(value, UNIT * f64::from(PARTS));
        Self::of(value.try_into().expect("all terms"), rounded(order, 100.0).try_into().expect("all traits"))
    }

    fn of(value: [i32; TERMS], order: [i32; TRAITS]) -> Self {
        let short = |weight: i32| weight.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let scale = |side| Scale::new(std::array::from_fn(|code| short(value[value::point(side, code as u8)])));
        Self { value, points: [scale(0), scale(1)], order }
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
        let numbers: Vec<i32> = rows.map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let (value, order) = numbers.split_at_checked(TERMS)?;
        Some(Self::of(value.try_into().ok()?, order.try_into().ok()?))
    }

    /// The weights of terms and of traits, in natural logarithms of odds.
    #[must_use]
    pub fn nats(&self) -> (Vec<f64>, Vec<f64>) {
        let value = self.value.iter().map(|&weight| f64::from(weight) / (UNIT * f64::from(PARTS)));
        (value.collect(), self.order.iter().map(|&weight| f64::from(weight) / 100.0).collect())
    }

    /// The weights as lines of text, a row each.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut numbers = self.value.iter().chain(&self.order);
        for (name, rows, columns) in LAYOUT.into_iter().chain(ORDER_LAYOUT) {
            for _ in 0..rows {
                text.push_str(name);
                for number in numbers.by_ref().take(columns) {
                    let _ = write!(text, " {number}");
                }
                text.push('\n');
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use engine::Rules;

    use super::*;

    #[test]
    fn every_game_has_weights_that_can_be_read_and_written() {
        for rules in Rules::ALL {
            for color in Color::ALL {
                let weights = Weights::find(TABLES, rules.name, color);
                let weights = weights.unwrap_or_else(|| panic!("{} has no weights", rules.name));
                assert!(TABLES.contains(&weights.text()), "{}", rules.name);
                let (value, order) = weights.nats();
                assert_eq!(Weights::new(&value, &order), weights);
            }
        }
    }
}
