//! `ninuki analysis`: the service of JSON lines on standard input and output.

use std::io::{self, BufReader};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use service::{ANSWER_SCHEMA, Action, Libraries, Limits, Options, QUERY_SCHEMA, actions, serve};

use crate::error::{Failure, Status};
use crate::interrupt;
use crate::values::{mebibytes, threads, whole};

/// Answers queries of programs, as JSON lines.
///
/// One query a line, one answer a line, in the order of their completion. Each answer has the id of its query. A bad
/// line is answered by an error that names the field. At the end of the input the program answers all queries and exits.
#[derive(clap::Args, Debug)]
#[command(after_help = help())]
pub(crate) struct Args {
    /// The positions that are searched at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: usize,

    /// The threads of each search
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    search_threads: usize,

    /// The memory of the transposition table that all searches share, in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = mebibytes)]
    hash: usize,

    /// The longest action, in milliseconds
    #[arg(long, value_name = "MS", value_parser = whole::<u64>)]
    longest: Option<u64>,

    /// The memory of an action besides the table, in MiB
    #[arg(long, value_name = "MIB", default_value = "1024", value_parser = mebibytes)]
    memory: usize,

    /// The largest answer, in MiB
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = mebibytes)]
    output: usize,

    /// A library that `explore` and `search` may read; its name is that of the file without its ending
    #[arg(long, value_name = "FILE")]
    library: Vec<PathBuf>,

    /// Ends all searches when the input ends
    #[arg(long)]
    quit_at_end: bool,

    /// Prints the JSON Schema of queries or of answers instead
    #[arg(long, value_name = "WHICH")]
    schema: Option<Schema>,
}

/// The end of the help: the actions, and examples.
fn help() -> String {
    let width = actions().map(|action| action.name().len()).max().unwrap_or_default();
    let line = |action: &Action| format!("  {:width$}  {}\n", action.name(), action.about().replace('`', ""));
    let lines: String = actions().map(line).collect();
    format!("Actions (analyze without one; --schema prints their fields):\n{lines}\n{EXAMPLES}")
}

const EXAMPLES: &str = "\
Exit status: 0 all queries were answered, with an error or without; 1 it was interrupted.

Examples:
  echo '{\"id\":1,\"rules\":\"pente\",\"moves\":\"K10 L9\"}' | ninuki analysis
  ninuki analysis --schema query >query.json";

/// Subject of a schema.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Schema {
    /// Lines of standard input
    Query,
    /// Lines of standard output
    Answer,
}

/// Limits of each action: milliseconds, bytes of memory, bytes of the answer.
pub(crate) fn limits(longest: Option<u64>, memory: usize, output: usize) -> Limits {
    let time = longest.map_or(Duration::MAX, Duration::from_millis);
    Limits { time, memory: memory as u64, output: output as u64 }
}

/// Serves until the input ends.
///
/// # Errors
/// The input cannot be read, or the output not be written.
pub(crate) fn run(args: &Args, out: &mut impl io::Write) -> Result<Status, Failure> {
    let Args { threads, search_threads, hash, longest, memory, output, quit_at_end, schema, ref library } = *args;
    if let Some(schema) = schema {
        let text = if schema == Schema::Query { QUERY_SCHEMA } else { ANSWER_SCHEMA };
        out.write_all(text.as_bytes())?;
        return Ok(Status::Done);
    }
    let libraries = Libraries::open(library)?;
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let limits = limits(longest, memory, output);
    let options = Options { threads, search_threads, hash, limits, libraries, quit_at_end, ..Options::default() };
    serve(BufReader::new(io::stdin()), out, &options, &stop)?;
    Ok(if stop.load(Ordering::Relaxed) { Status::Wrong } else { Status::Done })
}
