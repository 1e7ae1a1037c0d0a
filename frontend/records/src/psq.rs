//! PSQ, the format of Piskvork and Gomocup.
//!
//! `Piskvorky 15x15, 11:11, 0`: the board, the levels of the players (0 for people) and who of them began, 0 or 1. Then
//! the stones, `x,y,ms` counted from 1; the names of the players, which may be missing; and how the game ended: 0 by the
//! rules, 15 by time, others otherwise. Lines end with LF or CR LF. Some writers add a line after that, `1,Freestyle` or
//! `0,Freestyle15_1`: a number and the league, whose rules hold unless others are asked for. Without such a line a game is
//! freestyle.
//!
//! # Examples
//! ```
//! use ninuki_records::{Choice, Format};
//!
//! let text = b"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,1250\n".to_vec();
//! let choice = Choice { rules: Some("freestyle".to_owned()), ..Choice::default() };
//! let entry = Format::PSQ.read(text, &choice)?.next().expect("one game").expect("readable");
//! assert_eq!((entry.moves[0].text(entry.game.grid()).as_str(), entry.moves[1].ms), ("h8", Some(1250)));
//! # Ok::<(), ninuki_records::Error>(())
//! ```

use std::io::{self, Write};

use engine::notation::shorten;
use engine::{Color, Rules};

use crate::capacity::Boards;
use crate::decode::{Decoded, decode};
use crate::started::{named, started, usual};
use crate::{
    Choice, Claim, Content, Damage, Encoding, Entries, Entry, Error, How, Kind, Profile, RecordFormat, Unreadable,
    stones,
};

/// Piskvork's files.
pub(super) struct Psq;

const PROFILE: Profile = Profile {
    name: "psq",
    extensions: &["psq"],
    description: "Piskvork",
    notation: "Piskvork, Gomocup",
    kind: Kind::Text,
    content: Content::Game,
    boards: Boards::Rectangles,
    is_written: true,
    names_game: true,
    parts: &[],
    extras: "times, names, league, levels of the players",
};

impl RecordFormat for Psq {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn recognises(&self, head: &[u8]) -> bool {
        head.trim_ascii_start().starts_with(b"Piskvorky")
    }

    fn read(&self, bytes: Vec<u8>, start: &Choice) -> Result<Entries, Error> {
        Ok(Box::new(std::iter::once(read(&bytes, start))))
    }

    fn write(&self, entry: &Entry, _: Encoding, out: &mut dyn Write) -> io::Result<()> {
        write(entry, out)
    }
}

/// The game in a file.
fn read(bytes: &[u8], start: &Choice) -> Result<Entry, Unreadable> {
    let Decoded { text, used } = decode(bytes, start.encoding);
    let mut lines = stones::lines(&text);
    let (line, first) = lines.next().unwrap_or((1, String::new()));
    let Some(Header { sides, levels, exchanged }) = Header::parse(first.trim_start()) else {
        let reason =
            format!("\"{}\" is no head of a PSQ file, as \"Piskvorky 15x15, 11:11, 0\"", shorten(first.trim_start()));
        return Err(Unreadable { line, game: usual(start), reason });
    };
    let mut lines: Vec<_> = lines.collect();
    let leagues = lines.split_off(lines.len() - leagues(&lines));
    let rules = rules(&leagues, start)?;
    let (game, setup) = started(PROFILE.form(), start, Some(rules), Some(sides), line)?;
    let list = stones::read(lines.into_iter(), game.grid(), 1, text.ends_with('\n'));
    let mut entry = Entry::new(Some(line), game, setup, list.moves);
    entry.damage.extend(list.cut_off);
    let mut rest = list.rest;
    if let Some(code) = rest.last().and_then(|(_, text)| text.parse::<i64>().ok()) {
        let (_, text) = rest.pop().unwrap_or_default();
        entry.result = (code == 15).then(|| lost_on_time(&entry));
        stones::keep(&mut entry, stones::CODE, &text);
    }
    let head = format!("{levels}, {}", u8::from(exchanged));
    if head != HEAD {
        stones::keep(&mut entry, stones::HEAD, &head);
    }
    for (_, text) in &leagues {
        stones::keep(&mut entry, stones::LEAGUE, text);
    }
    entry.damage.extend(superfluous(&rest, 2));
    entry.damage.extend(contradiction(&leagues));
    for (name, (_, text)) in entry.about.players.iter_mut().zip(rest) {
        *name = known(text);
    }
    if exchanged {
        entry.about.players.reverse();
    }
    Ok(used.noted(entry, true))
}

/// The levels of the players and who began, where nothing else is known.
const HEAD: &str = "11:11, 0";

