//! PGN as it is written.

use std::io::{self, Write};

use engine::notation::move_text;
use engine::{Color, Game, Grid, Lettering, Shape};

use super::SIDE;
use crate::{Claim, Entry};

/// Lines are not longer, in bytes.
const WIDTH: usize = 80;

/// Writes a game as pente.org does.
///
/// # Errors
/// The output cannot be written.
pub(crate) fn write(entry: &Entry, out: &mut impl Write) -> io::Result<()> {
    let (game, about) = (entry.game, &entry.about);
    let grid = game.grid();
    let date = match about.date.split('-').collect::<Vec<_>>()[..] {
        [year, month, day] if about.date.len() == 10 => format!("{month}/{day}/{year}"),
        _ => about.date.clone(),
    };
    let size = match (grid.width(), grid.height()) {
        (SIDE, SIDE) => String::new(),
        (width, height) => format!("{width}x{height}"),
    };
    let result = result(entry.result, Color::Black);
    tags(
        &[
            ("Game", game.rules().pente_org_name().unwrap_or(game.rules().name)),
            ("Size", &size),
            ("Site", &about.place),
            ("Event", &about.event),
            ("Round", &about.round),
            ("Opening", &about.opening),
            ("Date", &date),
            ("Player 1 Name", &about.players[0]),
            ("Player 2 Name", &about.players[1]),
            ("Result", result),
        ],
        out,
    )?;
    let names = Grid::rectangle(grid.width(), grid.height(), Lettering::WithoutI);
    let moves = entry.played().enumerate().flat_map(|(index, mv)| {
        let number = (index % 2 == 0).then(|| format!("{}.", index / 2 + 1));
        number.into_iter().chain([move_text(&names, mv)])
    });
    wrapped(&moves.collect::<Vec<_>>(), "", out)?;
    writeln!(out, "\n")
}

/// Writes a game for rating programs; `more` are tags that say how it was played.
///
/// # Errors
/// The output cannot be written.
pub fn write_rated(entry: &Entry, more: &[(&str, &str)], out: &mut impl Write) -> io::Result<()> {
    let about = &entry.about;
    let or_unknown = |text: &str| if text.is_empty() { "?".to_owned() } else { text.to_owned() };
    let result = result(entry.result, Color::White);
    let plies = entry.moves.len().to_string();
    let known = [
        ("Event", &*or_unknown(&about.event)),
        ("Site", &or_unknown(&about.place)),
        ("Date", &about.date.replace('-', ".")),
        ("Round", &or_unknown(&about.round)),
        ("White", &about.players[1]),
        ("Black", &about.players[0]),
        ("Result", result),
        ("FirstMove", "Black"),
        ("Game", entry.game.rules().name),
        ("Size", &size(entry.game)),
        ("PlyCount", &plies),
    ];
    tags(&[&known[..], more].concat(), out)?;
    let moves: Vec<String> = entry.played().map(|mv| move_text(entry.game.grid(), mv)).collect();
    wrapped(&moves, "{", out)?;
    writeln!(out, "}}\n{result}\n")
}

/// `19x19`, of a hexagon its side.
fn size(game: &Game) -> String {
    let grid = game.grid();
    match grid.shape() {
        Shape::Rectangle => format!("{}x{}", grid.width(), grid.height()),
        Shape::Hexagon => grid.size().to_string(),
    }
}

fn result(claim: Option<Claim>, first: Color) -> &'static str {
    match claim.map(|claim| claim.winner) {
        Some(Some(winner)) if winner == first => "1-0",
        Some(Some(_)) => "0-1",
        Some(None) => "1/2-1/2",
        None => "*",
    }
}

/// Writes the tags that have a value, and an empty line.
fn tags(tags: &[(&str, &str)], out: &mut impl Write) -> io::Result<()> {
    for (name, value) in tags.iter().filter(|(_, value)| !value.is_empty()) {
        let value: String = value.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
        writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
    }
    writeln!(out)
}

/// Writes words after `open`, with blanks and line ends between them.
fn wrapped(words: &[String], open: &str, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{open}")?;
    let mut width = open.len();
    for (index, word) in words.iter().enumerate() {
        if index > 0 && width + 1 + word.len() >= WIDTH {
            writeln!(out)?;
            width = 0;
        } else if index > 0 {
            write!(out, " ")?;
            width += 1;
        }
        write!(out, "{word}")?;
        width += word.len();
    }
    Ok(())
}
