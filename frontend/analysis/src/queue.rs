//! Several games at a time, told in their order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread;

use records::{Entry, Unreadable};

use crate::review::{Review, Spending};

/// A game that is to be review, and the file that it is in.
pub type Job = (String, Result<Entry, Unreadable>);

/// Something that happened.
enum News {
    /// One more position is done.
    Position,
    /// A game is done.
    Game(usize, Box<Review>),
}

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Games that there are.
    pub games: usize,
    /// Their positions.
    pub positions: usize,
    /// Games reviewed.
    pub reviewed_games: usize,
    /// Positions reviewed.
    pub reviewed_positions: usize,
}

/// Reviews games with so many threads and hands them to `take` in their order. `on_progress` is called after each position
/// and game. Once `stop` is set, what is known of the games that were begun is handed over, and no other is begun.
///
/// # Errors
/// That of `take`, which sets `stop`.
pub fn review_games<E>(
    jobs: Vec<Job>,
    spending: Spending,
    threads: usize,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(Progress),
    take: &mut impl FnMut(Review) -> Result<(), E>,
) -> Result<(), E> {
    let positions = jobs.iter().map(|(_, entry)| entry.as_ref().map_or(0, |entry| entry.moves.len() + 1)).sum();
    let games = jobs.len();
    let mut progress = Progress { games, positions, reviewed_games: 0, reviewed_positions: 0 };
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
                    let review = Review::new(source, entry, spending, stop, &|| drop(sender.send(News::Position)));
                    if sender.send(News::Game(number, Box::new(review))).is_err() {
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
                News::Position => progress.reviewed_positions += 1,
                News::Game(number, review) => {
                    progress.reviewed_games += 1;
                    waiting.insert(number, review);
                }
            }
            while taken.is_ok()
                && let Some(review) = waiting.remove(&told)
            {
                told += 1;
                taken = take(*review);
                stop.fetch_or(taken.is_err(), Ordering::Relaxed);
            }
            on_progress(progress);
        }
        taken
    })
}
