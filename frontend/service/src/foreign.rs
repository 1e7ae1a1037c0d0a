//! Engines of other programs, one process each.
//!
//! A process ends with the thread that started it, so that each engine of a service has a separate thread.

mod fault;
mod rules;
mod session;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use engine::{Game, Move, SetUp};
use engines::process::guard::Guard;
use engines::process::program::Program;

pub(crate) use self::fault::Fault;
use self::session::Session;

/// A position in which an engine is to move.
pub(crate) struct Asked {
    pub(crate) name: String,
    pub(crate) program: Program,
    pub(crate) guard: Arc<Guard>,
    pub(crate) game: &'static Game,
    pub(crate) setup: Option<SetUp>,
    pub(crate) moves: Vec<Move>,
    pub(crate) time: Time,
    pub(crate) memory: u64,
    pub(crate) stop: Arc<AtomicBool>,
}

/// The time of an engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    /// The most time for the move.
    pub(crate) turn: Duration,
    /// The time for the whole game, and the time left.
    pub(crate) clock: Option<(Duration, Duration)>,
}

/// The output of an engine for a question.
pub(crate) enum Heard {
    /// A message.
    Message(String),
    /// Its move, or why there is none.
    Done(Result<Move, Fault>),
}

/// The threads of the engines of a service, by their names. Each begins with the first question; dropping it ends its engine.
#[derive(Default)]
pub(crate) struct Foreign(Mutex<BTreeMap<String, Thread>>);

struct Thread {
    questions: Option<Sender<(Asked, Sender<Heard>)>>,
    handle: Option<JoinHandle<()>>,
}

impl Foreign {
    /// Asks an engine. The receiver returns its output.
    pub(crate) fn ask(&self, asked: Asked) -> Receiver<Heard> {
        let (heard, receiver) = channel();
        let mut threads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let thread = threads.entry(asked.name.clone()).or_insert_with(|| {
            let (questions, queue) = channel();
            Thread { questions: Some(questions), handle: Some(thread::spawn(move || answer(&queue))) }
        });
        if let Some(questions) = &thread.questions {
            let _ = questions.send((asked, heard));
        }
        receiver
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.questions = None;
        if let Some(handle) = self.handle.take() {
            let _ = handle.join();
        }
    }
}

/// Answers questions to an engine until there are no more. Its process is kept until it commits a fault.
fn answer(queue: &Receiver<(Asked, Sender<Heard>)>) {
    let mut kept: Option<Session> = None;
    while let Ok((asked, heard)) = queue.recv() {
        // A process that ended between questions is started anew.
        let running = kept.take().filter(Session::is_running);
        let mut say = |text: &str| drop(heard.send(Heard::Message(text.to_owned())));
        let played = running.map_or_else(|| Session::start(&asked), Ok).and_then(|mut session| {
            let mv = session.play(&asked, &mut say)?;
            kept = Some(session);
            Ok(mv)
        });
        let _ = heard.send(Heard::Done(played));
    }
}
