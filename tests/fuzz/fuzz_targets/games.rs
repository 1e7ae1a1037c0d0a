//! Run it with `cargo +nightly fuzz run --fuzz-dir fuzz games fuzz/corpus/games fuzz/seeds/games` in the folder `tests`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| (tests::fuzz::Target::named("games").expect("a target").run)(data));
