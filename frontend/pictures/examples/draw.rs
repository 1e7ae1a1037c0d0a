//! Reads a game in SGF and draws it as SVG: `cargo run --example draw >game.svg`.
#![expect(clippy::print_stdout, reason = "an example speaks")]

// Only examples of this workspace need this line: programs name the package in their manifest.
extern crate records as ninuki_records;

use std::error::Error;

use ninuki_pictures::{Decorations, diagram, svg};
use ninuki_records::{Choice, Format, Replayed};

const GAME: &str = "(;FF[4]GM[4]SZ[15]RU[renju]PB[Black]PW[White]
;B[hh];W[ig];B[jj];W[ih];B[ii];W[gg];B[ij];W[hj];B[hg];W[gf])";

fn main() -> Result<(), Box<dyn Error>> {
    for entry in Format::SGF.read(GAME.into(), &Choice::default())? {
        let mut game = Replayed::from(entry?);
        if let Some(refused) = game.error {
            return Err(refused.into());
        }
        let scene = diagram(&mut game, &Decorations { numbers: Some(1), ..Decorations::default() });
        println!("{}", svg(&scene, 760));
    }
    Ok(())
}
