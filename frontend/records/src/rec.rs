//! REC, the format of Gomotur, as Piskvork reads and writes it.
//!
//! The names of the player who began and of the other, one per line; the stones, `x,y,ms` counted from 0; and how the
//! game ended: 0 by the rules, 15 by time, others otherwise. A game is freestyle unless the options name another. Gomotur's board has 20x20 points, which the file does not
//! say: a game that has no such board is taken for one on its usual board, and where both would be wrong a last line,
//! `15x15`, tells it, which Piskvork does not read.

use std::io::{self, Write};

use engine::Rules;

use crate::capacity::Boards;
use crate::decode::{Decoded, decode};
use crate::psq::{known, lost_on_time, names, superfluous};
use crate::started::{started, usual};
use crate::{
    CapacityError, Choice, Content, Encoding, Entries, Entry, Error, Kind, Profile, RecordFormat, Unreadable, stones,
};

/// Gomotur's files.
pub(super) struct Rec;

const PROFILE: Profile = Profile {
    name: "rec",
    extensions: &["rec"],
    description: "Gomotur",
    notation: "Gomotur",
    kind: Kind::Text,
    content: Content::Game,
    boards: Boards::Rectangles,
    is_written: true,
    names_game: true,
    parts: &[],
    extras: "times, names",
};

impl RecordFormat for Rec {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    /// A stone in the third line, after two names.
    fn recognises(&self, head: &[u8]) -> bool {
        head.split(|&byte| byte == b'\n')
            .nth(2)
            .and_then(|line| std::str::from_utf8(line).ok())
            .is_some_and(stones::is_stone)
    }

    fn read(&self, bytes: Vec<u8>, start: &Choice) -> Result<Entries, Error> {
        Ok(Box::new(std::iter::once(read(&bytes, start))))
    }

    fn check(&self, entry: &Entry, _: Option<Encoding>) -> Result<(), CapacityError> {
        entry.played().next().map(drop).ok_or(CapacityError::NoMoves(PROFILE.name))
    }

    fn write(&self, entry: &Entry, _: Encoding, out: &mut dyn Write) -> io::Result<()> {
        write(entry, out)
    }
}

/// The side of Gomotur's board.
const SIDE: usize = 20;

/// The game in a file.
fn read(bytes: &[u8], start: &Choice) -> Result<Entry, Unreadable> {
    let Decoded { text, used } = decode(bytes, start.encoding);
    let mut lines = stones::lines(&text);
    let players = [lines.next(), lines.next()];
    let lines: Vec<_> = lines.collect();
    let board = lines.last().and_then(|(_, text)| sides(text));
    let rules = Some(Rules::FREESTYLE);
    let sides = board.or_else(|| start.game_of(rules.clone(), Some((SIDE, SIDE))).is_ok().then_some((SIDE, SIDE)));
    let (game, setup) = started(PROFILE.form(), start, rules, sides, 1)?;
    let count = lines.len() - usize::from(board.is_some());
    let list = stones::read(lines.into_iter().take(count), game.grid(), 0, text.ends_with('\n'));
    if list.moves.is_empty() {
        let reason = "no stone is in this file, it has two names and then lines as 10,10,0".to_owned();
        return Err(Unreadable { line: 1, game: usual(start), reason });
    }
    let mut entry = Entry::new(Some(1), game, setup, list.moves);
    entry.damage.extend(list.cut_off);
    if list.rest.first().is_some_and(|(_, code)| code == "15") {
        entry.result = Some(lost_on_time(&entry));
    }
    if let Some((_, code)) = list.rest.first().filter(|(_, code)| code.parse::<i64>().is_ok()) {
        stones::keep(&mut entry, stones::CODE, code);
    }
    let coded = list.rest.first().is_some_and(|(_, code)| code.parse::<i64>().is_ok());
    entry.damage.extend(superfluous(&list.rest, usize::from(coded)));
    entry.about.players =
        players.map(|name| name.map_or_else(String::new, |(_, name)| known(name.trim_start().to_owned())));
    Ok(used.noted(entry, true))
}

/// Width and height, from `15x15`.
fn sides(text: &str) -> Option<(usize, usize)> {
    let (width, height) = text.trim_start().split_once('x')?;
    Some((width.parse().ok()?, height.parse().ok()?))
}

/// Writes a game; a player without a name is `?`.
fn write(entry: &Entry, out: &mut dyn Write) -> io::Result<()> {
    for name in names(entry) {
        writeln!(out, "{name}")?;
    }
    stones::write(entry, 0, out)?;
    writeln!(out, "{}", stones::code(entry))?;
    let (width, height) = (entry.game.grid().width(), entry.game.grid().height());
    let rules = entry.game.rules();
    let assumed = if rules.sizes.contains(SIDE) { SIDE } else { rules.default_size };
    if (assumed, assumed) != (width, height) {
        writeln!(out, "{width}x{height}")?;
    }
    Ok(())
}
