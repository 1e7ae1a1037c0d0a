//! Fits the evaluation to games, game by game.
//!
//! The games are those that `generate` wrote, on boards of all sizes; real games are added where there are any. The network is
//! fitted to the results and search scores of quiet positions, and the policy to the moves that the search chose; one game of
//! five is held out to test both. A plot of foretold against observed results goes to the folder. Everything follows from the
//! games, the options and the weights that the program has.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{Color, Rules};
use eval::{WeightsFile, WeightsTable};

use crate::data::{Sample, Shuffled, files_of};
use crate::samples::Learner;
use crate::{calibration, fit, games_named, read, real_games, reliability};

/// The order in which positions come.
const SEED: u64 = 1;

/// What is fitted, and to what.
#[derive(clap::Args)]
pub(crate) struct Settings {
    /// The folder of the files of games
    folder: PathBuf,

    /// The games to fit [default: all]
    names: Vec<String>,

    /// The most positions that are learned from, for each game: they have to fit into memory
    #[arg(long, default_value_t = 1_000_000)]
    positions: usize,

    /// The share of the search in what a value should foretell; the rest is the result
    #[arg(long, default_value_t = 0.6)]
    mix: f64,

    /// Begin with the weights that the file has for the game, and look fewer times at the positions: for few positions
    #[arg(long)]
    fine_tune: bool,

    /// Positions of real games for each hundred others, where there are so many
    #[arg(long, default_value_t = 100)]
    people: usize,
}

/// Fits the weights of the games that were asked for, puts them into the file at `path`, and reports to `out`.
///
/// # Errors
/// A file cannot be read or written.
pub(crate) fn fit_games(settings: &Settings, path: &Path, out: &mut impl Write) -> io::Result<()> {
    for rules in games_named(&settings.names)? {
        // A game that was fitted before is the prior of others.
        let mut file = if path.exists() { read(path)? } else { WeightsFile::default() };
        let tables = tables(&rules, settings, &file, out)?;
        replace(&mut file, tables);
        fs::write(path, file.to_bytes())?;
    }
    Ok(())
}

/// The game whose weights hold where the games of another one tell nothing: their rules differ little.
fn kin(rules: &Rules) -> Option<Rules> {
    match rules.name {
        "ninuki-hannover" | "ninuki-japan" | "ninuki-42" => Some(Rules::NINUKI),
        "standard" | "renju" | "caro" => Some(Rules::FREESTYLE),
        _ => None,
    }
}

/// Positions that are kept in memory to be shuffled.
const POOL: usize = 200_000;

/// What is learned from the games of `rules`.
fn samples(rules: &Rules, settings: &Settings) -> io::Result<Learner> {
    let mut learner = Learner::new(rules);
    for sample in Shuffled::open(files_of(std::slice::from_ref(&settings.folder))?, Some(rules), POOL, SEED)? {
        if learner.samples.len() >= settings.positions {
            break;
        }
        learner.learn(&sample?)?;
    }
    // Not too many: people err more often, and values are to foretell what the search makes of positions.
    let most = learner.samples.len() * (100 + settings.people) / 100;
    for game in real_games::read(rules)?.into_iter().map(Arc::new) {
        if learner.samples.len() >= most {
            break;
        }
        for at in 0..game.plies.len() {
            learner.learn(&Sample { game: Arc::clone(&game), at })?;
        }
    }
    Ok(learner)
}

/// The tables of a game: one for both sides to move, or two where the rules bind them differently.
fn tables(
    rules: &Rules,
    settings: &Settings,
    file: &WeightsFile,
    out: &mut impl Write,
) -> io::Result<Vec<WeightsTable>> {
    let Learner { samples, choices, .. } = samples(rules, settings)?;
    let alike = rules.line[0] == rules.line[1] && !rules.fouls && rules.ban.is_none_or(|ban| ban.binds_white);
    let sides = if alike { vec![("both", None)] } else { vec![("x", Some(Color::Black)), ("o", Some(Color::White))] };
    // The relative comes first in the list of games, so it was fitted before.
    let like = if settings.fine_tune { Some(rules.clone()) } else { kin(rules) };
    let prior = like.and_then(|rules| file.named(rules.name));
    let mut tables = Vec::new();
    for (name, side) in sides {
        let samples: Vec<_> =
            samples.iter().filter(|sample| side.is_none_or(|side| side == sample.origin.to_move)).collect();
        let choices: Vec<_> =
            choices.iter().filter(|choice| side.is_none_or(|side| side == choice.origin.to_move)).collect();
        let title = format!("{} {name}", rules.name);
        writeln!(out, "{title}: {} positions, {} choices", samples.len(), choices.len())?;
        let prior = prior.as_ref().map(|prior| prior.of(side.unwrap_or(Color::Black)));
        let fitted = fit::fit(&samples, &choices, settings.mix, prior);
        for line in &fitted.report {
            writeln!(out, "  {line}")?;
        }
        write!(out, "{}", calibration::table(&fitted.foretold))?;
        for (name, by_stones) in ["before", "fitted"].into_iter().zip(&fitted.by_stones) {
            write!(out, "  held out, {name}\n{}", reliability::table(by_stones))?;
        }
        let plot = settings.folder.join(format!("{}.svg", title.replace(' ', "-")));
        fs::write(plot, calibration::plot(&title, &fitted.foretold))?;
        tables.push(WeightsTable { game: rules.name.to_owned(), side, weights: Arc::new(fitted.weights) });
    }
    Ok(tables)
}

/// Puts the tables of a game in the place of those that the file had, in the order of the list of games.
fn replace(file: &mut WeightsFile, tables: Vec<WeightsTable>) {
    let place = |table: &WeightsTable| Rules::ALL.iter().position(|rules| rules.name == table.game);
    file.tables.retain(|old| place(old).is_some() && tables.iter().all(|table| table.game != old.game));
    file.tables.extend(tables);
    file.tables.sort_by_key(place);
}
