//! The rules of all games as a small module for WebAssembly: `ninuki/rules`.
//!
//! `host.rs` declares the interface, `frontend/wasm/js/rules.js` is the host. `--cfg rules_module` leaves out of the engine all that
//! a search needs.

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod games;
#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod host;
