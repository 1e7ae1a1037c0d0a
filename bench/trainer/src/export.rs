//! Positions as numbers, for a network that is fitted elsewhere: `bench/python/fit.py` does it on an accelerator.
//!
//! All numbers are little-endian. `layout.json` describes the network and the columns of the other files, see
//! [`layout`]. `heads.txt` has a line for each head: the name of the game, and `x`, `o` or `both` for the side
//! to move. `classes.bin` has four classes of 2 bytes for each class of line patterns: the one with colours exchanged, and
//! those cut off three, two and one cell from the centre. `positions.bin` has a record of [`POSITION`] for each position,
//! `points.bin` one of [`POINT`] for each of its points.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use eval::{ACTIVE_GLOBAL_FEATURES, LinePatterns};
use rayon::prelude::*;
use records::files::NewFile;

use crate::network::{self, Example, Head, LINES};
use crate::text::EITHER;
use crate::training_set::{self, TrainingSet};
use crate::{games_named, layout, write};

/// A column of records: its name, the NumPy type of its numbers, and how many there are.
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) count: usize,
}

const fn column(name: &'static str, kind: &'static str, count: usize) -> Column {
    Column { name, kind, count }
}

/// The columns of a position.
pub(crate) const POSITION: [Column; 9] = [
    // The probability that the network is to predict.
    column("target", "<f4", 1),
    // The value by the present weights, in hundredths of a point.
    column("before", "<i2", 1),
    // The stones on the board.
    column("stones", "<u2", 1),
    // The number of its points.
    column("points", "<u2", 1),
    // The active global features.
    column("features", "u1", ACTIVE_GLOBAL_FEATURES),
    // The number of the head.
    column("head", "u1", 1),
    // The result for the side to move: 0 a loss, 1 a draw, 2 a win, 255 if the position was not played.
    column("result", "u1", 1),
    // 1 if it is held out.
    column("held_out", "u1", 1),
    column("zero", "<u2", 1),
];

/// The columns of a point.
pub(crate) const POINT: [Column; 2] = [
    // The classes of its line patterns for the side to move; 65,535 where there is no line.
    column("classes", "<u2", LINES),
    // Its pattern codes for the side to move and for the other.
    column("codes", "u1", 2),
];

/// The training set, and the folder of the output.
#[derive(clap::Args)]
pub(crate) struct Settings {
    #[command(flatten)]
    training_set: TrainingSet,

    /// The folder of the files
    #[arg(long)]
    output: PathBuf,
}

/// Writes the positions of games and the layout into a folder, and the number of positions to `out`.
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
    write(&output.join("layout.json"), layout::text().as_bytes())?;
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

/// The numbers of an example in the order of [`POSITION`].
fn position(example: &Example) -> Vec<u8> {
    let result = example.result.map_or(u8::MAX, |result| (2.0 * result) as u8);
    let mut bytes = example.target.to_le_bytes().to_vec();
    bytes.extend(example.before.to_le_bytes());
    bytes.extend(example.stones.to_le_bytes());
    bytes.extend((example.points.len() as u16).to_le_bytes());
    bytes.extend(example.global_features.map(|number| number as u8));
    bytes.extend([example.head, result, example.held_out.into(), 0, 0]);
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
        let mut printed = Vec::new();
        export(&settings, &mut printed).expect("positions");
        let read = |name| fs::read(settings.output.join(name)).expect("a file");
        assert_eq!(read("layout.json"), layout::text().as_bytes());
        let width = |columns: &[Column]| -> usize {
            columns
                .iter()
                .map(|column| column.count * usize::from(column.kind.as_bytes().last().expect("a size") - b'0'))
                .sum()
        };
        assert_eq!((width(&POSITION), width(&POINT)), (20, 10));
        assert_eq!(read("heads.txt"), b"renju x\nrenju o\n");
        assert_eq!(read("classes.bin").len(), 8 * LINE_CLASSES);
        let (positions, points) = (read("positions.bin"), read("points.bin"));
        let (positions, rest) = positions.as_chunks::<20>();
        assert!(rest.is_empty());
        assert_eq!(String::from_utf8(printed).expect("text"), format!("{} positions\n", positions.len()));
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
