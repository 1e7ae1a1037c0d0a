//! The sides that boards of a game may have.

use std::fmt;

/// A set of sides from 0 to 31, listed in ascending order.
///
/// # Examples
/// ```
/// use ninuki_engine::Rules;
/// use ninuki_engine::rules::Sizes;
///
/// let sizes = Sizes::of(&[15, 19]);
/// assert_eq!((sizes.contains(19), sizes.contains(40), sizes.to_string().as_str()), (true, false, "15, 19"));
/// assert_eq!(Rules::NINUKI_JAPAN.sizes, sizes);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sizes(u32);

impl Sizes {
    /// The set of these sides.
    ///
    /// # Panics
    /// A side is greater than 31.
    #[must_use]
    pub const fn of(sides: &[usize]) -> Self {
        let (mut set, mut i) = (0, 0);
        while i < sides.len() {
            assert!(sides[i] < 32, "a side is at most 31");
            set |= 1 << sides[i];
            i += 1;
        }
        Self(set)
    }

    /// The set of the sides from `least` to `most`, which is at most 31.
    #[must_use]
    pub(super) const fn from_to(least: usize, most: usize) -> Self {
        Self((u32::MAX >> (31 - most)) & (u32::MAX << least))
    }

    /// Whether `side` is one of them.
    #[must_use]
    pub const fn contains(self, side: usize) -> bool {
        side < 32 && self.0 >> side & 1 == 1
    }

    /// Whether they all are among `others`.
    pub(super) const fn within(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }

    /// The least; 32 if there is none.
    #[must_use]
    pub const fn least(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// The sides in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> + Clone {
        (0..32).filter(move |&side| self.contains(side))
    }

    /// Reads ascending sides with single blanks between them; `None` if the text is no such list.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let sides = text.split(' ').map(|side| side.parse().ok()).collect::<Option<Vec<usize>>>()?;
        let ascending = sides.is_sorted_by(|a, b| a < b) && sides.iter().all(|&side| side < 32);
        ascending.then(|| Self::of(&sides))
    }
}

/// `15, 19`.
impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides: Vec<String> = self.iter().map(|side| side.to_string()).collect();
        f.write_str(&sides.join(", "))
    }
}
