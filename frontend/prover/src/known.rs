//! The proved positions of a store, by the stones of the attacker.

use std::collections::{HashMap, HashSet};

use engine::{Color, Point, SetUp};
use search::proof::Assembly;
use search::prove::Won;

use crate::canon::Canon;
use crate::error::Error;
use crate::store::Store;

/// The stones of one side, in ascending order.
type Stones = Vec<Point>;

/// The texts of proved positions by the stones of the attacker, as the image has them that comes first.
#[derive(Default)]
pub(crate) struct Known {
    by_stones: HashMap<Stones, Vec<String>>,
}

impl Known {
    /// Adds a position, of which the side to move is the attacker.
    pub(crate) fn add(&mut self, canon: &Canon, text: &str) {
        if let Ok(setup) = canon.game.parse_position(text) {
            self.by_stones.entry(key(canon, &setup, setup.to_move)).or_default().push(text.to_owned());
        }
    }

    /// The positions with the same stones of the attacker as an image of `setup`.
    fn like(&self, canon: &Canon, setup: &SetUp, attacker: Color) -> &[String] {
        self.by_stones.get(&key(canon, setup, attacker)).map_or(&[], Vec::as_slice)
    }
}

impl Store {
    /// Whether there are wins with the same stones of the `attacker` as in `setup`.
    pub(crate) fn has_wins(&self, setup: &SetUp, attacker: Color) -> bool {
        !self.known.like(&self.canon, setup, attacker).is_empty()
    }

    /// The proved positions with the same stones of the `attacker` as `setup`, as they lie there.
    pub(crate) fn wins(&self, setup: &SetUp, attacker: Color) -> Result<Vec<Won>, Error> {
        let (canon, ours) = (&self.canon, stones(setup, attacker));
        let (mut seen, mut wins) = (HashSet::new(), Vec::new());
        for text in self.known.like(canon, setup, attacker) {
            let (Ok(other), Some(win)) = (canon.game.parse_position(text), self.proof(text)?) else { continue };
            for (image, symmetry) in canon.images(&other) {
                let is_ours = other.to_move == attacker && stones(&image, attacker) == ours;
                if is_ours && seen.insert(stones(&image, !attacker)) {
                    let mut assembly = Assembly::default();
                    let first = assembly.import(&win, |point| canon.image(symmetry, point));
                    wins.push(Won { setup: image, win: assembly.strategy(first) });
                }
            }
        }
        Ok(wins)
    }
}

fn stones(setup: &SetUp, side: Color) -> Stones {
    let mut stones: Stones =
        setup.stones.iter().filter(|&&(_, color)| color == side).map(|&(point, _)| point).collect();
    stones.sort_unstable();
    stones
}

fn key(canon: &Canon, setup: &SetUp, attacker: Color) -> Stones {
    canon.images(setup).map(|(image, _)| stones(&image, attacker)).min().unwrap_or_default()
}
