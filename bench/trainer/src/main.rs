//! Makes the weights of the evaluation: `cargo run --release -p trainer -- COMMAND`.
//!
//! `fit` fits them to games; `to-text` writes them as text, a row of numbers a line, for the eye and for `diff`; `from-text`
//! reads such a text back.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};
use eval::WeightsFile;

mod calibration;
mod descent;
mod fit;
mod games;
mod newton;
mod play;
mod samples;
mod text;
mod tune;

/// The weights that are compiled into the engine.
const WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../eval/src/weights.bin");

/// Makes the weights of the evaluation.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// The file of the weights
    #[arg(long, global = true, default_value = WEIGHTS)]
    weights: PathBuf,
}

#[derive(Subcommand)]
enum Command {
    /// Fits the weights to games, which it plays if there are not enough
    Fit(tune::Settings),
    /// Prints the weights as text
    ToText,
    /// Takes the weights from a text
    FromText {
        /// The file of the text
        text: PathBuf,
    },
}

fn main() -> io::Result<()> {
    let Arguments { command, weights } = Arguments::parse();
    match command {
        Command::Fit(settings) => tune::fit_games(&settings, &weights, &mut io::stdout().lock()),
        Command::ToText => io::stdout().write_all(text::print(&read(&weights)?).as_bytes()),
        Command::FromText { text } => {
            let file = text::parse(&fs::read_to_string(&text)?);
            fs::write(weights, file.map_err(|error| about(&text, error))?.to_bytes())
        }
    }
}

/// The weights in the file at `path`.
fn read(path: &Path) -> io::Result<WeightsFile> {
    let bytes = fs::read(path).map_err(|error| about(path, error))?;
    WeightsFile::parse(&bytes).map_err(|error| about(path, error))
}

/// An error with the file that it is about.
fn about(path: &Path, error: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("{}: {error}", path.display()))
}
