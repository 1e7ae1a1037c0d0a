//! Run it with `cargo +nightly fuzz run --fuzz-dir fuzz lists fuzz/corpus/lists fuzz/seeds/lists` in the folder `tests`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| (tests::fuzz::Target::named("lists").expect("a target").run)(data));
