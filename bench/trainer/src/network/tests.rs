use std::sync::Arc;

use engine::{AnyRecord, Color, Game, Move, PointSet, Record, Rules, Tactics, Visitor};
use eval::{Features, LINE_CHANNELS, LineAccumulator, LineGeometry, LineTable, SideWeights, UNIT};
use random::Dice;

use super::checkpoint;
use super::descent::{Descent, LOOKS, Networks, Training};
use super::examples::{self, Coded, Example, NO_LINE};
use super::fold::{LineFold, fold_codes, unfold_codes};
use super::model::{Gradient, HIDDEN_LAYERS, LINE_WEIGHTS};
use crate::learning_curve::{LearningCurve, Point};

/// An example with these points.
fn example(points: Vec<Coded>, target: f32) -> Example {
    Example {
        head: 0,
        held_out: false,
        stones: 0,
        global_features: [3, 50, 114, 122, 130],
        result: Some(target),
        before: 0,
        target,
        points: points.into(),
    }
}

/// Examples that differ in the patterns of two points.
fn examples_of_two_points() -> Vec<Example> {
    let pattern = |class: u16| Coded { classes: [class, NO_LINE, NO_LINE, NO_LINE], codes: [class as u8, 0] };
    (0..64u16).map(|number| example(vec![pattern(number % 7), pattern(number % 11)], f32::from(number & 1))).collect()
}

/// Weights of line patterns that are not all the same.
fn lines() -> Vec<f32> {
    (0..LINE_WEIGHTS).map(|number| (number % 7) as f32 / 100.0).collect()
}

fn loss(networks: &super::descent::Weights, example: &Example) -> f64 {
    let value = f64::from(networks.value(example));
    value.exp().ln_1p() - f64::from(example.target) * value
}

/// The options of a fit that begins with nothing.
fn descent() -> Descent {
    Descent {
        epochs: 8,
        batch: 1024,
        rate: 0.003,
        decay: 0.1,
        no_lines: false,
        warm_start: false,
        freeze_lines: false,
        seed: 1,
    }
}

/// The weights of networks fitted to `examples`.
fn fitted(networks: Networks, examples: &[Example], descent: &Descent) -> super::descent::Weights {
    let examples: Vec<_> = examples.iter().collect();
    let mut training = Training::new(networks, descent);
    (0..descent.epochs).for_each(|_| training.run_epoch(&examples, |_, _, _| {}));
    training.networks().weights()
}

#[test]
fn gradients_are_slopes() {
    let point = |number: u16| Coded {
        classes: [number * 517, number * 211, number % 3, if number.is_multiple_of(2) { NO_LINE } else { number }],
        codes: [(number * 37) as u8, (number * 91) as u8],
    };
    let example = example((1..40).map(point).collect(), 0.3);
    let mut weights = Networks::new(1, 5).weights();
    let mut dice = Dice::new(3, 0, 0);
    weights.lines.iter_mut().for_each(|weight| *weight = dice.share() as f32 * 0.2 - 0.1);
    weights.heads[0].iter_mut().for_each(|weight| *weight += 0.01);
    let (mut lines, mut head) = (vec![0.0; LINE_WEIGHTS], vec![0.0; weights.heads[0].len()]);
    weights.model(0).add_gradient(&example, &mut Gradient { lines: &mut lines, head: &mut head });
    let step = 1e-3;
    let slope = |change: &dyn Fn(&mut super::descent::Weights, f32)| {
        let [before, after] = [-step, step].map(|step| {
            let mut weights = weights.with(weights.lines.clone(), weights.heads.clone());
            change(&mut weights, step);
            loss(&weights, &example)
        });
        (after - before) / f64::from(2.0 * step)
    };
    let near = |slope: f64, gradient: f32| {
        assert!((slope - f64::from(gradient)).abs() < 0.02 * slope.abs() + 1e-3, "{slope} {gradient}");
    };
    let used = |gradient: &[f32]| (0..gradient.len()).filter(|&number| gradient[number] != 0.0).collect::<Vec<_>>();
    assert!(used(&lines).len() > 30 * LINE_CHANNELS);
    for number in used(&head).into_iter().step_by(17) {
        near(slope(&|weights, step| weights.heads[0][number] += step), head[number]);
    }
    for number in used(&lines).into_iter().step_by(17) {
        near(slope(&|weights, step| weights.lines[number] += step), lines[number]);
    }
}

#[test]
fn what_is_folded_has_the_gradient_of_its_parts() {
    let fold = LineFold::new(LINE_CHANNELS);
    let mut dice = Dice::new(4, 0, 0);
    let mut random = |length: usize| (0..length).map(|_| dice.below(64) as f32 - 32.0).collect::<Vec<f32>>();
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum::<f64>();
    let levels: Vec<_> = (0..4).map(|_| random(LINE_WEIGHTS)).collect();
    let gradient = random(LINE_WEIGHTS);
    let parts = fold.unfold(gradient.clone());
    let sum: f64 = levels.iter().zip(&parts).map(|(level, part)| dot(level, part)).sum();
    assert!((dot(&fold.fold(&levels), &gradient) - sum).abs() < 1.0);
    let learned = random(super::fold::LEARNED);
    let weights = fold_codes(&learned);
    let gradient = random(weights.len());
    assert!((dot(&weights, &gradient) - dot(&learned, &unfold_codes(gradient.clone()))).abs() < 1.0);
}

