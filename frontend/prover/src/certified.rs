//! The wins of a certificate, as lines of a store.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use engine::{Point, SetUp};
use records::files;
use search::proof::{Assembly, Certificate, Step, StepId};

use crate::canon::{Canon, after};
use crate::error::{CertificateError, Error};
use crate::line::Line;
use crate::task::{is_valid, name};

/// The most bytes of a file, and the most memory of its steps.
const MOST: u64 = 4 << 30;

/// Reads a certificate of either form.
///
/// # Errors
/// The file cannot be read, is no certificate, or its win does not hold.
pub(crate) fn read(path: &Path) -> Result<Certificate, Error> {
    let bytes = files::read(path, MOST).map_err(|error| Error::File(path.to_owned(), error))?;
    let refused = |reason| Error::Certificate { path: path.to_owned(), reason };
    let certificate =
        Certificate::read(&bytes, MOST as usize).map_err(|error| refused(CertificateError::Read(error)))?;
    certificate.verify().map_err(|error| refused(CertificateError::Check(error)))?;
    Ok(certificate)
}

/// Returns the lines of a store that a valid certificate gives: its win, the replies to the first stone that have a step, and the
/// wins after them and after a pass.
pub(crate) fn lines(certificate: &Certificate) -> Vec<Line> {
    let Certificate { game, setup, strategy, .. } = certificate;
    let wins = Wins { certificate, canon: Canon::of(game) };
    let last = strategy.steps().len().saturating_sub(1) as StepId;
    let mut lines = vec![wins.line(setup, last)];
    if let Some(Step::Attack { at, replies, otherwise }) = strategy.step(last) {
        let defence = after(setup, Some(*at));
        let passed = after(&defence, None);
        // The step for all other replies need not win after a pass.
        let win = wins.certificate(&passed, *otherwise, |point| point);
        if is_valid(&win, &AtomicBool::new(false)) {
            let (canonical, symmetry) = wins.canon.canonical(&defence);
            let names = replies.iter().map(|&(reply, _)| name(game, wins.canon.image(symmetry, reply))).collect();
            lines.push(Line { position: canonical.text, replies: Some(names), ..Line::default() });
            lines.push(wins.line(&passed, *otherwise));
        }
        lines.extend(replies.iter().map(|&(reply, step)| wins.line(&after(&defence, Some(reply)), step)));
    }
    lines
}

/// The wins of a certificate and of parts of it.
struct Wins<'a> {
    certificate: &'a Certificate,
    canon: Canon,
}

impl Wins<'_> {
    /// The win of a position, for its canonical image.
    fn line(&self, setup: &SetUp, first: StepId) -> Line {
        let (canonical, symmetry) = self.canon.canonical(setup);
        let win = self.certificate(&canonical.setup, first, |point| self.canon.image(symmetry, point));
        Line::won(&win, &AtomicBool::new(false))
    }

    /// The certificate that begins with the step `first`, with the image of each point.
    fn certificate(&self, setup: &SetUp, first: StepId, image: impl Fn(Point) -> Point) -> Certificate {
        let Certificate { game, strategy, .. } = self.certificate;
        let mut images = Assembly::default();
        let first = images.import(&strategy.part(first), image);
        let position = setup.display(game.grid()).to_string();
        Certificate { game, setup: setup.clone(), position, strategy: images.strategy(first) }
    }
}
