//! What stands in place of the databases where the feature `databases` is off.

use crate::format::usual;
use crate::tree::Tree;
use crate::{Budget, CapacityError, Choice, Entry, Exceeded, Unreadable};

/// Why there are no games.
fn refused(start: &Choice) -> Unreadable {
    let reason = "databases are disabled in this build".to_owned();
    Unreadable { line: 1, game: usual(start), reason }
}

pub(super) mod db {
    use super::*;

    pub(crate) fn read(_: &[u8], start: &Choice) -> Vec<Result<Entry, Unreadable>> {
        vec![Err(refused(start))]
    }

    pub(crate) fn check(_: &Entry, _: &Tree) -> Result<(), CapacityError> {
        Err(CapacityError::Disabled("db"))
    }

    pub(crate) fn write(_: &[Entry], _: &mut Vec<u8>, _: &Budget) -> Result<(), Exceeded> {
        unreachable!("checked before")
    }
}

pub(super) mod rif {
    use super::*;

    pub(crate) const SIDE: usize = 15;

    /// No games.
    pub(crate) struct Games;

    impl Games {
        #[expect(clippy::new_ret_no_self, reason = "as the reader")]
        pub(crate) fn new<R>(_: R, start: &Choice) -> std::option::IntoIter<Result<Entry, Unreadable>> {
            Some(Err(refused(start))).into_iter()
        }
    }
}
