//! Reviews of several games at a time, in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread;

use records::{Entry, Unreadable};

use crate::review::{Review, Spending};

/// A game to review and its source file.
pub type Job = (String, Result<Entry, Unreadable>);

/// An event of a review.
enum Event {
    /// A position is reviewed.
    Position,
    /// A game is reviewed.
    Game(usize, Box<Review>),
}

/// The progress of reviews.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// All games.
    pub games: usize,
    /// All positions.
    pub positions: usize,
    /// Reviewed games.
    pub reviewed_games: usize,
    /// Reviewed positions.
    pub reviewed_positions: usize,
}

/// Reviews games with `threads` threads and passes them to `take` in order. Calls `on_progress` after each position and game.
/// Once `stop` is set, passes on the games that were begun, as far as they are reviewed, and begins no other.
///
/// # Errors
/// The error of `take`, which sets `stop`.
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
    let (sender, events) = channel();
    thread::scope(|scope| {
        for _ in 0..threads.min(games) {
            let (sender, jobs, next) = (sender.clone(), &jobs, &next);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let job = jobs.get(number).map(|job| job.lock().unwrap_or_else(PoisonError::into_inner).take());
                    let Some(Some((source, entry))) = job else { return };
                    let on_position = |_: &Review, _| drop(sender.send(Event::Position));
                    let review = Review::new(source, entry, spending, stop, &on_position);
                    if sender.send(Event::Game(number, Box::new(review))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut passed) = (BTreeMap::new(), 0);
        let mut taken = Ok(());
        for event in events {
            match event {
                Event::Position => progress.reviewed_positions += 1,
                Event::Game(number, review) => {
                    progress.reviewed_games += 1;
                    waiting.insert(number, review);
                }
            }
            while taken.is_ok()
                && let Some(review) = waiting.remove(&passed)
            {
                passed += 1;
                taken = take(*review);
                stop.fetch_or(taken.is_err(), Ordering::Relaxed);
            }
            on_progress(progress);
        }
        taken
    })
}
