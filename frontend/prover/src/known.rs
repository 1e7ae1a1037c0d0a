//! The proved positions of a store, by the stones of the attacker.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{Color, Game, Point, SetUp};
use search::proof::Assembly;
use search::prove::{Won, zone_of_win};

use crate::canon::Canon;
use crate::error::Error;
use crate::line::Line;
use crate::store::Store;
use crate::task::name;

/// The most wins to be tried in one task.
const MOST: usize = 256;

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

    /// The proved positions with the same stones of the `attacker` as `setup`, as they lie there, that may be won in the same
    /// way: no further stone of the defender is in the zone of the win. Those with the fewest such stones come first. None if
    /// `stop` is set while zones are computed.
    pub(crate) fn wins(&mut self, setup: &SetUp, attacker: Color, stop: &AtomicBool) -> Result<Vec<Won>, Error> {
        let (ours, theirs) = (stones(setup, attacker), stones(setup, !attacker));
        let (mut seen, mut fitting) = (HashSet::new(), Vec::new());
        for text in self.known.like(setup, attacker).to_vec() {
            let Ok(other) = self.known.canon.game.parse_position(&text) else { continue };
            if other.to_move != attacker {
                continue;
            }
            let Some(zone) = self.zone(&text, &other, stop)? else { return Ok(Vec::new()) };
            let canon = &self.known.canon;
            for (image, symmetry) in canon.images(&other).filter(|(image, _)| stones(image, attacker) == ours) {
                let defender = stones(&image, !attacker);
                let zone: Vec<Point> = zone.iter().map(|&point| canon.image(symmetry, point)).collect();
                let more: Vec<&Point> = theirs.iter().filter(|stone| !defender.contains(stone)).collect();
                if !more.iter().any(|stone| zone.contains(stone)) && seen.insert(defender) {
                    fitting.push((more.len(), text.clone(), image, symmetry, zone));
                }
            }
        }
        fitting.sort_by_key(|&(more, ..)| more);
        fitting.truncate(MOST);
        let mut wins = Vec::new();
        for (_, text, setup, symmetry, zone) in fitting {
            let Some(win) = self.proof(&text)? else { continue };
            let mut assembly = Assembly::default();
            let first = assembly.import(&win, |point| self.known.canon.image(symmetry, point));
            wins.push(Won { setup, win: assembly.strategy(first), zone });
        }
        Ok(wins)
    }

    /// The zone of the win of a canonical position; it is added if the store has none. `None` if `stop` is set before.
    fn zone(&mut self, text: &str, setup: &SetUp, stop: &AtomicBool) -> Result<Option<Vec<Point>>, Error> {
        if let Some(zone) = self.facts(text).and_then(|facts| facts.zone.clone()) {
            return Ok(Some(zone));
        }
        let game = self.game();
        let win = self.proof(text)?.unwrap_or_default();
        let zone = zone_of_win(game, setup, &win, stop).ok().flatten();
        if stop.load(Relaxed) {
            return Ok(None);
        }
        // Of a win that does not hold all points matter.
        let zone = zone.unwrap_or_else(|| game.grid().points().collect());
        let names = zone.iter().map(|&point| name(game, point)).collect();
        self.append(Line { position: text.to_owned(), zone: Some(names), ..Line::default() })?;
        Ok(Some(zone))
    }
}

fn stones(setup: &SetUp, side: Color) -> Stones {
    let mut stones: Stones =
        setup.stones.iter().filter(|&&(_, color)| color == side).map(|&(point, _)| point).collect();
    stones.sort_unstable();
    stones
}
