//! RIF as it is written: all tables, then the games.

use std::borrow::Cow;
use std::fmt::Write;

use engine::notation::move_text;
use engine::{Color, Game, Grid, Lettering, Rules};

use super::about::{Choices, about};
use super::read::explained;
use super::row::{self, GAME, RULES, Row, Source, TEXT};
use super::tables::{Numbers, Tables};
use super::xml::{escaped, forbidden, is_read};
use crate::tree::ROOT;
use crate::{Budget, CapacityError, Claim, Encoding, Entry, Exceeded, How};

/// The attributes of games, in order.
const ORDER: [&str; 13] = [
    "id",
    "publisher",
    "tournament",
    "round",
    "rule",
    "black",
    "white",
    "bresult",
    "btime",
    "wtime",
    "opening",
    "alt",
    "swap",
];

/// Checks that the game has known rules with their usual flags, no character that XML forbids, and a character set of which
/// ASCII is a part.
pub(super) fn check(entry: &Entry, side: usize, encoding: Option<Encoding>) -> Result<(), CapacityError> {
    if let Some(encoding) = encoding.filter(|&encoding| !is_read(encoding)) {
        return Err(CapacityError::Encoding("rif", encoding));
    }
    let rules = entry.game.rules();
    let usual = Rules::named(rules.name).ok().and_then(|rules| Game::new(rules, Some(side), None).ok());
    if usual != Some(entry.game) {
        return Err(CapacityError::Rules { format: "rif", game: rules.name });
    }
    let single = document(std::slice::from_ref(entry), Encoding::UTF_8, &Budget::default());
    match single.as_ref().ok().and_then(|text| forbidden(text)) {
        Some(char) => Err(CapacityError::Control("rif", char)),
        None => Ok(()),
    }
}

/// The text of a file of these games, which [`check`] allows, in XML that names this character set. Characters that the
/// set lacks are references.
///
/// # Errors
/// The budget is exceeded.
pub(super) fn document(entries: &[Entry], encoding: Encoding, budget: &Budget) -> Result<String, Exceeded> {
    let (mut tables, mut numbers, mut games) = (Tables::default(), Numbers::default(), String::new());
    let writer = Writer { encoding };
    for entry in entries {
        budget.check()?;
        let mut game = game(entry, &mut tables);
        let id = numbers.take(game.get("id").unwrap_or_default());
        game.set("id", &id);
        game.sort(&ORDER);
        writer.game(&game, entry, &mut games);
        budget.output(games.len())?;
    }
    let mut text = format!("<?xml version=\"1.0\" encoding=\"{}\"?>\n<database version=\"1.0\">\n", encoding.name());
    for (name, rows) in tables.all() {
        let _ = writeln!(text, "<{name}>");
        rows.iter().for_each(|row| writer.row(row, &mut text));
        let _ = writeln!(text, "</{name}>");
    }
    let _ = write!(text, "<games>\n{games}</games>\n</database>\n");
    budget.output(text.len())?;
    Ok(text)
}

/// The attributes of a game, whose rows are added to the tables. Rows that the entry keeps are taken where they say the same
/// as the entry.
fn game(entry: &Entry, tables: &mut Tables) -> Row {
    let source = Source::of(entry);
    let known = about(&source.game, |kind, id| source.find(kind, id));
    let (mut game, about) = (source.game.clone(), &entry.about);
    tables.refer(&mut game, &source);
    for ((key, said), known) in ["black", "white"].into_iter().zip(&about.players).zip(&known.players) {
        if said != known {
            refer(&mut game, key, Row::new("player").with("name", said), tables, &source);
        }
    }
    if (&about.event, &about.date, &about.place) != (&known.event, &known.date, &known.place) {
        let (row, city) = tournament(entry);
        refer(&mut game, "tournament", row, tables, &city);
    }
    let kept = source.game.get("rule").and_then(|id| source.find("rule", id)).cloned();
    let mut rule = kept.unwrap_or_else(|| Row::new("rule"));
    if about.opening != known.opening {
        let choices = Choices::of(&about.opening);
        let opening = choices.opening.unwrap_or_default();
        refer(&mut game, "opening", Row::new("opening").with("name", &opening), tables, &source);
        rule = if choices.rule == rule.title() { rule } else { Row::new("rule").with("name", &choices.rule) };
        for (key, value) in [("alt", choices.alt), ("swap", choices.swap)] {
            game.remove(key);
            game = game.with(key, &value.unwrap_or_default());
        }
    }
    if row::rules(Some(&rule)) != *entry.game.rules() {
        rule.set(RULES, entry.game.rules().name);
    }
    refer(&mut game, "rule", rule, tables, &source);
    finish(entry, &mut game);
    game
}

