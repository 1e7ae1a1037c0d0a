//! No process of an engine survives the engine or the tournament, however it detaches, and whichever process is killed.

use std::fs;
use std::io;
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::prctl::{get_pdeathsig, set_child_subreaper};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::lab::Lab;

/// Whether this kernel has the calls that keep an engine's processes together.
fn can_keep() -> bool {
    let refused = set_child_subreaper(true).err().or(get_pdeathsig().err());
    if let Some(error) = refused {
        let text = format!("SKIPPED: this kernel keeps no processes together: {error}\n");
        let _ = io::Write::write_all(&mut io::stderr(), text.as_bytes());
    }
    refused.is_none()
}

/// Kills processes with one system call each, in this order. The first death may end the others before their turn.
fn kill_all(pids: &[u32]) {
    for &pid in pids {
        let killed = kill(Pid::from_raw(pid.cast_signed()), Signal::SIGKILL);
        assert!(matches!(killed, Ok(()) | Err(Errno::ESRCH)), "{pid}: {killed:?}");
    }
}

/// The guard of a tournament.
fn guard(runner: &Child) -> u32 {
    let children = |entry: fs::DirEntry| {
        let pid: u32 = entry.file_name().to_str()?.parse().ok()?;
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        let parent: u32 = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
        let command = fs::read_to_string(entry.path().join("cmdline")).ok()?;
        (parent == runner.id() && command.split('\0').nth(1) == Some("guard")).then_some(pid)
    };
    let entries = fs::read_dir("/proc").expect("a list of processes").flatten();
    entries.filter_map(children).next().expect("a guard")
}

/// A tournament of engines that think for ever and ignore every end, one with children in other groups, one with a
/// daemon, which has nothing to be known by: another session, no environment, no parent.
fn start(lab: &Lab) -> Child {
    let one = lab.stub("mode=fork seed=1 think=60000", "");
    let other = lab.stub("mode=daemon seed=2 think=60000", "");
    let child = lab.start(&[&one, &other, "--tc=1000", "--games=2", "--rules=freestyle", "--concurrency=2"]);
    // In each game both children and the daemon, below two keepers.
    lab.wait_for("mode=ignore-end", 6);
    lab.wait_for("ninuki keep", 4);
    child
}

/// Kills the runner and those whom `others` names, after which nothing may be left.
fn assert_killed(others: impl FnOnce(&Child) -> Vec<u32>) {
    if !can_keep() {
        return;
    }
    let lab = Lab::new();
    let mut child = start(&lab);
    let mut victims = others(&child);
    victims.push(child.id());
    kill_all(&victims);
    child.wait().expect("gone");
    lab.assert_nothing_left();
}

#[test]
fn a_killed_runner_takes_its_engines_along() {
    assert_killed(|_| Vec::new());
}

#[test]
fn a_runner_killed_together_with_its_guard_takes_its_engines_along() {
    assert_killed(|child| vec![guard(child)]);
}

#[test]
fn engines_die_even_if_all_is_killed_that_looks_after_them() {
    if !can_keep() {
        return;
    }
    let lab = Lab::new();
    let engine = |seed| lab.stub(&format!("mode=ignore-end seed={seed} think=60000"), "");
    let (one, other) = (engine(1), engine(2));
    let mut child = lab.start(&[&one, &other, "--tc=1000", "--games=2", "--rules=freestyle"]);
    let mut victims = lab.wait_for("ninuki keep", 2);
    victims.extend([guard(&child), child.id()]);
    kill_all(&victims);
    child.wait().expect("gone");
    lab.assert_nothing_left();
}

#[test]
fn an_engine_that_ends_takes_its_daemon_along() {
    if !can_keep() {
        return;
    }
    let lab = Lab::new();
    let one = lab.stub("mode=daemon seed=1", "name=One restart=on");
    let other = lab.stub("seed=2", "name=Other");
    let args = [&one[..], &other, "--rules=freestyle", "--games=200", "--journal=games.jsonl"];
    let mut child = lab.start(&args);
    while lab.games_so_far("games.jsonl") < 8 {
        // One that plays, and one that is on its way out.
        let daemons = lab.processes().into_iter().filter(|text| text.contains("mode=ignore-end")).count();
        assert!(daemons <= 2, "{:#?}", lab.processes());
        sleep(Duration::from_millis(5));
    }
    child.kill().expect("killed");
    child.wait().expect("gone");
    lab.assert_nothing_left();
}

#[test]
fn an_engine_whose_keeper_is_killed_plays_the_game_again() {
    if !can_keep() {
        return;
    }
    let lab = Lab::new();
    let one = lab.stub("mode=daemon seed=1 think=100", "name=One");
    let other = lab.stub("seed=2", "name=Other");
    const GAMES: usize = 4;
    let child = lab.start(&[&one, &other, "--rules=freestyle", "--games=4", "--max-moves=28", "--journal=games.jsonl"]);
    // Engines may be started again between two games: this is no fault of a game.
    for game in 1..GAMES {
        while lab.games_so_far("games.jsonl") < game {
            sleep(Duration::from_millis(5));
        }
        sleep(Duration::from_millis(300));
        kill_all(&lab.wait_for("ninuki keep", 2));
    }
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(0), "{}", String::from_utf8_lossy(&ended.stderr));
    let games = lab.games("games.jsonl");
    assert_eq!(games.len(), GAMES);
    let replayed = games.iter().flat_map(|game| game["attempts"].as_array().into_iter().flatten());
    let causes: Vec<_> = replayed.map(|attempt| (attempt["fault"][1].as_str(), attempt["cause"].as_str())).collect();
    assert!(!causes.is_empty() && causes.iter().all(|&cause| cause == (Some("crash"), Some("killed"))), "{causes:?}");
    lab.assert_nothing_left();
}
