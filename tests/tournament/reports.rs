//! Reports of tournaments.

use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::lab::Lab;

#[test]
fn all_reports_tell_the_same() {
    let lab = Lab::new();
    let engines = [
        lab.stub("seed=1", "name=A"),
        lab.stub("seed=2", "name=\"B, <b>\""),
        lab.stub("seed=3 mode=late ms=700", "name=C"),
    ];
    let engines: Vec<&str> = engines.iter().map(String::as_str).collect();
    let files =
        ["--sgf=x.sgf", "--pgn=x.pgn", "--psq=psq", "--csv=x.csv", "--html=x.html", "--journal=x.jsonl", "--json"];
    let more = ["--rules=freestyle", "--games=8", "--tc=0/0.3"];
    let ended = lab.run(&[&engines[..], &files, &more].concat());
    assert_eq!(ended.status, Some(0), "{}", ended.err);
    let results: Value = serde_json::from_str(&ended.out).expect("an object");
    let games = lab.games("x.jsonl");
    assert_eq!((games.len(), &results["games"]), (24, &Value::from(24)));
    assert_eq!(results["ranking"].as_array().map(Vec::len), Some(3));
    let faults = games.iter().filter(|game| game["fault"][1] == "time").count();
    assert!(faults > 0 && ended.out.contains(&format!("\"time\":{faults}")), "{}", ended.out);

    let pgn = lab.read("x.pgn");
    let black_wins = games.iter().filter(|game| game["winner"] == 0).count();
    assert_eq!(pgn.matches("[Result \"0-1\"]").count(), black_wins, "Black moves first");
    assert_eq!((pgn.matches("[White \"").count(), pgn.matches("\n}\n").count()), (24, 0));

    let csv = lab.read("x.csv");
    assert!(csv.lines().count() == 4 && csv.contains("\"B, <b>\""), "{csv}");
    let points: f64 = csv
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.rsplitn(5, ',').collect();
            cells[..3].iter().filter_map(|cell| cell.parse::<f64>().ok()).sum::<f64>()
        })
        .sum();
    assert!((points - 24.0).abs() < 1e-9, "{csv}");

    let html = lab.read("x.html");
    assert!(html.contains("<svg") && html.contains("B, &lt;b&gt;") && !html.contains("<b>"), "{html}");
    let rows = |part: &str| html.split(part).count() - 1;
    assert_eq!(rows("<td><a href=\"#game="), faults, "each fault is listed with its game");
    for part in ["src=", "href=\"http", "url(", "@import", "<link", "<img"] {
        assert!(!html.contains(part), "{part} would load something");
    }

    let psq = lab.read("psq/000001.psq");
    assert!(psq.starts_with("Piskvorky 15x15, 11:11, 0\n"), "{psq}");
    for record in ["x.pgn", "psq/000024.psq"] {
        let replayed = lab.ninuki(&["replay", "--json", "--rules", "freestyle", record]);
        let last: Value = serde_json::from_str(replayed.out.lines().last().expect("a game")).expect("an object");
        assert_eq!((replayed.status, &last["error"]), (Some(0), &Value::Null), "{}", replayed.err);
        assert_eq!(last["plies"], games[23]["moves"].as_array().map_or(0, Vec::len), "{record}");
    }
    let replayed = lab.ninuki(&["replay", "--json", "x.sgf"]);
    assert_eq!((replayed.status, replayed.out.lines().count()), (Some(0), 24), "{}", replayed.err);
    for (line, game) in replayed.out.lines().zip(&games) {
        let line: Value = serde_json::from_str(line).expect("an object");
        assert_eq!(line["plies"], game["moves"].as_array().map_or(0, Vec::len));
        if game["fault"].is_null() {
            let winner = if game["winner"] == 0 { "x" } else { "o" };
            assert_eq!(line["outcome"]["winner"], winner, "{line}");
        }
    }
}

#[test]
fn conditions_are_said_before_the_first_game_and_in_every_report() {
    let lab = Lab::new();
    let (one, other) = (lab.stub("seed=1", "name=One nodes=1000"), lab.stub("seed=2", "name=Other"));
    let args = [&one[..], &other, "--rules=freestyle", "--games=2", "--move-limit=7", "--journal=x.jsonl"];
    let ended = lab.run(&args);
    let lines = [
        "One: no clock, 7 s for a move, nodes=1000, threads not set, memory not set, INFO rule 0\n",
        "Other: tc=10/1 by default, threads not set, memory not set, INFO rule 0\n",
    ];
    let warning = "warning: tc=10/1 by default, unlike the others: Other\n";
    assert_eq!(ended.err, [&[warning], &lines[..]].concat().concat());
    for line in lines {
        assert!(ended.out.contains(&format!("conditions      {line}")), "{}", ended.out);
    }
    let ended = lab.run(&[&args[..], &["--json", "--html=x.html"]].concat());
    let results: Value = serde_json::from_str(&ended.out).expect("an object");
    let [one, other] = [&results["conditions"][0], &results["conditions"][1]];
    assert_eq!([&one["tc"], &one["move_limit"], &one["nodes"]], [&Value::Null, &7.0.into(), &1000.into()]);
    assert_eq!([&other["tc"], &other["tc_by_default"]], [&Value::from("10/1"), &true.into()]);
    assert!(lab.read("x.html").contains(&format!("<p>{}</p>", lines[1].trim_end())));
}

