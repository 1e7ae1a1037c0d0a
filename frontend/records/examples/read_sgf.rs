//! Reads a game in SGF and tells what is in it: `cargo run --example read_sgf -- game.sgf`.
#![expect(clippy::print_stdout, reason = "an example speaks")]

use std::env;
use std::error::Error;
use std::fs;

use ninuki_records::{Choice, Format, Replayed, summary};

const GAME: &str = "(;FF[4]GM[4]SZ[15]RU[renju]PB[Ann]PW[Bob]RE[B+R]
;B[hh];W[ig](;B[jj]C[the game];W[ih])(;B[hj]C[a variation]))";

fn main() -> Result<(), Box<dyn Error>> {
    let bytes = env::args().nth(1).map_or_else(|| Ok(GAME.into()), fs::read)?;
    for entry in Format::SGF.read(bytes, &Choice::default())? {
        let entry = entry?;
        let [black, white] = &entry.about.players;
        println!("{black} - {white}: {}", entry.game.display_moves(&entry.played().collect::<Vec<_>>()));
        let tree = entry.whole();
        let comments =
            (0..tree.len()).filter_map(|node| Some(&tree.note(node)?.comment)).filter(|text| !text.is_empty());
        comments.for_each(|comment| println!("comment: {comment}"));

        // The replay by the rules: captures, the side to move, the winner, the move that is refused.
        let game = Replayed::from(entry.clone());
        summary(&game).iter().for_each(|line| println!("{line}"));
        if let Some(refused) = game.error {
            return Err(refused.into());
        }
    }
    Ok(())
}
