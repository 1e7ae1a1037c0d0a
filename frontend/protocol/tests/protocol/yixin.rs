//! The Yixin extension: what boards for analysis ask for.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use engine::Move;
use ninuki_protocol::{Cell, Options};
use search::{Limits, Player, Report};

use crate::conversation::{Engine, PATIENCE, kind, replies_to};
use crate::hasty::{Hasty, forward_to_player, hasty};

/// How many searches without a clock have begun, and how many were stopped.
static PONDERING: [AtomicUsize; 2] = [AtomicUsize::new(0), AtomicUsize::new(0)];

/// Thinks on without a clock until stopped, as pondering asks.
struct Ponderer(Hasty);

impl Player for Ponderer {
    forward_to_player!();

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
        // A setting interrupts it for a moment.
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
    let lines = replies_to(format!("START 15\n{script}\n"));
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
    let lines = replies_to("START 15\nINFO analysis_mode 1\nTURN 7,7\nINFO analysis_mode 0\nTAKEBACK 7,7\nBEGIN\n");
    assert!(lines[1].starts_with("SUGGEST "), "{lines:?}");
    assert_eq!((lines[2].as_str(), kind(&lines[3])), ("OK", "move"));
}

#[test]
fn boards_get_the_details_that_they_set() {
    let kinds = |detail: u8| {
        let mut output = Vec::new();
        let script = format!("START 15\nINFO show_detail {detail}\nYXBOARD 7,7,1 8,8,2 DONE\nYXNBEST 2\n");
        let options = Options { settings: vec![ninuki_protocol::Info::MaxDepth(2)], ..Options::default() };
        ninuki_protocol::serve(script.as_bytes(), &mut output, &options).expect("a vector can be written");
        let output = String::from_utf8(output).expect("text");
        [output.contains("\nMESSAGE REALTIME BEST "), output.contains("\nINFO PV 1\nINFO NUMPV 2\nINFO DEPTH ")]
    };
    assert_eq!([0, 1, 2, 3].map(kinds), [[false, false], [true, false], [false, true], [true, true]]);
}

/// All lines that answer `script`, messages of the search left out.
fn messages(script: &str) -> Vec<String> {
    let mut output = Vec::new();
    let options = Options { settings: vec![ninuki_protocol::Info::MaxDepth(2)], ..Options::default() };
    ninuki_protocol::serve(script.as_bytes(), &mut output, &options).expect("a vector can be written");
    let output = String::from_utf8(output).expect("text");
    output.lines().filter(|line| !line.starts_with("MESSAGE depth ")).map(str::to_owned).collect()
}

/// The two numbers after `head`, as the board reads them.
fn cell_after(line: &str, head: &str) -> Cell {
    let rest = line.strip_prefix(head).unwrap_or_else(|| panic!("{line}: no {head}"));
    let numbers: Vec<usize> = rest.split_whitespace().map(|number| number.parse().expect("a number")).collect();
    Cell { x: numbers[0], y: numbers[1] }
}

/// The lines of a position, as the board sends it.
fn list(cells: &[Cell]) -> String {
    cells.iter().map(|cell| format!("{cell}\n")).collect::<String>() + "done\n"
}

/// The position without an answer.
fn position(cells: &[Cell]) -> String {
    let fields = cells
        .iter()
        .enumerate()
        .map(|(ply, cell)| format!("{cell},{}\n", if cells.len() % 2 == ply % 2 { 1 } else { 2 }));
    format!("start 15\nyxboard\n{}done\n", fields.collect::<String>())
}

