//! The best lines as text: a table, and the board with their first moves.

use analysis::json::{names, percent, value};
use analysis::{Found, Line};
use engine::{Move, Point};
use pictures::draw;
use records::Replayed;

use super::paint::{Ink, fitted, padded, width};

/// Least columns for the moves of a line.
const LINE: usize = 30;
/// Columns of the table before the moves of a line.
const COLUMNS: usize = 26;
/// Least columns beside a board.
const BESIDE: usize = 30;

/// The lines found in a position, as text.
pub(super) struct Table<'a> {
    pub(super) game: &'a Replayed,
    pub(super) found: &'a Found,
}

impl Table<'_> {
    /// Returns board and table without a limit of width.
    pub(super) fn whole(&self) -> Vec<String> {
        self.stacked(usize::MAX, true)
    }

    /// Returns the layout for a terminal of `columns` and `rows`.
    pub(super) fn screen(&self, columns: usize, rows: usize) -> Vec<String> {
        let board = self.board();
        let wide = board.iter().map(|line| width(line)).max().unwrap_or(0) + 2;
        let room = columns.saturating_sub(wide);
        let stacked = self.stacked(columns, true).len();
        let mut lines = if room >= COLUMNS + LINE {
            let mut panel = self.panel(room);
            panel.extend(self.rows(room, rows.saturating_sub(panel.len() + self.found.lines.len() + 1)));
            beside(&board, &panel, wide)
        } else if stacked <= rows {
            self.stacked_in(columns, true, rows - stacked)
        } else if room >= BESIDE && board.len() <= rows {
            let mut panel = self.panel(room);
            panel.extend(self.narrow(room, rows.saturating_sub(panel.len())));
            beside(&board, &panel, wide)
        } else {
            self.stacked(columns, false)
        };
        lines.truncate(rows);
        lines.iter().map(|line| fitted(line, columns)).collect()
    }

    /// The board with the ranks of the best moves, one to nine, later ones as `+`.
    fn board(&self) -> Vec<String> {
        let record = self.game.record.as_ref();
        let rank = |point| self.found.lines.iter().position(|line| placed(line.best()) == Some(point));
        let symbol = |point| match (record.stone(point), rank(point)) {
            (Some(color), _) => color.symbol(),
            (None, Some(rank)) => {
                let sign = char::from_digit(rank as u32 + 1, 10).unwrap_or('+');
                ink(rank, &self.found.lines[rank]).sign(sign)
            }
            (None, None) if !record.is_empty(point) => '#',
            (None, None) => Ink::Faint.sign('.'),
        };
        draw(record.game().grid(), &symbol, self.game.last_point()).lines().map(str::to_owned).collect()
    }

    /// Returns depth, nodes, time and speed.
    fn effort(&self) -> String {
        let Found { depth, seldepth, nodes, time, .. } = *self.found;
        let seconds = time.as_secs_f64();
        format!("depth {depth}/{seldepth}, {nodes} positions, {seconds:.1} s, {} per second", self.found.speed())
    }

    /// Returns the columns before the moves of a line.
    fn head(&self, rank: usize, line: &Line) -> String {
        let rate = percent(line.score.win_rate());
        ink(rank, line).on(&format!("{:>2}  {rate:>7}  {:>11}", rank + 1, value(line.score)))
    }

    fn stacked(&self, columns: usize, with_board: bool) -> Vec<String> {
        self.stacked_in(columns, with_board, 0)
    }

    /// Returns the board, if `with_board`, above the table, whose lines take up to `spare` more rows than one each.
    fn stacked_in(&self, columns: usize, with_board: bool, spare: usize) -> Vec<String> {
        let mut lines = if with_board { self.board() } else { Vec::new() };
        if with_board {
            lines.push(String::new());
        }
        lines.extend(records::summary(self.game));
        lines.push(self.effort());
        lines.push(String::new());
        lines.extend(self.rows(columns, spare));
        lines
    }

    /// Returns the table. Long lines continue in up to `spare` additional rows; then they are cut.
    fn rows(&self, columns: usize, mut spare: usize) -> Vec<String> {
        let mut rows = vec![" #     wins        value  line".to_owned()];
        for (rank, line) in self.found.lines.iter().enumerate() {
            let moves = names(self.game.record.game(), &line.moves).join(" ");
            let mut shown = folded_by(&moves, columns.saturating_sub(COLUMNS), "");
            if shown.len() > 1 + spare {
                let rest = shown.split_off(spare);
                shown.push(rest.join(" "));
            }
            spare -= shown.len() - 1;
            let head = self.head(rank, line);
            rows.extend(shown.iter().enumerate().map(|(index, part)| {
                let before = if index == 0 { format!("{head}  ") } else { " ".repeat(COLUMNS) };
                fitted(&format!("{before}{part}"), columns)
            }));
        }
        rows
    }

    /// Returns the facts beside the board.
    fn panel(&self, columns: usize) -> Vec<String> {
        let facts = records::summary(self.game).into_iter().chain([self.effort()]);
        let mut lines: Vec<String> = facts.flat_map(|fact| folded(&fact, columns)).collect();
        lines.push(String::new());
        lines
    }

    /// Returns the table for few columns: the continuation of a move stands in separate rows, as many as `rows` allows.
    fn narrow(&self, columns: usize, rows: usize) -> Vec<String> {
        let each = (rows / self.found.lines.len()).saturating_sub(1);
        let mut lines = Vec::new();
        for (rank, line) in self.found.lines.iter().enumerate() {
            let moves = names(self.game.record.game(), &line.moves);
            let rate = percent(line.score.win_rate());
            if each == 0 {
                // A single row has room for the moves, not for the value.
                let head = ink(rank, line).on(&format!("{:>2} {rate:>7}", rank + 1));
                lines.push(fitted(&format!("{head} {}", moves.join(" ")), columns));
                continue;
            }
            let head = format!("{:>2} {:<4} {rate:>7} {:>11}", rank + 1, moves[0], value(line.score));
            lines.push(fitted(&ink(rank, line).on(&head), columns));
            if moves.len() > 1 {
                let rows = folded(&format!("  {}", moves[1..].join(" ")), columns);
                lines.extend(rows.into_iter().take(each));
            }
        }
        lines
    }
}