#[test]
fn examples_are_learned() {
    // A pattern is worth the more the more often it is there, but only without points of another code.
    let of = |number: u16| {
        let pattern = Coded { classes: [777, NO_LINE, NO_LINE, NO_LINE], codes: [1, 0] };
        let other = Coded { classes: [NO_LINE; 4], codes: [0, 2] };
        let spoilt = number / 8 % 2 == 1;
        let points = std::iter::repeat_n(pattern, (number % 8).into()).chain(spoilt.then_some(other));
        example(points.collect(), if spoilt { 0.25 } else { f32::from(number % 8) / 8.0 })
    };
    let examples: Vec<_> = (0..64).map(of).collect();
    let descent = Descent { epochs: 600, batch: 64, rate: 0.01, decay: 0.0, ..descent() };
    let weights = fitted(Networks::new(1, 1), &examples, &descent);
    for example in &examples {
        let predicted = 1.0 / (1.0 + (-weights.value(example)).exp());
        assert!((predicted - example.target).abs() < 0.1, "{}: {predicted}", example.target);
    }
}

#[test]
fn a_fit_goes_on_from_its_checkpoint() {
    let examples = examples_of_two_points();
    let examples: Vec<_> = examples.iter().collect();
    let descent = Descent { epochs: 4, batch: 8, rate: 0.01, decay: 0.1, ..descent() };
    let begin = || Training::new(Networks::new(2, 1), &descent);
    let run_epoch = |training: &mut Training<'_>, curve: &mut LearningCurve| {
        let epochs = training.epoch() as f64;
        training.run_epoch(&examples, |_, looks, learned| {
            curve.push(Point { epochs: epochs + looks as f64 / LOOKS as f64, learned, held_out: 0.5 });
        });
    };
    let (mut whole, mut curve) = (begin(), LearningCurve::default());
    (0..descent.epochs).for_each(|_| run_epoch(&mut whole, &mut curve));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fit.checkpoint");
    for epoch in 0..descent.epochs {
        let mut training = begin();
        let mut curve = checkpoint::load(&path, 7, &mut training).expect("none yet, or a right one");
        assert_eq!(training.epoch(), epoch);
        run_epoch(&mut training, &mut curve);
        checkpoint::save(&path, 7, &mut training, &curve).expect("written");
    }
    let mut resumed = begin();
    let resumed_curve = checkpoint::load(&path, 7, &mut resumed).expect("the last one");
    assert!(resumed.bytes() == whole.bytes() && resumed.epoch() == descent.epochs);
    assert_eq!(resumed_curve.plot(), curve.plot());

    let refused = |fit: u32, training: &mut Training<'_>| {
        let untouched = training.bytes();
        let error = checkpoint::load(&path, fit, training).map(|_| ()).expect_err("refused").to_string();
        assert!(training.bytes() == untouched && training.epoch() == 0);
        error
    };
    assert!(refused(8, &mut begin()).contains("another fit"));
    assert!(refused(7, &mut Training::new(Networks::new(3, 1), &descent)).contains("another fit"));
    let right = std::fs::read(&path).expect("the last one");
    for wrong in [&right[..right.len() - 1], &right[..20], &[]] {
        std::fs::write(&path, wrong).expect("written");
        assert!(refused(7, &mut begin()).contains("damaged"));
    }
    let mut wrong = right.clone();
    *wrong.last_mut().expect("a byte") ^= 1;
    std::fs::write(&path, wrong).expect("written");
    assert!(refused(7, &mut begin()).contains("damaged"));
}

#[test]
fn a_warm_start_keeps_what_no_example_shows() {
    let pattern = |class: u16| Coded { classes: [class, NO_LINE, NO_LINE, NO_LINE], codes: [0, 0] };
    let cold = Networks::new(1, 1).weights();
    let lines = lines();
    let networks = Networks::of(lines.clone(), cold.heads.clone());
    assert!(networks.weights().lines == lines && networks.weights().heads == cold.heads);
    let examples: Vec<_> = (0..8u8).map(|number| example(vec![pattern(777)], f32::from(number & 1))).collect();
    let descent = Descent { epochs: 10, batch: 8, rate: 0.01, decay: 10.0, warm_start: true, ..descent() };
    let fitted = fitted(networks, &examples, &descent);
    let row = |lines: &[f32], class: usize| lines[class * LINE_CHANNELS..][..LINE_CHANNELS].to_vec();
    let learned = fitted.lines;
    assert_ne!(row(&learned, 777), row(&lines, 777));
    // A class that has none of its cuts in common with the other.
    assert_eq!(row(&learned, 20_000), row(&lines, 20_000));
}

