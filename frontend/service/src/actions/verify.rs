//! Certificates, checked by the rules.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::num::NonZeroU64;
use std::time::Duration;

use records::{Budget, Differences, Size};
#[cfg(feature = "packed")]
use search::proof::PackedError;
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
    source: Source,
    fields: Fields,
}

/// A certificate as it came.
enum Source {
    Text(String),
    #[cfg(feature = "packed")]
    Packed(Vec<u8>),
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
    /// The position that is won, as text.
    position: Option<String>,
    /// The number of steps of the certificate.
    steps: Option<usize>,
    /// The text of a compressed certificate.
    certificate: Option<String>,
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
    const FIELDS: &'static [&'static [&'static str]] = &[&["certificate", "data", "nodes", "time", "priority"]];
    type Answer = VerifyAnswer;

    fn take(mut query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        let source = Source::of(&mut query.fields, &dispatcher.budget())?;
        Self::queue(dispatcher, query, |fields| Self { source, fields });
        Ok(())
    }
}

impl Task for Verify {
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let limits = self.limits(&worker.shared);
        let answer = match self.source.read(limits.memory, &call.budget)? {
            Ok(certificate) => {
                let text = self.source.is_packed().then(|| certificate.to_string());
                VerifyAnswer { certificate: text, ..verify(&certificate, limits, &call.budget) }
            }
            Err(unread) => *unread,
        };
        call.answer(worker.sink(), answer);
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

impl Source {
    /// The certificate of a query.
    fn of(fields: &mut Fields, budget: &Budget) -> Result<Self, Wrong> {
        #[cfg(feature = "packed")]
        if fields.data.is_some() {
            let bytes = crate::files::input(fields, budget)?;
            return Ok(if Certificate::is_packed(&bytes) {
                Self::Packed(bytes)
            } else {
                Self::Text(String::from_utf8_lossy(&bytes).into_owned())
            });
        }
        #[cfg(not(feature = "packed"))]
        let _ = budget;
        fields.certificate.take().map(Self::Text).ok_or_else(|| Wrong::missing("certificate"))
    }

    const fn is_packed(&self) -> bool {
        !matches!(self, Self::Text(_))
    }

    /// Reads the certificate, whose own game, if it has one, is counted; otherwise returns the answer.
    fn read(&self, memory: usize, budget: &Budget) -> Result<Result<Certificate, Box<VerifyAnswer>>, Wrong> {
        #[cfg(not(feature = "packed"))]
        let _ = memory;
        let count = |text: &str| Certificate::unusual_game(text).map_or(Ok(()), |game| budget.named_game(game));
        match self {
            Self::Text(text) => {
                count(text)?;
                Ok(Certificate::parse(text).map_err(|error| unread(&error, Coded::from(&error))))
            }
            #[cfg(feature = "packed")]
            Self::Packed(bytes) => {
                let heading = Certificate::packed_heading(bytes);
                heading.as_deref().map_or(Ok(()), count)?;
                let read = heading.and_then(|_| Certificate::unpack_within(bytes, memory, budget.stop()));
                Ok(read.map_err(|error| match error {
                    PackedError::Stopped(_) => {
                        let stopped = CheckError::Stopped { by: Stop::Terminated, positions: 0 };
                        Box::new(unproved(caused(stopped, budget)))
                    }
                    error => unread(&error, Coded::from(&error)),
                }))
            }
        }
    }
}

/// The answer about a certificate that cannot be read.
fn unread(error: &dyn Display, problem: Coded) -> Box<VerifyAnswer> {
    Box::new(VerifyAnswer { reason: Some(error.to_string()), problem: Some(problem), ..VerifyAnswer::default() })
}

/// The answer about a certificate that has a flaw, or was not checked to its end.
fn unproved(error: CheckError) -> VerifyAnswer {
    let (reason, problem) = (Some(error.to_string()), Some(Coded::from(&error)));
    let (ended, positions) = match error {
        CheckError::Stopped { by, positions } => (Some(by.name()), Some(positions)),
        CheckError::Flaw(_) => (None, None),
    };
    VerifyAnswer { ended, positions, reason, problem, ..VerifyAnswer::default() }
}

/// Checks a certificate within limits.
fn verify(certificate: &Certificate, limits: CheckLimits, budget: &Budget) -> VerifyAnswer {
    let verified = match certificate.verify_within(limits, budget.stop(), &mut |_| ()) {
        Ok(verified) => verified,
        Err(error) => return unproved(caused(error, budget)),
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
        position: Some(certificate.position.clone()),
        steps: Some(certificate.strategy.steps().len()),
        positions: Some(verified.positions),
        ..VerifyAnswer::default()
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
