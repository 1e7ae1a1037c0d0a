//! Margins, depths and reductions of the search, parameters together by games of the engine against itself (simultaneous
//! perturbation, Spall 1992; some 5,000 pairs of games in six games at 6,000 to 8,000 nodes a move, then 1,200 in
//! games without captures at 30,000), then rounded; margins of values some 1.4 times as wide since a network judges
//! (1,900 games in five games), and all of them once more (6,850 pairs of games in eight games at 12,000 positions).
//!
//! Values are in hundredths of a point, depths in plies, parts of a reduction in 1/256 of a ply.

/// A whole ply of reduction.
pub(crate) const PLY: i32 = 256;

/// VCF at the horizon: the most fours, and the most nodes.
pub(crate) const VCF_LENGTH: u32 = 8;
pub(crate) const VCF_NODES: u64 = 20;

/// The most nodes to find the VCF that a lost side is threatened with.
pub(crate) const VCF_THREAT_NODES: u64 = 200;

/// Razoring: up to this depth.
pub(crate) const RAZOR_DEPTH: i32 = 3;

/// Razoring: how far below alpha.
pub(crate) const fn razor_margin(depth: i32) -> i32 {
    215 + 113 * depth
}

/// Reverse futility pruning (RFP): up to this depth.
pub(crate) const RFP_DEPTH: i32 = 12;

/// Reverse futility pruning: how far above beta.
#[doc(alias = "RFP")]
pub(crate) const fn rfp_margin(depth: i32, improving: bool) -> i32 {
    110 * depth - if improving { 57 } else { 35 }
}

/// Cut-node reduction: how far above beta for each ply.
pub(crate) const CUT_NODE_MARGIN: i32 = 50;

/// Internal iterative reduction (IIR): from this depth on, without a TT move.
#[doc(alias = "IIR")]
pub(crate) const IIR_DEPTH: i32 = 3;

/// Singular extension: from this depth on.
pub(crate) const SINGULAR_DEPTH: i32 = 7;

/// Singular extension: by how much the other moves must be worse than the TT move.
pub(crate) const fn singular_margin(depth: i32) -> i32 {
    21 * depth / 10
}

/// Singular extension: how deeply the others are searched without the excluded move.
pub(crate) const fn singular_depth(depth: i32) -> i32 {
    depth * 17 / 50
}

/// Double extension: by how much worse still, and up to which ply.
pub(crate) const DOUBLE_EXTENSION_MARGIN: i32 = 45;
pub(crate) const DOUBLE_EXTENSION_PLY: u32 = 48;

/// Late move pruning (LMP): the number of moves after which quiet ones are pruned.
#[doc(alias = "LMP")]
pub(crate) const fn lmp_count(depth: i32, improving: bool) -> usize {
    (if improving { 16 + 25 * depth } else { 20 + 16 * depth }) as usize / 10
}

/// Futility pruning of quiet moves: up to this depth.
pub(crate) const FUTILITY_DEPTH: i32 = 3;

/// Futility pruning: how far below alpha.
pub(crate) const fn futility_margin(depth: i32) -> i32 {
    275 + 70 * depth
}

/// Late move reduction (LMR) of the `count`-th move, in parts of a ply: some half of the product of both binary logarithms.
#[doc(alias = "LMR")]
pub(crate) fn lmr(depth: i32, count: usize) -> i32 {
    // In sixteenths, linear between the powers of two.
    let log = |n: u32| {
        let whole = n.max(1).ilog2();
        (16 * whole + ((16 * n.max(1)) >> whole) - 16) as i32
    };
    log(depth.max(0) as u32) * log(count as u32) * 135 / 256
}

/// Late move reduction by policy: how far the move is `behind` the best logit, in hundredths of a nat.
pub(crate) fn lmr_policy(behind: i32) -> i32 {
    (11 * behind / 15).min(800)
}

/// Late move reductions: more in cut nodes; less in PV nodes, for forcing moves, and by history.
pub(crate) const LMR_CUT_NODE: i32 = 270;
pub(crate) const LMR_PV_NODE: i32 = 187;
pub(crate) const LMR_FORCING: i32 = 80;
pub(crate) const LMR_HISTORY: i32 = 700;

/// Half of the first aspiration window.
pub(crate) const ASPIRATION_WINDOW: i32 = 35;

/// Move ordering: killer moves, counter moves, and the most that history counts, in hundredths of a nat.
pub(crate) const ORDER_KILLER: i32 = 134;
pub(crate) const ORDER_COUNTER: i32 = 248;
pub(crate) const ORDER_HISTORY: i32 = 571;
