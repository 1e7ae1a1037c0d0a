//! Programs that write PGN, and their notations.

use engine::Lettering;

use crate::capacity::{Boards, Form};

/// The side of pente.org's boards.
pub(super) const SIDE: usize = 19;

/// The property of SGF with the marks (NAGs) that have no other, by number.
pub(super) const NAG: &str = "NAG";

/// The usual form, with columns without I on all boards.
pub(super) const FORM: Form = Form { name: "pgn", boards: Boards::Rectangles };

/// The form for rating programs, with moves in the notation of the game.
const RATED: Form = Form { name: "pgn", boards: Boards::All };

/// The program that wrote a game, which decides how it is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Writer {
    PenteOrg,
    /// PlayOK, and others with its form.
    PlayOk,
    /// This program, for rating programs.
    Rated,
}

impl Writer {
    /// The boards of its games.
    pub(super) const fn form(self) -> Form {
        match self {
            Self::Rated => RATED,
            Self::PenteOrg | Self::PlayOk => FORM,
        }
    }

    /// The notation of its columns.
    pub(super) const fn lettering(self) -> Lettering {
        match self {
            Self::PlayOk => Lettering::WithI,
            Self::PenteOrg | Self::Rated => Lettering::WithoutI,
        }
    }
}
