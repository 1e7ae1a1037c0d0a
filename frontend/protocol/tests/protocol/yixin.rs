//! The Yixin extension: what boards for analysis ask for.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use engine::{AnyRecord, IllegalMove, Move, Point};
use ninuki_protocol::{Cell, Options};
use search::{Limits, Player, Report};

use crate::hasty::{Hasty, hasty};
use crate::talk::{Engine, PATIENCE, kind, talk};

/// How many searches without a clock have begun, and how many were stopped.
static PONDERING: [AtomicUsize; 2] = [AtomicUsize::new(0), AtomicUsize::new(0)];

/// Thinks on without a clock until stopped, as pondering asks.
struct Ponderer(Hasty);

impl Player for Ponderer {
    fn record(&self) -> &dyn AnyRecord {
        self.0.record()
    }

    fn play(&mut self, mv: Move) -> Result<Vec<Point>, IllegalMove> {
        self.0.play(mv)
    }

    fn take_back(&mut self) -> Option<Move> {
        self.0.take_back()
    }

    fn think(&mut self, limits: &Limits, stop: &AtomicBool, on_info: &mut dyn FnMut(&Report)) -> Option<Report> {
        let mut report = self.0.think(limits, stop, on_info)?;
        if limits.turn.is_none() {
            PONDERING[0].fetch_add(1, Ordering::SeqCst);
            while !stop.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            PONDERING[1].fetch_add(1, Ordering::SeqCst);
        }
        let next = self.record().legal().into_iter().map(Move::Place).find(|&mv| mv != report.best)?;
        report.line = vec![report.best, next];
        Some(report)
    }

    fn set_memory(&mut self, bytes: usize) {
        self.0.set_memory(bytes);
    }
}

fn wait_for(count: &AtomicUsize, at_least: usize) {
    let began = Instant::now();
    while count.load(Ordering::SeqCst) < at_least {
        assert!(began.elapsed() < PATIENCE, "nobody ponders");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn the_opponents_time_is_used_and_nothing_is_said() {
    let options =
        Options { player: |game, setup| Ok(Box::new(Ponderer(Hasty(search::player(game, setup)?)))), ..hasty() };
    let mut engine = Engine::playing(options, "START 15\nINFO pondering 1\nINFO timeout_turn 1000");
    let [begun, ended] = &PONDERING;
    for (turn, cell) in ["7,7", "0,0", "14,14"].into_iter().enumerate() {
        let reply = engine.ask(format!("TURN {cell}"));
        assert_eq!(kind(&reply), "move");
        wait_for(begun, 2 * turn + 1);
        // A setting interrupts it, and it goes on.
        engine.send("INFO timeout_turn 1000");
        wait_for(begun, 2 * turn + 2);
        assert!(ended.load(Ordering::SeqCst) > 2 * turn);
    }
    // The position is what it was: the newest moves can be taken back, the expected one is not among them.
    assert_eq!(engine.ask("TAKEBACK 14,14"), "ERROR 14,14 is not the newest move");
    engine.send("YXSTOP");
    engine.is_silent();
    assert!(engine.close().is_empty());
    assert_eq!(begun.load(Ordering::SeqCst), ended.load(Ordering::SeqCst));
}

/// The last reply, which is a move.
fn answer(script: &str) -> String {
    let lines = talk(format!("START 15\n{script}\n"));
    let reply = lines.last().expect("a reply").clone();
    assert_eq!(kind(&reply), "move", "{lines:?}");
    reply
}

#[test]
fn blocked_points_are_not_answered() {
    let four = "YXBOARD 3,7,1 0,0,2 4,7,1 2,0,2 5,7,1 4,0,2 6,7,1 6,0,2 DONE\nYXNBEST 1";
    let wins = ["2,7", "7,7"];
    assert!(wins.contains(&&*answer(four)));
    assert_eq!(answer(&format!("YXBLOCK 2,7 DONE\n{four}")), "7,7");
    assert_eq!(answer(&format!("YXBLOCK 2,7 7,7 DONE\nYXBLOCKUNDO 2,7 DONE\n{four}")), "2,7");
    assert!(!wins.contains(&&*answer(&format!("YXBLOCK 2,7 7,7 DONE\n{four}"))));
    assert!(wins.contains(&&*answer(&format!("YXBLOCK 2,7 7,7 DONE\nYXBLOCKRESET\n{four}"))));
    let path = "3,7 0,0 4,7 2,0 5,7 4,0 6,7 6,0";
    assert_eq!(answer(&format!("YXBLOCKPATH {path} 7,7 DONE\n{four}")), "2,7");
    assert_eq!(answer(&format!("YXBLOCKPATH {path} 2,7 DONE\n{four}")), "7,7");
    assert!(wins.contains(&&*answer(&format!("YXBLOCKPATH 3,7 0,0 2,7 DONE\nYXBLOCK 7,7 DONE\n{four}"))));
    let both = format!("YXBLOCKPATH {path} 7,7 DONE\nYXBLOCKPATH {path} 2,7 DONE");
    assert!(!wins.contains(&&*answer(&format!("{both}\n{four}"))));
    assert_eq!(answer(&format!("{both}\nYXBLOCKPATHUNDO {path} 2,7 DONE\n{four}")), "2,7");
    assert!(wins.contains(&&*answer(&format!("{both}\nYXBLOCKPATHRESET\n{four}"))));
}

#[test]
fn balanced_moves_are_made() {
    let mut engine = Engine::playing(Options::default(), "START 15\nINFO max_depth 2");
    let reply = engine.ask("YXBOARD 7,7,1 8,8,2 DONE\nYXBALANCETWO 0");
    let cells: Vec<Cell> = reply.split(' ').map(|text| Cell::parse(text).expect("a cell")).collect();
    assert_eq!(cells.len(), 2);
    assert!(engine.ask(format!("TURN {}", cells[1])).starts_with("ERROR "), "both moves are made");
    // A side that is to be far behind does not make the best move.
    let best = engine.ask("YXBOARD 7,7,2 8,8,1 7,6,2 DONE\nYXNBEST 1");
    let worst = engine.ask("YXBOARD 7,7,2 8,8,1 7,6,2 DONE\nYXBALANCEONE -20000");
    assert_ne!(best, worst);
}

#[test]
fn suggestions_change_nothing() {
    let lines = talk("START 15\nINFO analysis_mode 1\nTURN 7,7\nINFO analysis_mode 0\nTAKEBACK 7,7\nBEGIN\n");
    assert!(lines[1].starts_with("SUGGEST "), "{lines:?}");
    assert_eq!((lines[2].as_str(), kind(&lines[3])), ("OK", "move"));
}

#[test]
fn boards_are_told_as_much_as_they_ask_for() {
    let told = |detail: u8| {
        let mut output = Vec::new();
        let script = format!("START 15\nINFO show_detail {detail}\nYXBOARD 7,7,1 8,8,2 DONE\nYXNBEST 2\n");
        let options = Options { settings: vec![ninuki_protocol::Info::MaxDepth(2)], ..Options::default() };
        ninuki_protocol::serve(script.as_bytes(), &mut output, &options).expect("a vector can be written");
        let output = String::from_utf8(output).expect("text");
        [output.contains("\nMESSAGE REALTIME BEST "), output.contains("\nINFO PV 1\nINFO NUMPV 2\nINFO DEPTH ")]
    };
    assert_eq!([0, 1, 2, 3].map(told), [[false, false], [true, false], [false, true], [true, true]]);
}
