//! The rules of every game, as data.
//!
//! Only this folder names games. Each game is written as the difference from the game it comes from;
//! all other code asks for a mechanism (`rules.capture`, `rules.ban`), never for a name.
//!
//! # Examples
//! ```
//! use ninuki_engine::Rules;
//! use ninuki_engine::rules::{Capture, FLAGS};
//!
//! let capturing = Rules::ALL.iter().filter(|rules| rules.capture != Capture::None);
//! assert!(capturing.clone().any(|rules| rules.name == "pente"));
//! let names: Vec<_> = FLAGS.iter().map(|flag| flag.name).collect();
//! assert!(names.contains(&"double-four"));
//! ```

mod error;
mod fields;
mod flags;
mod games;
mod messages;
mod own;
mod sizes;
mod texts;

pub use error::RulesError;
pub use fields::{FIELDS, Field};
pub use flags::{FLAGS, Flag};
pub use games::ALIASES;
pub use messages::nearest;
pub use sizes::Sizes;

use crate::{Color, Lettering};

/// The rules of one game: read by its name, which may be in any case, and changed by [flags](FLAGS).
///
/// # Examples
/// ```
/// use ninuki_engine::Rules;
///
/// let mut rules: Rules = "Renju".parse()?;
/// assert!(rules.fouls && rules.name == "renju");
/// let refused = rules.set_flag("suicide", "true").expect_err("a flag of another game");
/// assert_eq!(refused.to_string(), "flag suicide changes nothing in renju");
/// # Ok::<(), ninuki_engine::rules::RulesError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The name on the command line and in `INFO game`.
    pub name: &'static str,
    /// The built-in game that a custom game is based on (see [`Rules::own`]).
    pub base: Option<&'static str>,
    /// A short description of the game.
    pub title: &'static str,
    /// Where its rules come from.
    pub source: &'static str,
    /// How points are written; `RowFirst` means a hexagonal board.
    pub lettering: Lettering,
    /// The sides a board may have: of a hexagon its side, else rows and columns.
    pub sizes: Sizes,
    /// The side of the board unless another is asked for.
    pub default_size: usize,
    /// Whether a board may have sides of different length.
    pub rectangles: bool,
    /// The winning lines of Black and of White.
    pub line: [Line; 2],
    /// How stones are captured.
    pub capture: Capture,
    /// Whether a stone that completes an own row between two enemy stones, as in `xo(o)x`, loses that row as captured
    /// (poof).
    pub poof: bool,
    /// Whether a five that a capture can destroy waits for the opponent's reply.
    pub breakable: bool,
    /// Who wins when the winning capture is made while an older five of the opponent stands.
    pub fifth: Fifth,
    /// Whether a winning capture answers a five that no capture breaks, unless fives come before captures (flag
    /// `fifth-answers`).
    pub fifth_answers: bool,
    /// The double-three ban.
    pub ban: Option<Ban>,
    /// Whether Black may not make overlines, double fours and double threes, and loses by one (RIF).
    pub fouls: bool,
    /// Limits on the first moves.
    pub opening: Opening,
    /// The offer to exchange colours.
    pub swap: Option<Swap>,
    /// Whether the third occurrence of a position is a draw.
    pub repetition: bool,
    /// The consequence of having no legal placement.
    pub stuck: Stuck,
}

/// The lengths of line that win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The least number of stones; a game with adjustable lines replaces it (see [`Game::length`](crate::Game)).
    pub length: usize,
    /// Whether longer lines are neutral.
    pub exact: bool,
    /// Whether a line of exactly `length` must not be shut by enemy stones at both ends.
    pub open: bool,
}

/// How stones are captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Capture {
    /// Never.
    None,
    /// By flanking two enemy stones in a row, as in `xoox`.
    Flank {
        /// The longest row that is taken: 2, or 3 (then both).
        longest: usize,
        /// The number of captured stones that wins, if captures win.
        target: Option<u16>,
    },
    /// By taking the last adjacent empty point of a group.
    Surround {
        /// Whether a stone may be placed that leaves its own group without one; that group is then removed.
        suicide: bool,
    },
}

