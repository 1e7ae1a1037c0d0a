//! The help: its examples are run.

use std::env;
use std::path::Path;
use std::process::{Command, Output};

use crate::run::{Folder, NINUKI, run};

/// Examples that need an engine, or more time than a test has: of these the options are checked.
const LONG: [&str; 7] = [
    "ninuki bench",
    "ninuki tournament",
    "ninuki check",
    "ninuki openings",
    "ninuki web",
    "--time 3600000",
    "h8.store",
];

fn ninuki(args: &[&str]) -> String {
    let ended = run(args);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{args:?}");
    ended.out
}

/// All commands that the help lists.
fn commands() -> Vec<String> {
    let help = ninuki(&["--help"]);
    let listed = help.lines().take_while(|line| *line != "Options:");
    let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// The examples in a help text, each as a shell takes it.
fn examples(help: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in help.lines().skip_while(|line| !line.starts_with("Example")) {
        let line = line.strip_prefix("Examples:").or(line.strip_prefix("Example:")).unwrap_or(line).trim();
        // A text in parentheses behind an example explains it.
        let line = line.split("      (").next().unwrap_or_default();
        match found.last_mut() {
            Some(last) if last.ends_with('\\') => {
                last.pop();
                *last += line;
            }
            _ if line.contains("ninuki") => found.push(line.to_owned()),
            _ => {}
        }
    }
    found
}

fn shell(folder: &Path, command: &str) -> Output {
    let binary = Path::new(NINUKI).parent().expect("a folder");
    let path = format!("{}:{}", binary.display(), env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).env("PATH", path).current_dir(folder).stdin(std::process::Stdio::null());
    shell.output().expect("a shell")
}

#[test]
fn the_examples_of_all_commands_work() {
    let folder = Folder::new();
    folder.write("games.txt", "K10 L9 N7 M9 N9 K9 O10 P10 H10 J9 H9 G9 F10 E10\n");
    folder.write("square.txt", "h8 h9 i9 i8 j7 g7 j10 k11 g10 f11 k8 l7 e8 d9\n");
    for game in ["game.psq --rules freestyle", "library.lib --rules renju", "game.sgf --rules freestyle"] {
        let made = shell(folder.folder(), &format!("ninuki convert square.txt {game}"));
        assert!(made.status.success(), "{game}: {}", String::from_utf8_lossy(&made.stderr));
    }
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    let mut helps = vec![ninuki(&["--help"])];
    helps.extend(commands.iter().map(|command| ninuki(&[command, "--help"])));
    for (help, command) in helps.iter().zip([""].into_iter().chain(commands.iter().map(String::as_str))) {
        let examples = examples(help);
        assert!(!examples.is_empty(), "the help of \"ninuki {command}\" has no example");
        for example in examples {
            let long = LONG.iter().any(|long| example.contains(long));
            // The options are read before the help is shown.
            let run = if long { format!("{example} --help") } else { example.clone() };
            let output = shell(folder.folder(), &run);
            assert!(output.status.success(), "{example}\n{}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

#[test]
fn completions_and_pages_name_every_command() {
    let commands = commands();
    for name in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = ninuki(&["completions", name]);
        for word in commands.iter().map(String::as_str).chain(["announce", "rules"]) {
            assert!(script.contains(word), "{name}: {word}");
        }
    }
    let folder = Folder::new();
    ninuki(&["man", "--out", &folder.path("")]);
    for command in &commands {
        let page = folder.text(&format!("ninuki-{command}.1"));
        assert!(page.contains(".TH") && page.contains("Example"), "{command}");
    }
    assert!(ninuki(&["man"]).contains("ninuki\\-play(1)"));
}
