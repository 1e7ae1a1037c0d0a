//! Run it with `cargo +nightly fuzz run --fuzz-dir fuzz dialogues fuzz/corpus/dialogues fuzz/seeds/dialogues` in the folder `tests`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| (tests::fuzz::Target::named("dialogues").expect("a target").run)(data));
