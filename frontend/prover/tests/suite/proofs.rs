//! Proofs made of many positions hold, whatever interrupts the work.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use engine::{Color, Game, SetUp};
use ninuki_prover::{Budgets, Claim, Error, Limits, Proof, Prover, State, Store, merge};
use records::{Shard, checksum};
use search::proof::Step;

/// More than any of these proofs needs.
const LIMITS: Limits = Limits { threads: 2, nodes: u64::MAX, time: Duration::from_secs(600), shard: Shard::ALL };

pub(crate) fn freestyle(size: usize) -> &'static Game {
    Game::new("freestyle".parse().expect("a game"), Some(size), None).expect("a board")
}

/// The claim that the side which moved last wins after `moves`.
pub(crate) fn claim(game: &'static Game, moves: &str) -> Claim {
    let moves = game.parse_moves(moves).expect("moves");
    let points: Vec<_> = moves
        .iter()
        .map(|mv| match mv {
            engine::Move::Place(point) => *point,
            _ => panic!("a placement"),
        })
        .collect();
    let stones: Vec<_> = points.iter().enumerate().map(|(ply, &point)| (point, Color::ALL[ply % 2])).collect();
    let attacker = Color::ALL[(points.len() + 1) % 2];
    let setup = SetUp { stones, walls: Vec::new(), to_move: !attacker, captured: [0; 2] };
    Claim { setup, attacker, last: points.last().copied() }
}

/// Black has a square of stones and an open three: every reply loses to threats.
const MOVES: &str = "h8 a1 i8 a15 h9 o1 i9 o15 g10";

/// A store with the proof of `MOVES`, and that proof.
fn proved() -> &'static (Vec<u8>, Proof) {
    static PROVED: LazyLock<(Vec<u8>, Proof)> = LazyLock::new(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.store");
        let proof = run(&path, &claim(freestyle(15), MOVES), LIMITS, &AtomicBool::new(false)).1;
        (std::fs::read(path).expect("a store"), proof.expect("a proof"))
    });
    &PROVED
}

fn run(store: &Path, claim: &Claim, limits: Limits, stop: &AtomicBool) -> (Prover, Option<Proof>) {
    let store = Store::open(freestyle(15), store).expect("a store");
    let prover = Prover::new(store, claim.clone(), Budgets::default()).expect("a claim");
    prover.run(limits, stop, &|_, _| ()).expect("the work goes on")
}

#[test]
fn a_defender_to_move_is_answered_in_full() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.store");
    let claim = claim(freestyle(15), MOVES);
    let (store, proof) = proved();
    assert_eq!(proof.certificate.verify().expect("it wins").plies, proof.verified.plies);
    assert_eq!(proof.certificate.setup.to_move, Color::Black);
    assert!(proof.certificate.position.ends_with(" x 0 0"), "{}", proof.certificate.position);
    // Nothing is done twice.
    std::fs::write(&path, store).expect("room");
    let before = std::fs::read(&path).expect("a store");
    let (prover, again) = run(&path, &claim, LIMITS, &AtomicBool::new(false));
    assert_eq!(prover.state(), State::Proved);
    assert_eq!(again.expect("a proof").certificate, proof.certificate);
    assert_eq!(std::fs::read(&path).expect("a store"), before);
}

#[test]
fn work_that_is_stopped_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.store");
    let claim = claim(freestyle(15), MOVES);
    let mut runs = 0;
    let proof = loop {
        let stop = AtomicBool::new(false);
        let store = Store::open(freestyle(15), &path).expect("a store");
        let prover = Prover::new(store, claim.clone(), Budgets::default()).expect("a claim");
        // One result a run.
        let (_, proof) = prover.run(LIMITS, &stop, &|_, _| stop.store(true, Relaxed)).expect("the work goes on");
        runs += 1;
        if let Some(proof) = proof {
            break proof;
        }
        let store = Store::open(freestyle(15), &path).expect("a store");
        if Prover::new(store, claim.clone(), Budgets::default()).expect("a claim").state() == State::Proved {
            break run(&path, &claim, LIMITS, &AtomicBool::new(false)).1.expect("a proof");
        }
        assert!(runs < 1000);
    };
    assert!(runs > 2 && proof.certificate.verify().is_ok(), "{runs} runs");
}

