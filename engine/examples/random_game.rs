//! Plays a game to its end by random legal moves: `cargo run --example random_game -- pente`.
#![expect(clippy::print_stdout, reason = "an example speaks")]

use std::env;
use std::error::Error;

use ninuki_engine::{Game, Move};

fn main() -> Result<(), Box<dyn Error>> {
    let rules = env::args().nth(1).unwrap_or_else(|| "ninuki".to_owned());
    let game = Game::new(rules.parse()?, None, None)?;
    let mut record = game.record();
    // A linear congruential generator: the same game in every run.
    let mut state = 1_u64;
    let mut below = |count: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % count
    };
    let outcome = loop {
        if let Some(outcome) = record.outcome() {
            break outcome;
        }
        let color = record.to_move();
        let legal = record.legal();
        let mv = if legal.is_empty() { Move::Pass } else { Move::Place(legal[below(legal.len())]) };
        let captured = record.play(mv)?;
        if !captured.is_empty() {
            println!("{color} captures {} stones by {}", captured.len(), mv.display(game.grid()));
        }
    };
    println!("{game}: {outcome}, after {} moves", record.moves().len());
    println!("{}", record.position_text());
    Ok(())
}
