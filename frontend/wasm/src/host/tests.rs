//! The border to the host, with a host in the same process: what Miri can look at.

use std::sync::Mutex;
use std::time::Duration;

use super::{STACK, Topic, load, refuse, room, stack, start, step, take, time};

/// The topic and the text of each call of `say`.
static SAID: Mutex<Vec<(u32, String)>> = Mutex::new(Vec::new());

// SAFETY: nothing else in the tests has this name.
#[unsafe(no_mangle)]
extern "C" fn now() -> f64 {
    1500.0
}

// SAFETY: nothing else in the tests has this name.
#[unsafe(no_mangle)]
extern "C" fn say(topic: Topic, text: *const u8, length: usize) {
    // SAFETY: the module passes bytes that live until this returns.
    let text = unsafe { std::slice::from_raw_parts(text, length) };
    SAID.lock().expect("one test").push((topic as u32, String::from_utf8_lossy(text).into_owned()));
}

/// Writes the input of the next call, as the host does.
fn write(bytes: &[u8]) {
    let to = room(bytes.len());
    // SAFETY: `room` has returned the begin of this number of bytes.
    unsafe { to.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
}

fn said() -> Vec<(u32, String)> {
    std::mem::take(&mut *SAID.lock().expect("one test"))
}

#[test]
fn queries_cross_the_border_and_come_back() {
    assert_eq!(time(), Duration::from_millis(1500));
    start(1 << 16);
    for (query, part) in [
        (r#"{"id":1,"action":"query_version"}"#, "\"id\":1,"),
        (r#"{"id":"é","action":"position","rules":"ndengrod","size":3,"length":3,"moves":"c3"}"#, "\"id\":\"é\""),
        ("nonsense", "\"error\":"),
        ("", ""),
    ] {
        write(query.as_bytes());
        take();
        while step() {}
        let said = said();
        assert!(said.iter().all(|(topic, _)| *topic == Topic::Answer as u32), "{said:?}");
        assert!(part.is_empty() || said.iter().any(|(_, text)| text.contains(part)), "{query}: {said:?}");
    }
    // Weights that are none are refused, and so is the query that waits for them.
    write(br#"{"id":2,"rules":"freestyle","size":5,"nodes":1}"#);
    take();
    write(b"no weights");
    load();
    write(b"\xffnothing");
    refuse();
    assert!(said().iter().any(|(_, text)| text.contains("\"id\":2,\"error\":")));
    assert!(!step(), "nothing is left to do");
}

#[test]
fn a_step_that_is_left_is_kept_in_memory_of_its_own() {
    let left = stack();
    // SAFETY: the first two words are the begin and the end of the free memory behind them.
    let [begin, end] = unsafe { [*left, *left.add(1)] };
    let first = left as usize;
    assert_eq!((begin - first, end - first), (2 * size_of::<usize>(), STACK));
}
