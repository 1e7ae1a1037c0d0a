//! Stones as Piskvork and Gomotur list them: `x,y,ms`, one per line, and lines of other kinds after them.

use std::borrow::Cow;
use std::io::{self, Write};

use engine::notation::half_width;
use engine::{Grid, Move};

use crate::column::column_of;
use crate::tree::ROOT;
use crate::{Damage, Entry, How, WordError, Written};

/// A list that was read.
pub(super) struct List {
    /// The stones; the last may be none.
    pub(super) moves: Vec<Written>,
    /// The lines after the stones, without empty ones, each with its number in the file.
    pub(super) rest: Vec<(usize, String)>,
    /// That the file ends within the last stone.
    pub(super) cut_off: Option<Damage>,
}

/// The lines of a file that are not blank, each with its number, counted from 1, and without blanks at its end.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, String)> {
    let lines = (1..).zip(text.split('\n'));
    lines.map(|(number, line)| (number, line.trim_end().to_owned())).filter(|(_, line)| !line.is_empty())
}

/// Reads stones whose columns and rows are counted from `base`, 0 or 1. A line that is no stone ends the list if no
/// stone follows it. `whole` tells whether the last line has its end.
pub(super) fn read(lines: impl Iterator<Item = (usize, String)>, grid: &Grid, base: usize, whole: bool) -> List {
    let narrow = |text: String| match half_width(&text) {
        Cow::Owned(narrow) if is_stone(&narrow) => narrow,
        _ => text,
    };
    let lines = lines.map(|(number, text)| (number, narrow(text)));
    let mut lines: Vec<_> = lines.map(|(number, text)| (number, numbers(&text), text)).collect();
    let end = lines.iter().rposition(|(_, numbers, _)| numbers.is_some()).map_or(0, |last| last + 1);
    let rest: Vec<_> =
        lines.split_off(end).into_iter().map(|(number, _, text)| (number, text.trim().to_owned())).collect();
    let mut cut_off = None;
    if !whole
        && rest.is_empty()
        && let [.., (_, Some(before), _), (number, Some(last), _)] = &lines[..]
        && last.len() < before.len()
    {
        let reason = "the record is cut off within its last stone".to_owned();
        cut_off = Some(Damage { line: Some(*number), reason });
        lines.pop();
    }
    let mut moves = Vec::new();
    for (number, numbers, text) in lines {
        let mv = match &numbers {
            Some(_) => point(grid, &text, base),
            None => Err(WordError::NoStone),
        };
        let stop = mv.is_err();
        let ms = numbers.and_then(|numbers| u64::try_from(*numbers.get(2)?).ok());
        moves.push(Written { ms, ..Written::new(text.trim_start(), mv, Some(number)) });
        if stop {
            break;
        }
    }
    List { moves, rest, cut_off }
}

/// Whether a line with this text is read as a stone.
pub(super) fn is_stone(text: &str) -> bool {
    numbers(text).is_some()
}

/// Two or three numbers.
fn numbers(text: &str) -> Option<Vec<i64>> {
    let numbers: Vec<i64> = text.split(',').map(|number| number.trim().parse().ok()).collect::<Option<_>>()?;
    matches!(numbers.len(), 2 | 3).then_some(numbers)
}

/// The point of a stone, `x,y` and perhaps more, counted from `base`.
fn point(grid: &Grid, text: &str, base: usize) -> Result<Move, WordError> {
    let sides = [grid.width(), grid.height()];
    let [width, height] = sides;
    let outside = |part| WordError::Outside { width, height, base }.in_column(column_of(part, text));
    let mut at = [0; 2];
    for ((index, part), side) in at.iter_mut().zip(text.split(',').map(str::trim)).zip(sides) {
        let counted = part.parse::<usize>().ok().and_then(|number| number.checked_sub(base));
        *index = counted.filter(|&index| index < side).ok_or_else(|| outside(part))?;
    }
    grid.point(at[0], at[1]).map(Move::Place).ok_or_else(|| outside(text.trim_start()))
}

/// Writes all stones, with columns and rows counted from `base`.
pub(super) fn write(entry: &Entry, base: usize, out: &mut dyn Write) -> io::Result<()> {
    for written in &entry.moves {
        if let Ok(Move::Place(point)) = written.mv {
            let (x, y) = entry.game.grid().xy(point);
            writeln!(out, "{},{},{}", x + base, y + base, written.ms.unwrap_or(0))?;
        }
    }
    Ok(())
}

/// Keys of the parts of Piskvork's files without another place: the levels of the players and who began, the number that
/// says how a game ended, the league.
pub(super) const HEAD: &str = "head";
pub(super) const CODE: &str = "code";
pub(super) const LEAGUE: &str = "league";

/// The property of the root, of our own, in which it stands.
const PROPERTY: &str = "PSQ";

/// Keeps a text that has no other place.
pub(super) fn keep(entry: &mut Entry, key: &str, text: &str) {
    if key == CODE && text == code(entry) {
        return;
    }
    let mut tree = entry.tree.take().unwrap_or_else(|| entry.whole().into_owned());
    let text = text.replace('\\', "\\\\").replace(']', "\\]");
    tree.note_mut(ROOT).keep(PROPERTY, format!("{key}:{text}"));
    entry.tree = Some(tree);
}

/// The texts that were kept for a key.
pub(super) fn kept(entry: &Entry, key: &str) -> impl Iterator<Item = String> {
    let note = entry.tree.as_ref().and_then(|tree| tree.note(ROOT));
    let values = note.and_then(|note| note.foreign.get(PROPERTY)).into_iter().flatten();
    values.filter_map(move |value| {
        let text = value.strip_prefix(key)?.strip_prefix(':')?;
        let plain = text.replace("\\]", "]").replace("\\\\", "\\");
        (!plain.contains(char::is_control)).then_some(plain)
    })
}

/// The number that says how a game ended: 0 by the rules, 15 by time, -2 otherwise; where the record does not know it,
/// another that was read.
pub(super) fn code(entry: &Entry) -> String {
    match entry.result.map(|claim| claim.how) {
        Some(How::Time) => "15".to_owned(),
        Some(How::Resigned | How::Forfeit) => "-2".to_owned(),
        _ => kept(entry, CODE).find(|code| code.parse::<i64>().is_ok()).unwrap_or_else(|| "0".to_owned()),
    }
}
