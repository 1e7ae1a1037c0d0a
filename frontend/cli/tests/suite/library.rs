//! Libraries, seen from outside.

use std::collections::BTreeSet;

use crate::run::Folder;

/// Different games of Pente, as text.
fn games(count: usize) -> String {
    let names: Vec<String> = "ABCDEFGHJ".chars().flat_map(|x| (1..=19).map(move |y| format!("{x}{y}"))).collect();
    let name = |index: usize| &names[index % names.len()];
    let game = |number: usize| format!("K10 {} O15 {}\n", name(number), name(number / names.len() + number + 1));
    (0..count).map(game).collect()
}

#[test]
fn programs_read_the_answers() {
    let folder = Folder::new();
    folder.write("games.txt", "K10 L9 N10\nK10 J9 G10\nK10 L10 N10\nK10 K10\n");
    let import = ["library", "import", "--library", "games.db", "--rules", "pente", "--json", "games.txt"];
    let ended = folder.run(&import);
    assert_eq!(ended.code, 1, "{}", ended.err);
    assert_eq!(ended.out.lines().last(), Some(r#"{"games":4,"imported":2,"duplicates":1,"refused":1}"#));
    let explore = ["library", "explore", "--library", "games.db", "--rules", "pente", "--json", "--moves"];
    let explored = folder.run(&[&explore[..], &["K10"]].concat()).object();
    assert_eq!(explored["games"], 2, "{explored}");
    assert_eq!(explored["moves"][0]["games"], 1, "{explored}");
    let moves: BTreeSet<&str> =
        explored["moves"].as_array().expect("a list").iter().filter_map(|mv| mv["move"].as_str()).collect();
    assert_eq!(moves.len(), 2, "{explored}");
    for field in ["x", "o", "draws", "rating", "last", "transpositions", "images"] {
        assert!(explored["moves"][0].get(field).is_some(), "{field}: {explored}");
    }
    let nothing = folder.run(&["library", "explore", "--library", "games.db", "--rules", "renju", "--json"]).object();
    assert_eq!(nothing["games"], 0, "{nothing}");
    assert_eq!(nothing["moves"], serde_json::json!([]), "{nothing}");
    let illegal = folder.run(&[&explore[..], &["K10 K10"]].concat());
    assert_eq!((illegal.code, illegal.err.as_str()), (1, "error: --moves: ply 2: K10: the point is occupied\n"));
    let found = folder.run(&["library", "search", "--library", "games.db", "--json", "--pattern", "x??x"]).objects();
    assert_eq!(found.len(), 2);
    assert_eq!(found[0]["moves"], serde_json::json!(["K10", "L9", "N10"]));
    let by_result =
        ["library", "search", "--library", "games.db", "--result", "unknown", "--until", "2030-01", "--json"];
    assert_eq!(folder.run(&by_result[..5]).code, 2, "--result has a value");
    assert_eq!(folder.run(&by_result).objects().len(), 0, "no date is known");
    assert_eq!(folder.run(&[&by_result[..6], &["--json"]].concat()).objects().len(), 2);
    let missing = folder.run(&["library", "stats", "--library", "none.db"]);
    assert_eq!(missing.code, 2);
    assert_eq!(missing.err, "error: none.db: there is no such library, `ninuki library import` makes one\n");
}

#[test]
fn games_are_exported_as_they_were() {
    let folder = Folder::new();
    let sgf = "(;FF[4]GM[4]SZ[15]RU[renju]PB[Ann]PW[Bob]BR[2000]DT[2024-05-01]RE[B+R];B[hh];W[ig];B[jh])";
    folder.write("one.sgf", sgf);
    assert_eq!(folder.run(&["library", "import", "--library", "games.db", "one.sgf"]).code, 0);
    assert_eq!(folder.run(&["library", "export", "--library", "games.db", "two.sgf"]).code, 0);
    let written = folder.text("two.sgf").replace('\n', "");
    for part in ["RU[renju]", "PB[Ann]", "PW[Bob]", "BR[2000]", "DT[2024-05-01]", "RE[B+R]", ";B[hh];W[ig];B[jh])"] {
        assert!(written.contains(part), "{part}: {written}");
    }
    for file in ["two.psq", "two.txt", "two.pgn", "two.lib", "two.rec"] {
        let ended = folder.run(&["library", "export", "--library", "games.db", file]);
        assert_eq!(ended.code, 0, "{file}: {}", ended.err);
    }
    let again = folder.run(&["library", "import", "--library", "games.db", "two.pgn", "two.sgf", "--json"]);
    assert_eq!(again.out, "{\"games\":2,\"imported\":0,\"duplicates\":2,\"refused\":0}\n", "{}", again.err);
}

/// The arguments of an import.
#[cfg(target_os = "linux")]
fn import(library: &str) -> [&str; 8] {
    ["library", "import", "--library", library, "--rules", "pente", "--json", "games.txt"]
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_import_continues_and_loses_nothing() {
    use std::thread::sleep;
    use std::time::Duration;

    use crate::run::{NINUKI, command};

    let folder = Folder::new();
    folder.write("games.txt", games(20_000));
    let whole = folder.run(&import("whole.db")).object();
    let mut killed = 0;
    for turn in 0..8_u64 {
        let library = format!("{turn}.db");
        let mut child = command(NINUKI, &import(&library)).current_dir(folder.folder()).spawn().expect("it starts");
        sleep(Duration::from_millis(100 + 350 * turn));
        killed += usize::from(child.kill().is_ok());
        let _ = child.wait();
        let ended = folder.run(&import(&library)).object();
        assert_eq!(ended["games"], whole["games"]);
        let explored =
            folder.run(&["library", "explore", "--library", &library, "--rules", "pente", "--json"]).object();
        assert_eq!(explored["games"], whole["imported"], "after {turn}");
        assert_eq!(folder.run(&["library", "check", "--library", &library]).code, 0);
    }
    assert!(killed > 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_may_not_grow_is_told_in_one_line() {
    use std::process::{Command, Stdio};

    use crate::run::{Ended, NINUKI};

    let folder = Folder::new();
    folder.write("games.txt", games(3000));
    let import = import("games.db");
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 300 && exec \"$@\"", "sh", NINUKI]).args(import);
    let ended: Ended = command.current_dir(folder.folder()).stdin(Stdio::null()).output().expect("sh runs").into();
    assert_ne!(ended.code, 0);
    assert!(ended.err.starts_with("error: games.db: ") && ended.err.lines().count() == 1, "{}", ended.err);
    assert_eq!(folder.run(&import).code, 0);
    assert_eq!(folder.run(&["library", "check", "--library", "games.db"]).code, 0);
}

#[test]
fn frequent_positions_are_analyzed_once() {
    let folder = Folder::new();
    folder.write("games.txt", "K10 L9 N10\nK10 J11 K7\nK10 L9 O10 K4\nK10 L10 N10\n");
    assert_eq!(folder.run(&["library", "import", "--library", "games.db", "--rules", "pente", "games.txt"]).code, 0);
    let analyze = ["library", "analyze", "--library", "games.db", "--rules", "pente", "--nodes", "300", "--json"];
    let part = folder.run(&[&analyze[..], &["--shard", "1/2"]].concat()).objects();
    assert_eq!(part.len(), 2, "{part:?}");
    assert_eq!((&part[0]["moves"], &part[0]["games"]), (&serde_json::json!([]), &serde_json::json!(4)));
    assert!(part[0]["winrate"].is_number() && part[0]["best"] == "K10" && part[0]["win"].is_null(), "{part:?}");
    assert_eq!(folder.run(&analyze).objects().len(), 1, "the other part");
    assert_eq!(folder.run(&analyze).objects().len(), 0, "nothing is searched again");
    let explored = folder.run(&["library", "explore", "--library", "games.db", "--rules", "pente", "--moves", "K10"]);
    assert!(explored.out.contains("other  value   book\n"), "{}", explored.out);
    assert_eq!(folder.run(&["library", "check", "--library", "games.db"]).code, 0);
    let unknown = folder.run(&["library", "analyze", "--library", "games.db", "--rules", "renju"]);
    assert_eq!((unknown.code, unknown.out.as_str()), (0, "0 positions have an evaluation\n"));
}

#[test]
fn statistics_are_drawn() {
    let folder = Folder::new();
    let sgf = "(;FF[4]GM[4]SZ[19]RU[pente]EV[<b> & co]DT[2024-05-01]RE[B+R];B[jj];W[kk];B[mj])";
    folder.write("one.sgf", sgf);
    assert_eq!(folder.run(&["library", "import", "--library", "games.db", "one.sgf"]).code, 0);
    let drawn = folder.run(&["library", "stats", "--library", "games.db", "--svg", "stats.svg"]);
    assert_eq!((drawn.code, drawn.out.as_str(), drawn.err.as_str()), (0, "", ""));
    let svg = folder.text("stats.svg");
    assert!(svg.starts_with("<svg ") && svg.contains("&lt;b&gt; &amp; co") && svg.contains("100.0 %"), "{svg}");
    let none = folder.run(&["library", "stats", "--library", "games.db", "--rules", "renju", "--svg", "none.svg"]);
    assert_eq!((none.code, none.err.as_str()), (1, "error: the library has no such games\n"));
}
