//! Several games at a time, told in their order.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use super::game::{Spending, Swept};
use crate::error::Failure;
use crate::formats::{Entry, Unreadable};
use crate::terminal::{clock, remaining};

/// A game that is to be swept, and the file that it is in.
pub(super) type Job = (String, Result<Entry, Unreadable>);

/// Something that happened.
enum News {
    /// One more position is done.
    Position,
    /// A game is done.
    Game(usize, Box<Swept>),
}

/// Where the work stands.
struct Progress<L> {
    games: usize,
    positions: usize,
    done: (usize, usize),
    began: Instant,
    /// Where it is told, if anywhere.
    log: Option<L>,
}

/// The characters of a full bar.
const BAR: usize = 30;

impl<L: Write> Progress<L> {
    /// Tells it, over what was told before.
    fn tell(&mut self) {
        let text = self.text();
        if let Some(log) = &mut self.log {
            // Nobody depends on it.
            let _ = write!(log, "\r{text}\x1b[K");
            let _ = log.flush();
        }
    }

    /// A bar, the games and positions done, and how long the others will take if they are like those.
    fn text(&self) -> String {
        let Self { games, positions, done: (swept, seen), .. } = *self;
        let filled = BAR * seen / positions.max(1);
        let (full, empty) = ("#".repeat(filled), ".".repeat(BAR - filled));
        let left = remaining(self.began, seen, (positions - seen) as f64);
        let left = left.map_or(String::new(), |time| format!(", {} left", clock(time)));
        format!("[{full}{empty}] {swept} of {games} games, {seen} of {positions} positions{left}")
    }

    /// Makes room for other text.
    fn clear(&mut self) {
        if let Some(log) = &mut self.log {
            let _ = write!(log, "\r\x1b[K");
            let _ = log.flush();
        }
    }
}

/// Sweeps the games with so many threads and hands them to `take` in their order. On `log` it tells how far it is. Once
/// `stop` is set, what is known of the games that were begun is handed over, and no other is begun.
///
/// # Errors
/// That of `take`, which sets `stop`.
pub(super) fn sweep<L: Write>(
    jobs: Vec<Job>,
    spending: Spending,
    threads: usize,
    stop: &AtomicBool,
    log: Option<L>,
    take: &mut impl FnMut(Swept) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let positions = jobs.iter().map(|(_, entry)| entry.as_ref().map_or(0, |entry| entry.moves.len() + 1)).sum();
    let mut progress = Progress { games: jobs.len(), positions, done: (0, 0), began: Instant::now(), log };
    let games = jobs.len();
    let jobs: Vec<Mutex<Option<Job>>> = jobs.into_iter().map(|job| Mutex::new(Some(job))).collect();
    let next = AtomicUsize::new(0);
    let (sender, news) = channel();
    thread::scope(|scope| {
        for _ in 0..threads.min(games) {
            let (sender, jobs, next) = (sender.clone(), &jobs, &next);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let job = jobs.get(number).map(|job| job.lock().unwrap_or_else(PoisonError::into_inner).take());
                    let Some(Some((source, entry))) = job else { return };
                    let swept = Swept::new(source, entry, spending, stop, &|| drop(sender.send(News::Position)));
                    if sender.send(News::Game(number, Box::new(swept))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut told) = (BTreeMap::new(), 0);
        let mut taken = Ok(());
        for event in news {
            match event {
                News::Position => progress.done.1 += 1,
                News::Game(number, swept) => {
                    progress.done.0 += 1;
                    waiting.insert(number, swept);
                }
            }
            while taken.is_ok()
                && let Some(swept) = waiting.remove(&told)
            {
                progress.clear();
                told += 1;
                taken = take(*swept);
                stop.fetch_or(taken.is_err(), Ordering::Relaxed);
            }
            progress.tell();
        }
        progress.clear();
        taken
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_grows_with_the_positions() {
        let at = |seen| {
            let done = (usize::from(seen == 12), seen);
            Progress::<Vec<u8>> { games: 2, positions: 12, done, began: Instant::now(), log: None }.text()
        };
        assert_eq!(at(0), format!("[{}] 0 of 2 games, 0 of 12 positions", ".".repeat(30)));
        assert!(at(4).starts_with(&format!(
            "[{}{}] 0 of 2 games, 4 of 12 positions, 0:0",
            "#".repeat(10),
            ".".repeat(20)
        )));
        assert!(at(12).starts_with(&format!("[{}] 1 of 2 games, 12 of 12 positions", "#".repeat(30))));
    }
}