#[test]
fn dead_units_come_to_life_in_a_warm_start() {
    let examples = examples_of_two_points();
    let cold = Networks::new(1, 1).weights();
    let unit = 3;
    let begin = || {
        let mut head = cold.heads[0].clone();
        for layer in HIDDEN_LAYERS {
            layer.inputs_of(unit).chain(layer.outputs_of(unit)).for_each(|at| head[at] = 0.0);
        }
        Networks::of(cold.lines.clone(), vec![head])
    };
    // Whether the next layer has weights for the dead unit of each layer.
    let passed_on = |weights: &super::descent::Weights| {
        HIDDEN_LAYERS.map(|layer| layer.outputs_of(unit).any(|at| weights.heads[0][at] != 0.0))
    };
    let (dead, live) = (begin().weights(), begin().with_dead_units_revived(1).weights());
    for example in &examples {
        assert_eq!(dead.value(example), live.value(example));
    }
    // Whatever lives already stays as it is.
    let again = begin().with_dead_units_revived(1).with_dead_units_revived(2).weights();
    assert!(again.heads == live.heads);
    let descent = Descent { epochs: 2, batch: 8, rate: 0.01, decay: 0.0, warm_start: true, ..descent() };
    assert_eq!(passed_on(&fitted(begin(), &examples, &descent)), [false; 3]);
    assert_eq!(passed_on(&fitted(begin().with_dead_units_revived(1), &examples, &descent)), [true; 3]);
}

#[test]
fn frozen_line_patterns_stay() {
    let pattern = Coded { classes: [777, NO_LINE, NO_LINE, NO_LINE], codes: [1, 0] };
    let examples: Vec<_> = (0..8u8).map(|number| example(vec![pattern], f32::from(number & 1))).collect();
    let lines = lines();
    let cold = Networks::new(1, 1).weights();
    let descent = Descent { epochs: 2, batch: 8, warm_start: true, freeze_lines: true, ..descent() };
    let fitted = fitted(Networks::of(lines.clone(), cold.heads.clone()), &examples, &descent);
    assert!(fitted.lines == lines && fitted.heads != cold.heads);
}

/// Differences between the integers of the engine and the floating point of the trainer.
struct Differences<'l> {
    /// Line patterns instead of those of the game.
    lines: Option<&'l LineTable>,
    /// How many positions are looked at.
    positions: usize,
}

impl Visitor for Differences<'_> {
    /// The largest difference, in hundredths of a point.
    type Output = f64;

    fn visit<P: Tactics>(self, game: &'static Game) -> f64 {
        let shipped = eval::Weights::for_rules(game.rules());
        let weights = match self.lines {
            None => shipped,
            Some(lines) => {
                let sides = Color::ALL.map(|color| Arc::new(SideWeights::clone(shipped.of(color))));
                eval::Weights::new(sides, Some(Arc::new(lines.clone())))
            }
        };
        let of_lines = weights.lines().map_or_else(|| vec![0.0; LINE_WEIGHTS], |lines| lines.weights());
        let networks = Networks::new(1, 1).weights();
        let networks =
            Color::ALL.map(|color| networks.with(of_lines.clone(), vec![weights.of(color).network().weights()]));
        let geometry = LineGeometry::new(game.grid());
        let mut lines = LineAccumulator::new(&weights, game.grid());
        let mut dice = Dice::new(7, 0, 0);
        let (mut seen, mut largest) = (0, 0.0_f64);
        while seen < self.positions {
            let mut record = Record::new(P::start(game));
            while record.position().outcome().is_none() && record.moves().len() < 80 {
                let position = record.position();
                let features = Features::of(position, &position.threats(), &weights);
                let points = examples::points(position, &features, &geometry, features.coded());
                let mut example = example(points, 0.0);
                example.global_features = features.global_features().map(|number| number as u16);
                let slow = f64::from(networks[usize::from(position.to_move() == Color::White)].value(&example)) * UNIT;
                let fast = f64::from(features.value(position, &mut lines));
                // Two layers of 32 units are rounded to 1/1024, the products to 1/64.
                assert!((slow - fast).abs() < 6.0 + slow.abs() / 40.0, "{slow} {fast}\n{position:?}");
                largest = largest.max((slow - fast).abs());
                seen += 1;
                let near: Vec<_> = (position.candidates() & position.legal()).iter().collect();
                let Some(point) = dice.pick(&near) else { break };
                record.play(Move::Place(point)).expect("a legal move");
            }
        }
        largest
    }
}

/// In random games of all games, with the weights of each and with random line patterns. `NINUKI_POSITIONS` says how many
/// positions of each game are looked at.
#[test]
fn the_engine_computes_the_same() {
    let mut dice = Dice::new(11, 0, 0);
    let mut random = |length| (0..length).map(|_| dice.share() as f32 * 0.3 - 0.15).collect::<Vec<_>>();
    let table = LineTable::new(&random(LINE_WEIGHTS), &random(eval::LINE_CLASSES));
    let positions = std::env::var("NINUKI_POSITIONS").map_or(300, |number| number.parse().expect("a number"));
    for rules in Rules::ALL {
        let name = rules.name;
        let game = Game::new(rules, None, None).expect("the usual board");
        let [shipped, random] = [None, Some(&table)].map(|lines| game.visit(Differences { lines, positions }));
        println!("{name}: at most {shipped:.2}, with random line patterns {random:.2}");
    }
}
