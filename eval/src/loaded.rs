//! The weights available to a program: loaded at run time, or compiled in.

use std::sync::{PoisonError, RwLock};

use engine::Rules;

#[cfg(feature = "weights")]
use crate::weights_file::Shipped;
use crate::{Weights, WeightsError, WeightsFile};

static LOADED: RwLock<WeightsFile> = RwLock::new(WeightsFile { lines: Vec::new(), tables: Vec::new() });

/// Reads a [file of weights](WeightsFile); from now on they are used for the games that it names.
///
/// # Errors
/// The bytes are no weights, or weights of another architecture, or damaged.
pub fn load_weights(bytes: &[u8]) -> Result<(), WeightsError> {
    let file = WeightsFile::parse(bytes)?;
    LOADED.write().unwrap_or_else(PoisonError::into_inner).replace(file);
    Ok(())
}

/// The name of the game whose weights are to be loaded before a search by `rules`; `None` if none are missing.
#[must_use]
pub fn missing_weights(rules: &Rules) -> Option<&'static str> {
    known(rules).is_none().then(|| rules.nearest().name)
}

impl Weights {
    /// The weights of the game with the name of `rules`; if there are none, of the game that is most like it: those that
    /// were [loaded](load_weights), else those that come with this crate.
    ///
    /// # Panics
    /// Some are [missing](missing_weights).
    #[must_use]
    pub fn for_rules(rules: &Rules) -> Self {
        known(rules).expect("the weights of the game")
    }
}

/// The weights for `rules`, if there are any.
fn known(rules: &Rules) -> Option<Weights> {
    let file = LOADED.read().unwrap_or_else(PoisonError::into_inner);
    let loaded = file.named(rules.name).or_else(|| file.named(rules.nearest().name));
    #[cfg(feature = "weights")]
    return loaded.or_else(|| Shipped::get().for_rules(rules));
    #[cfg(not(feature = "weights"))]
    loaded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_that_are_loaded_are_used() {
        let mine = Rules { name: "loaded", ..Rules::ALL[0].clone() };
        assert_eq!(missing_weights(&mine), (!cfg!(feature = "weights")).then_some(Rules::ALL[0].name));
        // Those of another game, so that it is seen that they are used.
        let other = Rules::ALL[1].name;
        let file = WeightsFile::parse(include_bytes!("weights.bin")).expect("the shipped weights");
        let mut renamed = file.of_game(other);
        renamed.tables.iter_mut().for_each(|table| mine.name.clone_into(&mut table.game));
        load_weights(&renamed.to_bytes()).expect("weights");
        assert_eq!(missing_weights(&mine), None);
        assert_eq!(Some(Weights::for_rules(&mine)), file.named(other));
        assert!(load_weights(b"nothing").is_err());
    }
}
