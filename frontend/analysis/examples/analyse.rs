//! The best lines of a position, depth by depth: `cargo run --example analyse`.
#![expect(clippy::print_stdout, reason = "an example speaks")]

// Other packages have `ninuki-records` in their manifest and need no such line.
extern crate records as ninuki_records;

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ninuki_analysis::{Analyst, Effort};
use ninuki_records::{Choice, Replayed};

fn main() -> Result<(), Box<dyn Error>> {
    let choice = Choice { rules: Some("pente".to_owned()), ..Choice::default() };
    let game = Replayed::from(choice.entry("K10 L9 N10 M8 M10 L10")?);

    let board = game.record.game();
    let (threads, memory) = (1, 16 << 20);
    let mut analyst = Analyst::new(game.record.as_ref(), None, threads, memory);
    let effort = Effort { time: Some(Duration::from_secs(1)), ..Effort::default() };
    let found = analyst.think(effort, 3, &AtomicBool::new(false), &mut |found| {
        println!("depth {:2}  {:8} nodes  {}", found.depth, found.nodes, board.display_moves(&found.lines[0].moves));
    });

    println!("{} to move", game.record.to_move());
    for line in &found.lines {
        let percent = 100.0 * line.score.win_rate();
        println!("{:>6}  wins {percent:3.0} %  {}", line.score, board.display_moves(&line.moves));
    }
    Ok(())
}
