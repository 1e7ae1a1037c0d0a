//! Errors of RenLib's files.

use std::fmt;

use crate::Exceeded;

/// An error of a file; offsets are in bytes.
#[derive(Debug)]
pub(super) enum LibError {
    /// The file is none of RenLib.
    Foreign,
    /// The version is newer than those that are known.
    Version([u8; 2]),
    /// More nodes follow the end of the tree.
    More { at: usize },
    /// The file ends before all branches do.
    CutTree { at: usize, open: usize },
    /// The file ends within a node.
    CutNode { at: usize },
    /// A byte is no point.
    Point { at: usize, place: u8 },
    /// A text has no end.
    Text { at: usize },
    /// A limit of the action is exceeded.
    Limit(Exceeded),
}

impl fmt::Display for LibError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("this is no file of RenLib, it begins with FF \"RenLib\" FF"),
            Self::Version([major, minor]) => {
                write!(f, "version {major}.{minor} of RenLib's files is not known, at most 3.4 is")
            }
            Self::More { at } => write!(f, "byte {at}: the tree is complete, but more follows"),
            Self::CutTree { at, open } => {
                write!(f, "byte {at}: the tree is cut off, {open} more branches were to come")
            }
            Self::CutNode { at } => write!(f, "byte {at}: the file is cut off within a node"),
            Self::Point { at, place } => write!(f, "byte {at}: {place:#04X} is no point of 15x15"),
            Self::Limit(limit) => limit.fmt(f),
            Self::Text { at } => write!(f, "byte {at}: the text that begins here has no end"),
        }
    }
}
