//! Games of the engine against itself at few nodes, in which mistakes make puzzles.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{Game, Move};
use openings::lists::{Opening, embedded};
use random::Dice;
use search::{AnalysisLine, Limits};

use super::{Headway, Last, Maker, OPENING};

/// Games of the engine against itself.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    game: &'static Game,
    seed: u64,
    /// Nodes a move.
    nodes: u64,
    openings: Vec<Opening>,
}

/// The most moves of a game.
const MOVES: usize = 120;

/// The loss of win rate by the second line at which it may be played.
const NEAR: f64 = 0.08;

impl SelfPlay {
    /// Games of `game` with at most `nodes` nodes a move; another seed gives other games.
    #[must_use]
    pub fn new(game: &'static Game, seed: u64, nodes: u64) -> Self {
        Self { game, seed, nodes, openings: embedded(game) }
    }

    /// The name of these games in files.
    #[must_use]
    pub fn key(&self) -> String {
        let Self { game, seed, nodes, .. } = self;
        format!("self-play {game} lines {} seed {seed} nodes {nodes}", game.length())
    }
}

impl Maker {
    /// Plays game `number`, and looks for puzzles in it, until `stop` is set.
    pub fn self_play(&mut self, games: &SelfPlay, number: usize, stop: &AtomicBool) -> Headway {
        let mut headway = Headway::default();
        let mut dice = Dice::new(games.seed, number as u64, 0x7075_7a7a);
        let Some(mut player) = self.player(games.game, None) else { return headway };
        let empty = [];
        let opening = match games.openings.len() {
            0 => &empty[..],
            count => &games.openings[dice.below(count)].moves,
        };
        if opening.iter().any(|&mv| player.play(mv).is_err()) {
            return headway;
        }
        // One side may look less far, so that it makes mistakes.
        let nodes = [0; 2].map(|_| (games.nodes >> dice.below(4)).max(50));
        let source = format!("self-play, seed {}, game {}", games.seed, number + 1);
        let mut last = Last::default();
        while player.record().outcome().is_none() && player.record().moves().len() < MOVES {
            let nodes = nodes[player.record().to_move().index()];
            let limits = Limits { nodes: Some(nodes), lines: 2, ..Limits::none() };
            let found = player.analyse(&limits, stop, &mut |_| ());
            let Some(found) = found.filter(|_| !stop.load(Relaxed)) else { return headway };
            headway.positions += 1;
            if player.record().moves().len() >= OPENING {
                self.look(player.record(), &found.lines, &source, &mut last, &mut headway.puzzles, stop);
            }
            if player.play(choice(&found.lines, &mut dice)).is_err() {
                break;
            }
        }
        self.resources = player.release();
        headway.complete = !stop.load(Relaxed);
        headway
    }
}

/// The best move, or sometimes the second if it is nearly as good.
fn choice(lines: &[AnalysisLine], dice: &mut Dice) -> Move {
    let thrown = dice.share();
    match lines {
        [best, second, ..] if best.score.win_rate() - second.score.win_rate() <= NEAR && thrown < 0.4 => second.best(),
        [best, ..] => best.best(),
        [] => Move::Pass,
    }
}
