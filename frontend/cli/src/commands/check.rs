//! `ninuki check`: a protocol conformance test of any engine.

use std::io::Write;

use engines::conformance::Checks;
use engines::process::program::Program;

use crate::error::{Failure, Status};
use crate::values::whole;

/// Tests whether an engine speaks the protocol.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "\
Cases of the protocol cite it. Cases of robustness test what it leaves open,
and never fail.

Exit status: 0 no case of the protocol failed, 1 some did, 2 the engine cannot be run.

Example: ninuki check \"./pbrain-engine --fast\"")]
pub(crate) struct Args {
    /// The command line of the engine; `self` is this program's own
    #[arg(value_name = "COMMAND")]
    command: String,

    /// The folder to run it in [default: that of a program named with its folder]
    #[arg(long, value_name = "FOLDER")]
    dir: Option<String>,

    /// Real clocks and many random trials: some minutes instead of less than one
    #[arg(long)]
    full: bool,

    /// Runs only this case, may be repeated
    #[arg(long = "case", value_name = "N")]
    cases: Vec<u32>,

    /// Judges no times, for a busy machine
    #[arg(long)]
    untimed: bool,

    /// The seed of the random trials
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u64>)]
    seed: u64,

    /// Prints the results as a JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the cases. Results go to `out`.
///
/// # Errors
/// The engine cannot be run, or a case does not exist.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Status, Failure> {
    let program = Program::find(&args.command, args.dir.as_deref()).map_err(Failure::usage)?;
    let mut checks = Checks::new(program);
    checks.cases.clone_from(&args.cases);
    (checks.full, checks.untimed, checks.seed) = (args.full, args.untimed, args.seed);
    let report = checks.run(&mut |report| match report.checked.last() {
        _ if args.json => Ok(()),
        None => report.head(out),
        Some(checked) => checked.print(out).and_then(|()| out.flush()),
    })?;
    match args.json {
        true => report.json(out)?,
        false => report.foot(out)?,
    }
    Ok(if report.failed() == 0 { Status::Done } else { Status::Wrong })
}