/// The result of a winning capture made elsewhere while an older five of the opponent still stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fifth {
    /// The five wins.
    Five,
    /// The captures win.
    Captures,
    /// Neither wins.
    Draw,
}

impl Fifth {
    /// One word for the winning length.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Five => "five",
            Self::Captures => "captures",
            Self::Draw => "draw",
        }
    }
}

/// The consequence of having no legal placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// The game ends as a draw.
    Draw,
    /// The side passes; two passes in a row are a draw.
    Pass,
}

impl Stuck {
    /// One word for the consequence.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Pass => "pass",
        }
    }
}

/// The double-three ban: a stone that makes two threes is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ban {
    /// Whether White is bound too.
    pub binds_white: bool,
    /// A double three that leaves no five of the opponent standing.
    pub breaks_five: Exception,
    /// A double three that stops the opponent from making a five.
    pub stops_four: Exception,
    /// Whether a double three that captures anything is allowed.
    pub captures: bool,
    /// Whether a double three that takes the winning pair is allowed (flag `fifth-33`).
    pub winning_pair: bool,
    /// Whether a three counts only if its straight-four point is no double three itself (flag `recursion`).
    pub recursion: bool,
    /// Whether double fours are allowed (flag `double-four`).
    pub double_four_allowed: bool,
}

/// When a forbidden move is allowed after all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exception {
    /// Always.
    Always,
    /// Only if no other allowed placement serves the same end.
    LastResort,
    /// Never.
    Never,
}

/// Limits on the first moves, as Chebyshev distances from the centre.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The first move must take the centre.
    pub first_centre: bool,
    /// The second move must be this near.
    pub second_within: Option<usize>,
    /// The third move must be at least this far away.
    pub third_beyond: Option<usize>,
    /// How far from the centre, from and to, the third move must not lie on the centre's row or column.
    pub third_axis: Option<(usize, usize)>,
    /// Whether the third move is free all the same (flag `third-free`).
    pub third_free: bool,
}

impl Opening {
    /// How far away the third move must be, if it is limited.
    #[must_use]
    pub fn third_limit(&self) -> Option<usize> {
        self.third_beyond.filter(|_| !self.third_free)
    }

    /// How far from the centre the third move must not lie on its row or column, if it is limited so.
    #[must_use]
    pub fn axis_limit(&self) -> Option<(usize, usize)> {
        self.third_axis.filter(|_| !self.third_free)
    }
}

/// Who is offered to exchange colours, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Swap {
    /// The number of stones placed before the offer.
    pub after: u8,
    /// The side that decides. It is not always the side to move.
    pub by: Color,
    /// The number of stones after which the other side decides, if the first offer was not taken.
    pub again: Option<u8>,
}

impl Swap {
    /// The side that decides about a swap after that many stones; `None` if none is offered then.
    #[must_use]
    pub fn decider(self, placed: usize) -> Option<Color> {
        match placed {
            _ if placed == usize::from(self.after) => Some(self.by),
            _ if self.again.map(usize::from) == Some(placed) => Some(!self.by),
            _ => None,
        }
    }

    /// The number of stones after which the last offer is made.
    #[must_use]
    pub fn last(self) -> u8 {
        self.again.unwrap_or(self.after)
    }
}

impl Rules {
    /// Whether the board is a hexagon.
    #[must_use]
    pub fn hexagonal(&self) -> bool {
        self.lettering == Lettering::RowFirst
    }

    /// Whether a winning capture is a reply to a five that no capture breaks.
    #[inline]
    #[must_use]
    pub fn captures_answer_fives(&self) -> bool {
        self.fifth_answers && self.fifth != Fifth::Five
    }

    /// The most captured stones that do not win yet, plus one; `None` if captures never win.
    #[inline]
    #[must_use]
    pub const fn target(&self) -> Option<u16> {
        match self.capture {
            Capture::Flank { target, .. } => target,
            _ => None,
        }
    }
}
