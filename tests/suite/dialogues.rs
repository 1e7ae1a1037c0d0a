//! Random dialogues with the engine: one reply to each command that has one, none to the others.

use engines::conformance::random_dialogue;
use protocol::{Reply, serve};
use tests::hasty;

/// The number of dialogues, unless `NINUKI_DIALOGUES` sets another.
const DIALOGUES: u64 = 1_000;

/// More nodes than a win in one or a forced reply needs.
const NODES: u64 = 150;

#[test]
fn one_reply_to_each_command() {
    let options = hasty::options::<NODES>();
    let number = std::env::var("NINUKI_DIALOGUES").ok();
    for seed in 0..number.map_or(DIALOGUES, |number| number.parse().expect("a number")) {
        let script = random_dialogue(seed, true);
        let input: String = script.iter().map(|command| format!("{}\n", command.text)).collect();
        let mut output = Vec::new();
        serve(input.as_bytes(), &mut output, &options).expect("a vector can be written");
        let output = String::from_utf8(output).expect("replies are text");
        let replies: Vec<Option<Reply>> = output.lines().map(Reply::parse).collect();
        assert!(replies.iter().all(Option::is_some), "{output}");
        let answers = replies.iter().flatten().filter(|reply| !reply.is_remark()).count();
        let expected = script.iter().filter(|command| command.answered).count();
        assert_eq!(answers, expected, "seed {seed}\n{input}\n{output}");
        assert!(!output.contains("internal error") && !output.contains("search failed"), "seed {seed}\n{output}");
    }
}
