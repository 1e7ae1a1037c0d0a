//! The drawings of the rules pages (docs/src/rules-*.md), before the engine and the referee.
//!
//! ```text
//! |. x o o p .                        rows; `|` and `---` are edges of the board
//!
//! ninuki pente, captured 8:0: p → Black wins (captures)
//! ```
//!
//! Below the rows each line names games, then optionally side to move, captures and flags; then moves and their outcome.

use std::fs;
use std::path::Path;

use engine::{Color, Rules};
use referee::duel::Duel;
use referee::scene::{At, Scene, Setting};

use super::{Drawing, Sketch};

const PAGES: [&str; 5] = ["rules-captures", "rules-lines", "rules-hexagon", "rules-variants", "rules-settled"];

#[test]
fn drawings_of_the_pages() {
    let (mut judged, mut wrong) = (0, Vec::new());
    for page in PAGES {
        let text = read(page);
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line == "```drawing" {
                let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
                judged += judge(page, &block, &mut wrong);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(judged > 150, "{judged}");
}

/// Every clause shows what it means, by a drawing or by what the program answers.
#[test]
fn every_clause_is_drawn() {
    for page in &PAGES[..4] {
        let text = read(page);
        let clauses: Vec<&str> = text.split("\n## ").skip(1).collect();
        assert!(clauses.len() >= 4, "{page}");
        for clause in clauses {
            let shown = ["```drawing", "```console"].iter().any(|block| clause.contains(block));
            assert!(shown, "{page}: {}", clause.lines().next().unwrap_or_default());
        }
    }
}

/// The clauses that engine, referee and tests name in their comments have a heading.
#[test]
fn named_clauses_are_there() {
    let headings: Vec<String> =
        PAGES.iter().flat_map(|page| read(page).lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders =
        ["src/square", "src/square/captures", "src/hex", "tests/suite/clauses", "../tests/referee/src/referee"];
    let files = folders.iter().flat_map(|folder| fs::read_dir(root.join(folder)).expect("a folder"));
    let mut named = 0;
    for path in files.map(|file| file.expect("a file").path()).filter(|path| path.is_file()) {
        let text = fs::read_to_string(&path).expect("a source file");
        for comment in text.lines().filter_map(|line| line.split_once("//")).map(|(_, comment)| comment) {
            for name in comment.split(|char: char| !char.is_ascii_alphanumeric() && char != '.') {
                let name = name.trim_end_matches('.');
                if is_clause(name) {
                    let heading = headings.iter().any(|line| line.starts_with(&format!("## {name}")));
                    assert!(heading, "{}: {name} has no heading", path.display());
                    named += 1;
                }
            }
        }
    }
    assert!(named > 50, "{named}");
}

/// Whether this is the name of a clause, as `A3.2` and `C4` are.
fn is_clause(name: &str) -> bool {
    let digits = name.strip_prefix(['A', 'C']).unwrap_or_default();
    digits.chars().all(|char| char.is_ascii_digit() || char == '.') && digits.starts_with(|char: char| char != '0')
}

fn read(page: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../docs/src/{page}.md"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Plays a drawing in each of its games and returns their number. Deviations are added to `wrong`.
fn judge(page: &str, block: &[&str], wrong: &mut Vec<String>) -> usize {
    let split = block.iter().position(|line| line.is_empty()).expect("an empty line below the rows");
    let mut judged = 0;
    for line in &block[split + 1..] {
        let (place, play) = line.split_once(": ").unwrap_or_else(|| panic!("{page}: {line}"));
        let (moves, result) = play.split_once(" → ").unwrap_or_else(|| panic!("{page}: {line}"));
        let (games, conditions) = place.split_once(", ").unwrap_or((place, ""));
        for game in games.split(' ') {
            let rules = Rules::named(game).unwrap_or_else(|error| panic!("{page}: {line}: {error}"));
            let came = come(&block[..split], sketch(&rules, conditions, line), moves, result);
            if came != result {
                wrong.push(format!("{page}: {}\nin {game} it is: {came}", block.join("\n")));
            }
            judged += 1;
        }
    }
    judged
}

/// The game and the conditions of the position beside its stones.
fn sketch(rules: &Rules, conditions: &str, line: &str) -> Sketch {
    let size = if rules.sizes.contains(19) { 19 } else { rules.default_size };
    let mut sketch = Sketch::of(rules.name).on(size);
    for condition in conditions.split(", ").filter(|condition| !condition.is_empty()) {
        sketch = if condition == "White to move" {
            sketch.white_to_move()
        } else if let Some((black, white)) = condition.strip_prefix("captured ").and_then(|both| both.split_once(':')) {
            sketch.captured(black.parse().expect("a number"), white.parse().expect("a number"))
        } else if let Some(size) = condition.strip_prefix("size ") {
            sketch.on(size.parse().expect("a number"))
        } else if let Some(length) = condition.strip_prefix("length ") {
            Sketch { setting: sketch.setting.length(length.parse().expect("a number")), ..sketch }
        } else if let Some((flag, value)) = condition.split_once('=') {
            let flag: &'static str = flag.to_owned().leak();
            sketch.flags(vec![(flag, &*value.to_owned().leak())].leak())
        } else {
            panic!("{condition} in {line}")
        };
    }
    sketch
}

/// Plays the moves and returns their outcome in the words of `result`.
fn come(rows: &[&str], sketch: Sketch, moves: &str, result: &str) -> String {
    let mut drawing = if sketch.setting.hexagonal() { hexagon(rows, sketch) } else { square(rows, sketch) };
    let moves: Vec<&str> = moves.split(", ").collect();
    let (last, before) = moves.split_last().expect("a move");
    for name in before {
        step(&mut drawing, name).unwrap_or_else(|reason| panic!("{name}: {reason}"));
    }
    if result == "allowed" || result == "refused" {
        let refused = match *last {
            "pass" => drawing.duel.pass().is_err(),
            name => drawing.refuses(mark(name)),
        };
        return if refused { "refused" } else { "allowed" }.to_owned();
    }
    let taken = step(&mut drawing, last).unwrap_or_else(|reason| panic!("{last}: {reason}"));
    match drawing.end() {
        _ if result.ends_with(" taken") && taken > 0 => format!("{taken} taken"),
        _ if result.ends_with(" taken") => "nothing taken".to_owned(),
        Some((Some(Color::Black), reason)) => format!("Black wins ({reason})"),
        Some((Some(Color::White), reason)) => format!("White wins ({reason})"),
        Some((None, reason)) => format!("draw ({reason})"),
        None if drawing.pending() => "the five waits".to_owned(),
        None => "the game goes on".to_owned(),
    }
}

fn mark(name: &str) -> char {
    name.chars().next().expect("a mark")
}

/// Plays a named point, or passes; how many stones that captures.
fn step(drawing: &mut Drawing, name: &str) -> Result<usize, String> {
    match name {
        "pass" => drawing.duel.pass().map(|_| 0),
        "elsewhere" => Ok(drawing.go_at((18, 18))),
        _ => drawing.duel.play(drawing.marks[&mark(name)]).map(|taken| taken.len()),
    }
}

/// A drawing of a square board; without edges it lies inside.
fn square(rows: &[&str], sketch: Sketch) -> Drawing {
    let edge = |row: &&str| row.starts_with("--");
    let (top, bottom) = (rows.first().is_some_and(edge), rows.last().is_some_and(edge));
    let rows: Vec<&str> = rows.iter().copied().filter(|row| !edge(row)).collect();
    let (left, right) = (rows[0].starts_with('|'), rows[0].ends_with('|'));
    let rows: Vec<String> = rows.iter().map(|row| row.replace(['|', ' '], "")).collect();
    let place = |first: bool, last: bool, length: usize| match (first, last) {
        (true, _) => 0,
        (false, true) => sketch.setting.size - length,
        (false, false) => 3,
    };
    let at = (place(left, right, rows[0].len()), place(top, bottom, rows.len()));
    sketch.at(at).draw(&rows.iter().map(String::as_str).collect::<Vec<_>>())
}

/// A drawing of a whole hexagon: each row begins with its letter.
fn hexagon(rows: &[&str], sketch: Sketch) -> Drawing {
    let cells = |row: &&str| row.split_whitespace().skip(1).map(mark).collect::<Vec<char>>();
    let rows: Vec<Vec<char>> = rows.iter().map(cells).collect();
    let side = rows[0].len();
    let setting: Setting = sketch.on(side).setting;
    let mut scene = Scene { to_move: sketch.to_move, ..Scene::empty(setting) };
    let mut marks = std::collections::HashMap::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, symbol) in row.iter().enumerate() {
            let at: At = (x + (y + 1).saturating_sub(side), y);
            match symbol {
                'x' => scene.stones.push((at, Color::Black)),
                'o' => scene.stones.push((at, Color::White)),
                '.' => {}
                symbol => drop(marks.insert(*symbol, at)),
            }
        }
    }
    Drawing { duel: Duel::set_up(&scene), marks }
}
