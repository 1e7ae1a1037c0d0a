//! Games and positions that the engine and the referee can both be asked about, and drawings of them.

use std::collections::HashMap;

use engine::{Color, Game, Rules, SetUp};

use crate::referee::Stone;

/// A point as `(x, y)`, 0-based from the top left; of a hexagon in its bounding box.
pub type At = (usize, usize);

/// Flags by name and value.
pub type Flags = &'static [(&'static str, &'static str)];

/// A game by name, with its board and flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The name of the game.
    pub name: &'static str,
    /// The base of a custom game; then the flags may be fields as well.
    pub base: Option<&'static str>,
    /// The side of the board, in points.
    pub size: usize,
    /// The length of a winning line; 5 but for the hexagon.
    pub length: usize,
    /// The flags that differ from the usual ones.
    pub flags: Flags,
}

impl Setting {
    /// A game by name, on a board of this side, with its usual flags.
    pub const fn new(name: &'static str, size: usize) -> Self {
        Self { name, base: None, size, length: 5, flags: &[] }
    }

    /// The game of this name on the board it is usually played on.
    pub fn usual(name: &'static str) -> Self {
        Self::new(name, Rules::named(name).expect("a game of the rules").default_size)
    }

    /// The same game with these flags.
    pub const fn flags(self, flags: Flags) -> Self {
        Self { flags, ..self }
    }

    /// The same game with lines of this length.
    pub const fn length(self, length: usize) -> Self {
        Self { length, ..self }
    }

    /// The engine's game, or its complaint.
    pub fn game(&self) -> Result<&'static Game, String> {
        if let Some(base) = self.base {
            let rules = Rules::own(self.name, base, self.flags).map_err(|error| error.to_string())?;
            return Game::new(rules, Some(self.size), Some(self.length)).map_err(|error| error.to_string());
        }
        let mut rules = Rules::named(self.name).map_err(|error| error.to_string())?;
        for (flag, value) in self.flags {
            rules.set_flag(flag, value).map_err(|error| error.to_string())?;
        }
        Game::new(rules, Some(self.size), Some(self.length)).map_err(|error| error.to_string())
    }

    /// Whether the board is a hexagon.
    pub fn hexagonal(&self) -> bool {
        self.base.unwrap_or(self.name) == "ndengrod"
    }

    /// Whether stones are captured in pairs here.
    pub fn captures_pairs(&self) -> bool {
        !self.hexagonal() && !["freestyle", "standard", "renju", "caro"].contains(&self.name)
    }
}

/// A position to be set up in some game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// The game.
    pub setting: Setting,
    /// The stones and where they lie.
    pub stones: Vec<(At, Color)>,
    /// Walls: the points beyond a smaller board.
    pub walls: Vec<At>,
    /// Who moves next.
    pub to_move: Color,
    /// The stones captured so far by Black and by White.
    pub captured: [u16; 2],
}

impl Scene {
    /// The empty board, Black to move.
    pub const fn empty(setting: Setting) -> Self {
        Self { setting, stones: Vec::new(), walls: Vec::new(), to_move: Color::Black, captured: [0; 2] }
    }

    /// A drawing whose top left corner lies on `at`: `x` and `o` are stones, `.` is an empty point, and any other
    /// letter is an empty point with a name.
    pub fn drawn(setting: Setting, at: At, rows: &[&str]) -> (Self, HashMap<char, At>) {
        let mut scene = Self::empty(setting);
        let mut marks = HashMap::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, symbol) in row.chars().filter(|&symbol| symbol != ' ').enumerate() {
                let point = (at.0 + x, at.1 + y);
                match symbol {
                    'x' => scene.stones.push((point, Color::Black)),
                    'o' => scene.stones.push((point, Color::White)),
                    '.' => {}
                    mark => {
                        let before = marks.insert(mark, point);
                        assert!(before.is_none(), "the mark {mark} is drawn twice");
                    }
                }
            }
        }
        (scene, marks)
    }

    /// The stone on a point.
    pub fn stone(&self, at: At) -> Option<Color> {
        self.stones.iter().find(|(point, _)| *point == at).map(|&(_, color)| color)
    }

    /// Puts a stone on `at`, or takes away what is there.
    pub fn put(&mut self, at: At, stone: Option<Color>) {
        self.stones.retain(|(point, _)| *point != at);
        self.stones.extend(stone.map(|color| (at, color)));
    }

    /// Makes the board smaller: what lies beyond `side` points from the top left is walled off.
    pub fn shrink(&mut self, side: usize) {
        let beyond = |&(x, y): &At| x >= side || y >= side;
        self.stones.retain(|(at, _)| !beyond(at));
        self.walls = crate::tangle::points(self.setting).into_iter().filter(beyond).collect();
    }

    /// The position as the engine takes it.
    pub fn set_up(&self, game: &Game) -> SetUp {
        let point = |(x, y): At| game.grid().point(x, y).expect("a point of the board");
        SetUp {
            stones: self.stones.iter().map(|&(at, color)| (point(at), color)).collect(),
            walls: self.walls.iter().map(|&at| point(at)).collect(),
            to_move: self.to_move,
            captured: self.captured,
        }
    }

    /// The same with the colours exchanged.
    pub fn recoloured(&self) -> Self {
        let [black, white] = self.captured;
        Self {
            stones: self.stones.iter().map(|&(at, color)| (at, !color)).collect(),
            to_move: !self.to_move,
            captured: [white, black],
            ..self.clone()
        }
    }
}

/// The referee's word for a colour.
pub const fn stone(color: Color) -> Stone {
    match color {
        Color::Black => Stone::X,
        Color::White => Stone::O,
    }
}
