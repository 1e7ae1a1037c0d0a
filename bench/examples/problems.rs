//! How many forced wins the solver finds: 200 problems per game, each a position 4 to 12 plies before the end of a
//! decided game, with the winner to move.
//!
//! `cargo run --release -p bench --example problems [-- GAME… [--list]]`. Games with captures come from the real games (the
//! folder `../shared/data`, or the one that `NINUKI_DATA` names), the others from games that the engine plays against
//! itself. `--list` prints the problems as moves.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::rules::Capture;
use engine::{Game, Move, Rules, notation, record};
use flate2::read::GzDecoder;
use search::proof::{Answer, Effort, solve_game};
use search::{Limits, player};

/// Problems per game.
const PROBLEMS: usize = 200;

/// Positions that one problem may look at.
const NODES: u64 = 200_000;

fn main() -> io::Result<()> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let list = arguments.iter().any(|argument| argument == "--list");
    arguments.retain(|argument| argument != "--list");
    let mut out = io::stdout().lock();
    for rules in
        Rules::ALL.into_iter().filter(|rules| arguments.is_empty() || arguments.iter().any(|a| a == rules.name))
    {
        let size = if rules.sizes.contains(19) && rules.capture != Capture::None { Some(19) } else { None };
        let game = Game::new(rules, size, None).expect("a size of the game");
        let problems = match game.rules().capture {
            Capture::Flank { .. } => from_records(game)?,
            Capture::None | Capture::Surround { .. } => from_play(game),
        };
        if list {
            for moves in &problems {
                let names: Vec<String> = moves.iter().map(|&mv| notation::move_text(game.grid(), mv)).collect();
                writeln!(out, "{} {}", game.rules().name, names.join(" "))?;
            }
        } else {
            report(game, &problems, &mut out)?;
        }
    }
    Ok(())
}

/// Solves the problems and prints a line about them.
fn report(game: &'static Game, problems: &[Vec<Move>], out: &mut impl Write) -> io::Result<()> {
    let effort = Effort { nodes: NODES, time: Duration::from_secs(10), shortest: false };
    let (mut nodes, mut times, mut plies) = (Vec::new(), Vec::new(), Vec::new());
    for moves in problems {
        let start = Instant::now();
        let solution = solve_game(game, None, moves, effort, &AtomicBool::new(false)).expect("legal moves");
        if let Answer::Win { plies: length, .. } = solution.answer {
            nodes.push(solution.nodes);
            times.push(start.elapsed().as_secs_f64() * 1000.0);
            plies.push(length);
        }
    }
    nodes.sort_unstable();
    times.sort_unstable_by(f64::total_cmp);
    plies.sort_unstable();
    let solved = nodes.len();
    let at = |share: usize| (solved * share / 100).min(solved.saturating_sub(1));
    writeln!(
        out,
        "{:16} problems {:3} solved {solved:3} nodes median {:6} p95 {:6} ms median {:7.2} p95 {:7.1} plies median {:2} longest {}",
        game.rules().name,
        problems.len(),
        nodes.get(at(50)).unwrap_or(&0),
        nodes.get(at(95)).unwrap_or(&0),
        times.get(at(50)).unwrap_or(&0.0),
        times.get(at(95)).unwrap_or(&0.0),
        plies.get(at(50)).unwrap_or(&0),
        plies.last().unwrap_or(&0),
    )
}

/// Cuts a decided game 4 to 12 plies before its end, where the winner is to move.
fn problem(game: &'static Game, moves: &[Move], number: usize) -> Option<Vec<Move>> {
    let mut played = record(game, None).ok()?;
    for &mv in moves {
        played.play(mv).ok()?;
    }
    played.outcome()?.winner?;
    // The last move won: an odd number of plies before the end the winner is to move.
    let before = 5 + 2 * (number % 4);
    (moves.len() > before + 4).then(|| moves[..moves.len() - before].to_vec())
}

fn from_records(game: &'static Game) -> io::Result<Vec<Vec<Move>>> {
    let folder = std::env::var_os("NINUKI_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")), PathBuf::from);
    let path = folder.join("pente_games.tsv.gz");
    let file = std::fs::File::open(&path).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text)?;
    let mut problems = Vec::new();
    // A sample from all years.
    for line in text.lines().filter(|line| !line.starts_with('#')).step_by(7) {
        let moves = line.rsplit('\t').next().unwrap_or_default();
        let moves: Option<Vec<Move>> =
            moves.split(' ').map(|name| notation::parse_move(game.grid(), name).ok()).collect();
        problems.extend(moves.and_then(|moves| problem(game, &moves, problems.len())));
        if problems.len() == PROBLEMS {
            break;
        }
    }
    Ok(problems)
}

/// Games of the engine against itself, with few positions per move and a different start each.
fn from_play(game: &'static Game) -> Vec<Vec<Move>> {
    let mut problems = Vec::new();
    for seed in 0.. {
        if problems.len() == PROBLEMS || seed > 10 * PROBLEMS {
            break;
        }
        let moves = self_play(game, seed as u64);
        problems.extend(problem(game, &moves, problems.len()));
    }
    problems
}

fn self_play(game: &'static Game, seed: u64) -> Vec<Move> {
    let mut player = player(game, None).expect("the empty board");
    player.set_memory(1 << 20);
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    while player.record().outcome().is_none() {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let moves = player.record().moves().len();
        let mv = if moves < 4 {
            // Somewhere in the middle.
            let legal = player.record().legal();
            let (middle, reach) = (game.grid().width() / 2, 3);
            let near = |axis: usize| axis.abs_diff(middle) <= reach;
            let inner = legal.into_iter().filter(|&point| {
                let (x, y) = game.grid().xy(point);
                near(x) && near(y)
            });
            let inner: Vec<_> = inner.collect();
            Move::Place(inner[random as usize % inner.len()])
        } else {
            let limits = Limits { nodes: Some(200 + random % 800), ..Limits::none() };
            match player.think(&limits, &AtomicBool::new(false), &mut |_| ()) {
                Some(report) => report.best,
                None => break,
            }
        };
        if player.play(mv).is_err() {
            break;
        }
    }
    player.record().moves()
}
