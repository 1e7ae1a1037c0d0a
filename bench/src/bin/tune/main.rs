//! Fits the evaluation to games: `cargo run --release -p bench --bin tune -- FOLDER [GAME…]`.
//!
//! The engine plays against itself until FOLDER holds enough games of each game (an interrupted run goes on where it ended,
//! and a larger `--games` adds games that are played with the weights of today); real games are added where there are any.
//! Then the network is fitted to the results of quiet positions, and the order of moves to the moves that the search chose;
//! one game of five is held out to test both. The tables go to `eval/src/weights.txt`, a plot of foretold against observed
//! results to FOLDER. Everything follows from the seed, the options and the weights that the program has.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Parser;
use engine::{Color, Game, Rules};
use eval::Weights;

mod calibration;
mod descent;
mod fit;
mod games;
mod newton;
mod play;
mod samples;

/// The weights that are compiled into the engine.
const WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../eval/src/weights.txt");

/// Fits the evaluation to games.
#[derive(Parser)]
struct Arguments {
    /// Where the games are kept
    folder: PathBuf,

    /// The games to fit [default: all]
    names: Vec<String>,

    #[command(flatten)]
    play: play::Settings,

    /// The share of the search in what a value should foretell; the rest is the result
    #[arg(long, default_value_t = 0.6)]
    mix: f64,

    /// Real games for each hundred that were played, where there are so many
    #[arg(long, default_value_t = 100)]
    people: usize,

    /// Where the weights go
    #[arg(long, default_value = WEIGHTS)]
    weights: PathBuf,
}

fn main() -> io::Result<()> {
    let arguments = Arguments::parse();
    for rules in chosen(&arguments.names)? {
        let game = Game::new(rules, None, None).expect("the usual board");
        play::complete(&arguments.folder, game, &arguments.play)?;
        let tables = tune(game, &arguments, &mut io::stdout().lock())?;
        replace(&arguments.weights, game.rules().name, &tables)?;
    }
    Ok(())
}

fn chosen(names: &[String]) -> io::Result<Vec<Rules>> {
    if names.is_empty() {
        return Ok(Rules::ALL.to_vec());
    }
    names.iter().map(|name| Rules::named(name).map_err(io::Error::other)).collect()
}

/// The real games there are of a game.
fn records(rules: &Rules) -> Option<&'static str> {
    match rules.name {
        "pente" => Some("pente_games.tsv.gz"),
        "ninuki" => Some("ninuki_legal_games.tsv.gz"),
        _ => None,
    }
}

/// The game whose weights hold where the games of another one tell nothing: their rules differ little.
fn kin(rules: &Rules) -> Option<Rules> {
    match rules.name {
        "ninuki-hannover" | "ninuki-japan" | "ninuki-42" => Some(Rules::NINUKI),
        "standard" | "renju" | "caro" => Some(Rules::FREESTYLE),
        _ => None,
    }
}

/// The tables of `game`: one for both sides to move, or two where the rules bind them differently.
fn tune(game: &'static Game, arguments: &Arguments, out: &mut impl Write) -> io::Result<Vec<String>> {
    let rules = game.rules();
    let mut games = games::read(&arguments.folder, game)?;
    if let Some(file) = records(rules) {
        // Not too many: people err more often, and values are to foretell what the search makes of positions.
        let most = games.len() * arguments.people / 100;
        games.extend(games::read_records(file, game)?.into_iter().take(most));
    }
    let (samples, choices) = samples::extract(game, &games);
    let alike = rules.line[0] == rules.line[1] && !rules.fouls && rules.ban.is_none_or(|ban| ban.binds_white);
    let sides = if alike { vec![("both", None)] } else { vec![("x", Some(Color::Black)), ("o", Some(Color::White))] };
    // The relative comes first in the list of games, so it was fitted before.
    let prior = fs::read_to_string(&arguments.weights).ok();
    let mut tables = Vec::new();
    for (name, side) in sides {
        let samples: Vec<_> =
            samples.iter().filter(|sample| side.is_none_or(|side| side == sample.origin.to_move)).collect();
        let choices: Vec<_> =
            choices.iter().filter(|choice| side.is_none_or(|side| side == choice.origin.to_move)).collect();
        let title = format!("{} {name}", rules.name);
        writeln!(out, "{title}: {} games, {} positions, {} choices", games.len(), samples.len(), choices.len())?;
        let prior =
            prior.as_deref().and_then(|tables| Weights::find(tables, kin(rules)?.name, side.unwrap_or(Color::Black)));
        let fitted = fit::fit(&samples, &choices, arguments.mix, prior.as_ref());
        for line in &fitted.report {
            writeln!(out, "  {line}")?;
        }
        write!(out, "{}", calibration::table(&fitted.foretold))?;
        let plot = arguments.folder.join(format!("{}.svg", title.replace(' ', "-")));
        fs::write(plot, calibration::plot(&title, &fitted.foretold))?;
        tables.push(format!("{title}\n{}", fitted.weights.text()));
    }
    Ok(tables)
}

/// The first lines of the file of weights.
const PREFACE: &str = "# Weights of the evaluation, written by the tuner (crate bench, binary tune). A row is named for what it weighs, see\n\
                       # network.rs and order.rs; points in 1/64, the rest of the network in 1/256, orders in hundredths of a nat.\n";

/// Writes the tables of a game in the place of those that the file had.
fn replace(path: &Path, game: &str, tables: &[String]) -> io::Result<()> {
    let old = if path.exists() { fs::read_to_string(path)? } else { String::new() };
    let name = |table: &str| table.split(' ').next().unwrap_or_default().to_owned();
    let mut all: Vec<String> = old
        .split("\n\n")
        .map(|table| table.trim_end().to_owned() + "\n")
        .filter(|table| !table.starts_with('#'))
        .collect();
    all.retain(|table| name(table) != game && Rules::named(&name(table)).is_ok());
    all.extend(tables.iter().cloned());
    // In the order of the list of games; tables of one game stay in theirs.
    all.sort_by_key(|table| Rules::ALL.iter().position(|rules| rules.name == name(table)));
    fs::write(path, format!("{PREFACE}\n{}", all.join("\n")))
}
