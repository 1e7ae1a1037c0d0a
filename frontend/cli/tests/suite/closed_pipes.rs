//! A reader that closed its end has all it wants: every command that prints ends quietly.

use std::fs;
use std::process::{Command, Stdio};

use crate::run::{Folder, NINUKI, PBRAIN, command};

/// A position in which the side to move makes five.
const FOUR: &str = "h8 a1 i8 a3 j8 a5 k8 a7";

/// Runs a program with a closed pipe as standard output. Returns its exit status and its standard error.
fn unread(mut command: Command, input: Option<&str>) -> (Option<i32>, String) {
    let (reader, writer) = nix::unistd::pipe().expect("a pipe");
    drop(reader);
    command.stdout(Stdio::from(writer));
    if let Some(file) = input {
        command.stdin(fs::File::open(file).expect("a file"));
    }
    let output = command.output().expect("the program runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn every_command_that_prints_ends_quietly() {
    let folder = Folder::new();
    let games = folder.write("games.txt", format!("{FOUR}\n"));
    let query = folder.write("query.jsonl", "{\"id\":\"1\",\"action\":\"query_version\"}\n");
    let proof = folder.path("proof.txt");
    let position = ["--rules", "freestyle", "--moves", FOUR];
    let solved = folder.run(&[&["solve"][..], &position, &["--proof", &proof]].concat());
    assert_eq!(solved.code, 0, "{}", solved.err);
    let played = [
        &["tournament", "--rules", "freestyle", "--games", "2", "--journal", "games.jsonl"][..],
        &["--engine", "name=one cmd=self nodes=10", "--engine", "name=two cmd=self nodes=20"],
    ]
    .concat();
    let ended = folder.run(&played);
    assert_eq!(ended.code, 0, "{}", ended.err);
    let journal = folder.path("games.jsonl");
    for args in [
        &["--help"][..],
        &["--version"],
        &["help", "board"],
        &["rules"],
        &["rules", "renju"],
        &["replay", "--rules", "freestyle", &games],
        &["perft", "--rules", "freestyle", "--depth", "1"],
        &["board", "--rules", "freestyle", "--moves", FOUR],
        &["convert", "--rules", "freestyle", &games, "-"],
        &["convert", "--rules", "freestyle", "--to", "sgf", &games, "/dev/stdout"],
        &[&["analyze", "--nodes", "1000"][..], &position].concat(),
        &[&["sweep", "--nodes", "100"][..], &position].concat(),
        &[&["solve"][..], &position].concat(),
        &["solve", "--rules", "ndengrod", "--size", "3", "--length", "3"],
        &["verify", &proof],
        &["openings", "--count", "1", "--nodes", "1000", "--games", "0"],
        &["play", "--rules", "freestyle", "--side", "both"],
        &["tournament", "report", &journal],
        &["tournament", "report", &journal, "--json"],
        &["completions", "bash"],
        &["man"],
        &["web", "--port", "0"],
    ] {
        assert_eq!(unread(command(NINUKI, args), None), (Some(0), String::new()), "{args:?}");
    }
    let commands = folder.write("commands.txt", "ABOUT\nSTART 15\nBEGIN\nEND\n");
    for command in [command(NINUKI, &["gomocup"]), command(PBRAIN, &[])] {
        assert_eq!(unread(command, Some(&commands)), (Some(0), String::new()));
    }
    assert_eq!(unread(command(NINUKI, &["analysis"]), Some(&query)), (Some(0), String::new()));
}
