//! A page that is rewritten while the tournament runs.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use records::files;

use super::document::Page;
use super::gathered::Gathered;
use crate::journal::played::Played;
use crate::report::summary::Summary;
use crate::results::test_progress::TestProgress;
use crate::spec::plan::Plan;
use crate::statistics::Anchor;

/// Least time between two pages.
const INTERVAL: Duration = Duration::from_secs(5);

/// Largest share of the time that writing pages may take, as a divisor.
const SHARE: u32 = 20;

/// A page that is rewritten while the tournament runs.
pub(crate) struct LivePage<'p> {
    pub(crate) path: PathBuf,
    pub(crate) plan: &'p Plan,
    pub(crate) anchor: Anchor,
}

impl LivePage<'_> {
    /// Writes the page before the first game of this run.
    ///
    /// # Errors
    /// The page cannot be written.
    pub(crate) fn begin(&self, gathered: &mut Gathered) -> Result<(), records::Error> {
        self.write(gathered, Some(INTERVAL))
    }

    /// Writes the page again as games finish, and a last time when the sender is gone.
    ///
    /// # Errors
    /// A page cannot be written.
    pub(crate) fn follow(&self, mut gathered: Gathered, finished: &Receiver<Played>) -> Result<(), records::Error> {
        let mut pause = INTERVAL;
        while let Ok(played) = finished.recv() {
            let until = Instant::now() + pause;
            let mut next = Ok(played);
            while let Ok(played) = next {
                gathered.add(&played).map_err(|error| records::Error::file(&self.path, error))?;
                next = finished.recv_timeout(until.saturating_duration_since(Instant::now()));
            }
            let began = Instant::now();
            self.write(&mut gathered, Some(pause))?;
            pause = INTERVAL.max(SHARE * began.elapsed());
        }
        self.write(&mut gathered, None)
    }

    fn write(&self, gathered: &mut Gathered, refresh: Option<Duration>) -> Result<(), records::Error> {
        let test = TestProgress::of(self.plan, &gathered.results);
        let summary = Summary::new(self.plan, &gathered.results, test, self.anchor);
        let page = Page { summary: &summary, refresh };
        files::replace(&self.path, |file| page.write(gathered, file).map_err(io::Error::other))
    }
}