/// Returns the ink of a line of this rank.
fn ink(rank: usize, line: &Line) -> Ink {
    match () {
        () if line.score.plies_to_win().is_some() => Ink::Win,
        () if line.score.plies_to_loss().is_some() => Ink::Loss,
        () if rank == 0 => Ink::Best,
        () => Ink::Other,
    }
}

const fn placed(mv: Move) -> Option<Point> {
    if let Move::Place(point) = mv { Some(point) } else { None }
}

/// Two texts side by side, the second beginning in column `wide`.
fn beside(left: &[String], right: &[String], wide: usize) -> Vec<String> {
    let line = |list: &[String], index: usize| list.get(index).cloned().unwrap_or_default();
    let rows = left.len().max(right.len());
    (0..rows).map(|index| format!("{}{}", padded(&line(left, index), wide), line(right, index))).collect()
}

/// Breaks a text between words into rows of at most `columns` columns; all but the first are indented.
fn folded(text: &str, columns: usize) -> Vec<String> {
    folded_by(text, columns, "   ")
}

/// Breaks a text between words into rows of at most `columns` columns; all but the first begin with `indent`.
fn folded_by(text: &str, columns: usize, indent: &str) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match rows.last_mut() {
            Some(row) if row.len() + 1 + word.len() <= columns => {
                row.push(' ');
                row.push_str(word);
            }
            Some(_) => rows.push(format!("{indent}{word}")),
            None => rows.push(word.to_owned()),
        }
    }
    rows
}
