//! A certificate answers every position that it leads to, and no other.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use engine::{Game, Move, Point, Rules, Symmetries};
use search::proof::{Answer, Certificate, CheckLimits, Effort, KnownError, Solution, Step, StepId, solve_game};

/// Four stones of Black that win by threats.
const MOVES: &str = "h8 a1 j8 c1 h10 e1";

fn game() -> &'static Game {
    Game::new(Rules::FREESTYLE, None, None).expect("a game")
}

/// The certificate of their win.
static CERTIFICATE: LazyLock<Certificate> = LazyLock::new(|| {
    let moves = game().parse_moves(MOVES).expect("moves");
    let solution = solve_game(game(), None, &moves, Effort::default(), &AtomicBool::new(false)).expect("legal moves");
    solution.certificate.expect("a win").parse().expect("our own text")
});

fn answer(certificate: &Certificate, game: &'static Game, moves: &[Move]) -> Result<Option<Solution>, KnownError> {
    certificate.answer(game, None, moves, CheckLimits::default(), &AtomicBool::new(false))
}

/// The first step of a certificate that attacks.
fn attack(certificate: &Certificate) -> (Point, Vec<(Point, StepId)>) {
    match certificate.strategy.steps().last() {
        Some(Step::Attack { at, replies, .. }) => (*at, replies.clone()),
        _ => panic!("an attack"),
    }
}

#[test]
fn every_reply_is_answered_under_every_symmetry() {
    let (certificate, symmetries) = (&*CERTIFICATE, Symmetries::of(game().grid()));
    let (at, replies) = attack(certificate);
    let other = game().grid().points().find(|&point| point != at && replies.iter().all(|&(reply, _)| reply != point));
    let all = replies.iter().map(|&(reply, _)| reply).chain(other);
    let start = game().parse_moves(MOVES).expect("moves");
    let whole = certificate.verify().expect("our own proof").plies;
    for (reply, symmetry) in all.zip((0..symmetries.count()).cycle()) {
        let moves = start.iter().copied().chain([Move::Place(at), Move::Place(reply)]);
        let image = |mv| match mv {
            Move::Place(point) => Move::Place(symmetries.image(symmetry, point)),
            other => other,
        };
        let moves: Vec<Move> = moves.map(image).collect();
        let found = answer(certificate, game(), &moves).expect("an empty point");
        let Some(Answer::Win { plies, .. }) = found.map(|solution| solution.answer) else { panic!("{moves:?}") };
        assert!(plies <= whole - 2, "{moves:?}");
    }
}

#[test]
fn other_games_and_other_moves_have_no_answer() {
    let certificate = &*CERTIFICATE;
    let moves = |text: &str| game().parse_moves(&format!("{MOVES}{text}")).expect("moves");
    assert!(matches!(answer(certificate, game(), &moves("")), Ok(Some(_))));
    let (at, _) = attack(certificate);
    let away = game().grid().parse("o15").expect("a point");
    assert_ne!(at, away, "not the move of the proof");
    for (text, why) in [(" o15 o14", "another move"), (" o15", "the defender to move")] {
        assert_eq!(answer(certificate, game(), &moves(text)), Ok(None), "{why}");
    }
    let renju = Game::new(Rules::RENJU, None, None).expect("a game");
    assert_eq!(answer(certificate, renju, &moves("")), Ok(None), "another game");
    assert_eq!(answer(certificate, game(), &moves("")[..4]), Ok(None), "an earlier position");
}

#[test]
fn what_is_wrong_is_refused() {
    let moves = game().parse_moves(MOVES).expect("moves");
    let (text, (at, _)) = (CERTIFICATE.to_string(), attack(&CERTIFICATE));
    // The same steps after another first move.
    let play = |name: &str| format!("play {name} ");
    let changed = text.replace(&play(&game().grid().name(at)), &play("o15"));
    assert_ne!(changed, text);
    let certificate = Certificate::parse(&changed).expect("a certificate");
    assert!(matches!(answer(&certificate, game(), &moves), Err(KnownError::Check(_))));
}
