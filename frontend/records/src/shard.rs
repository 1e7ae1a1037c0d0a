//! Parts of work that several machines share.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use engine::notation::shorten;

/// A part of work in numbered pieces: those whose number is `index` modulo `count`.
///
/// # Examples
/// ```
/// use std::path::Path;
///
/// use ninuki_records::Shard;
///
/// let shard: Shard = "2/3".parse()?;
/// assert_eq!((0..9).filter(|&piece| shard.has(piece)).collect::<Vec<_>>(), [1, 4, 7]);
/// assert_eq!([0, 1, 2].map(|from| shard.first(from)), [1, 1, 4]);
/// assert_eq!(shard.path(Path::new("match.jsonl")), Path::new("match.2-of-3.jsonl"));
/// assert!("4/3".parse::<Shard>().is_err());
/// # Ok::<(), ninuki_records::ShardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: usize,
    count: usize,
}

/// The most parts.
const MOST: usize = 1_000_000;

impl Shard {
    /// The whole.
    pub const ALL: Self = Self { index: 0, count: 1 };

    /// Whether a piece belongs to it.
    #[must_use]
    pub const fn has(self, piece: usize) -> bool {
        piece % self.count == self.index
    }

    /// The number of a piece among those that belong to it, from 0.
    #[must_use]
    pub const fn place(self, piece: usize) -> usize {
        piece / self.count
    }

    /// The number of its first piece that is not below `from`.
    #[must_use]
    pub const fn first(self, from: usize) -> usize {
        from + (self.index + self.count - from % self.count) % self.count
    }

    /// The other parts.
    pub fn others(self) -> impl Iterator<Item = Self> {
        (0..self.count).filter(move |&index| index != self.index).map(move |index| Self { index, ..self })
    }

    /// The file of this part where all are named after `path`.
    #[must_use]
    pub fn path(self, path: &Path) -> PathBuf {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
        path.with_file_name(format!("{stem}.{}{ending}", self.file_part()))
    }

    /// The part of a file name that identifies the shard: `1-of-4`.
    #[must_use]
    pub fn file_part(self) -> String {
        format!("{}-of-{}", self.index + 1, self.count)
    }
}

/// `1/4`: the first of four.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let wrong = || ShardError(shorten(text));
        let (index, count) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<usize>().map_err(|_| wrong());
        let (index, count) = (number(index)?, number(count)?);
        if (1..=count).contains(&index) && count <= MOST { Ok(Self { index: index - 1, count }) } else { Err(wrong()) }
    }
}

/// A text that is no shard, shortened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShardError(String);

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is no shard, one is I/N with I from 1 to N", self.0)
    }
}

impl std::error::Error for ShardError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_all_pieces() {
        let shards: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().expect("a shard")).into();
        let mut pieces: Vec<usize> = Vec::new();
        for shard in shards {
            let mut from = 0;
            for _ in 0..4 {
                let piece = shard.first(from);
                assert!(shard.has(piece));
                pieces.push(piece);
                from = piece + 1;
            }
        }
        pieces.sort_unstable();
        assert_eq!(pieces, (0..12).collect::<Vec<_>>());
        assert_eq!("2/3".parse::<Shard>().expect("a shard").first(9 + 1), 10, "after a piece of another shard");
        for wrong in ["", "1", "0/2", "3/2", "-1/2", "1/2/3"] {
            assert_eq!(wrong.parse::<Shard>(), Err(ShardError(wrong.to_owned())), "{wrong}");
        }
    }
}
