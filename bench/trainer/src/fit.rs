//! Fits the weights of a family of games to games.
//!
//! The games are those that `generate` wrote, on boards of all sizes, and real games where there are any. The networks
//! are fitted to results and search scores of quiet positions; the policies, on request, to the moves that searches
//! chose. One game of five is held out to test both. A plot of predicted against observed results is drawn for each
//! game. Games, options and the present weights determine the result.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{Color, Rules};
use eval::{LINE_CHANNELS, LINE_CLASSES, LineTable, Network, SideWeights, UNIT, Weights, WeightsFile, WeightsTable};
use rayon::prelude::*;

use crate::data::{FormatError, SavedGame};
use crate::learning_curve::{LearningCurve, Point};
use crate::network::returns::Scales;
use crate::network::{self, Choice, Descent, Example, Head, LOOKS, Networks, Policies, Training, checkpoint};
use crate::reliability::{self, Reliability, STONES};
use crate::training_set::{self, Source, TrainingSet};
use crate::{about, calibration, games_named, odds, read, real_games, write};

/// The options of `fit`.
#[derive(clap::Args)]
pub(crate) struct Settings {
    #[command(flatten)]
    training_set: TrainingSet,

    #[command(flatten)]
    descent: Descent,

    /// To how many choices of moves of each game the policies are fitted; with 0 they stay as they are
    #[arg(long, default_value_t = 0)]
    choices: usize,

    /// A folder for plots of predicted against observed results, and of the learning curves [default: none are drawn]
    #[arg(long)]
    plots: Option<PathBuf>,

    /// The checkpoint, written after each epoch. A fit that finds it resumes there; it is removed when the weights are
    /// written
    #[arg(long)]
    checkpoint: Option<PathBuf>,

    /// Where the weights go [default: the file they come from]
    #[arg(long)]
    output: Option<PathBuf>,
}

/// The training set.
#[derive(Default)]
struct Learned {
    examples: Vec<Example>,
    choices: Vec<Choice>,
}

