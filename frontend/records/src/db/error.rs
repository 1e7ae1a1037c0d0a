//! Errors of databases of positions.

use std::fmt;

use crate::Exceeded;

/// An error of a file; offsets are in bytes of the expanded file.
#[derive(Debug)]
pub(super) enum DbError {
    /// The frame of LZ4 is damaged.
    Frame,
    /// A frame of `from` bytes expands to more than `most` MiB.
    Expansion { from: usize, most: usize },
    /// A limit of the action is exceeded.
    Limit(Exceeded),
    /// The file is no database.
    Foreign,
    /// A record is wrong.
    Record { at: usize, number: u32, count: u32, error: RecordError },
    /// Bytes follow the last record.
    More { at: usize, count: u32 },
}

/// An error of a record.
#[derive(Debug)]
pub(super) enum RecordError {
    /// The file ends within it.
    CutOff,
    /// The key is too short.
    Key,
    /// The number of the rules is unknown.
    Rules(u8),
    /// The key ends within a stone.
    HalfStone,
    /// A stone is not on the board.
    Stone { stone: [u8; 2], board: [u8; 2] },
}

impl fmt::Display for DbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Frame => f.write_str("the frame of LZ4 is damaged or cut off"),
            Self::Expansion { from, most } => {
                write!(f, "the frame of LZ4 has {from} bytes and expands to more than {most} MiB, which is allowed")
            }
            Self::Limit(limit) => limit.fmt(f),
            Self::Foreign => f.write_str("this is no database: it begins with the number of its records in four bytes"),
            Self::Record { at, number, count, error } => write!(f, "byte {at}: record {number} of {count}: {error}"),
            Self::More { at, count } => write!(f, "byte {at}: more follows than {count} records"),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CutOff => f.write_str("the file is cut off"),
            Self::Key => f.write_str("the key has no rules and board"),
            Self::Rules(rules) => write!(f, "rules {rules} are not known, allowed are 0, 1 and 2"),
            Self::HalfStone => f.write_str("the key has half a stone"),
            Self::Stone { stone: [x, y], board: [width, height] } => {
                write!(f, "the stone {x},{y} is not on {width}x{height} points")
            }
        }
    }
}
