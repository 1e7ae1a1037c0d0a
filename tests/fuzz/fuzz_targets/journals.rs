//! Run it with `cargo +nightly fuzz run --fuzz-dir fuzz journals fuzz/corpus/journals fuzz/seeds/journals` in the folder `tests`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| (tests::fuzz::Target::named("journals").expect("a target").run)(data));
