//! Statistics of a library as a picture: results as bars, the score of Black beside them.

use std::fmt::Write as _;

use library::{Counts, TableRow, Tables};

/// Height of a row, width of names, of bars, of the whole picture.
const ROW: usize = 20;
const NAMES: usize = 210;
const BAR: usize = 300;
const WIDTH: usize = NAMES + BAR + 150;

/// The most characters of a name.
const LONGEST: usize = 28;

const STYLE: &str = "text{font:12px system-ui,sans-serif;fill:#26221c}.t{font-weight:700;font-size:14px}.n{text-anchor:end}\
    .x{fill:#1d1c1b}.d{fill:#8b8377}.o{fill:#fdfbf6}.f{fill:none;stroke:#5b4a2d}.u{fill:#ddd4c4}";

/// Draws the tables of a game as SVG; `groups` are titles and rows.
pub(super) fn svg(tables: &Tables, groups: &[(&str, &[TableRow])]) -> String {
    let mut body = String::new();
    let mut y = ROW;
    let title = format!("{}: {} games, {:.1} moves each", tables.game, tables.counts.games, tables.plies);
    text(&mut body, (10, y), "t", &title);
    y += ROW;
    text(&mut body, (NAMES + 10, y), "", "Black wins, draws, White wins");
    text(&mut body, (NAMES + BAR + 75, y), "n", "score");
    text(&mut body, (WIDTH - 10, y), "n", "games");
    y += ROW;
    bar(&mut body, y, "all", &tables.counts);
    for (title, rows) in groups {
        y += 2 * ROW;
        text(&mut body, (10, y), "t", title);
        for TableRow { name, counts, .. } in *rows {
            y += ROW;
            bar(&mut body, y, name, counts);
        }
    }
    let height = y + ROW;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\">\
        <style>{STYLE}</style><rect width=\"100%\" height=\"100%\" fill=\"#fffdf9\"/>{body}</svg>\n"
    )
}

fn text(body: &mut String, (x, y): (usize, usize), class: &str, text: &str) {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let text: String = text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    let _ = write!(body, "<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{text}</text>");
}

/// Draws a row whose base line is `y`.
fn bar(body: &mut String, y: usize, name: &str, counts: &Counts) {
    text(body, (NAMES, y), "n", &name.chars().take(LONGEST).collect::<String>());
    let known = counts.x + counts.o + counts.draws;
    let (top, height) = (y - 12, ROW - 4);
    let mut left = (NAMES + 10) as f64;
    for (class, part) in [("x", counts.x), ("d", counts.draws), ("o", counts.o)] {
        let width = if known == 0 { 0.0 } else { (BAR as u64 * part) as f64 / known as f64 };
        let _ = write!(
            body,
            "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"{height}\"/>"
        );
        left += width;
    }
    let class = if known == 0 { "u" } else { "f" };
    let x = NAMES + 10;
    let _ = write!(body, "<rect class=\"{class}\" x=\"{x}\" y=\"{top}\" width=\"{BAR}\" height=\"{height}\"/>");
    let score = counts.score().map_or_else(|| "-".to_owned(), |score| format!("{:.1} %", 100.0 * score));
    text(body, (NAMES + BAR + 75, y), "n", &score);
    text(body, (WIDTH - 10, y), "n", &counts.games.to_string());
}
