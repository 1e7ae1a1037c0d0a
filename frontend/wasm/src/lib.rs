//! The engine as a module for WebAssembly: the queries and answers of `ninuki analysis`, without threads.
//!
//! What the module takes from its host and what the host calls is told by `host.rs`; `js/engine.js` is the host. The module
//! has no stack that could be left and come back to, so `wasm-opt --asyncify` prepares it for that: whenever it asks for the
//! time, the host may let it return, do something else, and have it go on. That is how other queries come through while a
//! search goes on, and all searches visit the same nodes as elsewhere.

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod host;
