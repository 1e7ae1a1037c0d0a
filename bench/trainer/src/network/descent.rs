//! Fits the networks of a family to examples: gradient descent whose steps first grow, then shrink.

use std::f32::consts::PI;

use eval::{LINE_CHANNELS, LINE_CLASSES, LINE_PATTERNS, LinePatterns, PARAMETERS};
use random::Dice;
use rayon::prelude::*;

use crate::network::adam::Adam;
use crate::network::examples::Example;
use crate::network::fold::{LEARNED, LEVELS, LineFold, fold_codes, unfold_codes};
use crate::network::model::{Gradient, HIDDEN_LAYERS, LINE_WEIGHTS, Model, layers};
use crate::odds;

/// How networks are fitted to examples.
#[derive(clap::Args, Clone, Debug)]
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

    /// No line patterns: to see what they are worth
    #[arg(long)]
    pub(crate) no_lines: bool,

    /// Warm start: begin with the present weights; whole line patterns then decay towards them. A game without weights
    /// begins with those of the game most like it
    #[arg(long, conflicts_with = "no_lines")]
    pub(crate) warm_start: bool,

    /// Line patterns stay as they are: what other games share with these stays shared
    #[arg(long, requires = "warm_start", conflicts_with = "choices")]
    pub(crate) freeze_lines: bool,

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
    /// The difference from the start, level by level.
    lines: Vec<Vec<f32>>,
    heads: Vec<Vec<f32>>,
}

/// The weights of a forward pass: line patterns by class, and each head.
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

/// A random number of this deviation: six of a kind are nearly normal; their deviation is the square root of a half.
fn normal(dice: &mut Dice, deviation: f32) -> f32 {
    let sum: f32 = (0..6).map(|_| dice.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0).sum();
    sum * deviation / 2f32.sqrt()
}

/// Examples that one thread looks at.
const SHARE: usize = 256;

/// The share of all steps while they grow.
const GROWING: f32 = 0.1;

impl Networks {
    /// A cold start: small random weights, the same for all heads.
    pub(crate) fn new(heads: usize, seed: u64) -> Self {
        let mut dice = Dice::new(seed, 0, 0);
        let mut head = vec![0.0; PARAMETERS];
        for (range, deviation) in layers() {
            head[range].iter_mut().for_each(|weight| *weight = normal(&mut dice, deviation));
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

    /// Gives dead units random weights of what they see, the same in all heads. A unit is dead if it sees nothing and nothing sees
    /// it, as those are by which a layer was widened: no loss has a slope by its weights, so it would never learn. Values stay what
    /// they are until the next layer learns to look at these units.
    pub(crate) fn with_dead_units_revived(mut self, seed: u64) -> Self {
        for head in &mut self.heads {
            let mut dice = Dice::new(seed, 2, 0);
            for layer in HIDDEN_LAYERS {
                for unit in 0..layer.units {
                    if layer.inputs_of(unit).chain(layer.outputs_of(unit)).all(|at| head[at] == 0.0) {
                        layer.inputs_of(unit).for_each(|at| head[at] = normal(&mut dice, layer.deviation));
                    }
                }
            }
        }
        self
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

/// The state of a fit between two epochs.
pub(crate) struct Training<'d> {
    descent: &'d Descent,
    networks: Networks,
    line_steps: Vec<Adam>,
    head_steps: Vec<Adam>,
    epoch: usize,
}

/// The number of reports of the loss in an epoch.
pub(crate) const LOOKS: usize = 10;

impl<'d> Training<'d> {
    pub(crate) fn new(networks: Networks, descent: &'d Descent) -> Self {
        let decay = |level| if level == 0 { descent.decay } else { 0.0 };
        let line_steps = (0..LEVELS).map(|level| Adam::new(LINE_WEIGHTS, decay(level))).collect();
        let head_steps = networks.heads.iter().map(|_| Adam::new(LEARNED, 0.0)).collect();
        Self { descent, networks, line_steps, head_steps, epoch: 0 }
    }

    /// The networks fitted so far.
    pub(crate) fn networks(&self) -> &Networks {
        &self.networks
    }

    pub(crate) fn into_networks(self) -> Networks {
        self.networks
    }

    /// How often all examples were looked at.
    pub(crate) fn epoch(&self) -> usize {
        self.epoch
    }

    /// All numbers of it, block by block.
    fn blocks(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let Networks { start, lines, heads, .. } = &mut self.networks;
        let steps = self.line_steps.iter_mut().chain(&mut self.head_steps).flat_map(Adam::blocks);
        [start.as_mut_slice()].into_iter().chain(lines.iter_mut().chain(heads).map(Vec::as_mut_slice)).chain(steps)
    }

    /// All numbers of it, little-endian.
    pub(crate) fn bytes(&mut self) -> Vec<u8> {
        self.blocks().flat_map(|block| block.iter().flat_map(|number| number.to_le_bytes())).collect()
    }

    /// Resumes after `epoch` epochs from [`Self::bytes`]. Returns false, and changes nothing, if the length differs.
    pub(crate) fn resume(&mut self, epoch: usize, bytes: &[u8]) -> bool {
        if bytes.len() != size_of::<f32>() * self.blocks().map(|block| block.len()).sum::<usize>() {
            return false;
        }
        let (numbers, _) = bytes.as_chunks();
        self.blocks().flatten().zip(numbers).for_each(|(number, &bytes)| *number = f32::from_le_bytes(bytes));
        self.epoch = epoch;
        true
    }

    /// Trains one epoch over shuffled examples. Calls `look` after each tenth with its number and the mean loss.
    pub(crate) fn run_epoch(&mut self, examples: &[&Example], mut look: impl FnMut(&Networks, usize, f64)) {
        let mut dice = Dice::new(self.descent.seed, 1, self.epoch as u64);
        let mut order: Vec<usize> = (0..examples.len()).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, dice.below(last + 1));
        }
        let batches = order.len().div_ceil(self.descent.batch);
        let (mut loss, mut seen) = (0.0, 0);
        for (number, batch) in order.chunks(self.descent.batch).enumerate() {
            let step = self.epoch * batches + number + 1;
            loss += self.step(examples, batch, step, batches * self.descent.epochs);
            seen += batch.len();
            let looks = (number + 1) * LOOKS / batches;
            if looks > number * LOOKS / batches {
                look(&self.networks, looks, loss / seen as f64);
                (loss, seen) = (0.0, 0);
            }
        }
        self.epoch += 1;
    }

    /// The `number`-th step of `all`; the sum of the losses before it.
    fn step(&mut self, examples: &[&Example], batch: &[usize], number: usize, all: usize) -> f64 {
        let rate = self.descent.rate * size(number as f32 / all as f32);
        let (lines, heads, loss) = self.networks.gradient(examples, batch);
        let Networks { fold, lines: learned_lines, heads: learned_heads, .. } = &mut self.networks;
        if !self.descent.no_lines && !self.descent.freeze_lines {
            let gradients = fold.unfold(lines);
            for ((learned, gradient), adam) in learned_lines.iter_mut().zip(gradients).zip(&mut self.line_steps) {
                adam.step(learned, &gradient, rate, number as i32);
            }
        }
        for ((learned, gradient), adam) in learned_heads.iter_mut().zip(heads).zip(&mut self.head_steps) {
            adam.step(learned, &unfold_codes(gradient), rate, number as i32);
        }
        loss
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
