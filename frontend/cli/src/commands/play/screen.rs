//! The page of a terminal: the board, with facts and messages beside it.

use std::fmt::Write as _;
use std::io::{self, IsTerminal};

use engine::Color;

use crate::terminal;
use pictures::decisive;
use records::Replayed;

/// Abilities of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Screen {
    /// Whether only ASCII may be used.
    pub(super) ascii: bool,
    /// Whether colours may be used.
    pub(super) colors: bool,
    /// Whether output goes to a terminal, whose page is redrawn each turn.
    pub(super) live: bool,
}

/// Content of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cell {
    Stone(Color),
    /// A stone of a line that wins.
    Winning(Color),
    Empty,
    Forbidden,
    Wall,
}

const CELLS: [Cell; 7] = [
    Cell::Stone(Color::Black),
    Cell::Stone(Color::White),
    Cell::Winning(Color::Black),
    Cell::Winning(Color::White),
    Cell::Empty,
    Cell::Forbidden,
    Cell::Wall,
];

impl Cell {
    /// Returns a symbol that no coordinate has, and plain ASCII.
    const fn symbols(self) -> (char, char) {
        match self {
            Self::Stone(Color::Black) => ('●', 'x'),
            Self::Stone(Color::White) => ('○', 'o'),
            Self::Winning(Color::Black) => ('◉', 'X'),
            Self::Winning(Color::White) => ('◎', 'O'),
            Self::Empty => ('·', '.'),
            Self::Forbidden => ('*', '*'),
            Self::Wall => ('#', '#'),
        }
    }

    /// Returns the parameters of its escape sequence. Orange and sky blue differ for colour-blind readers too.
    const fn color(self) -> &'static str {
        match self {
            Self::Stone(Color::Black) => "1;38;5;214",
            Self::Stone(Color::White) => "1;38;5;39",
            Self::Winning(Color::Black) => "1;7;38;5;214",
            Self::Winning(Color::White) => "1;7;38;5;39",
            Self::Empty | Self::Wall => "2",
            Self::Forbidden => "38;5;175",
        }
    }
}

/// Least columns of a panel beside the board.
const PANEL: usize = 20;

impl Screen {
    /// Returns the screen of this process.
    pub(super) fn new(ascii: bool) -> Self {
        let live = io::stdin().is_terminal() && terminal::is_capable();
        Self { ascii, colors: live && terminal::colours(), live }
    }

    /// Returns the name of a colour beside the board.
    pub(super) fn name(self, color: Color) -> String {
        let drawn = self.drawn(Cell::Stone(color));
        match self.live {
            true => format!("{drawn} {color}"),
            false => color.to_string(),
        }
    }

    /// Returns a page for the terminal: the board, `facts`, and the last messages that fit.
    pub(super) fn page(self, game: &mut Replayed, facts: &[String], said: &[String]) -> String {
        let (width, height) = terminal::size();
        // The last line is for the prompt. The page is overwritten in place, without flicker.
        let lines = self.layout(game, facts, said, width, height.saturating_sub(1));
        format!("\x1b[H{}\x1b[J", lines.replace('\n', "\x1b[K\n"))
    }

    /// Returns the board alone.
    pub(super) fn board(self, game: &mut Replayed) -> String {
        let mut text = String::new();
        for (line, _) in self.lines(game) {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    fn layout(self, game: &mut Replayed, facts: &[String], said: &[String], width: usize, height: usize) -> String {
        let mut lines = self.lines(game);
        let room = lines.iter().map(|&(_, length)| length).max().unwrap_or(0) + 2;
        let beside = width >= room + PANEL;
        if lines.len() == height + 1 {
            // The letters above the board are enough.
            lines.pop();
        }
        let panel = if beside { width - room } else { width };
        let rows = if beside { height } else { height.saturating_sub(lines.len()) };
        let mut panel_lines: Vec<String> = facts.iter().flat_map(|fact| wrap(fact, panel)).collect();
        let said: Vec<String> = said.iter().flat_map(|text| wrap(text, panel)).collect();
        if panel_lines.len() + 1 < rows {
            panel_lines.push(String::new());
        } else {
            // The last messages have priority.
            panel_lines.clear();
        }
        let free = rows - panel_lines.len();
        panel_lines.extend_from_slice(&said[said.len().saturating_sub(free)..]);
        let mut text = String::new();
        if beside {
            for row in 0..lines.len().max(panel_lines.len()) {
                let (line, length) = lines.get(row).map_or(("", 0), |(line, length)| (line.as_str(), *length));
                let beside = panel_lines.get(row).map_or("", String::as_str);
                let gap = if beside.is_empty() { 0 } else { room - length };
                let _ = writeln!(text, "{line}{:gap$}{beside}", "");
            }
        } else {
            let lines = lines.iter().map(|(line, _)| line).chain(&panel_lines);
            lines.for_each(|line| text += &format!("{line}\n"));
        }
        text
    }

    /// Returns the lines of the board, each with its number of columns.
    fn lines(self, game: &mut Replayed) -> Vec<(String, usize)> {
        let over = game.outcome().is_some();
        let forbidden = if over { Vec::new() } else { records::forbidden(game.record.as_mut()) };
        let winning = decisive(game);
        let record = game.record.as_ref();
        let cell = |point| match record.stone(point) {
            Some(color) if winning.contains(&point) => Cell::Winning(color),
            Some(color) => Cell::Stone(color),
            None if !record.is_empty(point) => Cell::Wall,
            None if forbidden.contains(&point) => Cell::Forbidden,
            None => Cell::Empty,
        };
        let text = pictures::draw(record.game().grid(), &|point| cell(point).symbols().0, game.last_point());
        text.lines().map(|line| (self.styled(line), line.chars().count())).collect()
    }

    /// Returns a line of the board in the symbols and colours of this screen.
    fn styled(self, line: &str) -> String {
        let find = |char| CELLS.into_iter().find(|cell| cell.symbols().0 == char);
        line.chars()
            .fold(String::new(), |text, char| text + &find(char).map_or(char.to_string(), |cell| self.drawn(cell)))
    }

    fn drawn(self, cell: Cell) -> String {
        let (symbol, plain) = cell.symbols();
        let symbol = if self.ascii { plain } else { symbol };
        if self.colors { format!("\x1b[{}m{symbol}\x1b[m", cell.color()) } else { symbol.to_string() }
    }
}

/// Breaks a text into lines of at most `width` columns, between words, and within longer words.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').flat_map(|word| parts(word, width)) {
        if !line.is_empty() && columns(&line) + 1 + columns(&word) > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += &word;
    }
    lines.push(line);
    lines
}

