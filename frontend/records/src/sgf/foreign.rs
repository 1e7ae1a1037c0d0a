//! Properties without a meaning here. They are copied from file to file as they are written.
//!
//! So do points in their values, whatever notation the moves are written in: letters stay right, and names as `K10`, which
//! are no SGF, remain beside moves that are letters now.

use std::mem;

use super::result::claim;
use super::write::RULES;
use crate::tree::Tree;

/// Properties that say what the record says itself, so that they could contradict it.
pub(super) const OWN: [&str; 15] =
    ["CA", "DT", "EV", "FF", "GM", "ON", "PB", "PC", "PL", "PW", "RE", "RO", "RU", RULES, "SZ"];

/// Those of them that are about the people and the day, not about the rules and the file. In other nodes than the root they
/// are kept where they stand.
pub(super) const IN_NODES: [&str; 8] = ["DT", "EV", "ON", "PB", "PC", "PW", "RE", "RO"];

/// The properties of SGF, of all its versions, as far as they are not for one game alone.
const KNOWN: [&str; 88] = [
    "AB", "AE", "AN", "AP", "AR", "AS", "AW", "B", "BL", "BM", "BR", "BS", "BT", "C", "CA", "CH", "CP", "CR", "DD",
    "DM", "DO", "DT", "EL", "EV", "EX", "FF", "FG", "GB", "GC", "GM", "GN", "GW", "HA", "HO", "ID", "IP", "IT", "IY",
    "KM", "KO", "L", "LB", "LN", "LT", "M", "MA", "MN", "N", "OB", "OH", "OM", "ON", "OP", "OT", "OV", "OW", "PB",
    "PC", "PL", "PM", "PW", "RE", "RG", "RO", "RU", "SC", "SE", "SI", "SL", "SO", "SQ", "ST", "SU", "SZ", "TB", "TC",
    "TE", "TM", "TR", "TW", "UC", "US", "V", "VW", "W", "WL", "WR", "WS",
];

/// Whether a property is one of SGF.
pub(super) fn is_known(name: &str) -> bool {
    KNOWN.contains(&name) || name == "WT" || name == RULES
}

/// Pairs of properties for Black and White: time left, rank, species, team, good for, moves left, names, territory.
const PAIRS: [[&str; 2]; 8] =
    [["BL", "WL"], ["BR", "WR"], ["BS", "WS"], ["BT", "WT"], ["GB", "GW"], ["OB", "OW"], ["PB", "PW"], ["TB", "TW"]];

/// A number, positive where Black is better.
const VALUE: &str = "V";

/// The result, where a node has another than the game.
const RESULT: &str = "RE";

/// Exchanges the properties of Black and White.
pub(crate) fn exchange_colors(tree: &mut Tree) {
    for note in tree.notes_mut() {
        let exchanged = mem::take(&mut note.foreign).into_iter().map(|(name, values)| match exchanged(&name) {
            Some(other) => (other.to_owned(), values),
            None if name == RESULT => {
                let other = |value: String| claim(&value).map_or(value, |claim| claim.exchanged().to_string());
                (name, values.into_iter().map(other).collect())
            }
            None if name == VALUE => (name, values.iter().map(|value| negated(value)).collect()),
            None => (name, values),
        });
        note.foreign = exchanged.collect();
    }
}

/// The property that says of the other colour what this one says.
fn exchanged(name: &str) -> Option<&'static str> {
    PAIRS.into_iter().find_map(|[black, white]| match name {
        _ if name == black => Some(white),
        _ if name == white => Some(black),
        _ => None,
    })
}

/// The text of a number with the other sign.
fn negated(number: &str) -> String {
    let number = number.trim();
    number.strip_prefix('-').map_or_else(|| format!("-{}", number.trim_start_matches('+')), str::to_owned)
}
