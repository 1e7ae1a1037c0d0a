//! `ninuki puzzles make`: puzzles from records or from games of the engine against itself.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use clap::value_parser;
use puzzles::{Effort, Headway, Maker, SelfPlay, Store};
use records::{Choice, Format, Replayed, Shard};

use crate::args::SourceArgs;
use crate::error::{Failure, Status};
use crate::formats;
use crate::interrupt;
use crate::progress::Progress;
use crate::values::whole;

/// Makes puzzles from games.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The file grows game by game: by the same command it is continued, and games that were searched are skipped. Its form is \
text if it ends in .txt, else JSON lines. A position becomes a puzzle if the solver proves a win that begins with one \
move, and a search of all other moves finds no win; or if certificates refute all moves but one. Twins are left out.

Exit status: 0 done, 1 if a game cannot be read or the command was stopped, 2 if a file cannot be used.

Examples:
  ninuki puzzles make --rules pente --out mine.jsonl games.txt
  ninuki puzzles make --rules renju --out renju.jsonl --selfplay 100
  ninuki library export --library games.db - --to txt | \\
    ninuki puzzles make --rules pente --out mine.jsonl -")]
pub(super) struct Args {
    #[arg(value_name = "FILE", required_unless_present = "selfplay",
        help = format!("Records ({}), or - for standard input", formats::endings()))]
    files: Vec<PathBuf>,

    /// The file of puzzles, to be made or continued
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Plays N games of the engine against itself
    #[arg(long, value_name = "N", conflicts_with = "files", value_parser = whole::<usize>)]
    selfplay: Option<usize>,

    #[command(flatten)]
    source: SourceArgs,

    /// Ends when the file has N puzzles
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    count: Option<usize>,

    /// Which games with --selfplay: another seed gives others
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole::<u64>)]
    seed: u64,

    /// Positions visited for each move with --selfplay, at most
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = value_parser!(u64).range(50..))]
    nodes: u64,

    /// Positions visited to find a proof
    #[arg(long, value_name = "N", default_value_t = Effort::default().prove, value_parser = value_parser!(u64).range(1_000..))]
    prove: u64,

    /// Positions visited to find a second solution
    #[arg(long, value_name = "N", default_value_t = Effort::default().refute, value_parser = value_parser!(u64).range(1_000..))]
    refute: u64,

    /// Only part I of N of the games, for several processes
    #[arg(long, value_name = "I/N", default_value_t = Shard::ALL, hide_default_value = true)]
    shard: Shard,

    /// Prints the counts as one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let choice = args.source.choice()?;
    let store = Store::open(&args.out)?;
    let effort = Effort { prove: args.prove, refute: args.refute, ..Effort::default() };
    let mut maker = Maker::new(effort);
    store.puzzles().iter().for_each(|puzzle| maker.knows(puzzle));
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let total = store.puzzles().len();
    let bar = Progress::text().begin(&[]);
    let mut run = Run { args, store, maker, stop, bar, games: 0, positions: 0, new: 0, total, errors: 0 };
    match args.selfplay {
        Some(games) => run.self_play(games, &choice)?,
        None => run.records(&choice, log)?,
    }
    run.report(out)
}

/// A command in progress.
struct Run<'a> {
    args: &'a Args,
    store: Store,
    maker: Maker,
    stop: Arc<AtomicBool>,
    bar: Progress,
    games: u64,
    positions: u64,
    new: usize,
    /// The puzzles of the file.
    total: usize,
    errors: usize,
}

impl Run<'_> {
    fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || self.args.count.is_some_and(|count| self.total >= count)
    }

    fn self_play(&mut self, games: usize, choice: &Choice) -> Result<(), Failure> {
        let games_played = SelfPlay::new(choice.game()?, self.args.seed, self.args.nodes);
        let key = games_played.key();
        for number in (0..games).filter(|&number| self.args.shard.has(number)) {
            if self.is_over() {
                break;
            }
            if !self.store.has(&key, number) {
                let headway = self.maker.self_play(&games_played, number, &self.stop);
                self.add(&key, number, headway)?;
            }
        }
        Ok(())
    }

    fn records(&mut self, choice: &Choice, log: &mut impl Write) -> Result<(), Failure> {
        for path in &self.args.files {
            let name = records::name_of(path);
            let format = match self.args.source.from {
                Some(format) => format,
                None => Format::of(path)?,
            };
            for (number, entry) in records::read_as(path, format, choice)?.enumerate() {
                if self.is_over() {
                    return Ok(());
                }
                if !self.args.shard.has(number) || self.store.has(&name, number) {
                    continue;
                }
                let game = Replayed::new(entry);
                if let Some(error) = &game.error {
                    self.errors += 1;
                    self.bar.aside(|| writeln!(log, "error: {}", error.within(&name)))?;
                }
                let record = game.record.as_ref();
                let source = format!("{name}, game {}", number + 1);
                let headway = self.maker.game(record.game(), game.start.as_ref(), &record.moves(), &source, &self.stop);
                self.add(&name, number, headway)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, key: &str, number: usize, headway: Headway) -> Result<(), Failure> {
        self.store.add(key, number, &headway.puzzles, headway.complete)?;
        self.games += u64::from(headway.complete);
        self.positions += headway.positions;
        self.new += headway.puzzles.len();
        self.total += headway.puzzles.len();
        let (games, positions, new) = (self.games, self.positions, self.new);
        self.bar.show(0, 1, vec![format!("{new} puzzles"), format!("{games} games, {positions} positions")]);
        Ok(())
    }

    fn report(self, out: &mut impl Write) -> Result<Status, Failure> {
        let Self { args, stop, bar, games, positions, new, total, errors, .. } = self;
        drop(bar);
        if args.json {
            let counts = serde_json::json!({"games": games, "positions": positions, "puzzles": new, "total": total});
            writeln!(out, "{counts}")?;
        } else {
            writeln!(
                out,
                "{games} games, {positions} positions: {new} new puzzles, {total} in {}",
                args.out.display()
            )?;
        }
        if stop.load(Relaxed) {
            return Err(Failure::Wrong("stopped; the same command continues".to_owned()));
        }
        Ok(if errors > 0 { Status::Wrong } else { Status::Done })
    }
}