/// Fits the weights of a family, starting from the file at `path`, and reports to `out`.
///
/// # Errors
/// A file cannot be read or written, or has no positions of these games; line patterns are to stay that the games do not share.
pub(crate) fn fit(settings: &Settings, path: &Path, out: &mut impl Write) -> io::Result<()> {
    let games = games_named(&settings.training_set.games)?;
    let heads = network::heads(&games);
    let mut file = read(path)?;
    let today: Vec<Weights> = heads
        .iter()
        .map(|head| file.for_rules(&head.rules).ok_or_else(|| about(path, "no weights of a game like this one")))
        .collect::<Result<_, _>>()?;
    let Descent { no_lines, seed, warm_start, freeze_lines, .. } = settings.descent;
    let lines = today.iter().filter(|_| !no_lines).find_map(Weights::lines);
    let shared = |lines| today.iter().all(|weights| weights.lines().is_some_and(|other| Arc::ptr_eq(lines, other)));
    if freeze_lines && !lines.is_some_and(shared) {
        return Err(about(path, "these games do not share one table of line patterns"));
    }
    let sources = settings.training_set.sources(&games)?;
    for Source { weights, scales } in &sources {
        writeln!(out, "scores by weights {weights:016x} times {scales:.2?}")?;
    }
    let Learned { examples, choices } = learned(settings, &games, &heads, &sources)?;
    for (number, head) in heads.iter().enumerate() {
        let examples = examples.iter().filter(|example| usize::from(example.head) == number).count();
        let choices = choices.iter().filter(|choice| usize::from(choice.head) == number).count();
        writeln!(out, "{}: {examples} positions, {choices} choices", head.name())?;
        if examples == 0 {
            return Err(io::Error::other(format!("no positions of {}", head.name())));
        }
    }
    let (held_out, examples): (Vec<_>, Vec<_>) = examples.iter().partition(|example| example.held_out);
    let sides: Vec<&SideWeights> =
        today.iter().zip(&heads).map(|(weights, head)| weights.of(head.side.unwrap_or(Color::Black))).collect();
    let networks = if warm_start {
        let lines = lines.map_or_else(|| vec![0.0; LINE_CLASSES * LINE_CHANNELS], |lines| lines.weights());
        let heads = sides.iter().map(|weights| weights.network().weights()).collect();
        Networks::of(lines, heads).with_dead_units_revived(seed)
    } else {
        Networks::new(heads.len(), seed)
    };
    let (networks, curve) = learn(settings, networks, &examples, &held_out, out)?;
    let weights = networks.weights();
    let mut policies = Policies::of(lines.map(Arc::as_ref), &sides);
    if !choices.is_empty() {
        let [before, after];
        (policies, [before, after]) = network::fit_policies(&choices, policies, !no_lines, seed);
        writeln!(out, "policies, held out: loss before {before:.4}, fitted {after:.4}")?;
    }
    let lines = match lines {
        Some(lines) if freeze_lines => Arc::clone(lines),
        _ => Arc::new(LineTable::new(&weights.lines, &policies.lines)),
    };
    let table = |((head, network), policy): ((&Head, &Vec<f32>), &Vec<f64>)| WeightsTable {
        game: head.rules.name.to_owned(),
        side: head.side,
        lines: None,
        weights: Arc::new(SideWeights::new(Network::new(network), policy)),
    };
    let tables: Vec<WeightsTable> = heads.iter().zip(&weights.heads).zip(&policies.heads).map(table).collect();
    let rounded = weights.with(lines.weights(), tables.iter().map(|table| table.weights.network().weights()).collect());
    report("before", &held_out, &heads, &|example| f64::from(example.before) / UNIT, out)?;
    report("fitted", &held_out, &heads, &|example| rounded.value(example).into(), out)?;
    if let Some(folder) = &settings.plots {
        fs::create_dir_all(folder)?;
        if settings.descent.epochs > 0 {
            write(&folder.join("learning-curve.svg"), curve.plot().as_bytes())?;
        }
        for (number, head) in heads.iter().enumerate() {
            let examples = held_out.iter().filter(|example| usize::from(example.head) == number);
            let predicted = examples
                .filter_map(|example| {
                    Some((odds::probability(rounded.value(example).into()), f64::from(example.result?)))
                })
                .collect::<Vec<_>>();
            let path = folder.join(format!("{}.svg", head.name().replace(' ', "-")));
            write(&path, calibration::plot(&head.name(), &predicted).as_bytes())?;
        }
    }
    let tables = tables.into_iter().map(|table| WeightsTable { lines: (!no_lines).then_some(0), ..table }).collect();
    file.replace(WeightsFile { lines: if no_lines { Vec::new() } else { vec![lines] }, tables });
    write(settings.output.as_deref().unwrap_or(path), &file.to_bytes())?;
    match settings.checkpoint.as_deref().map(fs::remove_file) {
        Some(Err(error)) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// About the number of held-out positions for the losses of the learning curve.
const SAMPLE: usize = 20_000;

/// Fits the networks to `examples`, from the checkpoint if there is one, and reports the losses after each epoch.
fn learn(
    settings: &Settings,
    networks: Networks,
    examples: &[&Example],
    held_out: &[&Example],
    out: &mut impl Write,
) -> io::Result<(Networks, LearningCurve)> {
    let sample: Vec<&Example> = held_out.iter().copied().step_by(held_out.len() / SAMPLE + 1).collect();
    let mut training = Training::new(networks, &settings.descent);
    let fit = number(settings, examples, &mut training);
    let mut curve = LearningCurve::default();
    if let Some(path) = &settings.checkpoint {
        curve = checkpoint::load(path, fit, &mut training)?;
        writeln!(out, "checkpoint: {} epochs are done", training.epoch())?;
    }
    while training.epoch() < settings.descent.epochs {
        let before = training.epoch();
        training.run_epoch(examples, |networks, looks, learned| {
            let weights = networks.weights();
            let loss = |example: &&Example| odds::loss(weights.value(example).into(), example.target.into());
            let held_out = mean(&sample.par_iter().map(loss).collect::<Vec<_>>());
            curve.push(Point { epochs: before as f64 + looks as f64 / LOOKS as f64, learned, held_out });
        });
        let weights = training.networks().weights();
        let losses = losses(held_out, &|example| weights.value(example).into());
        writeln!(
            out,
            "epoch {:2}: loss {:.4}; held out {losses}",
            training.epoch(),
            curve.learned_since(before as f64)
        )?;
        out.flush()?;
        if let Some(path) = &settings.checkpoint {
            checkpoint::save(path, fit, &mut training, &curve)?;
        }
    }
    Ok((training.into_networks(), curve))
}

/// The number of a fit that begins: of its options, of what it begins with, and of what it learns from.
fn number(settings: &Settings, examples: &[&Example], training: &mut Training<'_>) -> u32 {
    let Settings { training_set: TrainingSet { games, lambda, .. }, descent, .. } = settings;
    let mut sum = crc32fast::Hasher::new();
    sum.update(format!("{games:?} {lambda} {descent:?}").as_bytes());
    sum.update(&training.bytes());
    for Example { target, points, .. } in examples {
        sum.update(&target.to_le_bytes());
        sum.update(&points.len().to_le_bytes());
    }
    sum.finalize()
}

/// Reads all games of the family.
fn learned(settings: &Settings, games: &[Rules], heads: &[Head], sources: &[Source]) -> io::Result<Learned> {
    let mut learned = Learned::default();
    settings.training_set.for_each_chunk(games, |weights, saved| {
        learned.add(saved, training_set::scales(sources, weights), heads, settings)
    })?;
    // At most as many as the others: people err more often, and values predict results of searches.
    for rules in games {
        let of_game = |example: &Example| heads[usize::from(example.head)].rules.name == rules.name;
        let most = learned.examples.iter().filter(|example| of_game(example)).count();
        let people: Vec<_> = real_games::read(rules)?
            .par_iter()
            .map(|game| network::of_game(game, heads, &[1.0; STONES.len()], 1.0))
            .collect::<Result<_, _>>()
            .map_err(io::Error::other)?;
        learned.examples.extend(people.into_iter().flatten().take(most));
    }
    Ok(learned)
}

impl Learned {
    /// Takes what is to be learned from games.
    fn add(
        &mut self,
        games: &[SavedGame],
        scales: &Scales,
        heads: &[Head],
        settings: &Settings,
    ) -> Result<(), FormatError> {
        let lambda = settings.training_set.lambda;
        let examples: Vec<_> =
            games.par_iter().map(|game| network::of_game(game, heads, scales, lambda)).collect::<Result<_, _>>()?;
        self.examples.extend(examples.into_iter().flatten());
        let Some(name) = games.first().map(|game| game.game.rules().name) else { return Ok(()) };
        let known = self.choices.iter().filter(|choice| heads[usize::from(choice.head)].rules.name == name).count();
        if known < settings.choices {
            let choices: Vec<_> =
                games.par_iter().map(|game| network::choices(game, heads)).collect::<Result<_, _>>()?;
            self.choices.extend(choices.into_iter().flatten().take(settings.choices - known));
        }
        Ok(())
    }
}

/// The mean loss of the targets and, where positions were played, of the results, as text.
fn losses(examples: &[&Example], value: &(dyn Fn(&Example) -> f64 + Sync)) -> String {
    let loss = |example: &&Example| {
        let value = value(example);
        (odds::loss(value, example.target.into()), example.result.map(|result| odds::loss(value, result.into())))
    };
    let (targets, results): (Vec<f64>, Vec<Option<f64>>) = examples.par_iter().map(loss).unzip();
    let results: Vec<f64> = results.into_iter().flatten().collect();
    let of_results =
        if results.is_empty() { "none has a result".to_owned() } else { format!("of results {:.4}", mean(&results)) };
    format!("{:.4}, {of_results}", mean(&targets))
}

fn mean(losses: &[f64]) -> f64 {
    losses.iter().sum::<f64>() / losses.len().max(1) as f64
}

/// Calibration on held-out positions, by game and by number of stones.
fn report(
    name: &str,
    examples: &[&Example],
    heads: &[Head],
    value: &(dyn Fn(&Example) -> f64 + Sync),
    out: &mut impl Write,
) -> io::Result<()> {
    for (number, head) in heads.iter().enumerate() {
        let examples: Vec<&Example> =
            examples.iter().copied().filter(|example| usize::from(example.head) == number).collect();
        let mut by_stones: [Reliability; STONES.len()] = Default::default();
        for example in &examples {
            let Some(result) = example.result else { continue };
            let score = (value(example) * UNIT).round() as i32;
            by_stones[reliability::range(example.stones.into())].add(score, result.into());
        }
        writeln!(out, "{}, held out, {name}: loss {}", head.name(), losses(&examples, value))?;
        write!(out, "{}", reliability::table(&STONES.map(|(_, first)| first), &by_stones))?;
    }
    Ok(())
}
