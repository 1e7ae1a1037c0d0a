//! Run it with `cargo +nightly fuzz run --fuzz-dir fuzz records fuzz/corpus/records fuzz/seeds/records` in the folder `tests`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| (tests::fuzz::Target::named("records").expect("a target").run)(data));
