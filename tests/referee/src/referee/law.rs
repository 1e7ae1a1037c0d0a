//! Facts of the games: names, board sides, flags, the rulings that the rules page lists for each game; and custom games
//! that change some of them.

use super::board::Point;

/// The games of the rules page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Game {
    Ninuki,
    Hannover,
    Japan,
    FortyTwo,
    Nenuki,
    Pente,
    Keryo,
    Freestyle,
    Standard,
    Renju,
    Caro,
    Ndengrod,
    GPente,
    DPente,
    DkPente,
    PoofPente,
    BoatPente,
    OPente,
    Swap2Pente,
    Swap2Keryo,
}

/// Who wins when the winning pair is taken while an older five of the opponent still stands (flag `fifth`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fifth {
    Five,
    Captures,
    Draw,
}

/// When a refused move is allowed after all (A3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Excepted {
    Always,
    LastResort,
    Never,
}

/// A3: the double-three ban.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ban {
    pub(super) binds_white: bool,
    /// A3.4 row b.
    pub(super) breaks_five: Excepted,
    /// A3.4 row c.
    pub(super) stops_four: Excepted,
    /// A3.4 row d.
    pub(super) captures: bool,
}

/// A game with its board and flags.
#[derive(Clone, Debug)]
pub(super) struct Law {
    pub(super) size: usize,
    /// C: the board is a hexagon.
    pub(super) hexagon: bool,
    /// Stones in a winning line of Ndengrod.
    pub(super) length: usize,
    /// A2, B: whether longer lines of x and of o are neutral.
    pub(super) exact: [bool; 2],
    /// B: a line of exactly five must not be shut at both ends.
    pub(super) open: bool,
    /// A1.2: the longest row that is captured.
    pub(super) longest: Option<usize>,
    /// A1.6: the stones whose capture wins: 10, `keryo` 15, `nenuki` never.
    pub(super) stones_to_win: Option<u32>,
    /// Rows that a stone completes between enemy stones are lost.
    pub(super) poof: bool,
    /// A2: fives that a capture can break wait for the reply.
    pub(super) breakable: bool,
    pub(super) ban: Option<Ban>,
    /// B: renju.
    pub(super) fouls: bool,
    /// A4.
    first_in_centre: bool,
    second_within: Option<usize>,
    third_beyond: Option<usize>,
    /// G-Pente: how far from the centre move 3 must not lie on its row or column.
    third_axis: Option<[usize; 2]>,
    /// A4 nenuki, C3: the stones after which the sides may be swapped.
    pub(super) swap_after: Option<usize>,
    /// Swap 2: the stones after which the other side may, if the first did not.
    pub(super) swap_again: Option<usize>,
    /// A4 nenuki, C6: a position is a draw when it occurs for the third time.
    pub(super) repetition: bool,
    pub(super) fifth: Fifth,
    /// Where the winning pair holds against a five, it answers one that no capture breaks.
    pub(super) fifth_answers: bool,
    /// A 3-3 that takes the winning pair is allowed.
    pub(super) fifth_33: bool,
    pub(super) recursion: bool,
    /// Double fours are allowed.
    pub(super) double_four: bool,
    pub(super) suicide: bool,
    /// C6: a side without a legal placement passes.
    pub(super) stuck_passes: bool,
    third_free: bool,
}

/// D.
const FLAGS: [&str; 11] = [
    "fifth",
    "fifth-answers",
    "fifth-33",
    "recursion",
    "double-four",
    "suicide",
    "stuck",
    "third-free",
    "third-axis",
    "first-centre",
    "caro-exact",
];

/// A3.4: the column of `ninuki`.
const NINUKI_BAN: Ban =
    Ban { binds_white: true, breaks_five: Excepted::LastResort, stops_four: Excepted::LastResort, captures: false };

