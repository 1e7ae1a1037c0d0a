//! Positions as numbers, for a network that is fitted elsewhere: `bench/python/fit.py` does it on an accelerator.
//!
//! All numbers are little-endian. `heads.txt` has a line for each head: the name of the game, and `x`, `o` or `both` for the side to
//! move. `classes.bin` has for each class of line patterns the one that the other side sees, and those it is like up to three, two and
//! one cell from the centre: four times 2 bytes. `positions.bin` has 20 bytes for each position:
//!
//! | bytes | position |
//! |---|---|
//! | 4 | what the value is to foretell, a probability |
//! | 2 | the value by the weights of now, in hundredths of a point |
//! | 2 | the stones on the board |
//! | 2 | the number of its points |
//! | 5 | the global features that hold |
//! | 1 | the number of the head |
//! | 1 | the result for the side to move: 0 a loss, 1 a draw, 2 a win, 255 if the position was not played |
//! | 1 | 1 if it is held out |
//! | 2 | 0 |
//!
//! `points.bin` has 10 bytes for each of its points: the classes of the line patterns as the side to move sees them, four times 2
//! bytes, 65,535 where there is no line; and the pattern codes for the side to move and for the other.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use eval::LinePatterns;
use rayon::prelude::*;
use records::files::NewFile;

use crate::network::{self, Example, Head};
use crate::text::EITHER;
use crate::training_set::{self, TrainingSet};
use crate::{games_named, write};

/// What is written, and where.
#[derive(clap::Args)]
pub(crate) struct Settings {
    #[command(flatten)]
    training_set: TrainingSet,

    /// The folder of the files
    #[arg(long)]
    output: PathBuf,
}

/// Writes the positions of games into a folder, and how many there are to `out`.
///
/// # Errors
/// A file cannot be read or written.
pub(crate) fn export(settings: &Settings, out: &mut impl Write) -> io::Result<()> {
    let Settings { training_set, output } = settings;
    let games = games_named(&training_set.games)?;
    let heads = network::heads(&games);
    let sources = training_set.sources(&games)?;
    fs::create_dir_all(output)?;
    let side = |head: &Head| head.side.map_or(EITHER.to_owned(), |color| color.symbol().to_string());
    let titles: String = heads.iter().map(|head| format!("{} {}\n", head.rules.name, side(head))).collect();
    write(&output.join("heads.txt"), titles.as_bytes())?;
    write(&output.join("classes.bin"), &classes())?;
    let create = |name| NewFile::create(&output.join(name)).map_err(io::Error::other);
    let (mut positions, mut points) = (create("positions.bin")?, create("points.bin")?);
    let mut number = 0;
    training_set.for_each_chunk(&games, |weights, saved| {
        let scales = training_set::scales(&sources, weights);
        let examples = saved.par_iter().map(|game| network::of_game(game, &heads, scales, training_set.lambda));
        for example in examples.collect::<Result<Vec<_>, _>>()?.iter().flatten() {
            positions.write_all(&position(example))?;
            for point in &example.points {
                point.classes.iter().try_for_each(|class| points.write_all(&class.to_le_bytes()))?;
                points.write_all(&point.codes)?;
            }
            number += 1;
        }
        Ok(())
    })?;
    for file in [positions, points] {
        file.commit().map_err(io::Error::other)?;
    }
    writeln!(out, "{number} positions")
}

fn position(example: &Example) -> [u8; 20] {
    let mut bytes = [0; 20];
    bytes[..4].copy_from_slice(&example.target.to_le_bytes());
    bytes[4..6].copy_from_slice(&example.before.to_le_bytes());
    bytes[6..8].copy_from_slice(&example.stones.to_le_bytes());
    bytes[8..10].copy_from_slice(&(example.points.len() as u16).to_le_bytes());
    bytes[10..15].copy_from_slice(&example.global_features.map(|number| number as u8));
    bytes[15] = example.head;
    bytes[16] = example.result.map_or(u8::MAX, |result| (2.0 * result) as u8);
    bytes[17] = example.held_out.into();
    bytes
}

fn classes() -> Vec<u8> {
    let cuts: Vec<_> = (1..4).rev().map(|radius| LinePatterns::all().cut(radius)).collect();
    let exchanged = network::exchanged_classes();
    let of_class =
        |(class, exchanged)| std::iter::once(exchanged).chain(cuts.iter().map(move |cut: &Vec<u16>| cut[class]));
    exchanged.into_iter().enumerate().flat_map(of_class).flat_map(u16::to_le_bytes).collect()
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use eval::LINE_CLASSES;

    use super::*;
    use crate::quiet::HELD_OUT;
    use crate::selfplay;

    #[derive(Parser)]
    struct Export {
        #[command(flatten)]
        settings: Settings,
    }

    #[test]
    fn all_positions_are_written() {
        let folder = tempfile::tempdir().expect("a folder");
        selfplay::tests::run(folder.path(), "renju --positions 700");
        let [games, output] = ["", "positions"].map(|name| folder.path().join(name).display().to_string());
        let Export { settings } = Export::parse_from(["export", &games, "--games", "renju", "--output", &output]);
        let mut told = Vec::new();
        export(&settings, &mut told).expect("positions");
        let read = |name| fs::read(settings.output.join(name)).expect("a file");
        assert_eq!(read("heads.txt"), b"renju x\nrenju o\n");
        assert_eq!(read("classes.bin").len(), 8 * LINE_CLASSES);
        let (positions, points) = (read("positions.bin"), read("points.bin"));
        let (positions, rest) = positions.as_chunks::<20>();
        assert!(rest.is_empty());
        assert_eq!(String::from_utf8(told).expect("text"), format!("{} positions\n", positions.len()));
        // They are those of the games, one after the other.
        let (mut positions, mut points) = (positions.iter(), points.as_chunks::<10>().0.iter());
        let rules = games_named(&settings.training_set.games).expect("a game");
        let (heads, sources) = (network::heads(&rules), settings.training_set.sources(&rules).expect("sources"));
        let each = |weights, saved: &[_]| {
            for game in saved {
                for example in network::of_game(game, &heads, training_set::scales(&sources, weights), 0.85)? {
                    let bytes = positions.next().expect("a position");
                    assert_eq!(f32::from_le_bytes(*bytes[..4].as_array().expect("four")), example.target);
                    assert_eq!(bytes[17] == 1, game.number.is_multiple_of(HELD_OUT));
                    for point in &example.points {
                        assert_eq!(points.next().expect("a point")[8..], point.codes);
                    }
                }
            }
            Ok(())
        };
        settings.training_set.for_each_chunk(&rules, each).expect("games");
        assert!(positions.next().is_none() && points.next().is_none());
    }
}
