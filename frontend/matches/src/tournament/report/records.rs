//! Games as records, in SGF, PSQ and PGN.

use std::io::{self, Write};

use engine::Color;
use engine::notation::parse_move;

use super::Report;
use crate::tournament::fault::Fault;
use crate::tournament::played::Played;
use ::records::date;
use ::records::tree::{ROOT, Tree};
use ::records::{About, Claim, Entry, How, Written, pgn, psq, sgf};

/// Writes a game in SGF, with what the engines said as comments.
pub(super) fn write_sgf(report: &Report<'_>, played: &Played, out: &mut impl Write) -> io::Result<()> {
    let mut entry = entry(report, played);
    entry.tree = Some(commented(&entry, played));
    sgf::write(&entry, out)
}

/// Writes a game in PSQ.
pub(super) fn write_psq(report: &Report<'_>, played: &Played, out: &mut impl Write) -> io::Result<()> {
    psq::write(&entry(report, played), out)?;
    out.flush()
}

/// Writes a game in PGN, for rating programs.
pub(super) fn write_pgn(report: &Report<'_>, played: &Played, out: &mut impl Write) -> io::Result<()> {
    let mut entry = entry(report, played);
    entry.about.event = report.event.game_text();
    pgn::write_rated(&entry, &[("Termination", &played.reason)], out)
}

/// A game as a record: its moves and how it ended.
fn entry(report: &Report<'_>, played: &Played) -> Entry {
    let game = report.event.game;
    let setup = played.position.as_deref().and_then(|text| game.parse_position(text).ok());
    let times = played.ms.iter().map(|ms| Some(ms.round() as u64)).chain(std::iter::repeat(None));
    let moves = played.moves.iter().zip(times).map_while(|(text, ms)| {
        let mv = parse_move(game.grid(), text).ok()?;
        Some(Written { ms, ..Written::of(game.grid(), mv) })
    });
    let mut entry = Entry::new(None, game, setup, moves.collect());
    entry.result = Some(claim(played));
    entry.about = About {
        players: played.colors().map(str::to_owned),
        date: date(played.ended),
        round: format!("{}.{}", played.game / 2 + 1, played.game % 2 + 1),
        ..About::default()
    };
    entry
}

fn claim(played: &Played) -> Claim {
    let how = match played.fault {
        Some((_, Fault::Time | Fault::Stall)) => How::Time,
        Some(_) => How::Forfeit,
        None if played.reason.contains("captures") => How::Captures,
        None if played.reason.contains("five") => How::Five,
        None => How::Unsaid,
    };
    Claim { winner: played.winning_color().map(|color| Color::ALL[color]), how }
}

/// The moves with what was said about them, and at the root why the game ended.
fn commented(entry: &Entry, played: &Played) -> Tree {
    let mut tree = Tree::line(entry.played());
    let why = played.detail.as_deref().map(|detail| format!(": {detail}")).unwrap_or_default();
    tree.note_mut(ROOT).say(&format!("{}{why}", played.reason));
    // The nodes of a line follow each other.
    for (index, &ms) in played.ms.iter().enumerate().take(entry.moves.len()).skip(played.book) {
        let info = played.info.get(index).copied().flatten().unwrap_or_default();
        let said = [
            ("depth", info.depth.map(|depth| depth.to_string())),
            ("nodes", info.nodes.map(|nodes| nodes.to_string())),
            ("score", info.score.map(|score| score.to_string())),
        ];
        let said = said.into_iter().filter_map(|(key, value)| Some(format!(", {key} {}", value?)));
        tree.note_mut(ROOT + index + 1).say(&format!("{ms} ms{}", said.collect::<String>()));
    }
    tree
}
