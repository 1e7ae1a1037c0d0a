//! Journals with a changed field: contradictions are rejected in one line that names the field.

use engine::{Game, Rules};
use serde_json::{Value, json};

use crate::journal::sample::Sample;

fn sample(rules: Rules) -> Sample {
    let size = if rules.hexagonal() { 3 } else { rules.sizes.least() };
    Sample::new(Game::new(rules, Some(size), None).expect("a game"))
}

/// The lines of a journal.
fn lines(sample: &Sample, seed: u64) -> Vec<Value> {
    let journal = String::from_utf8(sample.journal(seed)).expect("text");
    journal.lines().map(unsealed).collect()
}

/// A line of a journal without its checksum, if it has one.
fn unsealed(line: &str) -> Value {
    let mut line: Value = serde_json::from_str(line).expect("an object");
    line.as_object_mut().expect("an object").remove("crc");
    line
}

/// Reads a journal of these lines. An error must be one line.
fn read(sample: &Sample, lines: &[Value], verify: bool) -> Result<usize, String> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let read = sample.read(text.as_bytes(), verify).map(|games| games.len()).map_err(|error| error.to_string());
    read.inspect_err(|why| assert!(why.len() < 1000 && !why.contains(char::is_control), "{why}"))
}

#[test]
fn unchanged_journals_are_valid() {
    for rules in Rules::ALL {
        let sample = sample(rules);
        for seed in 0..8 {
            let games = sample.read(&sample.journal(seed), true).expect("a journal");
            assert_eq!(games.len(), 8);
        }
    }
}

/// Values of a damaged field.
fn odd() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(-1),
        json!(0),
        json!(1),
        json!(2),
        json!(7),
        json!(1.5),
        json!(u64::MAX),
        json!(""),
        json!("five"),
        json!("time"),
        json!("full board"),
        json!("agreed win"),
        json!("K10"),
        json!("x\u{1}\n".repeat(2000)),
        json!([]),
        json!([null]),
        json!([9, "time"]),
        json!([0, "time"]),
        json!([1, "crash"]),
        json!([0, "sloth"]),
        json!([3, -1]),
        json!(["one", "two"]),
        json!(["one", "other"]),
        json!({}),
    ]
}

/// Fields in which only the original value is accepted.
const CHECKED: [&str; 10] =
    ["opening", "players", "swapped", "winner", "reason", "fault", "position", "moves", "book", "game"];

#[test]
fn other_values_are_rejected_or_ignored() {
    for rules in Rules::ALL {
        let sample = sample(rules);
        let right = lines(&sample, 3);
        let fields: Vec<String> =
            right.iter().skip(1).flat_map(|line| line.as_object().expect("one").keys()).cloned().collect();
        for (index, field) in (1..right.len()).flat_map(|index| fields.iter().take(16).map(move |field| (index, field)))
        {
            for value in odd() {
                let mut wrong = right.clone();
                let before = wrong[index].get(field).cloned().unwrap_or(Value::Null);
                wrong[index][field] = value.clone();
                let same = value == before || (before.is_null() && value == json!(false));
                let read = read(&sample, &wrong, true);
                if CHECKED.contains(&field.as_str()) && !same {
                    let why = read.expect_err(&format!("{field} {value} instead of {before} in {}", wrong[index]));
                    assert!(why.starts_with("journal:"), "{why}");
                }
            }
        }
    }
}

#[test]
fn other_moves_are_rejected() {
    for rules in Rules::ALL {
        let poof = rules.poof;
        let sample = sample(rules);
        let right = lines(&sample, 5);
        for index in 1..right.len() {
            let moves = right[index]["moves"].as_array().expect("moves").clone();
            let changes: [fn(&mut Vec<Value>, usize); 5] = [
                |moves, _| drop(moves.pop()),
                |moves, last| moves.push(moves[last].clone()),
                |moves, last| moves[last] = moves[last - 1].clone(),
                |moves, last| moves[last / 2] = json!("z99"),
                |moves, _| moves[0] = json!("0,0"),
            ];
            for change in changes {
                let mut wrong = right.clone();
                let mut other = moves.clone();
                change(&mut other, moves.len() - 1);
                wrong[index]["ms"] = json!(vec![1.0; other.len()]);
                wrong[index]["moves"] = json!(other);
                // One move less is as good a game where an engine was too late for the next.
                let why = read(&sample, &wrong, true);
                let lost_on_time = !right[index]["fault"].is_null() && other.len() < moves.len();
                // Where a stone may go at once, its point may be taken again.
                let again = poof && other.len() > moves.len();
                assert!(lost_on_time || again || why.is_err(), "{}", wrong[index]);
            }
        }
    }
}

#[test]
fn errors_without_a_replay_give_line_and_field() {
    let sample = sample(Rules::FREESTYLE);
    let right = lines(&sample, 1);
    for (field, value, part) in [
        ("winner", json!(7), "winner: 7 is no player of a game, allowed are 0 and 1"),
        ("winner", json!("x"), "winner: invalid type"),
        ("fault", json!([9, "time"]), "fault: 9 is no player"),
        ("fault", json!([0, "sloth"]), "fault: unknown variant"),
        ("fault", json!([0, "time"]), "reason: the fault is time"),
        ("reason", json!("bribery"), "reason: no game of this tournament ends by \"bribery\""),
        ("reason", json!("agreed win"), "reason: no game"),
        ("book", json!(3), "book: the opening has "),
        ("opening", json!(5), "opening: game 2 has opening"),
        ("players", json!(["a", "b"]), "players: game 2 is of one and other, not of a and b"),
        ("swapped", json!(true), "swapped: the moves exchange colours 0 times"),
        ("position", json!("15/15 x"), "position: the opening starts from the empty board"),
        ("moves", json!(["z99"]), "moves: ply 1: \"z99\" is no point of this board"),
        ("game", json!(0), "game: 0 is there already"),
        ("game", json!(u64::MAX), "game: 18446744073709551615 is too large"),
        ("ms", json!([]), "ms: there are 0 times of"),
        ("info", json!([null]), "info: there are 1 remarks on"),
        ("seconds", json!(-1.0), "seconds: the game took -1"),
        ("detail", json!("late"), "fault: details of one"),
        ("wnner", json!(1), "unknown field `wnner`"),
    ] {
        let mut wrong = right.clone();
        wrong[3][field] = value;
        let why = read(&sample, &wrong, false).expect_err(field);
        assert!(why.starts_with("journal:4: ") && why.contains(part), "{field}: {why}");
    }
    let mut wrong = right.clone();
    wrong[3].as_object_mut().expect("an object").remove("winner");
    let why = read(&sample, &wrong, false).expect_err("nobody");
    assert_eq!(why, "journal:4: this line is damaged: missing field `winner`");
}

#[test]
fn winners_are_those_of_the_moves() {
    let sample = sample(Rules::FREESTYLE);
    let mut found = 0;
    for seed in 0..20 {
        let right = lines(&sample, seed);
        for index in 1..right.len() {
            if let (Some(winner), Value::Null) = (right[index]["winner"].as_u64(), &right[index]["fault"]) {
                let mut wrong = right.clone();
                wrong[index]["winner"] = json!(1 - winner);
                assert_eq!(read(&sample, &wrong, false), Ok(8), "only the moves give the winner");
                let why = read(&sample, &wrong, true).expect_err("the other won");
                assert!(why.contains(&format!("winner: by the moves player {winner} won")), "{why}");
                found += 1;
            }
        }
    }
    assert!(found > 0, "some random game is won");
}
