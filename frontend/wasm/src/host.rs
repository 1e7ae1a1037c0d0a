//! The interface of the module and its host.
#![expect(unsafe_code, reason = "functions of the host are foreign, and those it calls keep their names")]

use std::cell::RefCell;
use std::panic;
use std::sync::OnceLock;
use std::time::Duration;

use service::{Limits, Options, Step, Stepped};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Returns milliseconds of a monotonic clock. Within a step the host may leave the module here, and return.
    safe fn now() -> f64;

    /// Takes `length` bytes of text.
    fn say(topic: Topic, text: *const u8, length: usize);
}

/// The topic of a text of the module.
#[repr(u32)]
enum Topic {
    /// An answer, with the end of its line.
    Answer,
    /// The name of a game whose weights are missing.
    Weights,
    /// The defect that ended the module.
    Defect,
}

fn send(topic: Topic, text: &[u8]) {
    // SAFETY: the host reads these bytes before it returns, and nothing else.
    unsafe { say(topic, text.as_ptr(), text.len()) }
}

/// The time of the host.
fn time() -> Duration {
    Duration::from_secs_f64(now() / 1000.0)
}

static SERVICE: OnceLock<Stepped> = OnceLock::new();

/// Limits of an action. There is no limit of time: each check of it would read the clock, where the module may pause, but readers
/// and writers of records are compiled without pauses.
const LIMITS: Limits = Limits { time: Duration::MAX, memory: 256 << 20, output: 32 << 20 };

/// The most different games with changed rules.
const MOST_GAMES: usize = 64;

/// The bytes of the stack of a step that is left.
const STACK: usize = 2 << 20;

thread_local! {
    /// The input of the next call.
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The stack of a step that was left.
    static LEFT: RefCell<Box<[usize]>> = RefCell::default();
}

fn service() -> &'static Stepped {
    SERVICE.get().expect("the host has called start")
}

fn input() -> Vec<u8> {
    INPUT.with(RefCell::take)
}

/// Starts the service with a transposition table of `hash` bytes.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn start(hash: usize) {
    panic::set_hook(Box::new(|info| send(Topic::Defect, info.to_string().as_bytes())));
    #[cfg(target_family = "wasm")]
    search::set_clock(time);
    let options = Options { hash, most_games: MOST_GAMES, limits: LIMITS, ..Options::default() };
    SERVICE.get_or_init(|| Stepped::new(options, |line| send(Topic::Answer, line)));
}

/// Returns room for `length` bytes of input of the next call.
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

/// Runs the next task; false if there is none, or weights are missing.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn step() -> bool {
    let step = service().step();
    if let Step::WantsWeights(game) = step {
        send(Topic::Weights, game.as_bytes());
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

/// Returns memory for the stack of a step that is left: the addresses of its begin and end, then the memory itself.
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
