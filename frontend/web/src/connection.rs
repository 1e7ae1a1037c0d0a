//! The connection of a board to its service.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use service::{Service, Worth};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tokio::time::{Instant, interval_at, timeout};

/// The most waiting messages between network and service, in each direction.
const WAITING: usize = 16;

/// The bytes of waiting answers above which partial answers are dropped.
const BUSY: usize = 1 << 20;

/// The places of a board: among all, and among those of its visitor.
type Places = (OwnedSemaphorePermit, Option<OwnedSemaphorePermit>);

/// The pings that a client may leave without an answer.
const PINGS: u32 = 3;

/// Serves a board until it disconnects, or neither reads nor answers pings for as long as the `patience`. Its places are
/// released once all its queries have ended.
pub(crate) async fn serve(socket: WebSocket, options: service::Options, patience: Duration, places: Places) {
    let (output, input) = socket.split();
    let (sender, answers) = mpsc::channel(WAITING);
    let unread = Arc::new(Unread::new(options.most_unread));
    let (room, _closing) = (Arc::clone(&unread), Closing(Arc::clone(&unread)));
    let (lines, queue) = mpsc::channel(WAITING);
    // Dropped with this future, when the board disconnects or the server stops.
    let (_here, gone) = oneshot::channel();
    let board = move || {
        work(options, sender, room, queue, gone);
        drop(places);
    };
    // Searches may take long to end: the thread is not joined.
    if thread::Builder::new().name("board".to_owned()).spawn(board).is_ok() {
        tokio::select! {
            () = read(input, lines, patience) => {}
            () = write(output, answers, &unread, patience) => {}
        }
    }
}

/// Wakes senders that wait for room when the connection or the server is dropped.
struct Closing(Arc<Unread>);

impl Drop for Closing {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// The bytes of answers that wait for the network, and whether the connection is closed.
struct Unread {
    state: Mutex<(usize, bool)>,
    room: Condvar,
    most: usize,
}

impl Unread {
    const fn new(most: usize) -> Self {
        Self { state: Mutex::new((0, false)), room: Condvar::new(), most }
    }

    fn state(&self) -> MutexGuard<'_, (usize, bool)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is room for partial answers.
    fn is_short(&self) -> bool {
        self.state().0 < BUSY.min(self.most)
    }

    /// Adds an answer once there is room for it. An answer that is longer than the room waits for an empty channel.
    fn add(&self, bytes: usize) {
        let mut state = self.state();
        while state.0 > 0 && state.0 + bytes > self.most && !state.1 {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.0 += bytes;
    }

    fn remove(&self, bytes: usize) {
        self.state().0 -= bytes;
        self.room.notify_all();
    }

    /// Marks the connection as closed.
    fn close(&self) {
        self.state().1 = true;
        self.room.notify_all();
    }
}

/// Answers the queries of a board until it disconnects, and then ends its queries.
fn work(
    options: service::Options,
    sender: Sender<Vec<u8>>,
    unread: Arc<Unread>,
    queue: Receiver<Utf8Bytes>,
    gone: oneshot::Receiver<()>,
) {
    // Errors of sending are ignored: the board has disconnected.
    let service = Service::with_sender(options, move |answer, worth| {
        let bytes = answer.len();
        match worth {
            Worth::Final => {
                unread.add(bytes);
                let _ = sender.blocking_send(answer);
            }
            Worth::Partial if unread.is_short() => {
                unread.add(bytes);
                if sender.try_send(answer).is_err() {
                    unread.remove(bytes);
                }
            }
            Worth::Partial => {}
        }
    });
    let has_gone = AtomicBool::new(false);
    thread::scope(|scope| {
        let queries = thread::Builder::new().name("queries".to_owned());
        if queries.spawn_scoped(scope, || take(&service, queue, &has_gone)).is_ok() {
            let _ = gone.blocking_recv();
            has_gone.store(true, Relaxed);
            service.terminate();
        }
    });
    // Ends queries that waited for room.
    service.terminate();
}

/// Passes lines to the service.
fn take(service: &Service, mut queue: Receiver<Utf8Bytes>, has_gone: &AtomicBool) {
    while let Some(line) = queue.blocking_recv() {
        if has_gone.load(Relaxed) {
            return;
        }
        service.take(line.as_bytes());
    }
}

/// Reads messages until the board disconnects, sends a binary message, or sends nothing at all, not even answers to pings.
async fn read(mut input: SplitStream<WebSocket>, lines: Sender<Utf8Bytes>, patience: Duration) {
    while let Ok(Some(Ok(message))) = timeout(patience, input.next()).await {
        match message {
            Message::Text(text) => {
                if lines.send(text).await.is_err() {
                    return;
                }
            }
            Message::Ping(_) | Message::Pong(_) => {}
            Message::Binary(_) | Message::Close(_) => return,
        }
    }
}

/// Writes answers until the board disconnects or stops reading.
async fn write(
    mut output: SplitSink<WebSocket, Message>,
    mut answers: Receiver<Vec<u8>>,
    unread: &Unread,
    patience: Duration,
) {
    let mut pings = interval_at(Instant::now() + patience / PINGS, patience / PINGS);
    loop {
        let mut bytes = 0;
        let next = tokio::select! {
            _ = pings.tick() => Err(()),
            answer = answers.recv() => Ok(answer),
        };
        let message = match next {
            Ok(None) => return,
            Ok(Some(answer)) => {
                bytes = answer.len();
                match Utf8Bytes::try_from(answer) {
                    Ok(text) => Message::Text(text),
                    Err(_) => return,
                }
            }
            Err(()) => Message::Ping(Default::default()),
        };
        if !matches!(timeout(patience, output.send(message)).await, Ok(Ok(()))) {
            return;
        }
        unread.remove(bytes);
    }
}
