//! `ninuki board`: a position drawn as text or as a picture.

use std::fmt::Write as _;
use std::io::Write;

use engine::{AnyRecord, Color, Grid, IllegalMove, Move, Point, Shape};

use crate::args::PlaceArgs;
use crate::error::{Failure, Status};
use crate::picture;
use crate::replayed::Replayed;

/// Draws the position after the moves, or the last position of the last game in a file.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The last move stands in parentheses. * is an empty point that is forbidden to the side to move for the pattern it
would make there; limits on the first moves are not marked.

In pictures the last move has a dot (with --numbers a ring), stones that it captured leave a ring, forbidden points are
crossed out, and the stones of a line that has won, or wins unless it is broken now, have a green rim. No picture is
written of a game with an illegal move.

Examples:
  ninuki board --moves \"K10 L11 N7\"
  ninuki board --rules pente games.txt --ply 12
  ninuki board --rules pente games.txt --numbers --out game.svg
  ninuki board --rules renju --moves \"h8 h9 i9\" --heat winrate --nodes 5000 --width 600 --out heat.png
  ninuki board game.sgf --each --out game.png      (game-000.png, game-001.png, ...)
  ninuki board game.sgf --numbers --delay 500 --out game.gif")]
pub struct Args {
    #[command(flatten)]
    place: PlaceArgs,

    /// Prints the object that `replay --json` prints
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    picture: picture::Args,
}

/// Draws to `out`, or into a picture; an error in the game is reported to `log`, after the text of what was played before
/// it.
///
/// # Errors
/// The options describe no position or picture, the file cannot be read or holds no game, or the output cannot be written.
pub fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let request = args.picture.request()?;
    let entry = args.place.entry()?;
    let mut game = Replayed::new(entry.clone());
    if let Some(request) = request {
        if let (Ok(entry), None) = (&entry, &game.error) {
            request.draw(entry)?;
        }
    } else if args.json {
        serde_json::to_writer(&mut *out, &game.json(false))?;
        writeln!(out)?;
    } else {
        write!(out, "{}", text(&mut game))?;
    }
    out.flush()?;
    let Some(error) = &game.error else { return Ok(Status::Done) };
    writeln!(log, "error: {}", error.within(&args.place.source()))?;
    Ok(Status::Wrong)
}

/// The board with coordinates, and what the stones do not show.
#[must_use]
pub fn text(game: &mut Replayed) -> String {
    let forbidden = if game.outcome().is_none() { forbidden(game.record.as_mut()) } else { Vec::new() };
    let record = game.record.as_ref();
    let symbol = |point| match record.stone(point) {
        Some(color) => color.symbol(),
        None if !record.is_empty(point) => '#',
        None if forbidden.contains(&point) => '*',
        None => '.',
    };
    let mut text = draw(record.game().grid(), &symbol, game.last_point());
    text.push('\n');
    for line in facts(game) {
        text += &line;
        text.push('\n');
    }
    text
}

/// Empty points that the side to move may not take for the pattern a stone would make there.
pub(crate) fn forbidden(record: &mut dyn AnyRecord) -> Vec<Point> {
    let legal = record.legal();
    let grid = *record.game().grid();
    let refused = |point: &Point| match record.play(Move::Place(*point)) {
        Ok(_) => record.take_back().is_some(),
        Err(IllegalMove::NotCentre | IllegalMove::TooFar(_) | IllegalMove::TooNear(_) | IllegalMove::Occupied) => false,
        Err(_) => true,
    };
    grid.points().filter(|point| !legal.contains(point)).filter(refused).collect()
}

/// What stands below the board, line by line.
fn facts(game: &Replayed) -> Vec<String> {
    let mut lines = summary(game);
    lines.push(format!("position {}", game.record.position_text()));
    lines
}

/// What the stones do not show, line by line.
pub(crate) fn summary(game: &Replayed) -> Vec<String> {
    let record = game.record.as_ref();
    let mut lines = vec![about(game)];
    lines.extend(state(game, |color| color.symbol().to_string()));
    let [x, o] = Color::ALL.map(|color| record.captured(color));
    lines.push(format!("captured by x {x}, by o {o}"));
    lines.extend(last_move(game));
    lines
}

