//! Random dialogues by the grammar of the protocol, with valid and invalid commands.

use engine::Rules;

use protocol::Cell;
use random::Dice;

/// A command of a random dialogue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomCommand {
    /// The lines to send, without the last line end.
    pub text: String,
    /// Whether one line answers it, or none.
    pub answered: bool,
}

/// The purpose of these random streams.
const PURPOSE: u64 = 0x7072_6f74;

/// Returns the dialogue number `seed`, 1 to 40 commands. Without `extensions` it has only commands of the Gomocup text.
///
/// # Examples
/// ```
/// use ninuki_engines::conformance::random_dialogue;
///
/// let dialogue = random_dialogue(7, false);
/// assert!((1..=40).contains(&dialogue.len()) && dialogue == random_dialogue(7, false));
/// ```
#[must_use]
pub fn random_dialogue(seed: u64, extensions: bool) -> Vec<RandomCommand> {
    let mut dice = Dice::new(seed, 0, PURPOSE);
    let length = 1 + dice.below(40);
    (0..length).map(|_| command(&mut dice, extensions)).collect()
}

fn command(dice: &mut Dice, extensions: bool) -> RandomCommand {
    let (answered, text) = match dice.below(if extensions { 27 } else { 20 }) {
        0 | 1 => (true, format!("START {}", [5, 9, 13, 15, 19, 4][dice.below(6)])),
        2 => (true, ["RESTART", "start 15", "START 20", "START x"][dice.below(4)].to_owned()),
        3 | 4 => (true, "BEGIN".to_owned()),
        5..=11 => (true, format!("TURN {}", cell(dice))),
        12 => (true, list("BOARD", true, dice)),
        13 => (true, format!("TAKEBACK {}", cell(dice))),
        14 => (true, ["ABOUT", "FOO", "TURN", "TURN 7", "\u{1}", "7,7"][dice.below(6)].to_owned()),
        15 => (false, ["", "  \t", "\r"][dice.below(3)].to_owned()),
        16..=19 => (false, info(dice, extensions)),
        20 => (true, format!("PLAY {}", cell(dice))),
        21 => (true, list("SWAPBOARD", false, dice)),
        22 => (true, list("SWAP2BOARD", false, dice)),
        23 => (true, ["YXSHOWFORBID", "TURN PASS", "RECTSTART 9,7", "start 9 9"][dice.below(4)].to_owned()),
        24 => (
            true,
            ["YXNBEST 2", "YXBALANCEONE 0", "YXBALANCETWO 10", "YXSEARCHDEFEND", "YXNBEST"][dice.below(5)].to_owned(),
        ),
        25 => (false, ["STOP", "YXSTOP", "YXHASHCLEAR", "YXSHOWINFO", "YXBLOCKRESET"][dice.below(5)].to_owned()),
        _ => (false, format!("YXBLOCK {} DONE", cell(dice))),
    };
    RandomCommand { text, answered }
}

fn cell(dice: &mut Dice) -> Cell {
    let side = [5, 9, 15, 19, 30][dice.below(5)];
    Cell { x: dice.below(side), y: dice.below(side) }
}

fn list(word: &str, with_fields: bool, dice: &mut Dice) -> String {
    let separator = ["\n", " ", "\r\n", "\n\n"][dice.below(4)];
    let length = dice.below(9);
    let mut items = vec![word.to_owned()];
    for i in 0..length {
        let cell = cell(dice);
        let field = if dice.below(10) == 0 { dice.below(5) } else { 1 + (i + length + 1) % 2 };
        items.push(if with_fields { format!("{cell},{field}") } else { cell.to_string() });
    }
    items.push("DONE".to_owned());
    items.join(separator)
}

fn info(dice: &mut Dice, extensions: bool) -> String {
    const KEYS: [&str; 11] = [
        "rule",
        "timeout_turn",
        "timeout_match",
        "time_left",
        "max_memory",
        "game_type",
        "folder",
        "evaluate",
        "foo",
        "",
        "RULE",
    ];
    const MORE: [&str; 10] = [
        "game",
        "flag",
        "line_length",
        "captured",
        "max_node",
        "max_depth",
        "thread_num",
        "hash_size",
        "pondering",
        "show_detail",
    ];
    const VALUES: [&str; 12] =
        ["0", "1", "4", "5", "8", "9", "-1", "x", "suicide 1", "third-free on", "4,2", "99999999999999999999"];
    let keys = if extensions { KEYS.len() + MORE.len() } else { KEYS.len() };
    let at = dice.below(keys);
    let key = if at < KEYS.len() { KEYS[at] } else { MORE[at - KEYS.len()] };
    let value = match key {
        "game" => Rules::ALL[dice.below(Rules::ALL.len())].name,
        // Details would add lines of INFO to the answers.
        "show_detail" => "0",
        _ => VALUES[dice.below(VALUES.len())],
    };
    format!("INFO {key} {value}")
}
