//! Log loss of results by the number of stones: static evaluation, search, other program.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use search::Score;

use super::Error;
use super::expected::{Pair, best_scale, loss, mean_loss};
use super::games::{self, Look, Played};

/// The options of `losses`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Games with looks
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Ranges of stones: their names, and the fewest stones of each.
const PHASES: [(&str, usize); 4] = [("up to 40", 0), ("41-60", 41), ("61-80", 61), ("81 and more", 81)];

/// The columns of values: static, search, other.
const VALUES: [fn(&Look) -> Option<Score>; 3] =
    [|look| look.static_eval, |look| Some(look.ours), |look| Some(look.theirs)];

/// Pairs of one value, with the number of their game.
type Pairs = Vec<(usize, Pair)>;

/// Prints a table for each game and one for all: for each phase games, positions, then for each value the loss at the best scale
/// of that phase, and the scale; then the loss of the search less that of the other program, with its 95 % interval over games.
///
/// # Errors
/// A file is damaged.
pub(crate) fn print(options: &Options, out: &mut impl Write) -> Result<(), Error> {
    let games = games::read(&options.files)?;
    let mut groups: BTreeMap<&str, Vec<&Played>> = BTreeMap::new();
    for played in &games {
        groups.entry("all").or_default().push(played);
        groups.entry(played.game.rules().name).or_default().push(played);
    }
    writeln!(
        out,
        "game       stones       games positions  static, scale  search, scale   other, scale  search - other"
    )?;
    for (name, games) in groups {
        for (phase, (title, least)) in PHASES.into_iter().enumerate() {
            let end = PHASES.get(phase + 1).map_or(usize::MAX, |&(_, least)| least);
            let columns = VALUES.map(|value| pairs(&games, least..end, value));
            let Some(row) = row(&columns) else { continue };
            writeln!(out, "{name:<10} {title:<12} {row}")?;
        }
    }
    Ok(())
}

/// The pairs of positions whose number of stones is in `stones`. All looks are at games without captures: a stone a ply.
fn pairs(games: &[&Played], stones: std::ops::Range<usize>, value: fn(&Look) -> Option<Score>) -> Pairs {
    let mut pairs = Vec::new();
    for (number, played) in games.iter().enumerate() {
        for look in played.looks.iter().filter(|look| stones.contains(&look.ply)) {
            let result = played.result(played.to_move(look.ply));
            pairs.extend(value(look).map(|value| (number, Pair { value, result })));
        }
    }
    pairs
}

fn row(columns: &[Pairs; VALUES.len()]) -> Option<String> {
    let [_, ours, theirs] = columns;
    let mut games: Vec<usize> = ours.iter().map(|&(game, _)| game).collect();
    games.dedup();
    if games.is_empty() {
        return None;
    }
    let mut text = format!("{:5} {:9}", games.len(), ours.len());
    let mut scales = Vec::new();
    for column in columns {
        let pairs: Vec<Pair> = column.iter().map(|&(_, pair)| pair).collect();
        if pairs.is_empty() {
            text += "              -";
            scales.push(1.0);
            continue;
        }
        let scale = best_scale(&pairs);
        text += &format!("  {:6.4}, {scale:5.2}", mean_loss(&pairs, scale));
        scales.push(scale);
    }
    // By games, for positions of one game are not independent.
    let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
    for (&(game, own), &(_, other)) in ours.iter().zip(theirs) {
        *sums.entry(game).or_default() += loss(own, scales[1]) - loss(other, scales[2]);
    }
    let mean = sums.values().sum::<f64>() / ours.len() as f64;
    let counts = games.iter().map(|game| ours.iter().filter(|(other, _)| other == game).count() as f64);
    let square = |(sum, count): (f64, f64)| (sum - mean * count).powi(2);
    let error = sums.values().copied().zip(counts).map(square).sum::<f64>().sqrt() / ours.len() as f64;
    Some(text + &format!("  {mean:+.4} ± {:.4}", 1.96 * error))
}
