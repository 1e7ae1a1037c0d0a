//! SGF, FF\[4\]: what the properties of a game mean.
//!
//! `GM[4]` (Gomoku and Renju), `GM[1]` and pente.org's `GM[100+n]`; `RU` may name one of our games. Points are
//! `aa` from the top left, or in the board's own notation (`K10`, `h8`, `d3`). Set-up stones come before the moves.
//! Only the main line is read. Captures follow from the rules.

mod tree;

#[cfg(test)]
mod tests;

use engine::notation::{move_text, parse_move, shorten};
use engine::{Color, Game, Grid, Move, Outcome, Point, Reason, Rules, SetUp, Shape};

use self::tree::{Property, Tree, games};
use super::{Entry, Unreadable, Written};
use crate::args::{GameArgs, StartArgs};

/// The games of a file, damaged ones as errors. Games without set-up stones start from the position of `start`.
#[must_use]
pub fn read(text: &[u8], start: &StartArgs) -> Vec<Result<Entry, Unreadable>> {
    let usual = start.game.game().ok();
    let game = usual.or_else(|| Game::new(Rules::ALL[0].clone(), None, None).ok()).expect("defaults make a game");
    let read = |tree: Tree<'_>| match tree {
        Ok((line, properties)) => entry(&properties, line, start, game),
        Err((line, reason)) => Err(Unreadable { line, game, reason }),
    };
    let mut found: Vec<_> = games(text).into_iter().map(read).collect();
    if found.is_empty() {
        let reason = "no SGF game is in this file, one begins with \"(;\"".to_owned();
        found.push(Err(Unreadable { line: 1, game, reason }));
    }
    found
}

