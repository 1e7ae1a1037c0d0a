//! PSQ, the format of Piskvork and Gomocup.
//!
//! `Piskvorky 15x15, 11:11, 0`: the board, the levels of the players (0 for people) and who of them began, 0 or 1. Then
//! the stones, `x,y,ms` counted from 1; the names of the players, which may be missing; and how the game ended: 0 by the
//! rules, 15 by time, others otherwise. Lines end with LF or CR LF. Some writers add a line `1,Freestyle` after that: a number
//! and the rules, which hold unless others are asked for.
//!
//! # Examples
//! ```
//! use ninuki_records::{Choice, Format};
//!
//! let text = b"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,1250\n".to_vec();
//! let choice = Choice { rules: Some("freestyle".to_owned()), ..Choice::default() };
//! let entry = Format::Psq.read(text, &choice)?.next().expect("one game").expect("readable");
//! assert_eq!((entry.moves[0].text.as_str(), entry.moves[1].ms), ("h8", Some(1250)));
//! # Ok::<(), ninuki_records::Error>(())
//! ```

use std::io::{self, Write};

use engine::notation::shorten;
use engine::{Color, Rules};

use crate::Choice;
use crate::format::{started, usual};
use crate::{Claim, Damage, Entry, Format, How, Unreadable, stones};

/// The game in a file.
pub(super) fn read(text: &[u8], start: &Choice) -> Result<Entry, Unreadable> {
    let mut lines = stones::lines(text);
    let (line, first) = lines.next().unwrap_or((1, String::new()));
    let Some((sides, exchanged)) = header(first.trim_start()) else {
        let reason =
            format!("\"{}\" is no head of a PSQ file, as \"Piskvorky 15x15, 11:11, 0\"", shorten(first.trim_start()));
        return Err(Unreadable { line, game: usual(start), reason });
    };
    let mut lines: Vec<_> = lines.collect();
    let mut rules = None;
    while let Some(name) = lines.last().and_then(|(_, text)| rules_line(text)).filter(|_| has_code(&lines)) {
        rules = rules.or(Rules::named(name).ok());
        lines.pop();
    }
    let (game, setup) = started(Format::Psq.form(), start, rules, Some(sides), line)?;
    let list = stones::read(lines.into_iter(), game.grid(), 1, text.ends_with(b"\n"));
    let mut entry = Entry::new(Some(line), game, setup, list.moves);
    entry.damage.extend(list.cut_off);
    let mut rest = list.rest;
    if let Some(code) = rest.last().and_then(|(_, text)| text.parse::<i64>().ok()) {
        rest.pop();
        entry.result = (code == 15).then(|| late(&entry));
    }
    entry.damage.extend(superfluous(&rest, 2));
    for (name, (_, text)) in entry.about.players.iter_mut().zip(rest) {
        *name = known(text);
    }
    if exchanged {
        entry.about.players.reverse();
    }
    Ok(entry)
}

/// The name in a line that tells the rules: `Freestyle` of `1,Freestyle`.
fn rules_line(text: &str) -> Option<&str> {
    let (number, name) = text.split_once(',')?;
    let name = name.trim();
    (number.trim().parse::<u32>().is_ok() && name.starts_with(char::is_alphabetic)).then_some(name)
}

/// Whether how the game ended is told before the last line, which then is no name of a player.
fn has_code(lines: &[(usize, String)]) -> bool {
    lines
        .iter()
        .rev()
        .skip(1)
        .map_while(|(_, text)| match rules_line(text) {
            Some(_) => Some(false),
            None => text.parse::<i64>().is_ok().then_some(true),
        })
        .any(|code| code)
}

/// Width and height, and whether the second player began.
fn header(line: &str) -> Option<((usize, usize), bool)> {
    let mut parts = line.strip_prefix("Piskvorky")?.split(',').map(str::trim);
    let pair = |text: &str, between| {
        let (one, other) = text.split_once(between)?;
        Some((one.trim().parse::<usize>().ok()?, other.trim().parse::<usize>().ok()?))
    };
    let sides = pair(parts.next()?, 'x')?;
    pair(parts.next()?, ':')?;
    let exchanged = match parts.next()? {
        "0" => false,
        "1" => true,
        _ => return None,
    };
    parts.next().is_none().then_some((sides, exchanged))
}

/// That the side to move ran out of time.
pub(super) fn late(entry: &Entry) -> Claim {
    let first = entry.setup.as_ref().map_or(Color::Black, |setup| setup.to_move);
    let winner = if entry.moves.len().is_multiple_of(2) { !first } else { first };
    Claim { winner: Some(winner), how: How::Time }
}

/// That more follows the stones than `allowed` lines.
pub(super) fn superfluous(rest: &[(usize, String)], allowed: usize) -> Option<Damage> {
    let (line, text) = rest.get(allowed)?;
    let reason = format!("\"{}\" is no stone and follows the end of the record", shorten(text));
    Some(Damage { line: Some(*line), reason })
}

/// Writes a game, with the names of the players if it has them.
///
/// # Errors
/// The output cannot be written.
pub fn write(entry: &Entry, out: &mut impl Write) -> io::Result<()> {
    let grid = entry.game.grid();
    writeln!(out, "Piskvorky {}x{}, 11:11, 0", grid.width(), grid.height())?;
    stones::write(entry, 1, out)?;
    if entry.about.players.iter().any(|name| !name.is_empty()) {
        let [black, white] = names(entry);
        writeln!(out, "{black}\n{white}")?;
    }
    writeln!(out, "{}", stones::code(entry))
}

/// The names of the players, each a line that can be no stone and no code; `?` for those that have none.
pub(super) fn names(entry: &Entry) -> [String; 2] {
    entry.about.players.each_ref().map(|name| {
        let name: String = name.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
        match name.trim() {
            "" => "?".to_owned(),
            name if stones::is_stone(name) || name.parse::<i64>().is_ok() => format!("\"{name}\""),
            name => name.to_owned(),
        }
    })
}

/// A name as it was written; empty if it is `?`.
pub(super) fn known(name: String) -> String {
    if name == "?" { String::new() } else { name }
}
