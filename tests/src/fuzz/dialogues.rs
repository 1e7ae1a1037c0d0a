//! Whole dialogues of the protocol, with an engine that thinks about little.
//!
//! Every line that the engine says is one of the protocol, and the last `ABOUT` is answered, whatever came before it.

use protocol::{Reply, serve};

use crate::hasty;

/// The most bytes of a dialogue.
const LONGEST: usize = 2000;

/// The nodes of a search.
const NODES: u64 = 20;

pub(super) fn run(bytes: &[u8]) {
    let bytes = &bytes[..bytes.len().min(LONGEST)];
    // The rest of the line is ignored: `END\rTURN 1,1` ends a dialogue, too.
    let text = String::from_utf8_lossy(bytes);
    let mut words = text.lines().filter_map(|line| line.trim_start_matches('\u{feff}').split_whitespace().next());
    let ends = words.any(|word| word.eq_ignore_ascii_case("END"));
    // `DONE` ends a list of stones, if one is open.
    let input = [bytes, b"\nDONE\nABOUT\n"].concat();
    let mut output = Vec::new();
    serve(&input[..], &mut output, &hasty::options::<NODES>()).expect("a vector can be written");
    let output = String::from_utf8(output).expect("replies are text");
    let ascii: String = text.chars().filter(|letter| (' '..='~').contains(letter)).collect();
    for line in output.lines() {
        assert!(Reply::parse(line).is_some(), "{line:?}");
        // An unknown command is repeated in its answer, without bytes that are no text.
        let is_repeated = |flaw| ascii.contains(flaw);
        assert!(FLAWS.iter().all(|flaw| !line.contains(flaw) || is_repeated(flaw)), "{line}");
    }
    assert!(ends || output.lines().any(|line| line.starts_with("name=")), "{output}");
}

/// Messages of defects.
const FLAWS: [&str; 2] = ["internal error", "search failed"];

pub(super) fn seeds() -> Vec<Vec<u8>> {
    [
        "START 15\nINFO timeout_turn 100\nINFO rule 1\nBEGIN\nTURN 0,0\nTURN 1,1\nTAKEBACK 1,1\nABOUT\nEND\n",
        "START 20\nINFO rule 4\nBOARD\n7,7,1\n8,8,2\n9,9,1\nDONE\nINFO time_left 1000\nTURN 3,3\nRESTART\nBEGIN\n",
        "RECTSTART 13,15\r\nINFO game ninuki\r\nINFO flag fifth captures\r\nINFO max_memory 8388608\r\nBEGIN\r\n",
        "START 15\nSWAP2BOARD\nDONE\nSWAP2BOARD\n7,7\n8,8\n9,9\nDONE\nSUGGEST 7,7\nPLAY 3,4\nMESSAGE a\nINFO folder /tmp\n",
        "START 15\nINFO rule 0\nYXBOARD\n7,7,1\n8,7,2\nDONE\nYXNBEST 3\nYXBLOCK\n7,7\nDONE\nYXSTOP\nINFO show_detail 1\n",
        "START 15\nINFO rules {name = \"mine\", base = \"pente\", third-free = true}\nBEGIN\nTURN 5,5\nSWAPBOARD\n1,1\nDONE\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}
