//! Own games, as TOML or on one line.
//!
//! An error is one line. Rules that are read are written on one line and read as the same rules, and a game by them can be
//! begun.

use engine::{Game, Move, record};

use super::{fits, text};

/// The moves that are played by the rules.
const MOVES: usize = 12;

pub(super) fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let rules = match variants::parse(text) {
        Ok(rules) => rules,
        Err(error) => return fits(&error.to_string()),
    };
    let line = variants::line(&rules).expect("rules of one's own");
    fits(&line);
    assert_eq!(variants::parse(&line).expect("its own line"), rules, "{line}");
    // A process keeps at most `Game::MOST` games.
    let Ok(game) = Game::new(rules, None, None) else { return };
    let mut record = record(game, None).expect("the empty board");
    for step in 0..MOVES {
        let legal = record.legal();
        let Some(&point) = legal.get(step * 37 % legal.len().max(1)) else { break };
        record.play(Move::Place(point)).expect("a legal move");
        text::check(record.as_ref());
    }
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    [
        "name = \"pente-12\"\nbase = \"pente\"\nthird-free = true\nsizes = [13, 15]\ndefault-size = 13\n[capture]\ntarget = 12\n",
        "name = \"mine\"\nbase = \"ninuki\"\ntitle = 'a \"game\" \\ of mine'\nfifth = \"draw\"\nsizes = [9, 11]\ndefault-size = 9\n\
         [capture]\nlongest = 3\ntarget = \"none\"\n[opening]\nthird-beyond = \"none\"\n",
        "{name = \"six\", base = \"freestyle\", line.length = 6, line.exact = true}",
        "{name = \"open\", base = \"caro\", caro-exact = true, line = {open = false}}",
        "# a hexagon\nname = \"small\"\nbase = \"ndengrod\"\nsizes = [3, 4]\ndefault-size = 4\nsuicide = true\nstuck = \"pass\"\n",
        "name = \"banned\"\nbase = \"ninuki\"\nrecursion = true\ndouble-four = false\n[ban]\nbinds = \"black\"\ncaptures = true\n\
         breaks-five = \"always\"\nstops-four = \"never\"\n",
        "name = \"swapped\"\r\nbase = \"pente\"\r\n[swap]\r\nafter = 3\r\n[white]\r\nexact = true\r\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}
