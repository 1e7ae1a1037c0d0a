//! An engine that moves at once and misbehaves on request, for tests of engine runners.
//!
//! `stub_engine KEY=VALUE…`. Its moves depend on `seed` and the stones on the board alone, so that a game between two
//! of them is always the same.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an engine talks on its standard output")]

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio, exit};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};
use std::{env, fs};

use nix::sys::signal::{Signal, raise};
use nix::unistd::setsid;

/// The engine: its options and its state.
struct Stub {
    options: HashMap<String, String>,
    size: (usize, usize),
    stones: Vec<(usize, usize)>,
    /// Moves asked of it since it was started.
    asked: usize,
    /// Memory that it holds.
    ballast: Vec<u8>,
}

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let options = args.iter().filter_map(|arg| arg.split_once('='));
    let options = options.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let mut stub = Stub { options: options.collect(), size: (0, 0), stones: Vec::new(), asked: 0, ballast: Vec::new() };
    stub.launch();
    let mut lines = io::stdin().lock().lines().map_while(Result::ok);
    while let Some(line) = lines.next() {
        let mut words = line.split_whitespace();
        let (word, rest) = (words.next().unwrap_or_default().to_ascii_uppercase(), words.next().unwrap_or_default());
        match word.as_str() {
            "ABOUT" => stub.about(),
            "START" => stub.start(rest),
            "INFO" => stub.info(&line),
            "BEGIN" => stub.go(),
            "TURN" => {
                stub.stones.extend(cell(rest));
                stub.go();
            }
            "BOARD" => {
                let moves = lines.by_ref().take_while(|line| line != "DONE");
                stub.stones = moves.filter_map(|line| cell(&line)).collect();
                stub.go();
            }
            "SWAP2BOARD" => {
                let moves = lines.by_ref().take_while(|line| line != "DONE");
                stub.stones = moves.filter_map(|line| cell(&line)).collect();
                stub.swap2();
            }
            "END" if stub.does("ignore-end") => {}
            "END" => exit(0),
            _ => println!("UNKNOWN {word}"),
        }
    }
    if stub.does("ignore-end") {
        forever();
    }
}

