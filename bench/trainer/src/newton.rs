//! Regression by Newton's method.

/// A quadratic model of a loss: the loss itself, its gradient, and its matrix of second derivatives.
struct System {
    loss: f64,
    gradient: Vec<f64>,
    /// Its lower triangle.
    hessian: Vec<f64>,
}

impl System {
    /// The model of the penalty alone: half the square of how far each weight is from its prior, times its factor.
    fn new(weights: &[f64], prior: &[f64], penalty: &[f64]) -> Self {
        let n = weights.len();
        let mut hessian = vec![0.0; n * n];
        for (i, &factor) in penalty.iter().enumerate() {
            hessian[i * n + i] = factor;
        }
        let changes = || weights.iter().zip(prior).map(|(weight, prior)| weight - prior).zip(penalty);
        Self {
            loss: changes().map(|(change, factor)| factor * change * change / 2.0).sum(),
            gradient: changes().map(|(change, factor)| factor * change).collect(),
            hessian,
        }
    }

    /// The step that leads to the minimum of the model (Cholesky); the model is used up.
    fn step(mut self) -> Vec<f64> {
        let (n, matrix, right) = (self.gradient.len(), &mut self.hessian, &mut self.gradient);
        for j in 0..n {
            for i in j..n {
                let before: f64 = (0..j).map(|k| matrix[j * n + k] * matrix[i * n + k]).sum();
                let rest = matrix[i * n + j] - before;
                matrix[i * n + j] = if i == j { rest.max(1e-12).sqrt() } else { rest / matrix[j * n + j] };
            }
        }
        for i in 0..n {
            let before: f64 = (0..i).map(|k| matrix[i * n + k] * right[k]).sum();
            right[i] = (right[i] - before) / matrix[i * n + i];
        }
        for i in (0..n).rev() {
            let behind: f64 = (i + 1..n).map(|k| matrix[k * n + i] * right[k]).sum();
            right[i] = (right[i] - behind) / matrix[i * n + i];
        }
        right.iter().map(|step| -step).collect()
    }
}

/// Steps are taken until none is longer than this, in nats.
const SHORTEST_STEP: f64 = 1e-4;

/// Steps from `weights` to the minimum of the loss that `model` describes at given weights.
fn minimize(weights: &[f64], model: impl Fn(&[f64]) -> System) -> Vec<f64> {
    let mut weights = weights.to_vec();
    let mut here = model(&weights);
    loop {
        let loss = here.loss;
        let mut step = here.step();
        // Far from the minimum the model is wrong and leads too far.
        loop {
            if step.iter().all(|step| step.abs() < SHORTEST_STEP) {
                return weights;
            }
            let next: Vec<f64> = weights.iter().zip(&step).map(|(weight, step)| weight + step).collect();
            here = model(&next);
            if here.loss < loss {
                weights = next;
                break;
            }
            step.iter_mut().for_each(|step| *step /= 2.0);
        }
    }
}

/// Options, each a kind and how many there are of it, and the kind of the one that was chosen.
pub(crate) type Chosen<'t> = (&'t [(u16, u16)], u16);

/// The weights, in nats, by which the choices are likeliest: softmax regression. `traits` are the numbers of the weights that
/// an option of each kind adds up. Each weight is penalised by `ridge` times half the square of how far it is from `prior`.
pub(crate) fn softmax(choices: &[Chosen<'_>], traits: &[Vec<usize>], prior: &[f64], ridge: f64) -> Vec<f64> {
    let n = prior.len();
    minimize(prior, |weights| {
        let mut system = System::new(weights, prior, &vec![ridge; n]);
        let worth = worth(weights, traits);
        let mut mean = vec![0.0; n];
        for (options, chosen) in choices {
            let all = total(&worth, options);
            system.loss += all - worth[usize::from(*chosen)];
            mean.fill(0.0);
            for &(kind, count) in *options {
                let share = f64::from(count) * (worth[usize::from(kind)] - all).exp();
                let traits = &traits[usize::from(kind)];
                for &i in traits {
                    mean[i] += share;
                    traits.iter().filter(|&&j| j <= i).for_each(|&j| system.hessian[i * n + j] += share);
                }
            }
            traits[usize::from(*chosen)].iter().for_each(|&i| system.gradient[i] -= 1.0);
            let met: Vec<usize> = (0..n).filter(|&i| mean[i] > 0.0).collect();
            for (number, &i) in met.iter().enumerate() {
                system.gradient[i] += mean[i];
                met[..=number].iter().for_each(|&j| system.hessian[i * n + j] -= mean[i] * mean[j]);
            }
        }
        system
    })
}

/// What an option of each kind is worth, in nats.
pub(crate) fn worth(weights: &[f64], traits: &[Vec<usize>]) -> Vec<f64> {
    traits.iter().map(|numbers| numbers.iter().map(|&number| weights[number]).sum()).collect()
}

/// The loss of a choice, in nats.
pub(crate) fn loss_of_choice(worth: &[f64], (options, chosen): Chosen<'_>) -> f64 {
    total(worth, options) - worth[usize::from(chosen)]
}

/// The logarithm of the sum of the odds of all options: no weights make it overflow.
fn total(worth: &[f64], options: &[(u16, u16)]) -> f64 {
    let most = options.iter().map(|&(kind, _)| worth[usize::from(kind)]).fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 =
        options.iter().map(|&(kind, count)| f64::from(count) * (worth[usize::from(kind)] - most).exp()).sum();
    most + sum.ln()
}

/// The probability of a win at odds of e to the `value`.
pub(crate) fn probability(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// The loss in nats of expecting a win with odds of e to the `value`.
pub(crate) fn loss(value: f64, result: f64) -> f64 {
    value.max(0.0) + (-value.abs()).exp().ln_1p() - result * value
}
