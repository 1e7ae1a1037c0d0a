//! A board in the browser: a page, and the engine behind it on a WebSocket that speaks the messages of
//! [`ninuki_service`](service).
//!
//! A [`Server`] listens on the loopback address only. Its address has a random token; requests without it get 404. Requests
//! of pages of other sites are refused by their `Origin` and `Host`. Every connection has a separate service with its
//! threads and memory, so that boards do not wait for each other.
//!
//! # Examples
//! ```
//! use ninuki_web::{Options, Server};
//!
//! let server = Server::bind(Options { port: 0, ..Options::default() })?;
//! assert!(server.address().starts_with("http://127.0.0.1:"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod access;
mod connection;
mod page;
mod patient;
mod server;
mod visitors;

pub use page::{FILES, File};
pub use server::{Options, Server};
