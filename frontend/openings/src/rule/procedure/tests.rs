use engine::Rules;

use super::*;
use crate::fifth_moves::fifth_moves;

fn begun(rule: &str, rules: Rules, answers: &str) -> Procedure {
    let game = Game::new(rules, None, None).expect("a game");
    let mut opening = Procedure::new(&OpeningRule::named(rule).expect("a rule"), game).expect("a board");
    for answer in answers.split_whitespace() {
        opening.answer(answer).unwrap_or_else(|error| panic!("{rule}: {answer}: {error}"));
    }
    opening
}

fn over(rule: &str, rules: Rules, answers: &str) -> (String, usize) {
    let opening = begun(rule, rules, answers);
    assert_eq!(opening.task(), None, "{rule} {answers}");
    (opening.text(), opening.player(Color::Black))
}

#[test]
fn every_rule_to_its_end() {
    for (rule, rules, answers, text, black) in [
        ("swap", Rules::FREESTYLE, "a1 b2 c3 stay", "swap: stay", 0),
        ("swap", Rules::FREESTYLE, "a1 b2 c3 SWAP", "swap: swap", 1),
        ("swap2", Rules::FREESTYLE, "a1 b2 c3 white", "swap2: white", 0),
        ("swap2", Rules::FREESTYLE, "a1 b2 c3 black", "swap2: black", 1),
        ("swap2", Rules::FREESTYLE, "a1 b2 c3 -- d4 e5 swap", "swap2: -- swap", 1),
        ("swap2", Rules::SWAP2_PENTE, "A1 B2 C3 -- D4 E5 stay", "swap2: -- stay", 0),
        ("four-stones", Rules::D_PENTE, "A1 B2 C3 D4 swap", "four-stones: swap", 1),
        ("rif", Rules::RENJU, "h8 i9 j10 swap a1 b1 c1 c1", "rif: swap fifth moves b1 c1", 1),
        ("yamaguchi", Rules::RENJU, "h8 h9 j10 3 stay a1 b1 c1 d1 d1", "yamaguchi: 3 stay fifth moves b1 c1 d1", 0),
        ("soosorv-7", Rules::RENJU, "h8 h9 j10 swap a1 1 swap b1 b1", "soosorv-7: swap 1 swap fifth moves b1", 0),
        (
            "taraguchi-10",
            Rules::RENJU,
            "h8 swap h9 stay h10 stay h11 one stay l8 swap",
            "taraguchi-10: swap stay stay one stay swap",
            0,
        ),
    ] {
        assert_eq!(over(rule, rules, answers), (text.to_owned(), black), "{rule} {answers}");
    }
    let ten = begun("taraguchi", Rules::RENJU, "h8 stay h9 stay h10 stay i11 ten a1 b1 c1 d1 e1 f1 g1 h1 i1 j1");
    assert!(matches!(&ten.task().expect("a task").what, What::Pick(points) if points.len() == 10));
}

#[test]
fn what_is_wrong_is_told_and_changes_nothing() {
    let mut opening = begun("rif", Rules::RENJU, "h8 h9");
    for (answer, message) in [
        ("h8", "h8: the point is occupied"),
        ("k8", "k8: too far from the centre for this stone"),
        ("swap", "\"swap\" is no answer here, allowed is a point of the board"),
        ("z9", "\"z9\" is no point of this board (a1-o15), swap or pass"),
    ] {
        assert_eq!(opening.answer(answer).expect_err("wrong").to_string(), message);
    }
    opening.answer("h10").expect("a third stone");
    assert!(opening.answer("maybe").expect_err("wrong").to_string().ends_with("allowed is swap or stay"));
    for answer in ["stay", "h11", "g8"] {
        opening.answer(answer).expect("an answer");
    }
    let same = opening.answer("i8").expect_err("the image of g8").to_string();
    assert_eq!(same, "i8: the same offer as g8 by a symmetry of the stones");
    assert_eq!(opening.answer("g8").expect_err("wrong").to_string(), "g8: offered already");
    opening.answer("a1").expect("another fifth move");
    assert_eq!(opening.answer("b2").expect_err("wrong").to_string(), "b2: not among the fifth moves offered");
    opening.answer("g8").expect("an offered move");
    assert_eq!(opening.answer("a1"), Err(OpeningError::Over));
}

/// Answers `answers` and all `offers` but the last, and returns the answer to the last.
fn last_offer(rule: &str, answers: &str, offers: &str) -> Result<(), OpeningError> {
    let mut opening = begun(rule, Rules::RENJU, answers);
    let (before, last) = offers.rsplit_once(' ').expect("two offers");
    for offer in before.split(' ') {
        opening.answer(offer).unwrap_or_else(|error| panic!("{rule}: {answers}: {offer}: {error}"));
    }
    opening.answer(last)
}

