//! Makes the weights of the evaluation: `cargo run --release -p trainer -- COMMAND`.
//!
//! `generate` plays games to learn from, `journal` takes them from tournaments, `merge` puts those of several machines together, `statistics` and `draw` tell what they
//! hold; `look`, `parts` and `losses` compare the values with those of another program; `fit` fits the weights to them, and `export` writes what other programs need to do so; `to-text` writes them as text, a row of numbers a line, for the eye and for `diff`; `from-text`
//! reads such a text back.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use engine::Rules;
use eval::WeightsFile;
use records::files;

mod calibration;
mod data;
mod draw;
mod export;
mod fit;
mod interrupt;
mod journal;
mod layout;
mod learning_curve;
mod long_games;
mod merge;
mod network;
mod odds;
mod quiet;
mod ranking;
mod real_games;
mod reliability;
mod selfplay;
mod statistics;
mod text;
mod training_set;
#[cfg(feature = "tune")]
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
    /// Fits the weights of a family of games to games
    Fit(fit::Settings),
    /// Writes what a network sees of the positions of games, to fit it elsewhere
    Export(export::Settings),
    /// Prints the layout of the network and of exported positions as JSON
    Layout,
    /// Plays games to learn from; resumes an earlier run
    Generate(selfplay::Settings),
    /// Prints the contents of files of games, and the calibration of their scores
    Statistics(statistics::Settings),
    /// Prints how well static values rank moves, compared with searches in files of games
    Ranking(ranking::Settings),
    /// Prints positions that chance draws from files of games
    Draw(draw::Settings),
    /// Takes games of tournaments from their journals
    Journal(journal::Settings),
    /// Merges the files of several shards, each game once
    Merge(merge::Settings),
    /// Values of this program and another one in positions of games between them
    Look(long_games::LookOptions),
    /// Prints where the two values part in each long game, and the board there
    Parts(long_games::PartsOptions),
    /// Prints the log loss of results by the number of stones, for the values of both programs
    Losses(long_games::LossesOptions),
    /// Plays a match between two sets of search parameters
    #[cfg(feature = "tune")]
    Compare(tune::Compare),
    /// Screens many changes of search parameters in one match
    #[cfg(feature = "tune")]
    Screen(tune::Screen),
    /// Tunes search parameters by games (SPSA)
    #[cfg(feature = "tune")]
    Tune(tune::Tune),
    /// Prints the nodes after which each of several sets of search parameters finds the winner
    #[cfg(feature = "tune")]
    Suite(tune::Suite),
    /// Prints the weights as text
    ToText,
    /// Reads the weights from a text
    FromText {
        /// The file of the text
        text: PathBuf,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A closed standard error is no failure.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(Arguments { command, weights }: Arguments) -> io::Result<()> {
    match command {
        Command::Fit(settings) => fit::fit(&settings, &weights, &mut io::stdout()),
        Command::Layout => layout::print(&mut io::stdout()),
        Command::Export(settings) => export::export(&settings, &mut io::stdout()),
        Command::Generate(settings) => selfplay::generate(&settings, &interrupt::flag(), &mut io::stdout()),
        #[cfg(feature = "tune")]
        Command::Compare(settings) => tune::compare(&settings, &interrupt::flag(), &mut io::stdout()),
        #[cfg(feature = "tune")]
        Command::Screen(settings) => tune::screen(&settings, &interrupt::flag(), &mut io::stdout()),
        #[cfg(feature = "tune")]
        Command::Tune(settings) => tune::tune(&settings, &interrupt::flag(), &mut io::stdout()),
        #[cfg(feature = "tune")]
        Command::Suite(settings) => tune::suite(&settings, &interrupt::flag(), &mut io::stdout()),
        Command::Statistics(settings) => {
            if settings.static_eval {
                judge_by(&weights)?;
            }
            statistics::print(&settings, &mut io::stdout().lock())
        }
        Command::Ranking(settings) => {
            judge_by(&weights)?;
            ranking::print(&settings, &mut io::stdout().lock())
        }
        Command::Draw(settings) => draw::print(&settings, &mut io::stdout().lock()),
        Command::Journal(settings) => journal::import(&settings, &mut io::stdout().lock()),
        Command::Merge(settings) => merge::merge(&settings, &mut io::stdout().lock()),
        Command::Look(options) => {
            judge_by(&weights)?;
            long_games::look(&options, &mut io::stdout().lock()).map_err(from_any)
        }
        Command::Parts(options) => {
            judge_by(&weights)?;
            long_games::parts(&options, &mut io::stdout().lock()).map_err(from_any)
        }
        Command::Losses(options) => long_games::losses(&options, &mut io::stdout().lock()).map_err(from_any),
        Command::ToText => io::stdout().write_all(text::print(&read(&weights)?).as_bytes()),
        Command::FromText { text } => {
            // In the order in which a fit would write them.
            let mut file = WeightsFile::default();
            file.replace(text::parse(&fs::read_to_string(&text)?).map_err(|error| about(&text, error))?);
            write(&weights, &file.to_bytes())
        }
    }
}

/// From now on positions are judged by the weights in the file at `path`.
fn judge_by(path: &Path) -> io::Result<()> {
    let bytes = fs::read(path).map_err(|error| about(path, error))?;
    eval::load_weights(&bytes).map_err(|error| about(path, error))
}

/// The weights in the file at `path`.
fn read(path: &Path) -> io::Result<WeightsFile> {
    let bytes = fs::read(path).map_err(|error| about(path, error))?;
    WeightsFile::parse(&bytes).map_err(|error| about(path, error))
}

/// An error as one of input and output.
fn from_any(error: Box<dyn std::error::Error>) -> io::Error {
    io::Error::other(error.to_string())
}

/// Writes a file that is whole or not there.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    files::write(path, bytes).map_err(io::Error::other)
}

/// An error with the file that it is about.
fn about(path: &Path, error: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("{}: {error}", path.display()))
}

/// The games with these names; all if there are none.
fn games_named(names: &[String]) -> io::Result<Vec<Rules>> {
    if names.is_empty() {
        return Ok(Rules::ALL.to_vec());
    }
    names.iter().map(|name| Rules::named(name).map_err(io::Error::other)).collect()
}
