//! The interface of the module and its host: numbers, and texts in two buffers.
#![expect(unsafe_code, reason = "functions that the host calls keep their names")]

use std::cell::RefCell;
use std::fmt::Display;

use engine::{Color, Move};

use crate::games::{self, Games, Play};

thread_local! {
    /// The input of the next call.
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The output of the last call.
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
    static GAMES: RefCell<Games> = const { RefCell::new(Games::new()) };
}

/// The input of this call.
fn input() -> String {
    String::from_utf8_lossy(&INPUT.take()).into_owned()
}

/// Puts out a text, or an error; returns whether it is no error.
fn output<T: Display, E: Display>(result: Result<T, E>) -> bool {
    let (text, is_right) = match result {
        Ok(text) => (text.to_string(), true),
        Err(error) => (error.to_string(), false),
    };
    OUTPUT.replace(text);
    is_right
}

/// Calls `answer` with a game and puts out its text.
fn answer<T: Display, E: Display>(game: usize, answer: impl FnOnce(&mut Play) -> Result<T, E>) -> bool {
    GAMES.with_borrow_mut(|games| match games.get(game) {
        Some(play) => output(answer(play)),
        None => output(Err::<&str, _>("the game was freed")),
    })
}

/// Puts out the text of a game.
fn text<T: Display>(game: usize, of: impl FnOnce(&mut Play) -> T) -> bool {
    answer(game, |play| Ok::<_, &str>(of(play)))
}

/// Returns room for `length` bytes of input of the next call.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Returns the address of the output.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn output_text() -> *const u8 {
    OUTPUT.with_borrow(|text| text.as_ptr())
}

/// Returns the length of the output in bytes.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn output_length() -> usize {
    OUTPUT.with_borrow(String::len)
}

/// Puts out the list of the games.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn list() -> bool {
    output(Ok::<_, &str>(games::list()))
}

/// Starts the game that the input describes, and puts out its number.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn start() -> bool {
    output(Play::start(&input()).map(|play| GAMES.with_borrow_mut(|games| games.add(play))))
}

/// Copies a game, and puts out the number of the copy.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn copy(game: usize) -> bool {
    let copied = GAMES.with_borrow_mut(|games| {
        let copy = games.get(game)?.clone();
        Some(games.add(copy))
    });
    output(copied.ok_or("the game was freed"))
}

/// Frees a game.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn release(game: usize) {
    GAMES.with_borrow_mut(|games| games.free(game));
}

/// Puts out the rules, the sides of the board, and the length of lines.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn board(game: usize) -> bool {
    text(game, |play| play.board())
}

/// Plays the move of the input, and puts out its name and those of the captured stones.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn play(game: usize) -> bool {
    answer(game, |play| play.play(&input()))
}

/// Takes the newest move back, and puts out its name; nothing if there is none.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn undo(game: usize) -> bool {
    text(game, |play| play.undo())
}

/// Checks the move of the input.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn check(game: usize) -> bool {
    answer(game, |play| play.check(&input()))
}

/// Puts out the name of the move of the input.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn name(game: usize) -> bool {
    answer(game, |play| play.parse(&input()).map(|mv| play.name(mv)))
}

/// Puts out the moves so far.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn moves(game: usize) -> bool {
    text(game, |play| play.names(&play.record.moves()))
}

/// Puts out the legal moves.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn legal(game: usize) -> bool {
    text(game, |play| play.names(&play.legal()))
}

/// Puts out the points with stones of a colour, 0 for Black.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn stones(game: usize, color: usize) -> bool {
    text(game, |play| {
        let color = Color::ALL.get(color);
        let points = play.record.game().grid().points();
        let stones = points.filter(|&point| color.is_some() && play.record.stone(point).as_ref() == color);
        play.names(&stones.map(Move::Place).collect::<Vec<_>>())
    })
}

/// Puts out the side to move, the captured stones, flags and the outcome.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn state(game: usize) -> bool {
    text(game, |play| play.state())
}

/// Puts out the position as text.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn position(game: usize) -> bool {
    text(game, |play| play.record.position_text())
}

/// Puts out both keys of the position.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn keys(game: usize) -> bool {
    text(game, |play| play.keys())
}

#[cfg(test)]
mod tests;
