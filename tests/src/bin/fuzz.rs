//! Feeds the fuzz targets with changed seeds, the same ones for the same options.

use std::io::{self, Write};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, exit};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{fs, thread};

use clap::Parser;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tests::fuzz::mutation::mutated;
use tests::fuzz::patience::{Overdue, PROCESSOR, Patience, processor_time};
use tests::fuzz::{TARGETS, Target};

/// Tries a target with its seeds and random mutations of them; an input that fails is written to a file.
#[derive(Parser)]
struct Args {
    /// The target; without one the names are printed
    target: Option<String>,

    /// Tries these files and nothing else
    files: Vec<PathBuf>,

    /// The processor time, in seconds: slices of a long run add up, whatever else the machine does
    #[arg(long, default_value_t = 60)]
    seconds: u64,

    /// Another number makes other inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Where an input that fails is written to
    #[arg(long, default_value = ".")]
    failures: PathBuf,

    /// Writes the seeds of the target by our own writers, and tries nothing
    #[arg(long)]
    write_seeds: bool,
}

/// The number of the input that is tried, and the input.
static CURRENT: Mutex<(u64, Vec<u8>)> = Mutex::new((0, Vec::new()));

fn main() -> ExitCode {
    let args = Args::parse();
    let names = TARGETS.map(|target| target.name).join("\n");
    let Some(name) = &args.target else { return told(&names, ExitCode::SUCCESS) };
    let Some(target) = Target::named(name) else {
        return told(&format!("\"{name}\" is no target, there are\n{names}"), ExitCode::from(2));
    };
    match run(target, &args) {
        Ok(text) => told(&text, ExitCode::SUCCESS),
        Err(why) => told(&format!("{}: {why}", target.name), ExitCode::FAILURE),
    }
}

fn told(text: &str, code: ExitCode) -> ExitCode {
    let _ = writeln!(io::stdout(), "{text}");
    code
}

fn run(target: Target, args: &Args) -> Result<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(target.name);
    if args.write_seeds {
        return write_seeds(target, &folder).map_err(|error| error.to_string());
    }
    let failures = args.failures.clone();
    thread::spawn(move || watch(target, &failures));
    if !args.files.is_empty() {
        for file in &args.files {
            let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
            attempt(target, &bytes, &args.failures)?;
        }
        return Ok(format!("{}: {} files passed", target.name, args.files.len()));
    }
    let seeds = seeds(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    seeds.iter().try_for_each(|bytes| attempt(target, bytes, &args.failures))?;
    let (began, mut dice, mut runs) = (processor_time(), StdRng::seed_from_u64(args.seed), 0_u64);
    let used = || processor_time().saturating_sub(began);
    while used() < Duration::from_secs(args.seconds) {
        attempt(target, &mutated(&seeds, &mut dice), &args.failures)?;
        runs += 1;
    }
    let (seconds, seed, count) = (used().as_secs_f64(), args.seed, seeds.len());
    let name = target.name;
    Ok(format!("{name}: {runs} inputs in {seconds:.1} processor seconds passed, from {count} seeds, --seed {seed}"))
}

/// Tries an input.
fn attempt(target: Target, bytes: &[u8], failures: &Path) -> Result<(), String> {
    {
        let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
        *current = (current.0 + 1, bytes.to_vec());
    }
    catch_unwind(|| (target.run)(bytes)).map_err(|_| format!("failed, the input is {}", keep(target, bytes, failures)))
}

/// Ends the program when an input takes too long.
fn watch(target: Target, failures: &Path) {
    let mut patience = Patience::default();
    loop {
        thread::sleep(Duration::from_secs(1));
        let current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
        let why = match patience.tick(current.0, processor_time()) {
            None => continue,
            Some(Overdue::Busy) => format!("took more than {} seconds of the processor", PROCESSOR.as_secs()),
            Some(Overdue::Hung) => "hangs".to_owned(),
        };
        let place = keep(target, &current.1, failures);
        told(&format!("{}: {why}, the input is {place}", target.name), ExitCode::FAILURE);
        exit(1);
    }
}

/// Writes an input to a file and returns its name.
fn keep(target: Target, bytes: &[u8], failures: &Path) -> String {
    let path = failures.join(format!("failed-{}", target.name));
    match fs::write(&path, bytes) {
        Ok(()) => path.display().to_string(),
        Err(error) => format!("lost: {error}"),
    }
}

/// The inputs of a folder, in the order of their names.
fn seeds(folder: &Path) -> io::Result<Vec<Vec<u8>>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    paths.into_iter().map(fs::read).collect()
}

fn write_seeds(target: Target, folder: &Path) -> io::Result<String> {
    fs::create_dir_all(folder)?;
    let seeds = (target.seeds)();
    for (number, bytes) in seeds.iter().enumerate() {
        fs::write(folder.join(format!("{number:02}")), bytes)?;
    }
    Ok(format!("{}: {} seeds in {}", target.name, seeds.len(), folder.display()))
}
