//! Import rate, size, latency and memory of a library of generated games:
//! `cargo run --release -p bench --example library -- --games 1000000 --folder /tmp/library`.
//!
//! Games are random with sense: a stone that wins is placed, a threat is answered, other stones lie near stones, and one point in
//! three games is that of an earlier game with the same beginning. Records are PGN with players, ratings, dates and events.
#![expect(clippy::print_stdout, reason = "a program for a terminal")]

use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Parser;
use engine::{AnyRecord, Color, Game, Move, Point, Rules, ThreatState};
use flate2::Compression;
use flate2::write::GzEncoder;
use library::{Filter, Import, Library, Query};
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use records::{Choice, Claim, Entry, Format, Written};

/// Generates games, imports them, and measures.
#[derive(Parser)]
struct Args {
    /// The number of games
    #[arg(long, default_value_t = 100_000)]
    games: usize,

    /// The games that are played, each as often
    #[arg(long, value_delimiter = ',', default_value = "pente,ninuki,renju,freestyle")]
    rules: Vec<String>,

    /// Where records and library are written; records that are there are used again
    #[arg(long)]
    folder: PathBuf,
}

/// Games of a file.
const OF_A_FILE: usize = 50_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args = Args::parse();
    fs::create_dir_all(&args.folder)?;
    let games: Vec<&'static Game> = args
        .rules
        .iter()
        .map(|name| Ok(Game::new(name.parse()?, None, None)?))
        .collect::<Result<_, Box<dyn std::error::Error>>>()?;
    let begun = Instant::now();
    let (files, moves) = generate(&args, &games)?;
    println!("generated            {:>12.1} s", begun.elapsed().as_secs_f64());
    let zipped: u64 = files.iter().map(|file| gzipped(file)).sum::<std::io::Result<u64>>()?;
    let path = args.folder.join("games.db");
    let _ = fs::remove_file(&path);
    let (begun, before) = (Instant::now(), processor_seconds());
    let mut library = Library::create(&path)?;
    let counts = library.import(&files, &Import::default(), |_| {})?;
    let (took, used) = (begun.elapsed().as_secs_f64(), processor_seconds() - before);
    drop(library);
    let size = fs::metadata(&path)?.len();
    println!("games                {:>12}", counts.games);
    println!("imported             {:>12}", counts.imported);
    println!("moves a game         {:>12.1}", moves as f64 / counts.games as f64);
    println!("games a second       {:>12.0}", counts.games as f64 / took);
    println!("of the processor     {:>12.0}", counts.games as f64 / used);
    println!("peak memory          {:>12.0} MiB", peak_memory());
    println!("records, gzipped     {:>12.1} bytes a game", zipped as f64 / counts.games as f64);
    println!("library              {:>12.1} bytes a game", size as f64 / counts.games as f64);
    println!("library / gzipped    {:>12.2}", size as f64 / zipped as f64);
    latencies(&path, &games)
}

