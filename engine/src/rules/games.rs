//! The games, and the names that others have for them.

use std::str::FromStr;

use crate::rules::{Ban, Capture, Exception, Fifth, Line, Opening, RulesError, Sizes, Stuck, Swap};
use crate::{Color, Lettering, Rules};

const FIVE_OR_MORE: Line = Line { length: 5, exact: false, open: false };
const EXACTLY_FIVE: Line = Line { exact: true, ..FIVE_OR_MORE };
const OPEN_FIVE: Line = Line { open: true, ..FIVE_OR_MORE };

/// The greatest side of a hexagon.
const LARGEST_HEXAGON: usize = if cfg!(small_module) { 7 } else { 9 };

const FREE: Opening =
    Opening { first_centre: false, second_within: None, third_beyond: None, third_axis: None, third_free: false };
const CENTRE: Opening = Opening { first_centre: true, ..FREE };

pub(super) const NINUKI_BAN: Ban = Ban {
    binds_white: true,
    breaks_five: Exception::LastResort,
    stops_four: Exception::LastResort,
    captures: false,
    winning_pair: false,
    recursion: false,
    double_four_allowed: true,
};

impl Rules {
    /// Gomoku: five or more in a row.
    pub const FREESTYLE: Self = Self {
        name: "freestyle",
        base: None,
        title: "Gomoku, five or more in a row win",
        source: "Gomocup rule 0",
        lettering: Lettering::WithI,
        sizes: Sizes::from_to(5, 22),
        default_size: 15,
        rectangles: true,
        line: [FIVE_OR_MORE; 2],
        capture: Capture::None,
        poof: false,
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
        sizes: Sizes::of(&[13, 15, 17, 19, 21]),
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

    /// G-Pente: the second player is given a chance by a narrower third move. The help page of pente.org speaks of the 4th and
    /// 5th points from the centre, its program counts the centre as the first (flag `third-axis`).
    pub const G_PENTE: Self = Self {
        name: "g-pente",
        title: "G-Pente, Pente whose third move avoids the lines of the centre",
        source: "Gary Barnes; pente.org, help page and program",
        opening: Opening { third_axis: Some((3, 4)), ..Self::PENTE.opening },
        ..Self::PENTE
    };

    /// D-Pente: one player places four stones, the other takes a side.
    pub const D_PENTE: Self = Self {
        name: "d-pente",
        title: "D-Pente, the first player places four stones, the second chooses a side",
        source: "Don Banks; pente.org, help page and program",
        opening: FREE,
        swap: Some(Swap { after: 4, by: Color::White, again: None }),
        ..Self::PENTE
    };

    /// DK-Pente: D-Pente with the captures of Keryo-Pente.
    pub const DK_PENTE: Self = Self {
        name: "dk-pente",
        title: "DK-Pente, D-Pente with the captures of Keryo-Pente",
        source: "pente.org, help page and program",
        opening: FREE,
        swap: Self::D_PENTE.swap,
        ..Self::KERYO
    };

    /// Poof-Pente: playing into a sandwich loses the stones.
    pub const POOF_PENTE: Self = Self {
        name: "poof-pente",
        title: "Poof-Pente, a pair that is completed between enemy stones is captured, too",
        source: "Tom Cooley; pente.org, help page and program",
        poof: true,
        ..Self::PENTE
    };

    /// Boat-Pente: a five that can be captured has to stand for a turn.
    pub const BOAT_PENTE: Self = Self {
        name: "boat-pente",
        title: "Boat-Pente, Pente in which a capture can break a five",
        source: "Jay E. Hoff; pente.org, help page and program",
        breakable: true,
        ..Self::PENTE
    };

    /// O-Pente: Keryo-Pente, Poof-Pente and Boat-Pente in one.
    pub const O_PENTE: Self = Self {
        name: "o-pente",
        title: "O-Pente, the rules of Keryo-Pente, Poof-Pente and Boat-Pente together",
        source: "pente.org, help page and program",
        poof: true,
        breakable: true,
        ..Self::KERYO
    };

    /// Swap2-Pente: Pente opened by swap 2.
    pub const SWAP2_PENTE: Self = Self {
        name: "swap2-pente",
        title: "Swap2-Pente, Pente with three free stones and a choice of sides",
        source: "pente.org, help page and program",
        opening: FREE,
        swap: Some(Swap { after: 3, by: Color::White, again: Some(5) }),
        ..Self::PENTE
    };

    /// Swap2-Keryo: Keryo-Pente opened by swap 2.
    pub const SWAP2_KERYO: Self = Self {
        name: "swap2-keryo",
        title: "Swap2-Keryo, Keryo-Pente with three free stones and a choice of sides",
        source: "pente.org, program",
        opening: FREE,
        swap: Self::SWAP2_PENTE.swap,
        ..Self::KERYO
    };

    /// Nenuki Renju.
    pub const NENUKI: Self = Self {
        name: "nenuki",
        title: "Nenuki Renju, captures are unlimited and never win, one swap",
        source: "Furcadian custom, furcadia.com",
        sizes: Sizes::from_to(11, 21),
        default_size: 11,
        capture: Capture::Flank { longest: 2, target: None },
        opening: FREE,
        swap: Some(Swap { after: 6, by: Color::White, again: None }),
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
        sizes: Sizes::of(&[19]),
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
        sizes: Sizes::of(&[15, 19]),
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
        sizes: Sizes::of(&[19]),
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
        sizes: Sizes::from_to(3, LARGEST_HEXAGON),
        default_size: 5,
        rectangles: false,
        capture: Capture::Surround { suicide: false },
        swap: Some(Swap { after: 1, by: Color::White, again: None }),
        repetition: true,
        stuck: Stuck::Draw,
        ..Self::FREESTYLE
    };

    /// All games, in the order in which they are listed.
    pub const ALL: [Self; 20] = [
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
        Self::G_PENTE,
        Self::D_PENTE,
        Self::DK_PENTE,
        Self::POOF_PENTE,
        Self::BOAT_PENTE,
        Self::O_PENTE,
        Self::SWAP2_PENTE,
        Self::SWAP2_KERYO,
    ];

    /// The rules of the game with this name, or another that people have for it (see [`ALIASES`]), in any case and
    /// with blanks, `_` or nothing for `-`.
    ///
    /// # Errors
    /// No game has this name.
    pub fn named(name: &str) -> Result<Self, RulesError> {
        let letters = |name: &str| name.replace([' ', '_', '-'], "").to_ascii_lowercase();
        let typed = letters(name.trim());
        let known = |name: &str| letters(name) == typed;
        let own = ALIASES.iter().find(|(alias, _)| known(alias)).map(|&(_, own)| own);
        let found = Self::ALL.into_iter().find(|rules| own.map_or_else(|| known(rules.name), |own| own == rules.name));
        found.ok_or_else(|| RulesError::UnknownGame(name.to_owned()))
    }

    /// Whether they are those of a game of the list, without a change.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        Self::ALL.into_iter().any(|rules| rules == *self)
    }

