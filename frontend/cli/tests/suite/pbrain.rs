//! The program itself: streams, exits, silence on standard error.

use std::io::{Read, Write};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::run::{NINUKI, PBRAIN, command};

/// Longer than anything here may take.
const PATIENCE: Duration = Duration::from_secs(20);

fn start() -> Child {
    started(PBRAIN, &[])
}

fn started(program: &str, args: &[&str]) -> Child {
    command(program, args).stdin(Stdio::piped()).spawn().expect("the program starts")
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

/// The most memory that the program has used until it answered these lines, in MiB, rounded up. Pages of its file do not count:
/// how many the system maps beside those that are needed differs from run to run.
#[cfg(target_os = "linux")]
fn memory_after(mut child: Child, script: &str, answers: usize) -> u64 {
    use std::io::{BufRead, BufReader};

    let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    child.stdin.as_mut().expect("piped").write_all(script.as_bytes()).expect("it reads");
    let answered = lines.map(|line| line.expect("text")).filter(|line| !line.starts_with("MESSAGE ")).take(answers);
    assert_eq!(answered.count(), answers);
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    let kibibytes = |name: &str| -> u64 {
        let value = status.lines().find_map(|line| line.strip_prefix(name)).expect("a value");
        value.trim().trim_end_matches(" kB").parse().expect("a number")
    };
    (kibibytes("VmHWM:") - kibibytes("RssFile:")).div_ceil(1024)
}

/// The least limit that a program respects, in MiB, by its own message; `limit` if that is enough.
#[cfg(target_os = "linux")]
fn respected(program: &str, args: &[&str], limit: u64) -> u64 {
    let mut child = started(program, args);
    let script = format!("START 15\nINFO max_memory {}\nEND\n", limit << 20);
    child.stdin.take().expect("piped").write_all(script.as_bytes()).expect("it reads");
    let (_, output, _) = finish(child);
    let told = output.lines().find_map(|line| line.split_once(" is too little, "));
    let least = told.and_then(|(_, rest)| rest.split(' ').next()?.parse::<u64>().ok());
    least.map_or(limit, |bytes| bytes >> 20)
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_below_the_limit() {
    // As managers start it, and as the board does.
    for (program, args) in [(PBRAIN, &[][..]), (NINUKI, &["gomocup"])] {
        for (limit, threads) in [(8, 1), (18, 1), (20, 1), (24, 1), (32, 1), (64, 1), (64, 4), (256, 1)] {
            let allowed = respected(program, args, limit);
            let script = format!(
                "START 15\nINFO max_memory {}\nINFO thread_num {threads}\nINFO max_node 30000\nBEGIN\nTURN 0,0\nTURN 14,0\n\
                 RESTART\nINFO rule 4\nTURN 7,7\nSTART 19\nINFO game pente\nBEGIN\nSTART 9\nINFO game ndengrod\nBEGIN\n",
                limit << 20
            );
            // Pages of the file that the system took back since the peak count as memory, so one run may say too much.
            let used = (0..3).map(|_| memory_after(started(program, args), &script, 10));
            let used = used.inspect(|used| eprintln!("{used} MiB of {limit}")).take_while(|&used| used > allowed);
            assert!(used.count() < 3, "more than {allowed} MiB, the least that is respected");
        }
    }
}

/// A clock fills the tables for the time that it allows, a limit of nodes at once.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_below_the_limit_under_a_clock() {
    let script =
        "START 15\nINFO max_memory 67108864\nINFO timeout_turn 2000\nINFO time_left 2147483647\nBEGIN\nTURN 0,0\n";
    for (program, args) in [(PBRAIN, &[][..]), (NINUKI, &["gomocup"])] {
        let used = memory_after(started(program, args), script, 3);
        assert!(used <= 64, "{used} MiB");
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
