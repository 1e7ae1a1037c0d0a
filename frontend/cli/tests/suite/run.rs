//! The program, run as its users run it, and folders that are gone at the end of a test.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::{NamedTempFile, TempDir};

/// The program.
pub(crate) const NINUKI: &str = env!("CARGO_BIN_EXE_ninuki");

/// The engine as match managers start it.
pub(crate) const PBRAIN: &str = env!("CARGO_BIN_EXE_pbrain-ninuki");

/// How a run ended.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let code = output.status.code().expect("an exit status");
        let ended = Self { code, out: text(output.stdout), err: text(output.stderr) };
        assert!(!ended.err.contains("panicked"), "{}", ended.err);
        ended
    }
}

impl Ended {
    /// The objects on standard output, one per line.
    pub(crate) fn objects(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
    }

    /// The only object on standard output.
    pub(crate) fn object(&self) -> Value {
        let mut objects = self.objects();
        assert_eq!(objects.len(), 1, "{}", self.out);
        objects.remove(0)
    }

    /// Checks that these texts were written, in this order.
    pub(crate) fn says(&self, texts: &[&str]) {
        let mut rest = self.out.as_str();
        for text in texts {
            let at = rest.find(text).unwrap_or_else(|| panic!("\"{text}\" is missing in:\n{}{}", self.out, self.err));
            rest = &rest[at + text.len()..];
        }
    }
}

/// A program, ready to start, with pipes for what it says and nothing to read.
pub(crate) fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program without input.
pub(crate) fn run(args: &[&str]) -> Ended {
    command(NINUKI, args).output().expect("the program runs").into()
}

/// Runs the program on some input.
pub(crate) fn run_on(input: &[u8], args: &[&str]) -> Ended {
    feed(command(NINUKI, args), input)
}

fn feed(mut command: Command, input: &[u8]) -> Ended {
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // A program that reads no input closes the pipe, which is none of the writer's business.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output.into()
}

/// A temporary folder, removed at the end of the test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }

    /// The path of a file in it.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.path().join(name).exists()
    }

    /// Writes a file; its path.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, bytes).expect("written");
        path
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("text")
    }

    /// The names of the files in it, in order.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        let mut files: Vec<String> = entries.map(|name| name.into_string().expect("UTF-8")).collect();
        files.sort();
        files
    }

    /// Runs the program here, on some input.
    pub(crate) fn run_on(&self, input: &[u8], args: &[&str]) -> Ended {
        let mut command = command(NINUKI, args);
        command.current_dir(&self.0);
        feed(command, input)
    }

    /// Runs the program here without input.
    pub(crate) fn run(&self, args: &[&str]) -> Ended {
        self.run_on(b"", args)
    }
}

/// A file that is gone at the end of the test.
pub(crate) struct TempFile(NamedTempFile);

impl TempFile {
    pub(crate) fn new(ending: &str, bytes: &[u8]) -> Self {
        let mut file = tempfile::Builder::new().suffix(ending).tempfile().expect("a temporary file");
        file.write_all(bytes).expect("written");
        Self(file)
    }

    pub(crate) fn name(&self) -> &str {
        self.0.path().to_str().expect("UTF-8")
    }
}
