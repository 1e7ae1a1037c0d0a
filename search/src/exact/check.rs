//! The checker of tables: every position against all its moves. Slow and simple; of the engine it uses nothing but the
//! rules: legal moves, what they lead to, and how games end.
//!
//! Each entry is compared with the entries of the positions two plies on, and that is enough:
//!
//! * A position is *lost* with rank r if after every move of the side to move the other one has a reply that wins at once,
//!   or leads to a position that is lost with a rank of at most r − 2. Ranks are natural numbers, so the replies come to
//!   an end, which can only be the win: no claim rests on itself. The reply of the lowest rank meets no position twice,
//!   so repetition has no say in it: from the start of the game, and after every game in which no position came up twice.
//!   (A third occurrence is a draw, even of a position that is lost.)
//! * A position is *held* if no move wins, and after every move that does not end the game the other side has a reply that
//!   ends it without a loss, or leads to a position that is held, or lost. Here no rank is needed: a side that only ever replies
//!   so stays within the table until the game ends, and in no position of the table the opponent wins at once.
//!   So the opponent never wins, whatever was played before: repetition can only draw. And games end, by the third
//!   occurrence of a position if by nothing else.

use std::fmt;

use engine::{Game, Position, Visitor, notation};

use super::Table;
use super::board::Board;

/// Where a table fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableFlaw {
    /// The position, as text; empty if it is none.
    pub position: String,
    /// The problem.
    pub reason: String,
}

impl fmt::Display for TableFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.position.is_empty() {
            write!(f, "{}: ", self.position)?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for TableFlaw {}

impl Table {
    /// Checks every position against those that follow, by the rules alone.
    ///
    /// # Errors
    /// The first position for which the table gives no reason.
    pub fn verify(&self) -> Result<(), TableFlaw> {
        self.game.visit(Check(self))
    }
}

struct Check<'t>(&'t Table);

impl Visitor for Check<'_> {
    type Output = Result<(), TableFlaw>;

    fn visit<P: Position>(self, game: &'static Game) -> Self::Output {
        let nowhere = |reason: String| TableFlaw { position: String::new(), reason };
        let board = Board::<P>::new(game).map_err(|error| nowhere(error.to_string()))?;
        let position = |code| board.position(code).ok_or_else(|| nowhere(format!("{code} is no position")));
        for (&code, &rank) in &self.0.lost {
            self.lost(&board, &position(code)?, rank)?;
        }
        self.0.held.iter().try_for_each(|&code| self.held(&board, &position(code)?))
    }
}

impl Check<'_> {
    fn lost<P: Position>(&self, board: &Board<P>, position: &P, rank: u32) -> Result<(), TableFlaw> {
        let (us, them) = (position.to_move(), !position.to_move());
        let replied = |after: P| match after.outcome() {
            Some(outcome) => outcome.winner == Some(them) && rank >= 2,
            None => self.0.lost.get(&board.code(&after)).is_some_and(|next| next.saturating_add(2) <= rank),
        };
        self.every_move(position, "lost", |next| match next.outcome() {
            Some(outcome) if outcome.winner == Some(us) => false,
            Some(outcome) => outcome.winner == Some(them),
            None => next.moves().any(|reply| replied(next.make_move(reply))),
        })
    }

    fn held<P: Position>(&self, board: &Board<P>, position: &P) -> Result<(), TableFlaw> {
        let us = position.to_move();
        let replied = |after: P| match after.outcome() {
            Some(outcome) => outcome.winner != Some(us),
            None => {
                let code = board.code(&after);
                self.0.held.contains(&code) || self.0.lost.contains_key(&code)
            }
        };
        self.every_move(position, "held", |next| match next.outcome() {
            Some(outcome) => outcome.winner != Some(us),
            None => next.moves().any(|reply| replied(next.make_move(reply))),
        })
    }

    /// Whether every move in `position`, of which there must be one, leads to a position that is `right`.
    fn every_move<P: Position>(&self, position: &P, claim: &str, right: impl Fn(P) -> bool) -> Result<(), TableFlaw> {
        let flaw = |reason| TableFlaw { position: notation::position_text(position), reason };
        if position.outcome().is_some() {
            return Err(flaw("the game is over".to_owned()));
        }
        let wrong = position.moves().find(|&mv| !right(position.make_move(mv)));
        wrong.map_or(Ok(()), |mv| {
            let name = notation::move_text(position.game().grid(), mv);
            Err(flaw(format!("not shown to be {claim} after {name}")))
        })
    }
}
