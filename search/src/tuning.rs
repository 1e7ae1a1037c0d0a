//! Search parameters set at run time, for matches of the engine against itself with other parameters.
//!
//! Parameters are thread-local and apply to the single-threaded searches of that thread.

use std::cell::Cell;

use crate::parameters;

/// A search parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The default value.
    pub default: i32,
    /// The smallest value.
    pub least: i32,
    /// The largest value.
    pub most: i32,
}

thread_local! {
    static VALUES: [Cell<i32>; parameters::ALL.len()] =
        std::array::from_fn(|number| Cell::new(parameters::ALL[number].default));
}

/// All parameters.
#[must_use]
pub const fn parameters() -> &'static [Parameter] {
    parameters::ALL
}

/// Sets all parameters of this thread, in their order; values are clamped to their ranges.
pub fn set(values: &[i32]) {
    VALUES.with(|cells| {
        for ((cell, parameter), &value) in cells.iter().zip(parameters::ALL).zip(values) {
            cell.set(value.clamp(parameter.least, parameter.most));
        }
    });
}

/// The value of a parameter in this thread.
pub(crate) fn value(number: usize) -> i32 {
    VALUES.with(|cells| cells[number].get())
}
