//! Run it with `cargo +nightly fuzz run --fuzz-dir fuzz protocol fuzz/corpus/protocol fuzz/seeds/protocol` in the folder `tests`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| (tests::fuzz::Target::named("protocol").expect("a target").run)(data));
