//! SGF, FF\[4\]: the meaning of the properties of a game.
//!
//! * The game: `RU` names one of ours; else pente.org's `GM[100+n]`; `GM[4]` is gomoku or renju and read as freestyle, with a
//!   remark; `GM[5]` of ZJRenju is renju. A custom game has its whole rules in the property `RULES`, a text as
//!   [`variants::line`] makes it, and its name in `RU`. `GM[1]` is Go, which is refused unless `RU` or the options name a game
//!   of ours. A record that names no game is an error that lists the games.
//! * Character sets: that of `CA`, game by game, before anything is parsed; else UTF-8, else a guess with a remark.
//! * Points: `aa` from the top left, or the board's own notation (`K10`, `h8`, `d3`).
//! * Set-ups (`AB`, `AW`, `AE`, `PL`) come before the moves, between them or in variations. `QPR` and `QSLW` of Gomoku Quest
//!   are moves. A private property with points alone, in a node without a move, is an error: it may place stones.
//! * Passes are kept in games without captures. Two moves of one colour in a row have a pass between them, with a remark.
//! * `resign`, `time` and `forfeit` in the place of a move end the game. `RE` is kept as it is written where it is no result.
//! * Captures follow from the rules. Comments, marks, labels and quality of moves are understood, names, dates and places;
//!   other properties are kept as they are written.
//!
//! # Examples
//! ```
//! use ninuki_records::{Choice, Format};
//!
//! let text = b"(;FF[4]GM[4]SZ[15]RU[renju]PB[a]PW[b];B[hh];W[ig]C[indirect];B[jh])".to_vec();
//! let entry = Format::SGF.read(text, &Choice::default())?.next().expect("one game").expect("readable");
//! assert_eq!((entry.game.rules().name, entry.moves[1].text(entry.game.grid()).as_str()), ("renju", "i9"));
//! let written = String::from_utf8(Format::SGF.write(&[entry])).expect("SGF is text");
//! assert!(written.contains("C[indirect]"));
//! # Ok::<(), ninuki_records::Error>(())
//! ```

mod board;
mod charset;
mod error;
mod foreign;
mod result;
mod syntax;
mod write;

#[cfg(test)]
mod tests;

use std::io::{self, Write};

use engine::notation::shorten;
use engine::{Color, Game, Rules, SetUp};

pub(super) use self::foreign::exchange_colors;
pub(super) use self::result::{claim, written};
pub use self::write::write;

use self::board::Board;
use self::error::SgfError;
use self::syntax::{Node, Property, Sheet, Sheets};
use crate::capacity::Boards;
use crate::column::in_column;
use crate::started::{named, usual};
use crate::{
    About, Choice, Claim, Content, Damage, Encoding, Entries, Entry, Error, Kind, Part, Profile, RecordFormat, Remark,
    RemarkKind, Unreadable,
};

/// SGF.
pub(super) struct Sgf;

const PROFILE: Profile = Profile {
    name: "sgf",
    extensions: &["sgf"],
    description: "SGF, with variations and comments",
    notation: "SGF FF[4], `GM[4]` with `RU[pente]`, of a custom game with `RULES[…]`; pente.org's `GM[101]` is read",
    kind: Kind::Text,
    content: Content::Games,
    boards: Boards::All,
    is_written: true,
    names_game: true,
    parts: &[Part::SetUps, Part::Changes, Part::Swaps, Part::Passes, Part::Trees],
    extras: "marks, quality of moves, result, names, date, event, round, place, opening rule (`ON`), all other properties",
};

impl RecordFormat for Sgf {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn recognises(&self, head: &[u8]) -> bool {
        let rest = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
        rest.strip_prefix(b"(").is_some_and(|rest| rest.trim_ascii_start().starts_with(b";"))
    }

    fn read(&self, bytes: Vec<u8>, start: &Choice) -> Result<Entries, Error> {
        Ok(Box::new(Games::new(bytes, start)))
    }

    fn write(&self, entry: &Entry, encoding: Encoding, out: &mut dyn Write) -> io::Result<()> {
        write::write_in(entry, encoding, out)
    }
}

/// The games of a file, damaged ones as errors.
pub(super) struct Games {
    sheets: Sheets,
    start: Choice,
    usual: &'static Game,
    any: bool,
}

impl Games {
    /// The games of `text`. Those without set-up stones start from the position of `start`.
    pub(super) fn new(text: Vec<u8>, start: &Choice) -> Self {
        Self {
            sheets: Sheets::new(text, start.encoding, &start.budget),
            start: start.clone(),
            usual: usual(start),
            any: false,
        }
    }
}

impl Iterator for Games {
    type Item = Result<Entry, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        let any = std::mem::replace(&mut self.any, true);
        match self.sheets.next() {
            Some(sheet) => Some(entry(&sheet, &self.start, self.usual)),
            None if any => None,
            None => {
                let reason = "no SGF game is in this file, one begins with \"(;\"".to_owned();
                Some(Err(Unreadable { line: 1, game: self.usual, reason }))
            }
        }
    }
}