/// `x,y`, whatever follows.
fn cell(text: &str) -> Option<(usize, usize)> {
    let mut numbers = text.split(',').map(|number| number.trim().parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

fn forever() -> ! {
    loop {
        sleep(Duration::from_secs(3600));
    }
}

impl Stub {
    fn option(&self, key: &str) -> Option<&str> {
        self.options.get(key).map(String::as_str)
    }

    /// Whether it shall misbehave in this way.
    fn does(&self, mode: &str) -> bool {
        self.option("mode") == Some(mode)
    }

    fn launch(&self) {
        if self.does("chatty") {
            println!("Welcome to the stub!");
        }
        if self.does("crash-launch") {
            eprintln!("no licence found");
            exit(3);
        }
        if self.does("silent") {
            forever();
        }
        if self.does("leave") {
            // The second step of a daemon: out of the session, and the parent is gone at once.
            setsid().expect("a session");
            self.leave_behind("ignore-end");
            exit(0);
        }
        if self.does("daemon") {
            self.leave_behind("leave").wait().expect("it ends at once");
        }
        if let Some(file) = self.option("launches") {
            // It works so often and no more.
            let old = fs::read_to_string(file).unwrap_or_default();
            fs::write(file, old.clone() + "I").expect("a count");
            if old.len() >= self.option("times").and_then(|times| times.parse().ok()).unwrap_or(3) {
                eprintln!("worn out");
                exit(6);
            }
        }
        if self.does("fork") {
            // Two children that hold its pipes: one in its process group, one in another.
            for group in [None, Some(0)] {
                let mut child = Command::new(env::current_exe().expect("a program"));
                let tag = format!("tag={}", self.option("tag").unwrap_or_default());
                child.args(["mode=ignore-end", &tag]).stdin(Stdio::null());
                if let Some(group) = group {
                    child.process_group(group);
                }
                #[expect(clippy::zombie_processes, reason = "to leave children behind is the point")]
                child.spawn().expect("a child");
            }
        }
    }

    /// Starts itself with nothing that it could be known by but its arguments.
    fn leave_behind(&self, mode: &str) -> Child {
        let mut child = Command::new(env::current_exe().expect("a program"));
        child.args([format!("mode={mode}"), format!("tag={}", self.option("tag").unwrap_or_default())]);
        child.env_clear().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a child")
    }

    fn about(&self) {
        if self.does("no-about") {
            return println!("UNKNOWN ABOUT");
        }
        let name = self.option("name").unwrap_or("Stub");
        let games =
            self.option("games").map(|games| format!(", games=\"{}\"", games.replace('+', " "))).unwrap_or_default();
        println!("name=\"{name}\", version=\"1\", author=\"nobody\", country=\"none\"{games}");
    }

    fn start(&mut self, rest: &str) {
        if self.does("crash-start") {
            eprintln!("the board is broken");
            exit(4);
        }
        if self.does("silent-start") {
            forever();
        }
        let size = rest.parse().unwrap_or(0);
        if size == 0 || self.does("refuse-start") {
            return println!("ERROR unsupported size");
        }
        if self.does("crash-second-start") && self.size != (0, 0) {
            exit(7);
        }
        (self.size, self.stones) = ((size, size), Vec::new());
        println!("{}", if self.does("text-after-ok") { "OK - everything is good" } else { "OK" });
    }

    fn info(&self, line: &str) {
        if self.does("refuse-option") && line.starts_with("INFO strength") {
            println!("ERROR unknown option");
        }
        if let Some(file) = self.option("log") {
            let old = fs::read_to_string(file).unwrap_or_default();
            fs::write(file, old + line + "\n").expect("a log");
        }
    }

    /// Makes a move, or does what it shall do instead.
    fn go(&mut self) {
        self.asked += 1;
        let at = self.option("at").and_then(|at| at.parse().ok()).unwrap_or(3);
        if self.asked == at && self.is_first_time() {
            self.misbehave();
        }
        let asked = Instant::now();
        if let Some(ms) = self.option("think").and_then(|ms| ms.parse().ok()) {
            sleep(Duration::from_millis(ms));
            println!("MESSAGE nodes {}", asked.elapsed().as_micros());
        }
        if let Some(score) = self.option("score") {
            println!("MESSAGE depth {} score {score} nodes {}", self.stones.len() + 1, 100 * self.asked);
        }
        if let Some((x, y)) = self.pick() {
            self.stones.push((x, y));
            let mut lines = format!("{x},{y}\n");
            if self.asked >= at && self.option("mode") == Some("two-moves") {
                // In one write, so that no command comes in between.
                let (x, y) = self.pick().unwrap_or_default();
                lines += &format!("{x},{y}\n");
            }
            let _ = io::stdout().write_all(lines.as_bytes());
        }
        if self.asked >= at {
            self.add();
        }
        // The pipe may be closed by now, which the end of the input will tell.
        let _ = io::stdout().flush();
    }

    /// Says more after a move.
    fn add(&self) {
        let (x, y) = self.pick().unwrap_or_default();
        match self.option("mode").unwrap_or_default() {
            "second-move" => {
                sleep(Duration::from_millis(50));
                println!("{x},{y}");
            }
            "unasked" => {
                sleep(Duration::from_millis(50));
                println!("now I have time to talk");
            }
            // It works on while the other thinks.
            "spin" => {
                let ms = self.option("ms").and_then(|ms| ms.parse().ok()).unwrap_or(100);
                let until = Instant::now() + Duration::from_millis(ms);
                thread::spawn(move || while Instant::now() < until {});
            }
            "chatty" => print!("\n\nMESSAGE {x},{y}\nDEBUG {x},{y}\nINFO DEPTH 5\nERROR never mind\nUNKNOWN me\n\n"),
            _ => {}
        }
    }

    /// Whether it has not misbehaved before, if it shall do so but once.
    fn is_first_time(&self) -> bool {
        self.option("once").is_none_or(|file| OpenOptions::new().write(true).create_new(true).open(file).is_ok())
    }

    fn misbehave(&mut self) {
        let ms = self.option("ms").and_then(|ms| ms.parse().ok()).unwrap_or(400);
        match self.option("mode").unwrap_or_default() {
            "silent-move" => forever(),
            "crash-move" => {
                eprintln!("line one\nsegmentation fault, as it were");
                exit(5);
            }
            // A signal that the runner did not send.
            "killed" => drop(raise(Signal::SIGKILL)),
            "stopped" => drop(raise(Signal::SIGSTOP)),
            "late" => sleep(Duration::from_millis(ms)),
            "occupied" => {
                let (x, y) = self.stones[0];
                println!("{x},{y}");
                forever();
            }
            "outside" => {
                println!("99,99");
                forever();
            }
            "comma" => {
                println!(",");
                forever();
            }
            "garbage" => {
                println!("I think h8 is nice");
                forever();
            }
            "error" => println!("ERROR I am lost"),
            "endless" => loop {
                if io::stdout().write_all(&[b'x'; 4096]).is_err() {
                    exit(0);
                }
            },
            "endless-lines" => loop {
                if io::stdout().write_all("MESSAGE thinking about it\n".repeat(1000).as_bytes()).is_err() {
                    exit(0);
                }
            },
            "huge-line" => println!("MESSAGE {}\nDEBUG {}", "A".repeat(3 << 20), "B".repeat(3 << 20)),
            "endless-errors" => {
                for _ in 0..100_000 {
                    eprintln!("something is wrong, and then some more text that nobody wants to read");
                }
            }
            "memory" => {
                self.ballast = vec![1; 300 << 20];
                sleep(Duration::from_millis(300));
            }
            "deaf" => {
                // It answers no more, and does not read either.
                forever();
            }
            "close" => {
                let _ = Command::new("true").status();
                exit(0);
            }
            _ => {}
        }
    }

    /// An empty point that depends on the seed and the stones.
    fn pick(&self) -> Option<(usize, usize)> {
        let (width, height) = self.size;
        let all = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let empty: Vec<_> = all.filter(|point| !self.stones.contains(point)).collect();
        let seed = self.option("seed").and_then(|seed| seed.parse().ok()).unwrap_or(1_u64);
        let hash = self.stones.iter().fold(0xcbf2_9ce4_8422_2325 ^ seed, |hash: u64, &(x, y)| {
            (hash ^ (31 * x + y) as u64).wrapping_mul(0x0100_0000_01b3)
        });
        // The middle of the board, while there is room: random stones there make lines soon.
        let narrow = self.option("narrow").and_then(|side| side.parse().ok()).unwrap_or(9).min(width);
        let from = (width - narrow) / 2;
        let middle: Vec<_> = empty
            .iter()
            .copied()
            .filter(|(x, y)| (from..from + narrow).contains(x) && (from..from + narrow).contains(y))
            .collect();
        let points = if middle.is_empty() { empty } else { middle };
        let index = (hash >> 11) as usize % points.len().max(1);
        points.get(index).copied()
    }

    fn swap2(&mut self) {
        if self.does("no-swap2") {
            return println!("UNKNOWN SWAP2BOARD");
        }
        match (self.stones.len(), self.option("swap2").unwrap_or("move")) {
            (0, _) => println!("3,3 4,4 5,3"),
            (3, "two") => println!("7,7 8,8"),
            (_, "swap") => println!("SWAP"),
            _ => self.go(),
        }
    }
}