/// Which game it is, on which board, and how long.
pub(crate) fn about(game: &Replayed) -> String {
    let (rules, grid) = (game.record.game().rules(), game.record.game().grid());
    let size = match grid.shape() {
        Shape::Rectangle if grid.width() != grid.height() => format!("{}x{}", grid.width(), grid.height()),
        Shape::Rectangle | Shape::Hexagon => grid.size().to_string(),
    };
    format!("{}, size {size}, {} moves", rules.name, game.moves.len())
}

/// Who has won, or who is to move and what else he should know; colours as `name` calls them.
pub(crate) fn state(game: &Replayed, name: impl Fn(Color) -> String) -> Vec<String> {
    let record = game.record.as_ref();
    let mut state = vec![match (game.outcome(), game.to_move()) {
        (Some(outcome), _) => match outcome.winner {
            Some(color) => format!("{} wins: {}", name(color), outcome.reason),
            None => format!("draw: {}", outcome.reason),
        },
        (None, color) => format!("{} to move", name(color.unwrap_or(Color::Black))),
    }];
    if game.pending_five() {
        state.push(format!("a five of {} stands and can be broken now", name(!record.to_move())));
    }
    if game.outcome().is_none() && record.swap_offered() {
        state.push("swap is offered".to_owned());
    }
    state
}

/// The last move and what it captured.
pub(crate) fn last_move(game: &Replayed) -> Option<String> {
    let grid = game.record.game().grid();
    let (mv, captured) = game.moves.last()?;
    let mut text = format!("last move {}", engine::notation::move_text(grid, *mv));
    if !captured.is_empty() {
        let names: Vec<_> = captured.iter().map(|&point| grid.name(point)).collect();
        let _ = write!(text, ", captured {}", names.join(" "));
    }
    Some(text)
}

/// The board with coordinates: a symbol on each point, and parentheses around the last move.
pub(crate) fn draw(grid: &Grid, symbol: &dyn Fn(Point) -> char, last: Option<Point>) -> String {
    let cells = Cells { grid, symbol, last };
    match grid.shape() {
        Shape::Rectangle => cells.rectangle(),
        Shape::Hexagon => cells.hexagon(),
    }
}

/// What is drawn on the points.
struct Cells<'g> {
    grid: &'g Grid,
    symbol: &'g dyn Fn(Point) -> char,
    last: Option<Point>,
}

impl Cells<'_> {
    /// The points of a row, each with a gap before it and one after the last; parentheses around the last move.
    fn row(&self, y: usize) -> String {
        let mut text = String::from(" ");
        for point in self.grid.columns(y).filter_map(|x| self.grid.point(x, y)) {
            if self.last == Some(point) {
                text.pop();
                text.push('(');
            }
            text.push((self.symbol)(point));
            text.push(if self.last == Some(point) { ')' } else { ' ' });
        }
        text
    }

    fn rectangle(&self) -> String {
        let letters: String = (0..self.grid.width()).flat_map(|x| [self.grid.column_name(x), " ".to_owned()]).collect();
        let letters = letters.trim_end();
        let mut text = format!("    {letters}\n");
        for y in 0..self.grid.height() {
            let name = self.grid.row_name(y);
            let _ = writeln!(text, "{name:>2} {} {name}", self.row(y));
        }
        text + &format!("    {letters}\n")
    }

    /// The rows of a hexagon, shifted so that neighbours are neighbours; the columns run along `/` and have their
    /// numbers at their upper ends.
    fn hexagon(&self) -> String {
        let side = self.grid.size();
        let indent = |y: usize| " ".repeat(2 + (side - 1).abs_diff(y));
        let top: Vec<_> = self.grid.columns(0).map(|x| self.grid.column_name(x)).collect();
        let mut text = format!("{}   {}\n", indent(0), top.join(" "));
        for y in 0..self.grid.height() {
            // The column that ends to the upper right of this row begins below it.
            let end = self.grid.columns(y).end;
            let number = if y + 1 < side { self.grid.column_name(end) } else { String::new() };
            let line = format!("{}{}{}{number}", indent(y), self.grid.row_name(y), self.row(y));
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}
