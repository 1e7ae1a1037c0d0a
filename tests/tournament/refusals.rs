//! Invalid tournaments are refused by one line before any game.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use crate::lab::Lab;

/// Returns the one line of a tournament that is refused, with status 1 or 2.
fn refused(lab: &Lab, args: &[&str]) -> String {
    let ended = lab.run(args);
    assert!(matches!(ended.status, Some(1 | 2)) && ended.out.is_empty(), "{args:?}: {} {}", ended.out, ended.err);
    let lines: Vec<&str> = ended.err.lines().collect();
    assert_eq!(lines.len(), 1, "{args:?}: {}", ended.err);
    assert!(
        fs::read_dir(lab.path(""))
            .expect("a folder")
            .flatten()
            .all(|entry| { !entry.file_name().to_string_lossy().ends_with(".jsonl") })
    );
    lines[0].to_owned()
}

#[test]
fn engines_that_cannot_play() {
    let lab = Lab::new();
    let good = lab.stub("seed=1", "");
    lab.write("script", "#!/no/such/interpreter\n");
    fs::set_permissions(lab.path("script"), Permissions::from_mode(0o755)).expect("a program");
    for (bad, part) in [
        ("--engine=cmd=./script".to_owned(), "/script: no such file or directory"),
        ("--engine=cmd=./no-such-engine".to_owned(), "engine 2 (./no-such-engine): ./no-such-engine: no such file"),
        ("--engine=cmd=no-such-engine".to_owned(), "no such program in PATH"),
        ("--engine=cmd=/etc/passwd".to_owned(), "no program that can be run"),
        ("--engine=name=x".to_owned(), "cmd= is missing"),
        ("--engine=cmd=x speed=3".to_owned(), "unknown setting \"speed\", known are cmd, name"),
        ("--engine=cmd=x tc=fast".to_owned(), "\"fast\" is no time control"),
        ("--engine=cmd=self option.no_such_option=3".to_owned(), "it has no setting \"no_such_option 3\""),
        (lab.stub("mode=refuse-option", "option.strength=5"), "INFO strength 5 was answered with ERROR unknown option"),
        (lab.stub("mode=crash-launch", ""), "crash before the first game, it ended with status 3: no licence found"),
        (lab.stub("mode=crash-start", "name=Frail"), "(Frail): crash before the first game, it ended with status 4"),
        (lab.stub("mode=refuse-start", ""), "START 15 was answered with ERROR unsupported size"),
        (lab.stub("mode=silent", ""), "stall before the first game, there was no answer for"),
        (lab.stub("mode=silent-start", ""), "stall before the first game, there was no answer for"),
        (lab.stub("games=pente+ninuki", ""), "it does not play freestyle, but pente, ninuki"),
    ] {
        let line = refused(&lab, &[&good, &bad, "--rules=freestyle", "--start-limit=0.5"]);
        assert!(line.starts_with("error: ") && line.contains(part), "{bad}: {line}");
    }
}

#[test]
fn games_that_engines_do_not_play() {
    let lab = Lab::new();
    let good = lab.stub("seed=1", "");
    let line = refused(&lab, &[&good, &good, "--rules=pente"]);
    assert!(
        line.contains("it does not say that it plays pente (games= would), and pente is no game of Gomocup"),
        "{line}"
    );
    let line = refused(&lab, &[&good, &good, "--rules=pente", "--swap2"]);
    assert!(line.contains("--swap2: this opening is not played in pente"), "{line}");
    let line = refused(&lab, &[&good, &good, "--rules=chess"]);
    assert!(line.contains("unknown game \"chess\""), "{line}");
}

#[test]
fn options_that_make_no_sense() {
    let lab = Lab::new();
    let good = lab.stub("seed=1", "");
    lab.write("bad.txt", "h8 h9\nh8 h8\n");
    lab.write("over.txt", "h8 a1 i8 a2 j8 a3 k8 a4 l8\n");
    lab.write("empty.txt", "# nothing\n");
    lab.write("diary.txt", "dear diary\n");
    for (more, part) in [
        ("--openings=no-such-file.txt", "no-such-file.txt: "),
        ("--openings=bad.txt", "bad.txt:2: "),
        ("--openings=over.txt", "over.txt:1: "),
        ("--openings=empty.txt", "empty.txt: no opening"),
        ("--journal=diary.txt", "diary.txt:1: this is not the journal of a tournament"),
        ("--journal=no-such-folder/x.jsonl", "no-such-folder/x.jsonl: no such file"),
        ("--anchor=Nobody=5", "no engine is called \"Nobody\""),
        ("--tc=x", "--tc: \"x\" is no time control"),
        ("--each=tc", "--each: \"tc\" is no setting"),
    ] {
        let line = refused(&lab, &[&good, &good, "--rules=freestyle", more]);
        assert!(line.contains(part), "{more}: {line}");
    }
    assert!(refused(&lab, &[&good, "--rules=freestyle"]).contains("needs two engines"));
    let three = [&good[..], &good, &good, "--rules=freestyle", "--sprt=elo0=0 elo1=5"];
    assert!(refused(&lab, &three).contains("compares two engines"));
    for wrong in ["--games=3", "--games=x", "--sprt=elo0=5 elo1=0", "--win=5", "--concurrency=0", "--format=swiss"] {
        let ended = lab.run(&[&good, &good, wrong]);
        assert_eq!(ended.status, Some(2), "{wrong}");
        assert!(ended.err.contains("invalid value"), "{wrong}: {}", ended.err);
    }
}
