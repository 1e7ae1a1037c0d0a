//! Comments of PGN, with the marks and labels that they hold as commands: `[%mark]`, `[%label K10 text]`.

use engine::{Grid, Point};

use crate::tree::Note;

const MARK: &str = "[%mark]";
const LABEL: &str = "[%label ";

/// Escapes for the characters that a label cannot hold.
const ESCAPES: [(char, char); 4] = [('\\', '\\'), (']', ']'), ('\n', 'n'), ('}', 'c')];

/// Takes the commands at the beginning of a comment, and returns its text, if there is one. Points have their `names`.
pub(super) fn take<'t>(note: &mut Note, names: &Grid, text: &'t str) -> Option<&'t str> {
    let mut rest = text;
    loop {
        if let Some(after) = rest.strip_prefix(MARK) {
            note.marked = true;
            rest = after;
        } else if let Some((point, label, after)) = label(names, rest) {
            note.label(point, &label);
            rest = after;
        } else {
            break;
        }
    }
    (rest.len() == text.len() || !rest.is_empty()).then_some(rest)
}

/// A label at the beginning of a text, and what follows it.
fn label<'t>(names: &Grid, text: &'t str) -> Option<(Point, String, &'t str)> {
    let (name, inner) = text.strip_prefix(LABEL)?.split_once(' ')?;
    let point = names.parse(name)?;
    let (mut label, mut chars) = (String::new(), inner.char_indices());
    loop {
        match chars.next()? {
            (end, ']') => return Some((point, label, &inner[end + 1..])),
            (_, '\\') => {
                let (_, escape) = chars.next()?;
                label.push(ESCAPES.iter().find(|(_, known)| *known == escape).map_or(escape, |(char, _)| *char));
            }
            (_, char) => label.push(char),
        }
    }
}

/// The commands of a note; empty if it has neither a mark nor labels.
pub(super) fn commands(note: &Note, names: &Grid) -> String {
    let mut text = if note.marked { MARK.to_owned() } else { String::new() };
    for (point, label) in &note.labels {
        text += &format!("{LABEL}{} ", names.name(*point));
        for char in label.chars() {
            match ESCAPES.iter().find(|(known, _)| *known == char) {
                Some((_, escape)) => text.extend(['\\', *escape]),
                None => text.push(char),
            }
        }
        text.push(']');
    }
    text
}

/// The text between braces, or after a semicolon: without the blank that may stand at each end.
pub(super) fn inner(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let text = text.strip_prefix(' ').unwrap_or(&text);
    text.strip_suffix(' ').unwrap_or(text).to_owned()
}
