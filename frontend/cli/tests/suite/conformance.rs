//! The transcripts of `ninuki check`, run against this engine. The other tests of the protocol do not repeat them.

use serde_json::json;

use crate::run::{PBRAIN, run};

#[test]
fn all_transcripts_pass() {
    // Times are judged where nothing else runs.
    let ended = run(&["check", "--untimed", PBRAIN]);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{}", ended.out);
    for class in [" 0 failed, 0 not offered", " 0 remarks, 0 not offered"] {
        assert!(ended.out.contains(class), "{}", ended.out);
    }
}

#[test]
fn an_engine_that_is_none_fails() {
    let ended = run(&["check", "--json", "--case=1", "--case=3", "--case=69", "cat"]);
    assert_eq!(ended.code, 1);
    let told = ended.object();
    assert_eq!([&told["passed"], &told["failed"], &told["not_offered"]], [0, 1, 1], "{told}");
    assert_eq!(told["robustness"], json!({"passed": 0, "remarks": 1, "not_offered": 0}), "{told}");
    let cited = &told["cases"][0]["cited"];
    assert_eq!((&cited["text"], &cited["section"]), (&json!("Gomocup"), &json!("ABOUT")), "{told}");
    let case = &told["cases"][1];
    assert_eq!((&case["class"], &case["result"]), (&json!("robustness"), &json!("remark")), "{told}");
    assert_eq!(
        (case["sent"].as_str(), case["expected"].as_str(), case["seen"].as_str()),
        (Some("START 15"), Some("OK within 1000 ms"), Some("START 15"))
    );
}

/// An engine in the shell: the branches of a `case` over the first word of each line, `$1`; the second is `$2`.
fn brain(cases: &str) -> String {
    format!("sh -c 'while read -r line; do set -- $(echo $line | tr -d \\\\r); case $1 in {cases} esac; done'")
}

#[test]
fn what_the_protocol_allows_is_no_failure() {
    // A remark after OK, a move with blanks, a suggestion, lone CR as line ends, no board but the required one, nothing optional.
    let polite = brain(
        "START) if [ $2 = 20 ]; then printf \"OK - ready\\r\"; else printf \"ERROR\\r\"; fi;; \
         BEGIN) printf \"MESSAGE\\r\\r0, 3 \\r\";; TURN) printf \"SUGGEST 0,3\\r\";; PLAY) printf \"$2\\r\";; \
         INFO) ;; END) exit 1;; *) printf \"UNKNOWN\\r\";;",
    );
    let cases =
        [1, 2, 3, 5, 9, 10, 15, 16, 18, 20, 22, 29, 59, 60, 62, 65, 66, 83].map(|case| format!("--case={case}"));
    let args: Vec<&str> =
        ["check", "--untimed", "--json"].into_iter().chain(cases.iter().map(String::as_str)).collect();
    let ended = run(&[&args[..], &[&polite]].concat());
    let told = ended.object();
    assert_eq!((ended.code, &told["failed"]), (0, &json!(0)), "{told}");
    assert_eq!([&told["passed"], &told["not_offered"]], [10, 6], "{told}");
    let exact = &told["cases"][2];
    assert_eq!((&exact["case"], &exact["result"]), (&json!(3), &json!("not offered")), "{exact}");
}
