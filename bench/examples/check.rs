//! How fast certificates are checked: replies per second of one thread, for each game, over certificates that the solver finds in
//! positions that need one.
//!
//! `cargo run --release -p bench --example check [-- GAME…]`. A reply is a legal move of the defender that was played. Time is that
//! of the processor where the system gives it (Linux), and the best of several rounds counts, so other programs disturb little.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bench::FOURS;
use engine::{Game, Move, Rules, notation};
use search::proof::{Certificate, CheckLimits, Effort, solve_game};

/// Positions that the solver may look at.
const NODES: u64 = 20_000;

/// Certificates per game, and rounds.
const MOST: usize = 20;
const ROUNDS: usize = 5;

/// The least time of a round.
const LEAST: Duration = Duration::from_millis(200);

fn main() -> io::Result<()> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let mut out = io::stdout().lock();
    for rules in Rules::ALL {
        if !wanted.is_empty() && !wanted.iter().any(|name| name == rules.name) {
            continue;
        }
        let name = rules.name;
        let certificates = certificates(rules);
        if !certificates.is_empty() {
            let best = (0..ROUNDS).map(|_| round(&certificates)).max_by(f64::total_cmp).unwrap_or_default();
            let count = certificates.len();
            writeln!(out, "{name:16} certificates {count:3} replies a second {:8.0}", best)?;
        }
    }
    Ok(())
}

/// Certificates of the positions of a game.
fn certificates(rules: Rules) -> Vec<Certificate> {
    let prefix = format!("{} ", rules.name);
    let game = Game::new(rules, None, None).expect("the usual board");
    let solved = |moves: &str| {
        let moves: Option<Vec<Move>> = moves.split(' ').map(|mv| notation::parse_move(game.grid(), mv).ok()).collect();
        let effort = Effort { nodes: NODES, ..Effort::default() };
        let solution = solve_game(game, None, &moves?, effort, &AtomicBool::new(false)).ok()?;
        Certificate::parse(&solution.certificate?).ok()
    };
    FOURS.lines().filter_map(|line| line.strip_prefix(&prefix)).filter_map(solved).take(MOST).collect()
}

/// Replies a second, all certificates one after the other, as often as the least time needs.
fn round(certificates: &[Certificate]) -> f64 {
    let (started, clock, mut replies) = (Instant::now(), processor_time(), 0);
    while started.elapsed() < LEAST {
        for certificate in certificates {
            let checked = certificate
                .verify_within(CheckLimits::default(), &AtomicBool::new(false), &mut |_| ())
                .expect("a proof");
            replies += checked.positions - 1;
        }
    }
    let time =
        clock.zip(processor_time()).map_or_else(|| started.elapsed(), |(before, now)| now.saturating_sub(before));
    replies as f64 / time.as_secs_f64()
}

/// The processor time of this thread, if the system gives it.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}
