//! Conversations with the engine: whole transcripts, and line by line.

use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ninuki_protocol::{Options, Reply, serve};

use crate::hasty::hasty;

/// The limit of any answer, after which a test fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// The replies to `input`, line by line, without remarks.
pub(crate) fn replies_to(input: impl AsRef<[u8]>) -> Vec<String> {
    replies_with(&hasty(), input)
}

/// The replies of an engine with `options` to `input`, line by line, without remarks.
pub(crate) fn replies_with(options: &Options, input: impl AsRef<[u8]>) -> Vec<String> {
    let mut output = Vec::new();
    serve(input.as_ref(), &mut output, options).expect("a vector can be written");
    let output = String::from_utf8(output).expect("replies are text");
    assert!(output.is_empty() || output.ends_with('\n'), "{output}");
    output.lines().filter(|line| !is_remark(line)).map(str::to_owned).collect()
}

/// Whether managers skip a line: the word, a blank, and a short text.
pub(crate) fn is_remark(line: &str) -> bool {
    assert!(line.len() < 1000, "{line}");
    line.starts_with("MESSAGE ") || line.starts_with("DEBUG ")
}

/// The kind of a line of the engine: `move`, `ERROR`, `UNKNOWN`, or the line itself.
pub(crate) fn kind(line: &str) -> &str {
    match Reply::parse(line) {
        Some(Reply::Move(cell)) => {
            assert_eq!(line, cell.to_string(), "no blanks, no signs");
            "move"
        }
        Some(Reply::Error(_)) => "ERROR",
        Some(Reply::Unknown(_)) => "UNKNOWN",
        _ => line,
    }
}

/// Asserts the kinds of the lines that answer `input`.
#[track_caller]
pub(crate) fn expect(input: impl AsRef<[u8]>, kinds: &[&str]) {
    let lines = replies_to(&input);
    let found: Vec<&str> = lines.iter().map(|line| kind(line)).collect();
    assert_eq!(found, kinds, "{lines:?} to {}", String::from_utf8_lossy(input.as_ref()));
}

/// An engine, line by line.
pub(crate) struct Engine {
    input: Option<PipeWriter>,
    lines: Receiver<String>,
    serving: Option<JoinHandle<()>>,
}

impl Engine {
    pub(crate) fn new(options: Options) -> Self {
        let (commands, input) = pipe().expect("a pipe");
        let (replies, output) = pipe().expect("a pipe");
        let serving = thread::spawn(move || serve(BufReader::new(commands), output, &options).expect("open pipes"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(replies).lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Self { input: Some(input), lines, serving: Some(serving) }
    }

    /// An engine that has started a game.
    pub(crate) fn playing(options: Options, setup: &str) -> Self {
        let mut engine = Self::new(options);
        assert_eq!(engine.ask(setup), "OK");
        engine
    }

    /// Sends lines.
    pub(crate) fn send(&mut self, lines: impl std::fmt::Display) {
        let input = self.input.as_mut().expect("not closed");
        input.write_all(format!("{lines}\n").as_bytes()).expect("the engine reads");
    }

    /// The next line, remarks included; `None` at the end.
    pub(crate) fn line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => None,
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => panic!("the engine is silent"),
        }
    }

    /// The next reply; remarks are skipped.
    pub(crate) fn reply(&mut self) -> String {
        loop {
            let line = self.line().expect("the engine runs");
            if !is_remark(&line) {
                return line;
            }
        }
    }

    /// Sends lines and waits for one reply.
    pub(crate) fn ask(&mut self, lines: impl std::fmt::Display) -> String {
        self.send(lines);
        self.reply()
    }

    /// Asserts that no line is left: the next one answers `ABOUT`.
    pub(crate) fn is_silent(&mut self) {
        let line = self.ask("ABOUT");
        assert!(line.starts_with("name="), "{line}");
    }

    /// Closes the input and returns the lines after that, without remarks.
    pub(crate) fn close(mut self) -> Vec<String> {
        self.input = None;
        let mut last = Vec::new();
        while let Some(line) = self.line() {
            last.push(line);
        }
        self.serving.take().expect("closed once").join().expect("the engine does not panic");
        last.retain(|line| !is_remark(line));
        last
    }
}
