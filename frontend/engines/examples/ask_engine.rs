//! Starts an engine and prints its answer to `ABOUT`: `cargo run --example ask_engine -- "pbrain-engine --fast"`.
#![expect(clippy::print_stdout, reason = "an example speaks")]

use std::error::Error;
use std::io::{BufReader, stdin, stdout};
use std::time::{Duration, Instant};

use ninuki_engines::process::guard::Guard;
use ninuki_engines::process::program::Program;
use ninuki_engines::process::{Event, Process, helper};
// A program that depends on this package writes `ninuki_protocol`.
use protocol::{Options, Reply, serve};

fn main() -> Result<(), Box<dyn Error>> {
    // On Linux each engine has a keeper, which is this program, started again.
    if let Some(done) = helper(std::env::args_os()) {
        return if done { Ok(()) } else { Err("the helper failed".into()) };
    }
    let command = std::env::args().nth(1).unwrap_or_else(|| "self".to_owned());
    // `self` starts this program as an engine.
    if command == "gomocup" {
        return Ok(serve(BufReader::new(stdin()), stdout(), &Options::default())?);
    }
    let guard = Guard::start()?;
    let mut engine = Process::start(&Program::find(&command, None)?.command(), &guard)?;
    engine.send("ABOUT");
    let until = Instant::now() + Duration::from_secs(10);
    while Instant::now() < until {
        match engine.next(None, until) {
            Event::Line(line) => match Reply::parse(&line.text) {
                Some(Reply::About(pairs)) => {
                    pairs.iter().for_each(|(key, value)| println!("{key:8} {value}"));
                    break;
                }
                _ => println!("{}", line.text),
            },
            Event::Quiet => {}
            Event::Gone => return Err("the engine has ended".into()),
        }
    }
    engine.leave(until);
    guard.dismiss();
    Ok(())
}
