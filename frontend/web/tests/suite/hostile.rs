//! Boards that do what no board should.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use random::Dice;
use tungstenite::Message;
use web::Options;

use crate::{POSITION, Running, ask, next};

/// The random messages of one batch.
const AT_ONCE: usize = 10;

/// The number of all random messages, `NINUKI_MESSAGES` or a small default.
fn messages() -> usize {
    std::env::var("NINUKI_MESSAGES").map_or(10_000, |count| count.parse().expect("a count"))
}

/// Messages to begin with, and pieces that are put into them.
const SEEDS: [&str; 8] = [
    r#"{"id":1,"action":"position","rules":"pente","moves":"K10 L9 G10"}"#,
    r#"{"id":"a","rules":"renju","moves":["h8"],"nodes":20,"lines":3,"report_every":0}"#,
    r#"{"id":2,"action":"read","from":"sgf","text":"(;GM[4]SZ[15]C[<script>alert(1)</script>];B[hh];W[gg])"}"#,
    r#"{"id":3,"action":"write","to":"lib","rules":"renju","tree":[{},{"parent":0,"move":"h8","comment":"<img src=x>"}]}"#,
    r#"{"id":4,"action":"picture","rules":"ndengrod","moves":"e5","kind":"png","width":64}"#,
    r#"{"id":5,"action":"play","rules":"keryo","level":1,"time":5,"seed":9}"#,
    r#"{"id":6,"action":"solve","rules":"freestyle","moves":"h8","nodes":50}"#,
    r#"{"id":7,"action":"board","rules":"freestyle","size":"15x20"}"#,
];
const PIECES: [&str; 12] = [
    "\"",
    "{",
    "}",
    "[[[[[[",
    "\\u0000",
    "null",
    "-1",
    "1e999",
    "18446744073709551616",
    "\u{202e}",
    ",",
    "\"terminate_all\"",
];

