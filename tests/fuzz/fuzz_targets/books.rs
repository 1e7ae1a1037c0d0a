//! Run it with `cargo +nightly fuzz run --fuzz-dir fuzz books fuzz/corpus/books fuzz/seeds/books` in the folder `tests`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| (tests::fuzz::Target::named("books").expect("a target").run)(data));
