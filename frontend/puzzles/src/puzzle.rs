//! Puzzles.

use std::fmt;

use engine::{Color, Game, Point, SetUp, record};
use random::mix;
use search::proof::Certificate;

use crate::{Difficulty, Theme};

/// A position with one right move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The game, its rules and its board.
    pub game: &'static Game,
    /// The position; its side to move is to find the solution.
    pub setup: SetUp,
    /// The text of the position.
    pub position: String,
    /// The claim.
    pub kind: Kind,
    /// The right first move.
    pub solution: Point,
    /// The most plies until the win against every defence; of an only move, those of the opponent's win after a pass.
    pub plies: u32,
    /// The proof: of a win its certificate, of an only move that of the win that the opponent threatens.
    pub certificate: Certificate,
    /// Wins of the opponent after wrong moves that the threatened win does not punish as it is; empty for a win.
    pub refutations: Vec<Refutation>,
    /// The other first moves.
    pub others: Others,
    /// The themes, in the order of [`Theme::ALL`].
    pub themes: Vec<Theme>,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// Where the position comes from.
    pub source: String,
}

/// The claim of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The solution wins, proved by the certificate.
    Win,
    /// All moves but the solution lose, each proved by a certificate.
    OnlyMove,
}

impl Kind {
    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::OnlyMove => "only-move",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Win, Self::OnlyMove].into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The win of the opponent after a wrong move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// The wrong move.
    pub at: Point,
    /// The win after it.
    pub certificate: Certificate,
}

/// The first moves besides the solution, and the effort spent on them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Others {
    /// Moves after which the opponent wins, as far as VCF tells; of an only move all of them, by certificates.
    pub refuted: u32,
    /// Moves that are not refuted, and that the search of `nodes` nodes did not prove to win.
    pub open: u32,
    /// Nodes of the search for a second win; of an only move, nodes of the search for a refutation of the solution.
    pub nodes: u64,
}

impl Puzzle {
    /// The side that is to find the solution.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.setup.to_move
    }

    /// A name that depends on the game and the position alone: eight hexadecimal digits.
    #[must_use]
    pub fn id(&self) -> String {
        let text = format!("{} {} {}", self.game, self.game.length(), self.position);
        let hash = text.bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
        format!("{:08x}", hash >> 32)
    }

    /// The position with the opponent to move.
    #[must_use]
    pub fn passed(&self) -> SetUp {
        SetUp { to_move: !self.setup.to_move, ..self.setup.clone() }
    }

    /// The win of the opponent after the wrong move `at` of an only-move puzzle, as a certificate of the position after it.
    ///
    /// `None` if the move is illegal or ends the game.
    #[must_use]
    pub fn refutation(&self, at: Point) -> Option<Certificate> {
        let mut record = record(self.game, Some(&self.setup)).ok()?;
        record.play(engine::Move::Place(at)).ok()?;
        if record.outcome().is_some() {
            return None;
        }
        if let Some(refutation) = self.refutations.iter().find(|refutation| refutation.at == at) {
            return Some(refutation.certificate.clone());
        }
        let position = record.position_text();
        let setup = self.game.parse_position(&position).ok()?;
        Some(Certificate { game: self.game, setup, position, strategy: self.certificate.strategy.clone() })
    }
}
