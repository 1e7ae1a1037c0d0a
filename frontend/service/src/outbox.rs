//! A bounded channel of answers.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::Worth;

/// The answers of a [`Service`](crate::Service), in their order. Once it is dropped, later answers are discarded.
#[derive(Debug)]
pub struct Answers(Arc<Outbox>);

/// The sending side. Dropping it ends the answers.
pub(crate) struct Sender(Arc<Outbox>);

#[derive(Debug)]
struct Outbox {
    state: Mutex<State>,
    /// Notified when an answer arrives or no more follow.
    answer: Condvar,
    /// Notified when there is room or the reader is gone.
    room: Condvar,
    /// The most bytes of waiting answers.
    most: usize,
}

#[derive(Default, Debug)]
struct State {
    lines: VecDeque<Vec<u8>>,
    bytes: usize,
    /// Whether the sender is gone.
    ended: bool,
    /// Whether the reader is gone.
    unread: bool,
}

/// The most waiting answers, however short.
const MOST: usize = 256;

/// Creates a channel of at most `most` bytes, or of one longer answer.
pub(crate) fn new(most: usize) -> (Sender, Answers) {
    let outbox = Outbox { state: Mutex::default(), answer: Condvar::new(), room: Condvar::new(), most };
    let outbox = Arc::new(outbox);
    (Sender(Arc::clone(&outbox)), Answers(outbox))
}

impl Outbox {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_room(&self, state: &State, line: usize) -> bool {
        state.lines.is_empty() || (state.lines.len() < MOST && state.bytes + line <= self.most)
    }
}

impl Sender {
    /// Sends an answer. A final answer waits for room; a partial one is dropped without room.
    pub(crate) fn send(&self, line: Vec<u8>, worth: Worth) {
        let mut state = self.0.state();
        while !state.unread && !self.0.has_room(&state, line.len()) {
            if worth == Worth::Partial {
                return;
            }
            state = self.0.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if !state.unread {
            state.bytes += line.len();
            state.lines.push_back(line);
            self.0.answer.notify_one();
        }
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        self.0.state().ended = true;
        self.0.answer.notify_all();
    }
}

impl Answers {
    fn take(&self, state: &mut State) -> Option<Vec<u8>> {
        let line = state.lines.pop_front()?;
        state.bytes -= line.len();
        self.0.room.notify_all();
        Some(line)
    }

    /// Waits for the next answer; returns `None` once no more follow.
    #[must_use]
    pub fn recv(&self) -> Option<Vec<u8>> {
        let mut state = self.0.state();
        loop {
            if let Some(line) = self.take(&mut state) {
                return Some(line);
            }
            if state.ended {
                return None;
            }
            state = self.0.answer.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits for the next answer, at most for `time`.
    #[must_use]
    pub fn recv_timeout(&self, time: Duration) -> Option<Vec<u8>> {
        let began = Instant::now();
        let mut state = self.0.state();
        loop {
            let left = time.saturating_sub(began.elapsed());
            match self.take(&mut state) {
                None if !state.ended && !left.is_zero() => {
                    state = self.0.answer.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
                }
                taken => return taken,
            }
        }
    }

    /// Returns the next answer if one is waiting.
    #[must_use]
    pub fn try_recv(&self) -> Option<Vec<u8>> {
        self.take(&mut self.0.state())
    }

    /// Iterates over the answers and waits for each, until no more follow.
    pub fn iter(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        std::iter::from_fn(|| self.recv())
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        self.0.state().unread = true;
        self.0.room.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn waiting_answers_are_bounded_in_bytes() {
        let (sender, answers) = new(10);
        sender.send(vec![1; 30], Worth::Final);
        sender.send(vec![2], Worth::Partial);
        let waiting = thread::spawn(move || sender.send(vec![3; 8], Worth::Final));
        assert_eq!(answers.recv(), Some(vec![1; 30]), "a longer one comes alone");
        assert_eq!((answers.recv(), answers.recv()), (Some(vec![3; 8]), None));
        waiting.join().expect("no panic");
    }

    #[test]
    fn sending_does_not_wait_for_a_reader_that_is_gone() {
        let (sender, answers) = new(10);
        sender.send(vec![1; 10], Worth::Final);
        drop(answers);
        sender.send(vec![2; 10], Worth::Final);
    }
}
