//! Weights of one game for one side to move, or for both.

use eval::{Network, POLICY_LAYOUT, POLICY_PARAMETERS, SideWeights, UNIT};

use crate::descent::{self, Example};
use crate::newton;
use crate::reliability::{self, Reliability, STONES};
use crate::samples::{Choice, Sample};

/// The penalty of the weights of an order, as if so many samples spoke for the prior.
const RIDGE: f64 = 3.0;

/// The weights of a similar game are trusted so many times as much as nothing.
const TRUST: f64 = 10.0;

/// How often a network looks at all samples, and where it begins with that of a similar game.
const LOOKS: usize = 24;
const FEWER_LOOKS: usize = 6;

/// Where chance decides, in which order it does.
const SEED: u64 = 1;

/// Weights and what they achieve.
pub(crate) struct Fitted {
    pub(crate) weights: SideWeights,
    /// Of values: what was foretold, and the result, of the positions held out.
    pub(crate) foretold: Vec<(f64, f64)>,
    /// The same by the number of stones: with the weights that the program has, and with these.
    pub(crate) by_stones: [[Reliability; STONES.len()]; 2],
    /// What is to be printed about the fit.
    pub(crate) report: Vec<String>,
}

/// Fits weights to samples; `mix` is the share of the search in what the value of a searched position should foretell,
/// `prior` are the weights where the samples tell nothing.
pub(crate) fn fit(samples: &[&Sample], choices: &[&Choice], mix: f64, prior: Option<&SideWeights>) -> Fitted {
    let trust = prior.map_or(1.0, |_| TRUST);
    let order = prior.map_or(vec![0.0; POLICY_PARAMETERS], SideWeights::policy);
    let (network, of_value, held_out) = fit_value(samples, mix, prior.map(SideWeights::network));
    let (order, of_order) = fit_order(choices, order, trust * RIDGE);
    let report = of_value.into_iter().chain([of_order]).collect();
    let HeldOut { foretold, by_stones } = held_out;
    Fitted { weights: SideWeights::new(network, &order), foretold, by_stones, report }
}

/// What the value of `sample` should foretell: the result, and for the share `mix` what the search says.
fn example(sample: &Sample, mix: f64) -> Example<'_> {
    let target = match sample.searched {
        Some(value) => (1.0 - mix) * sample.result + mix * newton::probability(f64::from(value) / UNIT),
        None => sample.result,
    };
    Example { kinds: &sample.kinds, global_features: sample.global_features, target: target as f32 }
}

fn fit_value(samples: &[&Sample], mix: f64, prior: Option<&Network>) -> (Network, Vec<String>, HeldOut) {
    let learned = samples.iter().filter(|sample| !sample.origin.held_out);
    let examples: Vec<_> = learned.map(|sample| example(sample, mix)).collect();
    let (start, looks) =
        prior.map_or_else(|| (descent::start(SEED), LOOKS), |network| (network.weights(), FEWER_LOOKS));
    let network = Network::new(&descent::descend(start, &examples, looks, SEED));
    let losses = |people: bool, held_out: bool, value: &dyn Fn(&Sample) -> f64| {
        let chosen =
            samples.iter().filter(|sample| sample.origin.people == people && sample.origin.held_out == held_out);
        mean(chosen.map(|sample| newton::loss(value(sample), sample.result)))
    };
    let weights = network.weights();
    let foretell = |sample: &Sample| f64::from(descent::value(&weights, &example(sample, mix)));
    let before = |sample: &Sample| f64::from(sample.before) / UNIT;
    let report =
        [false, true].into_iter().filter(|&people| samples.iter().any(|sample| sample.origin.people == people));
    let report = report.map(|people| {
        format!(
            "{} loss before {:.4}, fitted {:.4}; held out: before {:.4}, fitted {:.4}",
            if people { "results of people " } else { "results           " },
            losses(people, false, &before),
            losses(people, false, &foretell),
            losses(people, true, &before),
            losses(people, true, &foretell),
        )
    });
    let report = report.collect();
    let mut held_out = HeldOut::default();
    for sample in samples.iter().filter(|sample| sample.origin.held_out && !sample.origin.people) {
        held_out.add(sample, foretell(sample));
    }
    (network, report, held_out)
}