    /// The other names that people have for the game.
    pub fn aliases(&self) -> impl Iterator<Item = &'static str> {
        ALIASES.iter().filter(|(_, own)| *own == self.name).map(|&(alias, _)| alias)
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

    /// The rules of the league that Gomocup calls so: a name with a number after it, as `Freestyle15_1`; or of the game with
    /// this name.
    #[must_use]
    pub fn gomocup_league(name: &str) -> Option<Self> {
        let stem = name.trim_end_matches(|char: char| char.is_ascii_digit() || matches!(char, '_' | '-' | ' '));
        match stem.to_ascii_lowercase().as_str() {
            "fastgame" | "unlimited" => Some(Self::FREESTYLE),
            stem => Self::named(name).or_else(|_| Self::named(stem)).ok(),
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

    /// The name of this game on pente.org.
    #[must_use]
    pub fn pente_org_name(&self) -> Option<&'static str> {
        PENTE_ORG.iter().find(|(_, _, rules)| rules.name == self.name).map(|&(_, name, _)| name)
    }
}

/// Other names of games, and the name that each has here.
pub const ALIASES: [(&str, &str); 27] = [
    ("gomoku", "freestyle"),
    ("five", "freestyle"),
    ("five-in-a-row", "freestyle"),
    ("gobang", "freestyle"),
    ("wuziqi", "freestyle"),
    ("free-gomoku", "freestyle"),
    ("freestyle-gomoku", "freestyle"),
    ("gomoku-freestyle", "freestyle"),
    ("exact", "standard"),
    ("exact-five", "standard"),
    ("standard-gomoku", "standard"),
    ("gomoku-standard", "standard"),
    ("ninuki-renju", "ninuki"),
    ("nenuki-renju", "nenuki"),
    ("keryo-pente", "keryo"),
    ("pentalath", "ndengrod"),
    ("dk-keryo", "dk-pente"),
    ("d-keryo", "dk-pente"),
    ("d-keryo-pente", "dk-pente"),
    ("poof", "poof-pente"),
    ("boat", "boat-pente"),
    ("boat-rules", "boat-pente"),
    ("swap2-keryo-pente", "swap2-keryo"),
    ("keryo-swap2", "swap2-keryo"),
    ("caro-gomoku", "caro"),
    ("hannover", "ninuki-hannover"),
    ("42", "ninuki-42"),
];

/// The games of pente.org that are played here: the number, the name, the rules.
const PENTE_ORG: [(u32, &str, Rules); 11] = [
    (1, "Pente", Rules::PENTE),
    (3, "Keryo-Pente", Rules::KERYO),
    (5, "Gomoku", Rules::STANDARD),
    (7, "D-Pente", Rules::D_PENTE),
    (9, "G-Pente", Rules::G_PENTE),
    (11, "Poof-Pente", Rules::POOF_PENTE),
    (15, "Boat-Pente", Rules::BOAT_PENTE),
    (17, "DK-Pente", Rules::DK_PENTE),
    (25, "O-Pente", Rules::O_PENTE),
    (27, "Swap2-Pente", Rules::SWAP2_PENTE),
    (29, "Swap2-Keryo", Rules::SWAP2_KERYO),
];

impl FromStr for Rules {
    type Err = RulesError;

