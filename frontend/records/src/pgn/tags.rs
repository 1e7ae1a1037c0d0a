//! Tags of PGN, and where their values stand in a record.

use crate::tree::Note;

/// The property of the root, of our own, with the tags in their order: `Name`, or `Name:value` of one that has no place of
/// its own.
pub(super) const TAGS: &str = "PGN";

/// The tags that are written, in their order, unless a record has another.
pub(super) const ORDER: [&str; 16] = [
    "Game",
    "Size",
    "Site",
    "Event",
    "Round",
    "Opening",
    "Date",
    "TimeControl",
    "Annotator",
    "Player 1 Name",
    "Player 2 Name",
    "Player 1 Rating",
    "Player 2 Rating",
    "Player 1 Team",
    "Player 2 Team",
    "Result",
];

/// Tags that other writers have for the same, and ours.
const SYNONYMS: [(&str, &str); 6] = [
    ("Black", "Player 1 Name"),
    ("White", "Player 2 Name"),
    ("BlackElo", "Player 1 Rating"),
    ("WhiteElo", "Player 2 Rating"),
    ("BlackTeam", "Player 1 Team"),
    ("WhiteTeam", "Player 2 Team"),
];

/// Tags whose values are properties of SGF.
pub(super) const PROPERTIES: [(&str, &str); 6] = [
    ("TimeControl", "TM"),
    ("Annotator", "AN"),
    ("Player 1 Rating", "BR"),
    ("Player 2 Rating", "WR"),
    ("Player 1 Team", "BT"),
    ("Player 2 Team", "WT"),
];

/// Tags that say how the moves of rated games are written.
const OF_RATED: [&str; 2] = ["FirstMove", "PlyCount"];

/// The tags of a game, in their order.
#[derive(Default)]
pub(super) struct Tags(Vec<(String, String)>);

impl Tags {
    /// Adds a tag; `value` has its escapes.
    pub(super) fn push(&mut self, name: &str, value: &str) {
        if !value.contains('\\') {
            return self.0.push((name.to_owned(), value.to_owned()));
        }
        let mut chars = value.chars();
        let mut plain = String::with_capacity(value.len());
        while let Some(char) = chars.next() {
            match (char, chars.as_str().chars().next()) {
                ('\\', Some(escaped @ ('"' | '\\'))) => {
                    plain.push(escaped);
                    chars.next();
                }
                _ => plain.push(char),
            }
        }
        self.0.push((name.to_owned(), plain));
    }

    /// Whether the first tag has this name.
    pub(super) fn begins_with(&self, name: &str) -> bool {
        self.0.first().is_some_and(|(first, _)| first.eq_ignore_ascii_case(name))
    }

    /// Whether there is a tag with this name, whatever its value.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(found, _)| found.eq_ignore_ascii_case(name))
    }

    /// The value of a tag, or of another that says the same; `None` from `?` and `-`.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let said = |name: &str| {
            let (_, value) = self.0.iter().find(|(found, _)| found.eq_ignore_ascii_case(name))?;
            Some(value.trim()).filter(|value| !is_unknown(value))
        };
        said(name).or_else(|| SYNONYMS.iter().filter(|(_, ours)| *ours == name).find_map(|(theirs, _)| said(theirs)))
    }

    /// Keeps in the note of the root what has no place elsewhere. `understood` tells whether the value of a tag that has
    /// one was understood, so that it is written again.
    pub(super) fn keep(&self, rated: bool, note: &mut Note, understood: impl Fn(&str, &str) -> bool) {
        let mut used: Vec<&str> = Vec::new();
        let mut list: Vec<String> = Vec::new();
        for (name, value) in &self.0 {
            if rated && OF_RATED.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                continue;
            }
            match place(name).filter(|place| !used.contains(place)) {
                Some(place) => {
                    used.push(place);
                    let whole = !is_unknown(value.trim()) && understood(place, value.trim());
                    list.push(if whole { place.to_owned() } else { composed(place, value) });
                    if let Some((_, property)) = PROPERTIES.iter().find(|(tag, _)| whole && *tag == place) {
                        note.foreign.insert((*property).to_owned(), vec![escaped(value.trim())]);
                    }
                }
                None => list.push(composed(name, value)),
            }
        }
        let mut order = ORDER.iter();
        if !list.iter().all(|name| order.any(|known| known == name)) {
            note.foreign.insert(TAGS.to_owned(), list);
        }
    }
}

/// The tag of ours that says the same.
fn place(name: &str) -> Option<&'static str> {
    if let Some(ours) = ORDER.into_iter().find(|ours| *ours == name) {
        return Some(ours);
    }
    let synonym = SYNONYMS.iter().find(|(theirs, _)| theirs.eq_ignore_ascii_case(name)).map(|(_, ours)| *ours);
    synonym.or_else(|| ORDER.into_iter().find(|ours| ours.eq_ignore_ascii_case(name)))
}

/// Whether a value stands for one that is not known.
pub(super) fn is_unknown(value: &str) -> bool {
    matches!(value, "" | "?" | "-")
}

fn composed(name: &str, value: &str) -> String {
    format!("{}:{}", escaped(name).replace(':', "\\:"), escaped(value))
}

/// A value as SGF writes it.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// A name and its value, if it has one, as [`composed`] writes them.
pub(super) fn split(raw: &str) -> (String, Option<String>) {
    let (mut name, mut value) = (String::new(), None::<String>);
    let mut chars = raw.chars();
    while let Some(char) = chars.next() {
        let (char, plain) = match char {
            '\\' => (chars.next().unwrap_or_default(), true),
            char => (char, false),
        };
        match &mut value {
            None if char == ':' && !plain => value = Some(String::new()),
            None => name.push(char),
            Some(value) => value.push(char),
        }
    }
    (name, value)
}

/// The value of a foreign property, without its escapes.
pub(super) fn property(note: &Note, name: &str) -> Option<String> {
    let raw = note.foreign.get(name)?.first()?;
    let (before, after) = split(raw);
    Some(after.map_or(before.clone(), |after| format!("{before}:{after}")))
}
