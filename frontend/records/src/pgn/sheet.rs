//! A game of PGN: the meaning of its tags.

use engine::notation::shorten;
use engine::{Color, Game, Rules};

use super::chess::is_chess;
use super::error::PgnError;
use super::movetext::Movetext;
use super::playok;
use super::tags::Tags;
use super::token::{Lexer, Place, Token};
use super::writer::{SIDE, Writer};
use crate::sgf::exchange_colors;
use crate::started::{named, started, usual};
use crate::tree::{Note, ROOT, Tree};
use crate::{Choice, Claim, Damage, Entry, How, Size, Unreadable};

/// The rules and the sides of the board, as far as the tags name them.
type Named = (Option<Rules>, Option<(usize, usize)>);

/// A game as its tags, and the comments around them.
pub(super) struct Sheet<'t> {
    line: usize,
    tags: Tags,
    comments: Vec<(Place, Token<'t>)>,
}

impl<'t> Sheet<'t> {
    /// Reads up to the moves of the next game; `None` at the end of the text.
    pub(super) fn read(lexer: &mut Lexer<'t>) -> Option<Self> {
        let mut sheet = Self { line: 0, tags: Tags::default(), comments: Vec::new() };
        loop {
            let before = lexer.place;
            let Some((place, token)) = lexer.next() else {
                return (sheet.line > 0).then_some(sheet);
            };
            match token {
                // The first tag of the next game: this one has no moves.
                Token::Tag(name, _) if sheet.tags.begins_with(name) => {
                    lexer.place = before;
                    return Some(sheet);
                }
                Token::Tag(name, value) => sheet.tags.push(name, value),
                Token::Comment(..) => sheet.comments.push((place, token)),
                _ => lexer.place = before,
            }
            if sheet.line == 0 {
                sheet.line = place.line;
            }
            if matches!(token, Token::Word(_) | Token::Open | Token::Close) {
                return Some(sheet);
            }
        }
    }

    /// The game, with its moves from `lexer`.
    pub(super) fn entry(&self, start: &Choice, lexer: &mut Lexer<'_>) -> Result<Entry, Unreadable> {
        let (line, writer) = (self.line, self.writer());
        let unreadable = |error: PgnError| Unreadable { line, game: usual(start), reason: error.to_string() };
        let (rules, sides) = self.game(start, writer).map_err(unreadable)?;
        let begun = started(writer.form(), start, rules, sides, line);
        if begun.is_err() && writer == Writer::PlayOk {
            chess(start, lexer)?;
        }
        let (game, setup) = begun?;
        let mut entry = Entry::new(Some(line), game, setup, Vec::new());
        let mut movetext = Movetext::new(game.grid(), writer);
        for &(place, token) in &self.comments {
            movetext.take(lexer.column(place), place.line, token).map_err(unreadable)?;
        }
        let text = movetext.read(lexer, &start.budget).map_err(|(line, error)| Unreadable {
            line,
            game: usual(start),
            reason: error.to_string(),
        })?;
        let (mut tree, end, seats) = (text.tree, text.result.as_deref(), text.seats);
        (entry.moves, entry.damage) = (text.moves, text.damage);
        self.result(&mut entry, end, writer);
        self.about(&mut entry);
        if entry.about.opening.is_empty() {
            entry.about.opening = seats.opening();
        }
        self.keep(&mut tree, game, writer);
        if seats.exchanged() {
            entry.about.players.reverse();
            entry.result = entry.result.map(Claim::exchanged);
            exchange_colors(&mut tree);
        }
        self.given_up(&mut entry, end, text.claim);
        entry.tree = Some(tree).filter(|tree| !tree.is_line());
        Ok(entry)
    }

    /// The tag with the result, unless it is open.
    fn said(&self) -> Option<&str> {
        self.tags.get("Result").filter(|said| *said != "*")
    }

    /// Takes the result of the tags, or else that at the `end` of the moves.
    fn result(&self, entry: &mut Entry, end: Option<&str>, writer: Writer) {
        let (said, claimed) = (self.said(), |text: &str| claim(text, writer == Writer::Rated));
        entry.result = said.or(end).and_then(claimed);
        if entry.result.is_none() {
            entry.result_text = said.unwrap_or_default().to_owned();
        }
        if let (Some(said), Some(end)) = (said, end.filter(|end| *end != "*"))
            && claimed(said).is_some()
            && claimed(said) != claimed(end)
        {
            let reason = format!("the tag Result says {}, the moves end with {end}", shorten(said));
            entry.damage.push(Damage { line: Some(self.line), reason });
        }
    }

    /// Keeps the tags in the root, and those without a meaning here with their values.
    fn keep(&self, tree: &mut Tree, game: &Game, writer: Writer) {
        let understood = |place: &str, value: &str| match place {
            "Game" => value == game.rules().pente_org_name().unwrap_or(game.rules().name),
            "Result" => value == "*" || claim(value, writer == Writer::Rated).is_some(),
            "TimeControl" => value.bytes().all(|byte| byte.is_ascii_digit()),
            _ => true,
        };
        let mut kept = tree.note(ROOT).cloned().unwrap_or_default();
        self.tags.keep(writer == Writer::Rated, &mut kept, understood);
        if kept != Note::default() {
            *tree.note_mut(ROOT) = kept;
        }
    }

