use super::*;
use crate::statistics::random::Random;

fn sprt(model: Model, elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(Parameters { model, elo0, elo1, ..Parameters::default() }).expect("the parameters are in range")
}

fn games(wins: u64, losses: u64, draws: u64) -> GameCounts {
    GameCounts { wins, draws, losses }
}

fn pairs([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> PairCounts {
    PairCounts { ll, ld, wl, dd, wd, ww }
}

fn llr_of_games(model: Model, wins: u64, losses: u64, draws: u64, elo: [f64; 2]) -> f64 {
    sprt(model, elo[0], elo[1]).llr_of_games(&games(wins, losses, draws))
}

fn llr_of_pairs(model: Model, counts: [u64; 6], elo: [f64; 2]) -> f64 {
    sprt(model, elo[0], elo[1]).llr_of_pairs(&pairs(counts))
}

fn print(llr: f64) -> String {
    format!("{llr:.2}")
}

/// The values that fastchess tests against, within 1 %. For the samples of one class only they are 0.01 and 0.02 away from
/// the exact maximum.
#[test]
fn known_normalized() {
    let model = Model::Normalized;
    assert_eq!(print(llr_of_games(model, 36433, 36027, 68692, [0.0, 2.0])), "0.92");
    assert_eq!(print(llr_of_games(model, 10871, 10650, 20431, [-1.75, 0.25])), "2.30");
    assert!((llr_of_games(model, 4250, 0, 0, [0.0, 10.0]) - 120.56).abs() < 0.02);
    assert_eq!(print(llr_of_games(model, 4250, 0, 0, [0.0, 10.0])), "120.55");
    assert_eq!(print(llr_of_pairs(model, [365, 16618, 36029, 200, 16974, 390], [0.0, 2.0])), "2.25");
    assert_eq!(print(llr_of_pairs(model, [127, 4883, 10311, 401, 5150, 104], [-1.75, 0.25])), "3.01");
    assert!((llr_of_pairs(model, [0, 0, 0, 0, 0, 5550], [0.0, 5.0]) - 111.82).abs() < 0.025);
    assert_eq!(print(llr_of_pairs(model, [0, 0, 0, 0, 0, 5550], [0.0, 5.0])), "111.80");
}

/// The values that fastchess tests against.
#[test]
fn known_logistic() {
    let model = Model::Logistic;
    assert_eq!(print(llr_of_games(model, 21404, 21184, 40708, [0.5, 2.5])), "-1.57");
    assert_eq!(print(llr_of_games(model, 57433, 57030, 106_593, [0.0, 2.0])), "-2.59");
    assert_eq!(print(llr_of_pairs(model, [223, 9863, 20279, 1000, 10037, 246], [0.5, 2.5])), "-3.07");
    assert_eq!(print(llr_of_pairs(model, [871, 26175, 55003, 980, 26678, 821], [0.0, 2.0])), "-4.98");
}

/// The values that fastchess tests against.
#[test]
fn known_bayesian() {
    assert_eq!(print(llr_of_games(Model::Bayesian, 68965, 68526, 128_429, [0.0, 2.0])), "-1.26");
    assert_eq!(print(llr_of_games(Model::Bayesian, 21629, 21484, 41111, [0.5, 2.5])), "-1.13");
}

/// A win or a loss, with nothing else possible, has the ratio of the two binomial likelihoods.
#[test]
fn without_draws_it_is_the_binomial_test() {
    let (win0, win1) = (score_of_elo(0.0), score_of_elo(20.0));
    let binomial = 530.0 * (win1 / win0).ln() + 470.0 * ((1.0 - win1) / (1.0 - win0)).ln();
    assert!((llr_of_games(Model::Logistic, 530, 470, 0, [0.0, 20.0]) - binomial).abs() < 1e-3);
    assert!((llr_of_games(Model::Bayesian, 530, 470, 0, [0.0, 20.0]) - binomial).abs() < 1e-3);
}

/// N (t₁ − t₀) (2 t − t₀ − t₁) / 2 with the effects t, to which it tends for small differences.
#[test]
fn small_differences_are_as_for_the_normal_distribution() {
    let counts = pairs([3400, 5400, 3100, 3200, 5600, 3500]);
    let effect = Sample::from(&counts).distribution().expect("there are pairs").effect();
    let t1 = 5.0 * 2_f64.sqrt() / NORMALIZED_ELO;
    let normal = counts.pairs() as f64 * t1 * (2.0 * effect - t1) / 2.0;
    let llr = sprt(Model::Normalized, 0.0, 5.0).llr_of_pairs(&counts);
    assert!((llr / normal - 1.0).abs() < 0.01, "{llr} is not {normal}");
}

#[test]
fn the_opponent_tests_the_opposite() {
    for model in [Model::Normalized, Model::Logistic, Model::Bayesian] {
        for (elo0, elo1) in [(0.0, 5.0), (-3.0, 1.0), (20.0, 90.0)] {
            let (one, other) = (sprt(model, elo0, elo1), sprt(model, -elo1, -elo0));
            for counts in [[3, 5, 40, 2, 9, 7], [0, 0, 7, 0, 0, 20], [0, 0, 0, 5, 0, 0], [0, 3, 1, 0, 0, 0]] {
                let counts = pairs(counts);
                let sum = one.llr_of_pairs(&counts) + other.llr_of_pairs(&counts.swapped());
                assert!(sum.abs() < 1e-9, "{model} {counts:?}: {sum}");
                let sum = one.llr_of_games(&counts.games()) + other.llr_of_games(&counts.games().swapped());
                assert!(sum.abs() < 1e-9, "{model} {counts:?}: {sum}");
            }
        }
    }
}

#[test]
fn every_result_gives_a_number() {
    let results = [[0; 6], [1, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 1], [100_000_000, 0, 0, 0, 0, 0]];
    for model in [Model::Normalized, Model::Logistic, Model::Bayesian] {
        for (elo0, elo1) in [(-MAX_ELO, MAX_ELO), (999.0, MAX_ELO), (0.0, 1e-6), (-5.0, 0.0)] {
            for counts in results.map(pairs) {
                let sprt = sprt(model, elo0, elo1);
                assert!(sprt.llr_of_pairs(&counts).is_finite() && sprt.llr_of_games(&counts.games()).is_finite());
                assert!(sprt.expected_pairs(&counts).is_none_or(f64::is_finite), "{model} {elo0} {elo1} {counts:?}");
            }
        }
    }
    let sprt = sprt(Model::Normalized, 0.0, 5.0);
    assert_eq!((sprt.llr_of_pairs(&pairs([0; 6])), sprt.llr_of_games(&games(0, 0, 0))), (0.0, 0.0));
    assert_eq!(sprt.expected_pairs(&pairs([0; 6])), None);
}

#[test]
fn every_point_more_speaks_for_h1() {
    for model in [Model::Normalized, Model::Logistic] {
        let sprt = sprt(model, 0.0, 10.0);
        let llr = |moved: u64| sprt.llr_of_pairs(&pairs([50 - moved, 20, 80, 10, 20, 50 + moved]));
        assert!((0..40).map(llr).is_sorted(), "{model}");
    }
}

#[test]
fn bounds_and_verdicts() {
    let sprt = sprt(Model::Normalized, 0.0, 10.0);
    assert_eq!((print(sprt.lower()), print(sprt.upper())), ("-2.94".to_owned(), "2.94".to_owned()));
    assert_eq!(sprt.verdict(2.94), Verdict::Continue);
    assert_eq!(sprt.verdict(sprt.upper()), Verdict::AcceptH1);
    assert_eq!(sprt.verdict(sprt.lower()), Verdict::AcceptH0);
    assert_eq!((sprt.progress(sprt.lower()), sprt.progress(0.0), sprt.progress(sprt.upper())), (-1.0, 0.0, 1.0));
    let uneven = Sprt::new(Parameters { alpha: 0.01, beta: 0.2, ..Parameters::default() }).expect("in range");
    assert!((uneven.lower() - (0.2_f64 / 0.99).ln()).abs() < 1e-12 && (uneven.upper() - 80_f64.ln()).abs() < 1e-12);
    assert_eq!(Verdict::AcceptH1.to_string(), "H1 accepted");
}

#[test]
fn parameters_out_of_range_are_refused() {
    let good = Parameters::default();
    let bad = [
        (Parameters { elo0: 10.0, ..good }, "elo0 is below elo1, not 10 and 10"),
        (Parameters { elo1: f64::NAN, ..good }, "elo0 and elo1 are from -1000 to 1000, not NaN"),
        (Parameters { elo0: -1000.5, ..good }, "elo0 and elo1 are from -1000 to 1000, not -1000.5"),
        (Parameters { alpha: 0.0, ..good }, "alpha and beta are above 0 and below 1, not 0"),
        (Parameters { beta: f64::NAN, ..good }, "alpha and beta are above 0 and below 1, not NaN"),
        (Parameters { alpha: 0.5, beta: 0.5, ..good }, "alpha and beta together are below 1, not 1"),
    ];
    for (parameters, message) in bad {
        assert_eq!(Sprt::new(parameters).map_err(|error| error.to_string()), Err(message.to_owned()));
    }
    assert!(Sprt::new(good).is_ok_and(|sprt| *sprt.parameters() == good));
}

#[test]
fn models_by_name() {
    for model in [Model::Normalized, Model::Logistic, Model::Bayesian] {
        assert_eq!(model.to_string().parse(), Ok(model));
    }
    let error = "elo".parse::<Model>().unwrap_err().to_string();
    assert_eq!(error, "unknown model \"elo\": normalized, logistic or bayesian");
}

/// Plays tests at a difference: how many of them accept H1, and the mean number of pairs.
fn simulate(sprt: &Sprt, elo: f64, tests: u32, random: &mut Random) -> (u32, f64) {
    let (mut accepted, mut length) = (0, 0);
    for _ in 0..tests {
        let mut pairs = PairCounts::default();
        let verdict = loop {
            pairs.add(random.game(elo, 0.1), random.game(elo, 0.1));
            match sprt.verdict(sprt.llr_of_pairs(&pairs)) {
                Verdict::Continue => {}
                verdict => break verdict,
            }
        };
        accepted += u32::from(verdict == Verdict::AcceptH1);
        length += pairs.pairs();
    }
    (accepted, length as f64 / f64::from(tests))
}

#[test]
fn errors_are_as_rare_as_asked() {
    let sprt = sprt(Model::Logistic, 0.0, 80.0);
    let mut random = Random::new(4);
    let (false_h1, length0) = simulate(&sprt, 0.0, 400, &mut random);
    let (true_h1, length1) = simulate(&sprt, 80.0, 400, &mut random);
    assert!(false_h1 <= 32 && true_h1 >= 368, "{false_h1} {true_h1}");
    // Without overshoot the average log-likelihood ratio at the end is 0.9 of a bound, and it drifts by half the square of
    // the difference of the effects per pair.
    let variance = |score: f64| (score * (1.0 - score) - 0.1 / 4.0) / 2.0;
    for (length, elo) in [(length0, 0.0), (length1, 80.0)] {
        let drift = (score_of_elo(80.0) - 0.5).powi(2) / variance(score_of_elo(elo)) / 2.0;
        let expected = 0.9 * sprt.upper() / drift;
        assert!((0.9..1.2).contains(&(length / expected)), "{length} {expected}");
    }
}

#[test]
fn the_rest_of_a_test_is_estimated() {
    let sprt = sprt(Model::Normalized, 0.0, 10.0);
    // Far above H1: the distance to the bound at the present drift.
    let counts = pairs([10, 5, 60, 5, 20, 40]);
    let pace = sprt.llr_of_pairs(&counts) / counts.pairs() as f64;
    let missing = (sprt.upper() - sprt.llr_of_pairs(&counts)) / pace;
    let expected = sprt.expected_pairs(&counts).expect("there are pairs");
    assert!((expected / missing - 1.0).abs() < 0.1, "{expected} {missing}");
    // Done.
    assert_eq!(sprt.expected_pairs(&pairs([100, 50, 600, 50, 200, 400])), Some(0.0));
}