impl Law {
    /// Reads name, size, length (Ndengrod) and flags; an error says what is allowed.
    pub(super) fn new(game: &str, size: usize, length: usize, flags: &[(&str, &str)]) -> Result<Law, String> {
        let odd_13_to_21: Vec<usize> = (13..=21).filter(|n| n % 2 == 1).collect();
        let (game, sides): (Game, Vec<usize>) = match game {
            "ninuki" => (Game::Ninuki, odd_13_to_21),
            "ninuki-hannover" => (Game::Hannover, vec![19]),
            "ninuki-japan" => (Game::Japan, vec![15, 19]),
            "ninuki-42" => (Game::FortyTwo, vec![19]),
            "nenuki" => (Game::Nenuki, (11..=21).collect()),
            "pente" => (Game::Pente, odd_13_to_21),
            "keryo" => (Game::Keryo, odd_13_to_21),
            "freestyle" => (Game::Freestyle, (5..=22).collect()),
            "standard" => (Game::Standard, (5..=22).collect()),
            "renju" => (Game::Renju, (5..=22).collect()),
            "caro" => (Game::Caro, (5..=22).collect()),
            "ndengrod" => (Game::Ndengrod, (3..=9).collect()),
            "g-pente" => (Game::GPente, odd_13_to_21),
            "d-pente" => (Game::DPente, odd_13_to_21),
            "dk-pente" => (Game::DkPente, odd_13_to_21),
            "poof-pente" => (Game::PoofPente, odd_13_to_21),
            "boat-pente" => (Game::BoatPente, odd_13_to_21),
            "o-pente" => (Game::OPente, odd_13_to_21),
            "swap2-pente" => (Game::Swap2Pente, odd_13_to_21),
            "swap2-keryo" => (Game::Swap2Keryo, odd_13_to_21),
            other => return Err(format!("unknown game {other}")),
        };
        if !sides.contains(&size) {
            return Err(format!("board side {size} is none of {sides:?}"));
        }
        if game == Game::Ndengrod && !(3..=2 * size - 1).contains(&length) {
            return Err(format!("line length {length} is not in 3-{}", 2 * size - 1));
        }
        let mut law = Law::of(game, size, length);
        for &(name, value) in flags {
            law.set_flag(name, value)?;
        }
        Ok(law)
    }

    /// A custom game: `base` with changed fields and flags, fields first.
    pub(super) fn own(base: &str, size: usize, length: usize, changes: &[(&str, &str)]) -> Result<Law, String> {
        let usual = if base == "ndengrod" { 5 } else { 19 };
        let mut law = Law { size, ..Law::new(base, usual, length, &[])? };
        let (flags, mut fields): (Vec<_>, Vec<_>) = changes.iter().partition(|(key, _)| FLAGS.contains(key));
        // Fields whose parts others change come first.
        fields.sort_by_key(|(key, _)| !["line.exact", "capture.longest", "ban.binds"].contains(key));
        for (key, value) in fields {
            law.set_field(key, value).ok_or_else(|| format!("{key} = {value}"))?;
        }
        for (name, value) in flags {
            law.set_flag(name, value)?;
        }
        Ok(law)
    }

