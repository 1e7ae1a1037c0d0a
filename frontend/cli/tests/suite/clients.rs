//! The clients of the book do what they should, where there is something to run them.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command};

use crate::run::{Folder, NINUKI, command};

/// The first block of the page that is written in `language` after a heading.
fn block(heading: &str, language: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/analysis.md");
    let page = fs::read_to_string(page).expect("the page");
    let (_, section) = page.split_once(&format!("\n## {heading}\n")).expect("the heading");
    let (_, rest) = section.split_once(&format!("```{language}\n")).expect("a block");
    rest.split_once("\n```").expect("its end").0.to_owned() + "\n"
}

/// Runs a client by `program` with arguments before and after its file, and returns its output; `None` without that program.
#[expect(clippy::print_stderr, reason = "a skipped test prints a note")]
fn printed(client: String, file: &str, program: &[&str], args: &[&str]) -> Option<String> {
    let folder = Folder::new();
    let path = folder.write(file, client);
    let (program, options) = program.split_first().expect("a program");
    let programs = Path::new(NINUKI).parent().expect("a folder");
    let paths = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let output = match Command::new(program).args(options).arg(&path).args(args).env("PATH", paths).output() {
        Ok(output) => output,
        Err(error) => {
            eprintln!("LEFT OUT: {program}: {error}");
            return None;
        }
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).expect("text"))
}

#[test]
fn the_client_in_python_asks_and_is_answered() {
    let client = block("A client in Python", "python");
    let Some(printed) = printed(client, "client.py", &["python3"], &[]) else { return };
    assert_eq!(printed.lines().count(), 3, "{printed}");
}

#[test]
fn the_client_in_javascript_asks_and_is_answered() {
    let client = block("A client in JavaScript", "javascript");
    let Some(printed) = printed(client, "client.mjs", &["node"], &[]) else { return };
    assert!(printed.starts_with("223 ["), "{printed}");
}

/// `ninuki web`, which ends with this.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start() -> Self {
        let mut child = command(NINUKI, &["web", "--port", "0"]).spawn().expect("the program starts");
        let mut address = String::new();
        BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut address).expect("the address");
        Self { child, address: address.trim().to_owned() }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether `program` succeeds with these arguments.
fn succeeds(program: &str, args: &[&str]) -> bool {
    Command::new(program).args(args).output().is_ok_and(|output| output.status.success())
}

#[test]
fn the_clients_of_a_websocket_ask_and_are_answered() {
    let served = Served::start();
    let heading = "Over a WebSocket";
    // Of older versions of node, which have WebSocket on request.
    let node = ["node", "--experimental-websocket"];
    if succeeds("node", &[node[1], "--eval", "WebSocket"]) {
        let printed = printed(block(heading, "javascript"), "client.mjs", &node, &[&served.address]).expect("node");
        assert!(printed.starts_with("1 [ '"), "{printed}");
    } else {
        eprintln!("LEFT OUT: node has no WebSocket");
    }
    if succeeds("python3", &["-c", "import websockets.sync.client"]) {
        let printed =
            printed(block(heading, "python"), "client.py", &["python3"], &[&served.address]).expect("python3");
        assert_eq!(printed.lines().count(), 3, "{printed}");
    } else {
        eprintln!("LEFT OUT: python3 has no package websockets");
    }
}
