//! A terminal in which the program runs: its output is rendered as on a screen, and keys can be pressed.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use nix::pty::{OpenptyResult, Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use vt100::Parser;

use crate::run::NINUKI;

/// How long the program may take to show something, on the busiest of machines.
const PATIENCE: Duration = Duration::from_secs(120);

/// The screen, and everything that was written to it.
struct Shown {
    parser: Parser,
    written: Vec<u8>,
}

/// A terminal with a program in it.
pub(crate) struct Terminal {
    child: Child,
    keys: File,
    shown: Arc<Mutex<Shown>>,
    reader: Option<JoinHandle<()>>,
    size: (u16, u16),
}

impl Terminal {
    /// Starts the program in a terminal of `rows` and `columns`.
    pub(crate) fn run(rows: u16, columns: u16, args: &[&str]) -> Self {
        Self::start(rows, columns, Command::new(NINUKI).args(args))
    }

    /// The same for a command that is prepared.
    pub(crate) fn start(rows: u16, columns: u16, command: &mut Command) -> Self {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let OpenptyResult { master, slave } = openpty(&size, None).expect("a terminal");
        let end = || slave.try_clone().expect("an end of it");
        command.stdin(end()).stdout(end()).stderr(end()).env("TERM", "xterm-256color").env_remove("NO_COLOR");
        command.env("LC_ALL", "C.UTF-8");
        let child = command.spawn().expect("the program starts");
        command.stdin(std::process::Stdio::null());
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        drop(slave);
        let shown = Arc::new(Mutex::new(Shown { parser: parser(rows, columns), written: Vec::new() }));
        let (mut output, screen) = (File::from(master.try_clone().expect("the other end")), Arc::clone(&shown));
        let reader = thread::spawn(move || {
            let mut piece = [0; 4096];
            // The end of a terminal is an error on Linux.
            while let Ok(length @ 1..) = output.read(&mut piece) {
                let mut shown = screen.lock().expect("the screen");
                shown.parser.process(&piece[..length]);
                shown.written.extend_from_slice(&piece[..length]);
            }
        });
        Self { child, keys: File::from(master), shown, reader: Some(reader), size: (rows, columns) }
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().expect("the screen")
    }

    /// The rows of the screen, without blanks at their ends.
    pub(crate) fn rows(&self) -> Vec<String> {
        rows(&self.shown().parser)
    }

    /// The screen as one text.
    pub(crate) fn text(&self) -> String {
        self.rows().join("\n")
    }

    /// Where the cursor is: row and column, from 0.
    pub(crate) fn cursor(&self) -> (u16, u16) {
        self.shown().parser.screen().cursor_position()
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    /// Presses keys, and waits until the screen shows a text.
    pub(crate) fn press_for(&mut self, keys: &str, text: &str) {
        self.press(keys);
        self.wait_for(text);
    }

    /// Waits until the screen shows a text.
    pub(crate) fn wait_for(&mut self, text: &str) {
        self.wait_until(|terminal| terminal.text().contains(text));
    }

    /// Waits until the screen is as it should be.
    pub(crate) fn wait_until(&mut self, is_shown: impl Fn(&Self) -> bool) {
        let until = Instant::now() + PATIENCE;
        while !is_shown(self) {
            let ended = self.child.try_wait().expect("a process").is_some();
            if ended {
                sleep(Duration::from_millis(200));
            }
            let over = ended || Instant::now() > until;
            assert!(!over || is_shown(self), "this is not what is waited for:\n{}", self.text());
            sleep(Duration::from_millis(20));
        }
    }

    /// Sends the signal of Ctrl-C.
    pub(crate) fn interrupt(&self) {
        kill(Pid::from_raw(self.child.id().cast_signed()), Signal::SIGINT).expect("it runs");
    }

    /// Waits for the end of the program, and returns its exit status.
    pub(crate) fn end(&mut self) -> i32 {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("a process") {
                if let Some(reader) = self.reader.take() {
                    let _ = reader.join();
                }
                return status.code().unwrap_or(-1);
            }
            assert!(Instant::now() < until, "it does not end:\n{}", self.text());
            sleep(Duration::from_millis(20));
        }
    }

    /// Everything that the screen showed, one after the other, up to the end of each line and each sequence that clears.
    pub(crate) fn history(&self) -> Vec<Vec<String>> {
        let (lines, columns) = self.size;
        let mut parser = parser(lines, columns);
        let mut shown: Vec<Vec<String>> = Vec::new();
        for byte in &self.shown().written {
            if *byte == b'\x1b' || *byte == b'\r' {
                let now = rows(&parser);
                if shown.last() != Some(&now) {
                    shown.push(now);
                }
            }
            parser.process(&[*byte]);
        }
        shown.push(rows(&parser));
        shown
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn parser(rows: u16, columns: u16) -> Parser {
    let size = |number| NonZero::new(number).expect("a size");
    Parser::new(size(rows), size(columns), 1000)
}

fn rows(parser: &Parser) -> Vec<String> {
    let screen = parser.screen();
    let (_, columns) = screen.size();
    let rows: Vec<String> = screen.rows(0, columns.get()).map(|row| row.trim_end().to_owned()).collect();
    let last = rows.iter().rposition(|row| !row.is_empty()).map_or(0, |last| last + 1);
    rows[..last].to_vec()
}
