//! Weights of one game for one side to move, or for both.

use eval::{LAYOUT, NOTHING, ORDER_LAYOUT, TERMS, TRAITS, UNIT, Weights};

use crate::newton;
use crate::samples::{Choice, Sample, summed_up};

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
    let extended: Vec<Vec<(u16, i16)>> =
        samples.iter().map(|sample| with_margins(&LAYOUT, TERMS, &sample.terms)).collect();
    let target = |sample: &Sample| match sample.searched {
        Some(value) => (1.0 - mix) * sample.result + mix * newton::probability(f64::from(value) / UNIT),
        None => sample.result,
    };
    let examples = samples.iter().zip(&extended).filter(|(sample, _)| !sample.origin.held_out);
    let examples: Vec<_> = examples.map(|(sample, terms)| (&terms[..], target(sample))).collect();
    prior.resize(TERMS + margins(&LAYOUT), 0.0);
    let mut weights = newton::logistic(&examples, &prior, ridge);
    let losses = |people: bool, held_out: bool, value: &dyn Fn(&Sample) -> f64| {
        let chosen =
            samples.iter().filter(|sample| sample.origin.people == people && sample.origin.held_out == held_out);
        mean(chosen.map(|sample| newton::loss(value(sample), sample.result)))
    };
    fold_margins(&LAYOUT, TERMS, &mut weights);
    NOTHING.iter().for_each(|&number| weights[number] = 0.0);
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
    let traits = |kind: u16| {
        let traits = eval::traits(kind.to_le_bytes()).map(|number| (number as u16, 1));
        with_margins(&ORDER_LAYOUT, TRAITS, &traits).into_iter().map(|(number, _)| usize::from(number)).collect()
    };
    let traits: Vec<Vec<usize>> = (0..=u16::MAX).map(traits).collect();
    let examples = choices.iter().filter(|choice| !choice.origin.held_out);
    let examples: Vec<_> = examples.map(|choice| (&choice.kinds[..], choice.chosen)).collect();
    prior.resize(TRAITS + margins(&ORDER_LAYOUT), 0.0);
    let mut weights = newton::softmax(&examples, &traits, &prior, ridge);
    let worth = newton::worth(&weights, &traits);
    fold_margins(&ORDER_LAYOUT, TRAITS, &mut weights);
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

/// Blocks of weights: what they belong to, number of rows, weights in a row.
type Layout = [(&'static str, usize, usize)];

/// The first number, rows and columns of the blocks in which a weight belongs to two things, its row and its column.
fn pairs(layout: &Layout) -> impl Iterator<Item = (usize, usize, usize)> {
    let mut first = 0;
    let blocks = layout.iter().map(move |&(_, rows, columns)| {
        let block = (first, rows, columns);
        first += rows * columns;
        block
    });
    blocks.filter(|&(_, rows, _)| rows > 2)
}

/// How many weights for a whole row or a whole column of such blocks there are.
fn margins(layout: &Layout) -> usize {
    pairs(layout).map(|(_, rows, columns)| rows + columns).sum()
}

/// The terms, whose numbers are below `all`, and those of the row and the column of each pair: what is rarely met is judged
/// by both.
fn with_margins(layout: &Layout, all: usize, terms: &[(u16, i16)]) -> Vec<(u16, i16)> {
    let mut extended = terms.to_vec();
    let mut margin = all;
    for (first, rows, columns) in pairs(layout) {
        let cells = first..first + rows * columns;
        for &(number, times) in terms.iter().filter(|(number, _)| cells.contains(&usize::from(*number))) {
            let cell = usize::from(number) - first;
            extended.extend(
                [(margin + cell / columns) as u16, (margin + rows + cell % columns) as u16]
                    .map(|number| (number, times)),
            );
        }
        margin += rows + columns;
    }
    summed_up(extended)
}

/// Adds the weights of rows and columns to those of the pairs.
fn fold_margins(layout: &Layout, all: usize, weights: &mut Vec<f64>) {
    let mut margin = all;
    for (first, rows, columns) in pairs(layout) {
        for cell in 0..rows * columns {
            weights[first + cell] += weights[margin + cell / columns] + weights[margin + rows + cell % columns];
        }
        margin += rows + columns;
    }
    weights.truncate(all);
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0usize), |(sum, count), value| (sum + value, count + 1));
    sum / count.max(1) as f64
}
