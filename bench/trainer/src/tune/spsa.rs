//! Simultaneous perturbation (Spall 1992): all numbers are changed a little at once, up or down by chance; a pair of games of the
//! changed ones against those changed the other way tells in which direction they should go.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use matches::statistics::Points;
use random::Dice;
use search::tuning::{Parameter, parameters};

use crate::tune::contest::{Contest, Pair, Players};
use crate::tune::numbers::{self, Numbers};
use crate::{about, write};

/// Tunes numbers of the search.
#[derive(clap::Args)]
pub(crate) struct Tune {
    /// The file of the parameters; a later run resumes from it
    #[arg(long)]
    file: PathBuf,

    /// The numbers to begin with, where there is no such file: `name=value,…` or a file
    #[arg(long, default_value = "")]
    from: String,

    /// The numbers to tune [default: all]
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,

    /// How far a pair won by both games moves a number, in parts of its step; at the end of the run half of that
    #[arg(long, default_value_t = 0.03)]
    rate: f64,

    /// Files of other runs, with other seeds: the numbers become the mean of all, by their pairs, and nothing is played
    #[arg(long, num_args = 1..)]
    merge: Vec<PathBuf>,

    #[command(flatten)]
    contest: Contest,
}

/// The step of a number is its range divided by this.
const STEPS: f64 = 12.0;

/// Pairs from one report to the next.
const REPORT: u64 = 100;

/// Which streams of chance the directions and the rounding have.
const DIRECTIONS: u64 = 1 << 32;
const ROUNDING: u64 = 2 << 32;

/// How the first line of a file of numbers begins.
const PAIRS: &str = "# pairs: ";

struct State {
    numbers: Numbers,
    /// The pairs behind them.
    pairs: u64,
}

impl State {
    fn open(settings: &Tune) -> io::Result<Self> {
        if settings.file.exists() {
            Self::read(&settings.file)
        } else {
            Ok(Self { numbers: numbers::read(&settings.from)?, pairs: 0 })
        }
    }

    fn read(path: &Path) -> io::Result<Self> {
        let text = fs::read_to_string(path).map_err(|error| about(path, error))?;
        let pairs = text.lines().find_map(|line| line.strip_prefix(PAIRS)?.parse().ok()).unwrap_or(0);
        Ok(Self { numbers: numbers::parse(&text)?, pairs })
    }

    /// The mean of several runs.
    fn mean(runs: &[Self]) -> Self {
        let pairs: u64 = runs.iter().map(|run| run.pairs).sum();
        let mean = |place: usize| {
            let sum: f64 = runs.iter().map(|run| run.numbers[place] * run.pairs as f64).sum();
            sum / pairs.max(1) as f64
        };
        Self { numbers: (0..parameters().len()).map(mean).collect(), pairs }
    }

    fn save(&self, settings: &Tune) -> io::Result<()> {
        let text = format!("{PAIRS}{}\n{}", self.pairs, numbers::write(&self.numbers));
        write(&settings.file, text.as_bytes())
    }
}

/// Tunes until all pairs are played or `stop` is set, and keeps the numbers in the file.
///
/// # Errors
/// Numbers or games are unknown, or a file cannot be read or written.
pub(crate) fn tune(settings: &Tune, stop: &AtomicBool, out: &mut (impl Write + Send)) -> io::Result<()> {
    if !settings.merge.is_empty() {
        let runs: Vec<State> = settings.merge.iter().map(|path| State::read(path)).collect::<io::Result<_>>()?;
        return State::mean(&runs).save(settings);
    }
    let only: io::Result<Vec<usize>> = settings.only.iter().map(|name| numbers::place(name)).collect();
    let only = only?;
    let tuned: Vec<bool> = (0..parameters().len()).map(|place| only.is_empty() || only.contains(&place)).collect();
    let opened = State::open(settings)?;
    let first = opened.pairs;
    let state = Mutex::new(opened);
    let seed = settings.contest.seed;
    let players = |number: u64| -> Players {
        let numbers = state.lock().expect("no panic").numbers.clone();
        let mut rounding = Dice::new(seed, number, ROUNDING);
        let directions = directions(seed, number, &tuned);
        [1.0, -1.0].map(|sign| {
            let moved = numbers.iter().zip(parameters()).zip(&directions);
            let moved = moved.map(|((value, parameter), direction)| value + sign * direction * step(parameter));
            moved.map(|value| (value + rounding.share()).floor() as i32).collect()
        })
    };
    let mut written = Ok(());
    settings.contest.run(first, stop, players, |Pair { number, points, .. }| {
        let won: f64 = points.map(worth).iter().sum();
        let state = &mut *state.lock().expect("no panic");
        let rate = settings.rate * (1.0 - 0.5 * state.pairs as f64 / (state.pairs + 1000) as f64);
        for ((value, parameter), direction) in
            state.numbers.iter_mut().zip(parameters()).zip(directions(seed, number, &tuned))
        {
            let moved = *value + rate * won * direction * step(parameter);
            *value = moved.clamp(f64::from(parameter.least), f64::from(parameter.most));
        }
        state.pairs += 1;
        if state.pairs % REPORT == 0 && written.is_ok() {
            written = state.save(settings).and_then(|()| writeln!(out, "{} pairs", state.pairs));
        }
    })?;
    let state = state.into_inner().expect("no panic");
    written.and_then(|()| state.save(settings))?;
    write!(out, "{}", numbers::write(&state.numbers))
}

/// Up, down or not at all, for each number.
fn directions(seed: u64, number: u64, tuned: &[bool]) -> Vec<f64> {
    let mut dice = Dice::new(seed, number, DIRECTIONS);
    let mut direction = |&tuned: &bool| {
        let direction = if dice.below(2) == 0 { 1.0 } else { -1.0 };
        if tuned { direction } else { 0.0 }
    };
    tuned.iter().map(&mut direction).collect()
}

fn step(parameter: &Parameter) -> f64 {
    f64::from(parameter.most - parameter.least) / STEPS
}

const fn worth(points: Points) -> f64 {
    match points {
        Points::Win => 0.5,
        Points::Draw => 0.0,
        Points::Loss => -0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_counts_runs_by_their_pairs() {
        let run = |value, pairs| State { numbers: vec![value; parameters().len()], pairs };
        let mean = State::mean(&[run(1.0, 100), run(4.0, 200)]);
        assert_eq!((mean.numbers[0], mean.pairs), (3.0, 300));
    }

    #[test]
    fn directions_follow_from_the_number_and_leave_the_others_alone() {
        let tuned = [true, false, true, true];
        assert_eq!(directions(1, 7, &tuned), directions(1, 7, &tuned));
        let sums = (0..1000).map(|number| directions(1, number, &tuned));
        let sums = sums.fold([0.0; 4], |sums, next| std::array::from_fn(|place| sums[place] + next[place]));
        assert!(sums[1] == 0.0 && [0, 2, 3].iter().all(|&place| sums[place].abs() < 150.0), "{sums:?}");
    }
}
