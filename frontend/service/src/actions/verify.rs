//! Certificates, checked by the rules.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::time::Duration;

use records::{Budget, Differences, Size};
use search::proof::{Certificate, CheckError, CheckLimits, Stop};
use serde::Serialize;

use crate::action::Act;
use crate::coded::Coded;
use crate::dispatcher::Dispatcher;
use crate::fields::Fields;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::shared::Shared;
use crate::task::{Call, Task};
use crate::worker::Worker;

/// Checks a certificate.
pub(crate) struct Verify {
    certificate: String,
    fields: Fields,
}

/// The verdict on a certificate.
#[derive(Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Verdict"))]
pub(crate) struct VerifyAnswer {
    /// Whether the certificate is a proof.
    verified: bool,
    /// The name of the game.
    game: Option<&'static str>,
    /// Every rule that differs from the defaults of the game, in words; empty if none does.
    differences: Option<String>,
    /// The game on which an own game is based.
    base: Option<&'static str>,
    /// The fields of an own game that differ from those of its base.
    rules: Option<BTreeMap<&'static str, String>>,
    /// The flags that differ.
    flags: Option<BTreeMap<&'static str, String>>,
    /// The side of the board, or width and height as `15x20`.
    #[cfg_attr(test, schemars(with = "Option<crate::schema::parts::Size>"))]
    size: Option<Size>,
    /// The length of winning lines.
    length: Option<usize>,
    /// The side that wins, x or o.
    #[cfg_attr(test, schemars(with = "Option<crate::schema::parts::Side>"))]
    winner: Option<char>,
    /// The most plies until the win.
    plies: Option<u32>,
    /// The number of steps of the certificate.
    steps: Option<usize>,
    /// The number of checked positions.
    positions: Option<u64>,
    /// The limit that ended the check before every reply was tried.
    #[cfg_attr(test, schemars(schema_with = "crate::schema::parts::check_ended"))]
    ended: Option<&'static str>,
    /// Why the certificate is not verified.
    reason: Option<String>,
    /// The same for programs.
    problem: Option<Coded>,
}

/// The least memory of a check, in bytes.
const LEAST_MEMORY: usize = 16 << 20;

impl Act for Verify {
    const NAME: &'static str = "verify";
    const ABOUT: &'static str = "whether a certificate is a proof";
    const FIELDS: &'static [&'static [&'static str]] = &[&["certificate", "nodes", "time", "priority"]];
    type Answer = VerifyAnswer;

    fn take(mut query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        let certificate = query.fields.certificate.take().ok_or_else(|| Wrong::missing("certificate"))?;
        Self::queue(dispatcher, query, |fields| Self { certificate, fields });
        Ok(())
    }
}

impl Task for Verify {
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let limits = self.limits(&worker.shared);
        Certificate::unusual_game(&self.certificate).map_or(Ok(()), |game| call.budget.named_game(game))?;
        call.answer(worker.sink(), verify(&self.certificate, limits, &call.budget));
        Ok(())
    }
}

impl Verify {
    fn limits(&self, shared: &Shared) -> CheckLimits {
        let longest = shared.options.limits.time;
        let asked = self.fields.time.map(NonZeroU64::get).map(Duration::from_millis);
        let time = asked.map_or(longest, |time| longest.min(time));
        let positions = self.fields.nodes.map_or(u64::MAX, NonZeroU64::get);
        let limits = CheckLimits::default().time(time).positions(positions).memory(shared.hash().max(LEAST_MEMORY));
        limits.threads(shared.threads())
    }
}

/// The error by its cause: the flag is set at the end of the time, too, where the check did not look at its clock by then.
fn caused(error: CheckError, budget: &Budget) -> CheckError {
    match error {
        CheckError::Stopped { by: Stop::Terminated, positions } if budget.is_late() => {
            CheckError::Stopped { by: Stop::Time, positions }
        }
        error => error,
    }
}

/// Checks a certificate within limits.
fn verify(certificate: &str, limits: CheckLimits, budget: &Budget) -> VerifyAnswer {
    let certificate = match Certificate::parse(certificate) {
        Ok(certificate) => certificate,
        Err(error) => {
            let problem = Some(Coded::from(&error));
            return VerifyAnswer { reason: Some(error.to_string()), problem, ..VerifyAnswer::default() };
        }
    };
    let verified = match certificate.verify_within(limits, budget.stop(), &mut |_| ()) {
        Ok(verified) => verified,
        Err(error) => {
            let error = caused(error, budget);
            let (reason, problem) = (Some(error.to_string()), Some(Coded::from(&error)));
            let (ended, positions) = match error {
                CheckError::Stopped { by, positions } => (Some(by.name()), Some(positions)),
                CheckError::Flaw(_) => (None, None),
            };
            return VerifyAnswer { ended, positions, reason, problem, ..VerifyAnswer::default() };
        }
    };
    let differences = Differences::of(certificate.game);
    VerifyAnswer {
        verified: true,
        game: Some(certificate.game.rules().name),
        differences: Some(differences.to_string()),
        base: differences.base,
        rules: Some(differences.rules),
        flags: Some(differences.flags),
        size: Some(differences.size),
        length: Some(differences.length),
        winner: Some(certificate.setup.to_move.symbol()),
        plies: Some(verified.plies),
        steps: Some(certificate.strategy.steps().len()),
        positions: Some(verified.positions),
        ended: None,
        reason: None,
        problem: None,
    }
}

#[cfg(test)]
mod tests {
    use records::Limits;

    use super::*;

    #[test]
    fn the_time_is_the_cause_where_it_set_the_flag() {
        let stopped = || CheckError::Stopped { by: Stop::Terminated, positions: 7 };
        let of = |budget: &Budget| match caused(stopped(), budget) {
            CheckError::Stopped { by, positions } => (by.name(), positions),
            CheckError::Flaw(flaw) => panic!("{flaw:?}"),
        };
        let late = Budget::new(Limits { time: Duration::from_millis(1), ..Limits::NONE });
        assert_eq!(of(&late), ("terminated", 7));
        late.expire();
        assert_eq!(of(&late), ("time", 7));
    }
}
