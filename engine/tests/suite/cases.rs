//! The decided cases of `data/square.json`, `data/variants.json` and `data/hex.json`, before the engine and the referee.

use engine::Color;
use referee::duel::Duel;
use referee::scene::{At, Scene, Setting};
use serde_json::Value;

/// One decided case in one game.
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) scene: Scene,
    pub(crate) moves: Vec<At>,
    /// `go`, `x`, `o`, `draw`, or `illegal`.
    expect: String,
    /// The captures of the last move, if the case gives them for this game.
    captured: Option<Vec<At>>,
    /// The captured stones and the pending five at the end, if the case gives them for this game.
    after: Option<([u16; 2], bool)>,
    /// The captured stones at the end, if the case gives them.
    counts: Option<[u16; 2]>,
}

impl Case {
    /// Plays the case; all moves but a refused last one are legal.
    fn check(&self) {
        let mut duel = Duel::set_up(&self.scene);
        duel.source = format!("case {} in {}", self.id, self.scene.setting.name);
        let (mut state, mut captured) = ("go", Vec::new());
        for (i, &at) in self.moves.iter().enumerate() {
            (state, captured) = match duel.play(at) {
                Ok(captured) => (word(&duel), captured),
                Err(_) if i + 1 == self.moves.len() => ("illegal", Vec::new()),
                Err(reason) => duel.fail(&reason),
            };
        }
        assert_eq!(state, self.expect, "{}", duel.description());
        if let Some(expected) = &self.captured {
            assert_eq!(&captured, expected, "{}", duel.description());
        }
        if let Some(expected) = self.after {
            let after = (Color::ALL.map(|color| duel.engine.captured(color)), duel.engine.pending_five());
            assert_eq!(after, expected, "{}", duel.description());
        }
        if let Some(expected) = self.counts {
            assert_eq!(Color::ALL.map(|color| duel.engine.captured(color)), expected, "{}", duel.description());
        }
    }
}

fn word(duel: &Duel) -> &'static str {
    match duel.end() {
        None => "go",
        Some((Some(Color::Black), _)) => "x",
        Some((Some(Color::White), _)) => "o",
        Some((None, _)) => "draw",
    }
}

/// Every case of `data/square.json`, in every game that it decides.
pub(crate) fn square() -> Vec<Case> {
    let mut cases = Vec::new();
    for value in read("square.json") {
        let size = number(&value["size"]);
        let pairs = |value: &Value| ["x", "o"].map(|side| 2 * number(&value[side]) as u16);
        for (name, expect) in value["expect"].as_object().expect("games") {
            let name = engine::Rules::named(name).expect("a game").name;
            let mut case = Case::read(&value, Setting::new(name, size), expect);
            case.scene.captured = pairs(&value["pairs"]);
            if name == "ninuki" {
                case.captured = Some(case.points(&value["captured_by_last_move"]));
                let pending = value["unperfect_pending"].as_bool().expect("true or false");
                case.after = Some((pairs(&value["pairs_after"]), pending));
            }
            cases.push(case);
        }
    }
    cases
}

/// Every case of `data/variants.json`, in every game that it decides.
fn variants() -> Vec<Case> {
    let mut cases = Vec::new();
    for value in read("variants.json") {
        let stones = |value: &Value| ["x", "o"].map(|side| number(&value[side]) as u16);
        for (name, expect) in value["expect"].as_object().expect("games") {
            let name = engine::Rules::named(name).expect("a game").name;
            let mut case = Case::read(&value, Setting::new(name, number(&value["size"])), expect);
            case.scene.captured = value.get("captured").map_or([0; 2], stones);
            case.captured = value.get("captured_by_last_move").map(|points| case.points(points));
            case.counts = value.get("captured_after").map(stones);
            cases.push(case);
        }
    }
    cases
}

/// Every case of `data/hex.json`.
pub(crate) fn hex() -> Vec<Case> {
    let read = |value: Value| {
        let setting = Setting::new("ndengrod", number(&value["size"])).length(number(&value["length"]));
        let mut case = Case::read(&value, setting, &value["expect"]);
        case.captured = Some(case.points(&value["captured_last"]));
        case
    };
    self::read("hex.json").into_iter().map(read).collect()
}

impl Case {
    fn read(value: &Value, setting: Setting, expect: &Value) -> Self {
        let mut case = Self {
            id: text(&value["id"]).to_owned(),
            scene: Scene::empty(setting),
            moves: Vec::new(),
            expect: text(expect).to_owned(),
            captured: None,
            after: None,
            counts: None,
        };
        for (side, color) in [("x", Color::Black), ("o", Color::White)] {
            case.scene.stones.extend(case.points(&value[side]).into_iter().map(|at| (at, color)));
        }
        if text(&value["turn"]) == "o" {
            case.scene.to_move = Color::White;
        }
        case.moves = value["moves"].as_array().expect("moves").iter().map(|name| case.point(text(name))).collect();
        case
    }

    /// A list of points, sorted.
    fn points(&self, names: &Value) -> Vec<At> {
        let mut points: Vec<At> = names.as_array().expect("points").iter().map(|name| self.point(text(name))).collect();
        points.sort_unstable();
        points
    }

    fn point(&self, name: &str) -> At {
        let game = self.scene.setting.game().expect("a game");
        game.grid().xy(game.grid().parse(name).unwrap_or_else(|| panic!("{}: no point {name}", self.id)))
    }
}

fn read(file: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

#[test]
fn square_boards() {
    let cases = square();
    cases.iter().for_each(Case::check);
    assert_eq!(cases.len(), 226, "all cases of data/square.json in all their games");
}

#[test]
fn variants_of_pente() {
    let cases = variants();
    cases.iter().for_each(Case::check);
    assert_eq!(cases.len(), 64, "all cases of data/variants.json in all their games");
}

#[test]
fn hexagons() {
    let cases = hex();
    cases.iter().for_each(Case::check);
    assert_eq!(cases.len(), 21, "all cases of data/hex.json");
}

/// The reasons of the ends, which the files do not hold.
#[test]
fn reasons() {
    let cases = square();
    for (id, reason) in [
        ("G-196", "captures"),
        ("F-PERFECT", "five"),
        ("F-CROSS", "five"),
        ("F-UNPERF-MISS", "unbroken five"),
        ("F-UNPERF-OWN5", "unbroken five"),
        ("F-UNPERF-5THELSE", "unbroken five"),
        ("F-UNPERF-BREAK5", "captures"),
        ("F-SHORT", "five left by capture"),
        ("F-SHORT7", "five left by capture"),
        ("F-SHORT5", "fifth capture leaves a five"),
        ("F-SHORT7-5", "fifth capture leaves a five"),
        ("F-BOTH5", "five for both"),
        ("F-5THCAP+5", "captures"),
    ] {
        let case = cases.iter().find(|case| case.id == id && case.scene.setting.name == "ninuki").expect("a case");
        let mut duel = Duel::set_up(&case.scene);
        for &at in &case.moves {
            duel.play(at).expect("a legal move");
        }
        assert_eq!(duel.end().expect("an end").1, reason, "{id}");
    }
}
