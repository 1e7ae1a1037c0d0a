//! Steps down a gradient (Adam, Kingma and Ba 2015; decay of weights as Loshchilov and Hutter 2019).

use rayon::prelude::*;

/// The share of a gradient that is remembered, and of its square.
const MEMORY: [f32; 2] = [0.9, 0.999];

/// The moments of the gradient of a block of weights.
pub(crate) struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    /// The share of each weight that a step of length 1 takes away.
    decay: f32,
}

/// Weights that one thread steps at a time.
const SHARE: usize = 1 << 14;

impl Adam {
    pub(crate) fn new(weights: usize, decay: f32) -> Self {
        Self { means: vec![0.0; weights], squares: vec![0.0; weights], decay }
    }

    /// Both moments, for checkpoints.
    pub(crate) fn blocks(&mut self) -> [&mut [f32]; 2] {
        [&mut self.means, &mut self.squares]
    }

    /// The `number`-th step, from 1, of length `rate`.
    pub(crate) fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32, number: i32) {
        let correction = MEMORY.map(|memory| 1.0 - memory.powi(number));
        let kept = 1.0 - rate * self.decay;
        let shares = weights.par_chunks_mut(SHARE).zip(gradient.par_chunks(SHARE));
        let memory = self.means.par_chunks_mut(SHARE).zip(self.squares.par_chunks_mut(SHARE));
        shares.zip(memory).for_each(|((weights, gradient), (means, squares))| {
            for number in 0..weights.len() {
                let slope = gradient[number];
                means[number] += (1.0 - MEMORY[0]) * (slope - means[number]);
                squares[number] += (1.0 - MEMORY[1]) * (slope * slope - squares[number]);
                let deviation = (squares[number] / correction[1]).sqrt() + 1e-8;
                weights[number] = kept * weights[number] - rate * means[number] / correction[0] / deviation;
            }
        });
    }
}
