//! Games with which records start.

use std::fmt;

use engine::{Game, Rules, SetUp};

#[cfg(not(feature = "databases"))]
use crate::Entries;
use crate::capacity::{Boards, Form};
use crate::{Choice, Unreadable};

/// Returns the game of a record and the position that the options give it. Options go before the rules and sides of the
/// record; one of both must name the game.
///
/// # Errors
/// There is no such game or position, or the `form` does not hold its board. `line` is the line of the error.
pub(super) fn started(
    form: Form,
    start: &Choice,
    rules: Option<Rules>,
    sides: Option<(usize, usize)>,
    line: usize,
) -> Result<(&'static Game, Option<SetUp>), Unreadable> {
    let unreadable = |game, reason| Unreadable { line, game, reason };
    if rules.is_none() && !start.names_rules() {
        return Err(unreadable(usual(start), start.unnamed(form, sides).to_string()));
    }
    // No size turns one shape into another: the error names the shape.
    if let Ok(game) = start.game_of(rules.clone(), None) {
        form.check_shape(game).map_err(|error| unreadable(game, error.to_string()))?;
    }
    let game = start.game_of(rules, sides).map_err(|error| match form.boards {
        Boards::Square(_) => unreadable(usual(start), format!("{}: {error}", form.only())),
        _ => unreadable(usual(start), error.to_string()),
    })?;
    form.check(game).map_err(|error| unreadable(game, error.to_string()))?;
    let setup = start.setup(game).map_err(|error| unreadable(game, error.to_string()))?;
    Ok((game, setup))
}

/// Returns the rules with this name. The error is the name that was probably meant, as a part of a sentence.
pub(super) fn named(name: &str) -> Result<Rules, Meant> {
    Rules::named(name).map_err(|error| Meant(error.meant()))
}

/// The name that was probably meant: ` (did you mean pente?)`, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Meant(Option<&'static str>);

impl fmt::Display for Meant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |name| write!(f, " (did you mean {name}?)"))
    }
}

/// Returns the game of messages about a record whose game is unknown.
pub(super) fn usual(start: &Choice) -> &'static Game {
    let asked = start.game().ok();
    asked.or_else(|| Game::new(Rules::ALL[0].clone(), None, None).ok()).expect("defaults make a game")
}

/// The error in place of games where the feature `databases` is off.
#[cfg(not(feature = "databases"))]
pub(super) fn disabled(start: &Choice) -> Entries {
    let reason = "databases are disabled in this build".to_owned();
    Box::new(std::iter::once(Err(Unreadable { line: 1, game: usual(start), reason })))
}
