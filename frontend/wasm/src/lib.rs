//! The engine as a module for WebAssembly: the queries and answers of `ninuki analysis`, without threads.
//!
//! `host.rs` declares the interface, `js/engine.js` is the host. `wasm-opt --asyncify` lets the host leave a search at every look
//! at the clock and return to it later. Other queries are taken meanwhile, and searches visit the same nodes as elsewhere.

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod host;