/// How well games that were not learned from are foretold.
#[derive(Default)]
struct HeldOut {
    foretold: Vec<(f64, f64)>,
    by_stones: [[Reliability; STONES.len()]; 2],
}

impl HeldOut {
    /// Counts a sample with its fitted value, in natural logarithms of odds.
    fn add(&mut self, sample: &Sample, value: f64) {
        self.foretold.push((newton::probability(value), sample.result));
        let range = reliability::range(sample.stones.into());
        let scores = [sample.before, (value * UNIT).round() as i32];
        self.by_stones.iter_mut().zip(scores).for_each(|(by_stones, score)| by_stones[range].add(score, sample.result));
    }
}

fn fit_order(choices: &[&Choice], mut prior: Vec<f64>, ridge: f64) -> (Vec<f64>, String) {
    let traits: Vec<Vec<usize>> =
        (0..=u16::MAX).map(|kind| with_margins(eval::policy_features(kind.to_le_bytes()))).collect();
    let examples = choices.iter().filter(|choice| !choice.origin.held_out);
    let examples: Vec<_> = examples.map(|choice| (&choice.kinds[..], choice.chosen)).collect();
    prior.resize(POLICY_PARAMETERS + margins(), 0.0);
    let mut weights = newton::softmax(&examples, &traits, &prior, ridge);
    let worth = newton::worth(&weights, &traits);
    fold_margins(&mut weights);
    let losses = |held_out: bool| {
        let chosen = || choices.iter().filter(|choice| choice.origin.held_out == held_out);
        let fitted = chosen().map(|choice| newton::loss_of_choice(&worth, (&choice.kinds, choice.chosen)));
        (mean(chosen().map(|choice| choice.before)), mean(fitted))
    };
    let (train, held_out) = (losses(false), losses(true));
    let report = format!(
        "choices            loss before {:.4}, fitted {:.4}; held out: before {:.4}, fitted {:.4}",
        train.0, train.1, held_out.0, held_out.1
    );
    (weights, report)
}

/// The blocks of weights of an order, each of which belongs to two things, its row and its column: the number of its first
/// weight, that of the first weight for a whole row (those for columns follow), rows and columns.
fn blocks() -> impl Iterator<Item = (usize, usize, usize, usize)> {
    let (mut first, mut margin) = (0, POLICY_PARAMETERS);
    POLICY_LAYOUT.into_iter().map(move |(_, rows, columns)| {
        let block = (first, margin, rows, columns);
        first += rows * columns;
        margin += rows + columns;
        block
    })
}

/// How many weights for a whole row or a whole column there are.
fn margins() -> usize {
    blocks().map(|(_, _, rows, columns)| rows + columns).sum()
}

/// The traits, one of each block, and those of their rows and columns: what is rarely met is judged by both. Lowest first.
fn with_margins(traits: [usize; 3]) -> Vec<usize> {
    let margins = traits.into_iter().zip(blocks()).flat_map(|(number, (first, margin, rows, columns))| {
        let cell = number - first;
        [margin + cell / columns, margin + rows + cell % columns]
    });
    traits.into_iter().chain(margins).collect()
}

/// Adds the weights of rows and columns to those of the pairs.
fn fold_margins(weights: &mut Vec<f64>) {
    for (first, margin, rows, columns) in blocks() {
        for cell in 0..rows * columns {
            weights[first + cell] += weights[margin + cell / columns] + weights[margin + rows + cell % columns];
        }
    }
    weights.truncate(POLICY_PARAMETERS);
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0usize), |(sum, count), value| (sum + value, count + 1));
    sum / count.max(1) as f64
}
