//! The two colours.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

use crate::names::NameError;

/// A colour: Black moves first and is written `x`, White is written `o`.
///
/// As text a colour is `Black` or `White`; read are these and their first letters, `x` and `o`, in any case.
///
/// # Examples
/// ```
/// use ninuki_engine::Color;
///
/// let color: Color = "white".parse()?;
/// assert_eq!((color.to_string(), color.symbol(), !color), ("White".to_owned(), 'o', Color::Black));
/// assert!("red".parse::<Color>().is_err());
/// # Ok::<(), ninuki_engine::notation::NameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// The first player, Eks, `x`.
    Black,
    /// The second player, Ohs, `o`.
    White,
}

impl Color {
    /// Both colours, in the order in which they move.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// 0 for Black, 1 for White.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `x` or `o`.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Self::Black => 'x',
            Self::White => 'o',
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

impl FromStr for Color {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        match text.to_ascii_lowercase().as_str() {
            "black" | "b" | "x" => Ok(Self::Black),
            "white" | "w" | "o" => Ok(Self::White),
            _ => Err(NameError::new("colour", text, "Black (x), White (o)")),
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}