#[test]
fn swap_2_goes_step_by_step() {
    let begin = "info show_detail 0\nyxshowinfo\nstart 15\nINFO rule 1\n";
    let lines = messages(&format!("{begin}yxswap2step1\n"));
    let at = lines.iter().position(|line| line == "OK").expect("an answer to start") + 1;
    let stones: Vec<Cell> = (1..=3)
        .zip(&lines[at..])
        .map(|(number, line)| cell_after(line, &format!("MESSAGE SWAP2 MOVE{number} ")))
        .collect();
    assert_eq!((stones.len(), lines.len()), (3, at + 3), "{lines:?}");
    let lines = messages(&format!("{begin}INFO time_left 100000\n{}yxswap2step2\n", position(&stones)));
    match &lines[lines.len() - 2..] {
        [ok, decision] if ok == "OK" => {
            assert!(["MESSAGE SWAP2 SWAP1 YES", "MESSAGE SWAP2 SWAP1 NO"].contains(&&**decision), "{lines:?}");
        }
        [fourth, fifth] => {
            let added = [cell_after(fourth, "MESSAGE SWAP2 MOVE4 "), cell_after(fifth, "MESSAGE SWAP2 MOVE5 ")];
            assert!(!stones.contains(&added[0]) && !stones.contains(&added[1]) && added[0] != added[1], "{lines:?}");
        }
        _ => panic!("{lines:?}"),
    }
    let five = [(7, 7), (8, 7), (9, 9), (8, 8), (8, 6)].map(|(x, y)| Cell { x, y });
    let lines = messages(&format!("{begin}{}yxswap2step3\n", position(&five)));
    let decision = lines.last().expect("a line").as_str();
    assert!(["MESSAGE SWAP2 SWAP2 YES", "MESSAGE SWAP2 SWAP2 NO"].contains(&decision), "{lines:?}");
    let lines = messages(&format!("{begin}{}yxswap2step2\n", position(&five)));
    assert_eq!(lines.last().map(String::as_str), Some("ERROR swap 2 is decided with 0, 3 or 5 stones, not with 5"));
}

#[test]
fn soosorv_goes_step_by_step() {
    let begin = "info show_detail 0\nyxshowinfo\nstart 15\nINFO rule 2\n";
    let answer = |script: String| -> Vec<String> {
        let lines = messages(&format!("{begin}{script}"));
        let at = lines.iter().position(|line| line == "OK").expect("an answer to start") + 1;
        lines[at..].to_vec()
    };
    let lines = answer("yxsoosorvstep1\n".to_owned());
    let mut stones: Vec<Cell> =
        (1..=3).zip(&lines).map(|(number, line)| cell_after(line, &format!("MESSAGE SOOSORV MOVE{number} "))).collect();
    assert_eq!((stones[0], lines.len()), (Cell { x: 7, y: 7 }, 3));
    assert!(stones[2].x.abs_diff(7) <= 2 && stones[2].y.abs_diff(7) <= 2, "{stones:?}");
    let swap = |answer: &[String], what: &str| {
        let [yes, no] = ["YES", "NO"].map(|word| format!("MESSAGE SOOSORV {what} {word}"));
        assert!(answer.len() == 1 && (answer[0] == yes || answer[0] == no), "{answer:?}");
    };
    swap(&answer(format!("yxsoosorvstep2\n{}", list(&stones))), "SWAP1");
    let lines = answer(format!("yxsoosorvstep3\n{}", list(&stones)));
    let [fourth] = &lines[..] else { panic!("{lines:?}") };
    let offers: usize = fourth.rsplit(' ').next().and_then(|text| text.parse().ok()).expect("a number of fifth moves");
    assert!((1..=8).contains(&offers), "{fourth}");
    stones.push(cell_after(fourth, "MESSAGE SOOSORV MOVE4 "));
    swap(&answer(format!("yxsoosorvstep4 {offers}\n{}", list(&stones))), "SWAP2");
    let lines = answer(format!("yxsoosorvstep5 3\n{}", list(&stones)));
    assert_eq!((lines[0].as_str(), lines[4].as_str()), ("MESSAGE SOOSORV MOVE5 REFRESH", "MESSAGE SOOSORV MOVE5 DONE"));
    let fifths: Vec<Cell> = lines[1..4].iter().map(|line| cell_after(line, "MESSAGE SOOSORV MOVE5 ")).collect();
    assert!(fifths.iter().all(|fifth| !stones.contains(fifth)) && lines.len() == 5, "{lines:?}");
    let all = [&stones[..], &fifths].concat();
    let lines = answer(format!("yxsoosorvstep6\n{}", list(&all)));
    assert!(fifths.contains(&cell_after(&lines[0], "MESSAGE SOOSORV MOVE5C ")) && lines.len() == 1, "{lines:?}");
    let lines = answer(format!("yxsoosorvstep5 3\n{}", list(&stones[..3])));
    assert_eq!(lines, ["ERROR step 5 of Soosorv needs 4 moves, not 3"]);
}

