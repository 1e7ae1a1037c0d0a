//! Inputs made of others by chance.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// Words that often break readers.
const WORDS: [&str; 36] = [
    "-1",
    "0",
    "1",
    "2",
    "7",
    "9",
    "22",
    "23",
    "65536",
    "4294967296",
    "18446744073709551615",
    "1e999",
    "99999999999999999999",
    "null",
    "true",
    "\"\"",
    "[]",
    "{}",
    "a0",
    "a9",
    "z99",
    "swap",
    "pass",
    "tt",
    "aa:vv",
    "\n",
    "\r\n",
    "\0",
    // Blanks of Unicode, of ASCII, or of neither: readers disagree about them.
    "\u{b}",
    "\u{c}",
    "\u{85}",
    "\u{a0}",
    "\u{2028}",
    "\u{3000}",
    "\u{feff}",
    "é€棋",
];

/// The longest input.
const LONGEST: usize = 1 << 16;

/// One of the seeds, changed in one to eight places.
#[must_use]
pub fn mutated(seeds: &[Vec<u8>], dice: &mut StdRng) -> Vec<u8> {
    let mut bytes = seeds.choose(dice).cloned().unwrap_or_default();
    for _ in 0..1 << dice.random_range(0..4) {
        change(&mut bytes, seeds, dice);
    }
    bytes.truncate(LONGEST);
    bytes
}

fn change(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], dice: &mut StdRng) {
    let at = dice.random_range(0..=bytes.len());
    let to = dice.random_range(at..=bytes.len()).min(at + 60);
    match dice.random_range(0..10) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..to)),
        2 => bytes.insert(at, dice.next_u32() as u8),
        3 => {
            let other = seeds.choose(dice).map(Vec::as_slice).unwrap_or_default();
            let from = dice.random_range(0..=other.len());
            bytes.splice(at..at, other[from..].iter().copied().take(80)).for_each(drop);
        }
        4 => {
            let part = bytes[at..to].to_vec();
            bytes.splice(at..at, part).for_each(drop);
        }
        5 => bytes.splice(at..at, WORDS.choose(dice).expect("some").bytes()).for_each(drop),
        6 => {
            let number = number(bytes, at);
            bytes.splice(number, WORDS.choose(dice).expect("some").bytes()).for_each(drop);
        }
        7 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = byte.wrapping_add_signed(dice.random_range(-3..=3));
            }
        }
        8 => {
            // The first bytes choose what is tried.
            if let Some(byte) = bytes.get_mut(at % 3) {
                *byte = dice.next_u32() as u8;
            }
        }
        _ => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << dice.random_range(0..8);
            }
        }
    }
}

/// The digits from `at` on, or the first behind it.
fn number(bytes: &[u8], at: usize) -> std::ops::Range<usize> {
    let digit = |byte: &u8| byte.is_ascii_digit();
    let start = bytes[at..].iter().position(digit).map_or(at, |skip| at + skip);
    let length = bytes[start..].iter().position(|byte| !digit(byte)).unwrap_or(bytes.len() - start);
    start..start + length
}
