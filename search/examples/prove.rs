//! Proves a win by continuous threats, and checks the proof: `cargo run --example prove`.
#![expect(clippy::print_stdout, reason = "an example speaks")]

// Only needed inside this workspace: other programs name this package in their manifest.
extern crate engine as ninuki_engine;

use std::error::Error;
use std::sync::atomic::AtomicBool;

use ninuki_engine::Game;
use ninuki_search::proof::{Answer, Certificate, Effort, solve_game};

fn main() -> Result<(), Box<dyn Error>> {
    let game = Game::new("freestyle".parse()?, None, None)?;
    let moves = game.parse_moves("f8 a1 g8 c13 h6 m2 h7 o12")?;
    let solution = solve_game(game, None, &moves, Effort::default(), &AtomicBool::new(false))?;
    let (Answer::Win { plies, line, .. }, Some(text)) = (solution.answer, solution.certificate) else {
        return Err("no win by threats was found".into());
    };
    println!("the side to move wins in {plies} plies: {}", game.display_moves(&line));

    // The certificate is all that a checker needs: not the search, only the rules.
    let certificate: Certificate = text.parse()?;
    let verified = certificate.verify()?;
    println!("checked against every reply, {} positions:\n{certificate}", verified.positions);
    Ok(())
}
