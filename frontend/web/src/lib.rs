//! A board in the browser: a page, and the engine behind it on a WebSocket that speaks the messages of
//! [`ninuki_service`](service).
//!
//! A [`Server`] listens on the loopback address only. Its address has a token that nobody can guess; what does not know it
//! is answered by 404. A page of another site that tries is told by its `Origin` and its `Host`. Every connection has a
//! service, threads and memory of its own, so that no board waits for another.
//!
//! # Examples
//! ```
//! use ninuki_web::{Options, Server};
//!
//! let server = Server::bind(Options { port: 0, ..Options::default() })?;
//! assert!(server.address().starts_with("http://127.0.0.1:"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod connection;
mod page;
mod server;
mod visitor;

pub use page::{FILES, File};
pub use server::{Options, Server};
