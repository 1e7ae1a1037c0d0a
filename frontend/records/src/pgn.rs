//! PGN: tags, then moves.
//!
//! pente.org writes `1. K10 L9 2. …`, wrapped at 80 characters, with columns from A without I and rows from the bottom in
//! all games; the first player is Player 1, from whom the result is seen. Its boards have 19x19 points; for others a
//! tag `Size` is added.
//!
//! Rating programs such as Ordo and BayesElo know chess. For them the tags `White` and `Black` are the colours of the
//! stones at the end of the game, and `1-0` is White's win. Black moves first in all our games, which `FirstMove` says,
//! and the moves are a comment in the notation of the game.
//!
//! # Examples
//! ```
//! use ninuki_records::{Choice, Format};
//!
//! let text = b"[Game \"Pente\"]\n[Player 1 Name \"a\"]\n\n1. K10 L10 2. K13 M10\n".to_vec();
//! let entry = Format::Pgn.read(text, &Choice::default())?.next().expect("one game").expect("readable");
//! assert_eq!((entry.game.rules().name, entry.played().count()), ("pente", 4));
//! assert_eq!(entry.about.players[0], "a");
//! # Ok::<(), ninuki_records::Error>(())
//! ```

mod write;

use engine::notation::{parse_move, shorten};
use engine::{Color, Grid, Lettering, Move, Rules, Shape};

pub(super) use self::write::write;
pub use self::write::write_rated;

use crate::Choice;
use crate::capacity::{Boards, Form};
use crate::entry::decoded;
use crate::format::{started, usual};
use crate::tree::{ROOT, Tree};
use crate::{Claim, Damage, Entry, Format, How, Size, SizeError, Unreadable, Written};

/// Games for rating programs have their moves in the notation of the game.
const RATED: Form = Form { name: "pgn", boards: Boards::All };

/// The side of pente.org's boards.
const SIDE: usize = 19;

/// The games of a file, damaged ones as errors.
pub(super) fn read(text: &[u8], start: &Choice) -> Vec<Result<Entry, Unreadable>> {
    let text = decoded(text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text));
    let (mut sheets, mut sheet) = (Vec::new(), Sheet::default());
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if let Some(tag) = tag(line).filter(|_| !sheet.comment) {
            if sheet.tokens.is_empty() {
                sheet.line.get_or_insert(number);
            } else {
                sheets.push(std::mem::replace(&mut sheet, Sheet { line: Some(number), ..Sheet::default() }));
            }
            sheet.tags.push(tag);
        } else {
            sheet.take(number, line);
        }
    }
    if sheet.line.is_some() || sheets.is_empty() {
        sheets.push(sheet);
    }
    sheets.into_iter().map(|sheet| sheet.entry(start)).collect()
}

