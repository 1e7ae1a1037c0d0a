//! Wins that a certificate proves already.

use std::fmt;
use std::sync::atomic::AtomicBool;

use engine::{Color, Game, Move, Position, Record, SetUp, Symmetries, Tactics, Visitor};

use super::assembly::Assembly;
use super::check::limits::{CheckError, CheckLimits};
use super::check::{self, is_same};
use super::solver::{Answer, Solution, StartError, longest, replayed};
use super::strategy::{Step, StepId, Strategy};
use super::{Certificate, certificate};

/// Why a certificate proves nothing about a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum KnownError {
    /// There is no position.
    Start(StartError),
    /// The certificate does not hold for the position, or the check ended at a limit.
    Check(CheckError),
}

impl fmt::Display for KnownError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => error.fmt(f),
            Self::Check(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for KnownError {}

impl Certificate {
    /// Returns the win of the side to move after `moves`, from the empty board or a set-up position: the part of the
    /// certificate that the game has led to, checked against every reply. `None` if the game did not come by its position,
    /// nor by an image of it under a symmetry of the board, or if the attacker left its moves.
    ///
    /// # Errors
    /// The position cannot be set up, a move is refused, or the part does not hold or is not checked within `limits`.
    ///
    /// # Examples
    /// ```
    /// # extern crate engine as ninuki_engine;
    /// use std::sync::atomic::AtomicBool;
    ///
    /// use ninuki_search::proof::{Certificate, CheckLimits};
    ///
    /// let text = "certificate 1\ngame freestyle\nsize 6\nlength 5\nposition 1xxx2/6/6/6/6/6 x 0 0\nsteps 2\n\
    ///     0 win f6 a6\n1 play e6 a6:0 f6:0 *:0\n";
    /// let certificate = Certificate::parse(text)?;
    /// let follow = |moves| {
    ///     let moves = certificate.game.parse_moves(moves).expect("moves");
    ///     let (limits, stop) = (CheckLimits::default(), AtomicBool::new(false));
    ///     certificate.answer(certificate.game, Some(&certificate.setup), &moves, limits, &stop)
    /// };
    /// assert!(follow("e6 a6")?.is_some());
    /// assert!(follow("e5 a6")?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(
        &self,
        game: &'static Game,
        setup: Option<&SetUp>,
        moves: &[Move],
        limits: CheckLimits,
        stop: &AtomicBool,
    ) -> Result<Option<Solution>, KnownError> {
        game.visit(Known { certificate: self, setup, moves, limits, stop })
    }

    /// The part of the strategy that `moves` lead to from the first of `positions` on that is an image of the start.
    fn part<P: Position>(&self, positions: &[&P], moves: &[Move]) -> Option<Strategy> {
        let symmetries = Symmetries::of(self.game.grid());
        (0..symmetries.count()).find_map(|symmetry| {
            let start: P = P::set_up(self.game, &symmetries.image_of(symmetry, &self.setup)).ok()?;
            let begins = |position: &&P| {
                is_same(*position, &start)
                    && Color::ALL.iter().all(|&color| position.captured(color) == start.captured(color))
            };
            let first = positions.iter().position(begins)?;
            let preimage = |point| symmetries.preimage(symmetry, point);
            let step = self.follow(moves[first..].iter().map(|mv| match mv {
                Move::Place(point) => Move::Place(preimage(*point)),
                Move::Pass | Move::Swap => *mv,
            }))?;
            let mut assembly = Assembly::default();
            let first = assembly.import(&self.strategy.part(step), |point| symmetries.image(symmetry, point));
            Some(assembly.strategy(first))
        })
    }

    /// The number of the step after `moves` from the position of the certificate.
    fn follow(&self, mut moves: impl Iterator<Item = Move>) -> Option<StepId> {
        let mut step = StepId::try_from(self.strategy.len().checked_sub(1)?).ok()?;
        while let Some(attack) = moves.next() {
            let Step::Attack { at, replies, otherwise } = self.strategy.step(step)? else { return None };
            let reply = moves.next().filter(|_| attack == Move::Place(*at))?;
            let listed = replies.iter().find(|&&(point, _)| reply == Move::Place(point));
            step = listed.map_or(*otherwise, |&(_, next)| next);
        }
        Some(step)
    }
}

struct Known<'a> {
    certificate: &'a Certificate,
    setup: Option<&'a SetUp>,
    moves: &'a [Move],
    limits: CheckLimits,
    stop: &'a AtomicBool,
}

impl Visitor for Known<'_> {
    type Output = Result<Option<Solution>, KnownError>;

    fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
        let Self { certificate, setup, moves, limits, stop } = self;
        let record: Record<P> = replayed(game, setup, moves).map_err(KnownError::Start)?;
        let mut positions: Vec<&P> = record.past().collect();
        positions.reverse();
        // A swap leads to no new position.
        let moves: Vec<Move> = moves.iter().copied().filter(|mv| *mv != Move::Swap).collect();
        let part =
            (game == certificate.game && record.outcome().is_none()).then(|| certificate.part(&positions, &moves));
        let Some(strategy) = part.flatten() else { return Ok(None) };
        let verified = check::verify(&record, &strategy, limits, stop, &mut |_| ()).map_err(KnownError::Check)?;
        let (plies, line) = longest(&strategy);
        let text = certificate::text(record.position(), &strategy);
        let answer = Answer::Win { strategy, plies, line, shortest: false };
        Ok(Some(Solution { answer, nodes: verified.positions, certificate: Some(text) }))
    }
}
