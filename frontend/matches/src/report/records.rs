//! Games in SGF, PSQ and PGN.

use std::io::{self, Write};

use engine::Color;
use engine::notation::parse_move;

use super::summary::Summary;
use crate::journal::fault::Fault;
use crate::journal::played::Played;
use ::records::date;
use ::records::tree::{ROOT, Tree};
use ::records::{About, Claim, Entry, How, Written, pgn, psq, sgf};

/// Writes a game in SGF, with search information as comments.
pub(super) fn write_sgf(summary: &Summary<'_>, played: &Played, mut out: &mut dyn Write) -> io::Result<()> {
    let mut entry = entry(summary, played);
    entry.tree = Some(commented(&entry, played));
    sgf::write(&entry, &mut out)
}

/// Writes a game in PSQ.
pub(super) fn write_psq(summary: &Summary<'_>, played: &Played, mut out: &mut dyn Write) -> io::Result<()> {
    psq::write(&entry(summary, played), &mut out)?;
    out.flush()
}

/// Writes a game in PGN, for rating programs.
pub(super) fn write_pgn(summary: &Summary<'_>, played: &Played, mut out: &mut dyn Write) -> io::Result<()> {
    let mut entry = entry(summary, played);
    entry.about.event = summary.plan.game_text();
    pgn::write_rated(&entry, &[("Termination", &played.reason)], &mut out)
}

/// Returns a game as a record.
fn entry(summary: &Summary<'_>, played: &Played) -> Entry {
    let game = summary.plan.game;
    let setup = played.position.as_deref().and_then(|text| game.parse_position(text).ok());
    let times = played.ms.iter().map(|ms| Some(ms.round() as u64)).chain(std::iter::repeat(None));
    let moves = played.moves.iter().zip(times).map_while(|(text, ms)| {
        let mv = parse_move(game.grid(), text).ok()?;
        Some(Written { ms, ..Written::of(mv) })
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

/// Returns the result of a game.
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

/// Returns the moves with search information, and the reason of the end at the root.
fn commented(entry: &Entry, played: &Played) -> Tree {
    let mut tree = Tree::line(entry.played());
    let detail = played.detail.as_deref().map(|detail| format!(": {detail}")).unwrap_or_default();
    tree.note_mut(ROOT).say(&format!("{}{detail}", played.reason));
    // The nodes of a line follow each other.
    for (index, &ms) in played.ms.iter().enumerate().take(entry.moves.len()).skip(played.book) {
        let info = played.info.get(index).copied().flatten().unwrap_or_default();
        let values = [
            ("depth", info.depth.map(|depth| depth.to_string())),
            ("nodes", info.nodes.map(|nodes| nodes.to_string())),
            ("score", info.score.map(|score| score.to_string())),
        ];
        let values = values.into_iter().filter_map(|(key, value)| Some(format!(", {key} {}", value?)));
        tree.note_mut(ROOT + index + 1).say(&format!("{ms} ms{}", values.collect::<String>()));
    }
    tree
}
