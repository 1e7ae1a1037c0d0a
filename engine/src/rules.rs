//! The rules of every game, as data.
//!
//! This is the only file that names a game. Each game is written as the difference from the game it comes from;
//! all other code asks for a mechanism (`rules.capture`, `rules.ban`), never for a name.
//!
//! # Examples
//! ```
//! use ninuki_engine::Rules;
//! use ninuki_engine::rules::{Capture, FLAGS};
//!
//! let capturing = Rules::ALL.iter().filter(|rules| rules.capture != Capture::None);
//! assert!(capturing.clone().any(|rules| rules.name == "pente"));
//! let names: Vec<_> = FLAGS.iter().map(|(name, ..)| *name).collect();
//! assert!(names.contains(&"double-four"));
//! ```

use std::fmt;
use std::str::FromStr;

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
    /// What the game is, in a few words.
    pub title: &'static str,
    /// Where its rules come from.
    pub source: &'static str,
    /// How points are written; `RowFirst` means a hexagonal board.
    pub lettering: Lettering,
    /// The sides a board may have, ascending: of a hexagon its side, else rows and columns.
    pub sizes: &'static [usize],
    /// The side of the board unless another is asked for.
    pub default_size: usize,
    /// Whether a board may have sides of different length.
    pub rectangles: bool,
    /// What wins in a line, for Black and for White.
    pub line: [Line; 2],
    /// How stones are captured.
    pub capture: Capture,
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
    /// What becomes of a side without a legal placement.
    pub stuck: Stuck,
}

/// What wins in a line.
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

/// What becomes of a side without a legal placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// The game ends as a draw.
    Draw,
    /// The side passes; two passes in a row are a draw.
    Pass,
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
    /// Whether double fours are refused as well (flag `double-four`).
    pub double_four: bool,
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
}

/// Who is offered to exchange colours, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Swap {
    /// The number of stones placed before the offer.
    pub after: u8,
    /// The side that decides. It is not always the side to move.
    pub by: Color,
}

const FIVE_OR_MORE: Line = Line { length: 5, exact: false, open: false };
const EXACTLY_FIVE: Line = Line { exact: true, ..FIVE_OR_MORE };
const OPEN_FIVE: Line = Line { open: true, ..FIVE_OR_MORE };

const FREE: Opening = Opening { first_centre: false, second_within: None, third_beyond: None };
const CENTRE: Opening = Opening { first_centre: true, ..FREE };

const ODD_13_TO_21: &[usize] = &[13, 15, 17, 19, 21];
const FROM_5_TO_22: &[usize] = &[5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22];

const NINUKI_BAN: Ban = Ban {
    binds_white: true,
    breaks_five: Exception::LastResort,
    stops_four: Exception::LastResort,
    captures: false,
    winning_pair: false,
    recursion: false,
    double_four: false,
};

impl Rules {
    /// Gomoku: five or more in a row.
    pub const FREESTYLE: Self = Self {
        name: "freestyle",
        title: "Gomoku, five or more in a row win",
        source: "Gomocup rule 0",
        lettering: Lettering::WithI,
        sizes: FROM_5_TO_22,
        default_size: 15,
        rectangles: true,
        line: [FIVE_OR_MORE; 2],
        capture: Capture::None,
        breakable: false,
        fifth: Fifth::Five,
        fifth_answers: true,
        ban: None,
        fouls: false,
        opening: FREE,
        swap: None,
        repetition: false,
        stuck: Stuck::Pass,
    };

    /// Gomoku: exactly five in a row.
    pub const STANDARD: Self = Self {
        name: "standard",
        title: "Gomoku, exactly five in a row wins",
        source: "Gomocup rule 1",
        line: [EXACTLY_FIVE; 2],
        ..Self::FREESTYLE
    };

    /// Renju: forbidden points for Black.
    pub const RENJU: Self = Self {
        name: "renju",
        title: "Renju, Black may not make overlines, double fours and double threes",
        source: "Gomocup rule 4, rules of the Renju International Federation",
        line: [EXACTLY_FIVE, FIVE_OR_MORE],
        fouls: true,
        ..Self::FREESTYLE
    };

