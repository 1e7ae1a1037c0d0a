//! The transcripts of `ninuki check`, run against this engine. What they ask for is not asked here again.

use std::process::Command;

#[test]
fn all_transcripts_pass() {
    // Times are judged where nothing else runs.
    let mut check = Command::new(env!("CARGO_BIN_EXE_ninuki"));
    let output = check.args(["check", "--untimed", env!("CARGO_BIN_EXE_pbrain-ninuki")]).output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    assert!(told.contains(" 0 failed, 0 not offered"), "{told}");
}

#[test]
fn what_cannot_be_checked_is_told() {
    for (args, part) in [
        (["./no-such-engine", "--case=1"], "no such file"),
        (["self", "--case=1000"], "--case 1000: there are the cases 1 to "),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_ninuki")).arg("check").args(args).output().expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && told.contains(part) && told.lines().count() == 1, "{told}");
    }
}

#[test]
fn an_engine_that_is_none_fails() {
    let output = Command::new(env!("CARGO_BIN_EXE_ninuki"))
        .args(["check", "--json", "--case=1", "--case=3", "--case=69", "cat"])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!([&told["passed"], &told["failed"], &told["not_offered"]], [0, 2, 1], "{told}");
    let case = &told["cases"][1];
    assert_eq!(
        (case["sent"].as_str(), case["expected"].as_str(), case["seen"].as_str()),
        (Some("START 15"), Some("OK within 1000 ms"), Some("START 15"))
    );
}
