//! Custom games on the command line: `--rules-file`.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

/// Pente in which the first stone lies anywhere, one pair wins, and five or more of a row.
const LOOSE: &str = "name = \"loose\"\nbase = \"pente\"\nsizes = [9, 13]\ndefault-size = 9\nopening.first-centre = false\n\
                     opening.third-beyond = \"none\"\n[capture]\ntarget = 2\n";

/// A file in the temporary folder, removed in the end.
struct Rules(PathBuf);

impl Rules {
    fn new(name: &str, text: &str) -> Self {
        let path = env::temp_dir().join(format!("ninuki-{}-{name}.toml", std::process::id()));
        fs::write(&path, text).expect("a file can be written");
        Self(path)
    }

    /// The exit status and output of `ninuki COMMAND --rules-file FILE ARGS`.
    fn run(&self, command: &str, args: &[&str]) -> (Option<i32>, String, String) {
        let program = Command::new(env!("CARGO_BIN_EXE_ninuki"))
            .args([command, "--rules-file"])
            .arg(&self.0)
            .args(args)
            .output()
            .expect("the program starts");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (program.status.code(), text(program.stdout), text(program.stderr))
    }
}

impl Drop for Rules {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_game_of_ones_own_is_told_played_and_thought_about() {
    let rules = Rules::new("loose", LOOSE);
    let (code, out, err) = rules.run("rules", &[]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("loose") && out.contains("2 captured stones win"), "{out}");
    // The pair is taken with the fifth move, which wins.
    let moves = "--moves=A1 C1 J1 B1 D1";
    let (code, out, err) = rules.run("replay", &["--json", moves]);
    assert_eq!(code, Some(0), "{err}");
    let game: serde_json::Value = serde_json::from_str(&out).expect("an object");
    assert_eq!((&game["game"], &game["outcome"]["reason"]), (&"loose".into(), &"captures".into()), "{out}");
    let (code, out, err) = rules.run("analyze", &["--json", "--nodes", "2000", "--moves=A1 C1 J1 B1"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("\"D1\""), "{out}");
}

#[test]
fn proofs_carry_the_rules() {
    let rules = Rules::new("proof", LOOSE);
    let proof = rules.0.with_extension("proof");
    let place = proof.to_str().expect("a name");
    let (code, out, err) = rules.run("solve", &["--moves=A1 C1 J1 B1", "--proof", place]);
    assert_eq!(code, Some(0), "{out}{err}");
    let text = fs::read_to_string(&proof).expect("a certificate");
    assert!(text.contains("\ngame loose\nbase pente\nrule sizes 9 13\n"), "{text}");
    let verified = Command::new(env!("CARGO_BIN_EXE_ninuki")).args(["verify", place]).output().expect("it starts");
    fs::remove_file(&proof).expect("the certificate");
    assert_eq!(verified.status.code(), Some(0), "{}", String::from_utf8_lossy(&verified.stderr));
}

#[test]
fn what_is_wrong_is_said_with_file_line_and_key() {
    for (name, text, expected) in [
        (
            "key",
            "name = \"mine\"\nbase = \"pente\"\nfifht = \"draw\"\n",
            ".toml:3:1: unknown key \"fifht\", did you mean \"fifth\"?",
        ),
        ("base", "name = \"mine\"\nbase = \"petne\"\n", ".toml:2:1: unknown game \"petne\", did you mean \"pente\"?"),
        ("fit", "name = \"mine\"\nbase = \"caro\"\nfouls = true\n", ".toml:2:1: line.open does not fit: "),
    ] {
        let (code, _, err) = Rules::new(name, text).run("rules", &[]);
        assert_eq!(code, Some(2));
        assert!(err.contains(expected), "{err}");
    }
    let absent = Rules::new("absent", "");
    fs::remove_file(&absent.0).expect("the file");
    let (code, _, err) = absent.run("board", &[]);
    assert_eq!(code, Some(2));
    assert!(err.contains("No such file"), "{err}");
}
