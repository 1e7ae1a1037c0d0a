//! Fits the evaluation to games, game by game.
//!
//! The engine plays against itself until a folder holds enough games (an interrupted run goes on where it ended, and a larger
//! `--games` adds games that are played with the weights of today); real games are added where there are any. Then the network
//! is fitted to the results of quiet positions, and the policy to the moves that the search chose; one game of five is held out
//! to test both. A plot of foretold against observed results goes to the folder. Everything follows from the seed, the options
//! and the weights that the program has.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{Color, Game, Rules};
use eval::{WeightsFile, WeightsTable};

use crate::{calibration, fit, games, play, read, samples};

/// What is fitted, and to what.
#[derive(clap::Args)]
pub(crate) struct Settings {
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
}

/// Fits the weights of the games that were asked for, puts them into the file at `path`, and reports to `out`.
pub(crate) fn fit_games(settings: &Settings, path: &Path, out: &mut impl Write) -> io::Result<()> {
    for rules in chosen(&settings.names)? {
        let game = Game::new(rules, None, None).expect("the usual board");
        play::complete(&settings.folder, game, &settings.play)?;
        // A game that was fitted before is the prior of others.
        let mut file = if path.exists() { read(path)? } else { WeightsFile::default() };
        let tables = tables(game, settings, &file, out)?;
        replace(&mut file, tables);
        fs::write(path, file.to_bytes())?;
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
fn tables(
    game: &'static Game,
    settings: &Settings,
    file: &WeightsFile,
    out: &mut impl Write,
) -> io::Result<Vec<WeightsTable>> {
    let rules = game.rules();
    let mut games = games::read(&settings.folder, game)?;
    if let Some(file) = records(rules) {
        // Not too many: people err more often, and values are to foretell what the search makes of positions.
        let most = games.len() * settings.people / 100;
        games.extend(games::read_records(file, game)?.into_iter().take(most));
    }
    let (samples, choices) = samples::extract(game, &games);
    let alike = rules.line[0] == rules.line[1] && !rules.fouls && rules.ban.is_none_or(|ban| ban.binds_white);
    let sides = if alike { vec![("both", None)] } else { vec![("x", Some(Color::Black)), ("o", Some(Color::White))] };
    // The relative comes first in the list of games, so it was fitted before.
    let prior = kin(rules).and_then(|rules| file.named(rules.name));
    let mut tables = Vec::new();
    for (name, side) in sides {
        let samples: Vec<_> =
            samples.iter().filter(|sample| side.is_none_or(|side| side == sample.origin.to_move)).collect();
        let choices: Vec<_> =
            choices.iter().filter(|choice| side.is_none_or(|side| side == choice.origin.to_move)).collect();
        let title = format!("{} {name}", rules.name);
        writeln!(out, "{title}: {} games, {} positions, {} choices", games.len(), samples.len(), choices.len())?;
        let prior = prior.as_ref().map(|prior| prior.of(side.unwrap_or(Color::Black)));
        let fitted = fit::fit(&samples, &choices, settings.mix, prior);
        for line in &fitted.report {
            writeln!(out, "  {line}")?;
        }
        write!(out, "{}", calibration::table(&fitted.foretold))?;
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
