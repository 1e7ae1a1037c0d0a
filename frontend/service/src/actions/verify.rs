//! Certificates, checked. Apart from the actions that are answered without a search: where there are no threads, a check is left
//! in the middle and returned to.

use std::sync::atomic::AtomicBool;

use records::Differences;
use search::proof::{Certificate, CheckError, CheckLimits};

use crate::answer::VerifyAnswer;

/// Whether a certificate proves a win, as far as the limits allow to tell.
pub(crate) fn verify(certificate: &str, limits: CheckLimits, stop: &AtomicBool) -> VerifyAnswer {
    let certificate = match Certificate::parse(certificate) {
        Ok(certificate) => certificate,
        Err(error) => return VerifyAnswer { reason: Some(error.to_string()), ..VerifyAnswer::default() },
    };
    let verified = match certificate.verify_within(limits, stop, &mut |_| ()) {
        Ok(verified) => verified,
        Err(error) => {
            let reason = Some(error.to_string());
            let (ended, positions) = match error {
                CheckError::Stopped { by, positions } => (Some(by.name()), Some(positions)),
                CheckError::Flaw(_) => (None, None),
            };
            return VerifyAnswer { ended, positions, reason, ..VerifyAnswer::default() };
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
    }
}