/// A message with a few random changes, which seldom leave it one that can be answered.
fn message(dice: &mut Dice) -> String {
    let seed = dice.pick(&SEEDS).expect("there are some");
    let mut bytes = seed.as_bytes().to_vec();
    for _ in 0..dice.below(16) {
        let at = dice.below(bytes.len() + 1);
        match dice.below(3) {
            0 => drop(bytes.splice(at..at, dice.pick(&PIECES).expect("there are some").bytes())),
            1 => bytes.truncate(at),
            _ if at < bytes.len() => bytes[at] = b' ' + dice.below(95) as u8,
            _ => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn random_messages_do_no_harm() {
    let mut options = Options::default();
    options.engine.limits.time = Duration::from_millis(1);
    let running = Running::start(options);
    let mut board = running.board();
    let mut dice = Dice::new(26, 0, 0);
    for round in 0..messages() / AT_ONCE {
        for _ in 0..AT_ONCE {
            board.write(Message::text(message(&mut dice))).expect("it listens");
        }
        let mark = format!("round {round}");
        board.send(Message::text(format!(r#"{{"id":"{mark}","action":"query_version"}}"#))).expect("it listens");
        while next(&mut board)["id"] != mark.as_str() {}
    }
    assert_eq!(ask(&mut running.board(), POSITION)["stones"]["x"][0], "K10");
}

#[test]
fn a_board_that_does_not_read_stops_no_other() {
    let running = Running::start(Options::default());
    let mut deaf = running.board();
    deaf.get_ref().set_write_timeout(Some(Duration::from_millis(200))).expect("a timeout");
    let query = r#"{"id":1,"action":"board","rules":"pente"}"#;
    // It writes until nothing more is taken.
    while deaf.send(Message::text(query)).is_ok() {}
    let mut board = running.board();
    assert_eq!(ask(&mut board, POSITION)["stones"]["x"][0], "K10");
}

#[test]
fn a_board_that_asks_for_everything_stops_no_other() {
    let running = Running::start(Options::default());
    let mut greedy = running.board();
    for id in 0..2000 {
        let query = format!(r#"{{"id":{id},"rules":"freestyle","moves":"h8","time":100000000,"report_every":0}}"#);
        greedy.send(Message::text(query)).expect("it listens");
    }
    let mut board = running.board();
    assert_eq!(ask(&mut board, POSITION)["stones"]["x"][0], "K10");
    assert_eq!(ask(&mut board, r#"{"id":2,"nodes":500}"#)["ended"], "nodes");
    assert!(next(&mut greedy)["lines"].is_array());
}

#[test]
fn a_server_ends_while_boards_search() {
    // Which of its threads end first differs.
    for _ in 0..50 {
        let running = Running::start(Options::default());
        let query = r#"{"id":1,"rules":"freestyle","moves":"h8","time":100000000,"report_every":0}"#;
        assert_eq!(ask(&mut running.board(), query)["partial"], true);
        let mut board = running.board();
        assert_eq!(ask(&mut board, query)["partial"], true);
        drop(running);
    }
}

#[test]
fn messages_that_are_too_long_or_no_text_end_the_connection_only() {
    let running = Running::start(Options::default());
    let long = Message::text(format!("{{\"id\":1,\"moves\":\"{}\"}}", " ".repeat(5 << 20)));
    for message in [long, Message::binary(vec![0; 100])] {
        let mut board = running.board();
        let _ = board.send(message);
        while board.read().is_ok_and(|answer| !answer.is_close()) {}
        assert_eq!(ask(&mut running.board(), POSITION)["stones"]["x"][0], "K10");
    }
}

#[test]
fn searches_end_with_their_board() {
    let running = Running::start(Options { boards: 1, ..Options::default() });
    let origin = format!("http://{}", running.host());
    for _ in 0..3 {
        let mut board = running.connect(Some(&origin));
        while board.is_err() {
            std::thread::yield_now();
            board = running.connect(Some(&origin));
        }
        let mut board = board.expect("a place");
        // Without a limit it would keep its place for ever.
        let query = r#"{"id":1,"rules":"freestyle","moves":"h8","time":100000000,"report_every":0}"#;
        assert_eq!(ask(&mut board, query)["partial"], true);
    }
}

#[test]
fn connections_that_ask_nothing_end() {
    let running = Running::start(Options { patience: Duration::from_millis(300), ..Options::default() });
    let head = format!("GET {} HTTP/1.1\r\nHost: {}\r\n", running.path(), running.host());
    // More than are served at a time: some send nothing, some a part of a request, some a request and then nothing.
    let whole = head.clone() + "\r\n";
    let silent: Vec<TcpStream> = (0..300)
        .map(|number| {
            let mut stream = TcpStream::connect(running.host()).expect("it listens");
            let part = ["", &head[..9], &*head, &*whole][number % 4];
            stream.write_all(part.as_bytes()).expect("it reads");
            stream
        })
        .collect();
    assert_eq!(ask(&mut running.board(), POSITION)["stones"]["x"][0], "K10");
    for mut stream in silent {
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        // The server closes it, with or without an answer before.
        match stream.read_to_end(&mut Vec::new()) {
            Ok(_) => {}
            Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset, "{error}"),
        }
    }
}

#[test]
fn a_board_that_is_gone_without_a_word_leaves_its_place() {
    let running = Running::start(Options { boards: 1, patience: Duration::from_millis(300), ..Options::default() });
    let origin = format!("http://{}", running.host());
    // It answers no ping, since it never reads.
    let gone = running.board();
    while running.connect(Some(&origin)).is_err() {
        std::thread::yield_now();
    }
    drop(gone);
    // One that reads stays, although it says nothing.
    let mut board = running.connect(Some(&origin));
    while board.is_err() {
        board = running.connect(Some(&origin));
    }
    let mut board = board.expect("a place");
    for _ in 0..12 {
        assert!(board.read().expect("a ping").is_ping());
    }
    assert_eq!(ask(&mut board, POSITION)["stones"]["x"][0], "K10");
}
