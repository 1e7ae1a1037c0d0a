//! Run it with `cargo +nightly fuzz run --fuzz-dir fuzz text fuzz/corpus/text fuzz/seeds/text` in the folder `tests`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| (tests::fuzz::Target::named("text").expect("a target").run)(data));