    /// Takes a word as `resign` among the moves. It belongs to the colours of the stones, not to the seats.
    fn given_up(&self, entry: &mut Entry, end: Option<&str>, found: Option<Claim>) {
        match (entry.result, found) {
            (Some(claim), Some(found)) if claim.winner != found.winner => {
                let winner = found.winner.map_or_else(|| "nobody".to_owned(), |color| color.to_string());
                let said = shorten(self.said().or(end).unwrap_or_default());
                let reason = format!("the result is {said}, but the moves end with a win of {winner}");
                entry.damage.push(Damage { line: Some(self.line), reason });
            }
            (_, Some(found)) => entry.result = Some(found),
            _ => {}
        }
    }

    fn about(&self, entry: &mut Entry) {
        let text = |name| self.tags.get(name).unwrap_or_default().to_owned();
        let about = &mut entry.about;
        about.players = ["Player 1 Name", "Player 2 Name"].map(text);
        about.date = iso(&text("Date"));
        about.event = text("Event");
        about.round = text("Round");
        about.place = text("Site");
        about.opening = text("Opening");
    }

    fn writer(&self) -> Writer {
        match () {
            () if self.tags.get("FirstMove").is_some() => Writer::Rated,
            () if self.tags.get("Game").is_some() => Writer::PenteOrg,
            () if self.is_playok() || self.tags.has("Black") || self.tags.has("White") => Writer::PlayOk,
            () => Writer::PenteOrg,
        }
    }

    /// Whether PlayOK wrote it.
    fn is_playok(&self) -> bool {
        let site = self.tags.get("Site").is_some_and(|site| site.to_ascii_lowercase().contains("playok"));
        site || self.tags.has("GameType")
    }

    /// The rules and the sides of the board that the tags name.
    fn game(&self, start: &Choice, writer: Writer) -> Result<Named, PgnError> {
        let asked = start.names_rules();
        let named = self.tags.get("Game").filter(|_| !asked).map(rules).transpose()?;
        let (rules, usual_sides) = match writer {
            Writer::PlayOk if self.is_playok() => {
                let (kind, side) = playok::game_type(self.tags.get("GameType").unwrap_or_default())?;
                (named.or(kind), Some(side))
            }
            Writer::PlayOk => (named, Some(playok::SIDE)),
            Writer::PenteOrg => (named, Some(SIDE)),
            Writer::Rated => (named, None),
        };
        if rules.is_none() && !asked && self.is_playok() {
            return Err(PgnError::GameType(shorten(self.tags.get("GameType").unwrap_or_default())));
        }
        let sides = match self.tags.get("Size") {
            Some(size) => {
                let Size { width, height } = size.parse().map_err(PgnError::Size)?;
                Some((width, height))
            }
            None => usual_sides.map(|side| (side, side)),
        };
        Ok((rules, sides))
    }
}

/// Refuses a game of chess: it has a word that can be no point.
fn chess(start: &Choice, lexer: &mut Lexer<'_>) -> Result<(), Unreadable> {
    let before = lexer.place;
    let mut found = Ok(());
    while let Some((place, token)) = lexer.next() {
        match token {
            Token::Tag(..) => break,
            Token::Word(word)
                if is_chess(word.trim_start_matches(|char: char| char.is_ascii_digit() || char == '.')) =>
            {
                found = Err(Unreadable {
                    line: place.line,
                    game: usual(start),
                    reason: PgnError::Chess(shorten(word)).to_string(),
                });
                break;
            }
            _ => {}
        }
    }
    lexer.place = before;
    found
}

/// The rules of a game that pente.org or this program calls so.
pub(super) fn rules(name: &str) -> Result<Rules, PgnError> {
    let found = Rules::pente_org_named(name).map_or_else(|| named(name), Ok);
    found.map_err(|meant| PgnError::Game { name: shorten(name), meant })
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

/// `2006-08-06` from `08/06/2006` and `2006.08.06`, other texts as they are.
fn iso(date: &str) -> String {
    match date.split('/').collect::<Vec<_>>()[..] {
        [month, day, year] if is_iso(&format!("{year}-{month}-{day}")) => format!("{year}-{month}-{day}"),
        _ if is_iso(&date.replace('.', "-")) => date.replace('.', "-"),
        _ => date.to_owned(),
    }
}

/// Whether a text is a year, a month and a day, or `?` for digits.
pub(super) fn is_iso(date: &str) -> bool {
    let digits =
        |text: &str, length| text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'?');
    match date.split('-').collect::<Vec<_>>()[..] {
        [year, month, day] => {
            let twelve = month.parse::<u8>().map_or(true, |month| (1..=12).contains(&month));
            digits(year, 4) && digits(month, 2) && digits(day, 2) && twelve
        }
        _ => false,
    }
}
