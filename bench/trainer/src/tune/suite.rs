//! How soon a search sees who wins, with sets of numbers: positions a little before the winner of a game proved it.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{Game, Move};
use rayon::prelude::*;
use search::{Limits, player, tuning};

use crate::about;
use crate::data::{Chunk, FormatError, GamesReader, SavedGame, files_of};
use crate::tune::numbers::{read, rounded};

/// Which positions are searched, and how.
#[derive(clap::Args)]
pub(crate) struct Suite {
    /// Files of games, or folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,

    /// A set of numbers of the search: `name=value,…`, a file with one on each line, or "" for those of the program; may be repeated
    #[arg(long = "with", required = true, value_name = "NUMBERS")]
    with: Vec<String>,

    /// How many plies before the winner's first proof
    #[arg(long, num_args = 1.., default_values_t = [2, 4, 6])]
    before: Vec<usize>,

    /// The most nodes of a search
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,

    /// Threads; each runs one search at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
}

/// A position of a game.
type Position = (&'static Game, Vec<Move>);

/// Prints for each set of parameters the number of positions it decides, of those that any set decides, and the
/// geometric mean of the nodes; an undecided position counts twice the most nodes.
///
/// # Errors
/// A file cannot be read, a game is not legal, a number is unknown, or there are no such positions.
pub(crate) fn suite(settings: &Suite, stop: &AtomicBool, out: &mut impl Write) -> io::Result<()> {
    let sets: Vec<_> =
        settings.with.iter().map(|text| read(text).map(|set| rounded(&set))).collect::<Result<_, _>>()?;
    let mut positions = Vec::new();
    for path in files_of(&settings.paths)? {
        let mut add = || {
            let mut reader = GamesReader::open(&path)?;
            while let Some(chunk) = reader.next()? {
                let Chunk::Games(games) = chunk else { continue };
                for game in &games {
                    positions.extend(undecided(game, &settings.before)?);
                }
            }
            Ok::<_, FormatError>(())
        };
        add().map_err(|error| about(&path, error))?;
    }
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(settings.threads.into()).build().map_err(io::Error::other)?;
    let of_position = |position: &Position| -> Vec<Option<u64>> {
        sets.iter().map(|set| nodes_to_decide(position, set, settings.nodes, stop)).collect()
    };
    let mut found: Vec<_> = pool.install(|| positions.par_iter().map(of_position).collect());
    if stop.load(Relaxed) {
        return Err(io::ErrorKind::Interrupted.into());
    }
    found.retain(|nodes| nodes.iter().any(Option::is_some));
    if found.is_empty() {
        return Err(io::Error::other(format!("none of {} positions is decided by any of these", positions.len())));
    }
    writeln!(out, "{} positions, {} of them decided by some set", positions.len(), found.len())?;
    for (at, text) in settings.with.iter().enumerate() {
        let nodes = || found.iter().map(|nodes| nodes[at]);
        let logarithms = nodes().map(|nodes| (nodes.unwrap_or(2 * settings.nodes).max(1) as f64).ln()).sum::<f64>();
        let mean = (logarithms / found.len() as f64).exp();
        let text = if text.is_empty() { "as they are" } else { text };
        writeln!(out, "{:4} decided, {mean:9.0} nodes  {text}", nodes().flatten().count())?;
    }
    Ok(())
}

/// The positions of `game` the given numbers of plies before its winner first had a proof, if searches chose all moves
/// between.
fn undecided(game: &SavedGame, before: &[usize]) -> Result<Vec<Position>, FormatError> {
    let Some(winner) = game.winner else { return Ok(Vec::new()) };
    let mut proof = None;
    game.replay(|record, ply, at, _| {
        let wins = ply.searched.as_ref().is_some_and(|searched| searched.score.plies_to_win().is_some());
        if proof.is_none() && wins && record.to_move() == winner {
            proof = Some(at);
        }
    })?;
    let Some(proof) = proof else { return Ok(Vec::new()) };
    let searched = |at: &usize| game.plies[*at..proof].iter().all(|ply| ply.searched.is_some() && !ply.random);
    let moves = |at: usize| game.plies[..at].iter().map(|ply| ply.mv).collect();
    let places = before.iter().filter_map(|before| proof.checked_sub(*before)).filter(searched);
    Ok(places.map(|at| (game.game, moves(at))).collect())
}

/// After how many nodes a search knows for good who wins the position, with these numbers.
fn nodes_to_decide((game, moves): &Position, numbers: &[i32], most: u64, stop: &AtomicBool) -> Option<u64> {
    tuning::set(numbers);
    let mut player = player(game, None).ok()?;
    for &mv in moves {
        player.play(mv).ok()?;
    }
    let limits = Limits { nodes: Some(most), threads: 1, ..Limits::none() };
    let report = player.think(&limits, stop, &mut |_| {})?;
    report.score.is_proven().then_some(report.nodes)
}

#[cfg(test)]
mod tests {
    use engine::Rules;

    use super::*;
    use crate::data::{Ending, Ply, Searched};
    use crate::tune::numbers::defaults;

    #[test]
    fn positions_before_a_proof_are_found_and_decided() {
        let game = Game::new(Rules::FREESTYLE, None, None).expect("a board");
        let moves = game.parse_moves("h8 a1 i8 a15 j8 o15 k8").expect("moves");
        let saved = |proven: usize, random: usize| {
            let ply = |(at, &mv): (usize, &Move)| Ply {
                mv,
                random: at == random,
                searched: Some(Searched {
                    score: if at < proven { search::Score::estimate(10) } else { search::Score::win_in(3) },
                    best: mv,
                    quiet: true,
                    nodes: 1,
                    lines: Vec::new(),
                }),
            };
            SavedGame {
                game,
                number: 0,
                winner: Some(engine::Color::Black),
                ending: Ending::Proven,
                long_opening: false,
                opening: 0,
                plies: moves.iter().enumerate().map(ply).collect(),
            }
        };
        let places = |game: &SavedGame| {
            undecided(game, &[2, 4, 9]).expect("legal").iter().map(|(_, moves)| moves.len()).collect::<Vec<_>>()
        };
        // Black has the first proof at his own move.
        assert_eq!(places(&saved(5, 0)), [4, 2]);
        assert_eq!(places(&saved(6, 0)), [4, 2]);
        assert_eq!(places(&saved(6, 3)), [4]);
        let numbers = rounded(&defaults());
        let decide = |most| nodes_to_decide(&(game, moves[..4].to_vec()), &numbers, most, &AtomicBool::new(false));
        assert!(decide(100_000).is_some_and(|nodes| nodes <= 100_000), "Black can make an open three");
        assert_eq!(decide(1), None);
    }
}
