//! The policies of a family, fitted to the moves that searches chose: softmax regression by gradient descent.

use engine::{Game, Move, PointSet, Tactics, Visitor};
use eval::{
    Features, LINE_CLASSES, LineGeometry, LineTable, POLICY_BLOCKS, POLICY_PARAMETERS, SideWeights, Weights,
    policy_features,
};
use random::Dice;
use rayon::prelude::*;

use crate::data::{FormatError, SavedGame, Searched};
use crate::network::adam::Adam;
use crate::network::descent::size;
use crate::network::examples::{self, Coded, Head, NO_LINE};
use crate::network::fold::{LEVELS, LineFold};
use crate::quiet;

/// A move that was chosen among others.
pub(crate) struct Choice {
    /// The number of its head.
    pub(crate) head: u8,
    held_out: bool,
    /// The [levels](Features::levels) of the position.
    levels: u8,
    points: Box<[Coded]>,
    /// The number of the point that was chosen.
    chosen: u16,
}

/// The choices of the searches of a game.
///
/// # Errors
/// A move is not legal.
pub(crate) fn choices(game: &SavedGame, heads: &[Head]) -> Result<Vec<Choice>, FormatError> {
    struct Look<'l>(&'l SavedGame, &'l [Head]);

    impl Visitor for Look<'_> {
        type Output = Result<Vec<Choice>, FormatError>;

        fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
            let Self(saved, heads) = self;
            let weights = Weights::for_rules(game.rules());
            let geometry = LineGeometry::new(game.grid());
            let mut position = P::start(game);
            let mut choices = Vec::new();
            for (at, ply) in saved.plies.iter().enumerate() {
                if position.outcome().is_none()
                    && position.winning().is_empty()
                    && let Some(Searched { score, best: Move::Place(best), .. }) = ply.searched
                    // Where all moves lose, it does not matter which is chosen.
                    && score.plies_to_loss().is_none()
                {
                    let threats = position.threats();
                    // Those among which a search chooses.
                    let near = || position.open_four_defences(&threats).unwrap_or_else(|| position.candidates());
                    let moves = position.defences().unwrap_or_else(near) & position.legal();
                    if let Some(chosen) = moves.iter().position(|point| point == best).filter(|_| moves.len() > 1) {
                        let features = Features::of(&position, &threats, &weights);
                        choices.push(Choice {
                            head: examples::head_of(heads, game.rules(), position.to_move()),
                            held_out: quiet::is_held_out(saved),
                            levels: features.levels() as u8,
                            points: examples::points(&position, &features, &geometry, moves).into(),
                            chosen: chosen as u16,
                        });
                    }
                }
                position = position.play(ply.mv).map_err(|_| FormatError::Illegal { game: saved.number, ply: at })?;
            }
            Ok(choices)
        }
    }

    game.game.visit(Look(game, heads))
}

/// Policies: the logits of line patterns by class, and the weights of codes for each head, in nats.
pub(crate) struct Policies {
    pub(crate) lines: Vec<f32>,
    pub(crate) heads: Vec<Vec<f64>>,
}

impl Policies {
    /// Policies with these weights of line patterns, if there are any, and of codes.
    pub(crate) fn of(lines: Option<&LineTable>, heads: &[&SideWeights]) -> Self {
        Self {
            lines: lines.map_or_else(|| vec![0.0; LINE_CLASSES], LineTable::policy),
            heads: heads.iter().map(|weights| weights.policy()).collect(),
        }
    }
}

/// Choices that are looked at before each step, those that one thread looks at, how often all are, and the longest step.
const BATCH: usize = 512;
const SHARE: usize = 128;
const EPOCHS: usize = 3;
const RATE: f32 = 0.01;

/// How fast the weights of whole line patterns decay.
const DECAY: f32 = 0.1;

/// The weights of a forward pass: line patterns by class, codes by head.
struct Model {
    lines: Vec<f32>,
    heads: Vec<Vec<f32>>,
}

impl Model {
    /// The logits of all points to choose from, less the best one.
    fn logits(&self, choice: &Choice) -> Vec<f32> {
        let (head, levels) = (&self.heads[usize::from(choice.head)], usize::from(choice.levels));
        let logit = |point: &Coded| {
            let codes: f32 = policy_features(levels, point.codes).iter().map(|&number| head[number]).sum();
            codes + lines(point).map(|class| self.lines[class]).sum::<f32>()
        };
        let mut logits: Vec<f32> = choice.points.iter().map(logit).collect();
        let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        logits.iter_mut().for_each(|logit| *logit -= most);
        logits
    }