#[test]
fn shards_are_merged_to_a_whole_proof() {
    let folder = tempfile::tempdir().expect("a folder");
    let claim = claim(freestyle(15), MOVES);
    let shards = ["1/2", "2/2"].map(|shard| shard.parse::<Shard>().expect("a shard"));
    let paths: Vec<PathBuf> = shards.iter().map(|shard| shard.path(&folder.path().join("a.store"))).collect();
    for (shard, path) in shards.into_iter().zip(&paths) {
        run(path, &claim, Limits { shard, ..LIMITS }, &AtomicBool::new(false));
    }
    let whole = folder.path().join("a.store");
    assert!(merge(&paths, &whole).expect("two stores") > 2);
    let (_, proof) = run(&whole, &claim, LIMITS, &AtomicBool::new(false));
    assert!(proof.expect("a proof").certificate.verify().is_ok());
}

#[test]
fn a_reply_that_wins_is_no_proof() {
    let folder = tempfile::tempdir().expect("a folder");
    let claim = claim(freestyle(15), "h8 a1 i8 b1 h9 c1 i10 d1 n14");
    let (prover, proof) = run(&folder.path().join("a.store"), &claim, LIMITS, &AtomicBool::new(false));
    assert!(proof.is_none());
    assert_eq!(prover.state(), State::Lost);
}

/// Few nodes at once: the attacker's moves are tried one by one, several moves deep.
const SMALL: Budgets = Budgets { first: 300, split: 600, moves: 5_000 };

/// Proves a claim with small budgets, and checks the proof.
fn small(path: &Path, claim: Claim) -> (Prover, Proof) {
    let store = Store::open(freestyle(15), path).expect("a store");
    let prover = Prover::new(store, claim, SMALL).expect("a claim");
    let (prover, proof) = prover.run(LIMITS, &AtomicBool::new(false), &|_, _| ()).expect("the work goes on");
    let proof = proof.expect("a proof");
    assert_eq!(proof.certificate.verify().expect("it wins").plies, proof.verified.plies);
    (prover, proof)
}

#[test]
fn proofs_of_many_parts_hold() {
    let folder = tempfile::tempdir().expect("a folder");
    let (game, path) = (freestyle(15), folder.path().join("a.store"));
    // A quiet win, mirrored and transposed.
    let won = ["f8 a1 g8 c13 h6 m2 h7 o12", "j8 o1 i8 m13 h6 c2 h7 a12", "h6 a1 h7 m3 f8 b13 g8 l15"];
    let black = |moves: &str| Claim { attacker: Color::Black, ..claim(game, moves) };
    let (prover, proof) = small(&path, black(won[0]));
    let status = prover.status();
    assert!(status.after.is_some() && status.replies.len() > 1, "{status:?}");
    drop(prover);
    for image in &won[1..] {
        let before = std::fs::read(&path).expect("a store");
        assert_eq!(small(&path, black(image)).1.verified.plies, proof.verified.plies);
        assert_eq!(std::fs::read(&path).expect("a store"), before, "images share a proof");
    }
    // With the defender to move, the proof begins with the last move.
    let Some(Step::Attack { at, .. }) = proof.certificate.strategy.steps().last() else { panic!("a quiet win") };
    let moves = format!("{} {}", won[0], game.grid().name(*at));
    let (_, whole) = small(&folder.path().join("b.store"), black(&moves));
    assert_eq!(whole.certificate.setup.stones.len(), 8);
}

