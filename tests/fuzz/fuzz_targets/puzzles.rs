//! Run it with `cargo +nightly fuzz run --fuzz-dir fuzz puzzles fuzz/corpus/puzzles fuzz/seeds/puzzles` in the folder `tests`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| (tests::fuzz::Target::named("puzzles").expect("a target").run)(data));
