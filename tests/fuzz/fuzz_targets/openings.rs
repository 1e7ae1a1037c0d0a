//! Run it with `cargo +nightly fuzz run --fuzz-dir fuzz openings fuzz/corpus/openings fuzz/seeds/openings` in the folder `tests`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| (tests::fuzz::Target::named("openings").expect("a target").run)(data));
