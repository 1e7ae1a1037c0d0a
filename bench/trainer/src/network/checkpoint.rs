//! Checkpoints of a fit: an interrupted one resumes.
//!
//! A file has a line of JSON ([`Header`]), then all numbers of the [`Training`] as little-endian `f32`, then their CRC-32.

use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::learning_curve::LearningCurve;
use crate::network::descent::Training;
use crate::{about, write};

/// The head of a file.
#[derive(Serialize, Deserialize)]
struct Header {
    /// The number of the fit.
    fit: u32,
    epoch: usize,
    curve: LearningCurve,
}

/// Writes the state of the fit with this number to `path`.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn save(path: &Path, fit: u32, training: &mut Training<'_>, curve: &LearningCurve) -> io::Result<()> {
    let numbers = training.bytes();
    let mut bytes = serde_json::to_vec(&Header { fit, epoch: training.epoch(), curve: curve.clone() })?;
    bytes.push(b'\n');
    bytes.extend(&numbers);
    bytes.extend(crc32fast::hash(&numbers).to_le_bytes());
    write(path, &bytes)
}

/// Takes the state of the fit with this number from `path`, if there is such a file; returns the curve until then.
///
/// # Errors
/// The file cannot be read, is damaged, or belongs to another fit.
pub(crate) fn load(path: &Path, fit: u32, training: &mut Training<'_>) -> io::Result<LearningCurve> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(LearningCurve::default()),
        read => read.map_err(|error| about(path, error))?,
    };
    let damaged = || about(path, "this is no checkpoint, or a damaged one");
    let (header, numbers) = bytes.split_at(bytes.iter().position(|&byte| byte == b'\n').ok_or_else(damaged)? + 1);
    let header: Header = serde_json::from_slice(header).map_err(|_| damaged())?;
    let (numbers, sum) = numbers.split_last_chunk().ok_or_else(damaged)?;
    if crc32fast::hash(numbers) != u32::from_le_bytes(*sum) {
        return Err(damaged());
    }
    if header.fit != fit || !training.resume(header.epoch, numbers) {
        return Err(about(path, "the checkpoint of another fit: other options, games or weights"));
    }
    Ok(header.curve)
}
