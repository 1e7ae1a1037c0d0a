//! The program itself: streams, exits, silence on standard error.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::talk::{PATIENCE, is_remark};

fn start() -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-ninuki"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
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
    output.lines().filter(|line| !is_remark(line)).collect()
}

#[test]
fn replies_are_visible_while_the_input_is_open() {
    let mut child = start();
    let mut input = child.stdin.take().expect("piped");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    let mut ask = |line: &str| {
        input.write_all(format!("{line}\n").as_bytes()).expect("it reads");
        loop {
            let mut reply = String::new();
            output.read_line(&mut reply).expect("text");
            if !is_remark(&reply) {
                return reply;
            }
        }
    };
    assert!(ask("ABOUT").starts_with("name=\"Ninuki\""));
    assert_eq!(ask("START 15"), "OK\n");
    assert!(ask("INFO timeout_turn 100\nTURN 7,7").contains(','));
    assert!(ask("NONSENSE").starts_with("UNKNOWN "));
    drop(input);
    child.stdout = Some(output.into_inner());
    let (code, last, errors) = finish(child);
    assert_eq!((code, replies(&last).len(), errors.as_str()), (0, 0, ""));
}

#[test]
fn input_sent_in_one_go_is_answered() {
    for end in ["END\n", "END", ""] {
        let mut child = start();
        let script = format!("START 15\nINFO timeout_turn 1000\nINFO time_left 60000\nTURN 7,7\n{end}");
        child.stdin.take().expect("piped").write_all(script.as_bytes()).expect("it reads");
        let (code, output, errors) = finish(child);
        assert_eq!((code, errors.as_str()), (0, ""));
        let replies = replies(&output);
        assert!(replies.len() == 2 && replies[0] == "OK" && replies[1].contains(','), "{output}");
    }
}

#[test]
fn the_program_leaves_in_the_middle_of_a_search() {
    for end in ["END\n", ""] {
        let mut child = start();
        let mut input = child.stdin.take().expect("piped");
        input.write_all(b"START 20\nINFO timeout_turn 60000\nBOARD\n9,9,2\nDONE\n").expect("it reads");
        std::thread::sleep(Duration::from_millis(400));
        let began = Instant::now();
        input.write_all(end.as_bytes()).expect("it reads");
        drop(input);
        let (code, output, errors) = finish(child);
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
        assert_eq!((code, errors.as_str()), (0, ""));
        // A search that ends by itself has answered before.
        assert!(replies(&output).len() <= 2, "{output}");
    }
}

#[test]
fn an_unfinished_board_is_not_answered() {
    let mut child = start();
    child.stdin.take().expect("piped").write_all(b"START 15\nBOARD\n7,7,1\n").expect("it reads");
    let (code, output, errors) = finish(child);
    assert_eq!((code, output.as_str(), errors.as_str()), (0, "OK\n", ""));
}
