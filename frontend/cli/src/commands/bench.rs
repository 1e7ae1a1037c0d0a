//! `ninuki bench`: the signature of the search, and its speed.

use std::io::Write;

use engine::Rules;
use search::signature::{self, Visited};

use crate::error::{Failure, Status};

/// Prints the signature of the search and its speed.
///
/// Searches fixed positions of every game to a fixed depth, with one thread, and prints how many nodes were visited
/// (the signature: it changes if the search decides differently) and how many per second.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
One line per game, `GAME NODES NODES-PER-SECOND`, then `total NODES NODES-PER-SECOND`. The hash of the weights comes first, on \
standard error: `network HASH`.

Example: ninuki bench --check")]
pub(crate) struct Args {
    /// Compares the signature with that of this version; exit status 1 if it differs
    #[arg(long)]
    check: bool,

    /// Only these games
    #[arg(value_name = "GAME")]
    games: Vec<String>,
}

/// Measures and prints.
///
/// # Errors
/// There is no such game, or the output cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let named = |name: &String| Rules::named(name).map_err(Failure::usage);
    let mut games = args.games.iter().map(named).collect::<Result<Vec<_>, _>>()?;
    if games.is_empty() {
        games = Rules::ALL.to_vec();
    }
    writeln!(log, "network {:016x}", search::weights_hash())?;
    let mut total = Visited::default();
    let mut status = Status::Done;
    for rules in &games {
        let visited = signature::measure(rules);
        total += visited;
        print(out, rules.name, visited)?;
        match signature::expected(rules) {
            Some(nodes) if args.check && nodes != visited.nodes => {
                writeln!(out, "  differs: {nodes} expected")?;
                status = Status::Wrong;
            }
            _ => {}
        }
    }
    print(out, "total", total)?;
    Ok(status)
}

fn print(out: &mut impl Write, name: &str, visited: Visited) -> Result<(), Failure> {
    writeln!(out, "{name} {} {}", visited.nodes, visited.per_second())?;
    Ok(out.flush()?)
}
