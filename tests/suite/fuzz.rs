//! The fuzz targets with their seeds, among them what once failed, and a little chance.

use std::fs;
use std::path::Path;

use rand::SeedableRng;
use rand::rngs::StdRng;
use referee::dice::rounds;
use tests::fuzz::TARGETS;
use tests::fuzz::mutation::mutated;

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