    /// Caro: a five shut at both ends does not win.
    pub const CARO: Self = Self {
        name: "caro",
        title: "Caro, a five shut at both ends does not win",
        source: "Gomocup rule 8",
        line: [OPEN_FIVE; 2],
        ..Self::FREESTYLE
    };

    /// Pente.
    pub const PENTE: Self = Self {
        name: "pente",
        title: "Pente, five or more in a row or five captured pairs win",
        source: "pente.org",
        lettering: Lettering::WithoutI,
        sizes: ODD_13_TO_21,
        default_size: 19,
        rectangles: false,
        capture: Capture::Flank { longest: 2, target: Some(10) },
        opening: Opening { third_beyond: Some(3), ..CENTRE },
        ..Self::FREESTYLE
    };

    /// Keryo-Pente.
    pub const KERYO: Self = Self {
        name: "keryo",
        title: "Keryo-Pente, pairs and threes are captured, fifteen stones win",
        source: "pente.org",
        capture: Capture::Flank { longest: 3, target: Some(15) },
        ..Self::PENTE
    };

    /// Nenuki Renju.
    pub const NENUKI: Self = Self {
        name: "nenuki",
        title: "Nenuki Renju, captures are unlimited and never win, one swap",
        source: "Furcadian custom, furcadia.com",
        sizes: &[11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21],
        default_size: 11,
        capture: Capture::Flank { longest: 2, target: None },
        opening: FREE,
        swap: Some(Swap { after: 6, by: Color::White }),
        repetition: true,
        ..Self::PENTE
    };

    /// Ninuki-Renju as served by pbmserv.
    pub const NINUKI: Self = Self {
        name: "ninuki",
        title: "Ninuki-Renju, exactly five or five captured pairs, no double threes, fives can be broken",
        source: "pbmserv help page, gamerz.net",
        line: [EXACTLY_FIVE; 2],
        breakable: true,
        ban: Some(NINUKI_BAN),
        opening: Opening { second_within: Some(1), third_beyond: Some(3), ..CENTRE },
        ..Self::PENTE
    };

    /// Ninuki as played at the Vielseitigkeitsturnier Hannover.
    pub const NINUKI_HANNOVER: Self = Self {
        name: "ninuki-hannover",
        title: "Ninuki of the Hannover tournaments, double threes are forbidden to Black only",
        source: "Vielseitigkeitsturnier Hannover, hannover-go.de",
        sizes: &[19],
        ban: Some(Ban {
            binds_white: false,
            breaks_five: Exception::Always,
            stops_four: Exception::Never,
            ..NINUKI_BAN
        }),
        opening: CENTRE,
        ..Self::NINUKI
    };

    /// Ninuki Renju by the Japanese rules.
    pub const NINUKI_JAPAN: Self = Self {
        name: "ninuki-japan",
        title: "Ninuki Renju by the Japanese rules",
        source: "K. Kobayashi and R. Gering 2003, German Wikipedia",
        sizes: &[15, 19],
        default_size: 15,
        ban: Some(Ban { breaks_five: Exception::Always, stops_four: Exception::Always, ..NINUKI_BAN }),
        opening: CENTRE,
        ..Self::NINUKI
    };

    /// The capture game of the 42 school.
    pub const NINUKI_42: Self = Self {
        name: "ninuki-42",
        title: "the capture game of the 42 school, five or more in a row, captures come before fives",
        source: "the gomoku subject of the 42 school",
        sizes: &[19],
        line: [FIVE_OR_MORE; 2],
        fifth: Fifth::Captures,
        ban: Some(Ban { breaks_five: Exception::Always, stops_four: Exception::Never, captures: true, ..NINUKI_BAN }),
        opening: FREE,
        ..Self::NINUKI
    };

