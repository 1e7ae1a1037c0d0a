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
//! PlayOK's games have no tag `Game`, but `[Site "PlayOK"]`, `Black` and `White`, 15x15 points with columns from a with i, and
//! Black's result first. Among their first moves stand the words `black`, `white` and `--`, by which the players choose in
//! swap 2; they place nothing, and are kept in [`About::opening`](crate::About). Nothing says whether six in a row win:
//! they are read as games that only exactly five wins, where nothing that was played is refused.
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
use crate::entry::{Columns, decoded, in_column};
use crate::format::{named, started, usual};
use crate::tree::{ROOT, Tree};
use crate::{Claim, Damage, Entry, Format, How, Size, SizeError, Unreadable, Written};

/// Games for rating programs have their moves in the notation of the game.
const RATED: Form = Form { name: "pgn", boards: Boards::All };

/// The side of pente.org's boards.
const SIDE: usize = 19;

/// The side of PlayOK's boards.
const PLAYOK_SIDE: usize = 15;

/// The opening rule that PlayOK's words belong to.
const SWAP2: &str = "swap2";

/// Who writes a game, which tells how it is to be read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Writer {
    PenteOrg,
    PlayOk,
    /// This program, for rating programs.
    Rated,
}

/// The games of a file, damaged ones as errors.
pub(super) fn read(text: &[u8], start: &Choice) -> Vec<Result<Entry, Unreadable>> {
    let text = decoded(text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text));
    let (mut sheets, mut sheet) = (Vec::new(), Sheet::default());
    for (number, line) in (1..).zip(text.lines().map(str::trim_end)) {
        if let Some(tag) = tag(line.trim()).filter(|_| !sheet.comment) {
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
    /// With its column.
    Word(usize, String),
    Comment(String),
}

impl Sheet {
    /// Takes a line of moves and comments.
    fn take(&mut self, number: usize, line: &str) {
        let (mut rest, columns) = (line, Columns::default());
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
                let words = outside.split_whitespace();
                let at = |word: &str| columns.of(line.as_bytes(), 0, word.as_ptr().addr() - line.as_ptr().addr());
                let words = words.map(|word| (number, Token::Word(at(word), word.to_owned())));
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
        let writer = self.writer();
        if let (Writer::PlayOk, Some((line, word))) = (writer, self.chess()) {
            let reason =
                format!("this is a game of chess (\"{}\" is a move of it), which is not played here", shorten(word));
            return Err(Unreadable { line, game: usual(start), reason });
        }
        let (rules, usual_sides) = match writer {
            Writer::PenteOrg => (rules, Some((SIDE, SIDE))),
            Writer::PlayOk => (rules.or(Some(Rules::STANDARD)), Some((PLAYOK_SIDE, PLAYOK_SIDE))),
            Writer::Rated => (rules, None),
        };
        let sides = match self.tag("Size") {
            Some(size) => {
                let Size { width, height } = size.parse().map_err(|error: SizeError| unreadable(error.to_string()))?;
                Some((width, height))
            }
            None => usual_sides,
        };
        let form = if writer == Writer::Rated { RATED } else { Format::Pgn.form() };
        let (game, setup) = started(form, start, rules, sides, line)?;
        let mut entry = Entry::new(Some(line), game, setup, Vec::new());
        self.moves(writer, &mut entry);
        if self.comment {
            let line = self.tokens.last().map(|(line, _)| *line);
            entry.damage.push(Damage { line, reason: "the record is cut off: the comment has no }".to_owned() });
        }
        entry.result = self.tag("Result").and_then(|text| claim(text, writer == Writer::Rated));
        let text = |name| self.tag(name).unwrap_or_default().to_owned();
        entry.about.players = match writer {
            Writer::PenteOrg => ["Player 1 Name", "Player 2 Name"].map(text),
            Writer::PlayOk | Writer::Rated => ["Black", "White"].map(text),
        };
        entry.about.date = iso(&text("Date"));
        entry.about.event = text("Event");
        entry.about.round = text("Round");
        entry.about.place = text("Site");
        if entry.about.opening.is_empty() {
            entry.about.opening = text("Opening");
        }
        Ok(entry)
    }

    fn writer(&self) -> Writer {
        let names =
            ["Black", "White"].iter().any(|name| self.tags.iter().any(|(tag, _)| tag.eq_ignore_ascii_case(name)));
        let playok = self.tag("Site").is_some_and(|site| site.eq_ignore_ascii_case("PlayOK"));
        match () {
            () if self.tag("FirstMove").is_some() => Writer::Rated,
            () if self.tag("Game").is_none() && (playok || names) => Writer::PlayOk,
            () => Writer::PenteOrg,
        }
    }

    /// A word that only chess has, and its line.
    fn chess(&self) -> Option<(usize, &str)> {
        self.tokens.iter().find_map(|(line, token)| match token {
            Token::Word(_, word) => Some((*line, bare(word).filter(|word| is_chess(word))?)),
            Token::Comment(_) => None,
        })
    }

    /// Reads the moves, up to and with the first that is none. Comments of rated games are moves, others are notes.
    fn moves(&self, writer: Writer, entry: &mut Entry) {
        let grid = entry.game.grid();
        let (mut tree, mut node) = (Tree::new(), ROOT);
        let mut choices = Vec::new();
        for (line, token) in &self.tokens {
            let moves: Vec<_> = match token {
                Token::Comment(text) if writer == Writer::Rated => {
                    text.split_whitespace().map(|word| (word, own(grid, word))).collect()
                }
                Token::Comment(text) => {
                    tree.note_mut(node).say(text);
                    continue;
                }
                Token::Word(_, word) if writer == Writer::PlayOk && CHOICES.contains(&&*word.to_ascii_lowercase()) => {
                    choices.push(word.to_ascii_lowercase());
                    continue;
                }
                Token::Word(column, word) => {
                    let lettering = if writer == Writer::PlayOk { Lettering::WithI } else { Lettering::WithoutI };
                    let mv = |word| lettered(grid, lettering, word).map_err(|reason| in_column(*column, &reason));
                    bare(word).map(|word| (word, mv(word))).into_iter().collect()
                }
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
        if !choices.is_empty() {
            entry.about.opening = format!("{SWAP2}: {}", choices.join(" "));
        }
    }
}

/// The words of PlayOK by which a player takes a colour, or, with two more stones, leaves that to the other.
const CHOICES: [&str; 3] = ["black", "white", "--"];

/// Whether a word is a move of chess and can be no point: `Nf3`, `exd5`, `O-O`, `e8=Q`, `Qh5+`.
fn is_chess(word: &str) -> bool {
    let plain = word.trim_end_matches(['+', '#', '!', '?']);
    if plain.starts_with("O-O") {
        return true;
    }
    let (plain, promotes) = plain.split_once('=').map_or((plain, false), |(square, _)| (square, true));
    let [before @ .., b'a'..=b'h', b'1'..=b'8'] = plain.as_bytes() else { return false };
    let piece = matches!(before.first(), Some(b'K' | b'Q' | b'R' | b'B' | b'N'));
    let rest = if piece { &before[1..] } else { before };
    rest.len() <= 3
        && rest.iter().all(|byte| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x'))
        && (piece || promotes || rest.ends_with(b"x"))
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

/// A move with columns lettered so, as pente.org and PlayOK each have them in all games.
fn lettered(grid: &Grid, lettering: Lettering, word: &str) -> Result<Move, String> {
    let names = match grid.shape() {
        Shape::Rectangle => Grid::rectangle(grid.width(), grid.height(), lettering),
        Shape::Hexagon => *grid,
    };
    own(&names, word)
}

/// The rules of a game that pente.org or this program calls so.
fn rules(name: &str) -> Result<Rules, String> {
    Rules::pente_org_named(name).map_or_else(|| named(name), Ok).map_err(|meant| {
        format!("[Game \"{}\"] is no game known here{meant}, the rules can be given beside the file", shorten(name))
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
