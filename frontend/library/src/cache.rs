//! Lists of segments that queries read again and again.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use rusqlite::Connection;

use crate::Error;

/// The most segments whose lists are kept: four million games.
const MOST: usize = 64;

/// The lists of segments, in the state of the file in which they were read.
pub(crate) struct Cache<T>(RefCell<State<T>>);

struct State<T> {
    /// SQLite's counts of changes by others and by this connection.
    changes: (i64, u64),
    lists: HashMap<i64, Arc<T>>,
}

impl<T> Default for Cache<T> {
    fn default() -> Self {
        Self(RefCell::new(State { changes: (0, 0), lists: HashMap::new() }))
    }
}

impl<T> Cache<T> {
    /// The lists of a segment: those that are kept, as long as the file is unchanged, or those that `read` reads.
    pub(crate) fn get(
        &self,
        connection: &Connection,
        segment: i64,
        read: impl FnOnce() -> Result<T, Error>,
    ) -> Result<Arc<T>, Error> {
        let version: i64 = connection.pragma_query_value(None, "data_version", |row| row.get(0))?;
        let changes = (version, connection.total_changes());
        let mut state = self.0.borrow_mut();
        if state.changes != changes {
            *state = State { changes, lists: HashMap::new() };
        }
        if let Some(lists) = state.lists.get(&segment) {
            return Ok(Arc::clone(lists));
        }
        let lists = Arc::new(read()?);
        if state.lists.len() >= MOST {
            state.lists.clear();
        }
        state.lists.insert(segment, Arc::clone(&lists));
        Ok(lists)
    }
}
