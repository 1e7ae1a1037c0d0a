//! Certificates of either form.

use std::fmt;
use std::sync::atomic::AtomicBool;

use super::{Certificate, FormatError, PackedError};

/// The reason why a file is no certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The compressed form cannot be read.
    Packed(PackedError),
    /// The file is neither compressed nor text.
    NotText,
    /// The text cannot be read.
    Text(FormatError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packed(error) => error.fmt(f),
            Self::NotText => f.write_str("this is not text"),
            Self::Text(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl Certificate {
    /// Reads a certificate, compressed or as text. The steps of a compressed one take at most `memory` bytes.
    ///
    /// # Errors
    /// The bytes are no certificate, or the memory is not enough.
    ///
    /// # Examples
    /// ```
    /// use ninuki_search::proof::Certificate;
    ///
    /// let text = "certificate 1\ngame freestyle\nsize 6\nlength 5\nposition xxxx2/6/6/6/6/6 x 0 0\nsteps 1\n0 win e6\n";
    /// let certificate = Certificate::read(text.as_bytes(), 1 << 20)?;
    /// assert_eq!(Certificate::read(&certificate.pack(), 1 << 20)?, certificate);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(bytes: &[u8], memory: usize) -> Result<Self, ReadError> {
        Self::read_within(bytes, memory, &AtomicBool::new(false))
    }

    /// The same, until `stop` is set.
    ///
    /// # Errors
    /// As [`read`](Self::read), or reading was stopped.
    pub fn read_within(bytes: &[u8], memory: usize, stop: &AtomicBool) -> Result<Self, ReadError> {
        if Self::is_packed(bytes) {
            return Self::unpack_within(bytes, memory, stop).map_err(ReadError::Packed);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| ReadError::NotText)?;
        Self::parse(text).map_err(ReadError::Text)
    }
}
