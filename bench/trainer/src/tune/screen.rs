//! Screening experiments (two-level factorial designs): in each pair of games chance gives every change to one of the
//! players. One match measures many changes at once, each nearly as precisely as a match about it alone.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use matches::statistics::PairCounts;
use random::Dice;

use crate::tune::compare::counts_text;
use crate::tune::contest::{Contest, Pair, Players};
use crate::tune::numbers::{Numbers, defaults, read, rounded};

/// Screens many changes of search parameters in one match.
#[derive(clap::Args)]
pub(crate) struct Screen {
    /// A change: `name=value,…`, or a file with one on each line; to be given for each change
    #[arg(long = "change", required = true)]
    changes: Vec<String>,

    #[command(flatten)]
    contest: Contest,
}

/// Pairs from one table to the next.
const REPORT: u64 = 200;

/// Which stream of chance shares out the changes.
const SHARES: u64 = 3 << 32;

/// Plays the match and prints of each change the pairs by their points and Elo, seen from the player that had it.
///
/// # Errors
/// Unknown parameters or games, two changes of one parameter, or a closed output.
pub(crate) fn screen(settings: &Screen, stop: &AtomicBool, out: &mut (impl Write + Send)) -> io::Result<()> {
    let Screen { changes: names, contest } = settings;
    let changes = apart(names)?;
    let share = |number| share(contest.seed, number, changes.len());
    let mut counts = vec![PairCounts::default(); changes.len()];
    let mut played = 0;
    let mut written = Ok(());
    contest.run(
        0,
        stop,
        |number| players(&changes, &share(number)),
        |Pair { number, points: [one, other], .. }| {
            for (counts, is_first) in counts.iter_mut().zip(share(number)) {
                let [one, other] = [one, other].map(|points| if is_first { points } else { points.swapped() });
                counts.add(one, other);
            }
            played += 1;
            if played % REPORT == 0 && written.is_ok() {
                written = print(names, &counts, out);
            }
        },
    )?;
    written.and_then(|()| print(names, &counts, out))
}

/// The numbers of each change.
///
/// # Errors
/// A number is unknown, or two changes are about the same one.
fn apart(names: &[String]) -> io::Result<Vec<Numbers>> {
    let changes: Vec<Numbers> = names.iter().map(|name| read(name)).collect::<io::Result<_>>()?;
    for (place, default) in defaults().iter().enumerate() {
        let mut about = names.iter().zip(&changes).filter(|(_, change)| change[place] != *default);
        if let (Some((one, _)), Some((other, _))) = (about.next(), about.next()) {
            return Err(io::Error::other(format!("two changes of the same number: {one} and {other}")));
        }
    }
    Ok(changes)
}

/// Of each change whether the first player has it in this pair; else the second one has it.
fn share(seed: u64, number: u64, changes: usize) -> Vec<bool> {
    let mut dice = Dice::new(seed, number, SHARES);
    (0..changes).map(|_| dice.below(2) == 0).collect()
}

/// The numbers of both players, each with the changes that are his.
fn players(changes: &[Numbers], is_first: &[bool]) -> Players {
    [true, false].map(|first| {
        let own = changes.iter().zip(is_first).filter(|&(_, &is_first)| is_first == first);
        rounded(&own.fold(defaults(), |numbers, (change, _)| {
            let all = numbers.into_iter().zip(change).zip(defaults());
            all.map(|((number, &changed), default)| if changed == default { number } else { changed }).collect()
        }))
    })
}

fn print(names: &[String], counts: &[PairCounts], out: &mut impl Write) -> io::Result<()> {
    for (name, counts) in names.iter().zip(counts) {
        writeln!(out, "{}  {name}", counts_text(counts))?;
    }
    writeln!(out).and_then(|()| out.flush())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(changes: &[&str]) -> Vec<String> {
        changes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn each_change_is_had_by_one_player() {
        let changes = apart(&names(&["lmr_slope=150", "vcf_nodes=30,vcf_length=5", "razor_base=99"])).expect("changes");
        let both = players(&changes, &[true, false, true]);
        let read = |text| rounded(&read(text).expect("numbers"));
        assert_eq!(both, [read("lmr_slope=150,razor_base=99"), read("vcf_nodes=30,vcf_length=5")]);
    }

    #[test]
    fn changes_are_shared_out_fairly_and_repeatably() {
        assert_eq!(share(1, 7, 9), share(1, 7, 9));
        let firsts = (0..1000).flat_map(|number| share(1, number, 4)).filter(|&is_first| is_first).count();
        assert!((1900..2100).contains(&firsts), "{firsts}");
    }

    #[test]
    fn two_changes_of_one_number_are_an_error() {
        let error =
            apart(&names(&["lmr_slope=150", "vcf_nodes=30", "razor_base=99,lmr_slope=120"])).expect_err("twice");
        assert_eq!(error.to_string(), "two changes of the same number: lmr_slope=150 and razor_base=99,lmr_slope=120");
    }

    #[test]
    fn a_bad_change_is_seen_beside_one_that_changes_nothing() {
        let contest =
            Contest { games: vec!["freestyle".into()], size: Some(11), nodes: 400, pairs: 24, threads: 2, seed: 1 };
        // The player with the first change spends all nodes on VCF at the horizon.
        let changes = names(&["vcf_nodes=200,vcf_length=30,lmp_base=0,lmp_slope=4", "order_killer=134"]);
        let mut out = Vec::new();
        screen(&Screen { changes, contest }, &AtomicBool::new(false), &mut out).expect("games");
        let text = String::from_utf8(out).expect("text");
        let elo =
            |line: &str| line.split_once(']').and_then(|(_, rest)| rest.split_whitespace().next()?.parse::<f64>().ok());
        let [bad, same] = [0, 1].map(|line| elo(text.lines().nth(line).expect("a line")).expect("Elo"));
        assert!(bad < -60.0 && same.abs() < -bad, "{text}");
    }
}
