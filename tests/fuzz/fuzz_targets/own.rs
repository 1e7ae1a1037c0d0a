//! Run it with `cargo +nightly fuzz run --fuzz-dir fuzz own fuzz/corpus/own fuzz/seeds/own` in the folder `tests`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| (tests::fuzz::Target::named("own").expect("a target").run)(data));
