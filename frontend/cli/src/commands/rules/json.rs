//! The games as objects of JSON.

use engine::Game;
use engine::rules::{Capture, Line};
use records::Size;
use serde::{Serialize, Serializer};

use super::ban;

/// A game.
#[derive(Serialize)]
pub(super) struct Object {
    name: &'static str,
    aliases: Vec<&'static str>,
    title: &'static str,
    source: &'static str,
    shape: &'static str,
    size: Size,
    default_size: usize,
    sizes: Vec<usize>,
    points: String,
    length: usize,
    line: JsonLines,
    captures: Option<JsonCaptures>,
    breakable_fives: bool,
    ban: Option<Vec<String>>,
    fouls: bool,
    opening: JsonOpening,
    swap: Option<JsonSwap>,
    repetition: bool,
    flags: Flags,
}

#[derive(Serialize)]
struct JsonLines {
    x: JsonLine,
    o: JsonLine,
}

#[derive(Serialize)]
struct JsonLine {
    exact: bool,
    open: bool,
}

#[derive(Serialize)]
struct JsonCaptures {
    kind: &'static str,
    longest: Option<usize>,
    target: Option<u16>,
    suicide: Option<bool>,
    /// Whether a friendly row that is completed between enemy stones is lost.
    poof: bool,
}

#[derive(Serialize)]
struct JsonOpening {
    first_centre: bool,
    second_within: Option<usize>,
    third_beyond: Option<usize>,
    /// How far from the centre the third move must not lie on its row or column.
    third_axis: Option<[usize; 2]>,
}

#[derive(Serialize)]
struct JsonSwap {
    after: u8,
    by: char,
    /// The number of stones after which the other side decides, if the first offer was not taken.
    again: Option<u8>,
}

/// Flags and their values, written as one object in this order.
struct Flags(Vec<(&'static str, &'static str)>);

impl Serialize for Flags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

impl Object {
    pub(super) fn new(game: &Game) -> Self {
        let rules = game.rules();
        let line = |line: Line| JsonLine { exact: line.exact, open: line.open };
        let captures = match rules.capture {
            Capture::None => None,
            Capture::Flank { longest, target } => {
                Some(JsonCaptures { kind: "flank", longest: Some(longest), target, suicide: None, poof: rules.poof })
            }
            Capture::Surround { suicide } => Some(JsonCaptures {
                kind: "surround",
                longest: None,
                target: None,
                suicide: Some(suicide),
                poof: rules.poof,
            }),
        };
        Self {
            name: rules.name,
            aliases: rules.aliases().collect(),
            title: rules.title,
            source: rules.source,
            shape: if rules.hexagonal() { "hexagon" } else { "square" },
            size: Size::of(game.grid()),
            default_size: rules.default_size,
            sizes: rules.sizes.iter().collect(),
            points: game.grid().range(),
            length: game.length(),
            line: JsonLines { x: line(rules.line[0]), o: line(rules.line[1]) },
            captures,
            breakable_fives: rules.breakable,
            ban: rules.ban.as_ref().map(ban),
            fouls: rules.fouls,
            opening: JsonOpening {
                first_centre: rules.opening.first_centre,
                second_within: rules.opening.second_within,
                third_beyond: rules.opening.third_limit(),
                third_axis: rules.opening.axis_limit().map(|(from, to)| [from, to]),
            },
            swap: rules.swap.map(|swap| JsonSwap { after: swap.after, by: swap.by.symbol(), again: swap.again }),
            repetition: rules.repetition,
            flags: Flags(rules.flags().map(|(flag, value)| (flag.name, value)).collect()),
        }
    }
}
