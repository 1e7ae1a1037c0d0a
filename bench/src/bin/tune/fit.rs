//! Weights of one game for one side to move, or for both.

use eval::{CODES, LAYOUT, RANKS, TERMS, TRAITS, UNIT, Weights};

use crate::newton;
use crate::samples::{Choice, Sample};

/// Penalties: of the weights of a value, of those of an order, as if so many samples spoke for the prior.
const RIDGE: (f64, f64) = (20.0, 3.0);

/// The weights of a similar game are trusted so many times as much as nothing.
const TRUST: f64 = 10.0;

/// Weights and what they achieve.
pub(crate) struct Fitted {
    pub(crate) weights: Weights,
    /// Of values: what was foretold, and the result, of the positions held out.
    pub(crate) foretold: Vec<(f64, f64)>,
    /// What is to be printed about the fit.
    pub(crate) report: Vec<String>,
}

/// Fits weights to samples; `mix` is the share of the search in what the value of a searched position should foretell,
/// `prior` are the weights where the samples tell nothing.
pub(crate) fn fit(samples: &[&Sample], choices: &[&Choice], mix: f64, prior: Option<&Weights>) -> Fitted {
    let (value, order) = prior.map_or((vec![0.0; TERMS], vec![0.0; TRAITS]), Weights::nats);
    let trust = prior.map_or(1.0, |_| TRUST);
    let (value, of_value, foretold) = fit_value(samples, mix, value, trust * RIDGE.0);
    let (order, of_order) = fit_order(choices, order, trust * RIDGE.1);
    let report = of_value.into_iter().chain([of_order]).collect();
    Fitted { weights: Weights::new(&value, &order), foretold, report }
}

fn fit_value(
    samples: &[&Sample],
    mix: f64,
    mut prior: Vec<f64>,
    ridge: f64,
) -> (Vec<f64>, Vec<String>, Vec<(f64, f64)>) {
    let extended: Vec<Vec<(u16, i16)>> = samples.iter().map(|sample| with_margins(&sample.terms)).collect();
    let target = |sample: &Sample| match sample.searched {
        Some(value) => (1.0 - mix) * sample.result + mix * newton::probability(f64::from(value) / UNIT),
        None => sample.result,
    };
    let examples = samples.iter().zip(&extended).filter(|(sample, _)| !sample.origin.held_out);
    let examples: Vec<_> = examples.map(|(sample, terms)| (&terms[..], target(sample))).collect();
    prior.resize(TERMS + margins(), 0.0);
    let mut weights = newton::logistic(&examples, &prior, ridge);
    let losses = |people: bool, held_out: bool, value: &dyn Fn(&Sample) -> f64| {
        let chosen =
            samples.iter().filter(|sample| sample.origin.people == people && sample.origin.held_out == held_out);
        mean(chosen.map(|sample| newton::loss(value(sample), sample.result)))
    };
    fold_margins(&mut weights);
    let foretell = |sample: &Sample| newton::sum(&weights, &sample.terms);
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
    let held_out = samples.iter().filter(|sample| sample.origin.held_out && !sample.origin.people);
    let foretold = held_out.map(|sample| (newton::probability(foretell(sample)), sample.result)).collect();
    (weights, report, foretold)
}

fn fit_order(choices: &[&Choice], mut prior: Vec<f64>, ridge: f64) -> (Vec<f64>, String) {
    // A pair of ranks that is rarely met is judged by what each of the two is worth elsewhere.
    let margins = |code: usize| [TRAITS + code % RANKS, TRAITS + RANKS + code / RANKS % RANKS];
    let traits: Vec<Vec<usize>> = (0..CODES).map(|code| eval::traits(code).chain(margins(code)).collect()).collect();
    let examples = choices.iter().filter(|choice| !choice.origin.held_out);
    let examples: Vec<_> = examples.map(|choice| (&choice.codes[..], choice.chosen)).collect();
    prior.resize(TRAITS + 2 * RANKS, 0.0);
    let mut weights = newton::softmax(&examples, &traits, &prior, ridge);
    let worth = newton::worth(&weights, &traits);
    for pair in 0..RANKS * RANKS {
        weights[pair] += weights[TRAITS + pair / RANKS] + weights[TRAITS + RANKS + pair % RANKS];
    }
    weights.truncate(TRAITS);
    let losses = |held_out: bool| {
        let chosen = || choices.iter().filter(|choice| choice.origin.held_out == held_out);
        let fitted = chosen().map(|choice| newton::loss_of_choice(&worth, (&choice.codes, choice.chosen)));
        (mean(chosen().map(|choice| choice.before)), mean(fitted))
    };
    let (train, held_out) = (losses(false), losses(true));
    let report = format!(
        "choices            loss before {:.4}, fitted {:.4}; held out: before {:.4}, fitted {:.4}",
        train.0, train.1, held_out.0, held_out.1
    );
    (weights, report)
}

/// The first number, rows and columns of the blocks in which each row belongs to the side to move and each column to the
/// other side.
fn pairs() -> impl Iterator<Item = (usize, usize, usize)> {
    let mut first = 0;
    let blocks = LAYOUT.into_iter().map(move |(_, rows, columns)| {
        let block = (first, rows, columns);
        first += rows * columns;
        block
    });
    blocks.filter(|&(_, rows, _)| rows > 2)
}

/// How many weights for a whole row or a whole column of such blocks there are.
fn margins() -> usize {
    pairs().map(|(_, rows, columns)| rows + columns).sum()
}

/// The terms, and those of the row and the column of each pair: what is rarely met is judged by both.
fn with_margins(terms: &[(u16, i16)]) -> Vec<(u16, i16)> {
    let mut all = terms.to_vec();
    let mut margin = TERMS;
    for (first, rows, columns) in pairs() {
        let cells = first..first + rows * columns;
        for &(number, times) in terms.iter().filter(|(number, _)| cells.contains(&usize::from(*number))) {
            let cell = usize::from(number) - first;
            all.extend(
                [(margin + cell / columns) as u16, (margin + rows + cell % columns) as u16]
                    .map(|number| (number, times)),
            );
        }
        margin += rows + columns;
    }
    all
}

/// Adds the weights of rows and columns to those of the pairs.
fn fold_margins(weights: &mut Vec<f64>) {
    let mut margin = TERMS;
    for (first, rows, columns) in pairs() {
        for cell in 0..rows * columns {
            weights[first + cell] += weights[margin + cell / columns] + weights[margin + rows + cell % columns];
        }
        margin += rows + columns;
    }
    weights.truncate(TERMS);
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0usize), |(sum, count), value| (sum + value, count + 1));
    sum / count.max(1) as f64
}
