//! Opening rules: who places the first stones, and who chooses what.
//!
//! A rule is data: a list of steps. A [`Procedure`] goes through them: it gives the next decision and the player who makes it,
//! and takes the answer.

mod procedure;

use std::fmt;

use engine::Color;
use engine::notation::{MoveError, shorten};
use engine::rules::nearest;

pub use self::procedure::{Procedure, Task, What};

/// A rule for the first moves of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningRule {
    /// The name on the command line.
    pub name: String,
    /// The procedure, in a sentence.
    pub title: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// The steps in their order.
    pub steps: &'static [Step],
    /// The most fifth moves that may be asked for.
    pub most: usize,
}

/// A step of an opening. A colour stands for the player who has it at that time; the player who begins has Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A player places this number of stones, in the colours to move, each within this distance of the centre.
    Place(Color, usize, Option<usize>),
    /// A player may exchange colours.
    Swap(Color),
    /// Colours are exchanged.
    Exchange,
    /// A player says how many fifth moves are to be offered.
    Count(Color),
    /// A player offers this number of fifth moves, or the number that was asked for; no two are symmetric.
    Offer(Color, Option<usize>),
    /// A player takes one of the moves that were offered.
    Pick(Color),
    /// A player chooses the further procedure: the word for each way, and its steps.
    Choose(Color, &'static [(&'static str, &'static [Self])]),
}

use Color::{Black, White};
use Step::{Choose, Count, Exchange, Offer, Pick, Place, Swap};

/// The 26 openings of the Renju International Federation: the centre, within 3x3, within 5x5 points.
const THREE: [Step; 3] = [Place(Black, 1, Some(0)), Place(Black, 1, Some(1)), Place(Black, 1, Some(2))];

/// The name, the sentence, the source, the steps, and the most fifth moves that may be asked for.
type Row = (&'static str, &'static str, &'static str, &'static [Step], usize);

/// All rules. The number of a `-N` can be chosen.
const RULES: [Row; 7] = [
    (
        "swap",
        "the first player places three stones, the second takes a colour",
        "Gomoku World Championship 2009 and before; flyordie.com",
        &[Place(Black, 3, None), Swap(White)],
        0,
    ),
    (
        "swap2",
        "the first player places three stones; the second takes a colour, or places two more and leaves that to the first",
        "Gomoku World Championship since 2009; Gomocup, PlayOK, vint.ee; pente.org for its Swap2 games",
        &[
            Place(Black, 3, None),
            Choose(White, &[("white", &[]), ("black", &[Exchange]), ("--", &[Place(White, 2, None), Swap(Black)])]),
        ],
        0,
    ),
    (
        "four-stones",
        "the first player places four stones, the second takes a colour",
        "D-Pente, Don Banks; pente.org",
        &[Place(Black, 4, None), Swap(White)],
        0,
    ),
    (
        "rif",
        "three stones near the centre, a swap, the fourth stone, and of two fifth moves White takes one",
        "Renju International Federation, 1996",
        &[THREE[0], THREE[1], THREE[2], Swap(White), Place(White, 1, None), Offer(Black, Some(2)), Pick(White)],
        0,
    ),
    (
        "yamaguchi",
        "as rif, but the player of the three stones says how many fifth moves Black offers",
        "Renju International Federation, 2009",
        &[
            THREE[0],
            THREE[1],
            THREE[2],
            Count(Black),
            Swap(White),
            Place(White, 1, None),
            Offer(Black, None),
            Pick(White),
        ],
        12,
    ),
    (
        "soosorv",
        "three stones near the centre, a swap; with the fourth stone White says how many fifth moves are offered, and Black may \
         swap",
        "Renju International Federation, 2009; the number is the most fifth moves",
        &[
            THREE[0],
            THREE[1],
            THREE[2],
            Swap(White),
            Place(White, 1, None),
            Count(White),
            Swap(Black),
            Offer(Black, None),
            Pick(White),
        ],
        8,
    ),
    (
        "taraguchi-10",
        "a swap after each of four stones that come further and further out, and after the fifth; or ten fifth moves",
        "Renju International Federation, 2017; vint.ee",
        &[
            THREE[0],
            Swap(White),
            Place(White, 1, Some(1)),
            Swap(Black),
            Place(Black, 1, Some(2)),
            Swap(White),
            Place(White, 1, Some(3)),
            Choose(
                Black,
                &[
                    ("one", &[Swap(Black), Place(Black, 1, Some(4)), Swap(White)]),
                    ("ten", &[Offer(Black, Some(10)), Pick(White)]),
                ],
            ),
        ],
        0,
    ),
];

