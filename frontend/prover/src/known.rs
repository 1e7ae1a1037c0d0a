//! The proved positions of a store, by the stones of the attacker.

use std::collections::{HashMap, HashSet};

use engine::{Color, Game, Point, SetUp};
use search::proof::Assembly;
use search::prove::Won;

use crate::canon::Canon;
use crate::error::Error;
use crate::store::Store;

/// The stones of one side, in ascending order.
type Stones = Vec<Point>;

/// The texts of proved positions by the stones of the attacker, as the image has them that comes first.
pub(crate) struct Known {
    canon: Canon,
    by_stones: HashMap<Stones, Vec<String>>,
}

impl Known {
    pub(crate) fn of(game: &'static Game) -> Self {
        Self { canon: Canon::of(game), by_stones: HashMap::new() }
    }

    /// Adds a position, of which the side to move is the attacker.
    pub(crate) fn add(&mut self, text: &str) {
        if let Ok(setup) = self.canon.game.parse_position(text) {
            self.by_stones.entry(self.key(&setup, setup.to_move)).or_default().push(text.to_owned());
        }
    }

    /// The positions with the same stones of the attacker as an image of `setup`.
    fn like(&self, setup: &SetUp, attacker: Color) -> &[String] {
        self.by_stones.get(&self.key(setup, attacker)).map_or(&[], Vec::as_slice)
    }

    fn key(&self, setup: &SetUp, attacker: Color) -> Stones {
        self.canon.images(setup).map(|(image, _)| stones(&image, attacker)).min().unwrap_or_default()
    }
}

impl Store {
    /// Whether there are wins with the same stones of the `attacker` as in `setup`.
    pub(crate) fn has_wins(&self, setup: &SetUp, attacker: Color) -> bool {
        !self.known.like(setup, attacker).is_empty()
    }

    /// The proved positions with the same stones of the `attacker` as `setup`, as they lie there.
    pub(crate) fn wins(&self, setup: &SetUp, attacker: Color) -> Result<Vec<Won>, Error> {
        let (canon, ours) = (&self.known.canon, stones(setup, attacker));
        let (mut seen, mut wins) = (HashSet::new(), Vec::new());
        for text in self.known.like(setup, attacker) {
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
