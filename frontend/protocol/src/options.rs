//! Options of an engine.

use engine::{AnyRecord, Game, Move, Rules, SetUp, SetUpError};
use search::{Player, Score};

use crate::about::About;
use crate::grammar::Info;

/// A constructor of players, from the empty board or a set-up position.
pub type NewPlayer = fn(&'static Game, Option<&SetUp>) -> Result<Box<dyn Player>, SetUpError>;

/// An opening book: the best moves of a position with their values for the side to move, the best first; none for unknown positions.
pub type Book = fn(&dyn AnyRecord) -> Vec<(Move, Score)>;

/// Settings of an engine, until the manager changes them.
///
/// # Examples
/// ```
/// use ninuki_protocol::{Info, Options};
///
/// let options = Options { settings: vec![Info::MaxDepth(3)], ..Options::default() };
/// assert!(!options.rules_paths);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The rules.
    pub rules: Rules,
    /// Whether `INFO rules_file` may be the path of a file; the rules as text are always allowed.
    pub rules_paths: bool,
    /// The length of a winning line, if adjustable.
    pub line_length: Option<usize>,
    /// Initial settings.
    pub settings: Vec<Info>,
    /// The constructor of players.
    pub player: NewPlayer,
    /// The opening book, which is used once [`Info::Book`] allows it.
    pub book: Option<Book>,
    /// The answer to `ABOUT`.
    pub about: About,
    /// The memory of the program without the session, in bytes; `max_memory` includes it.
    pub program: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rules: Rules::FREESTYLE,
            rules_paths: false,
            line_length: None,
            settings: Vec::new(),
            player: search::player,
            book: None,
            about: About::default(),
            program: 0,
        }
    }
}
