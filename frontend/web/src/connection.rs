//! One board that is connected: its messages go to a service of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use analysis::{Service, Worth};
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{self, Receiver, Sender};
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
    // When nobody listens any more, the answers are not missed.
    let service = Arc::new(Service::telling(options, move |answer, worth| match worth {
        Worth::Final => drop(tell.blocking_send(answer)),
        Worth::Partial => drop(tell.try_send(answer)),
    }));
    let has_gone = Arc::new(AtomicBool::new(false));
    let (lines, queue) = mpsc::channel(WAITING);
    let taking = {
        let (service, has_gone) = (Arc::clone(&service), Arc::clone(&has_gone));
        thread::Builder::new().name("queries".to_owned()).spawn(move || take(&service, queue, &has_gone))
    };
    if let Ok(taking) = taking {
        tokio::select! {
            () = read(input, lines) => {}
            () = write(output, answers) => {}
        }
        has_gone.store(true, Relaxed);
        let _ = tokio::task::spawn_blocking(move || {
            service.terminate();
            let _ = taking.join();
            // What was asked for last, and waited for room.
            service.terminate();
            drop(service);
            drop(place);
        })
        .await;
    }
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