/// Cuts a word into parts of at most `width` columns. Escape sequences are short, and stay whole.
fn parts(word: &str, width: usize) -> Vec<String> {
    if columns(word) <= width {
        return vec![word.to_owned()];
    }
    let chars: Vec<char> = word.chars().collect();
    chars.chunks(width.max(1)).map(|part| part.iter().collect()).collect()
}

/// Returns the number of columns of a text, without its escape sequences.
fn columns(text: &str) -> usize {
    let mut columns = 0;
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        if char == '\x1b' {
            chars.by_ref().find(|&char| char == 'm');
        } else {
            columns += 1;
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use engine::{Move, Rules};

    use super::*;
    use crate::args::{GameArgs, StartArgs};

    const PLAIN: Screen = Screen { ascii: false, colors: false, live: true };

    fn game(rules: &Rules, size: usize) -> Replayed {
        let game = GameArgs { rules: Some(rules.name.to_owned()), size: Some(size.into()), ..GameArgs::default() };
        StartArgs { game, ..StartArgs::default() }.replayed().expect("a game")
    }

    #[test]
    fn every_board_fits_into_24_rows() {
        let path = format!("saved in /{}", "folder/".repeat(20));
        let facts = ["ninuki-hannover, size 19, 123 moves", "● Black: you", "captured by Black 2, by White 0, 10 win"]
            .map(str::to_owned);
        let said: Vec<String> = (0..40)
            .map(|n| format!("{n} something was said about this move"))
            .chain([path, "the end".to_owned()])
            .collect();
        for rules in Rules::ALL {
            for size in rules.sizes.iter() {
                for width in [80, 60] {
                    let text = PLAIN.layout(&mut game(&rules, size), &facts, &said, width, 23);
                    assert!(text.lines().count() <= 23, "{} {size}:\n{text}", rules.name);
                    assert!(text.lines().all(|line| columns(line) <= width), "{} {size}:\n{text}", rules.name);
                    let room = width == 80 || size < 20;
                    assert!(!room || text.contains("the end\n"), "the last words are shown:\n{text}");
                }
            }
        }
    }

    #[test]
    fn colours_and_symbols_are_optional() {
        let mut start = game(&Rules::PENTE, 13);
        start.record.play(Move::Place(start.record.game().grid().parse("G7").expect("a point"))).expect("a move");
        let drawn = |ascii, colors| Screen { ascii, colors, live: true }.board(&mut game_of(&start));
        assert!(drawn(true, false).is_ascii() && drawn(true, false).contains('x'));
        assert!(drawn(false, false).contains('●') && !drawn(false, false).contains('\x1b'));
        assert!(drawn(true, true).contains("\x1b[1;38;5;214mx\x1b[m"));
    }

    /// Returns a copy of a game.
    fn game_of(start: &Replayed) -> Replayed {
        let mut again = game(&Rules::PENTE, 13);
        for mv in start.record.moves() {
            again.record.play(mv).expect("played before");
        }
        again
    }

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("\x1b[1mone\x1b[m two", 7), ["\x1b[1mone\x1b[m two"], "colours take no room");
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(wrap("saved in /a/long/path", 8), ["saved in", "/a/long/", "path"]);
    }
}
