//! One board that is connected: its messages go to a service of its own.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use analysis::{Service, Worth};
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tokio::time::timeout;

/// So many messages may wait between the network and the service, in both directions.
const WAITING: usize = 16;

/// Whoever does not read for so long is no longer there.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often it is asked whether somebody is still there.
const PING: Duration = Duration::from_secs(20);

/// Serves a board until it goes. `place` is free again when all that it asked for has ended.
pub(crate) async fn serve(socket: WebSocket, options: analysis::Options, place: OwnedSemaphorePermit) {
    let (output, input) = socket.split();
    let (tell, answers) = mpsc::channel(WAITING);
    let (lines, queue) = mpsc::channel(WAITING);
    // It is dropped with this future, which ends when the board goes, or is dropped itself with the server.
    let (_here, gone) = oneshot::channel();
    let board = move || {
        work(options, tell, queue, gone);
        drop(place);
    };
    // Searches may take long to end: nothing waits for that thread.
    if thread::Builder::new().name("board".to_owned()).spawn(board).is_ok() {
        tokio::select! {
            () = read(input, lines) => {}
            () = write(output, answers) => {}
        }
    }
}

/// Answers the queries of a board until it has gone, and ends all that it asked for.
fn work(options: analysis::Options, tell: Sender<Vec<u8>>, queue: Receiver<Utf8Bytes>, gone: oneshot::Receiver<()>) {
    // When nobody listens any more, the answers are not missed.
    let service = Service::telling(options, move |answer, worth| match worth {
        Worth::Final => drop(tell.blocking_send(answer)),
        Worth::Partial => drop(tell.try_send(answer)),
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
    // What was asked for last, and waited for room.
    service.terminate();
}

/// Hands lines to the service.
fn take(service: &Service, mut queue: Receiver<Utf8Bytes>, has_gone: &AtomicBool) {
    while let Some(line) = queue.blocking_recv() {
        if has_gone.load(Relaxed) {
            return;
        }
        service.take(line.as_bytes());
    }
}

/// Reads messages until the board goes, or sends what is no text.
async fn read(mut input: SplitStream<WebSocket>, lines: Sender<Utf8Bytes>) {
    while let Some(Ok(message)) = input.next().await {
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

/// Writes answers until the board goes, or does not read any more.
async fn write(mut output: SplitSink<WebSocket, Message>, mut answers: Receiver<Vec<u8>>) {
    loop {
        let message = match timeout(PING, answers.recv()).await {
            Ok(None) => return,
            Ok(Some(answer)) => match Utf8Bytes::try_from(answer) {
                Ok(text) => Message::Text(text),
                Err(_) => continue,
            },
            Err(_) => Message::Ping(Default::default()),
        };
        if !matches!(timeout(PATIENCE, output.send(message)).await, Ok(Ok(()))) {
            return;
        }
    }
}
