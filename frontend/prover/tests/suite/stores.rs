//! Stores: damaged, cut off, full, of another game, in use.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ninuki_prover::{Budgets, Error, Limits, Prover, Store, merge};
use records::Shard;

use crate::proofs::{claim, freestyle};

/// A store with a few lines.
fn filled(path: &Path) -> Vec<u8> {
    let store = Store::open(freestyle(15), path).expect("a store");
    let prover =
        Prover::new(store, claim(freestyle(15), "h8 a1 i8 a15 h9 o1 i9 o15 g10"), Budgets::default()).expect("a claim");
    let limits = Limits { threads: 1, nodes: 60_000, time: Duration::MAX, shard: Shard::ALL };
    prover.run(limits, &AtomicBool::new(false), &|_, _| ()).expect("the work goes on");
    fs::read(path).expect("a store")
}

#[test]
fn a_torn_end_is_dropped() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.store");
    let bytes = filled(&path);
    let whole = Store::read(freestyle(15), std::slice::from_ref(&path)).expect("a store").len();
    for cut in 1..60 {
        fs::write(&path, &bytes[..bytes.len() - cut]).expect("room");
        let read = Store::read(freestyle(15), std::slice::from_ref(&path)).expect("a store");
        assert!(read.len() <= whole && read.torn().len() == 1);
        let store = Store::open(freestyle(15), &path).expect("a store");
        assert_eq!(store.torn().len(), 1);
        drop(store);
        assert!(fs::read(&path).expect("a store").ends_with(b"\n"));
        assert!(Store::open(freestyle(15), &path).expect("a store").torn().is_empty());
    }
}

#[test]
fn changed_bytes_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.store");
    let bytes = filled(&path);
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
    assert!(lines > 1);
    for at in (20..bytes.len() - 20).step_by(bytes.len() / 40) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        fs::write(&path, &changed).expect("room");
        assert!(Store::read(freestyle(15), std::slice::from_ref(&path)).is_err(), "byte {at}");
        assert!(merge(std::slice::from_ref(&path), &folder.path().join("b.store")).is_err(), "byte {at}");
    }
}

#[test]
fn another_game_and_a_second_writer_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.store");
    let store = Store::open(freestyle(15), &path).expect("a store");
    assert!(matches!(Store::open(freestyle(15), &path), Err(Error::Busy(_))));
    assert!(Store::read(freestyle(15), std::slice::from_ref(&path)).is_ok_and(|store| store.is_empty()));
    drop(store);
    assert!(matches!(Store::open(freestyle(19), &path), Err(Error::Game(_))));
    let other = folder.path().join("b.store");
    drop(Store::open(freestyle(19), &other).expect("a store"));
    assert!(matches!(merge(&[path, other], &folder.path().join("c.store")), Err(Error::Game(_))));
}
