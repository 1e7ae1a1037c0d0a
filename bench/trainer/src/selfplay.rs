//! Self-play: games to learn from, of all kinds, in the background, for as long as wanted.
//!
//! Seed, name and number determine a game, on every machine and with any number of threads. Shard I of N plays the
//! games whose number is I − 1 modulo N; a run resumes behind the last game of its file.

use std::fs;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use search::Resources;

use crate::selfplay::play::play;
use crate::selfplay::schedule::Schedule;
pub(crate) use crate::selfplay::settings::Settings;

pub(crate) mod opening;
mod plan;
mod play;
mod schedule;
pub(crate) mod session;
mod settings;
mod shard;

/// How often a line tells how far the run is, and all finished games are written.
const REPORT: Duration = Duration::from_secs(120);

/// Plays games and appends them to their files, until there are enough, the time is over or `stop` is set; reports to `out`.
///
/// # Errors
/// A file is foreign, damaged or in use, or cannot be written.
pub(crate) fn generate(settings: &Settings, stop: &Arc<AtomicBool>, out: &mut (impl Write + Send)) -> io::Result<()> {
    fs::create_dir_all(&settings.folder)?;
    let games = crate::games_named(&settings.games)?;
    if let Some(rules) = games.iter().find(|rules| !settings.play.has_board(rules)) {
        let message = format!("{} has none of these sizes, allowed are {}", rules.name, rules.sizes);
        return Err(io::Error::other(message));
    }
    let deadline = settings.minutes.map(|minutes| Instant::now() + Duration::from_secs_f64(60.0 * minutes.max(0.0)));
    let schedule = Schedule::open(&games, settings)?;
    let run = Run { settings, stop, deadline, schedule: Mutex::new(schedule), reported: Mutex::new(Instant::now()) };
    let out = Mutex::new(out);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..settings.threads).map(|_| scope.spawn(|| run.work(&out))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no panic"))
    })?;
    let mut schedule = run.schedule.into_inner().unwrap_or_else(PoisonError::into_inner);
    schedule.flush()?;
    let out = out.into_inner().unwrap_or_else(PoisonError::into_inner);
    write!(out, "{}", schedule.table())
}

/// A run in progress.
struct Run<'s> {
    settings: &'s Settings,
    stop: &'s AtomicBool,
    deadline: Option<Instant>,
    schedule: Mutex<Schedule>,
    /// When it was last told how far it is.
    reported: Mutex<Instant>,
}

impl Run<'_> {
    /// Plays games in one thread until the run is over.
    fn work(&self, out: &Mutex<&mut (impl Write + Send)>) -> io::Result<()> {
        let mut resources = Resources::default();
        while !self.is_over() {
            let Some(task) = self.schedule().next() else { break };
            let began = Instant::now();
            let played = play(&task.rules, task.number, &self.settings.play, &mut resources, self.stop);
            let Some(played) = played else {
                if self.stop.swap(true, Relaxed) {
                    break;
                }
                return Err(io::Error::other(format!("game {} of {} has no end", task.number, task.rules.name)));
            };
            let written = self.schedule().finish(&task, played, began.elapsed());
            // An error stops the other threads.
            written.inspect_err(|_| self.stop.store(true, Relaxed))?;
            self.report(out)?;
        }
        Ok(())
    }

    fn schedule(&self) -> MutexGuard<'_, Schedule> {
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the run is to end; games in progress are given up then, and played by the next run.
    fn is_over(&self) -> bool {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.stop.store(true, Relaxed);
        }
        self.stop.load(Relaxed)
    }

    fn report(&self, out: &Mutex<&mut (impl Write + Send)>) -> io::Result<()> {
        let Ok(mut reported) = self.reported.try_lock() else { return Ok(()) };
        if reported.elapsed() < REPORT {
            return Ok(());
        }
        *reported = Instant::now();
        let mut schedule = self.schedule();
        schedule.flush()?;
        let line = schedule.line();
        drop(schedule);
        let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(out, "{line}").and_then(|()| out.flush())
    }
}

#[cfg(test)]
pub(crate) mod tests;
