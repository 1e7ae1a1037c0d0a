//! A match between two sets of numbers.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use matches::statistics::{PairCounts, Score};

use crate::tune::contest::{Contest, Pair};
use crate::tune::numbers::{read, rounded};

/// A match between two sets of numbers of the search.
#[derive(clap::Args)]
pub(crate) struct Compare {
    /// The numbers of the first player: `name=value,…` or a file with one on each line; the others are as they are
    #[arg(long)]
    first: String,

    /// The numbers of the second player [default: as they are]
    #[arg(long, default_value = "")]
    second: String,

    #[command(flatten)]
    contest: Contest,
}

/// Pairs from one table to the next.
const REPORT: u64 = 100;

/// Plays the match and prints the score and Elo of the first player, in all games and in each.
///
/// # Errors
/// Unknown parameters or games, or a closed output.
pub(crate) fn compare(settings: &Compare, stop: &AtomicBool, out: &mut (impl Write + Send)) -> io::Result<()> {
    let players = [read(&settings.first)?, read(&settings.second)?].map(|numbers| rounded(&numbers));
    let mut counts: BTreeMap<&'static str, PairCounts> = BTreeMap::new();
    let mut played = 0;
    let mut written = Ok(());
    settings.contest.run(
        0,
        stop,
        |_| players.clone(),
        |Pair { rules, points: [one, other], .. }| {
            for name in ["all", rules.name] {
                counts.entry(name).or_default().add(one, other);
            }
            played += 1;
            if played % REPORT == 0 && written.is_ok() {
                written = print(&counts, out);
            }
        },
    )?;
    written.and_then(|()| print(&counts, out))
}

/// Pairs by their points, and Elo.
pub(super) fn counts_text(counts: &PairCounts) -> String {
    let score = Score::of_pairs(counts);
    let elo = score.as_ref().and_then(Score::elo).map_or(String::new(), |elo| format!("{elo} Elo"));
    format!("{:>6} pairs {:?}  {elo}", counts.pairs(), counts.by_points())
}

fn print(counts: &BTreeMap<&str, PairCounts>, out: &mut impl Write) -> io::Result<()> {
    for (name, counts) in counts {
        writeln!(out, "{name:<16} {}", counts_text(counts))?;
    }
    writeln!(out).and_then(|()| out.flush())
}
