//! What the module takes from its host, and what the host calls.
#![expect(unsafe_code, reason = "functions of the host are foreign, and those it calls keep their names")]

use std::cell::RefCell;
use std::panic;
use std::sync::OnceLock;
use std::time::Duration;

use service::{Options, Step, Stepped};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since some moment. Within a step the host may leave the module here, and come back.
    safe fn now() -> f64;

    /// Takes so many bytes of text from there.
    fn say(topic: Topic, text: *const u8, length: usize);
}

/// What a text of the module is.
#[repr(u32)]
enum Topic {
    /// An answer, with the end of its line.
    Answer,
    /// The name of a game whose weights are missing.
    Weights,
    /// Why the module cannot go on.
    Defect,
}

fn tell(topic: Topic, text: &[u8]) {
    // SAFETY: the host reads these bytes before it returns, and nothing else.
    unsafe { say(topic, text.as_ptr(), text.len()) }
}

/// The time of the host.
fn time() -> Duration {
    Duration::from_secs_f64(now() / 1000.0)
}

static SERVICE: OnceLock<Stepped> = OnceLock::new();

/// Bytes for the stack of a step that is left.
const STACK: usize = 2 << 20;

thread_local! {
    /// What the host writes for the next call.
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// Where a step is kept that was left.
    static LEFT: RefCell<Box<[usize]>> = RefCell::default();
}

fn service() -> &'static Stepped {
    SERVICE.get().expect("the host has called start")
}

fn input() -> Vec<u8> {
    INPUT.with(RefCell::take)
}

/// Begins, with a transposition table of so many bytes.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn start(hash: usize) {
    panic::set_hook(Box::new(|info| tell(Topic::Defect, info.to_string().as_bytes())));
    #[cfg(target_family = "wasm")]
    search::set_clock(time);
    let options = Options { hash, ..Options::default() };
    SERVICE.get_or_init(|| Stepped::new(options, |line| tell(Topic::Answer, line)));
}

/// Room for so many bytes, which the next call takes.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Takes a query. It may be called while a step is left.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn take() {
    service().take(&input());
}

/// Does what the most urgent query asks for; false if there was nothing to do, or weights are missing.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn step() -> bool {
    let step = service().step();
    if let Step::WantsWeights(game) = step {
        tell(Topic::Weights, game.as_bytes());
    }
    step == Step::Done
}

/// Takes weights that were missing.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn load() {
    if let Err(error) = search::load_weights(&input()) {
        service().refuse(&error.to_string());
    }
}

/// Takes the reason why there are no weights.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn refuse() {
    service().refuse(&String::from_utf8_lossy(&input()));
}

/// Where to keep a step that is left: the addresses of the begin and the end of free memory, and that memory.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn stack() -> *const usize {
    LEFT.with_borrow_mut(|left| {
        *left = vec![0; STACK / size_of::<usize>()].into();
        let begin = left.as_ptr() as usize;
        left[0] = begin + 2 * size_of::<usize>();
        left[1] = begin + STACK;
        left.as_ptr()
    })
}

#[cfg(test)]
mod tests;
