//! Sequences of values.

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The name of the type of a value.
pub(crate) fn kind(value: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(value.get_type().name()?.to_string())
}

/// The values of a sequence. No memory is reserved by its length, which `range(10**12)` and subclasses of `list` set to any number.
pub(crate) struct Items<T>(pub(crate) Vec<T>);

impl<'py, T: FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for Items<T> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if given.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("a text is no list"));
        }
        // Iterators have no length, and may have no end.
        if given.len().is_err() {
            return Err(PyTypeError::new_err(format!("a list is needed, not {}", kind(&given)?)));
        }
        let values = given.try_iter()?.map(|value| value?.extract::<T>().map_err(Into::<PyErr>::into));
        values.collect::<PyResult<_>>().map(Self)
    }
}
