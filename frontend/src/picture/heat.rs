//! What a stone would make, and how likely each move wins, as coloured cells.

use std::sync::atomic::AtomicBool;

use engine::rules::Capture;
use engine::{Color, Game, Move, Point, PointSet, Position, SetUp, Visitor};
use search::{Limits, Score, player};

use super::below::name;
use super::diagram::{Key, Mark, Part};
use super::scene::Rgb;
use crate::gomocup::win_rate;
use crate::replayed::Replayed;

/// What the cells of empty points are coloured by.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heat {
    /// What a stone of either side would make there: left half x, right half o
    Threats,
    /// How likely the side to move wins with a stone there, by searching --nodes positions after it
    Winrate,
}

/// What a stone makes.
#[derive(Clone, Copy, Debug)]
struct Made {
    /// How many stones are then missing in the line.
    missing: usize,
    /// Whether it is more than a plain one.
    more: bool,
    fill: Rgb,
    /// What is said about it in the legend.
    words: &'static str,
}

/// What stones make, the strongest first.
const MADE: [Made; 5] = [
    Made { missing: 0, more: false, fill: Rgb::VERMILION, words: " wins" },
    Made { missing: 1, more: true, fill: Rgb::ORANGE, words: " straight or double" },
    Made { missing: 1, more: false, fill: Rgb::YELLOW, words: "" },
    Made { missing: 2, more: true, fill: Rgb::BLUE, words: " double" },
    Made { missing: 2, more: false, fill: Rgb::SKY, words: "" },
];

impl Made {
    /// What is written on the board where lines of `length` win.
    fn label(self, length: usize) -> String {
        format!("{}{}", length - self.missing, if self.more { "+" } else { "" })
    }
}

/// What captures are marked with.
const CAPTURES: Rgb = Rgb::PURPLE;

/// The memory of the searches, in bytes.
const MEMORY: usize = 16 << 20;

impl Heat {
    /// The coloured cells of the position after all moves of `game`; none when the game is over. For win rates `nodes`
    /// positions are searched after each move.
    ///
    /// # Panics
    /// The game did not begin with `setup`.
    #[must_use]
    pub fn marks(self, game: &Replayed, setup: Option<&SetUp>, nodes: u64) -> Vec<Mark> {
        if game.outcome().is_some() {
            return Vec::new();
        }
        let moves: Vec<Move> = game.moves.iter().map(|&(mv, _)| mv).collect();
        match self {
            Self::Threats => game.record.game().visit(Threatening { setup, moves: &moves }),
            Self::Winrate => win_rates(game, setup, &moves, nodes),
        }
    }

    /// What the colours mean.
    #[must_use]
    pub fn legend(self, game: &Game, nodes: u64) -> Vec<Key> {
        match self {
            Self::Threats => threats_legend(game),
            Self::Winrate => {
                let key =
                    |percent: u32| Key { fill: Some(warmth(f64::from(percent) / 100.0)), text: format!("{percent} %") };
                let text =
                    format!("how likely each move wins, by searching {nodes} positions after it; framed: the best");
                [0, 25, 50, 75, 100].map(key).into_iter().chain([Key { fill: None, text }]).collect()
            }
        }
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

    fn visit<P: Position>(self, game: &'static Game) -> Vec<Mark> {
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

/// The win rate of each legal placement: what a search of `nodes` positions after it leaves to the opponent, taken from 1.
/// He may swap where that is offered to him.
fn win_rates(game: &Replayed, setup: Option<&SetUp>, moves: &[Move], nodes: u64) -> Vec<Mark> {
    let mut player = player(game.record.game(), setup).expect("the game began with it");
    player.set_memory(MEMORY);
    for &mv in moves {
        player.play(mv).expect("the game went on with it");
    }
    let us = game.record.to_move();
    let mut score = |point: Point| {
        player.play(Move::Place(point)).expect("the move is legal");
        let score = match player.record().outcome() {
            Some(outcome) => outcome
                .winner
                .map_or(Score::DRAW, |winner| if winner == us { Score::win_in(1) } else { Score::loss_in(1) }),
            None => {
                let limits = Limits { nodes: Some(nodes), swap: true, ..Limits::none() };
                let report = player.think(&limits, &AtomicBool::new(false), &mut |_| ());
                -report.expect("there is an answer while the game goes on").score
            }
        };
        player.take_back();
        (point, score)
    };
    let scores: Vec<(Point, Score)> = game.legal().into_iter().map(&mut score).collect();
    // Where all moves lose, none is the best.
    let best = scores.iter().map(|&(_, score)| score).max().filter(|best| best.plies_to_loss().is_none());
    let mark = |(point, score): (Point, Score)| Mark {
        point,
        part: Part::Whole,
        fill: warmth(win_rate(score)),
        label: format!("{:.0}", 100.0 * win_rate(score)),
        spot: None,
        framed: Some(score) == best,
    };
    scores.into_iter().map(mark).collect()
}

/// From vermilion (0) by white (one half) to blue (1).
fn warmth(rate: f64) -> Rgb {
    match rate < 0.5 {
        true => Rgb::WHITE.towards(Rgb::VERMILION, 1.0 - 2.0 * rate),
        false => Rgb::WHITE.towards(Rgb::BLUE, 2.0 * rate - 1.0),
    }
}
