//! Fits the networks of a family to examples: gradient descent whose steps first grow, then shrink.

use std::f32::consts::PI;

use eval::{LINE_CHANNELS, LINE_CLASSES, LINE_PATTERNS, LinePatterns, PARAMETERS};
use random::Dice;
use rayon::prelude::*;

use crate::network::adam::Adam;
use crate::network::examples::Example;
use crate::network::fold::{LEARNED, LEVELS, LineFold, fold_codes, unfold_codes};
use crate::network::model::{Gradient, LAYERS, LINE_WEIGHTS, Model};
use crate::odds;

/// How networks are fitted to examples.
#[derive(clap::Args, Clone)]
pub(crate) struct Descent {
    /// How often all examples are looked at
    #[arg(long, default_value_t = 8)]
    pub(crate) epochs: usize,

    /// Examples that are looked at before each step
    #[arg(long, default_value_t = 1024)]
    pub(crate) batch: usize,

    /// The length of the longest step
    #[arg(long, default_value_t = 0.003)]
    pub(crate) rate: f32,

    /// How fast weights of whole line patterns decay: the share that a step of length 1 takes away
    #[arg(long, default_value_t = 0.1)]
    pub(crate) decay: f32,

    /// λ of the returns that a value should foretell: with 0 they are what the search of the position said, with 1 the result
    #[arg(long, default_value_t = 0.85)]
    pub(crate) lambda: f64,

    /// No line patterns: to see what they are worth
    #[arg(long)]
    pub(crate) no_lines: bool,

    /// Warm start: begin with the weights of today, so that what earlier games taught is kept; whole line patterns then decay
    /// towards what they are worth today, a game without weights begins with those of the game that is most like it
    #[arg(long, conflicts_with = "no_lines")]
    pub(crate) warm_start: bool,

    /// Another seed, other networks
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Networks while they are learned.
pub(crate) struct Networks {
    fold: LineFold,
    exchanged: Vec<u16>,
    /// The weights of line patterns that learning began with.
    start: Vec<f32>,
    /// What was learned since, level by level.
    lines: Vec<Vec<f32>>,
    heads: Vec<Vec<f32>>,
}

/// What networks compute with: the weights of line patterns by class, and those of each head.
pub(crate) struct Weights {
    pub(crate) lines: Vec<f32>,
    pub(crate) heads: Vec<Vec<f32>>,
    exchanged: Vec<u16>,
}

impl Weights {
    pub(crate) fn model(&self, head: usize) -> Model<'_> {
        Model { lines: &self.lines, head: &self.heads[head], exchanged: &self.exchanged }
    }

    /// The same networks with other weights.
    pub(crate) fn with(&self, lines: Vec<f32>, heads: Vec<Vec<f32>>) -> Self {
        Self { lines, heads, exchanged: self.exchanged.clone() }
    }

    /// The value of an example, in natural logarithms of odds.
    pub(crate) fn value(&self, example: &Example) -> f32 {
        self.model(example.head.into()).value(example)
    }
}

/// For each class the one that the other side sees.
pub(crate) fn exchanged_classes() -> Vec<u16> {
    let all = LinePatterns::all();
    let mut exchanged = vec![0; LINE_CLASSES];
    for raw in 0..LINE_PATTERNS as u16 {
        exchanged[usize::from(all.class(raw))] = all.class(all.exchanged(raw));
    }
    exchanged
}

/// Examples that one thread looks at.
const SHARE: usize = 256;

/// The share of all steps while they grow.
const GROWING: f32 = 0.1;

impl Networks {
    /// Networks that know nothing: small weights, all different, the same for all heads.
    pub(crate) fn new(heads: usize, seed: u64) -> Self {
        let mut dice = Dice::new(seed, 0, 0);
        // Six of a kind are nearly normal; their deviation is the square root of a half.
        let mut normal = |deviation: f32| {
            let sum: f32 = (0..6).map(|_| dice.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0).sum();
            sum * deviation / 2f32.sqrt()
        };
        let mut head = vec![0.0; PARAMETERS];
        for (range, deviation) in LAYERS {
            head[range].iter_mut().for_each(|weight| *weight = normal(deviation));
        }
        Self::of(vec![0.0; LINE_WEIGHTS], vec![head; heads])
    }

