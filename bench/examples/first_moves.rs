//! How late and how deep the first move after `START` is, beside later ones: for the first game of a process and for games
//! that follow another one, with 350 MiB.
//!
//! `cargo run --release -p bench --example first_moves -- [--games N] [--busy THREADS] ENGINE…`. Several engines take turns, so
//! that what else the machine does is the same for all. An engine is a program that speaks the Gomocup protocol.

use std::error::Error;
use std::io::{self, BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use clap::Parser;
use engine::{Game, Move, Rules, notation};
use search::{Limits, player};

#[derive(Parser)]
struct Args {
    /// The games of each engine for each limit
    #[arg(long, default_value_t = 50)]
    games: usize,
    /// Threads that do nothing, as fast as they can
    #[arg(long, default_value_t = 0)]
    busy: usize,
    /// The engines
    #[arg(required = true)]
    engines: Vec<String>,
}

/// Quiet starts; each game has some more moves after one of them.
const STARTS: [&str; 4] = ["h8 j7 f10 k11", "h8 g10 k9 e6", "g9 j6 i12 e7", "i9 f8 l7 j13"];

/// Moves of the engine after the first.
const LATER: usize = 3;

/// Milliseconds for a move.
const LIMITS: [u32; 2] = [100, 300];

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..args.busy {
            scope.spawn(|| {
                while !done.load(Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let measured = LIMITS
            .iter()
            .try_for_each(|&limit| [true, false].into_iter().try_for_each(|alone| measure(&args, limit, alone)));
        done.store(true, Relaxed);
        measured
    })
}

/// Times in milliseconds and nodes of the moves of one kind.
#[derive(Default)]
struct Moves {
    times: Vec<f64>,
    nodes: Vec<u64>,
}

/// Plays the games, each in a separate process or all in one. Prints a line for each engine and kind of move: median,
/// 90th percentile and maximum of the milliseconds; median, 10th percentile and minimum of the nodes.
fn measure(args: &Args, limit: u32, alone: bool) -> Result<(), Box<dyn Error>> {
    let mut moves: Vec<[Moves; 2]> = args.engines.iter().map(|_| Default::default()).collect();
    let mut running: Vec<Option<Running>> = args.engines.iter().map(|_| None).collect();
    for number in 0..args.games {
        for ((engine, running), moves) in args.engines.iter().zip(&mut running).zip(&mut moves) {
            if let Some(mut ended) = running.take_if(|_| alone) {
                ended.send("END")?;
                ended.process.wait()?;
            }
            let running = match running {
                Some(running) => running,
                None => running.insert(Running::begin(engine, limit)?),
            };
            play(running, STARTS[number % STARTS.len()], limit, moves)?;
        }
    }
    let mut out = io::stdout().lock();
    for (engine, moves) in args.engines.iter().zip(&mut moves) {
        let games = if alone { "a process each" } else { "one process" };
        for (kind, moves) in ["first", "later"].into_iter().zip(moves) {
            let Moves { times, nodes } = moves;
            if times.is_empty() {
                continue;
            }
            times.sort_by(f64::total_cmp);
            nodes.sort_unstable();
            let at = |percent: usize| (times.len() - 1) * percent / 100;
            writeln!(
                out,
                "{limit} ms, {games}, {engine}: {} {kind} moves, ms {:.0} {:.0} {:.0}, nodes {} {} {}",
                times.len(),
                times[at(50)],
                times[at(90)],
                times[at(100)],
                nodes[at(50)],
                nodes[at(10)],
                nodes[at(0)]
            )?;
        }
    }
    Ok(())
}

/// One game against a player that sees little: the engine is asked for its first move at once after `START`.
fn play(engine: &mut Running, start: &str, limit: u32, [first, later]: &mut [Moves; 2]) -> Result<(), Box<dyn Error>> {
    let game = Game::new(Rules::FREESTYLE, None, None)?;
    let mut opponent = player(game, None)?;
    opponent.set_memory(1 << 20);
    let mut board = String::from("START 15\nBOARD");
    for (ply, name) in start.split(' ').enumerate() {
        let point = game.grid().parse(name).ok_or("a point")?;
        opponent.play(Move::Place(point)).map_err(|why| why.to_string())?;
        let (x, y) = game.grid().xy(point);
        board += &format!("\n{x},{y},{}", 1 + ply % 2);
    }
    let mut question = board + "\nDONE";
    for number in 0..=LATER {
        let (reply, time, nodes) = engine.ask(&question)?;
        let moves = if number == 0 { &mut *first } else { &mut *later };
        // Decided positions take no time.
        if number == 0 || time > f64::from(limit) / 2.0 {
            moves.times.push(time);
            moves.nodes.push(nodes);
        }
        let mv = notation::parse_move(game.grid(), &reply).map_err(|_| format!("{reply} is no move"))?;
        opponent.play(mv).map_err(|why| why.to_string())?;
        let limits = Limits { nodes: Some(10_000), ..Limits::none() };
        let Some(answer) = opponent.think(&limits, &AtomicBool::new(false), &mut |_| ()) else { return Ok(()) };
        let Move::Place(point) = answer.best else { return Ok(()) };
        opponent.play(answer.best).map_err(|why| why.to_string())?;
        if opponent.record().outcome().is_some() {
            return Ok(());
        }
        let (x, y) = game.grid().xy(point);
        question = format!("TURN {x},{y}");
    }
    Ok(())
}

/// A conversation with an engine.
struct Running {
    process: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Running {
    fn begin(engine: &str, limit: u32) -> Result<Self, Box<dyn Error>> {
        let mut process = Command::new(engine).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = process.stdin.take().ok_or("a pipe")?;
        let lines = BufReader::new(process.stdout.take().ok_or("a pipe")?).lines();
        let mut engine = Self { process, input, lines };
        engine.send(&format!("INFO rule 0\nINFO timeout_turn {limit}\nINFO max_memory {}", 350 << 20))?;
        Ok(engine)
    }

    fn send(&mut self, text: &str) -> Result<(), Box<dyn Error>> {
        Ok(self.input.write_all(format!("{text}\n").as_bytes())?)
    }

    /// The move that answers `question`, its milliseconds, and the last node count reported.
    fn ask(&mut self, question: &str) -> Result<(String, f64, u64), Box<dyn Error>> {
        let began = Instant::now();
        self.send(question)?;
        let mut nodes = 0;
        for line in &mut self.lines {
            let line = line?;
            let count = line.split(" n ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
            match line.split_once(' ').map_or(line.as_str(), |(word, _)| word) {
                "MESSAGE" => nodes = count.unwrap_or(nodes),
                "OK" => {}
                "ERROR" | "UNKNOWN" => return Err(line.into()),
                _ => return Ok((line, began.elapsed().as_secs_f64() * 1000.0, nodes)),
            }
        }
        Err("the engine has left".into())
    }
}
