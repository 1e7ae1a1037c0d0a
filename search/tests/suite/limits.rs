//! Limits: exact node counts, and the reason for the end.

use std::sync::atomic::AtomicBool;

use engine::{Bitboard, Game, Move, PointSet, Rules, notation};
use search::exact::{Bounds, Method, solve_start};
use search::proof::{Answer, Effort, solve_game};
use search::{End, Limits, Player, Report, player};

fn moves(game: &Game, text: &str) -> Vec<Move> {
    text.split_whitespace().map(|name| notation::parse_move(game.grid(), name).expect("a move")).collect()
}

fn after(rules: Rules, text: &str) -> Box<dyn Player> {
    let game = Game::new(rules, None, None).expect("the usual board");
    let mut player = player(game, None).expect("an empty board");
    player.set_memory(1 << 20);
    for mv in moves(game, text) {
        player.play(mv).expect("a legal move");
    }
    player
}

/// The answer and the reports before it.
fn think(player: &mut dyn Player, limits: Limits) -> (Report, Vec<Report>) {
    let mut told = Vec::new();
    let answer = player.think(&limits, &AtomicBool::new(false), &mut |report| told.push(report.clone()));
    (answer.expect("the game goes on"), told)
}

const POSITIONS: [(Rules, &str); 6] = [
    (Rules::NINUKI, "K10 L9 N13 H8 H12"),
    (Rules::PENTE, "K10 L9 G10"),
    (Rules::FREESTYLE, "h8 i9 g10 j7"),
    (Rules::RENJU, "h8 i9"),
    (Rules::CARO, ""),
    (Rules::NDENGROD, "e5 f5 d4 g6"),
];

const NODES: [u64; 9] = [1, 2, 3, 10, 100, 255, 256, 257, 1000];

#[test]
fn as_many_nodes_are_visited_as_allowed() {
    for (rules, text) in POSITIONS {
        for nodes in NODES {
            for lines in [1, 3] {
                let limits = Limits { nodes: Some(nodes), lines, ..Limits::none() };
                let name = rules.name;
                let mut player = after(rules.clone(), text);
                let (answer, told) = think(player.as_mut(), limits);
                assert_eq!((answer.nodes, answer.end), (nodes, Some(End::Nodes)), "{name}");
                assert!(told.iter().all(|report| report.nodes <= nodes && report.end.is_none()), "{name} {nodes}");
                assert_eq!(told.iter().rev().take(lines).filter(|report| report.rank < lines).count(), lines);
                player.play(answer.best).expect("a legal move");
                let again = think(after(rules.clone(), text).as_mut(), limits).0;
                assert_eq!((again.best, again.score), (answer.best, answer.score), "{name}");
            }
        }
    }
}

#[test]
fn several_threads_visit_no_more_nodes_than_allowed() {
    for nodes in [1, 300, 5000] {
        let limits = Limits { nodes: Some(nodes), threads: 3, ..Limits::none() };
        let (answer, told) = think(after(Rules::FREESTYLE, "h8 i9 g10 j7").as_mut(), limits);
        assert!(answer.nodes <= nodes && told.iter().all(|report| report.nodes <= nodes), "{answer:?}");
        assert!(answer.nodes + 3 * 256 >= nodes, "{answer:?}");
    }
}

#[test]
fn a_single_node_is_enough_for_a_sensible_move() {
    // A five is completed, the last end of a four is shut.
    for (text, best) in [("h8 h9 i8 i9 j8 j9 k8 k9", "g8 l8"), ("h8 a1 i8 a2 j8 g8 k8", "l8")] {
        for lines in [1, 3] {
            let limits = Limits { nodes: Some(1), lines, ..Limits::none() };
            let mut player = after(Rules::FREESTYLE, text);
            let (answer, _) = think(player.as_mut(), limits);
            let name = notation::move_text(player.record().game().grid(), answer.best);
            assert!(best.split(' ').any(|best| best == name), "{name} after {text}");
        }
    }
}

