//! A cursor on the board: arrow keys move it, Enter picks the point.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use engine::{Grid, Point};

use crate::commands::analyze::fitted;
use crate::terminal;

/// Interval of updates of the clocks on the page.
const TICK: Duration = Duration::from_millis(500);

/// Result of picking a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Picked {
    /// This point.
    Point(Point),
    /// Something was typed, and Enter.
    Line(String),
    /// Something was typed, or nothing: the cursor is left.
    Typed(String),
    /// The time is over.
    TimeUp,
    /// Ctrl-C or Ctrl-D.
    End,
}

/// The point in the middle.
pub(super) fn centre(grid: &Grid) -> Point {
    let points: Vec<Point> = grid.points().collect();
    points[points.len() / 2]
}

/// Raw mode of the terminal until drop: single keys without an echo.
struct Raw;

impl Raw {
    fn on() -> io::Result<Self> {
        enable_raw_mode()?;
        Ok(Self)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // A closed terminal needs no reset.
        let _ = disable_raw_mode();
    }
}

/// Moves a cursor from the point `at` until a point is picked. The `page` has the board at its top and `question` below it.
pub(super) fn pick(
    grid: &Grid,
    at: &mut Point,
    question: &str,
    until: Option<Instant>,
    page: &mut dyn FnMut() -> String,
    out: &mut impl Write,
) -> io::Result<Picked> {
    let places = Places::of(grid);
    let _raw = Raw::on()?;
    let mut drawn = String::new();
    loop {
        let text = view(&places, grid, *at, question, &page());
        if text != drawn {
            write!(out, "{text}")?;
            out.flush()?;
            drawn = text;
        }
        if until.is_some_and(|until| Instant::now() >= until) {
            return Ok(Picked::TimeUp);
        }
        if until.is_some() && !event::poll(TICK)? {
            continue;
        }
        let (code, control) = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                (key.code, key.modifiers.contains(KeyModifiers::CONTROL))
            }
            _ => continue,
        };
        match code {
            KeyCode::Enter => return Ok(Picked::Point(*at)),
            KeyCode::Char('c' | 'd') if control => return Ok(Picked::End),
            KeyCode::Char(' ') => return Ok(Picked::Point(*at)),
            KeyCode::Char(first) if !control => return typed(first),
            KeyCode::Esc | KeyCode::Tab => return Ok(Picked::Typed(String::new())),
            other => *at = places.next(*at, other),
        }
    }
}

/// The page with the cursor on a point, whose name stands behind the question.
fn view(places: &Places, grid: &Grid, at: Point, question: &str, page: &str) -> String {
    let asked = format!("{question}: {}   arrows, Enter plays, Esc goes back", grid.name(at));
    let asked = fitted(&asked, terminal::size().0.saturating_sub(1));
    let (row, column) = places.place(at);
    let lines = page.replace('\n', "\r\n");
    format!("{lines}{asked}\x1b[{};{}H", row + 1, column + 1)
}

/// Reads the keys that are waiting behind the first character, as after pasting.
fn typed(first: char) -> io::Result<Picked> {
    let mut text = String::from(first);
    while event::poll(Duration::ZERO)? {
        let Event::Key(key) = event::read()? else { continue };
        match key.code {
            KeyCode::Char(char) if key.kind != KeyEventKind::Release => text.push(char),
            KeyCode::Enter => return Ok(Picked::Line(text)),
            KeyCode::Backspace => drop(text.pop()),
            _ => {}
        }
    }
    Ok(Picked::Typed(text))
}

/// Where the points of a board are drawn: rows and columns of characters.
struct Places(Vec<(Point, usize, usize)>);

/// Characters for private use, one for each point.
const FIRST: u32 = 0xF_0000;

impl Places {
    fn of(grid: &Grid) -> Self {
        let points: Vec<Point> = grid.points().collect();
        let mark = |index: usize| char::from_u32(FIRST + index as u32).expect("for private use");
        let index = |point| points.iter().position(|&found| found == point).expect("a point of the board");
        let text = pictures::draw(grid, &|point| mark(index(point)), None);
        let mut places = Vec::new();
        for (row, line) in text.lines().enumerate() {
            for (column, char) in line.chars().enumerate() {
                let index = u32::from(char).checked_sub(FIRST).and_then(|index| points.get(index as usize));
                places.extend(index.map(|&point| (point, row, column)));
            }
        }
        Self(places)
    }

    fn place(&self, point: Point) -> (usize, usize) {
        let found = self.0.iter().find(|(other, ..)| *other == point).expect("a point of the board");
        (found.1, found.2)
    }

    /// The next point in the direction of an arrow key; the same one at the edge.
    fn next(&self, at: Point, key: KeyCode) -> Point {
        let (row, column) = self.place(at);
        let beside = |right: bool| {
            let wanted = self.0.iter().filter(move |&&(_, y, x)| y == row && x != column && (x > column) == right);
            wanted.min_by_key(|&&(_, _, x)| x.abs_diff(column))
        };
        // Between two points of a hexagon, down leads to the left and up to the right, so that they are inverse.
        let along = |down: bool| {
            let wanted = self.0.iter().filter(move |&&(_, y, _)| y != row && (y > row) == down);
            wanted.min_by_key(|&&(_, y, x)| (y.abs_diff(row), x.abs_diff(column), (x > column) != down))
        };
        let found = match key {
            KeyCode::Left => beside(false),
            KeyCode::Right => beside(true),
            KeyCode::Up => along(false),
            KeyCode::Down => along(true),
            _ => None,
        };
        found.map_or(at, |&(point, ..)| point)
    }
}

#[cfg(test)]
mod tests {
    use engine::{Game, Rules};

    use super::*;

    /// The names of the points that keys lead to, one after the other.
    fn walk(rules: Rules, from: &str, keys: &[KeyCode]) -> Vec<String> {
        let grid = Game::new(rules, None, None).expect("a game").grid();
        let (places, mut at) = (Places::of(grid), grid.parse(from).expect("a point"));
        let mut step = |&key| {
            at = places.next(at, key);
            grid.name(at)
        };
        keys.iter().map(&mut step).collect()
    }

    #[test]
    fn arrows_lead_to_neighbours_and_stop_at_the_edge() {
        use KeyCode::{Down, Left, Right, Up};
        assert_eq!(walk(Rules::FREESTYLE, "a1", &[Left, Down, Right, Up]), ["a1", "a1", "b1", "b2"]);
        assert_eq!(walk(Rules::NINUKI, "H10", &[Right, Left]), ["J10", "H10"]);
        let there_and_back = walk(Rules::NDENGROD, "e5", &[Up, Down, Down, Up, Left, Right]);
        assert_eq!((&*there_and_back[1], &*there_and_back[3], &*there_and_back[5]), ("e5", "e5", "e5"));
        assert_eq!(walk(Rules::NDENGROD, "e5", &[Up; 20]).last(), walk(Rules::NDENGROD, "e5", &[Up; 21]).last());
    }
}
