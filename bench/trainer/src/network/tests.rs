use engine::{AnyRecord, Color, Game, Move, PointSet, Record, Rules, Tactics, Visitor};
use eval::{Features, LINE_CHANNELS, LineAccumulator, LineGeometry, LineTable, SideWeights, UNIT};
use random::Dice;

use super::descent::{Descent, Networks};
use super::examples::{self, Coded, Example, NO_LINE};
use super::fold::{LineFold, fold_codes, unfold_codes};
use super::model::{Gradient, LINE_WEIGHTS};

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

fn loss(networks: &super::descent::Weights, example: &Example) -> f64 {
    let value = f64::from(networks.value(example));
    value.exp().ln_1p() - f64::from(example.target) * value
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
    let descent = Descent {
        epochs: 600,
        batch: 64,
        rate: 0.01,
        decay: 0.0,
        lambda: 1.0,
        no_lines: false,
        warm_start: false,
        seed: 1,
    };
    let mut networks = Networks::new(1, 1);
    networks.descend(&examples.iter().collect::<Vec<_>>(), &descent, |_, _, _| Ok::<_, ()>(())).expect("no error");
    for example in &examples {
        let foretold = 1.0 / (1.0 + (-networks.weights().value(example)).exp());
        assert!((foretold - example.target).abs() < 0.1, "{}: {foretold}", example.target);
    }
}

#[test]
fn a_warm_start_keeps_what_no_example_shows() {
    let pattern = |class: u16| Coded { classes: [class, NO_LINE, NO_LINE, NO_LINE], codes: [0, 0] };
    let cold = Networks::new(1, 1).weights();
    let lines: Vec<f32> =
        (0..LINE_WEIGHTS).map(|number| (number % 7) as u16).map(|number| f32::from(number) / 100.0).collect();
    let mut networks = Networks::of(lines.clone(), cold.heads.clone());
    assert!(networks.weights().lines == lines && networks.weights().heads == cold.heads);
    let examples: Vec<_> = (0..8u8).map(|number| example(vec![pattern(777)], f32::from(number & 1))).collect();
    let descent = Descent {
        epochs: 10,
        batch: 8,
        rate: 0.01,
        decay: 10.0,
        lambda: 1.0,
        no_lines: false,
        warm_start: true,
        seed: 1,
    };
    networks.descend(&examples.iter().collect::<Vec<_>>(), &descent, |_, _, _| Ok::<_, ()>(())).expect("no error");
    let row = |lines: &[f32], class: usize| lines[class * LINE_CHANNELS..][..LINE_CHANNELS].to_vec();
    let learned = networks.weights().lines;
    assert_ne!(row(&learned, 777), row(&lines, 777));
    // A class that has none of its cuts in common with the other.
    assert_eq!(row(&learned, 20_000), row(&lines, 20_000));
}

/// The integers of the engine and the floating point of the trainer, in random games of all games, with random line patterns.
#[test]
fn the_engine_computes_the_same() {
    struct Differences<'l>(&'l LineTable);

    impl Visitor for Differences<'_> {
        type Output = ();

        fn visit<P: Tactics>(self, game: &'static Game) {
            let shipped = eval::Weights::for_rules(game.rules());
            let sides = Color::ALL.map(|color| {
                let weights: &SideWeights = shipped.of(color);
                std::sync::Arc::new(weights.clone())
            });
            let weights = eval::Weights::new(sides, Some(std::sync::Arc::new(self.0.clone())));
            let geometry = LineGeometry::new(game.grid());
            let mut lines = LineAccumulator::new(&weights, game.grid());
            let networks = Networks::new(1, 1).weights();
            let mut dice = Dice::new(7, 0, 0);
            for _ in 0..4 {
                let mut record = Record::new(P::start(game));
                while record.position().outcome().is_none() && record.moves().len() < 80 {
                    let position = record.position();
                    let parameters = weights.of(position.to_move()).network().weights();
                    let networks = networks.with(self.0.weights(), vec![parameters]);
                    let features = Features::of(position, &position.threats(), &weights);
                    let points = examples::points(position, &features, &geometry, features.coded());
                    let mut example = example(points, 0.0);
                    example.global_features = features.global_features().map(|number| number as u16);
                    let slow = f64::from(networks.value(&example)) * UNIT;
                    let fast = f64::from(features.value(position, &mut lines));
                    // Two layers of 32 units are rounded to 1/1024, and so many products to 1/64.
                    assert!((slow - fast).abs() < 4.0 + slow.abs() / 40.0, "{slow} {fast}\n{position:?}");
                    let near: Vec<_> = (position.candidates() & position.legal()).iter().collect();
                    let Some(point) = dice.pick(&near) else { break };
                    record.play(Move::Place(point)).expect("a legal move");
                }
            }
        }
    }

    let mut dice = Dice::new(11, 0, 0);
    let mut random = |length| (0..length).map(|_| dice.share() as f32 * 0.3 - 0.15).collect::<Vec<_>>();
    let table = LineTable::new(&random(LINE_WEIGHTS), &random(eval::LINE_CLASSES));
    for rules in Rules::ALL {
        Game::new(rules, None, None).expect("the usual board").visit(Differences(&table));
    }
}
