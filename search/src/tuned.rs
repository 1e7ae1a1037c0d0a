//! Margins, depths and reductions of the search, tuned together by games of the engine against itself (simultaneous
//! perturbation, Spall 1992; some 5,000 pairs of games in six games at 6,000 to 8,000 positions a move, then 1,200 in
//! games without captures at 30,000), then rounded; margins of values some 1.4 times as wide since a network judges
//! (1,900 games in five games), and all of them once more (6,850 pairs of games in eight games at 12,000 positions).
//!
//! Values are in hundredths of a point, depths in plies, parts of a reduction in 1/256 of a ply.

/// A whole ply of reduction.
pub(crate) const PLY: i32 = 256;

/// The longest series of fours that is looked for where the depth is used up, and how many positions that may take.
pub(crate) const FOURS: u32 = 8;
pub(crate) const FOURS_NODES: u64 = 20;

/// How many positions may be looked at to see what a lost side is threatened with.
pub(crate) const THREAT_NODES: u64 = 200;

/// Up to this depth, what lies far below is left to fours.
pub(crate) const RAZOR_DEPTH: i32 = 3;

/// How far below that is.
pub(crate) const fn razor(depth: i32) -> i32 {
    215 + 113 * depth
}

/// Up to this depth, what lies far above is not expected to fall.
pub(crate) const FUTILITY_DEPTH: i32 = 12;

/// How far above that is.
pub(crate) const fn futility(depth: i32, improving: bool) -> i32 {
    110 * depth - if improving { 57 } else { 35 }
}

/// By how much more for each ply a node that is expected to fail high must lie above to be searched less deeply.
pub(crate) const FAIL_HIGH: i32 = 50;

/// From this depth on a node without a move in the table is searched less deeply.
pub(crate) const UNKNOWN_DEPTH: i32 = 3;

/// The least depth at which the table's move is compared with the others.
pub(crate) const SINGULAR_DEPTH: i32 = 7;

/// By how much the others must be worse for the table's move to be singular.
pub(crate) const fn singular(depth: i32) -> i32 {
    21 * depth / 10
}

/// How deeply the others are searched for that.
pub(crate) const fn singular_depth(depth: i32) -> i32 {
    depth * 17 / 50
}

/// By how much worse still, and up to which ply, for it to be searched two plies deeper.
pub(crate) const SINGULAR_TWICE: i32 = 45;
pub(crate) const SINGULAR_TWICE_PLY: u32 = 48;

/// The number of moves after which those that force nothing are left out.
pub(crate) const fn enough(depth: i32, improving: bool) -> usize {
    (if improving { 16 + 25 * depth } else { 20 + 16 * depth }) as usize / 10
}

/// Up to this depth, moves that force nothing are left out where the value lies far below.
pub(crate) const HOPELESS_DEPTH: i32 = 3;

/// How far below that is.
pub(crate) const fn hopeless(depth: i32) -> i32 {
    275 + 70 * depth
}

/// How much less deeply the `count`-th move is searched at first, if nothing else is known of it: some half of the product
/// of both binary logarithms.
pub(crate) fn reduction(depth: i32, count: usize) -> i32 {
    // In sixteenths, linear between the powers of two.
    let log = |n: u32| {
        let whole = n.max(1).ilog2();
        (16 * whole + ((16 * n.max(1)) >> whole) - 16) as i32
    };
    log(depth.max(0) as u32) * log(count as u32) * 135 / 256
}

/// How much less if it is so far behind the most promising move, in hundredths of a nat.
pub(crate) fn unlikely(behind: i32) -> i32 {
    (11 * behind / 15).min(800)
}

/// How much less where a cut-off is expected, how much more where the exact value is asked for, for moves that force
/// something, and for moves that always caused a cut-off.
pub(crate) const REDUCTION_CUT: i32 = 270;
pub(crate) const REDUCTION_EXACT: i32 = 187;
pub(crate) const REDUCTION_FORCING: i32 = 80;
pub(crate) const REDUCTION_HISTORY: i32 = 700;

/// Half of the first window around the expected value.
pub(crate) const ASPIRATION: i32 = 35;

/// What a move is worth that lately caused a cut-off at the same ply, or after the same move, and one that always did, in
/// hundredths of a nat.
pub(crate) const ORDER_KILLER: i32 = 134;
pub(crate) const ORDER_COUNTER: i32 = 248;
pub(crate) const ORDER_HISTORY: i32 = 571;