#[test]
fn a_live_report_follows_the_match() {
    let lab = Lab::new();
    let (one, other) = (lab.stub("seed=1 think=20", "name=One"), lab.stub("seed=2 think=20", "name=Other"));
    let args = [&one[..], &other, "--rules=freestyle", "--games=400", "--tc=9/9", "--journal=x.jsonl", "--live=x.html"];
    let mut running = lab.start(&args);
    let until = Instant::now() + Duration::from_secs(60);
    let games = || {
        lab.path("x.html").exists().then(|| lab.read("x.html")).map_or(0, |page| {
            assert!(page.contains("data-refresh=") && page.ends_with("</html>\n"), "{page}");
            let count = page.split(" games, ").next().and_then(|head| head.rsplit(' ').next()?.parse().ok());
            count.unwrap_or_else(|| panic!("{page}"))
        })
    };
    while games() == 0 {
        assert!(Instant::now() < until, "no game came into the page");
        sleep(Duration::from_millis(100));
    }
    let stopped = Command::new("kill").arg("-INT").arg(running.id().to_string()).status();
    assert!(stopped.expect("kill runs").success());
    running.wait().expect("it ends");
    let page = lab.read("x.html");
    let played = lab.games("x.jsonl").len();
    assert!(!page.contains("data-refresh=") && page.contains(&format!(" {played} games, ")), "{played}: {page}");
    lab.assert_nothing_left();
    // Where it cannot be written, no game is played.
    let refused = lab.run(&[&args[..5], &["--journal=y.jsonl", "--live=none/x.html"]].concat());
    assert_eq!((refused.status, lab.games_so_far("y.jsonl")), (Some(2), 0), "{}", refused.err);
}

#[test]
fn a_fault_names_the_limit_that_was_broken() {
    let lab = Lab::new();
    for (settings, budget) in [
        ("nodes=5", "300 ms for a move without a clock"),
        ("tc=0.3", "300 ms left for the game (tc=0.3)"),
        ("tc=9/0.3", "300 ms for the move (tc=9/0.3)"),
    ] {
        for (mode, text) in [("late", " ms and had "), ("silent-move", " ms, it had ")] {
            let slow = lab
                .stub(&format!("mode={mode} at=1 ms=600"), "name=Slow")
                .replace("name=", &format!("{settings} name="));
            let good = lab.stub("seed=2", "name=Good tc=9/9");
            let journal = format!("--journal={mode}-{}.jsonl", settings.replace('/', "-"));
            lab.run(&[&slow, &good, "--rules=freestyle", "--games=2", "--move-limit=0.3", &journal]);
            let detail = lab.games(&journal["--journal=".len()..])[0]["detail"].clone();
            let said = format!("{text}{budget}");
            assert!(detail.as_str().is_some_and(|detail| detail.contains(&said)), "{detail}");
        }
    }
}

#[test]
fn games_are_adjudicated_only_on_demand() {
    let lab = Lab::new();
    let (one, other) = (lab.stub("seed=1 score=900", "name=A"), lab.stub("seed=2 score=-900", "name=B"));
    let run = |more: &[&str]| {
        let journal = format!("--journal={}.jsonl", more.concat().replace(':', "-"));
        let common = [&one[..], &other, "--rules=freestyle", "--games=2", &journal];
        let ended = lab.run(&[&common[..], more].concat());
        assert_eq!(ended.status, Some(0), "{}", ended.err);
        lab.games(&journal["--journal=".len()..])
    };
    assert!(run(&[]).iter().all(|game| game["reason"] == "five"));
    for game in run(&["--win=900:3"]) {
        assert_eq!(
            (&game["reason"], &game["players"][game["winner"].as_u64().expect("a winner") as usize]),
            (&Value::from("agreed win"), &Value::from("A"))
        );
    }
    assert!(run(&["--draw=900:2"]).iter().all(|game| game["reason"] == "agreed draw" && game["winner"].is_null()));
    let five = run(&[]);
    for (proved, played) in run(&["--prove=1000"]).iter().zip(&five) {
        // The same players in the same game: the side with the proof makes the five later, or could have.
        assert_eq!(proved["reason"], "proved win");
        assert!(proved["moves"].as_array().map(Vec::len) < played["moves"].as_array().map(Vec::len), "{proved}");
    }
    assert!(run(&["--max-moves=12"]).iter().all(|game| game["moves"].as_array().map(Vec::len) == Some(12)));
}