    /// The loss of a choice, in nats.
    fn loss(&self, choice: &Choice) -> f64 {
        let logits = self.logits(choice);
        f64::from(logits.iter().map(|logit| logit.exp()).sum::<f32>().ln() - logits[usize::from(choice.chosen)])
    }

    /// Adds how the loss grows with each weight.
    fn add_gradient(&self, choice: &Choice, of_lines: &mut [f32], heads: &mut [Vec<f32>]) {
        let mut odds = self.logits(choice);
        odds.iter_mut().for_each(|logit| *logit = logit.exp());
        let sum: f32 = odds.iter().sum();
        let (head, levels) = (&mut heads[usize::from(choice.head)], usize::from(choice.levels));
        for (number, (point, odds)) in choice.points.iter().zip(odds).enumerate() {
            let slope = odds / sum - f32::from(u8::from(number == usize::from(choice.chosen)));
            policy_features(levels, point.codes).into_iter().for_each(|number| head[number] += slope);
            lines(point).for_each(|class| of_lines[class] += slope);
        }
    }
}

fn lines(point: &Coded) -> impl Iterator<Item = usize> {
    point.classes.into_iter().filter(|&class| class != NO_LINE).map(usize::from)
}

/// Fits the policies of a family, starting from the present ones. Returns the mean losses in nats on held-out choices,
/// before and after.
pub(crate) fn fit(choices: &[Choice], today: Policies, with_lines: bool, seed: u64) -> (Policies, [f64; 2]) {
    let (held_out, examples): (Vec<&Choice>, Vec<&Choice>) = choices.iter().partition(|choice| choice.held_out);
    let (fold, sums) = (LineFold::new(1), Sums::new());
    let mut line_levels = vec![vec![0.0; LINE_CLASSES]; LEVELS];
    line_levels[0] = today.lines;
    let mut heads: Vec<Vec<f32>> = today
        .heads
        .into_iter()
        .map(|weights| {
            let mut head: Vec<f32> = weights.into_iter().map(|weight| weight as f32).collect();
            head.resize(sums.learned, 0.0);
            head
        })
        .collect();
    let mut line_steps: Vec<Adam> =
        (0..LEVELS).map(|level| Adam::new(LINE_CLASSES, if level == 0 { DECAY } else { 0.0 })).collect();
    let mut head_steps: Vec<Adam> = heads.iter().map(|head| Adam::new(head.len(), 0.0)).collect();
    let model = |line_levels: &[Vec<f32>], heads: &[Vec<f32>]| Model {
        lines: fold.fold(line_levels),
        heads: heads.iter().map(|head| sums.fold(head)).collect(),
    };
    let loss = |model: &Model| {
        held_out.par_iter().map(|choice| model.loss(choice)).sum::<f64>() / held_out.len().max(1) as f64
    };
    let before = loss(&model(&line_levels, &heads));
    let mut dice = Dice::new(seed, 2, 0);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let steps = EPOCHS * order.len().div_ceil(BATCH);
    let mut step = 0;
    for _ in 0..EPOCHS {
        for last in (1..order.len()).rev() {
            order.swap(last, dice.below(last + 1));
        }
        for batch in order.chunks(BATCH) {
            step += 1;
            let rate = RATE * size(step as f32 / steps as f32);
            let now = model(&line_levels, &heads);
            let share = |share: &[usize]| {
                let mut of_lines = vec![0.0; LINE_CLASSES];
                let mut of_heads = vec![vec![0.0; POLICY_PARAMETERS]; heads.len()];
                share.iter().for_each(|&number| now.add_gradient(examples[number], &mut of_lines, &mut of_heads));
                (of_lines, of_heads)
            };
            let shares: Vec<_> = batch.par_chunks(SHARE).map(share).collect();
            let (mut of_lines, mut of_heads) =
                (vec![0.0; LINE_CLASSES], vec![vec![0.0; POLICY_PARAMETERS]; heads.len()]);
            let add = |sum: &mut [f32], more: &[f32]| {
                sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more / batch.len() as f32);
            };
            for (more_lines, more_heads) in shares {
                add(&mut of_lines, &more_lines);
                of_heads.iter_mut().zip(more_heads).for_each(|(sum, more)| add(sum, &more));
            }
            if with_lines {
                for ((level, gradient), adam) in line_levels.iter_mut().zip(fold.unfold(of_lines)).zip(&mut line_steps)
                {
                    adam.step(level, &gradient, rate, step);
                }
            }
            for ((head, gradient), adam) in heads.iter_mut().zip(of_heads).zip(&mut head_steps) {
                adam.step(head, &sums.unfold(&gradient), rate, step);
            }
        }
    }
    let Model { lines, heads } = model(&line_levels, &heads);
    let after = loss(&Model { lines: lines.clone(), heads: heads.clone() });
    let heads = heads.into_iter().map(|head| head.into_iter().map(f64::from).collect()).collect();
    (Policies { lines, heads }, [before, after])
}

