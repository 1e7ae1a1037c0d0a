//! Proves a win by continuous threats, and checks the proof: `cargo run --example prove`.
#![expect(clippy::print_stdout, reason = "an example speaks")]

// A program of its own names this package in its manifest and needs no such line.
extern crate engine as ninuki_engine;

use std::error::Error;
use std::sync::atomic::AtomicBool;

use ninuki_engine::Game;
use ninuki_search::proof::{Answer, Certificate, Effort, solve_game};

fn main() -> Result<(), Box<dyn Error>> {
    let game = Game::new("freestyle".parse()?, None, None)?;
    let names = ["h8", "h9", "j10", "i8", "g10", "i10", "i9", "g7", "j8", "k7", "j9", "j11", "k9"];
    let moves = names.into_iter().map(|name| game.parse_move(name)).collect::<Result<Vec<_>, _>>()?;

    for made in 0..moves.len() {
        let solution = solve_game(game, None, &moves[..made], Effort::default(), &AtomicBool::new(false))?;
        let Answer::Win { plies, line, .. } = solution.answer else { continue };
        let line: Vec<String> = line.iter().map(|mv| mv.display(game.grid()).to_string()).collect();
        println!("after {made} moves the side to move wins in {plies} plies: {}", line.join(" "));

        // The certificate is all that a checker needs: not the search, only the rules.
        let text = solution.certificate.expect("a win has a certificate");
        let certificate: Certificate = text.parse()?;
        let verified = certificate.verify()?;
        println!("checked against every reply, {} positions:\n{certificate}", verified.positions);
        return Ok(());
    }
    println!("no win by threats was found");
    Ok(())
}