/// A tag: `[Game "Pente"]`.
fn tag(line: &str) -> Option<(String, String)> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inner.split_once('"')?;
    let value = value.trim_end().strip_suffix('"')?;
    Some((name.trim().to_owned(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
}

/// A game as its tags and words.
#[derive(Default)]
struct Sheet {
    line: Option<usize>,
    tags: Vec<(String, String)>,
    /// Words outside of comments, and comments, each with its line.
    tokens: Vec<(usize, Token)>,
    /// Whether a comment has begun.
    comment: bool,
}

enum Token {
    Word(String),
    Comment(String),
}

impl Sheet {
    /// Takes a line of moves and comments.
    fn take(&mut self, number: usize, line: &str) {
        let mut rest = line;
        while !rest.is_empty() {
            if self.comment {
                let (inside, after) =
                    rest.split_once('}').map_or((rest, None), |(inside, after)| (inside, Some(after)));
                if let Some((_, Token::Comment(comment))) = self.tokens.last_mut() {
                    let gap = if comment.is_empty() { "" } else { "\n" };
                    *comment += &format!("{gap}{}", inside.trim());
                }
                self.comment = after.is_none();
                rest = after.unwrap_or_default();
            } else {
                let (outside, after) =
                    rest.split_once('{').map_or((rest, None), |(outside, after)| (outside, Some(after)));
                let words = outside.split_whitespace().map(|word| (number, Token::Word(word.to_owned())));
                self.tokens.extend(words);
                if after.is_some() {
                    self.tokens.push((number, Token::Comment(String::new())));
                    self.comment = true;
                }
                rest = after.unwrap_or_default();
            }
            self.line.get_or_insert(number);
        }
    }

    fn tag(&self, name: &str) -> Option<&str> {
        let (_, value) = self.tags.iter().find(|(found, _)| found.eq_ignore_ascii_case(name))?;
        Some(value.trim()).filter(|value| !matches!(*value, "" | "?" | "-"))
    }

    fn entry(&self, start: &Choice) -> Result<Entry, Unreadable> {
        let line = self.line.unwrap_or(1);
        let unreadable = |reason| Unreadable { line, game: usual(start), reason };
        if self.tags.is_empty() {
            return Err(unreadable("no tag is here, a game begins with some as [Game \"Pente\"]".to_owned()));
        }
        let rules = match self.tag("Game") {
            Some(name) if !start.names_rules() => Some(rules(name).map_err(unreadable)?),
            _ => None,
        };
        let rated = self.tag("FirstMove").is_some();
        let sides = match self.tag("Size") {
            Some(size) => {
                let Size { width, height } = size.parse().map_err(|error: SizeError| unreadable(error.to_string()))?;
                Some((width, height))
            }
            None => (!rated).then_some((SIDE, SIDE)),
        };
        let form = if rated { RATED } else { Format::Pgn.form() };
        let (game, setup) = started(form, start, rules, sides, line)?;
        let mut entry = Entry::new(Some(line), game, setup, Vec::new());
        self.moves(rated, &mut entry);
        if self.comment {
            let line = self.tokens.last().map(|(line, _)| *line);
            entry.damage.push(Damage { line, reason: "the record is cut off: the comment has no }".to_owned() });
        }
        entry.result = self.tag("Result").and_then(|text| claim(text, rated));
        let text = |name| self.tag(name).unwrap_or_default().to_owned();
        entry.about.players = match rated {
            true => ["Black", "White"].map(text),
            false => ["Player 1 Name", "Player 2 Name"].map(text),
        };
        entry.about.date = iso(&text("Date"));
        entry.about.event = text("Event");
        entry.about.round = text("Round");
        entry.about.place = text("Site");
        Ok(entry)
    }

    /// Reads the moves, up to and with the first that is none. Comments of rated games are moves, others are notes.
    fn moves(&self, rated: bool, entry: &mut Entry) {
        let grid = entry.game.grid();
        let (mut tree, mut node) = (Tree::new(), ROOT);
        for (line, token) in &self.tokens {
            let moves: Vec<_> = match token {
                Token::Comment(text) if rated => text.split_whitespace().map(|word| (word, own(grid, word))).collect(),
                Token::Comment(text) => {
                    tree.note_mut(node).say(text);
                    continue;
                }
                Token::Word(word) => bare(word).map(|word| (word, lettered(grid, word))).into_iter().collect(),
            };
            for (word, mv) in moves {
                let written = Written::new(grid, word, mv, Some(*line));
                let mv = written.mv.as_ref().ok().copied();
                entry.moves.push(written);
                let Some(mv) = mv else { return };
                node = tree.add(node, mv, None, Some(*line));
            }
        }
        entry.tree = Some(tree).filter(Tree::has_notes);
    }
}

/// A move without its number, `K10` of `1.K10`; `None` if nothing is left, and from a result.
fn bare(word: &str) -> Option<&str> {
    let word = match word.split_once('.') {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => rest.trim_start_matches('.'),
        _ => word,
    };
    (!word.is_empty() && !is_result(word)).then_some(word)
}

fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
}

/// A move in the notation of the game.
fn own(grid: &Grid, word: &str) -> Result<Move, String> {
    parse_move(grid, word).map_err(|error| error.to_string())
}

/// A move in the notation of pente.org.
fn lettered(grid: &Grid, word: &str) -> Result<Move, String> {
    let names = match grid.shape() {
        Shape::Rectangle => Grid::rectangle(grid.width(), grid.height(), Lettering::WithoutI),
        Shape::Hexagon => *grid,
    };
    own(&names, word)
}

/// The rules of a game that pente.org or this program calls so.
fn rules(name: &str) -> Result<Rules, String> {
    let known = Rules::pente_org_named(name).or_else(|| Rules::named(name).ok());
    known.ok_or_else(|| {
        let name = shorten(name);
        format!("[Game \"{name}\"] is no game known here, the rules can be given beside the file")
    })
}

/// A result, seen from Player 1, or, in rated games, from White.
fn claim(text: &str, rated: bool) -> Option<Claim> {
    let first = if rated { Color::White } else { Color::Black };
    let winner = match text {
        "1-0" => Some(first),
        "0-1" => Some(!first),
        "1/2-1/2" => None,
        _ => return None,
    };
    Some(Claim { winner, how: How::Unsaid })
}

/// `2006-08-06` from `08/06/2006`, other texts as they are.
fn iso(date: &str) -> String {
    match date.split('/').collect::<Vec<_>>()[..] {
        [month, day, year] if date.len() == 10 => format!("{year}-{month}-{day}"),
        _ => date.replace('.', "-"),
    }
}
