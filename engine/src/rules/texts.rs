//! Texts of custom games. They are never freed, so their number is limited.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use crate::rules::RulesError;

/// The most different texts that a process keeps.
const MOST: usize = 65_536;

/// The longest text that is kept, in bytes: all together take less than 16 MiB.
pub(super) const LONGEST: usize = 200;

static TEXTS: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);

/// The texts, each kept once for the whole process; a text that is kept already costs nothing.
///
/// # Errors
/// They are too many; then none is kept.
pub(super) fn kept<const N: usize>(texts: [&str; N]) -> Result<[&'static str; N], RulesError> {
    kept_in(TEXTS.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default(), texts)
}

/// The number of custom games for whose texts there is room.
pub(super) fn room() -> usize {
    let known = TEXTS.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map_or(0, HashSet::len);
    (MOST - known) / 3
}

fn kept_in<const N: usize>(
    known: &mut HashSet<&'static str>,
    texts: [&str; N],
) -> Result<[&'static str; N], RulesError> {
    let new = texts.iter().filter(|&text| !known.contains(text)).count();
    if known.len() + new > MOST {
        return Err(RulesError::TooMany { texts: MOST });
    }
    Ok(texts.map(|text| match known.get(text) {
        Some(known) => known,
        None => {
            let text = &*Box::leak(Box::<str>::from(text));
            known.insert(text);
            text
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_texts_are_kept_and_no_more() {
        let mut known = HashSet::new();
        let first = kept_in(&mut known, ["first"]).expect("room");
        for number in 1..MOST - 1 {
            kept_in(&mut known, [&*number.to_string(), "first"]).expect("room");
        }
        assert_eq!(kept_in(&mut known, ["one", "two"]), Err(RulesError::TooMany { texts: MOST }));
        assert_eq!(known.len(), MOST - 1, "nothing is kept of what is refused");
        assert!(kept_in(&mut known, ["one"]).is_ok() && kept_in(&mut known, ["two"]).is_err());
        let again = kept_in(&mut known, ["first"]).expect("known");
        assert!(std::ptr::eq(first[0], again[0]), "a text is kept once");
    }
}
