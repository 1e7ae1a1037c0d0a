//! Memory and threads are kept between games, results of searches are not.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ninuki_protocol::{Options, Reply};
use search::{Limits, Player, Report, Resources};

use crate::conversation::{Engine, is_remark, replies_with};
use crate::hasty::forward_to_player;

/// How often a player handed its resources over, and how often one was given some.
static PASSED_ON: [AtomicUsize; 2] = [AtomicUsize::new(0), AtomicUsize::new(0)];

/// The search, and what becomes of its resources.
struct Heir(Box<dyn Player>);

impl Player for Heir {
    forward_to_player!();

    fn think(&mut self, limits: &Limits, stop: &AtomicBool, on_info: &mut dyn FnMut(&Report)) -> Option<Report> {
        self.0.think(limits, stop, on_info)
    }

    fn set_memory(&mut self, bytes: usize) {
        self.0.set_memory(bytes);
    }

    fn release(&mut self) -> Resources {
        PASSED_ON[0].fetch_add(1, Ordering::SeqCst);
        self.0.release()
    }

    fn inherit(&mut self, resources: Resources) {
        PASSED_ON[1].fetch_add(1, Ordering::SeqCst);
        self.0.inherit(resources);
    }
}

#[test]
fn the_memory_of_a_game_goes_to_the_next() {
    let options =
        Options { player: |game, setup| Ok(Box::new(Heir(search::player(game, setup)?))), ..Options::default() };
    let games = [
        "INFO max_node 50\nSTART 15\nBEGIN",
        "START 15\nBOARD 7,7,2 DONE",
        "BOARD 7,7,2 8,8,1 9,9,2 DONE",
        "RESTART\nINFO rule 4\nBEGIN",
        "START 19\nINFO game pente\nBEGIN",
        "YXHASHCLEAR\nTURN 9,8",
    ];
    replies_with(&options, games.join("\n") + "\n");
    let [released, inherited] = PASSED_ON.each_ref().map(|count| count.load(Ordering::SeqCst));
    assert!(inherited >= games.len(), "{inherited}");
    assert_eq!(released, inherited - 1, "the last player keeps what it has");
}

#[test]
fn the_least_memory_is_named() {
    let output = |bytes: u64| {
        let mut output = Vec::new();
        let script = format!("START 15\nINFO max_memory {bytes}\n");
        ninuki_protocol::serve(script.as_bytes(), &mut output, &Options::default()).expect("a vector can be written");
        String::from_utf8(output).expect("text")
    };
    let least = 18 << 20;
    assert_eq!(output(least), "OK\n");
    assert_eq!(output(0), "OK\n");
    let expected =
        format!("OK\nMESSAGE max_memory 8388608 is too little, {least} with code and weights is the least\n");
    assert_eq!(output(8 << 20), expected);
}

/// The nodes in the last message before the reply to a command.
fn nodes(engine: &mut Engine, command: &str) -> u64 {
    engine.send(command);
    let mut nodes = 0;
    loop {
        let line = engine.line().expect("a line");
        if is_remark(&line) {
            let text = line.split(" n ").nth(1).and_then(|rest| rest.split(' ').next());
            nodes = text.and_then(|text| text.parse().ok()).unwrap_or(nodes);
        } else {
            assert!(matches!(Reply::parse(&line), Some(Reply::Move(_))), "{line}");
            return nodes;
        }
    }
}

#[test]
fn as_many_nodes_are_visited_as_allowed() {
    let mut engine = Engine::playing(Options::default(), "START 15");
    for limit in [1, 2, 3, 10, 100, 255, 256, 257, 1000] {
        for (rule, board) in [(0, "7,7,1 8,6,2 6,8,1 9,9,2"), (4, "7,7,1 8,6,2"), (1, "7,7,2")] {
            let start = format!("START 15\nINFO rule {rule}\nINFO max_node {limit}");
            assert_eq!(engine.ask(start), "OK");
            assert_eq!(nodes(&mut engine, &format!("BOARD {board} DONE")), limit, "{board}");
        }
    }
}
