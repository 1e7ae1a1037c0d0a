//! Lines of the protocol: a parsed command prints as a line that parses to the same command.

use protocol::{Command, Reply};

pub(super) fn run(line: &[u8]) {
    let Ok(line) = std::str::from_utf8(line) else { return };
    // The reader splits at line ends, so a line holds none.
    if line.contains(['\n', '\r']) {
        return;
    }
    if let Ok(command) = Command::parse(line) {
        // Lists are printed over several lines and read from one.
        let printed = command.to_string().replace('\n', " ");
        assert_eq!(Command::parse(&printed).as_ref(), Ok(&command), "{printed}");
    }
    if let Some(reply) = Reply::parse(line) {
        let printed = reply.to_string();
        assert_eq!(Reply::parse(&printed).as_ref(), Some(&reply), "{printed}");
    }
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let lines = [
        "START 15",
        "RECTSTART 15,13",
        "RESTART",
        "BEGIN",
        "TURN 7,7",
        "BOARD 7,7,1 8,7,2 8,8,3 DONE",
        "YXBOARD 7,7,1 8,7,2 DONE",
        "TAKEBACK 7,7",
        "PLAY 3,4",
        "INFO timeout_turn 5000",
        "INFO rule 4",
        "INFO game ninuki",
        "INFO flag fifth captures",
        "INFO max_memory 83886080",
        "INFO time_left 2147483647",
        "INFO folder /tmp/a b",
        "SWAP2BOARD 7,7 8,8 9,9 DONE",
        "SWAPBOARD 7,7 DONE",
        "YXNBEST 3",
        "YXBLOCK 7,7 8,8 DONE",
        "ABOUT",
        "END",
        "SUGGEST 7,7",
        "7,7 8,8 9,9",
        "SWAP",
        "OK",
        "ERROR this is no board",
        "UNKNOWN command",
        "MESSAGE depth 7 score -35 nodes 12345 pv 7,7 8,8",
        "DEBUG x",
        "name=\"a\", version=\"1.0\", author=\"b, c\", country=\"d\", games=\"pente ninuki\"",
    ];
    lines.map(|line| line.as_bytes().to_vec()).to_vec()
}