/// Other names, and the name that each has here.
const ALIASES: [(&str, &str); 5] = [
    ("swap-2", "swap2"),
    ("swap-1", "swap"),
    ("d-pente", "four-stones"),
    ("taraguchi", "taraguchi-10"),
    ("soosyrv", "soosorv"),
];

impl OpeningRule {
    /// The names of all rules.
    pub fn names() -> impl Iterator<Item = &'static str> {
        RULES.into_iter().map(|(name, ..)| name)
    }

    /// The rule with this name, in any case; `soosorv-N` has at most N fifth moves.
    ///
    /// # Errors
    /// No rule has this name.
    pub fn named(name: &str) -> Result<Self, OpeningError> {
        let plain = name.trim().replace([' ', '_'], "-").to_ascii_lowercase();
        let plain = ALIASES.iter().find(|(alias, _)| *alias == plain).map_or(plain.as_str(), |(_, own)| own);
        let exact = RULES.into_iter().find(|(known, ..)| *known == plain);
        let numbered = || {
            let (stem, number) = plain.rsplit_once('-')?;
            let stem = ALIASES.iter().find(|(alias, _)| *alias == stem).map_or(stem, |(_, own)| own);
            let number = number.parse().ok().filter(|number| (1..=50).contains(number))?;
            let row = RULES.into_iter().find(|&(known, .., most)| known == stem && most > 0)?;
            Some((row, number))
        };
        let ((own, title, source, steps, _), most) = match exact {
            Some(row) => (row, row.4),
            None => numbered().ok_or_else(|| OpeningError::Unknown(shorten(name)))?,
        };
        let name = if exact.is_some() { own.to_owned() } else { format!("{own}-{most}") };
        Ok(Self { name, title, source, steps, most })
    }

    /// How far from the centre the third stone lies at most, if that is limited.
    fn third_within(&self) -> Option<usize> {
        let stones = self.steps.iter().filter_map(|step| match *step {
            Place(_, count, within) => Some(std::iter::repeat_n(within, count)),
            _ => None,
        });
        stones.flatten().nth(2).flatten()
    }
}

/// Errors of openings and answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningError {
    /// No rule has this name.
    Unknown(String),
    /// The rule needs a square board with a centre.
    Board,
    /// The third stone cannot lie where both the rule and the game allow it.
    Clash {
        /// The rule.
        rule: String,
        /// The game.
        game: &'static str,
        /// The rule: at most so far from the centre.
        within: usize,
        /// The game: at least so far from the centre.
        beyond: usize,
    },
    /// The opening is over.
    Over,
    /// The answer is none to what is asked.
    Answer {
        /// The answer.
        text: String,
        /// The answers that are allowed.
        allowed: String,
    },
    /// The answer is no point.
    Point(MoveError),
    /// A stone cannot be placed there.
    Refused(String),
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                let meant = nearest(name, OpeningRule::names()).map(|name| format!(", did you mean \"{name}\"?"));
                let known = OpeningRule::names().collect::<Vec<_>>().join(", ");
                write!(
                    f,
                    "unknown opening rule \"{name}\"{} known are {known}",
                    meant.unwrap_or_else(|| ",".to_owned())
                )
            }
            Self::Board => f.write_str("an opening rule needs a square board of 9x9 points or more"),
            Self::Clash { rule, game, within, beyond } => write!(
                f,
                "{rule} does not fit {game}: the third stone would lie at most {within} and at least {beyond} points from the \
                 centre"
            ),
            Self::Over => f.write_str("the opening is over"),
            Self::Answer { text, allowed } => write!(f, "\"{text}\" is no answer here, allowed is {allowed}"),
            Self::Point(error) => error.fmt(f),
            Self::Refused(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for OpeningError {}
