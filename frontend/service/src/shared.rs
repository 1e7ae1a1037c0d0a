//! State shared by all workers.

use search::SharedTable;

use crate::Options;
use crate::sink::Sink;

/// Options, transposition table and the receiver of answers.
pub(crate) struct Shared {
    pub(crate) options: Options,
    pub(crate) table: SharedTable,
    pub(crate) sink: Sink,
}

impl Shared {
    pub(crate) fn new(options: Options, sink: Sink) -> Self {
        Self { table: SharedTable::new(options.hash), options, sink }
    }
}
