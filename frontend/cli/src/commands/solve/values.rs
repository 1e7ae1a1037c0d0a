//! `ninuki solve` from the start of a small board: the exact value of every first move.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::notation::{shorten, words};
use engine::{Bitboard, Game, Grid, Point, PointSet};
use records::files;
use search::exact::{Bounds, FirstMove, Method, Step, Table, Value, solve_start};
use serde::Serialize;

use crate::error::{Failure, Status};
use crate::interrupt;
use crate::progress::Progress;
use crate::values::{mebibytes, threads};

/// Interval of progress reports.
const SHOW: Duration = Duration::from_millis(500);

/// Methods that find the values of first moves.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    /// From the tables that come with the program
    Table,
    /// By proof search
    Proofs,
    /// By retrograde iteration (at most 20 points)
    Retrograde,
}

/// Options for the start of a small board.
#[derive(clap::Args, Debug)]
#[group(skip)]
pub(crate) struct Args {
    /// From the start of a small board: how values are found [default: table if there is one, else proofs]
    #[arg(long, value_name = "METHOD")]
    by: Option<By>,

    /// From the start of a small board: writes the decided positions that show the values, for `ninuki verify`
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,

    /// From the start of a small board: stores results of the proof search in a file, and resumes from it
    #[arg(long, value_name = "FILE")]
    hints: Option<PathBuf>,

    /// From the start of a small board: the memory of the proof search, in MiB
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = mebibytes)]
    hash: usize,

    /// From the start of a small board: the threads of the proof search [default: 1]
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<usize>,

    /// From the start of a small board: limits the proof search to these first moves, as in "d4 a1"
    #[arg(long, value_name = "MOVES")]
    first: Option<String>,
}

impl Args {
    /// Whether any of these options is given.
    pub(crate) const fn are_needed(&self) -> bool {
        self.by.is_some()
            || self.table.is_some()
            || self.hints.is_some()
            || self.threads.is_some()
            || self.first.is_some()
    }

    /// Finds and prints the value of every first move of `game`.
    ///
    /// # Errors
    /// The method does not suit the board, a file cannot be used, or the output cannot be written.
    pub(crate) fn run(
        &self,
        game: &'static Game,
        time: Duration,
        nodes: u64,
        json: bool,
        out: &mut impl Write,
    ) -> Result<Status, Failure> {
        files::check(self.table.as_deref())?;
        files::check(self.hints.as_deref())?;
        let started = Instant::now();
        let threads = self.threads.unwrap_or(1);
        let only = self.only(game.grid())?;
        let shipped = Table::shipped(game);
        let (table, nodes) = match (self.by, shipped) {
            (None | Some(By::Table), Some(table)) => (table, 0),
            (Some(By::Table), None) => {
                return Err(Failure::usage("no table of this board comes with the program, use --by proofs"));
            }
            (by, _) => {
                let method = if by == Some(By::Retrograde) { Method::Retrograde } else { Method::Proofs };
                let bounds = Bounds { until: Some(started + time), nodes, memory: self.hash, threads, only };
                self.search(game, method, bounds)?
            }
        };
        if let Some(file) = &self.table {
            write(file, &table)?;
        }
        let moves = table.first_moves().map_err(Failure::usage)?;
        if json {
            print_json(game, &moves, out)?;
        } else {
            print(game, &moves, out)?;
            let (lost, held) = table.sizes();
            writeln!(out, "shown by {lost} lost and {held} held positions")?;
            writeln!(out, "{nodes} positions, {} ms", started.elapsed().as_millis())?;
        }
        let asked = |mv: &FirstMove| only.is_empty() || only.contains(mv.point);
        let known = moves.iter().all(|mv| !asked(mv) || mv.value().is_some());
        Ok(if known { Status::Done } else { Status::Wrong })
    }

    /// Returns the points of `--first`; the empty set stands for all.
    fn only(&self, grid: &Grid) -> Result<Bitboard, Failure> {
        let mut only = Bitboard::EMPTY;
        for name in self.first.iter().flat_map(|names| words(names)) {
            let unknown = || format!("--first: \"{}\" is no point of this board ({})", shorten(name), grid.range());
            only.insert(grid.parse(name).ok_or_else(|| Failure::usage(unknown()))?);
        }
        Ok(only)
    }