/// The sums that the weights of a policy are while they are learned.
struct Sums {
    /// The number of a weight, and that of a learned one that is a part of it.
    parts: Vec<(usize, usize)>,
    /// How many are learned: one for each weight, then what weights have in common.
    learned: usize,
}

impl Sums {
    /// Shared parts: weights share a part with their row and their column, and in a series of blocks with the same
    /// cell, row and column of all of them.
    fn new() -> Self {
        let (mut parts, mut weight, mut learned) = (Vec::new(), 0, POLICY_PARAMETERS);
        let mut more = |count: usize| {
            learned += count;
            learned - count
        };
        for (_, blocks, rows, columns) in POLICY_BLOCKS {
            let series = (blocks > 1).then(|| (more(rows * columns), more(rows + columns)));
            for _ in 0..blocks {
                let of_block = more(rows + columns);
                for cell in 0..rows * columns {
                    let (row, column) = (cell / columns, rows + cell % columns);
                    let of_series = series.map(|(cells, lines)| [cells + cell, lines + row, lines + column]);
                    let own = [weight, of_block + row, of_block + column];
                    parts.extend(own.into_iter().chain(of_series.into_iter().flatten()).map(|part| (weight, part)));
                    weight += 1;
                }
            }
        }
        Self { parts, learned }
    }

    /// The weights, from what is learned.
    fn fold(&self, learned: &[f32]) -> Vec<f32> {
        let mut weights = vec![0.0; POLICY_PARAMETERS];
        self.parts.iter().for_each(|&(weight, part)| weights[weight] += learned[part]);
        weights
    }

    /// The gradient by what is learned, from that by the weights.
    fn unfold(&self, gradient: &[f32]) -> Vec<f32> {
        let mut unfolded = vec![0.0; self.learned];
        self.parts.iter().for_each(|&(weight, part)| unfolded[part] += gradient[weight]);
        unfolded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_have_parts_in_common() {
        let sums = Sums::new();
        let mut dice = Dice::new(1, 0, 0);
        let mut random = |length| (0..length).map(|_| dice.below(1000) as f32 / 1000.0).collect::<Vec<f32>>();
        let (learned, gradient) = (random(sums.learned), random(POLICY_PARAMETERS));
        let dot = |one: &[f32], other: &[f32]| {
            one.iter().zip(other).map(|(&one, &other)| f64::from(one) * f64::from(other)).sum::<f64>()
        };
        let (folded, unfolded) = (dot(&sums.fold(&learned), &gradient), dot(&learned, &sums.unfold(&gradient)));
        assert!((folded / unfolded - 1.0).abs() < 1e-6, "{folded} {unfolded}");

        // The weights that share a part: one, a code with itself in all blocks, a row or a column of one block or of
        // all.
        let mut shared = sums.unfold(&[1.0; POLICY_PARAMETERS]);
        let common = shared.split_off(POLICY_PARAMETERS);
        assert!(shared.iter().all(|&count| count == 1.0));
        let count = |many: f32| common.iter().filter(|&&count| count == many).count();
        // Two series of 49 blocks and a block alone, 16 rows and 16 columns each.
        assert_eq!([count(49.0), count(49.0 * 16.0)], [2 * 256, 2 * 32]);
        assert_eq!([count(1.0), count(16.0)], [0, (2 * 49 + 1) * 32]);
    }
}
