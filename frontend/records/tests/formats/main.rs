//! Records as files, read and written.

mod boards;
#[cfg(feature = "databases")]
mod bounds;
#[cfg(feature = "encodings")]
mod charsets;
mod damage;
#[cfg(feature = "databases")]
mod databases;
mod fixtures;
mod games;
mod lists;
mod others;
mod otherwise;
mod pgn;
#[cfg(all(feature = "databases", feature = "encodings"))]
mod renjunet;
#[cfg(not(feature = "encodings"))]
mod small_charsets;
mod trips;
#[cfg(all(feature = "databases", feature = "encodings"))]
mod unusual;

use engine::notation::move_text;
use engine::{Game, Rules};
use ninuki_records::tree::{Note, ROOT, Tree};
use ninuki_records::{Choice, Entry, Format, Replayed};

/// All formats.
pub(crate) const ALL: &[Format] = Format::ALL;

/// The options `--rules` and `--size`.
pub(crate) fn options(rules: Option<&str>, size: Option<usize>) -> Choice {
    Choice { rules: rules.map(str::to_owned), size: size.map(Into::into), ..Choice::default() }
}

/// The games of a file; errors begin with their line.
pub(crate) fn read(format: Format, bytes: &[u8], start: &Choice) -> Vec<Result<Entry, String>> {
    let games = format.read(bytes.to_vec(), start).expect("a game");
    games.map(|game| game.map_err(|error| format!("{}: {}", error.line, error.reason))).collect()
}

/// The only game of a file.
pub(crate) fn one(format: Format, bytes: &[u8], start: &Choice) -> Entry {
    let mut games = read(format, bytes, start);
    assert_eq!(games.len(), 1);
    games.remove(0).expect("readable")
}

/// The remarks on a game.
pub(crate) fn remarks(entry: &Entry) -> Vec<String> {
    entry.remarks.iter().map(ToString::to_string).collect()
}

/// The comment after the first move.
pub(crate) fn comment(entry: &Entry) -> String {
    let tree = entry.whole();
    let note = tree.first(ROOT).and_then(|node| tree.note(node));
    note.map(|note| note.comment.clone()).unwrap_or_default()
}

/// A game in short: its name, board, moves, result, and what is wrong with it.
pub(crate) fn short(entry: Entry) -> String {
    let game = Replayed::new(Ok(entry));
    let played = game.record.game();
    let grid = played.grid();
    let mut text = format!("{} {}x{}", played.rules().name, grid.width(), grid.height());
    for (mv, _) in &game.moves {
        text += &format!(" {}", move_text(grid, *mv));
    }
    if let Some(outcome) = game.outcome() {
        text += &format!(", {} {}", outcome.winner.map_or('-', |winner| winner.symbol()), outcome.reason);
    }
    if let Some(error) = game.error {
        text += &format!(" ! {error}");
    }
    text
}

/// A tree as text: every node with its depth, move and note, in order.
pub(crate) fn outline(game: &Game, tree: &Tree) -> Vec<String> {
    let (mut lines, mut walk, mut depth) = (Vec::new(), Some(ROOT), 0);
    while let Some(node) = walk {
        let mv = tree.mv(node).map_or("start".to_owned(), |mv| move_text(game.grid(), mv));
        let Note { comment, marked, mut labels, .. } = tree.note(node).cloned().unwrap_or_default();
        labels.sort();
        lines.push(format!("{depth} {mv} {comment:?} {marked} {labels:?}"));
        walk = match tree.first(node) {
            Some(child) => {
                depth += 1;
                Some(child)
            }
            None if node == ROOT => None,
            None => tree.after(node, |_| depth -= 1),
        };
    }
    lines
}

pub(crate) fn game(rules: Rules, size: Option<usize>) -> &'static Game {
    Game::new(rules, size, None).expect("a game")
}
