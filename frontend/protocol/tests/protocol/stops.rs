//! Stops, ends and failures while a move is being thought about.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::{AnyRecord, Game, IllegalMove, Move, Point, SetUp, SetUpError};
use ninuki_protocol::Options;
use search::{Limits, Player, Report};

use crate::conversation::{Engine, PATIENCE, kind, replies_with};
use crate::hasty::{Hasty, hasty};

/// The work of a player before its answer.
#[derive(Clone, Copy)]
enum Habit {
    /// Thinks until he is stopped, unless he has no time.
    Patient,
    /// Fails.
    Failing,
    /// Answers a move that is not legal.
    Cheating,
    /// Says nothing.
    Mute,
}

struct Stub {
    habit: Habit,
    player: Box<dyn Player>,
}

impl Player for Stub {
    fn record(&self) -> &dyn AnyRecord {
        self.player.record()
    }

    fn play(&mut self, mv: Move) -> Result<Vec<Point>, IllegalMove> {
        self.player.play(mv)
    }

    fn take_back(&mut self) -> Option<Move> {
        self.player.take_back()
    }

    fn think(&mut self, limits: &Limits, stop: &AtomicBool, on_info: &mut dyn FnMut(&Report)) -> Option<Report> {
        let mut report = self.player.think(limits, stop, on_info)?;
        match self.habit {
            Habit::Patient => {
                let until = limits.turn.filter(|turn| turn.is_zero()).unwrap_or(2 * PATIENCE);
                while !stop.load(Ordering::Relaxed) && limits.started.elapsed() < until {
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
            Habit::Failing => panic!("a failure\nthat is expected"),
            Habit::Cheating => report.best = self.record().moves().first().copied().unwrap_or(Move::Swap),
            Habit::Mute => return None,
        }
        Some(report)
    }

    fn set_memory(&mut self, bytes: usize) {
        self.player.set_memory(bytes);
    }
}

fn stub(habit: Habit, game: &'static Game, setup: Option<&SetUp>) -> Result<Box<dyn Player>, SetUpError> {
    Ok(Box::new(Stub { habit, player: Box::new(Hasty(search::player(game, setup)?)) }))
}

fn patient() -> Options {
    Options { player: |game, setup| stub(Habit::Patient, game, setup), ..hasty() }
}

/// An engine that searches its first move, as its first message shows.
fn thinking() -> Engine {
    let mut engine = Engine::playing(patient(), "START 15");
    engine.send("BEGIN");
    let remark = engine.line().expect("a remark");
    assert!(remark.starts_with("MESSAGE depth "), "{remark}");
    engine
}

#[test]
fn a_stop_gives_one_move() {
    for stop in ["YXSTOP", "stop", "INFO timeout_turn 0", "STOP\nSTOP\nYXSTOP"] {
        let mut engine = thinking();
        let began = Instant::now();
        assert_eq!(kind(&engine.ask(stop)), "move");
        assert!(began.elapsed() < PATIENCE / 2);
        engine.is_silent();
    }
}

#[test]
fn a_stop_does_not_reach_later_searches() {
    let mut engine = thinking();
    engine.ask("STOP\nSTOP");
    engine.send("STOP\nTURN 0,0");
    assert!(engine.line().expect("a remark").starts_with("MESSAGE "));
    engine.send("ABOUT");
    assert_eq!(kind(&engine.ask("STOP")), "move");
    assert!(engine.reply().starts_with("name="));
    // Without time every search is short, and none leaves a stop for the next one with time.
    assert_eq!(kind(&engine.ask("INFO timeout_turn 0\nTURN 0,14")), "move");
    engine.send("INFO timeout_turn 600000\nTURN 14,14");
    assert!(engine.line().expect("a remark").starts_with("MESSAGE "));
    assert_eq!(kind(&engine.ask("STOP")), "move");
}

#[test]
fn a_stop_right_behind_its_command_counts() {
    for _ in 0..50 {
        let mut engine = Engine::playing(patient(), "START 15");
        engine.send("TURN 7,7\nSTOP\nTURN 0,0\nYXSTOP\nBOARD\n1,1,2\nYXSTOP\nDONE\nSTOP");
        // A search that missed its stop would last longer than the wait for the reply.
        for _ in 0..3 {
            assert_eq!(kind(&engine.reply()), "move");
        }
        engine.is_silent();
    }
}

#[test]
fn an_idle_stop_is_not_answered() {
    let mut engine = Engine::playing(patient(), "START 15");
    engine.send("STOP\nYXSTOP");
    engine.is_silent();
}

#[test]
fn the_end_is_silent() {
    for last in [Some("END"), None, Some("TURN 0,0\nEND")] {
        let mut engine = thinking();
        std::thread::sleep(Duration::from_millis(200));
        if let Some(last) = last {
            engine.send(last);
        }
        let began = Instant::now();
        assert!(engine.close().is_empty());
        assert!(began.elapsed() < Duration::from_secs(2));
    }
}

#[test]
fn what_was_sent_with_the_end_is_answered() {
    let began = Instant::now();
    let lines = replies_with(&patient(), "START 15\nTURN 7,7\nTURN 0,0\nTURN 14,14\nEND\n");
    assert_eq!(lines.iter().map(|line| kind(line)).collect::<Vec<_>>(), ["OK", "move", "move", "move"]);
    assert!(began.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_player_that_fails_is_replaced() {
    let failing = Options { player: |game, setup| stub(Habit::Failing, game, setup), ..hasty() };
    let mut output = Vec::new();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let script = &b"START 15\nTURN 7,7\nTURN 7,7\nTURN 0,0\nTAKEBACK 7,7\n"[..];
    ninuki_protocol::serve(script, &mut output, &failing).unwrap();
    std::panic::set_hook(hook);
    let output = String::from_utf8(output).unwrap();
    let failed = output.lines().filter(|line| line.starts_with("MESSAGE the search failed: a failurethat"));
    assert_eq!(failed.count(), 2, "{output}");
    let replies: Vec<&str> = output.lines().filter(|line| !line.starts_with("MESSAGE ")).map(kind).collect();
    assert_eq!(replies, ["OK", "move", "ERROR", "move", "ERROR"]);
}

#[test]
fn a_player_that_cheats_or_is_mute_is_corrected() {
    let cheating = Options { player: |game, setup| stub(Habit::Cheating, game, setup), ..hasty() };
    let mute = Options { player: |game, setup| stub(Habit::Mute, game, setup), ..hasty() };
    for options in [cheating, mute] {
        let lines = replies_with(&options, "START 15\nTURN 7,7\nTURN 0,0\nRESTART\nBEGIN\n");
        let kinds: Vec<&str> = lines.iter().map(|line| kind(line)).collect();
        assert!(kinds == ["OK", "move", "move", "OK", "move"] || lines[1] == "0,0", "{lines:?}");
        assert_ne!(lines[1], "7,7");
    }
}