#[test]
fn offers_that_a_symmetry_of_the_stones_maps_onto_each_other_are_the_same() {
    let same = |point, twin| Err(format!("{point}: the same offer as {twin} by a symmetry of the stones"));
    let offered = |rule, answers, offers: &str| last_offer(rule, answers, offers).map_err(|error| error.to_string());
    // Four stones in a column, h6 to h9, white at the ends: mirrored in the column and between rows 7 and 8.
    for (rule, answers) in [
        ("rif", "h8 h9 h7 stay h6"),
        ("taraguchi-10", "h8 stay h9 stay h7 stay h6 ten"),
        ("soosorv-8", "h8 h9 h7 stay h6 4 stay"),
        ("yamaguchi", "h8 h9 h7 4 stay h6"),
    ] {
        for twin in ["i7", "g8", "g7"] {
            assert_eq!(offered(rule, answers, &format!("i8 {twin}")), same(twin, "i8"), "{rule}");
        }
        assert_eq!(offered(rule, answers, "i8 i9"), Ok(()), "{rule}");
        assert_eq!(offered(rule, answers, "h15 h1"), Ok(()), "the image of h15 lies beyond the edge");
    }
    // The same column with white below: only the column itself is an axis.
    assert_eq!(offered("rif", "h8 h7 h9 stay h6", "i8 i7"), Ok(()), "colours differ");
    assert_eq!(offered("rif", "h8 h7 h9 stay h6", "i8 g8"), same("g8", "i8"));
    // Two black and two white corners of a square: two diagonals, and a centre between four points.
    for (offer, twin) in [("k9", "f8"), ("k9", "i11"), ("k9", "h6"), ("b2", "o15")] {
        assert_eq!(offered("rif", "h8 h9 i9 stay i8", &format!("{offer} {twin}")), same(twin, offer));
    }
    for offers in ["k9 h11", "a1 o15"] {
        assert_eq!(offered("rif", "h8 h9 i9 stay i8", offers), Ok(()));
    }
    // A cross beside the centre of the board.
    for twin in ["g9", "k7", "g7"] {
        assert_eq!(offered("rif", "h8 i9 j8 stay i7", &format!("k9 {twin}")), same(twin, "k9"));
    }
    assert_eq!(offered("rif", "h8 i9 j8 stay i7", "k9 e9"), Ok(()), "mirrored in the board only");
}

#[test]
fn fifth_moves_are_those_that_can_be_offered_together() {
    for (answers, count) in [("e5 e6 f6 stay f5", 27), ("e5 e6 f6 stay a1", 77)] {
        let game = Game::new(Rules::RENJU, Some(9), None).expect("a game");
        let rule = OpeningRule::named("soosorv-50").expect("a rule");
        let mut opening = Procedure::new(&rule, game).expect("a board");
        for answer in answers.split(' ').chain(["50", "stay"]) {
            opening.answer(answer).expect("an answer");
        }
        let moves = fifth_moves(opening.record());
        assert_eq!(moves.len(), count, "{answers}");
        for point in moves {
            if let Some(What::Offer(..)) = opening.task().map(|task| task.what) {
                opening.answer(&opening.name(point)).expect("a fifth move");
            }
        }
        let task = opening.task().expect("a pick");
        assert!(matches!(&task.what, What::Pick(offered) if offered.len() == count.min(50)), "{task:?}");
    }
}

#[test]
fn names_and_boards() {
    assert_eq!(OpeningRule::named("Soosorv-12").map(|rule| rule.most), Ok(12));
    assert_eq!(OpeningRule::named("SWAP 2").map(|rule| rule.name), Ok("swap2".to_owned()));
    let message = OpeningRule::named("swpa2").expect_err("unknown").to_string();
    assert!(
        message.starts_with("unknown opening rule \"swpa2\", did you mean \"swap2\"? known are swap, swap2"),
        "{message}"
    );
    let hexagon = Game::new(Rules::NDENGROD, None, None).expect("a game");
    let rule = OpeningRule::named("swap").expect("a rule");
    assert_eq!(Procedure::new(&rule, hexagon).map(drop), Err(OpeningError::Board));
    let pente = Game::new(Rules::PENTE, None, None).expect("a game");
    let rif = OpeningRule::named("rif").expect("a rule");
    assert_eq!(
        Procedure::new(&rif, pente).expect_err("no third stone").to_string(),
        "rif does not fit pente: the third stone would lie at most 2 and at least 3 points from the centre"
    );
    assert!(Procedure::new(&rule, pente).is_ok());
}
