//! Options of an engine.

use engine::{Game, Rules, SetUp, SetUpError};
use search::Player;

use crate::about::About;
use crate::grammar::Info;

/// A constructor of players, from the empty board or a set-up position.
pub type NewPlayer = fn(&'static Game, Option<&SetUp>) -> Result<Box<dyn Player>, SetUpError>;

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
    /// The answer to `ABOUT`.
    pub about: About,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rules: Rules::FREESTYLE,
            rules_paths: false,
            line_length: None,
            settings: Vec::new(),
            player: search::player,
            about: About::default(),
        }
    }
}
