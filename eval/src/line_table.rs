//! The weights of line patterns.

use crate::layout::{self, ACCUMULATOR, LINE_CHANNELS, LINE_LAYOUT, POINT_SCALE, POLICY_SCALE};
use crate::line_patterns::{LINE_CLASSES, LINE_PATTERNS, LinePatterns};

/// The weights of line patterns, shared by several games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineTable {
    /// By class, in parts of [`POINT_SCALE`].
    pub(crate) classes: Vec<[i8; LINE_CHANNELS]>,
    /// By class, in hundredths of a natural logarithm of odds.
    pub(crate) policy: Vec<i16>,
    /// By raw pattern, padded to all 16-bit indices: for Black, then for White.
    pub(crate) rows: Box<[[i8; ACCUMULATOR]; RAW]>,
    pub(crate) policy_rows: Box<[[i16; 2]; RAW]>,
}

/// The number of 16-bit indices of raw patterns.
const RAW: usize = 1 << u16::BITS;

/// The number of point indices.
pub(crate) const POINTS: usize = 512;

/// `LENGTH` zeros.
pub(crate) fn zeros<T: Copy + Default, const LENGTH: usize>() -> Box<[T; LENGTH]> {
    let zeros = vec![T::default(); LENGTH].into_boxed_slice();
    zeros.try_into().unwrap_or_else(|_| unreachable!("it is of that length"))
}

impl LineTable {
    /// The table of these weights: for values one row of [`LINE_CHANNELS`] after the other for each class, which are rounded to
    /// 1/64 and clipped to numbers from −2 to 127/64; for the policy one for each class, in natural logarithms of odds.
    ///
    /// # Panics
    /// There are not [`LINE_CLASSES`] rows.
    #[must_use]
    pub fn new(values: &[f32], policy: &[f32]) -> Self {
        assert_eq!((values.len(), policy.len()), (LINE_CLASSES * LINE_CHANNELS, LINE_CLASSES));
        let (classes, _) = values.as_chunks();
        let row = |row: &[f32; LINE_CHANNELS]| row.map(|weight| (weight * POINT_SCALE).round() as i8);
        let policy = policy.iter().map(|weight| (f64::from(*weight) * f64::from(POLICY_SCALE)).round() as i16);
        Self::from_classes(classes.iter().map(row).collect(), policy.collect())
    }

    fn from_classes(classes: Vec<[i8; LINE_CHANNELS]>, policy: Vec<i16>) -> Self {
        let patterns = LinePatterns::all();
        let seen = |raw: u16| [raw, patterns.exchanged(raw)].map(|raw| usize::from(patterns.class(raw)));
        let row = |raw: u16| {
            let [black, white] = seen(raw).map(|class| classes[class]);
            std::array::from_fn(|lane| if lane < LINE_CHANNELS { black[lane] } else { white[lane - LINE_CHANNELS] })
        };
        let (mut rows, mut policy_rows) = (zeros(), zeros());
        for raw in 0..LINE_PATTERNS as u16 {
            rows[usize::from(raw)] = row(raw);
            policy_rows[usize::from(raw)] = seen(raw).map(|class| policy[class]);
        }
        Self { classes, policy, rows, policy_rows }
    }

    /// The weights for values, as [`Self::new`] takes them.
    #[must_use]
    pub fn weights(&self) -> Vec<f32> {
        self.classes.iter().flatten().map(|&number| f32::from(number) / POINT_SCALE).collect()
    }

    /// The weights for the policy, as [`Self::new`] takes them.
    #[must_use]
    pub fn policy(&self) -> Vec<f32> {
        self.policy.iter().map(|&number| f32::from(number) / POLICY_SCALE).collect()
    }

    /// All numbers: those for values in parts of 64, then those of the policy in parts of 100.
    pub fn numbers(&self) -> impl Iterator<Item = i16> {
        self.classes.iter().flatten().map(|&number| number.into()).chain(self.policy.iter().copied())
    }

    /// The layout of the weights, row by row: name and length of each row.
    pub fn rows() -> impl Iterator<Item = (&'static str, usize)> {
        layout::rows(&LINE_LAYOUT)
    }

    /// The table with these [`numbers`](Self::numbers); `None` if they are too few or too many, or one for values does not fit into
    /// a byte.
    #[must_use]
    pub fn from_numbers(numbers: &[i16]) -> Option<Self> {
        let (values, policy) = numbers.split_at_checked(LINE_CLASSES * LINE_CHANNELS)?;
        let values: Vec<i8> = values.iter().map(|&number| number.try_into()).collect::<Result<_, _>>().ok()?;
        let (classes, _) = values.as_chunks();
        (policy.len() == LINE_CLASSES).then(|| Self::from_classes(classes.to_vec(), policy.to_vec()))
    }
}

/// For each point by its index the sums of its lines, for Black and for White.
pub(crate) type LineSums = [[i16; ACCUMULATOR]; POINTS];

#[cfg(all(test, feature = "weights"))]
pub(crate) mod tests {
    use super::*;

    /// A table of numbers that differ.
    pub(crate) fn table() -> LineTable {
        let numbers = (0..LINE_CLASSES * (LINE_CHANNELS + 1)).map(|number| (number * 7919 % 251) as i16 - 125);
        LineTable::from_numbers(&numbers.collect::<Vec<_>>()).expect("all numbers")
    }

    #[test]
    fn tables_survive_being_taken_apart() {
        let table = table();
        assert_eq!(LineTable::new(&table.weights(), &table.policy()), table);
        let mut numbers: Vec<i16> = table.numbers().collect();
        assert_eq!(LineTable::rows().map(|(_, length)| length).sum::<usize>(), numbers.len());
        assert_eq!(LineTable::from_numbers(&numbers[1..]), None);
        numbers[7] = 128;
        assert_eq!(LineTable::from_numbers(&numbers), None, "too large for a byte");
    }
}
