//! The fuzz targets with their seeds, among them what once failed, and a little chance.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::StdRng;
use referee::dice::rounds;
use tests::fuzz::TARGETS;
use tests::fuzz::mutation::mutated;
use tests::fuzz::patience::{Overdue, PROCESSOR, Patience, TICKS, processor_time};

#[test]
fn seeds_and_what_chance_makes_of_them() {
    for target in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(target.name);
        let files = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", target.name));
        let seeds: Vec<Vec<u8>> = files.map(|file| fs::read(file.expect("a file").path()).expect("read")).collect();
        assert!(!seeds.is_empty(), "{}", target.name);
        seeds.iter().for_each(|bytes| (target.run)(bytes));
        let dice = &mut StdRng::seed_from_u64(0);
        for _ in 0..rounds(if target.name == "games" { 5 } else { 300 }) {
            (target.run)(&mutated(&seeds, dice));
        }
    }
}

#[test]
fn waiting_for_the_processor_is_no_fault_of_an_input() {
    let mut patience = Patience::default();
    let busy = PROCESSOR + Duration::from_secs(5);
    assert!((0..TICKS).all(|_| patience.tick(1, busy).is_none()));
    assert_eq!(patience.tick(1, busy), Some(Overdue::Hung));
    // The next input begins anew, and then uses the processor.
    assert_eq!(patience.tick(2, busy), None);
    assert_eq!(patience.tick(2, busy + PROCESSOR), None);
    assert_eq!(patience.tick(2, busy + PROCESSOR + Duration::from_millis(1)), Some(Overdue::Busy));
}

#[test]
fn processor_time_grows_with_work() {
    let began = processor_time();
    while processor_time() == began {
        std::hint::spin_loop();
    }
}
