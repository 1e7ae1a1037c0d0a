use super::*;
use crate::statistics::random::Random;

/// Distributions as matches give them, many with classes that never occurred.
fn observed<const N: usize>(random: &mut Random) -> Distribution<N> {
    let scale = 10_f64.powf(5.0 * random.unit());
    let counts = std::array::from_fn(|_| (scale * random.unit().powi(10)).floor());
    Sample(counts).regularized().distribution().expect("no class is empty")
}

fn log_likelihood<const N: usize>(observed: &Distribution<N>, p: &Distribution<N>) -> f64 {
    observed.0.iter().zip(p.0).map(|(seen, p)| seen * p.ln()).sum()
}

fn assert_distribution<const N: usize>(p: &Distribution<N>) {
    assert!(p.0.iter().all(|&p| p > 0.0 && p < 1.0), "{p:?}");
    assert!((p.0.iter().sum::<f64>() - 1.0).abs() < 1e-11, "{p:?}");
}

/// All distributions of three scores with the effect `t` form one curve, along which the mean runs.
fn three_with_effect(mean: f64, t: f64) -> Option<Distribution<3>> {
    let square = mean * mean + ((mean - 0.5) / t).powi(2);
    let draw = 4.0 * (mean - square);
    let win = mean - draw / 2.0;
    let p = [1.0 - draw - win, draw, win];
    (p.iter().all(|&p| p > 0.0) && (mean > 0.5) == (t > 0.0)).then_some(Distribution(p))
}

#[test]
fn a_mean_is_met_and_nothing_with_it_is_likelier() {
    let mut random = Random::new(1);
    for _ in 0..200 {
        let observed = observed::<5>(&mut random);
        let mean = 0.01 + 0.98 * random.unit();
        let p = observed.likeliest_with_mean(mean);
        assert_distribution(&p);
        assert!((p.mean() - mean).abs() < 1e-12);
        for [a, b, c] in [[0, 1, 2], [1, 2, 3], [2, 3, 4], [0, 2, 4]] {
            for step in [1e-3, -1e-3] {
                let mut other = p;
                let step = step * p.0[a].min(p.0[b]).min(p.0[c]);
                other.0[a] += step;
                other.0[b] -= 2.0 * step;
                other.0[c] += step;
                assert!(log_likelihood(&observed, &other) <= log_likelihood(&observed, &p) + 1e-12);
            }
        }
    }
}

#[test]
fn an_effect_is_met() {
    let mut random = Random::new(2);
    for _ in 0..200 {
        let observed = observed::<5>(&mut random);
        for t in [0.0, 0.003, 0.05, 0.4, 1.2, 4.0] {
            for t in [t, -t] {
                let p = observed.likeliest_with_effect(t);
                assert_distribution(&p);
                assert!((p.effect() - t).abs() < 1e-9 * t.abs().max(1.0), "{observed:?} {t}: {}", p.effect());
            }
        }
    }
}

#[test]
fn no_three_scores_with_the_same_effect_are_likelier() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        let observed = observed::<3>(&mut random);
        for t in [0.003, 0.05, 0.4, -0.003, -0.05, -0.4] {
            let best = log_likelihood(&observed, &observed.likeliest_with_effect(t));
            let others = (1..1000).filter_map(|step| three_with_effect(f64::from(step) / 1000.0, t));
            let likeliest = others.map(|p| log_likelihood(&observed, &p)).fold(f64::NEG_INFINITY, f64::max);
            assert!(likeliest <= best + 1e-9, "{observed:?} {t}: {likeliest} > {best}");
        }
    }
}

#[test]
fn no_effect_is_an_even_score() {
    let observed = Distribution([0.1, 0.2, 0.1, 0.35, 0.25]);
    let (effect, mean) = (observed.likeliest_with_effect(0.0), observed.likeliest_with_mean(0.5));
    assert!(effect.0.iter().zip(mean.0).all(|(one, other)| (one - other).abs() < 1e-12));
}

#[test]
fn what_fits_is_left_as_it_is() {
    let observed = Distribution([0.1, 0.2, 0.1, 0.35, 0.25]);
    for p in [observed.likeliest_with_mean(observed.mean()), observed.likeliest_with_effect(observed.effect())] {
        assert!(p.0.iter().zip(observed.0).all(|(one, other)| (one - other).abs() < 1e-12), "{p:?}");
    }
}
