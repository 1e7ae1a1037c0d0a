//! Games for rating programs.

use std::io::{self, Write};

use engine::notation::move_text;
use engine::{Color, Game, Shape};

use super::write::{Wrapped, result, tags};
use crate::Entry;

/// Writes a game for rating programs; `more` are tags that say how it was played.
///
/// # Errors
/// The output cannot be written.
pub fn write_rated(entry: &Entry, more: &[(&str, &str)], out: &mut dyn Write) -> io::Result<()> {
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
    tags([&known[..], more].concat().into_iter(), out)?;
    let moves = entry.played().map(|mv| move_text(entry.game.grid(), mv));
    write!(out, "{{")?;
    let mut wrapped = Wrapped::new(out, 1);
    for mv in moves {
        wrapped.word(&mv)?;
    }
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
