//! Writes the weights of each game to `GAME.bin` in the given folder. A game without weights gets those of the most
//! similar game.

// In this workspace the crates go by short names.
extern crate engine as ninuki_engine;

use std::path::PathBuf;
use std::{env, fs};

use ninuki_engine::Rules;
use ninuki_eval::WeightsFile;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else { return Ok(()) };
    fs::create_dir_all(&folder)?;
    for rules in Rules::ALL {
        let shipped = WeightsFile::shipped();
        let Some(like) = rules.nearest_of(|rules| shipped.named(rules.name).is_some()) else { continue };
        let mut weights = shipped.of_game(like.name);
        weights.tables.iter_mut().for_each(|table| rules.name.clone_into(&mut table.game));
        fs::write(folder.join(rules.name).with_extension("bin"), weights.to_bytes())?;
    }
    Ok(())
}
