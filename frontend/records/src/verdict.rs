//! Verdicts of databases on positions.

use std::fmt;
use std::str::FromStr;

/// The property of SGF with the verdict of a database.
pub(crate) const PROPERTY: &str = "DB";

/// Label, value, depth and bound of a position, as databases of Yixin and Rapfi have them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Verdict {
    /// `w` won, `l` lost, `d` drawn, `!` forced, `x` blocked, -1 none.
    pub(crate) label: i8,
    pub(crate) value: i16,
    /// The depth, and in its lowest two bits the bound.
    pub(crate) depth: i16,
}

impl Verdict {
    /// That of a position of which nothing is known.
    #[cfg(feature = "databases")]
    pub(crate) const NOTHING: Self = Self { label: 0, value: 0, depth: 0 };
}

/// `w 10000 10 3`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { label, value, depth } = *self;
        match label as u8 {
            0x21..0x7F if !matches!(label as u8, b'0'..=b'9' | b'\\' | b']') => {
                write!(f, "{}", char::from(label as u8))?
            }
            _ => write!(f, "{label}")?,
        }
        write!(f, " {value} {} {}", depth >> 2, depth & 3)
    }
}

/// The text is no verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NoVerdict;

impl FromStr for Verdict {
    type Err = NoVerdict;

    fn from_str(text: &str) -> Result<Self, NoVerdict> {
        let words: Vec<&str> = text.splitn(5, ' ').collect();
        let [label, value, depth, bound] = words[..] else { return Err(NoVerdict) };
        let label = match label.as_bytes() {
            [one] if !one.is_ascii_digit() => *one as i8,
            _ => label.parse().map_err(|_| NoVerdict)?,
        };
        let number = |text: &str| text.parse::<i16>().map_err(|_| NoVerdict);
        let (depth, bound) = (number(depth)?, number(bound)?);
        if !(-8192..8192).contains(&depth) || !(0..4).contains(&bound) {
            return Err(NoVerdict);
        }
        Ok(Self { label, value: number(value)?, depth: depth << 2 | bound })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_they_are_written() {
        for label in i8::MIN..=i8::MAX {
            let verdict = Verdict { label, value: -7, depth: -32768 + 3 };
            assert_eq!(verdict.to_string().parse(), Ok(verdict));
        }
        for text in ["", "w", "w 1 2", "w 1 2 3 4", "w 1 8192 0", "w 1 2 4", "ww 1 2 3", "w 32768 0 0"] {
            assert_eq!(text.parse::<Verdict>(), Err(NoVerdict), "{text}");
        }
    }
}