/// Returns the game of a sheet. The errors of a sheet without a known game have `usual`.
fn entry(sheet: &Sheet<'_>, start: &Choice, usual: &'static Game) -> Result<Entry, Unreadable> {
    let line = sheet.line;
    let (main, variations) = sheet.nodes.split_at(sheet.main);
    if let Some(other) = other_game(main, start) {
        let reason = format!("this is a game of {other} (GM), which is not played here; of another, --rules names it");
        return Err(Unreadable { line, game: usual, reason });
    }
    if let Some(reason) = sheet.decoding.refusal.clone() {
        return Err(Unreadable { line, game: usual, reason });
    }
    let (game, guess) = game(main, start).map_err(|error| {
        // The missing end may have named the game.
        let (line, reason) =
            sheet.damage.clone().filter(|_| names_nothing(main)).unwrap_or_else(|| (line, error.to_string()));
        Unreadable { line, game: usual, reason }
    })?;
    let mut board = Board::new(game, &start.budget);
    let twice = twice(sheet);
    board.main(main, &sheet.nodes)?;
    board.variations(variations);
    let Board { stones, to_move, moves, mut tree, opening, ended, remarks, twice: later, .. } = board;
    let mut entry = Entry::new(Some(line), game, None, moves);
    entry.about = about(main);
    if let (true, Some(opening)) = (entry.about.opening.is_empty(), opening) {
        entry.about.opening = opening;
    }
    entry.result_text = header(main, "RE").unwrap_or_default();
    entry.result = result::claim(&entry.result_text);
    entry.encoding = sheet.decoding.encoding;
    entry.damage.extend(sheet.damage.clone().map(|(line, reason)| Damage { line: Some(line), reason }));
    entry.damage.extend(sheet.decoding.damage.clone());
    entry.damage.extend(twice.or(later));
    entry.remarks.extend(sheet.decoding.remark.clone());
    let kind = RemarkKind::Rules(game.rules().name);
    entry.remarks.extend(guess.map(|text| Remark { line: Some(line), text, kind }));
    entry.remarks.extend(remarks);
    if let Some(ended) = ended {
        result::end(&mut entry, ended);
    }
    let first = entry.moves.first().and_then(|written| written.by);
    let starts = tree.changes().first().is_some_and(|(plies, _)| *plies == 0);
    entry.setup = if stones.is_empty() {
        // The first player is our Black, whatever the record says.
        if !starts && first.or(to_move) == Some(Color::White) {
            entry.moves.iter_mut().for_each(|written| written.by = written.by.map(|color| !color));
            tree.exchange_colors();
            exchange_colors(&mut tree);
            if entry.result.is_some() {
                entry.result_text.clear();
            }
            entry.result = entry.result.map(Claim::exchanged);
            entry.about.players.reverse();
        }
        start.setup(game).map_err(|failure| Unreadable { line, game, reason: failure.to_string() })?
    } else {
        let to_move = to_move.or(first).unwrap_or(Color::Black);
        Some(SetUp { stones, walls: Vec::new(), to_move, captured: [0; 2] })
    };
    entry.changes = tree.changes();
    entry.tree = Some(tree).filter(|tree| !tree.is_line());
    Ok(entry)
}

/// A second value of a property that a game has once. Those that nodes may have, too, are looked at with the nodes.
fn twice(sheet: &Sheet<'_>) -> Option<Damage> {
    let main = &sheet.nodes[..sheet.main];
    let firsts = foreign::OWN.map(|name| (name, header(main, name)));
    for node in &sheet.nodes {
        for property in &node.properties {
            let Some((name, Some(first))) = firsts.iter().find(|(name, _)| *name == property.name) else { continue };
            if *name == "PL" || foreign::IN_NODES.contains(name) {
                continue;
            }
            if let Some(other) = property.values().find(|other| !["", first].contains(&other.trim())) {
                return Some(second_value(property, name, first, other.trim()));
            }
        }
    }
    None
}

/// The error of a second value of a property.
fn second_value(property: &Property<'_>, name: &'static str, first: &str, other: &str) -> Damage {
    let (first, other) = (shorten(first), shorten(other));
    let reason = SgfError::Twice { name, first, other }.to_string();
    Damage { line: Some(property.line), reason: in_column(property.column, &reason) }
}

