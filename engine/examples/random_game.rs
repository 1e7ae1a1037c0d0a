//! Plays a game to its end by random legal moves: `cargo run --example random_game -- pente`.
#![expect(clippy::print_stdout, reason = "an example speaks")]

// Only needed inside this workspace: other programs name these packages in their manifest.
extern crate random as ninuki_random;

use std::env;
use std::error::Error;

use ninuki_engine::{Game, Move};
use ninuki_random::Dice;

fn main() -> Result<(), Box<dyn Error>> {
    let rules = env::args().nth(1).unwrap_or_else(|| "ninuki".to_owned());
    let game = Game::new(rules.parse()?, None, None)?;
    let mut record = game.record();
    let mut dice = Dice::new(1, 0, 0);
    let outcome = loop {
        if let Some(outcome) = record.outcome() {
            break outcome;
        }
        let color = record.to_move();
        let mv = dice.pick(&record.legal()).map_or(Move::Pass, Move::Place);
        let captured = record.play(mv)?;
        if !captured.is_empty() {
            println!("{color} captures {} stones by {}", captured.len(), mv.display(game.grid()));
        }
    };
    println!("{game}: {outcome}, after {} moves", record.moves().len());
    println!("{}", record.position_text());
    Ok(())
}
