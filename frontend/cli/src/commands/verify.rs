//! `ninuki verify`: a certificate or a table, checked.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use records::Size;
use search::exact::Table;
use search::proof::Certificate;
use serde::Serialize;

use crate::error::{Failure, Status};

/// Checks the certificate of a win, or a table of values.
///
/// The checker is slow and simple, and knows nothing but the rules.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit status: 0 if the win is proved, 1 if the certificate is damaged or wrong, 2 if there is no such file.

Example: ninuki verify win.txt")]
pub(crate) struct Args {
    /// The certificate, as `ninuki solve --proof FILE` writes it, or the table, as `--table FILE` does
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

/// Checks and prints the verdict.
///
/// # Errors
/// There is no such file, it is no certificate or a wrong one, or the output cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Status, Failure> {
    let name = args.file.display();
    let bytes = fs::read(&args.file).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    if Table::is_table(&bytes) {
        return table(args, &bytes, out);
    }
    let text = String::from_utf8(bytes).map_err(|_| Failure::Wrong(format!("{name}: this is not text")))?;
    let certificate = Certificate::parse(&text).map_err(|error| Failure::Wrong(format!("{name}: {error}")))?;
    let verified = certificate.verify().map_err(|flaw| Failure::Wrong(format!("{name}: {flaw}")))?;
    let (plies, positions) = (verified.plies, verified.positions);
    let (game, winner) = (certificate.game.rules().name, certificate.setup.to_move);
    if args.json {
        serde_json::to_writer(&mut *out, &Json { verified: true, game, winner: winner.symbol(), plies, positions })?;
        writeln!(out)?;
    } else {
        writeln!(out, "verified: {winner} to move wins this position of {game} within {plies} plies")?;
        writeln!(out, "position {}", certificate.position)?;
        writeln!(out, "{} steps, {positions} positions played", certificate.strategy.steps().len())?;
    }
    Ok(Status::Done)
}

/// Checks a table and prints the verdict.
fn table(args: &Args, bytes: &[u8], out: &mut impl Write) -> Result<Status, Failure> {
    let name = args.file.display();
    let table = Table::parse(bytes).map_err(|error| Failure::Wrong(format!("{name}: {error}")))?;
    table.verify().map_err(|flaw| Failure::Wrong(format!("{name}: {flaw}")))?;
    let ((lost, held), game) = (table.sizes(), table.game);
    if args.json {
        serde_json::to_writer(&mut *out, &JsonTable { verified: true, game: game.rules().name, lost, held })?;
        return Ok(writeln!(out).map(|()| Status::Done)?);
    }
    let (size, length) = (Size::of(game.grid()), game.length());
    writeln!(out, "verified: {lost} lost and {held} held positions of {}", game.rules().name)?;
    writeln!(out, "size {size}, lines of {length}")?;
    Ok(Status::Done)
}

#[derive(Serialize)]
struct JsonTable {
    verified: bool,
    game: &'static str,
    lost: usize,
    held: usize,
}

#[derive(Serialize)]
struct Json {
    verified: bool,
    game: &'static str,
    winner: char,
    plies: u32,
    positions: u64,
}
