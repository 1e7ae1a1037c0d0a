//! The transcripts of `ninuki check`, run against this engine. What they ask for is not asked here again.

use crate::run::{PBRAIN, run};

#[test]
fn all_transcripts_pass() {
    // Times are judged where nothing else runs.
    let ended = run(&["check", "--untimed", PBRAIN]);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{}", ended.out);
    assert!(ended.out.contains(" 0 failed, 0 not offered"), "{}", ended.out);
}

#[test]
fn an_engine_that_is_none_fails() {
    let ended = run(&["check", "--json", "--case=1", "--case=3", "--case=69", "cat"]);
    assert_eq!(ended.code, 1);
    let told = ended.object();
    assert_eq!([&told["passed"], &told["failed"], &told["not_offered"]], [0, 2, 1], "{told}");
    let case = &told["cases"][1];
    assert_eq!(
        (case["sent"].as_str(), case["expected"].as_str(), case["seen"].as_str()),
        (Some("START 15"), Some("OK within 1000 ms"), Some("START 15"))
    );
}