    /// The facts of the games of the rules page.
    fn of(game: Game, size: usize, length: usize) -> Law {
        let is = |games: &[Game]| games.contains(&game);
        let ninuki = is(&[Game::Ninuki, Game::Hannover, Game::Japan, Game::FortyTwo]);
        let keryo = is(&[Game::Keryo, Game::DkPente, Game::OPente, Game::Swap2Keryo]);
        let pente = is(&[Game::Pente, Game::GPente, Game::DPente, Game::PoofPente, Game::BoatPente, Game::Swap2Pente]);
        let centred = is(&[Game::Pente, Game::Keryo, Game::GPente, Game::PoofPente, Game::BoatPente, Game::OPente]);
        let captures = ninuki || keryo || pente || game == Game::Nenuki;
        let ban = match game {
            Game::Ninuki => Some(NINUKI_BAN),
            Game::Hannover => Some(Ban {
                binds_white: false,
                breaks_five: Excepted::Always,
                stops_four: Excepted::Never,
                ..NINUKI_BAN
            }),
            Game::Japan => Some(Ban { breaks_five: Excepted::Always, stops_four: Excepted::Always, ..NINUKI_BAN }),
            Game::FortyTwo => {
                Some(Ban { breaks_five: Excepted::Always, stops_four: Excepted::Never, captures: true, ..NINUKI_BAN })
            }
            _ => None,
        };
        Law {
            size,
            hexagon: game == Game::Ndengrod,
            length,
            // A2: "five" is a run of exactly five; in `ninuki-42`, `pente`, `keryo`, `nenuki` five or more.
            exact: match game {
                Game::Renju => [true, false],
                _ => [is(&[Game::Ninuki, Game::Hannover, Game::Japan, Game::Standard]); 2],
            },
            open: game == Game::Caro,
            longest: captures.then_some(if keryo { 3 } else { 2 }),
            stones_to_win: match game {
                _ if keryo => Some(15),
                Game::Nenuki => None,
                _ => Some(10),
            },
            poof: is(&[Game::PoofPente, Game::OPente]),
            // A2: only the ninuki games have breakable fives. A3: and the double-three ban.
            breakable: ninuki || is(&[Game::BoatPente, Game::OPente]),
            ban,
            fouls: game == Game::Renju,
            // A4.
            first_in_centre: centred || is(&[Game::Ninuki, Game::Hannover, Game::Japan]),
            second_within: (game == Game::Ninuki).then_some(1),
            third_beyond: (centred || game == Game::Ninuki).then_some(3),
            third_axis: (game == Game::GPente).then_some([3, 4]),
            swap_after: match game {
                Game::Nenuki => Some(6),
                Game::Ndengrod => Some(1),
                Game::DPente | Game::DkPente => Some(4),
                Game::Swap2Pente | Game::Swap2Keryo => Some(3),
                _ => None,
            },
            swap_again: is(&[Game::Swap2Pente, Game::Swap2Keryo]).then_some(5),
            repetition: is(&[Game::Nenuki, Game::Ndengrod]),
            // D: ninuki-42's own ruling is that the capturer wins.
            fifth: if game == Game::FortyTwo { Fifth::Captures } else { Fifth::Five },
            fifth_answers: true,
            fifth_33: false,
            recursion: false,
            double_four: true,
            suicide: false,
            stuck_passes: game != Game::Ndengrod,
            third_free: false,
        }
    }

    /// Changes a fact of a custom game; `None` if the value is invalid.
    fn set_field(&mut self, key: &str, value: &str) -> Option<()> {
        let on = value == "true";
        let number = match value {
            "none" => None,
            _ => value.parse::<usize>().ok(),
        };
        let excepted = || match value {
            "always" => Some(Excepted::Always),
            "last-resort" => Some(Excepted::LastResort),
            "never" => Some(Excepted::Never),
            _ => None,
        };
        match key {
            // Fields without an effect on play.
            "title" | "source" | "lettering" | "sizes" | "default-size" | "rectangles" => {}
            "line.length" => self.length = number?,
            "line.exact" => self.exact = [on; 2],
            "line.open" => self.open = on,
            "black.exact" => self.exact[0] = on,
            "white.exact" => self.exact[1] = on,
            "capture.longest" => {
                if self.longest.is_none() {
                    self.stones_to_win = Some(10);
                }
                self.longest = number;
            }
            "capture.target" => self.stones_to_win = number.map(|stones| stones as u32),
            "capture.poof" => self.poof = on,
            "breakable-fives" => self.breakable = on,
            "ban.binds" => {
                let binds_white = value == "both";
                let ban = self.ban.unwrap_or(NINUKI_BAN);
                self.ban = (value != "none").then_some(Ban { binds_white, ..ban });
            }
            "ban.breaks-five" => self.ban.as_mut()?.breaks_five = excepted()?,
            "ban.stops-four" => self.ban.as_mut()?.stops_four = excepted()?,
            "ban.captures" => self.ban.as_mut()?.captures = on,
            "fouls" => self.fouls = on,
            "opening.first-centre" => self.first_in_centre = on,
            "opening.second-within" => self.second_within = number,
            "opening.third-beyond" => self.third_beyond = number,
            "swap.after" => (self.swap_after, self.swap_again) = (number, None),
            "repetition" => self.repetition = on,
            _ => return None,
        }
        Some(())
    }