/// The names, dates and places of a game.
fn about(main: &[Node<'_>]) -> About {
    let text = |name| header(main, name).unwrap_or_default();
    About {
        players: ["PB", "PW"].map(text),
        date: text("DT"),
        event: text("EV"),
        round: text("RO"),
        place: text("PC"),
        opening: text("ON"),
    }
}

/// The first value of the first property with this name, without blanks around it.
fn value(main: &[Node<'_>], name: &str) -> Option<String> {
    let property = main.iter().flat_map(|node| &node.properties).find(|property| property.name == name)?;
    Some(property.values().next()?.trim().to_owned())
}

/// The first value with this name that is not blank.
fn header(main: &[Node<'_>], name: &str) -> Option<String> {
    let properties = main.iter().flat_map(|node| &node.properties).filter(|property| property.name == name);
    let mut values = properties.flat_map(|property| property.values()).map(|value| value.trim().to_owned());
    values.find(|value| !value.is_empty())
}

/// The game that a record's `RU`, `GM` and `SZ` name, as far as the options leave it to them, and a remark if it is a
/// guess.
fn game(main: &[Node<'_>], options: &Choice) -> Result<(&'static Game, Option<String>), SgfError> {
    if let Some(text) = value(main, write::RULES) {
        options.budget.text(&text).map_err(SgfError::Limit)?;
    }
    let sides = match value(main, "SZ") {
        Some(text) if options.size.is_none() => Some(sides(&text)?),
        _ => None,
    };
    let (rules, guess) = match options.names_rules() {
        true => (None, None),
        false => rules(main, options, sides)?,
    };
    Ok((options.game_of(rules, sides).map_err(SgfError::Choice)?, guess))
}

/// The rules that a record gives, names, or means by a number, and a remark if they are a guess.
fn rules(
    main: &[Node<'_>],
    options: &Choice,
    sides: Option<(usize, usize)>,
) -> Result<(Option<Rules>, Option<String>), SgfError> {
    let sure = |rules| Ok((Some(rules), None));
    if let Some(text) = value(main, write::RULES) {
        return variants::parse(&text).map_or_else(|error| Err(SgfError::Rules(error)), sure);
    }
    let name = value(main, "RU").filter(|name| !name.is_empty());
    if let Some(rules) = name.as_deref().and_then(|name| Rules::named(name).ok()) {
        return sure(rules);
    }
    let unknown = |property, value: &str| {
        let meant = named(value).err().unwrap_or_default();
        SgfError::Unknown { property, value: shorten(value), meant }
    };
    match (value(main, "GM").as_deref(), name) {
        (None, None) => Err(SgfError::Choice(options.unnamed(PROFILE.form(), sides))),
        (Some("4"), None) => {
            let rules = Rules::FREESTYLE;
            let text = format!(
                "GM[4] is gomoku or renju, and no RU says which; read as {}, --rules names another",
                rules.name
            );
            Ok((Some(rules), Some(text)))
        }
        (Some("5"), None) if writes_renju_as_5(main) => sure(Rules::RENJU),
        (None | Some("1" | "4"), Some(name)) => Err(unknown("RU", &name)),
        (Some(number), _) => {
            let known = number.parse().ok().and_then(|number: u32| Rules::pente_org(number.checked_sub(100)?));
            known.map_or_else(|| Err(unknown("GM", number)), sure)
        }
    }
}

/// Whether a record says nothing of its game.
fn names_nothing(main: &[Node<'_>]) -> bool {
    ["RU", "GM", write::RULES].iter().all(|name| value(main, name).is_none())
}

/// Whether the record is of a program that gives renju the number of another game: ZJRenju.
fn writes_renju_as_5(main: &[Node<'_>]) -> bool {
    value(main, "AP").is_some_and(|name| name.to_ascii_lowercase().starts_with("zjrenju"))
}

/// The games that SGF numbers, as far as people may take them for ours.
const OTHER_GAMES: [(&str, &str); 9] = [
    ("1", "Go"),
    ("2", "Othello"),
    ("3", "chess"),
    ("5", "Nine Men's Morris"),
    ("6", "backgammon"),
    ("7", "Chinese chess"),
    ("8", "shogi"),
    ("9", "Lines of Action"),
    ("11", "Hex"),
];

/// Properties of games of Go alone: komi and handicap.
const OF_GO: [&str; 2] = ["KM", "HA"];

/// The name of the game if it is none of ours: `GM` is its number, and neither `RU` nor the options name another. (Some
/// programs write our games with the number of Go, but without a komi.)
fn other_game(main: &[Node<'_>], options: &Choice) -> Option<&'static str> {
    let number = value(main, "GM")?;
    let (_, name) = OTHER_GAMES.into_iter().find(|(known, _)| *known == number)?;
    let is_go = number == "1" && OF_GO.iter().any(|property| value(main, property).is_some());
    let named = options.names_rules()
        || value(main, write::RULES).is_some()
        || value(main, "RU").is_some_and(|name| Rules::named(&name).is_ok())
        || (number == "5" && writes_renju_as_5(main));
    (is_go || !named).then_some(name)
}

/// Width and height, from `19` or `15:15`.
fn sides(text: &str) -> Result<(usize, usize), SgfError> {
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    let side = |text: &str| text.trim().parse::<usize>().ok();
    side(width).zip(side(height)).ok_or_else(|| SgfError::Size(shorten(text)))
}
