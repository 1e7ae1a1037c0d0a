//! Several games at a time, told in their order.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::game::{Spending, Swept};
use crate::error::Failure;
use crate::formats::{Entry, Unreadable};

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
    /// Where it is told, if anywhere.
    log: Option<L>,
}

impl<L: Write> Progress<L> {
    /// Tells it, over what was told before.
    fn tell(&mut self) {
        let Self { games, positions, done: (swept, seen), log } = self;
        if let Some(log) = log {
            // Nobody depends on it.
            let _ = write!(log, "\rgame {swept} of {games}, position {seen} of {positions}\x1b[K");
            let _ = log.flush();
        }
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
    let mut progress = Progress { games: jobs.len(), positions, done: (0, 0), log };
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