    /// Ndengrod, also known as Pentalath.
    pub const NDENGROD: Self = Self {
        name: "ndengrod",
        title: "Ndengrod (Pentalath), lines on a hexagon, surrounded groups are captured",
        source: "pbmserv help page, gamerz.net",
        lettering: Lettering::RowFirst,
        sizes: &[3, 4, 5, 6, 7, 8, 9],
        default_size: 5,
        rectangles: false,
        capture: Capture::Surround { suicide: false },
        swap: Some(Swap { after: 1, by: Color::White }),
        repetition: true,
        stuck: Stuck::Draw,
        ..Self::FREESTYLE
    };

    /// All games, in the order in which they are listed.
    pub const ALL: [Self; 12] = [
        Self::NINUKI,
        Self::NINUKI_HANNOVER,
        Self::NINUKI_JAPAN,
        Self::NINUKI_42,
        Self::NENUKI,
        Self::PENTE,
        Self::KERYO,
        Self::FREESTYLE,
        Self::STANDARD,
        Self::RENJU,
        Self::CARO,
        Self::NDENGROD,
    ];

    /// The rules of the game with this name, in any case.
    ///
    /// # Errors
    /// No game has this name.
    pub fn named(name: &str) -> Result<Self, RulesError> {
        let found = Self::ALL.into_iter().find(|rules| rules.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| RulesError::UnknownGame(name.to_owned()))
    }

    /// The rules that Gomocup's `INFO rule` number means, without its bit for continuous games:
    /// 0 freestyle, 1 exactly five, 4 renju, 8 caro, 9 caro with exactly five.
    #[must_use]
    pub fn gomocup(number: u32) -> Option<Self> {
        match number {
            0 => Some(Self::FREESTYLE),
            1 => Some(Self::STANDARD),
            4 => Some(Self::RENJU),
            8 => Some(Self::CARO),
            9 => {
                let mut rules = Self::CARO;
                rules.line = rules.line.map(|line| Line { exact: true, ..line });
                Some(rules)
            }
            _ => None,
        }
    }

    /// The rules of the game that pente.org writes as `GM[100 + number]` in its SGF files.
    #[must_use]
    pub fn pente_org(number: u32) -> Option<Self> {
        PENTE_ORG.into_iter().find(|&(known, ..)| known == number).map(|(_, _, rules)| rules)
    }

    /// The rules of the game that pente.org calls so in its PGN files, in any case; quick games are `Speed` ones.
    #[must_use]
    pub fn pente_org_named(name: &str) -> Option<Self> {
        let name = name.strip_prefix("Speed ").unwrap_or(name);
        PENTE_ORG.into_iter().find(|(_, known, _)| known.eq_ignore_ascii_case(name)).map(|(_, _, rules)| rules)
    }

    /// What pente.org calls the game with this name.
    #[must_use]
    pub fn pente_org_name(&self) -> Option<&'static str> {
        PENTE_ORG.iter().find(|(_, _, rules)| rules.name == self.name).map(|&(_, name, _)| name)
    }

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

impl FromStr for Rules {
    type Err = RulesError;

    /// The rules of the game with this name, see [`Rules::named`].
    fn from_str(name: &str) -> Result<Self, RulesError> {
        Self::named(name)
    }
}

/// The games of pente.org that are played here: the number, the name, the rules.
const PENTE_ORG: [(u32, &str, Rules); 3] =
    [(1, "Pente", Rules::PENTE), (3, "Keryo-Pente", Rules::KERYO), (5, "Gomoku", Rules::FREESTYLE)];

/// The flags that change a ruling: name, values with the default of most games first, what it decides.
pub const FLAGS: [(&str, &str, &str); 9] = [
    ("fifth", "five|captures|draw", "the winning pair is taken while an older five of the opponent stands"),
    (
        "fifth-answers",
        "true|false",
        "where captures do not lose to fives, the winning pair answers a five no capture breaks",
    ),
    ("fifth-33", "false|true", "a double three that takes the winning pair is allowed"),
    ("recursion", "false|true", "a three counts only if its straight-four point is no double three itself"),
    ("double-four", "true|false", "double fours are allowed"),
    ("suicide", "false|true", "a group may be left without liberties and is removed"),
    ("stuck", "draw|pass", "a side without a legal placement: the game is drawn, or it passes"),
    ("third-free", "false|true", "the third move is free"),
    ("caro-exact", "false|true", "only exactly five wins"),
];

