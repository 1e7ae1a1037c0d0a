//! Checks of puzzles. Nothing in the file is trusted: positions are replayed, wins are verified, themes computed again.

use std::fmt;
use std::sync::atomic::AtomicBool;

use engine::{AnyRecord, Move, Point, record};
use search::proof::{Certificate, CheckLimits, Step, Verified};

use crate::themes::themes;
use crate::{Kind, Puzzle, make};

/// The limits of checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checks {
    /// The limits of each certificate.
    pub limits: CheckLimits,
    /// Nodes with which the claim about the other moves is tried again, if at all.
    pub effort: Option<u64>,
}

impl Default for Checks {
    /// Ten million positions for each certificate; other moves are not tried.
    fn default() -> Self {
        Self { limits: CheckLimits::default().positions(10_000_000), effort: None }
    }
}

/// The result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Checked {
    /// Certificates that were verified.
    pub certificates: u64,
    /// Positions played.
    pub positions: u64,
}

/// Why a puzzle is wrong, or could not be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CheckError {
    /// The position is impossible, or the game is over in it.
    Position(String),
    /// The solution is no legal move.
    Solution(String),
    /// The certificate is of another game or another position.
    OtherPosition,
    /// The certificate begins with another move.
    OtherMove(String),
    /// A certificate is wrong, or a limit was reached; for an only move, after this wrong move.
    Certificate(Option<String>, search::proof::CheckError),
    /// A wrong move does not lose by the rules.
    Holds(String),
    /// The number of plies is smaller than that of the proof.
    Plies(u32),
    /// The themes are others.
    Themes(Vec<crate::Theme>),
    /// This other move wins as well.
    Second(String),
    /// The only move, this one, loses.
    Loses(String),
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(why) => write!(f, "the position: {why}"),
            Self::Solution(why) => write!(f, "the solution is no legal move: {why}"),
            Self::OtherPosition => f.write_str("the certificate is of another position"),
            Self::OtherMove(found) => write!(f, "the certificate begins with {found}, not with the solution"),
            Self::Certificate(None, error) => error.fmt(f),
            Self::Certificate(Some(at), error) => write!(f, "after the wrong move {at}: {error}"),
            Self::Holds(at) => write!(f, "after the move {at} the opponent has not won"),
            Self::Plies(expected) => write!(f, "the win takes up to {expected} plies"),
            Self::Themes(expected) => {
                let names: Vec<&str> = expected.iter().map(|theme| theme.name()).collect();
                write!(f, "the themes are {}", names.join(", "))
            }
            Self::Second(at) => write!(f, "another move wins: {at}"),
            Self::Loses(at) => write!(f, "the only move {at} loses"),
        }
    }
}

impl std::error::Error for CheckError {}

impl Puzzle {
    /// Checks the puzzle: the position by the rules, the proof by the independent checker against every legal reply, and
    /// with [`Checks::effort`] the claim about the other moves by a search.
    ///
    /// # Errors
    /// The first error of the puzzle, or the limit that was reached.
    pub fn check(&self, checks: &Checks, stop: &AtomicBool) -> Result<Checked, CheckError> {
        let record = record(self.game, Some(&self.setup)).map_err(|error| CheckError::Position(error.to_string()))?;
        if let Some(outcome) = record.outcome() {
            return Err(CheckError::Position(format!("the game is over: {outcome}")));
        }
        record.check(self.solution).map_err(|error| CheckError::Solution(error.to_string()))?;
        if self.certificate.game != self.game {
            return Err(CheckError::OtherPosition);
        }
        let mut checked = Checked::default();
        match self.kind {
            Kind::Win => self.check_win(checks, stop, &mut checked)?,
            Kind::OnlyMove => self.check_only_move(record.as_ref(), checks, stop, &mut checked)?,
        }
        let expected = themes(self.kind, &self.certificate);
        if expected != self.themes {
            return Err(CheckError::Themes(expected));
        }
        if let Some(nodes) = checks.effort {
            make::recheck(self, nodes, stop)?;
        }
        Ok(checked)
    }

    fn check_win(&self, checks: &Checks, stop: &AtomicBool, checked: &mut Checked) -> Result<(), CheckError> {
        if self.certificate.setup != self.setup {
            return Err(CheckError::OtherPosition);
        }
        let first = match self.certificate.strategy.steps().last() {
            Some(Step::Attack { at, .. }) => vec![*at],
            Some(Step::Win(points)) => points.clone(),
            None => Vec::new(),
        };
        if first != [self.solution] {
            let names: Vec<String> = first.iter().map(|&at| self.game.grid().name(at)).collect();
            return Err(CheckError::OtherMove(names.join(" or ")));
        }
        let verified = verify(&self.certificate, None, checks, stop, checked)?;
        self.check_plies(verified)
    }

    const fn check_plies(&self, verified: Verified) -> Result<(), CheckError> {
        if verified.plies > self.plies { Err(CheckError::Plies(verified.plies)) } else { Ok(()) }
    }

    /// Every legal move but the solution loses: at once by the rules, or by a certificate.
    fn check_only_move(
        &self,
        record: &dyn AnyRecord,
        checks: &Checks,
        stop: &AtomicBool,
        checked: &mut Checked,
    ) -> Result<(), CheckError> {
        if self.certificate.setup != self.passed() {
            return Err(CheckError::OtherPosition);
        }
        let verified = verify(&self.certificate, None, checks, stop, checked)?;
        self.check_plies(verified)?;
        let name = |at: Point| self.game.grid().name(at);
        for at in record.legal().into_iter().filter(|&at| at != self.solution) {
            let mut next = record.copy();
            next.play(Move::Place(at)).map_err(|error| CheckError::Position(error.to_string()))?;
            if let Some(outcome) = next.outcome() {
                if outcome.winner == Some(!record.to_move()) {
                    continue;
                }
                return Err(CheckError::Holds(name(at)));
            }
            let certificate = self.refutation(at).ok_or_else(|| CheckError::Holds(name(at)))?;
            let after = self.game.parse_position(&next.position_text());
            if after.as_ref() != Ok(&certificate.setup) {
                return Err(CheckError::OtherPosition);
            }
            verify(&certificate, Some(&|| name(at)), checks, stop, checked)?;
        }
        Ok(())
    }
}

fn verify(
    certificate: &Certificate,
    after: Option<&dyn Fn() -> String>,
    checks: &Checks,
    stop: &AtomicBool,
    checked: &mut Checked,
) -> Result<Verified, CheckError> {
    let verified = certificate.verify_within(checks.limits, stop, &mut |_| ());
    let verified = verified.map_err(|error| CheckError::Certificate(after.map(|name| name()), error))?;
    checked.certificates += 1;
    checked.positions += verified.positions;
    Ok(verified)
}
