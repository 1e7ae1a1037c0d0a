//! Texts and lists of games of one's own, which live as long as the games: for ever.

use std::collections::HashSet;
use std::hash::Hash;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The value, of which one is kept.
fn keep<T: Eq + Hash + Clone + 'static>(set: &Mutex<HashSet<&'static T>>, value: T) -> &'static T {
    let mut kept = set.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(&value) {
        return known;
    }
    let value = Box::leak(Box::new(value));
    kept.insert(value);
    value
}

/// The text, kept.
pub(super) fn kept(text: String) -> &'static str {
    static TEXTS: LazyLock<Mutex<HashSet<&'static String>>> = LazyLock::new(Mutex::default);
    keep(&*TEXTS, text).as_str()
}

/// The sizes, kept.
pub(super) fn kept_sizes(sizes: Vec<usize>) -> &'static [usize] {
    static SIZES: LazyLock<Mutex<HashSet<&'static Vec<usize>>>> = LazyLock::new(Mutex::default);
    keep(&*SIZES, sizes).as_slice()
}
