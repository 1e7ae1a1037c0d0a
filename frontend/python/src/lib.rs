//! The native part of the Python package `ninuki`: boards, batches of boards, records, features, and the service that
//! searches. `python/ninuki` holds the rest, and the types of all this.

use pyo3::pymodule;

mod actions;
mod batch;
mod board;
mod choice;
mod errors;
mod features;
mod interrupt;
mod items;
mod library;
mod node;
mod outcome;
mod pickle;
mod placements;
mod planes;
mod reader;
mod record;
mod records;
mod replay;
mod service;

/// Fails to compile where a class needs a larger alignment than Python gives its objects, which is 16 bytes. PyO3 does not check it.
pub(crate) const fn fits_python<T>() {
    assert!(align_of::<T>() <= 16, "a field of this class must lie in a box");
}

/// The native part of ninuki.
#[pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use crate::batch::BatchBoard;
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::choice::games;
    #[pymodule_export]
    use crate::features::{batch_features, features};
    #[pymodule_export]
    use crate::library::{Library, opening_book};
    #[pymodule_export]
    use crate::node::Node;
    #[pymodule_export]
    use crate::outcome::Outcome;
    #[pymodule_export]
    use crate::pickle::{batch, node, record};
    #[pymodule_export]
    use crate::planes::planes;
    #[pymodule_export]
    use crate::reader::{RecordReader, records};
    #[pymodule_export]
    use crate::record::Record;
    #[pymodule_export]
    use crate::records::{dumps, formats, loads, read, write};
    #[pymodule_export]
    use crate::service::Service;
}
