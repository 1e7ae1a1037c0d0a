//! The signature: the number of nodes of searches from fixed positions to a fixed depth, with one thread.
//!
//! It changes if and only if the search decides differently somewhere, on every processor alike.
//!
//! # Examples
//! ```no_run
//! # extern crate engine as ninuki_engine;
//! use ninuki_engine::Rules;
//! use ninuki_search::signature;
//!
//! let visited = signature::measure(&Rules::PENTE);
//! println!("{} nodes, {} per second", visited.nodes, visited.per_second());
//! assert_eq!(signature::expected(&Rules::PENTE), Some(visited.nodes));
//! ```

use std::ops::AddAssign;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::{Instant, Limits, player};
use engine::{Game, Rules, notation};

/// The positions: a game and its moves on each line.
const POSITIONS: &str = include_str!("signature/positions.txt");

/// The signature as it should be: a game and its number of nodes on each line.
const EXPECTED: &str = include_str!("signature/nodes.txt");

/// How deep each position is searched, in plies.
const DEPTH: u32 = 8;

/// The table of each search, in bytes.
const MEMORY: usize = 4 << 20;

/// The totals of the searches of one game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Visited {
    /// Nodes visited.
    pub nodes: u64,
    /// The time that took.
    pub time: Duration,
}

impl Visited {
    /// Nodes per second.
    #[must_use]
    pub fn per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

impl AddAssign for Visited {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

/// The number of nodes that searches of `rules` should visit, if there are positions of that game.
#[must_use]
pub fn expected(rules: &Rules) -> Option<u64> {
    lines_of(EXPECTED, rules).next()?.parse().ok()
}

/// Searches all positions of `rules`.
///
/// # Panics
/// The positions are not positions of that game.
#[must_use]
pub fn measure(rules: &Rules) -> Visited {
    let game = Game::new(rules.clone(), None, None).expect("the usual board");
    let started = Instant::now();
    let nodes = lines_of(POSITIONS, rules).map(|moves| search(game, moves)).sum();
    Visited { nodes, time: started.elapsed() }
}

/// The rest of each line that begins with the name of the game.
fn lines_of<'t>(text: &'t str, rules: &Rules) -> impl Iterator<Item = &'t str> {
    text.lines().filter_map(|line| line.split_once(' ')).filter(|&(name, _)| name == rules.name).map(|(_, rest)| rest)
}

/// The number of nodes visited after `moves`.
fn search(game: &'static Game, moves: &str) -> u64 {
    let mut player = player(game, None).expect("an empty board");
    player.set_memory(MEMORY);
    for name in moves.split(' ') {
        let mv = notation::parse_move(game.grid(), name).expect("a move");
        player.play(mv).expect("a legal move");
    }
    let mut nodes = 0;
    let limits = Limits { depth: Some(DEPTH), ..Limits::none() };
    player.think(&limits, &AtomicBool::new(false), &mut |report| nodes = report.nodes);
    nodes
}