    /// Networks that begin with these weights, of line patterns by class and of each head.
    pub(crate) fn of(lines: Vec<f32>, mut heads: Vec<Vec<f32>>) -> Self {
        heads.iter_mut().for_each(|head| head.resize(LEARNED, 0.0));
        Self {
            fold: LineFold::new(LINE_CHANNELS),
            exchanged: exchanged_classes(),
            start: lines,
            lines: vec![vec![0.0; LINE_WEIGHTS]; LEVELS],
            heads,
        }
    }

    pub(crate) fn weights(&self) -> Weights {
        let mut lines = self.fold.fold(&self.lines);
        add(&mut lines, &self.start);
        Weights {
            lines,
            heads: self.heads.iter().map(|head| fold_codes(head)).collect(),
            exchanged: self.exchanged.clone(),
        }
    }

    /// Fits the networks to `examples`; calls `each` after every look at all of them with how many these were, and the mean loss
    /// meanwhile.
    ///
    /// # Errors
    /// The first one of `each`.
    pub(crate) fn descend<E>(
        &mut self,
        examples: &[&Example],
        descent: &Descent,
        mut each: impl FnMut(usize, &Self, f64) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut dice = Dice::new(descent.seed, 1, 0);
        let mut order: Vec<usize> = (0..examples.len()).collect();
        let mut line_steps: Vec<Adam> =
            (0..LEVELS).map(|level| Adam::new(LINE_WEIGHTS, if level == 0 { descent.decay } else { 0.0 })).collect();
        let mut head_steps: Vec<Adam> = self.heads.iter().map(|_| Adam::new(LEARNED, 0.0)).collect();
        let steps = descent.epochs * order.len().div_ceil(descent.batch);
        let mut step = 0;
        for epoch in 1..=descent.epochs {
            for last in (1..order.len()).rev() {
                order.swap(last, dice.below(last + 1));
            }
            let mut loss = 0.0;
            for batch in order.chunks(descent.batch) {
                step += 1;
                let rate = descent.rate * size(step as f32 / steps as f32);
                let (lines, heads, batch_loss) = self.gradient(examples, batch);
                loss += batch_loss;
                if !descent.no_lines {
                    for ((learned, gradient), adam) in
                        self.lines.iter_mut().zip(self.fold.unfold(lines)).zip(&mut line_steps)
                    {
                        adam.step(learned, &gradient, rate, step);
                    }
                }
                for ((learned, gradient), adam) in self.heads.iter_mut().zip(heads).zip(&mut head_steps) {
                    adam.step(learned, &unfold_codes(gradient), rate, step);
                }
            }
            each(epoch, self, loss / examples.len() as f64)?;
        }
        Ok(())
    }

    /// The mean gradient of a batch by the weights of line patterns and of each head, the same on any number of threads; and the
    /// sum of its losses.
    fn gradient(&self, examples: &[&Example], batch: &[usize]) -> (Vec<f32>, Vec<Vec<f32>>, f64) {
        let weights = self.weights();
        let share = |share: &[usize]| {
            let mut lines = vec![0.0; LINE_WEIGHTS];
            let mut heads: Vec<Vec<f32>> = weights.heads.iter().map(|head| vec![0.0; head.len()]).collect();
            let mut loss = 0.0;
            for &number in share {
                let example = examples[number];
                let head = usize::from(example.head);
                let mut gradient = Gradient { lines: &mut lines, head: &mut heads[head] };
                let value = weights.model(head).add_gradient(example, &mut gradient);
                loss += odds::loss(value.into(), example.target.into());
            }
            (lines, heads, loss)
        };
        let shares: Vec<_> = batch.par_chunks(SHARE.max(batch.len().div_ceil(4))).map(share).collect();
        let mut shares = shares.into_iter();
        let mut sum = shares.next().expect("a batch is not empty");
        for (lines, heads, loss) in shares {
            add(&mut sum.0, &lines);
            sum.1.iter_mut().zip(heads).for_each(|(sum, head)| add(sum, &head));
            sum.2 += loss;
        }
        let mean = 1.0 / batch.len() as f32;
        sum.0.iter_mut().chain(sum.1.iter_mut().flatten()).for_each(|slope| *slope *= mean);
        sum
    }
}

fn add(sum: &mut [f32], more: &[f32]) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// The size of a step after this share of all of them, from 0 to 1.
pub(crate) fn size(share: f32) -> f32 {
    let wave = |part: f32| (1.0 - (PI * part).cos()) / 2.0;
    if share < GROWING { wave(share / GROWING) } else { wave((1.0 - share) / (1.0 - GROWING)) }
}
