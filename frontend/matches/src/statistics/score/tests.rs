use super::*;

fn games(wins: u64, losses: u64, draws: u64) -> GameCounts {
    GameCounts { wins, draws, losses }
}

fn pairs([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> PairCounts {
    PairCounts { ll, ld, wl, dd, wd, ww }
}

fn of_games(wins: u64, losses: u64, draws: u64) -> Score {
    Score::of_games(&games(wins, losses, draws)).expect("there are games")
}

fn of_pairs(counts: [u64; 6]) -> Score {
    Score::of_pairs(&pairs(counts)).expect("there are pairs")
}

fn print(score: &Score) -> [String; 3] {
    let print = |estimate: Option<Estimate>| format!("{:.2}", estimate.expect("the score varies"));
    [print(score.elo()), print(score.normalized_elo()), format!("{:.2}", score.los() * 100.0)]
}

/// The values that fastchess tests against.
#[test]
fn known_matches_of_games() {
    assert_eq!(print(&of_games(136, 96, 111)), ["40.70 ± 30.43", "49.77 ± 36.77", "99.60"]);
    assert_eq!(print(&of_games(76, 89, 123))[1..], ["-20.76 ± 40.13", "15.53"]);
    assert_eq!(print(&of_games(34, 356, 0))[1..], ["-508.44 ± 34.48", "0.00"]);
}

/// The values that fastchess tests against.
#[test]
fn known_matches_of_pairs() {
    assert_eq!(print(&of_pairs([34, 54, 31, 32, 64, 75])), ["55.58 ± 27.65", "57.94 ± 28.28", "100.00"]);
    assert_eq!(print(&of_pairs([332, 433, 457, 41, 333, 334])), ["-8.64 ± 10.33", "-9.17 ± 10.96", "5.05"]);
    assert_eq!(print(&of_pairs([7895, 8757, 5485, 200, 568, 9999])), ["-21.04 ± 2.95", "-19.01 ± 2.65", "0.00"]);
}

#[test]
fn elo_and_score_are_inverse() {
    assert_eq!((elo_of_score(0.5), score_of_elo(0.0)), (0.0, 0.5));
    assert!((elo_of_score(10.0 / 11.0) - 400.0).abs() < 1e-9);
    for elo in [-700.0, -3.5, 0.1, 250.0] {
        assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
    }
    assert_eq!((elo_of_score(1.0), elo_of_score(-0.1)), (f64::INFINITY, f64::NEG_INFINITY));
}

#[test]
fn nothing_is_said_without_games() {
    assert_eq!(Score::of_games(&GameCounts::default()), None);
    assert_eq!(Score::of_pairs(&PairCounts::default()), None);
}

#[test]
fn units_that_ended_alike_have_no_elo() {
    let cases = [
        (of_games(5, 0, 0), 1.0, 1.0),
        (of_games(0, 5, 0), 0.0, 0.0),
        (of_games(0, 0, 5), 0.5, 0.5),
        (of_pairs([0, 0, 3, 2, 0, 0]), 0.5, 0.5),
        (of_pairs([0, 0, 0, 0, 1, 0]), 0.75, 1.0),
    ];
    for (score, mean, los) in cases {
        assert_eq!(score.mean(), Estimate { value: mean, margin: 0.0 });
        assert_eq!((score.elo(), score.normalized_elo(), score.los()), (None, None, los));
    }
}

#[test]
fn an_interval_that_reaches_the_end_is_open() {
    assert_eq!(of_games(9, 1, 0).elo().expect("the score varies").to_string(), "381.7 ± ∞");
    assert_eq!(of_games(1, 9, 0).elo().expect("the score varies").to_string(), "-381.7 ± ∞");
    assert_eq!(of_games(9, 1, 0).normalized_elo().expect("the score varies").to_string(), "463.2 ± 215.3");
}

#[test]
fn ten_times_the_games_say_the_same_more_precisely() {
    let (once, often) = (of_pairs([34, 54, 31, 32, 64, 75]), of_pairs([340, 540, 310, 320, 640, 750]));
    let (nelo, often_nelo) = (once.normalized_elo().unwrap(), often.normalized_elo().unwrap());
    assert!((once.elo().unwrap().value - often.elo().unwrap().value).abs() < 1e-9);
    assert!((nelo.value - often_nelo.value).abs() < 1e-9);
    assert!((nelo.margin / often_nelo.margin - 10_f64.sqrt()).abs() < 1e-9);
}

#[test]
fn the_opponent_has_the_opposite_strength() {
    let counts = pairs([34, 54, 31, 32, 64, 75]);
    let (one, other) = (Score::of_pairs(&counts).unwrap(), Score::of_pairs(&counts.swapped()).unwrap());
    for (one, other) in [(one.elo(), other.elo()), (one.normalized_elo(), other.normalized_elo())] {
        let (one, other) = (one.unwrap(), other.unwrap());
        assert!((one.value + other.value).abs() < 1e-9 && (one.margin - other.margin).abs() < 1e-9);
    }
    assert!((one.los() + other.los() - 1.0).abs() < 1e-12);
}

#[test]
fn independent_games_say_the_same_in_pairs() {
    let (alone, paired) = (of_games(60, 40, 0), of_pairs([8, 0, 24, 0, 0, 18]));
    for (alone, paired) in [(alone.elo(), paired.elo()), (alone.normalized_elo(), paired.normalized_elo())] {
        let (alone, paired) = (alone.unwrap(), paired.unwrap());
        assert!((alone.value - paired.value).abs() < 1e-9 && (alone.margin - paired.margin).abs() < 1e-9);
    }
}

#[test]
fn every_point_more_is_in_favour() {
    for (losses, draws) in [(0, 1), (1, 0), (7, 0), (7, 12), (100, 3)] {
        let los: Vec<f64> = (0..40).map(|wins| of_games(wins, losses, draws).los()).collect();
        assert!(los.is_sorted(), "{losses} {draws}: {los:?}");
    }
    for losses in 0..30 {
        assert!(of_games(10, losses, 30 - losses).los() >= of_games(10, losses + 1, 29 - losses).los());
    }
}
