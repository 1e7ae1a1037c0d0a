//! The program itself: streams, exits, silence on standard error.

use std::io::{Read, Write};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::run::{PBRAIN, command};

/// Longer than anything here may take.
const PATIENCE: Duration = Duration::from_secs(20);

fn start() -> Child {
    command(PBRAIN, &[]).stdin(Stdio::piped()).spawn().expect("the program starts")
}

/// Waits for the end of the program and returns its status and what it still says on both streams.
fn finish(mut child: Child) -> (i32, String, String) {
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break status;
        }
        if began.elapsed() > PATIENCE {
            child.kill().expect("it can be killed");
            panic!("the program does not end");
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let (mut output, mut errors) = (String::new(), String::new());
    child.stdout.take().expect("piped").read_to_string(&mut output).expect("text");
    child.stderr.take().expect("piped").read_to_string(&mut errors).expect("text");
    (status.code().expect("no signal"), output, errors)
}

fn replies(output: &str) -> Vec<&str> {
    output.lines().filter(|line| !(line.starts_with("MESSAGE ") || line.starts_with("DEBUG "))).collect()
}

/// The most memory that the program has used until it answered these lines, in MiB, rounded up.
#[cfg(target_os = "linux")]
fn memory_after(script: &str, answers: usize) -> u64 {
    use std::io::{BufRead, BufReader};

    let mut child = start();
    let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    child.stdin.as_mut().expect("piped").write_all(script.as_bytes()).expect("it reads");
    let answered = lines.map(|line| line.expect("text")).filter(|line| !line.starts_with("MESSAGE ")).take(answers);
    assert_eq!(answered.count(), answers);
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    let kibibytes: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
    kibibytes.div_ceil(1024)
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_below_the_limit() {
    // Code that is not optimized takes more memory itself.
    let code = if cfg!(debug_assertions) { 4 } else { 0 };
    for (limit, least) in [(8, 20), (20, 20), (24, 24), (32, 32), (64, 64)] {
        let bytes = limit << 20;
        let script = format!(
            "START 15\nINFO max_memory {bytes}\nINFO max_node 30000\nBEGIN\nTURN 0,0\nTURN 14,0\nRESTART\nINFO rule 4\nTURN 7,7\n"
        );
        let used = memory_after(&script, 6);
        assert!(used <= least + code, "{used} MiB of {limit}");
    }
}

#[test]
fn input_sent_in_one_go_is_answered() {
    // The process exits soon after the end of its input, so a busy machine may need more than one attempt.
    for end in ["END\n", "END", ""] {
        assert!((0..10).any(|_| is_answered(end)), "with {end:?} at the end");
    }
}

fn is_answered(end: &str) -> bool {
    let mut child = start();
    let script = format!("START 15\nINFO timeout_turn 1000\nINFO time_left 60000\nTURN 7,7\n{end}");
    child.stdin.take().expect("piped").write_all(script.as_bytes()).expect("it reads");
    let (code, output, errors) = finish(child);
    assert_eq!((code, errors.as_str()), (0, ""));
    let replies = replies(&output);
    replies.len() == 2 && replies[0] == "OK" && replies[1].contains(',')
}
