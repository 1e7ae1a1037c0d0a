//! The server as pages use it, and as others misuse it.

extern crate ninuki_web as web;

mod access;
mod hostile;
mod visitors;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use serde_json::Value;
use tungstenite::http::Uri;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{ClientRequestBuilder, Message, WebSocket};
use web::{Options, Server};

/// A server that runs until it is dropped.
struct Running {
    address: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn start(options: Options) -> Self {
        let server = Server::bind(Options { port: 0, ..options }).expect("a free port");
        let (address, stop) = (server.address(), Arc::new(AtomicBool::new(false)));
        let flag = Arc::clone(&stop);
        let thread = thread::spawn(move || server.run(&flag).expect("it runs"));
        Self { address, stop, thread: Some(thread) }
    }

    /// `127.0.0.1:PORT`.
    fn host(&self) -> &str {
        self.address.split('/').nth(2).expect("a host")
    }

    /// `/TOKEN/`.
    fn path(&self) -> &str {
        &self.address["http://".len() + self.host().len()..]
    }

    /// The response to these lines of a request.
    fn request(&self, lines: &str) -> String {
        let mut stream = TcpStream::connect(self.host()).expect("it listens");
        write!(stream, "{}\r\nConnection: close\r\n\r\n", lines.replace('\n', "\r\n")).expect("it reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A board that is connected; or the status of the refusal.
    fn connect(&self, origin: Option<&str>) -> Result<WebSocket<TcpStream>, u16> {
        self.connect_with(&origin.map(|origin| ("Origin", origin)).into_iter().collect::<Vec<_>>())
    }

    /// The same with these headers.
    fn connect_with(&self, headers: &[(&str, &str)]) -> Result<WebSocket<TcpStream>, u16> {
        let stream = TcpStream::connect(self.host()).expect("it listens");
        stream.set_nodelay(true).expect("an option of the system");
        let uri: Uri = format!("ws://{}{}engine", self.host(), self.path()).parse().expect("an address");
        let request = ClientRequestBuilder::new(uri);
        let request = headers.iter().fold(request, |request, &(name, value)| request.with_header(name, value));
        let config = WebSocketConfig::default();
        match tungstenite::client::client_with_config(request, stream, Some(config)) {
            Ok((socket, _)) => Ok(socket),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(refused))) => {
                Err(refused.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// A board of the page itself.
    fn board(&self) -> WebSocket<TcpStream> {
        self.connect(Some(&format!("http://{}", self.host()))).expect("the page may connect")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.thread.take().expect("it was started").join();
        assert!(ended.is_ok() || thread::panicking(), "the server failed");
    }
}

/// Parses an answer. An id is echoed as written, even a number that overflows `f64`: then it is replaced by null.
fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| {
        assert!(error.to_string().starts_with("number out of range"), "{error}: {text}");
        let (before, id) = text.split_once("\"id\":").expect("an id");
        let end = id.find([',', '}']).expect("the end of a number");
        serde_json::from_str(&format!("{before}\"id\":null{}", &id[end..])).expect("an object")
    })
}

/// The next answer.
fn next(socket: &mut WebSocket<TcpStream>) -> Value {
    loop {
        match socket.read().expect("an answer") {
            Message::Text(text) => return parsed(&text),
            Message::Ping(_) => {}
            other => panic!("{other:?}"),
        }
    }
}

/// The answer to a query.
fn ask(socket: &mut WebSocket<TcpStream>, query: &str) -> Value {
    socket.send(Message::text(query)).expect("it listens");
    next(socket)
}

const POSITION: &str = r#"{"id":1,"action":"position","moves":"K10"}"#;

#[test]
fn boards_play() {
    let running = Running::start(Options::default());
    let mut board = running.board();
    assert_eq!(ask(&mut board, POSITION)["stones"]["x"][0], "K10");
    let mut other = running.board();
    assert_eq!(ask(&mut other, r#"{"id":2,"nodes":500}"#)["ended"], "nodes");
}

#[test]
fn boards_have_places() {
    let running = Running::start(Options { boards: 2, ..Options::default() });
    let (first, _second) = (running.board(), running.board());
    let origin = format!("http://{}", running.host());
    assert_eq!(running.connect(Some(&origin)).map(drop), Err(503));
    drop(first);
    // The place is free once the server has noticed the disconnection.
    while running.connect(Some(&origin)).is_err() {
        thread::yield_now();
    }
}