#[test]
fn solvers_look_at_as_many_nodes_as_allowed() {
    let game = Game::new(Rules::PENTE, None, None).expect("the usual board");
    let moves = moves(game, "K10 L9 G10 L11 H9 J9 L12 M9");
    for nodes in NODES {
        let effort = Effort { nodes, time: std::time::Duration::MAX, shortest: false };
        let solution = solve_game(game, None, &moves, effort, &AtomicBool::new(false)).expect("a position");
        match solution.answer {
            Answer::NotFound { exhausted: false } => assert_eq!(solution.nodes, nodes),
            _ => assert!(solution.nodes <= nodes),
        }
    }
    let game = Game::new(Rules::NDENGROD, Some(4), Some(5)).expect("a board");
    for nodes in NODES.into_iter().chain([5000, 20_000]) {
        let bounds = Bounds { until: None, nodes, memory: 1 << 20, threads: 1, only: Bitboard::EMPTY };
        let never = AtomicBool::new(false);
        let solved = solve_start(game, Method::Proofs, None, bounds, &never, &mut |_| ());
        assert_eq!(solved.map(|(_, visited)| visited).ok(), Some(nodes));
    }
}

#[test]
fn what_a_player_leaves_to_the_next_is_empty() {
    let limits = Limits { nodes: Some(4_000), ..Limits::none() };
    let thoughts = |player: &mut dyn Player| {
        let mut first = think(player, limits);
        player.play(first.0.best).expect("a legal move");
        let second = think(player, limits);
        first.1.extend(second.1);
        first.1.into_iter().map(|report| (report.nodes, report.score, report.line)).collect::<Vec<_>>()
    };
    for threads in [1, 2] {
        let mut resources = None;
        for (rules, text) in POSITIONS.iter().chain(&POSITIONS[..2]).cloned() {
            let [mut fresh, mut heir] = [after(rules.clone(), text), after(rules.clone(), text)];
            if let Some(resources) = resources {
                heir.inherit(resources);
            }
            assert_eq!(thoughts(heir.as_mut()), thoughts(fresh.as_mut()), "{}", rules.name);
            // Results of earlier searches make no difference: several threads, or memory touched before.
            think(heir.as_mut(), Limits { threads, ..limits });
            heir.prepare(&Limits { threads, ..limits }, &AtomicBool::new(false));
            resources = Some(heir.release());
        }
    }
}

#[test]
fn a_search_tells_why_it_ended() {
    let quiet = "h8 i9 g10 j7";
    let end = |text: &str, limits: Limits| think(after(Rules::FREESTYLE, text).as_mut(), limits).0.end;
    let none = Limits::none();
    let second = Some(std::time::Duration::from_secs(1));
    assert_eq!(end(quiet, Limits { depth: Some(3), ..none }), Some(End::Depth));
    assert_eq!(end(quiet, Limits { turn: Some(std::time::Duration::ZERO), ..none }), Some(End::Time));
    // An open three of the side to move wins, and the search ends without a clock, too.
    assert_eq!(end("h8 a1 i8 o15 j8 a15", none), Some(End::Proven));
    assert_eq!(end("h8 h9 i8 i9 j8 j9 k8 k9", none), Some(End::Proven));
    let four = "h8 g8 i8 a1 j8 c3 k8";
    assert_eq!(end(four, Limits { turn: second, ..none }), Some(End::ForcedMove));
    assert_eq!(end(four, Limits { depth: Some(4), ..none }), Some(End::Depth), "without a clock it is worth a thought");
    let mut player = after(Rules::FREESTYLE, quiet);
    let stopped = player.think(&none, &AtomicBool::new(true), &mut |_| ()).expect("a move");
    assert_eq!((stopped.end, stopped.nodes), (Some(End::Stopped), 0));
    player.play(stopped.best).expect("a legal move");
    let mut only = Bitboard::EMPTY;
    only.insert(player.record().legal()[0]);
    let (answer, _) = think(player.as_mut(), Limits { only, nodes: Some(50), ..none });
    assert_eq!(answer.end, Some(End::Nodes));
}
