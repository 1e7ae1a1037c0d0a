//! `ninuki verify`: checks of certificates and tables.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::Game;
use records::{Differences, Size, files};
use search::exact::Table;
use search::proof::{Certificate, CheckError, CheckLimits, PackedError, ReadError, Verified};
use serde::Serialize;

use crate::commands::solve::write_certificate;
use crate::error::{Failure, Status};
use crate::interrupt;
use crate::progress::Progress;
use crate::values::{mebibytes, threads, whole};

/// Checks the certificate of a win, or a table of values.
///
/// The checker plays every legal reply by the rules alone. It prints every rule that differs from the defaults of the game.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit status: 0 if the win is proved, 1 if the certificate is damaged or wrong, or the check did not end, 2 if there is no such file.

Examples:
  ninuki verify win.txt
  ninuki verify win.txt --write win.ncert
  ninuki verify win.txt --time 60000 --threads 4")]
pub(crate) struct Args {
    /// The certificate, as `ninuki solve --proof FILE` writes it, or the table, as `--table FILE` does
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The most time for a certificate, in milliseconds
    #[arg(long, value_name = "MS", value_parser = whole::<u64>)]
    time: Option<u64>,

    /// The threads that check a certificate
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: usize,

    /// The most memory of the file, and of the steps in it, in MiB [default: 4096]
    #[arg(long, value_name = "MIB", value_parser = mebibytes)]
    memory: Option<usize>,

    /// Writes the verified certificate, compressed if the name ends in .ncert, else as text
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,

    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

/// The most bytes of a file, and the memory of its steps, unless others are asked for.
pub(super) const MEMORY: usize = 4 << 30;

impl Args {
    /// The most memory, in bytes.
    fn memory(&self) -> usize {
        self.memory.unwrap_or(MEMORY)
    }
}

/// Checks the file and prints the verdict.
///
/// # Errors
/// The file cannot be read or is no certificate, the certificate is wrong, a limit was reached, or the output cannot be
/// written.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Status, Failure> {
    files::check(args.write.as_deref())?;
    let name = args.file.display();
    let bytes = read(&args.file, args.memory())?;
    if Table::is_table(&bytes) {
        return table(args, &bytes, out);
    }
    let certificate = certificate(args, &bytes)?;
    let checked = check(args, &certificate);
    let Verified { plies, positions, .. } = checked.map_err(|error| Failure::Wrong(format!("{name}: {error}")))?;
    if let Some(file) = &args.write {
        write_certificate(file, &certificate)?;
    }
    let (game, winner) = (certificate.game, certificate.setup.to_move);
    let steps = certificate.strategy.steps().len();
    if args.json {
        let (name, differences) = (game.rules().name, Differences::of(game));
        let (winner, position) = (winner.symbol(), certificate.position.clone());
        let json = Json { verified: true, game: name, differences, winner, position, plies, steps, positions };
        serde_json::to_writer(&mut *out, &json)?;
        writeln!(out)?;
    } else {
        writeln!(out, "verified: {winner} to move wins this position of {} within {plies} plies", named(game))?;
        writeln!(out, "position {}", certificate.position)?;
        writeln!(out, "{steps} steps, {positions} positions played")?;
    }
    Ok(Status::Done)
}

/// Reads a file of at most `memory` bytes.
///
/// # Errors
/// It cannot be read, or is larger.
pub(super) fn read(file: &Path, memory: usize) -> Result<Vec<u8>, Failure> {
    files::read(file, memory as u64).map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))
}

/// Reads a certificate of either form.
fn certificate(args: &Args, bytes: &[u8]) -> Result<Certificate, Failure> {
    let name = args.file.display();
    Certificate::read(bytes, args.memory()).map_err(|error| {
        let is_large = matches!(error, ReadError::Packed(PackedError::TooLarge(_)));
        let more = if is_large { "; --memory allows more" } else { "" };
        Failure::Wrong(format!("{name}: {error}{more}"))
    })
}

/// Interval of progress reports.
const SHOW: Duration = Duration::from_millis(200);

/// Checks a certificate within the limits, until an interrupt.
fn check(args: &Args, certificate: &Certificate) -> Result<Verified, CheckError> {
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let time = args.time.map_or(Duration::MAX, Duration::from_millis);
    let limits = CheckLimits::default().time(time).threads(args.threads);
    let steps = format!("{} steps", certificate.strategy.steps().len());
    let line = Progress::text().begin(&["checking a certificate", &steps]);
    let mut shown = Instant::now();
    certificate.verify_within(limits, &stop, &mut |positions| {
        if shown.elapsed() > SHOW {
            shown = Instant::now();
            line.show(0, 0, vec!["checking a certificate".to_owned(), format!("{positions} positions"), steps.clone()]);
        }
    })
}

/// A game with every rule that differs from its defaults.
fn named(game: &Game) -> String {
    let (name, differences) = (game.rules().name, Differences::of(game).to_string());
    if differences.is_empty() { name.to_owned() } else { format!("{name} ({differences})") }
}

/// Checks a table and prints the verdict.
fn table(args: &Args, bytes: &[u8], out: &mut impl Write) -> Result<Status, Failure> {
    let name = args.file.display();
    let table = Table::parse(bytes).map_err(|error| Failure::Wrong(format!("{name}: {error}")))?;
    table.verify().map_err(|flaw| Failure::Wrong(format!("{name}: {flaw}")))?;
    let ((lost, held), game) = (table.sizes(), table.game);
    if args.json {
        let (name, differences) = (game.rules().name, Differences::of(game));
        serde_json::to_writer(&mut *out, &JsonTable { verified: true, game: name, differences, lost, held })?;
        return Ok(writeln!(out).map(|()| Status::Done)?);
    }
    writeln!(out, "verified: {lost} lost and {held} held positions of {}", named(game))?;
    writeln!(out, "size {}, lines of {}", Size::of(game.grid()), game.length())?;
    Ok(Status::Done)
}

#[derive(Serialize)]
struct JsonTable {
    verified: bool,
    game: &'static str,
    #[serde(flatten)]
    differences: Differences,
    lost: usize,
    held: usize,
}

#[derive(Serialize)]
struct Json {
    verified: bool,
    game: &'static str,
    #[serde(flatten)]
    differences: Differences,
    winner: char,
    position: String,
    plies: u32,
    steps: usize,
    positions: u64,
}