/// Writes the records, and returns their files and the number of moves.
fn generate(args: &Args, games: &[&'static Game]) -> std::io::Result<(Vec<PathBuf>, usize)> {
    let (mut files, mut moves) = (Vec::new(), 0);
    for number in 0..args.games.div_ceil(OF_A_FILE) {
        let path = args.folder.join(format!("games-{number:04}.pgn"));
        let game = games[number % games.len()];
        let mut random = SmallRng::seed_from_u64(number as u64);
        if path.exists() {
            let text = fs::read_to_string(&path)?;
            moves += text.split_whitespace().filter(|word| game.parse_move(word).is_ok()).count();
            files.push(path);
            continue;
        }
        let mut out = BufWriter::new(File::create(&path)?);
        for _ in 0..OF_A_FILE.min(args.games - number * OF_A_FILE) {
            let entry = play(game, &mut random);
            moves += entry.moves.len();
            Format::PGN.write_one(&entry, &mut out)?;
        }
        out.flush()?;
        files.push(path);
    }
    Ok((files, moves))
}

/// A game with its headers.
fn play(game: &'static Game, random: &mut SmallRng) -> Entry {
    let mut record = game.record();
    let mut played = Vec::new();
    let most = random.random_range(18..60);
    while played.len() < most && record.outcome().is_none() {
        let mv = chosen(record.as_ref(), &played, random);
        let Some(mv) = mv else { break };
        record.play(mv).expect("a legal move");
        played.push(mv);
    }
    let moves = played.iter().copied().map(Written::of).collect();
    let mut entry = Entry::new(None, game, None, moves);
    let winner = if random.random_bool(0.55) { Color::Black } else { Color::White };
    let claim = Claim { winner: Some(winner), how: records::How::Resigned };
    entry.result = Some(record.outcome().map_or(claim, Claim::from));
    let name = |random: &mut SmallRng| {
        // A few players play most games.
        let rank = (3000.0 * random.random::<f64>().powi(3)) as usize;
        format!("player{rank:04}")
    };
    entry.about.players = [name(random), name(random)];
    let day = random.random_range(0..6000_u32);
    entry.about.date = format!("{}-{:02}-{:02}", 2005 + day / 336, 1 + day / 28 % 12, 1 + day % 28);
    entry.about.event = format!("Tournament {}", random.random_range(0..400_u32));
    let mut tree = records::Tree::line(played.iter().copied());
    let note = tree.note_mut(records::tree::ROOT);
    for property in ["BR", "WR"] {
        note.foreign.insert(property.to_owned(), vec![random.random_range(1000..2400_u32).to_string()]);
    }
    entry.tree = Some(tree);
    entry
}

/// A move with some sense; `None` if there is none.
fn chosen(record: &dyn AnyRecord, played: &[Move], random: &mut SmallRng) -> Option<Move> {
    let legal = record.legal();
    let grid = record.game().grid();
    let urgent: Vec<Point> = match record.threat_state() {
        ThreatState::Wins => {
            let mut copy = record.copy();
            let us = record.to_move();
            legal.iter().copied().filter(|&at| wins(copy.as_mut(), at, us)).collect()
        }
        ThreatState::Threatened(answers) => {
            legal.iter().copied().filter(|&at| engine::PointSet::contains(answers, at)).collect()
        }
        ThreatState::Quiet => Vec::new(),
    };
    if !urgent.is_empty() {
        return Some(Move::Place(urgent[random.random_range(0..urgent.len())]));
    }
    let recent: Vec<(usize, usize)> = played
        .iter()
        .rev()
        .take(4)
        .filter_map(|mv| if let Move::Place(at) = mv { Some(grid.xy(*at)) } else { None })
        .collect();
    let near = |at: &&Point| {
        let (x, y) = grid.xy(**at);
        recent.iter().any(|&(a, b)| x.abs_diff(a).max(y.abs_diff(b)) <= 2)
    };
    let mut close: Vec<Point> = legal.iter().filter(near).copied().collect();
    if close.is_empty() {
        close = legal;
    }
    if close.is_empty() {
        return None;
    }
    // The beginning is nearly always one of a few moves.
    let share = if played.len() < 8 { random.random::<f64>().powi(4) } else { random.random() };
    Some(Move::Place(close[(share * close.len() as f64) as usize]))
}

fn wins(record: &mut dyn AnyRecord, at: Point, us: Color) -> bool {
    if record.play(Move::Place(at)).is_err() {
        return false;
    }
    let won = record.outcome().is_some_and(|outcome| outcome.winner == Some(us));
    record.take_back();
    won
}

/// The size of a file under gzip.
fn gzipped(path: &Path) -> std::io::Result<u64> {
    struct Counter(u64);
    impl Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len() as u64;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut encoder = GzEncoder::new(Counter(0), Compression::default());
    let mut bytes = Vec::new();
    File::open(path)?.read_to_end(&mut bytes)?;
    encoder.write_all(&bytes)?;
    Ok(encoder.finish()?.0)
}

/// The seconds that this process has used the processor.
fn processor_seconds() -> f64 {
    let status = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = status
        .rsplit(") ")
        .next()
        .map(|rest| rest.split(' ').skip(11).take(2).filter_map(|word| word.parse::<f64>().ok()).sum());
    ticks.map_or(f64::NAN, |ticks: f64| ticks / 100.0)
}

/// The most memory that this process had, in MiB.
fn peak_memory() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).map_or(f64::NAN, |kib| kib / 1024.0)
}

/// Measures the explorer: the first question to a library just opened, and later ones.
fn latencies(path: &Path, games: &[&'static Game]) -> Result<(), Box<dyn std::error::Error>> {
    let mut random = SmallRng::seed_from_u64(2);
    for &game in games {
        let rules: Rules = game.rules().clone();
        let choice = Choice { own: Some(rules), ..Choice::default() };
        let entry = play(game, &mut random);
        let moves: Vec<String> = entry.moves.iter().map(|written| written.text(entry.game.grid())).collect();
        for plies in [0, 1, 2, 4, 6, 8, 12, 20] {
            let Some(moves) = moves.get(..plies) else { continue };
            let query = Query::of(choice.entry(&moves.join(" "))?);
            let (cold, warm, games) = measure(path, &query)?;
            let mut filtered = query.clone();
            filtered.filter = Filter::default();
            filtered.filter.player = Some("player0007".to_owned());
            let (_, player, _) = measure(path, &filtered)?;
            filtered.filter = Filter::default();
            filtered.filter.rating = [Some(2000), None];
            let (_, rating, _) = measure(path, &filtered)?;
            println!(
                "{:<10} {plies:>3} moves {games:>8} games  first {:>8.2} ms  later {:>8.2} ms  player {:>8.2} ms  rating {:>8.2} ms",
                game.rules().name,
                cold.as_secs_f64() * 1e3,
                warm.as_secs_f64() * 1e3,
                player.as_secs_f64() * 1e3,
                rating.as_secs_f64() * 1e3,
            );
        }
    }
    Ok(())
}

/// The time of the first question and the median of five later ones, and the games.
fn measure(path: &Path, query: &Query) -> Result<(Duration, Duration, u64), Box<dyn std::error::Error>> {
    let begun = Instant::now();
    let mut library = Library::read(path)?;
    let games = library.explore(query)?.games;
    let cold = begun.elapsed();
    let mut times = Vec::new();
    for _ in 0..5 {
        let begun = Instant::now();
        library.explore(query)?;
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    Ok((cold, times[2], games))
}