    /// The rules of the game with this name, see [`Rules::named`].
    fn from_str(name: &str) -> Result<Self, RulesError> {
        Self::named(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leagues_of_gomocup_have_numbers() {
        for (league, rules) in [
            ("Freestyle15_1", Some("freestyle")),
            ("Freestyle20_2", Some("freestyle")),
            ("Freestyle", Some("freestyle")),
            ("Fastgame", Some("freestyle")),
            ("Standard_1", Some("standard")),
            ("RENJU2", Some("renju")),
            ("Caro", Some("caro")),
            ("ninuki-42", Some("ninuki-42")),
            ("Connect6", None),
        ] {
            assert_eq!(Rules::gomocup_league(league).map(|rules| rules.name), rules, "{league}");
        }
    }

    #[test]
    fn every_alias_leads_to_a_game_and_hides_none() {
        for (alias, name) in ALIASES {
            assert_eq!(Rules::named(alias).map(|rules| rules.name), Ok(name), "{alias}");
            assert!(Rules::ALL.iter().all(|rules| rules.name != alias), "{alias}");
        }
        assert_eq!(Rules::named("Keryo_Pente").map(|rules| rules.name), Ok("keryo"));
        assert_eq!(Rules::named("Ninuki Renju").map(|rules| rules.name), Ok("ninuki"));
        assert_eq!(Rules::named("keryopente").map(|rules| rules.name), Ok("keryo"));
        assert!(Rules::named("").is_err() && Rules::named("-").is_err());
    }
}
