//! Games and trees at random, all legal.

use std::iter::successors;

use engine::{AnyRecord, Color, Game, Move, record};
use ninuki_records::tree::{ROOT, Tree};
use ninuki_records::{About, Change, Entry, Replayed, Written};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

pub(crate) fn dice(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// A legal move; a swap now and then where one is offered.
fn some_move(record: &dyn AnyRecord, dice: &mut StdRng) -> Option<Move> {
    if record.outcome().is_some() {
        return None;
    }
    if record.swap_offered() && dice.random_bool(0.5) {
        return Some(Move::Swap);
    }
    Some(record.legal().choose(dice).map_or(Move::Pass, |&point| Move::Place(point)))
}

/// A game of at most `plies` moves.
pub(crate) fn played(game: &'static Game, plies: usize, dice: &mut StdRng) -> Entry {
    let mut record = record(game, None).expect("the empty board");
    let mut moves = Vec::new();
    while moves.len() < plies
        && let Some(mv) = some_move(record.as_ref(), dice)
    {
        record.play(mv).expect("a legal move");
        moves.push(Written { ms: Some(dice.random_range(0..9999)), ..Written::of(mv) });
    }
    let mut entry = Entry::new(None, game, None, moves);
    entry.about = About { players: ["Ann ]\\ \"A\"", "Bob"].map(str::to_owned), ..About::default() };
    entry
}

/// A game with variations, comments, marks and labels.
pub(crate) fn branching(game: &'static Game, dice: &mut StdRng) -> Entry {
    let mut tree = Tree::new();
    let mut lines = vec![(ROOT, record(game, None).expect("the empty board"))];
    for line in 0..dice.random_range(1..12) {
        // The first line is the main line, and the others leave it or each other.
        let (mut node, moves) = match line {
            0 => (ROOT, Vec::new()),
            _ => {
                let (node, record) = lines.choose(dice).expect("some");
                (*node, record.moves())
            }
        };
        let mut record = record(game, None).expect("the empty board");
        moves.iter().for_each(|&mv| drop(record.play(mv).expect("played before")));
        for _ in 0..dice.random_range(1..8) {
            let Some(mv) = some_move(record.as_ref(), dice).filter(|&mv| mv != Move::Swap) else { break };
            record.play(mv).expect("a legal move");
            node = tree.add(node, mv, None, None);
            remark(game, &mut tree, node, dice);
            let mut copy = engine::record(game, None).expect("the empty board");
            record.moves().iter().for_each(|&mv| drop(copy.play(mv).expect("played before")));
            lines.push((node, copy));
        }
    }
    let main = successors(tree.first(ROOT), |&node| tree.first(node)).filter_map(|node| tree.mv(node));
    let main = main.map(Written::of);
    let mut entry = Entry::new(None, game, None, main.collect());
    entry.tree = Some(tree);
    entry
}

/// The same game with properties of SGF that mean nothing here, at its root and elsewhere.
pub(crate) fn with_foreign(mut entry: Entry, dice: &mut StdRng) -> Entry {
    let mut tree = entry.whole().into_owned();
    let values = ["", "aa", "aa:bb", "K10", "a \\] and \\\\", "two\r\nlines", "(;B[\\]", "€"];
    for node in 0..tree.len() {
        while dice.random_bool(0.4) {
            let name = ["N", "TR", "LB", "MA", "BL", "XYZ"].choose(dice).expect("some");
            // Marks and labels are foreign where they name no point.
            let value = values[usize::from(matches!(*name, "LB" | "MA")) * 4..].choose(dice).expect("some");
            tree.note_mut(node).keep(name, (*value).to_owned());
        }
    }
    entry.tree = Some(tree);
    entry
}

fn remark(game: &Game, tree: &mut Tree, node: usize, dice: &mut StdRng) {
    let texts = ["a", "two\nlines", "[b\\]c]", "ends with \\", "€ é: ÿ", "\nlate", "so\n\nmany\n"];
    if dice.random_bool(0.3) {
        tree.note_mut(node).say(texts.choose(dice).expect("some"));
    }
    if dice.random_bool(0.1) {
        tree.note_mut(node).marked = true;
    }
    let points: Vec<_> = game.grid().points().collect();
    while dice.random_bool(0.2) {
        let text = texts.choose(dice).expect("some");
        tree.note_mut(node).label(*points.choose(dice).expect("some"), text);
    }
}

/// A game without captures and with variations, in which stones are set up and sides pass anywhere.
pub(crate) fn arranged(game: &'static Game, dice: &mut StdRng) -> Entry {
    let mut tree = Tree::new();
    let first = tree.add(ROOT, game.parse_move("h8").expect("the centre"), None, None);
    let mut nodes = vec![first];
    for _ in 0..dice.random_range(1..25) {
        let parent = *nodes.choose(dice).expect("some");
        let mut path: Vec<usize> =
            successors(Some(parent), |&node| (node != ROOT).then(|| tree.parent(node))).collect();
        path.reverse();
        let (mut moves, mut changes) = (Vec::new(), Vec::new());
        for node in path {
            moves.extend(tree.mv(node).map(Written::of));
            changes.extend(tree.change(node).map(|change| (moves.len(), change.clone())));
        }
        let record = Replayed::from(Entry { changes, ..Entry::new(None, game, None, moves) }).record;
        if record.outcome().is_some() {
            continue;
        }
        let node = match dice.random_range(0..6) {
            0 => {
                let points: Vec<_> = game.grid().points().collect();
                let stone = |dice: &mut StdRng| {
                    let colors = [None, Some(Color::Black), Some(Color::White)];
                    (*points.choose(dice).expect("a point"), *colors.choose(dice).expect("some"))
                };
                let stones = (0..dice.random_range(0..4)).map(|_| stone(dice)).collect();
                let to_move = *Color::ALL.choose(dice).expect("two");
                tree.set_up(parent, Change { stones, to_move: Some(to_move) }, None)
            }
            1 => tree.add(parent, Move::Pass, None, None),
            _ => match record.legal().choose(dice) {
                Some(&point) => tree.add(parent, Move::Place(point), None, None),
                None => continue,
            },
        };
        remark(game, &mut tree, node, dice);
        nodes.push(node);
    }
    let moves: Vec<_> = tree.written(0).collect();
    let mut entry = Entry::new(None, game, None, moves);
    entry.changes = tree.changes();
    entry.result_text = ["", "Void", "unfinished", "?"].choose(dice).expect("some").to_string();
    entry.tree = Some(tree);
    entry
}
