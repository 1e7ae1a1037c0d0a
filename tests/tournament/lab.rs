//! A folder for a test, the program in it, and a look at what it leaves behind.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs};

use serde_json::Value;

/// The engine that misbehaves.
const STUB: &str = env!("CARGO_BIN_EXE_stub_engine");

/// The program.
const NINUKI: &str = env!("CARGO_BIN_EXE_ninuki_under_test");

/// How a run of the program ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// A temporary folder, removed at the end of the test.
pub(crate) struct Lab {
    folder: PathBuf,
    /// The mark of the engines of this test.
    tag: String,
}

impl Lab {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let tag = format!("ninuki-lab-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = env::temp_dir().join(&tag);
        fs::create_dir_all(&folder).expect("a folder");
        Self { folder, tag }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("written");
    }

    /// The settings of a stub with these arguments, and more settings.
    pub(crate) fn stub(&self, args: &str, settings: &str) -> String {
        format!("--engine=cmd=\"{}\" {settings}", self.command(args))
    }

    /// The command line of a stub with these arguments.
    pub(crate) fn command(&self, args: &str) -> String {
        format!("'{STUB}' tag={} {args}", self.tag)
    }

    /// Starts `ninuki tournament`.
    pub(crate) fn start(&self, args: &[&str]) -> Child {
        self.spawn(&[&["tournament"], args].concat())
    }

    fn spawn(&self, args: &[&str]) -> Child {
        Command::new(NINUKI)
            .args(args)
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts")
    }

    /// Runs `ninuki tournament` to its end, which must come soon and leave nothing behind.
    pub(crate) fn run(&self, args: &[&str]) -> Ended {
        let ended = self.ninuki(&[&["tournament"], args].concat());
        self.assert_nothing_left();
        ended
    }

    /// Runs the program to its end.
    pub(crate) fn ninuki(&self, args: &[&str]) -> Ended {
        let began = Instant::now();
        let output = self.spawn(args).wait_with_output().expect("the program ends");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let ended = Ended { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) };
        assert!(!ended.err.contains("panicked"), "{args:?}: {}", ended.err);
        assert!(began.elapsed() < Duration::from_secs(120), "{args:?} took {:?}", began.elapsed());
        ended
    }

    /// The number of games in a journal that is being written.
    pub(crate) fn games_so_far(&self, journal: &str) -> usize {
        fs::read_to_string(self.path(journal)).unwrap_or_default().lines().count().saturating_sub(1)
    }

    /// The games of a journal, in the order of their numbers.
    pub(crate) fn games(&self, journal: &str) -> Vec<Value> {
        let text = self.read(journal);
        let lines = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).expect("an object"));
        let mut games: Vec<Value> = lines.collect();
        games.sort_by_key(|game| game["game"].as_u64());
        games
    }

    /// The engines of this test that are still there, their keepers and all that they started.
    pub(crate) fn processes(&self) -> Vec<String> {
        let entries = fs::read_dir("/proc").expect("a list of processes").flatten();
        let commands = entries.filter_map(|entry| {
            let pid: u32 = entry.file_name().to_str()?.parse().ok()?;
            let command = fs::read(entry.path().join("cmdline")).ok()?;
            let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
            let text = String::from_utf8_lossy(&[command, environment].concat()).replace('\0', " ");
            // The program itself and this test know the tag, too.
            let is_stub = text.contains("stub_engine") && !text.contains("ninuki tournament");
            (is_stub && text.contains(&self.tag)).then(|| format!("{pid} {}", &text[..text.len().min(200)]))
        });
        commands.collect()
    }

    /// Waits until this many of them have `part` in their commands, and returns their numbers.
    pub(crate) fn wait_for(&self, part: &str, count: usize) -> Vec<u32> {
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            let found: Vec<String> = self.processes().into_iter().filter(|text| text.contains(part)).collect();
            if found.len() >= count {
                let numbers = found.iter().filter_map(|text| text.split(' ').next()?.parse().ok());
                return numbers.collect();
            }
            assert!(Instant::now() < until, "only {found:#?} with {part}");
            sleep(Duration::from_millis(10));
        }
    }

    /// Waits a little until no engine is left.
    pub(crate) fn assert_nothing_left(&self) {
        let until = Instant::now() + Duration::from_secs(10);
        loop {
            let left = self.processes();
            if left.is_empty() {
                break;
            }
            assert!(Instant::now() < until, "left behind: {left:#?}");
            sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
