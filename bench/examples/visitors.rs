//! Latency of one visitor's queries while another visitor keeps the server busy.
//!
//! Start `ninuki web` and pass the address that it prints:
//! `cargo run --release -p bench --example visitors -- http://127.0.0.1:PORT/TOKEN/ [--certificate FILE…]`

use std::error::Error;
use std::fs;
use std::io::{Write, stdout};
use std::net::TcpStream;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Parser;
use serde_json::{Value, json};
use tungstenite::http::Uri;
use tungstenite::{ClientRequestBuilder, Message, WebSocket};

#[derive(Parser)]
struct Args {
    /// The address that `ninuki web` prints
    address: String,
    /// Certificates that the busy visitor has checked
    #[arg(long, num_args = 1..)]
    certificate: Vec<PathBuf>,
    /// The number of queries of the other visitor
    #[arg(long, default_value_t = 20)]
    queries: usize,
    /// The number of searches of 100 ms that the busy visitor queues behind its long actions
    #[arg(long, default_value_t = 100)]
    queue: usize,
}

/// A game of 200 moves without a winner: every row has two stones of a colour in turn.
fn long_game() -> String {
    let is_black = |x: usize, y: usize| (x / 2 + y).is_multiple_of(2);
    let points = || (0..19).flat_map(|y| (0..19).map(move |x| (x, y)));
    let side = |black: bool| points().filter(move |&(x, y)| is_black(x, y) == black);
    let pairs = side(true).zip(side(false)).flat_map(|(black, white)| [black, white]);
    pairs.take(200).map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

/// Actions that take long: an animation, a review, and the certificates.
fn killers(certificates: &[PathBuf]) -> Result<Vec<Value>, Box<dyn Error>> {
    let of = |action: &str| json!({"id": action, "action": action, "rules": "freestyle", "size": 19, "moves": long_game(), "priority": 0});
    let (mut animation, mut review) = (of("picture"), of("review"));
    (animation["kind"], animation["width"]) = ("gif".into(), 2048.into());
    review["nodes"] = 1_000_000.into();
    let mut killers = vec![animation, review];
    for path in certificates {
        killers.push(json!({"id": "verify", "action": "verify", "certificate": fs::read_to_string(path)?}));
    }
    Ok(killers)
}

/// A connection as the page makes it.
fn connect(address: &str) -> Result<WebSocket<TcpStream>, Box<dyn Error>> {
    let rest = address.strip_prefix("http://").ok_or("an address begins with http://")?;
    let (host, path) = rest.split_once('/').ok_or("an address has a path")?;
    let stream = TcpStream::connect(host)?;
    stream.set_nodelay(true)?;
    let uri: Uri = format!("ws://{host}/{path}engine").parse()?;
    let request = ClientRequestBuilder::new(uri).with_header("Origin", format!("http://{host}"));
    let (socket, _) = tungstenite::client(request, stream).map_err(|error| error.to_string())?;
    Ok(socket)
}

/// The times of searches of 100 ms, shortest first.
fn latencies(socket: &mut WebSocket<TcpStream>, queries: usize) -> Result<Vec<Duration>, Box<dyn Error>> {
    let query = r#"{"id":1,"rules":"freestyle","moves":"h8","time":100}"#;
    let mut times = Vec::new();
    for _ in 0..queries {
        let begun = Instant::now();
        socket.send(Message::text(query))?;
        while !matches!(socket.read()?, Message::Text(_)) {}
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    Ok(times)
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let (mut busy, mut other) = (connect(&args.address)?, connect(&args.address)?);
    let alone = latencies(&mut other, args.queries)?;
    for killer in killers(&args.certificate)? {
        busy.send(Message::text(killer.to_string()))?;
    }
    for id in 0..args.queue {
        let query = json!({"id": id, "rules": "freestyle", "moves": "h8", "time": 100});
        busy.send(Message::text(query.to_string()))?;
    }
    let beside = latencies(&mut other, args.queries)?;
    for (name, times) in [("alone", alone), ("beside", beside)] {
        let [median, most] = [times.len() / 2, times.len() - 1].map(|at| times[at].as_millis());
        writeln!(stdout(), "{name:6} median {median} ms, most {most} ms of {} queries of 100 ms", times.len())?;
    }
    let begun = Instant::now();
    busy.send(Message::text(r#"{"id":"end","action":"terminate_all"}"#))?;
    loop {
        if let Message::Text(text) = busy.read()?
            && serde_json::from_str::<Value>(&text)?["id"] == "end"
        {
            break;
        }
    }
    writeln!(stdout(), "terminate_all answered after {} ms", begun.elapsed().as_millis())?;
    Ok(())
}