/// What a main line, which begins on `line`, means; a record that names no game known is reported as one of `usual`.
fn entry(
    properties: &[Property<'_>],
    line: usize,
    start: &StartArgs,
    usual: &'static Game,
) -> Result<Entry, Unreadable> {
    let game = game(properties, &start.game).map_err(|reason| Unreadable { line, game: usual, reason })?;
    let mut board = Board { grid: game.grid(), stones: Vec::new(), to_move: None, moves: Vec::new() };
    for property in properties {
        board.take(property).map_err(|reason| Unreadable { line: property.line, game, reason })?;
    }
    let first = board.moves.first().and_then(|written| written.by);
    let mut result = value(properties, "RE").and_then(|text| outcome(&text));
    let setup = if board.stones.is_empty() {
        // Whoever moves first is our Black, whatever the record calls him.
        if first.or(board.to_move) == Some(Color::White) {
            board.moves.iter_mut().for_each(|written| written.by = written.by.map(|color| !color));
            if let Some(result) = &mut result {
                result.winner = result.winner.map(|color| !color);
            }
        }
        start.setup(game).map_err(|failure| Unreadable { line, game, reason: failure.to_string() })?
    } else {
        let to_move = board.to_move.or(first).unwrap_or(Color::Black);
        Some(SetUp { stones: board.stones, walls: Vec::new(), to_move, captured: [0; 2] })
    };
    Ok(Entry { line: Some(line), game, setup, moves: board.moves, result })
}

/// The first value of the first property with this name, without blanks around it.
fn value(properties: &[Property<'_>], name: &str) -> Option<String> {
    let property = properties.iter().find(|property| property.name == name)?;
    Some(property.values().next()?.trim().to_owned())
}

/// The game that a record's `RU`, `GM` and `SZ` name, as far as the options leave it to them.
fn game(properties: &[Property<'_>], options: &GameArgs) -> Result<&'static Game, String> {
    let named = value(properties, "RU").and_then(|name| Rules::named(&name).ok());
    let numbered = match value(properties, "GM").as_deref() {
        _ if named.is_some() || options.rules.is_some() => None,
        None | Some("1" | "4") => None,
        Some(number) => {
            let known = number.parse().ok().and_then(|number: u32| Rules::pente_org(number.checked_sub(100)?));
            let unknown = || format!("GM[{}] is no game known here, RU or --rules may name one", shorten(number));
            Some(known.ok_or_else(unknown)?)
        }
    };
    let sides = match value(properties, "SZ") {
        Some(text) if options.size.is_none() => Some(sides(&text)?),
        _ => None,
    };
    options.game_of(named.or(numbered), sides)
}

/// Width and height, from `19` or `15:15`.
fn sides(text: &str) -> Result<(usize, usize), String> {
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    let side = |text: &str| text.trim().parse::<usize>().ok();
    side(width).zip(side(height)).ok_or_else(|| format!("SZ[{}] is no board size, as 19 or 15:15", shorten(text)))
}

/// A result that the moves need not show; `None` for all others.
fn outcome(text: &str) -> Option<Outcome> {
    let text = text.to_ascii_lowercase();
    if matches!(text.as_str(), "draw" | "0" | "agreed" | "jigo") {
        return Some(Outcome { winner: None, reason: Reason::Agreed });
    }
    let (winner, how) = text.split_once('+')?;
    let winner = match winner {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return None,
    };
    let reason = match how {
        "r" | "resign" => Reason::Resigned,
        "t" | "time" => Reason::Time,
        _ => return None,
    };
    Some(Outcome { winner: Some(winner), reason })
}

/// What has been read of a game.
struct Board<'g> {
    grid: &'g Grid,
    stones: Vec<(Point, Color)>,
    to_move: Option<Color>,
    moves: Vec<Written>,
}

impl Board<'_> {
    fn take(&mut self, property: &Property<'_>) -> Result<(), String> {
        match property.name.as_str() {
            "B" => self.moves(property, Color::Black),
            "W" => self.moves(property, Color::White),
            "AB" => self.place(property, Some(Color::Black))?,
            "AW" => self.place(property, Some(Color::White))?,
            "AE" => self.place(property, None)?,
            "PL" if self.moves.is_empty() => {
                let side = property.values().next().unwrap_or_default();
                self.to_move = Some(match side.trim() {
                    "B" | "b" | "1" | "black" => Color::Black,
                    "W" | "w" | "2" | "white" => Color::White,
                    other => return Err(format!("PL[{}] is no side, allowed are B and W", shorten(other))),
                });
            }
            _ => {}
        }
        Ok(())
    }

    fn moves(&mut self, property: &Property<'_>, color: Color) {
        for text in property.values() {
            // What follows a move that cannot be read is never played.
            if self.moves.last().is_none_or(|written| written.mv.is_ok()) {
                let text = text.trim();
                let mv = self.move_of(text);
                let name = mv.as_ref().map_or_else(|_| shorten(text), |&mv| move_text(self.grid, mv));
                self.moves.push(Written { text: name, mv, by: Some(color), line: Some(property.line) });
            }
        }
    }

    /// A move: a point, empty or `tt` for a pass where that is no point, `pass` or `swap`.
    fn move_of(&self, text: &str) -> Result<Move, String> {
        let small = self.grid.width().max(self.grid.height()) <= 19;
        if text.is_empty() || (text == "tt" && small && self.grid.shape() == Shape::Rectangle) {
            return Ok(Move::Pass);
        }
        match self.letters(text) {
            Some(point) => Ok(Move::Place(point)),
            None => parse_move(self.grid, text).map_err(|error| error.to_string()),
        }
    }

    /// A point as two letters: column from the left, row from the top.
    fn letters(&self, text: &str) -> Option<Point> {
        let [x @ b'a'..=b'z', y @ b'a'..=b'z'] = *text.as_bytes() else { return None };
        let letters = self.grid.shape() == Shape::Rectangle;
        letters.then(|| self.grid.point(usize::from(x - b'a'), usize::from(y - b'a'))).flatten()
    }

    fn point(&self, text: &str) -> Result<Point, String> {
        let found = self.letters(text).or_else(|| self.grid.parse(text));
        found.ok_or_else(|| format!("\"{}\" is no point of this board ({})", shorten(text), self.grid.range()))
    }

    /// Sets stones up, or takes them away; a value is a point or a rectangle of points, `aa:cc`.
    fn place(&mut self, property: &Property<'_>, color: Option<Color>) -> Result<(), String> {
        if !self.moves.is_empty() {
            return Err(format!("{} after a move is not supported, stones are set up before", property.name));
        }
        for text in property.values() {
            let (from, to) = text.split_once(':').unwrap_or((&text, &text));
            let (from, to) = (self.grid.xy(self.point(from.trim())?), self.grid.xy(self.point(to.trim())?));
            for (x, y) in (from.1..=to.1).flat_map(|y| (from.0..=to.0).map(move |x| (x, y))) {
                let Some(point) = self.grid.point(x, y) else { continue };
                match color {
                    Some(color) => self.stones.push((point, color)),
                    None => self.stones.retain(|&(stone, _)| stone != point),
                }
            }
            if self.stones.len() > self.grid.points().count() {
                return Err("more stones are set up than the board has points".to_owned());
            }
        }
        Ok(())
    }
}
