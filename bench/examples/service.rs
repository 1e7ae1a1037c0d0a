//! Costs of the protocol of `ninuki analysis`: many short searches asked for in JSON lines, beside the same searches
//! made by a loop, and the latency of a warm service.
//!
//! `cargo run --release -p bench --example service`

use std::error::Error;
use std::io::{Cursor, Write, stdout};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use analysis::{Analyst, Effort};
use clap::Parser;
use engine::{Game, Rules};
use search::{Resources, SharedTable, player};
use serde_json::{Value, json};
use service::{Options, Service, serve};

#[derive(Parser)]
struct Args {
    /// The number of queries
    #[arg(long, default_value_t = 10_000)]
    queries: usize,
    /// The nodes of each
    #[arg(long, default_value_t = 1_000)]
    nodes: u64,
    /// How often each way is taken, one after the other
    #[arg(long, default_value_t = 3)]
    rounds: usize,
}

const HASH: usize = 64 << 20;

/// Openings of two to nine moves within the central 7×7 points, one after the other by a fixed rule.
fn openings(game: &'static Game, count: usize) -> Vec<Vec<String>> {
    let mut state = 1_u64;
    let mut below = |bound: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    let mut opening = || {
        let mut record = game.record();
        let plies = 2 + below(8) as usize;
        let mut names = Vec::new();
        while names.len() < plies {
            let name =
                game.grid().name(game.grid().point(4 + below(7) as usize, 4 + below(7) as usize).expect("a point"));
            if game.parse_move(&name).is_ok_and(|mv| record.play(mv).is_ok()) {
                names.push(name);
            }
            if record.outcome().is_some() {
                break;
            }
        }
        names
    };
    (0..count).map(|_| opening()).collect()
}

/// The time that the searches take in a loop, and the sum of their nodes.
fn in_a_loop(game: &'static Game, openings: &[Vec<String>], nodes: u64) -> Result<(Duration, u64), Box<dyn Error>> {
    let table = SharedTable::new(HASH);
    let mut resources = Resources::default();
    let (began, mut sum) = (Instant::now(), 0);
    for opening in openings {
        let mut player = player(game, None)?;
        player.inherit(std::mem::take(&mut resources));
        player.share(&table);
        for name in opening {
            player.play(game.parse_move(name)?)?;
        }
        let mut analyst = Analyst::of(player, 1);
        let effort = Effort { nodes: Some(nodes), ..Effort::default() };
        sum += analyst.think(effort, 1, &AtomicBool::new(false), &mut |_| ()).nodes;
        resources = analyst.into_player().release();
    }
    Ok((began.elapsed(), sum))
}

/// The same by queries and answers.
fn in_lines(openings: &[Vec<String>], nodes: u64) -> Result<(Duration, u64), Box<dyn Error>> {
    let mut lines = Vec::new();
    for (id, moves) in openings.iter().enumerate() {
        writeln!(lines, "{}", json!({"id": id, "rules": "freestyle", "moves": moves, "nodes": nodes}))?;
    }
    let (began, mut answers) = (Instant::now(), Vec::new());
    serve(Cursor::new(lines), &mut answers, &Options { hash: HASH, ..Options::default() }, &AtomicBool::new(false))?;
    let time = began.elapsed();
    let sum = String::from_utf8(answers)?
        .lines()
        .map(serde_json::from_str::<Value>)
        .try_fold(0, |sum, answer| answer.map(|answer| sum + answer["nodes"].as_u64().unwrap_or(0)))?;
    Ok((time, sum))
}

/// How long a warm service takes for an answer that needs next to no search: the median and the longest of many.
fn latency() -> (Duration, Duration) {
    let (service, answers) = Service::start(Options { hash: HASH, ..Options::default() });
    let mut times: Vec<Duration> = (0..1_000)
        .map(|_| {
            let began = Instant::now();
            service.take(br#"{"id":1,"rules":"freestyle","moves":"h8 i9","nodes":1}"#);
            answers.recv().expect("an answer");
            began.elapsed()
        })
        .skip(10)
        .collect();
    times.sort_unstable();
    (times[times.len() / 2], times[times.len() - 1])
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let mut out = stdout();
    let game = Game::new(Rules::FREESTYLE, None, None)?;
    let mut openings = openings(game, args.queries);
    openings.retain(|opening| opening.len() > 1);
    for _ in 0..args.rounds {
        let (alone, nodes) = in_a_loop(game, &openings, args.nodes)?;
        let (served, same) = in_lines(&openings, args.nodes)?;
        let ratio = served.as_secs_f64() / alone.as_secs_f64();
        writeln!(
            out,
            "{} queries, {nodes} and {same} nodes: loop {alone:.2?}, lines {served:.2?}, {ratio:.3} of it",
            openings.len()
        )?;
    }
    let (median, most) = latency();
    writeln!(out, "first answer of a warm service: median {median:.0?}, most {most:.0?}")?;
    Ok(())
}
