//! Batches of boards share work among threads where that is faster. The Python module cannot have unit tests.

#[path = "../../frontend/python/src/batch/pace.rs"]
mod measured;

use std::time::Duration;

use measured::Pace;

/// Whether each call shares its work; `micros` are the times of a part alone and shared.
fn ways(calls: usize, parts: usize, micros: [u64; 2]) -> Vec<bool> {
    let mut pace = Pace::NEW;
    let mut call = || {
        let is_shared = pace.is_shared(parts);
        pace.add(is_shared, parts, Duration::from_micros(micros[usize::from(is_shared)] * parts as u64));
        is_shared
    };
    (0..calls).map(|_| call()).collect()
}

fn count(ways: &[bool], way: bool) -> usize {
    ways.iter().filter(|&&is_shared| is_shared == way).count()
}

#[test]
fn both_ways_are_measured_and_the_faster_one_is_taken() {
    assert_eq!(ways(4, 32, [10, 6]), [false, true, true, true]);
    assert_eq!(ways(4, 32, [10, 60]), [false, true, false, false]);
}

#[test]
fn the_slower_way_is_tried_again_and_costs_little() {
    let tries = count(&ways(10_000, 32, [10, 100]), true);
    assert!((5..20).contains(&tries), "{tries}");
    let tries = count(&ways(10_000, 32, [10, 6]), false);
    assert!((5..20).contains(&tries), "{tries}");
}

#[test]
fn a_way_that_becomes_faster_is_found() {
    let mut pace = Pace::NEW;
    let mut shared = 0;
    for call in 0..20_000 {
        let is_shared = pace.is_shared(32);
        let micros = if is_shared && call < 1_000 {
            1_000
        } else if is_shared {
            100
        } else {
            300
        };
        pace.add(is_shared, 32, Duration::from_micros(micros));
        shared += usize::from(is_shared && call >= 10_000);
    }
    assert!(shared > 9_000, "{shared}");
}

#[test]
fn long_work_is_shared_at_once() {
    assert_eq!(count(&ways(100, 1_000, [100, 200]), false), 1);
}