/// Adds round and result to the attributes of a game.
fn finish(entry: &Entry, game: &mut Row) {
    let result = match entry.result.map(|claim| claim.winner) {
        Some(Some(Color::Black)) => "1",
        Some(Some(Color::White)) => "0",
        Some(None) => "0.5",
        None => &entry.result_text,
    };
    for (key, value) in [("round", &*entry.about.round), ("bresult", result)] {
        game.set(key, value);
        if value.is_empty() {
            game.remove(key);
        }
    }
}

/// The row of a tournament with the event, the day and the place of a game, and the row of its city.
fn tournament(entry: &Entry) -> (Row, Source) {
    let about = &entry.about;
    let day = if about.date.len() == 4 { "year" } else { "start" };
    let row = Row::new("tournament").with("name", &about.event).with(day, &about.date);
    let city = Row::new("city").with("id", "1").with("name", &about.place);
    let row = if about.place.is_empty() { row } else { row.with("city", "1") };
    (row, Source::with(city))
}

/// Sets an attribute to the number of a row, or removes it if the row says nothing.
fn refer(game: &mut Row, key: &str, row: Row, tables: &mut Tables, source: &Source) {
    if row.fields().next().is_none() {
        game.remove(key);
    } else {
        let number = tables.number(&row, source);
        game.set(key, &number);
    }
}

/// Text in a character set.
struct Writer {
    encoding: Encoding,
}

impl Writer {
    fn escaped(&self, value: &str) -> String {
        escaped(value, |char| char.is_ascii() || self.encoding.encode(char.encode_utf8(&mut [0; 4])).is_ok())
    }

    /// Writes an element up to its end, but for the text within.
    fn open(&self, row: &Row, text: &mut String) {
        let _ = write!(text, "<{}", row.kind());
        for (key, value) in row.fields().filter(|(key, _)| *key != TEXT) {
            let _ = write!(text, " {key}=\"{}\"", self.escaped(value));
        }
    }

    fn row(&self, row: &Row, text: &mut String) {
        self.open(row, text);
        let _ = match row.raw(TEXT).map(str::trim) {
            None | Some("") => writeln!(text, "/>"),
            Some(said) => writeln!(text, "><{TEXT}>{}</{TEXT}></{}>", self.escaped(said), row.kind()),
        };
    }

    fn game(&self, row: &Row, entry: &Entry, text: &mut String) {
        self.open(row, text);
        let info = comment(entry);
        let _ = write!(text, "><move>{}</move>", moves(entry, &info));
        let _ = match &*info {
            "" => write!(text, "<{TEXT}/>"),
            said => write!(text, "<{TEXT}>{}</{TEXT}>", self.escaped(said)),
        };
        let _ = writeln!(text, "</{GAME}>");
    }
}

/// The comment on the start.
fn comment(entry: &Entry) -> Cow<'_, str> {
    let note = entry.tree.as_ref().and_then(|tree| tree.note(ROOT));
    note.map_or(Cow::Borrowed(""), |note| Cow::Borrowed(note.comment.trim()))
}

/// The moves, and a word for how the game was won unless the comment is one.
fn moves(entry: &Entry, info: &str) -> String {
    let grid = entry.game.grid();
    let names = Grid::rectangle(grid.width(), grid.height(), Lettering::WithI);
    let end = entry.result.and_then(|claim| ending(claim, info));
    let moves = entry.played().map(|mv| Cow::Owned(move_text(&names, mv)));
    moves.chain(end.map(Cow::Borrowed)).collect::<Vec<_>>().join(" ")
}

/// The word for how a game was won, unless a reader takes it from the comment.
fn ending(claim: Claim, info: &str) -> Option<&'static str> {
    claim.winner?;
    let said = explained(Claim { how: How::Unsaid, ..claim }, info, None).how;
    match claim.how {
        how if how == said => None,
        How::Resigned => Some("resigned"),
        How::Time => Some("time"),
        How::Forfeit => Some("forfeit"),
        How::Unsaid | How::Five | How::Captures => None,
    }
}