/// The rules of the league that the last lines name, freestyle without one.
fn rules(leagues: &[(usize, String)], start: &Choice) -> Result<Rules, Unreadable> {
    let known = leagues.iter().find_map(|(_, text)| Rules::gomocup_league(league(text)?));
    match (known, leagues.last()) {
        (Some(rules), _) => Ok(rules),
        (None, Some((line, text))) if !start.names_rules() => {
            let name = league(text).unwrap_or_default();
            let meant = named(name).err().unwrap_or_default();
            let reason =
                format!("\"{}\" is no game known here{meant}, the rules can be given beside the file", shorten(name));
            Err(Unreadable { line: *line, game: usual(start), reason })
        }
        _ => Ok(Rules::FREESTYLE),
    }
}

/// That a line names other rules than the first league, which counts.
fn contradiction(leagues: &[(usize, String)]) -> Option<Damage> {
    let mut known = leagues.iter().filter_map(|line| Some((line, Rules::gomocup_league(league(&line.1)?)?)));
    let ((_, first), rules) = known.next()?;
    let ((line, other), _) = known.find(|(_, other)| other.name != rules.name)?;
    let reason = format!("\"{}\" names other rules than \"{}\", which count", shorten(other), shorten(first));
    Some(Damage { line: Some(*line), reason })
}

/// The name in a line that tells the league: `Freestyle15_1` of `0,Freestyle15_1`.
fn league(text: &str) -> Option<&str> {
    let (number, name) = text.split_once(',')?;
    let name = name.trim();
    (number.trim().parse::<u32>().is_ok() && name.starts_with(char::is_alphabetic)).then_some(name)
}

/// The number of lines at the end that tell the league. Without the code of the result before them they are names, but for
/// those of known leagues.
fn leagues(lines: &[(usize, String)]) -> usize {
    let leagues = lines.iter().rev().take_while(|(_, text)| league(text).is_some()).count();
    let code = lines[..lines.len() - leagues].last().is_some_and(|(_, text)| text.parse::<i64>().is_ok());
    if code { leagues } else { lines.iter().rev().take_while(|(_, text)| is_league(text)).count() }
}

/// Whether a line tells a known league.
fn is_league(text: &str) -> bool {
    league(text).is_some_and(|name| Rules::gomocup_league(name).is_some())
}

/// The first line of a file.
struct Header<'t> {
    /// Width and height.
    sides: (usize, usize),
    /// The levels of the players, `11:11`.
    levels: &'t str,
    /// Whether the second player began.
    exchanged: bool,
}

impl<'t> Header<'t> {
    fn parse(line: &'t str) -> Option<Self> {
        let mut parts = line.strip_prefix("Piskvorky")?.split(',').map(str::trim);
        let pair = |text: &str, between| {
            let (one, other) = text.split_once(between)?;
            Some((one.trim().parse::<usize>().ok()?, other.trim().parse::<usize>().ok()?))
        };
        let sides = pair(parts.next()?, 'x')?;
        let levels = parts.next().filter(|levels| pair(levels, ':').is_some())?;
        let exchanged = match parts.next()? {
            "0" => false,
            "1" => true,
            _ => return None,
        };
        parts.next().is_none().then_some(Self { sides, levels, exchanged })
    }
}

/// That the side to move ran out of time.
pub(super) fn lost_on_time(entry: &Entry) -> Claim {
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
pub fn write(entry: &Entry, out: &mut dyn Write) -> io::Result<()> {
    let grid = entry.game.grid();
    let head = stones::kept(entry, stones::HEAD).next().unwrap_or_else(|| HEAD.to_owned());
    writeln!(out, "Piskvorky {}x{}, {head}", grid.width(), grid.height())?;
    stones::write(entry, 1, out)?;
    if entry.about.players.iter().any(|name| !name.is_empty()) {
        let mut names = names(entry);
        if head.ends_with('1') {
            names.reverse();
        }
        writeln!(out, "{}\n{}", names[0], names[1])?;
    }
    writeln!(out, "{}", stones::code(entry))?;
    stones::kept(entry, stones::LEAGUE).try_for_each(|league| writeln!(out, "{league}"))
}

/// The names of the players, each a line that can be no stone and no code; `?` for those that have none.
pub(super) fn names(entry: &Entry) -> [String; 2] {
    entry.about.players.each_ref().map(|name| {
        let name: String = name.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
        match name.trim() {
            "" => "?".to_owned(),
            name if stones::is_stone(name) || name.parse::<i64>().is_ok() || is_league(name) => format!("\"{name}\""),
            name => name.to_owned(),
        }
    })
}

/// A name as it was written; empty if it is `?`.
pub(super) fn known(name: String) -> String {
    if name == "?" { String::new() } else { name }
}
