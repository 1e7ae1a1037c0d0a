//! Which game is played: names, board sides, flags, and the plain facts that the rules page lists per game.

use super::board::Point;

/// The games of the rules page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Game {
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
}

/// Who wins when the winning pair is taken while an older five of the opponent still stands (flag `fifth`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fifth {
    Five,
    Captures,
    Draw,
}

/// A game with its board and flags.
#[derive(Clone, Debug)]
pub(super) struct Law {
    pub(super) game: Game,
    pub(super) size: usize,
    /// Stones in a winning line of Ndengrod.
    pub(super) length: usize,
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
    pub(super) third_free: bool,
    pub(super) caro_exact: bool,
}

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
            other => return Err(format!("unknown game {other}")),
        };
        if !sides.contains(&size) {
            return Err(format!("board side {size} is none of {sides:?}"));
        }
        if game == Game::Ndengrod && !(3..=2 * size - 1).contains(&length) {
            return Err(format!("line length {length} is not in 3-{}", 2 * size - 1));
        }
        let mut law = Law {
            game,
            size,
            length,
            // D: ninuki-42's own ruling is that the capturer wins.
            fifth: if game == Game::FortyTwo { Fifth::Captures } else { Fifth::Five },
            fifth_answers: true,
            fifth_33: false,
            recursion: false,
            double_four: true,
            suicide: false,
            stuck_passes: game != Game::Ndengrod,
            third_free: false,
            caro_exact: false,
        };
        for &(name, value) in flags {
            law.set_flag(name, value)?;
        }
        Ok(law)
    }

    fn set_flag(&mut self, name: &str, value: &str) -> Result<(), String> {
        let known_here = match name {
            "fifth" | "fifth-answers" => self.has_breakable_fives(),
            "fifth-33" | "recursion" | "double-four" => self.has_ban(),
            "suicide" | "stuck" => self.game == Game::Ndengrod,
            "third-free" => self.third_is_restricted(),
            "caro-exact" => self.game == Game::Caro,
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
        let on = match value {
            "true" => true,
            "false" => false,
            _ => return Err(format!("{name}={value} is neither true nor false")),
        };
        match name {
            "fifth-answers" => self.fifth_answers = on,
            "fifth-33" => self.fifth_33 = on,
            "recursion" => self.recursion = on,
            "double-four" => self.double_four = on,
            "suicide" => self.suicide = on,
            "third-free" => self.third_free = on,
            _ => self.caro_exact = on,
        }
        Ok(())
    }

    /// A2: "five" is a run of exactly five; in `ninuki-42`, `pente`, `keryo`, `nenuki` five or more.
    pub(super) fn five_is_exact(&self) -> bool {
        matches!(self.game, Game::Ninuki | Game::Hannover | Game::Japan)
    }

    /// A2: only the ninuki games have breakable fives.
    pub(super) fn has_breakable_fives(&self) -> bool {
        self.has_ban()
    }

    /// A3: only the ninuki games have the double-three ban.
    pub(super) fn has_ban(&self) -> bool {
        matches!(self.game, Game::Ninuki | Game::Hannover | Game::Japan | Game::FortyTwo)
    }

    /// Section A: pairs are captured.
    pub(super) fn has_captures(&self) -> bool {
        self.has_ban() || matches!(self.game, Game::Nenuki | Game::Pente | Game::Keryo)
    }

    /// A1.6: the stones whose capture wins: 10, `keryo` 15, `nenuki` never.
    pub(super) fn stones_to_win(&self) -> Option<u32> {
        match self.game {
            Game::Keryo => Some(15),
            Game::Nenuki => None,
            _ => Some(10),
        }
    }

    /// A4, row "move 3".
    fn third_is_restricted(&self) -> bool {
        matches!(self.game, Game::Ninuki | Game::Pente | Game::Keryo)
    }

    /// A4: why move number `number` (from 1) may not go to `p`, or `None`.
    pub(super) fn opening_refuses(&self, number: usize, p: Point) -> Option<String> {
        let centre = self.size / 2;
        // The Chebyshev distance from the centre.
        let distance = p.0.abs_diff(centre).max(p.1.abs_diff(centre));
        let first_in_centre =
            matches!(self.game, Game::Ninuki | Game::Hannover | Game::Japan | Game::Pente | Game::Keryo);
        // Move 1: centre.
        if number == 1 && first_in_centre && distance != 0 {
            return Some("move 1 must be the centre".to_string());
        }
        // Move 2: one of the 8 neighbours of the centre.
        if number == 2 && self.game == Game::Ninuki && distance > 1 {
            return Some("move 2 must be a neighbour of the centre".to_string());
        }
        // Move 3: outside the central 5×5.
        if number == 3 && self.third_is_restricted() && !self.third_free && distance < 3 {
            return Some("move 3 must be outside the central 5x5".to_string());
        }
        None
    }
}
