//! Games of people, to learn from beside those that the engine plays.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

use engine::{Game, Rules};
use flate2::read::GzDecoder;

use crate::about;
use crate::data::{Ending, Ply, SavedGame};

/// The first plies of a game of people, from which nothing is learned.
const OPENING: usize = 4;

/// The file of the real games that there are of a game.
fn file(rules: &Rules) -> Option<&'static str> {
    match rules.name {
        "pente" => Some("pente_games.tsv.gz"),
        "ninuki" => Some("ninuki_legal_games.tsv.gz"),
        _ => None,
    }
}

/// The real games of `rules` on the usual board, of the folder `../shared/data` or the one that `NINUKI_DATA` names: those that
/// end as the rules say.
///
/// # Errors
/// The file of this game cannot be read.
pub(crate) fn read(rules: &Rules) -> io::Result<Vec<SavedGame>> {
    let Some(file) = file(rules) else { return Ok(Vec::new()) };
    let game = Game::new(rules.clone(), None, None).expect("the usual board");
    let folder = std::env::var_os("NINUKI_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")), PathBuf::from);
    let path = folder.join(file);
    let mut text = String::new();
    let opened = File::open(&path).and_then(|file| GzDecoder::new(file).read_to_string(&mut text));
    opened.map_err(|error| about(&path, error))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    Ok(lines.zip(0..).filter_map(|(line, number)| finished(line, game, number)).collect())
}

/// The game whose moves stand in the last column, if it is legal and finished.
fn finished(line: &str, game: &'static Game, number: u64) -> Option<SavedGame> {
    let mut record = game.record();
    for name in line.rsplit('\t').next()?.split(' ') {
        record.play(game.parse_move(name).ok()?).ok()?;
    }
    let winner = record.outcome()?.winner;
    let plies = record.moves().into_iter().map(|mv| Ply { mv, random: false, searched: None }).collect();
    Some(SavedGame { game, number, winner, ending: Ending::Rules, long_opening: false, opening: OPENING, plies })
}