#[test]
fn wins_of_other_claims_are_tried_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.store");
    // The image of the claim, but for a far stone of the defender.
    let other = claim(freestyle(15), "h8 o1 g8 o15 h9 a1 g9 b14 i10");
    // Stores of earlier versions have no zones.
    let lines = String::from_utf8(proved().0.clone()).expect("text");
    let without: String = lines.lines().map(|line| without_zone(line) + "\n").collect();
    assert!(lines.contains("\"zone\"") && !without.contains("\"zone\""));
    let mut all = Vec::new();
    for store in [&lines, &without] {
        std::fs::write(&path, store).expect("room");
        let known = Store::read(freestyle(15), std::slice::from_ref(&path)).expect("a store");
        let before = Prover::new(known, other.clone(), Budgets::default()).expect("a claim").status().nodes;
        let (prover, proof) = run(&path, &other, LIMITS, &AtomicBool::new(false));
        assert!(proof.expect("a proof").certificate.verify().is_ok());
        let nodes = prover.status().nodes - before;
        assert!(nodes < before / 2, "{nodes} {before}");
        all.push(nodes);
    }
    assert_eq!(all[0], all[1]);
}

/// The line of a store without its zone.
fn without_zone(line: &str) -> String {
    let object = checksum::opened(line.as_bytes()).expect("a checksum");
    let mut object: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(&object).expect("an object");
    object.remove("zone");
    checksum::sealed(&serde_json::to_string(&object).expect("an object"))
}

#[test]
fn wins_of_certificates_are_wins_of_a_store() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let claim = claim(freestyle(15), MOVES);
    let (store, proof) = proved();
    std::fs::write(file("a.store"), store).expect("room");
    let certificate = &proof.certificate;
    for (name, bytes) in [("a.ncert", certificate.pack()), ("a.txt", certificate.to_string().into_bytes())] {
        std::fs::write(file(name), bytes).expect("room");
        let path = file(&format!("{name}.store"));
        let lines = merge(&[file(name)], &path).expect("a certificate");
        let Some(Step::Attack { replies, .. }) = certificate.strategy.steps().last() else { panic!("a quiet win") };
        assert!(lines > replies.len() as u64);
        let store = Store::read(freestyle(15), std::slice::from_ref(&path)).expect("a store");
        assert_eq!(store.len() as u64, lines, "each position once");
        drop(store);
        let (prover, again) = run(&path, &claim, LIMITS, &AtomicBool::new(false));
        assert_eq!(prover.status().nodes, 0, "nothing is left to search");
        assert_eq!(again.expect("a proof").verified.plies, proof.verified.plies);
        // It can be merged with stores, and twice.
        let both = file("both.store");
        assert!(merge(&[file("a.store"), file(name), file(name)], &both).expect("a store") >= lines);
        assert!(Store::read(freestyle(15), &[both]).is_ok());
    }
}

#[test]
fn certificates_that_do_not_hold_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let mut certificate = proved().1.certificate.clone();
    std::fs::write(file("a.ncert"), certificate.pack()).expect("room");
    // A stone fewer of the attacker.
    let own = certificate.setup.stones.iter().position(|&(_, color)| color == Color::Black).expect("a stone");
    certificate.setup.stones.remove(own);
    certificate.position = certificate.setup.display(certificate.game.grid()).to_string();
    std::fs::write(file("wrong.ncert"), certificate.pack()).expect("room");
    std::fs::write(file("wrong.txt"), "no certificate").expect("room");
    for name in ["wrong.ncert", "wrong.txt"] {
        let merged = merge(&[file(name)], &file("b.store"));
        assert!(matches!(merged, Err(Error::Certificate { .. })), "{name}: {merged:?}");
    }
    drop(Store::open(freestyle(19), &file("large.store")).expect("a store"));
    for files in [["large.store", "a.ncert"], ["a.ncert", "large.store"]] {
        assert!(matches!(merge(&files.map(file), &file("b.store")), Err(Error::Game(_))), "{files:?}");
    }
    assert!(!file("b.store").exists());
}