    fn set_flag(&mut self, name: &str, value: &str) -> Result<(), String> {
        let known_here = match name {
            "fifth" | "fifth-answers" => self.breakable,
            "fifth-33" | "recursion" | "double-four" => self.ban.is_some(),
            "suicide" | "stuck" => self.hexagon,
            "third-free" => self.third_beyond.is_some(),
            "third-axis" => self.third_axis.is_some(),
            "first-centre" => self.swap_after == Some(4),
            "caro-exact" => self.open,
            _ => return Err(format!("unknown flag {name}")),
        };
        if !known_here {
            return Err(format!("flag {name} has no meaning in this game"));
        }
        if name == "fifth" {
            self.fifth = match value {
                "five" => Fifth::Five,
                "captures" => Fifth::Captures,
                "draw" => Fifth::Draw,
                _ => return Err(format!("fifth={value} is none of five, captures, draw")),
            };
            return Ok(());
        }
        if name == "stuck" {
            self.stuck_passes = match value {
                "draw" => false,
                "pass" => true,
                _ => return Err(format!("stuck={value} is neither draw nor pass")),
            };
            return Ok(());
        }
        if name == "third-axis" {
            self.third_axis = match value {
                "3-4" => Some([3, 4]),
                "4-5" => Some([4, 5]),
                _ => return Err(format!("third-axis={value} is neither 3-4 nor 4-5")),
            };
            return Ok(());
        }
        let on = match value {
            "true" => true,
            "false" => false,
            _ => return Err(format!("{name}={value} is neither true nor false")),
        };
        match name {
            "first-centre" => self.first_in_centre = on,
            "fifth-answers" => self.fifth_answers = on,
            "fifth-33" => self.fifth_33 = on,
            "recursion" => self.recursion = on,
            "double-four" => self.double_four = on,
            "suicide" => self.suicide = on,
            "third-free" => self.third_free = on,
            _ => self.exact = [on; 2],
        }
        Ok(())
    }

    /// A2: whether only runs of exactly five are fives, where stones are captured.
    pub(super) fn five_is_exact(&self) -> bool {
        self.exact[0]
    }

    /// A4: why move number `number` (from 1) may not go to `p`, or `None`.
    pub(super) fn opening_refuses(&self, number: usize, p: Point) -> Option<String> {
        let centre = self.size / 2;
        // The Chebyshev distance from the centre.
        let distance = p.0.abs_diff(centre).max(p.1.abs_diff(centre));
        // Move 1: centre.
        if number == 1 && self.first_in_centre && distance != 0 {
            return Some("move 1 must be the centre".to_string());
        }
        // Move 2: in ninuki one of the 8 neighbours of the centre.
        if number == 2 && self.second_within.is_some_and(|reach| distance > reach) {
            return Some("move 2 must be near the centre".to_string());
        }
        // Move 3: outside the central 5×5.
        if number == 3 && !self.third_free && self.third_beyond.is_some_and(|reach| distance < reach) {
            return Some("move 3 must be away from the centre".to_string());
        }
        // Move 3 in G-Pente: not on the row or column of the centre at these distances.
        let on_axis = p.0 == centre || p.1 == centre;
        if number == 3 && !self.third_free && on_axis && self.third_axis.is_some_and(|far| far.contains(&distance)) {
            return Some("move 3 must not lie there on the lines of the centre".to_string());
        }
        None
    }
}
