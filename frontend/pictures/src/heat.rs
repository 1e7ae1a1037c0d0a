//! Coloured cells: lines that a stone would make, and win rates of moves.

use engine::rules::Capture;
use engine::{Color, Game, Move, Point, PointSet, SetUp, Tactics, Visitor};

use crate::below::name;
use crate::diagram::{Key, Mark, Part};
use crate::scene::Rgb;
use records::Replayed;

/// Coloured cells of empty points, and what the colours mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heat {
    /// The cells.
    pub marks: Vec<Mark>,
    /// The legend below the board.
    pub legend: Vec<Key>,
}

/// A line that a stone makes.
#[derive(Clone, Copy, Debug)]
struct Made {
    /// How many stones are then missing in the line.
    missing: usize,
    /// Whether it is more than a plain one.
    more: bool,
    fill: Rgb,
    /// Its words in the legend.
    words: &'static str,
}

/// The lines that stones make, the strongest first.
const MADE: [Made; 5] = [
    Made { missing: 0, more: false, fill: Rgb::VERMILION, words: " wins" },
    Made { missing: 1, more: true, fill: Rgb::ORANGE, words: " straight or double" },
    Made { missing: 1, more: false, fill: Rgb::YELLOW, words: "" },
    Made { missing: 2, more: true, fill: Rgb::BLUE, words: " double" },
    Made { missing: 2, more: false, fill: Rgb::SKY, words: "" },
];

impl Made {
    /// The label on the board where lines of `length` win.
    fn label(self, length: usize) -> String {
        format!("{}{}", length - self.missing, if self.more { "+" } else { "" })
    }
}

/// The colour of captures.
const CAPTURES: Rgb = Rgb::PURPLE;

impl Heat {
    /// Threats that a stone of either side would make on each empty point after all moves of `game`:
    /// left half Black, right half White. No cells are coloured when the game is over.
    #[must_use]
    pub fn threats(game: &Replayed) -> Self {
        let (setup, moves) = (game.start.as_ref(), game.record.moves());
        let played = game.record.game();
        let open = game.outcome().is_none();
        let marks = if open { played.visit(Threatening { setup, moves: &moves }) } else { Vec::new() };
        Self { marks, legend: threats_legend(played) }
    }

    /// How likely each move wins, 0 to 1, as `source` says it was found out; the moves at `best` are framed.
    #[must_use]
    pub fn win_rates(rates: &[(Point, f64)], best: &[Point], source: &str) -> Self {
        let mark = |&(point, rate): &(Point, f64)| Mark {
            point,
            part: Part::Whole,
            fill: warmth(rate),
            label: format!("{:.0}", 100.0 * rate),
            spot: None,
            framed: best.contains(&point),
        };
        let key = |percent: u32| Key { fill: Some(warmth(f64::from(percent) / 100.0)), text: format!("{percent} %") };
        let text = format!("how likely each move wins, {source}; framed: the best");
        let legend = [0, 25, 50, 75, 100].map(key).into_iter().chain([Key { fill: None, text }]).collect();
        Self { marks: rates.iter().map(mark).collect(), legend }
    }
}

fn threats_legend(game: &Game) -> Vec<Key> {
    let key = |made: Made| Key { fill: Some(made.fill), text: made.label(game.length()) + made.words };
    let mut keys: Vec<Key> = MADE.into_iter().map(key).collect();
    if game.rules().capture != Capture::None {
        keys.push(Key { fill: Some(CAPTURES), text: "captures".to_owned() });
    }
    let text = format!("what a stone would make: left half {}, right half {}", name(Color::Black), name(Color::White));
    keys.push(Key { fill: None, text });
    keys
}

/// Reads off what stones would make in the position after some moves.
struct Threatening<'m> {
    setup: Option<&'m SetUp>,
    moves: &'m [Move],
}

impl Visitor for Threatening<'_> {
    type Output = Vec<Mark>;

    fn visit<P: Tactics>(self, game: &'static Game) -> Vec<Mark> {
        let start =
            self.setup.map_or_else(|| P::start(game), |setup| P::set_up(game, setup).expect("the game began with it"));
        let position =
            self.moves.iter().fold(start, |position, &mv| position.play(mv).expect("the game went on with it"));
        let threats = position.threats();
        let sides = [position.to_move(), !position.to_move()];
        let mut marks = Vec::new();
        for (threats, color) in threats.iter().zip(sides) {
            let sets = [
                threats.five,
                threats.straight_four | threats.double_four,
                threats.four,
                threats.double_three,
                threats.three,
            ];
            let part = if color == Color::Black { Part::Left } else { Part::Right };
            for point in position.empty().iter() {
                let made = sets.iter().zip(MADE).find(|(set, _)| set.contains(point)).map(|(_, made)| made);
                let captures = threats.capture.contains(point);
                if made.is_none() && !captures {
                    continue;
                }
                marks.push(Mark {
                    point,
                    part,
                    fill: made.map_or(CAPTURES, |made| made.fill),
                    label: made.map_or_else(String::new, |made| made.label(game.length())),
                    spot: (captures && made.is_some()).then_some(CAPTURES),
                    framed: false,
                });
            }
        }
        marks
    }
}

/// From vermilion (0) by white (one half) to blue (1).
fn warmth(rate: f64) -> Rgb {
    match rate < 0.5 {
        true => Rgb::WHITE.towards(Rgb::VERMILION, 1.0 - 2.0 * rate),
        false => Rgb::WHITE.towards(Rgb::BLUE, 2.0 * rate - 1.0),
    }
}
