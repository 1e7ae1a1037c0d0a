//! Policy: the move-ordering logits of points, by what a stone would make there and what it would prevent, and by how strong the
//! threats of both sides are.

use engine::internals::WINDOW_COUNT_BITS;

use crate::LEVEL_PAIRS;

/// The number of pattern codes of a point for one side: see [`Threats::code`](engine::Threats::code).
pub const PATTERN_CODES: usize = 256;

/// The number of classes of pattern codes.
pub const POLICY_CLASSES: usize = 16;

/// The number of parameters of a policy.
pub const POLICY_PARAMETERS: usize = 2 * LEVEL_PAIRS * PATTERN_CODES + POLICY_CLASSES * POLICY_CLASSES;

/// The series of blocks of policy weights: name, number of blocks, rows in a block, weights in a row.
pub const POLICY_BLOCKS: [(&str, usize, usize, usize); 3] = [
    // By the code for the side to move: blocks for the levels of both sides, rows for the classes, columns for the window counts.
    ("make", LEVEL_PAIRS, 16, 16),
    // By the code for the other side.
    ("prevent", LEVEL_PAIRS, 16, 16),
    // In addition, rows for the kind for the side to move, columns for the kind for the other.
    ("both", 1, POLICY_CLASSES, POLICY_CLASSES),
];

/// The shape that a stone makes, by class, captures aside.
const MADE: [usize; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 5, 0, 1, 3];

/// The kind of each code: by its class and by its window count.
pub(crate) static POLICY_CLASS: [u8; PATTERN_CODES] = {
    let mut kinds = [0; PATTERN_CODES];
    let mut code = 0;
    while code < PATTERN_CODES {
        let (windows, class) = (code % (1 << WINDOW_COUNT_BITS), MADE[code >> WINDOW_COUNT_BITS]);
        kinds[code] = match (class, windows) {
            (0, 0..2) => 0,
            (0, 2..4) => 1,
            (0, 4..6) => 2,
            (0, 6..8) => 3,
            (0, 8..11) => 4,
            (0, _) => 5,
            (1, 0..9) => 6,
            (1, _) => 7,
            (2, _) => 8,
            (3, 0..8) => 9,
            (3, _) => 10,
            _ => 7 + class as u8,
        };
        code += 1;
    }
    kinds
};

/// The numbers of the weights that make up the worth of a point with these codes, for the side to move and for the other, where
/// the threats have these [`levels`](crate::Features::levels).
#[inline]
#[must_use]
pub fn policy_features(levels: usize, [ours, theirs]: [u8; 2]) -> [usize; 3] {
    let (ours, theirs) = (usize::from(ours), usize::from(theirs));
    let both = usize::from(POLICY_CLASS[ours]) * POLICY_CLASSES + usize::from(POLICY_CLASS[theirs]);
    let prevent = LEVEL_PAIRS * PATTERN_CODES;
    [levels * PATTERN_CODES + ours, prevent + levels * PATTERN_CODES + theirs, 2 * prevent + both]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_weight_of_its_own_for_each_pair_of_levels() {
        let mut uses = [0; POLICY_PARAMETERS];
        for levels in 0..LEVEL_PAIRS {
            for code in 0..=u8::MAX {
                policy_features(levels, [code; 2]).into_iter().for_each(|number| uses[number] += 1);
            }
        }
        let lengths = POLICY_BLOCKS.map(|(_, blocks, rows, columns)| blocks * rows * columns);
        let (codes, classes) = uses.split_at(lengths[0] + lengths[1]);
        assert!(codes.iter().all(|&uses| uses == 1));
        assert_eq!(classes.len(), lengths[2]);
    }
}
