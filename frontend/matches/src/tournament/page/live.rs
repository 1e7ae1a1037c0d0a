//! A page that follows a match while it runs.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use super::{Gathered, Page};
use crate::statistics::Anchor;
use crate::tournament::event::Event;
use crate::tournament::played::Played;
use crate::tournament::progress::Progress;
use crate::tournament::report::Report;
use records::files;

/// The page is not written more often, and looks for news as often.
const OFTEN: Duration = Duration::from_secs(5);

/// Of the time, no more than one part in so many goes into writing pages.
const SHARE: u32 = 20;

/// A page that follows a match.
pub(crate) struct Live<'c> {
    pub(crate) path: PathBuf,
    pub(crate) event: &'c Event,
    pub(crate) anchor: Anchor,
    pub(crate) settings: &'c Map<String, Value>,
}

impl Live<'_> {
    /// Writes the page of the games that were gathered again and again as more come in, and for the last time when no more
    /// can come.
    ///
    /// # Errors
    /// A page cannot be written.
    pub(crate) fn follow(&self, mut gathered: Gathered, finished: &Receiver<Played>) -> Result<(), records::Error> {
        let mut pause = OFTEN;
        while let Ok(played) = finished.recv() {
            let until = Instant::now() + pause;
            let mut next = Ok(played);
            while let Ok(played) = next {
                gathered.add(&played).map_err(|error| records::Error::file(&self.path, error))?;
                next = finished.recv_timeout(until.saturating_duration_since(Instant::now()));
            }
            let began = Instant::now();
            self.write(&mut gathered, Some(pause))?;
            pause = OFTEN.max(SHARE * began.elapsed());
        }
        self.write(&mut gathered, None)
    }

    /// Writes the page as it is before the first game is played now.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn begin(&self, gathered: &mut Gathered) -> Result<(), records::Error> {
        self.write(gathered, Some(OFTEN))
    }

    fn write(&self, gathered: &mut Gathered, refresh: Option<Duration>) -> Result<(), records::Error> {
        let test = self.event.test.map(|test| {
            let mut progress = Progress::default();
            progress.advance(&test, &self.event.schedule, &gathered.results);
            progress.test
        });
        let report = Report::new(self.event, &gathered.results, test, self.anchor);
        let page = Page { report: &report, settings: self.settings, refresh };
        files::replace(&self.path, |file| page.write(gathered, file).map_err(io::Error::other))
    }
}
