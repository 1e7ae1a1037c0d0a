//! Run it with `cargo +nightly fuzz run --fuzz-dir fuzz proofs fuzz/corpus/proofs fuzz/seeds/proofs` in the folder `tests`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| (tests::fuzz::Target::named("proofs").expect("a target").run)(data));
