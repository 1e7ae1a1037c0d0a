//! Forced wins: problems with known answers, proofs re-proved by brute force, certificates that lie.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{AnyRecord, Color, Game, Move, Point, PointSet, Record, Rules, SetUp, Tactics, Visitor, notation};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use search::proof::{Answer, Certificate, Effort, Solution, solve_game};

/// More time than any of these problems needs; the number of positions is the limit.
const PATIENCE: Duration = Duration::from_secs(600);

fn setup(game: &'static Game, x: &str, o: &str, captured: [u16; 2]) -> SetUp {
    let stones = [(x, Color::Black), (o, Color::White)].into_iter().flat_map(|(points, color)| {
        points.split(' ').map(move |name| (game.grid().parse(name).expect("a point of the board"), color))
    });
    SetUp { stones: stones.collect(), walls: Vec::new(), to_move: Color::Black, captured }
}

fn solve(game: &'static Game, setup: &SetUp, nodes: u64, shortest: bool) -> Solution {
    let effort = Effort { nodes, time: PATIENCE, shortest };
    solve_game(game, Some(setup), &[], effort, &AtomicBool::new(false)).expect("a possible position")
}

/// The published problems of RULES E, with their stated lengths in moves of the winner.
#[test]
fn published_problems_are_solved_in_their_stated_length() {
    let pente = |size| Game::new(Rules::PENTE, Some(size), None).expect("a size of the game");
    let problems = [
        (19, "D6 F4 G11 F12 K10", "E7 H6 L7 L11", [8, 0], 5),
        (19, "K6 M8 N8 N11 O10 P8 R7 P6 O5 N4", "L6 M6 N6 N7 N3 Q7 Q8", [6, 6], 4),
        (19, "E9 F9 K7 L9 L5 M6 O9", "D9 F7 G8 J8 J9 K4 K9 K12 M8 M10", [6, 0], 5),
        (15, "F9 C8 E8 E7 F7 G7 G6 H6 G5 H3", "G10 G8 H8 D7 E6 E5 F5 H5 C4 E4 G4", [4, 4], 3),
    ];
    for (size, x, o, captured, moves) in problems {
        let game = pente(size);
        let solution = solve(game, &setup(game, x, o, captured), 2_000_000, true);
        let Answer::Win { plies, shortest, .. } = solution.answer else { panic!("{x}: {:?}", solution.answer) };
        assert_eq!((plies, shortest), (2 * moves - 1, true), "{x}");
        let certificate = Certificate::parse(&solution.certificate.expect("a win has one")).expect("our own text");
        assert_eq!(certificate.verify().expect("our own proof").plies, plies, "{x}");
    }
}

/// A position of random moves near the stones; the attacker's are often fours and threes.
fn tangled<P: Tactics>(game: &'static Game, dice: &mut StdRng) -> Option<Record<P>> {
    let mut record = Record::new(P::start(game));
    for _ in 0..dice.random_range(8..26) {
        let position = *record.position();
        let [threats, _] = position.threats();
        let strong = (threats.three | threats.two | threats.capture) & position.legal();
        let near = position.candidates() & position.legal();
        let from = if !strong.is_empty() && dice.random_bool(0.6) { strong } else { near };
        let points: Vec<Point> = from.iter().collect();
        record.play(Move::Place(*points.get(dice.random_range(0..points.len().max(1)))?)).ok()?;
    }
    record.outcome().is_none().then_some(record)
}

/// Whether the side to move wins within `plies` against every reply, by trying every move of both sides.
fn wins<P: Tactics>(position: &P, plies: u32) -> bool {
    let us = position.to_move();
    let won = |next: &P| next.outcome().is_some_and(|outcome| outcome.winner == Some(us));
    let legal = position.legal();
    legal.iter().any(|point| won(&position.make(point)))
        || plies >= 3
            && legal.iter().any(|point| {
                let next = position.make(point);
                let replies = next.legal();
                next.outcome().is_none()
                    && !replies.is_empty()
                    && replies.iter().all(|reply| {
                        let after = next.make(reply);
                        if after.outcome().is_some() { won(&after) } else { wins(&after, plies - 2) }
                    })
            })
}

/// Solves random positions, re-proves what is claimed, and spoils the certificates.
struct Proofs {
    rounds: usize,
    seed: u64,
}

impl Visitor for Proofs {
    type Output = (usize, usize);

    fn visit<P: Tactics>(self, game: &'static Game) -> (usize, usize) {
        let mut dice = StdRng::seed_from_u64(self.seed);
        let (mut proved, mut spoiled) = (0, 0);
        for _ in 0..self.rounds {
            let Some(record) = tangled::<P>(game, &mut dice) else { continue };
            let moves = AnyRecord::moves(&record);
            let effort = Effort { nodes: 3_000, time: PATIENCE, shortest: false };
            let solution = solve_game(game, None, &moves, effort, &AtomicBool::new(false)).expect("legal moves");
            let text = notation::position_text(record.position());
            let (Answer::Win { plies, .. }, Some(certificate)) = (&solution.answer, &solution.certificate) else {
                assert!(record.position().winning().is_empty(), "{text}: a win was missed");
                continue;
            };
            proved += 1;
            let read = Certificate::parse(certificate).expect("our own text");
            let verified = read.verify().unwrap_or_else(|flaw| panic!("{text}: {flaw}\n{certificate}"));
            assert!(verified.plies <= *plies, "{text}");
            if *plies <= 3 {
                assert!(wins(record.position(), *plies), "{}: {text}: no win in {plies}", game.rules().name);
            }
            spoiled += spoil::<P>(game, record.position(), certificate, &mut dice);
        }
        (proved, spoiled)
    }
}