impl Rules {
    /// Changes one ruling (see [`FLAGS`]). On/off flags take `true`, `on`, `yes`, `1`, `allowed` and their opposites.
    ///
    /// # Errors
    /// The flag is unknown, its value is, or this game does not have the mechanism that it changes.
    pub fn set_flag(&mut self, name: &str, value: &str) -> Result<(), RulesError> {
        let (name, value) = (name.to_ascii_lowercase(), value.to_ascii_lowercase());
        let Some(&(_, values, _)) = FLAGS.iter().find(|(flag, ..)| *flag == name) else {
            return Err(RulesError::UnknownFlag(name));
        };
        let bad_value = || RulesError::FlagValue { flag: name.clone(), value: value.clone(), values };
        let useless = RulesError::FlagWithoutUse { flag: name.clone(), game: self.name };
        if name == "fifth" {
            if !self.breakable {
                return Err(useless);
            }
            self.fifth = match value.as_str() {
                "five" => Fifth::Five,
                "captures" => Fifth::Captures,
                "draw" => Fifth::Draw,
                _ => return Err(bad_value()),
            };
            return Ok(());
        }
        if name == "stuck" {
            if !matches!(self.capture, Capture::Surround { .. }) {
                return Err(useless);
            }
            self.stuck = match value.as_str() {
                "draw" => Stuck::Draw,
                "pass" => Stuck::Pass,
                _ => return Err(bad_value()),
            };
            return Ok(());
        }
        let on = match value.as_str() {
            "true" | "on" | "yes" | "1" | "allowed" | "legal" => true,
            "false" | "off" | "no" | "0" | "none" | "forbidden" | "illegal" => false,
            _ => return Err(bad_value()),
        };
        let restricts_third =
            Self::ALL.iter().any(|game| game.name == self.name && game.opening.third_beyond.is_some());
        match (name.as_str(), &mut self.ban, &mut self.capture) {
            ("fifth-33", Some(ban), _) => ban.winning_pair = on,
            ("recursion", Some(ban), _) => ban.recursion = on,
            ("double-four", Some(ban), _) => ban.double_four = !on,
            ("fifth-answers", ..) if self.breakable => self.fifth_answers = on,
            ("suicide", _, Capture::Surround { suicide }) => *suicide = on,
            ("third-free", ..) if restricts_third => {
                self.opening.third_beyond = if on { None } else { Some(3) };
            }
            ("caro-exact", ..) if self.line[0].open => {
                self.line = self.line.map(|line| Line { exact: on, ..line });
            }
            _ => return Err(useless),
        }
        Ok(())
    }
}

/// Why rules could not be had as asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesError {
    /// No game has this name.
    UnknownGame(String),
    /// No flag has this name.
    UnknownFlag(String),
    /// The flag does not take this value.
    FlagValue {
        /// The flag.
        flag: String,
        /// The value that was given.
        value: String,
        /// The values it takes.
        values: &'static str,
    },
    /// The game has nothing that the flag changes.
    FlagWithoutUse {
        /// The flag.
        flag: String,
        /// The game.
        game: &'static str,
    },
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownGame(name) => {
                let names = Rules::ALL.map(|rules| rules.name).join(", ");
                write!(f, "unknown game {name:?}, known are {names}")
            }
            Self::UnknownFlag(name) => {
                let names = FLAGS.map(|(flag, ..)| flag).join(", ");
                write!(f, "unknown flag {name:?}, known are {names}")
            }
            Self::FlagValue { flag, value, values } => {
                write!(f, "flag {flag} cannot be {value:?}, allowed is {values}")
            }
            Self::FlagWithoutUse { flag, game } => write!(f, "flag {flag} changes nothing in {game}"),
        }
    }
}

impl std::error::Error for RulesError {}