    fn search(&self, game: &'static Game, method: Method, bounds: Bounds) -> Result<(Table, u64), Failure> {
        let hints = match &self.hints {
            Some(file) if file.exists() => Some(read(file, game)?),
            _ => None,
        };
        let started = Instant::now();
        let mut saved = started;
        let mut pause = Duration::from_secs(60);
        let mut failed = None;
        let line = Progress::text().begin(&["looking for the value of every first move"]);
        let mut shown = started;
        let mut save = |step: &Step<'_>| {
            if shown.elapsed() > SHOW {
                shown = Instant::now();
                line.show(0, 0, headway(step, game.grid()));
            }
            let Some(file) = &self.hints else { return };
            if step.last || saved.elapsed() > pause {
                let begun = Instant::now();
                failed = write(file, &(step.hints)()).err();
                saved = Instant::now();
                // A tenth of the time at most.
                pause = pause.max(10 * begun.elapsed());
                if step.asked.is_some() {
                    let text = headway(step, game.grid()).join(", ");
                    let _ = line.aside(|| writeln!(io::stderr(), "{text}"));
                }
            }
        };
        let stop = Arc::new(AtomicBool::new(false));
        if method == Method::Proofs {
            interrupt::sets(&stop);
        }
        let solved = solve_start(game, method, hints.as_ref(), bounds, &stop, &mut save);
        if let Some(failure) = failed {
            return Err(failure);
        }
        solved.map_err(Failure::usage)
    }
}

/// Returns the progress of a proof search.
fn headway(step: &Step<'_>, grid: &Grid) -> Vec<String> {
    let moves = step.table.first_moves().unwrap_or_default();
    let known = moves.iter().filter(|mv| mv.value().is_some()).count();
    let mut parts = vec![format!("{} positions", step.nodes), format!("{known} of {} first moves known", moves.len())];
    parts.extend(step.asked.map(|(first, cost)| format!("{} seems to cost {cost} more", grid.name(first))));
    parts
}

fn write(file: &Path, table: &Table) -> Result<(), Failure> {
    Ok(files::write(file, &table.to_bytes())?)
}

/// The most bytes of a table.
const LARGEST: u64 = 4 << 30;

fn read(file: &Path, game: &'static Game) -> Result<Table, Failure> {
    let name = file.display();
    let bytes = files::read(file, LARGEST).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    let table = Table::parse(&bytes).map_err(|error| Failure::Wrong(format!("{name}: {error}")))?;
    let other = || Failure::Wrong(format!("{name}: these are positions of another game or board"));
    if table.game == game { Ok(table) } else { Err(other()) }
}

/// Prints the board with a sign for each value, and bounds of unknown values.
fn print(game: &Game, moves: &[FirstMove], out: &mut impl Write) -> Result<(), Failure> {
    let sign = |point: Point| match moves.iter().find(|mv| mv.point == point).map(|mv| (mv.least, mv.most)) {
        Some((Value::Win, _)) => '+',
        Some((_, Value::Loss)) => '-',
        Some((Value::Draw, Value::Draw)) => '=',
        _ => '?',
    };
    writeln!(out, "{}", pictures::draw(game.grid(), &sign, None))?;
    writeln!(out, "first moves: + wins, = draws, - loses, ? is not known")?;
    for (bound, text) in [((Value::Draw, Value::Win), "draw at least"), ((Value::Loss, Value::Draw), "do not win")] {
        let some = moves.iter().filter(|mv| (mv.least, mv.most) == bound);
        let names: Vec<String> = some.map(|mv| game.grid().name(mv.point)).collect();
        if !names.is_empty() {
            writeln!(out, "{text}: {}", names.join(" "))?;
        }
    }
    Ok(())
}

fn print_json(game: &Game, moves: &[FirstMove], out: &mut impl Write) -> Result<(), Failure> {
    for mv in moves {
        let value = match mv.value() {
            Some(Value::Win) => "win",
            Some(Value::Draw) => "draw",
            Some(Value::Loss) => "loss",
            None => "unknown",
        };
        serde_json::to_writer(&mut *out, &Json { mv: game.grid().name(mv.point), value })?;
        writeln!(out)?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Json {
    #[serde(rename = "move")]
    mv: String,
    value: &'static str,
}
