//! State shared by all workers.

use search::SharedTable;

use crate::Options;
#[cfg(feature = "engines")]
use crate::foreign::Foreign;
use crate::sink::Sink;

/// Options, transposition table and the receiver of answers.
pub(crate) struct Shared {
    pub(crate) options: Options,
    pub(crate) table: SharedTable,
    pub(crate) sink: Sink,
    /// The running engines of other programs.
    #[cfg(feature = "engines")]
    pub(crate) foreign: Foreign,
}

impl Shared {
    pub(crate) fn new(options: Options, sink: Sink) -> Self {
        Self {
            table: SharedTable::new(options.hash),
            options,
            sink,
            #[cfg(feature = "engines")]
            foreign: Foreign::default(),
        }
    }
}
