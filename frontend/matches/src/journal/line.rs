//! Lines of a journal after the head.

use std::collections::BTreeMap;

use records::checksum;

use super::error::{Damage, JournalErrorKind};
use super::played::{Played, Void};

/// A line of a journal after the head.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Line {
    /// A finished game.
    Game(Box<Played>),
    /// Games that do not count.
    Void(Void),
}

impl Line {
    /// Parses a line.
    ///
    /// # Errors
    /// The line is damaged.
    pub(crate) fn read(line: &[u8]) -> Result<Self, Damage> {
        // A wrong field is more precise than a wrong checksum.
        let (object, checksum) = match checksum::opened(line) {
            Ok(object) => (object, Ok(())),
            Err(error) => (checksum::unchecked(line), Err(error)),
        };
        let read = match object.starts_with(br#"{"void":"#) {
            true => serde_json::from_slice(&object).map(Self::Void),
            false => serde_json::from_slice(&object).map(|played| Self::Game(Box::new(played))),
        };
        let line = read.map_err(|error| Damage::of_json(&object, &error))?;
        checksum.map_err(Damage::Checksum).map(|()| line)
    }
}

/// Adds a line to an index of the games that count, with its place.
///
/// # Errors
/// A game is in the index already, or a voided game is not.
pub(crate) fn index<P>(places: &mut BTreeMap<usize, P>, line: &Line, place: P) -> Result<(), JournalErrorKind> {
    match line {
        Line::Game(played) => match places.insert(played.game, place) {
            Some(_) => Err(JournalErrorKind::Duplicate(played.game)),
            None => Ok(()),
        },
        Line::Void(void) => void.void.iter().try_for_each(|game| match places.remove(game) {
            Some(_) => Ok(()),
            None => Err(JournalErrorKind::VoidsNoGame(*game)),
        }),
    }
}