#[test]
fn the_database_has_no_entries() {
    let lines = messages(
        "start 15\nyxquerydatabaseallt\n7,7\ndone\nyxquerydatabaseall\ndone\nyxquerydatabaseone\n7,7\ndone\n\
         yxquerydatabasetext\n7,7\ndone\nyxsetdatabase\nC:\\games\\a b.db\nyxedittvddatabase 1 -1 0 0\n7,7\ndone\n\
         yxeditlabeldatabase 7,7 ab\n7,7\ndone\nyxsavedatabase\nyxhashdump\nhash.bin\nyxdraw\nABOUT\n",
    );
    let expected = [
        "OK",
        "MESSAGE DATABASE REFRESH",
        "MESSAGE DATABASE DONE",
        "MESSAGE DATABASE TEXT \"\"",
        "MESSAGE DATABASE REFRESH",
        "MESSAGE DATABASE DONE",
        "MESSAGE DATABASE ONE 0 0 0 0",
        "MESSAGE DATABASE TEXT \"\"",
        "ERROR YXSETDATABASE: there is no database",
        "ERROR YXEDITTVDDATABASE: there is no database",
        "ERROR YXEDITLABELDATABASE: there is no database",
        "ERROR YXSAVEDATABASE: there is no database",
        "ERROR YXHASHDUMP: the hash is not kept in files",
        "MESSAGE YXDRAW has no effect",
    ];
    assert_eq!(lines[..expected.len()], expected);
    assert!(lines[expected.len()].starts_with("name=") && lines.len() == expected.len() + 1, "{lines:?}");
}

#[test]
fn a_whole_dialogue_with_the_board() {
    let five = [(7, 7), (8, 8), (7, 6)].map(|(x, y)| Cell { x, y });
    let script = format!(
        "info show_detail 3\nyxshowinfo\nstart 15\nINFO rule 2\nINFO hash_size 65536\nINFO thread_num 1\nINFO caution_factor 1\n\
         info usedatabase 1\nINFO time_left 100000\nyxhashclear\n{}yxshowforbid\nyxnbest 2\nyxprintfeature\nyxshowhashusage\n",
        position(&five)
    );
    let lines = messages(&script);
    let has = |start: &str| lines.iter().any(|line| line.starts_with(start));
    for start in [
        "MESSAGE Ninuki ",
        "MESSAGE INFO MAX_THREAD_NUM ",
        "MESSAGE INFO MAX_HASH_SIZE ",
        "FORBID ",
        "MESSAGE REALTIME REFRESH",
        "MESSAGE REALTIME BEST ",
        "INFO PV 1",
        "INFO NUMPV 2",
        "INFO BESTLINE ",
        "INFO PV DONE",
        "MESSAGE the transposition table has 65536 KiB",
    ] {
        assert!(has(start), "{start}: {lines:?}");
    }
    assert!(!has("UNKNOWN") && !has("ERROR"), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| kind(line) == "move").count(), 1);
}

/// The rest of `text` after `head` and a number, which may have a sign or be a distance to a win.
fn after_number<'t>(text: &'t str, head: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(head)?;
    let end = rest.find(|char: char| !(char.is_ascii_digit() || "+-M".contains(char)))?;
    (end > 0).then(|| &rest[end..])
}

#[test]
fn messages_have_the_fields_that_others_read() {
    let mut output = Vec::new();
    let options = Options { settings: vec![ninuki_protocol::Info::MaxDepth(3)], ..Options::default() };
    let script = b"START 15\nYXBOARD 7,7,1 8,8,2 DONE\nYXNBEST 2\nRESTART\nTURN 7,7\n";
    ninuki_protocol::serve(&script[..], &mut output, &options).expect("a vector can be written");
    let output = String::from_utf8(output).expect("text");
    let (mut plain, mut several) = (0, 0);
    for line in output.lines().filter(|line| line.starts_with("MESSAGE depth ")) {
        let rest = after_number(line, "MESSAGE depth ").expect("depth and seldepth, with a dash");
        several += usize::from(rest.contains(" multipv "));
        plain += usize::from(!rest.contains(" multipv "));
        let rest = after_number(rest, " multipv ").unwrap_or(rest);
        let rest = [" ev ", " n ", " n/ms ", " tm "].iter().try_fold(rest, |rest, head| after_number(rest, head));
        let pv = rest.and_then(|rest| rest.strip_prefix(" pv ")).unwrap_or_else(|| panic!("{line}"));
        assert!(!pv.is_empty() && pv.split(' ').all(|cell| Cell::parse(cell).is_some()), "{line}");
    }
    assert!(plain > 0 && several > 1, "{output}");
}
