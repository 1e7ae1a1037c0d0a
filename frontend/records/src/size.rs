//! The size of a board as it is asked for, written and read.

use std::fmt;
use std::str::FromStr;

use engine::notation::shorten;
use engine::{Grid, Shape};
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::{Serialize, Serializer};

/// Columns and rows; where they are the same, one side, and of a hexagon its side.
///
/// # Examples
/// ```
/// use ninuki_records::{Choice, Size};
///
/// let size: Size = "15x20".parse()?;
/// let choice = Choice { rules: Some("freestyle".to_owned()), size: Some(size), ..Choice::default() };
/// let game = choice.game()?;
/// assert_eq!((game.grid().width(), game.grid().height()), (15, 20));
/// assert_eq!((Size::of(game.grid()).to_string(), Size::from(19).to_string()), ("15x20".to_owned(), "19".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Size {
    /// The size of a board.
    #[must_use]
    pub const fn of(grid: &Grid) -> Self {
        match grid.shape() {
            Shape::Rectangle => Self { width: grid.width(), height: grid.height() },
            Shape::Hexagon => Self { width: grid.size(), height: grid.size() },
        }
    }
}

impl From<usize> for Size {
    fn from(side: usize) -> Self {
        Self { width: side, height: side }
    }
}

/// `19`, `15x20`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height } = self;
        if width == height { width.fmt(f) } else { write!(f, "{width}x{height}") }
    }
}

impl FromStr for Size {
    type Err = SizeError;

    /// Reads `19`, or `15x20`: width and height.
    fn from_str(text: &str) -> Result<Self, SizeError> {
        let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
        let sides = width.parse().ok().zip(height.parse().ok());
        sides.map(|(width, height)| Self { width, height }).ok_or_else(|| SizeError(shorten(text)))
    }
}

/// A text, shortened, that is no size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SizeError(String);

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is no size, one is written as 19 or, width and height, as 15x20", self.0)
    }
}

impl std::error::Error for SizeError {}

/// A number, or of a rectangle the text of it.
impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.width == self.height {
            true => serializer.serialize_u64(self.width as u64),
            false => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Sides;

        impl Visitor<'_> for Sides {
            type Value = Size;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a side, as 19, or width and height, as \"15x20\"")
            }

            fn visit_u64<E: Error>(self, side: u64) -> Result<Size, E> {
                let wrong = |_| E::invalid_value(Unexpected::Unsigned(side), &self);
                usize::try_from(side).map(Size::from).map_err(wrong)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Size, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_any(Sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_they_are_written() {
        for (text, width, height) in [("19", 19, 19), ("15x20", 15, 20), ("5X6", 5, 6), ("9x9", 9, 9)] {
            let size: Size = text.parse().expect(text);
            assert_eq!(size, Size { width, height });
            assert_eq!(size.to_string().parse(), Ok(size));
        }
        for text in ["", "x", "15x", "x15", "15x15x15", "-3", "15 x 20", "large"] {
            let wrong = text.parse::<Size>().expect_err(text).to_string();
            assert!(wrong.ends_with("is no size, one is written as 19 or, width and height, as 15x20"), "{wrong}");
        }
    }
}
