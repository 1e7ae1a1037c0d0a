//! Run it with `cargo +nightly fuzz run --fuzz-dir fuzz queries fuzz/corpus/queries fuzz/seeds/queries` in the folder `tests`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| (tests::fuzz::Target::named("queries").expect("a target").run)(data));