/// Damages a certificate in many ways; whatever is still accepted must be a true claim, and what cannot be true must
/// be refused. Returns how many were refused.
fn spoil<P: Tactics>(game: &'static Game, position: &P, text: &str, dice: &mut StdRng) -> usize {
    let mut refused = 0;
    let steps: Vec<&str> = text.lines().collect();
    let judge = |text: &str| {
        Certificate::parse(text)
            .map_err(|error| error.to_string())
            .and_then(|certificate| certificate.verify().map_err(|flaw| flaw.to_string()))
    };
    // The other side, who threatens nothing, is said to win: the same move may win for it, too, but soon.
    let symbol = position.to_move().symbol();
    let other = if symbol == 'x' { 'o' } else { 'x' };
    let turned = text.replacen(&format!(" {symbol} "), &format!(" {other} "), 1);
    if position.make_null().winning().is_empty() {
        match judge(&turned) {
            Err(_) => refused += 1,
            Ok(verified) => {
                let won = verified.plies <= 3 && wins(&position.make_null(), verified.plies);
                assert!(won, "the other side wins?\n{turned}");
            }
        }
    }
    // Without its last line, and with one step too few.
    assert!(judge(&steps[..steps.len() - 1].join("\n")).is_err());
    // Another first move: if it is accepted, it must win by itself.
    for _ in 0..4 {
        let points: Vec<Point> = position.empty().iter().collect();
        let point = game.grid().name(points[dice.random_range(0..points.len())]);
        let last = steps[steps.len() - 1];
        let mut words: Vec<&str> = last.split(' ').collect();
        if words.len() < 3 || words[1] != "play" {
            break;
        }
        words[2] = &point;
        let forged = [&steps[..steps.len() - 1], &[words.join(" ").as_str()]].concat().join("\n");
        match judge(&forged) {
            Err(_) => refused += 1,
            Ok(verified) if verified.plies <= 3 => assert!(wins(position, verified.plies), "a forged win\n{forged}"),
            Ok(_) => {}
        }
    }
    // A needed answer is dropped: all listed replies were listed because nothing else answers them.
    for (number, line) in steps.iter().enumerate().filter(|(_, line)| line.contains(" play ")) {
        let words: Vec<&str> = line.split(' ').collect();
        if words.len() < 5 {
            continue;
        }
        let drop = dice.random_range(3..words.len() - 1);
        let kept: Vec<&str> = words.iter().enumerate().filter(|&(i, _)| i != drop).map(|(_, &word)| word).collect();
        let mut lines: Vec<String> = steps.iter().map(|&line| line.to_owned()).collect();
        lines[number] = kept.join(" ");
        if judge(&lines.join("\n")).is_err() {
            refused += 1;
        }
    }
    refused
}

#[test]
fn every_proof_holds_and_every_wrong_certificate_fails() {
    for (index, rules) in Rules::ALL.into_iter().enumerate() {
        let name = rules.name;
        let size = if rules.rectangles { 9 } else { rules.sizes.least().min(rules.default_size) };
        let game = Game::new(rules, Some(size), None).expect("a size of the game");
        let (proved, spoiled) = game.visit(Proofs { rounds: 90, seed: 70 + index as u64 });
        println!("{name}: {proved} wins proved, {spoiled} damaged certificates refused");
        assert!(proved >= 5 && spoiled >= proved, "{name}: too little to test: {proved}, {spoiled}");
    }
}

#[test]
fn limits_and_decided_games_give_plain_answers() {
    let game = Game::new(Rules::PENTE, None, None).expect("the usual board");
    let empty =
        solve_game(game, None, &[], Effort { nodes: 50, time: PATIENCE, shortest: false }, &AtomicBool::new(false));
    assert!(matches!(empty.expect("a start").answer, Answer::NotFound { .. }));
    let problem = setup(game, "D6 F4 G11 F12 K10", "E7 H6 L7 L11", [8, 0]);
    let hasty = solve(game, &problem, 10, false);
    assert!(matches!(hasty.answer, Answer::NotFound { exhausted: false }) && hasty.certificate.is_none());
    let effort = Effort { nodes: 1_000_000, time: PATIENCE, shortest: false };
    let stopped = solve_game(game, Some(&problem), &[], effort, &AtomicBool::new(true)).expect("a possible position");
    assert!(matches!(stopped.answer, Answer::NotFound { exhausted: false }));
}

#[test]
fn damaged_text_is_refused_with_its_line() {
    let game = Game::new(Rules::FREESTYLE, Some(9), None).expect("a size of the game");
    let four = setup(game, "d5 e5 f5", "a1 i9", [0, 0]);
    let text = solve(game, &four, 10_000, false).certificate.expect("a straight four wins");
    assert!(Certificate::parse(&text).expect("our own text").verify().is_ok());
    let line = |text: &str| Certificate::parse(text).expect_err("damaged").line;
    assert_eq!(line(""), 1);
    assert_eq!(line(&text.replacen("certificate 1", "certificate 2", 1)), 1);
    assert_eq!(line(&text.replacen("game freestyle", "game chess", 1)), 2);
    assert_eq!(line(&text.replacen("size 9", "size 99", 1)), 4);
    assert_eq!(line(&text.replacen("size 9", "size x", 1)), 3);
    assert_eq!(line(&format!("{text}1 win\n")), text.lines().count() + 1);
    for (from, to) in [("*:", "*:9"), (" win", " wins"), ("play ", "play zz "), ("play ", "")] {
        assert!(Certificate::parse(&text.replacen(from, to, 1)).is_err(), "{from} as {to}");
    }
}
