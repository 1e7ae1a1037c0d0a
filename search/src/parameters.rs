//! The numbers of the search: margins, depths and reductions, each with the range in which it may be tuned.
//!
//! Values are in hundredths of a point, depths in plies, parts of a reduction in 1/256 of a ply, parts of the move order in
//! hundredths of a nat. Their history is on the page "Search" of the measurements in the book.
//!
//! With the feature `tune` they can be set at run time, for the thread that sets them: see [`tuning`](crate::tuning).

/// A whole ply of reduction.
pub(crate) const PLY: i32 = 256;

/// Declares the numbers: documentation, name, default, and the range for tuning.
macro_rules! parameters {
    ($($(#[$about:meta])* $name:ident = $default:literal, $least:literal..=$most:literal;)*) => {
        $(
            $(#[$about])*
            #[cfg(not(feature = "tune"))]
            pub(crate) const fn $name() -> i32 {
                $default
            }

            $(#[$about])*
            #[cfg(feature = "tune")]
            pub(crate) fn $name() -> i32 {
                crate::tuning::value(Number::$name as usize)
            }
        )*

        #[cfg(feature = "tune")]
        #[allow(non_camel_case_types, reason = "the names are those of the functions")]
        enum Number {
            $($name),*
        }

        /// All of them, in the order of their declaration.
        #[cfg(feature = "tune")]
        pub(crate) const ALL: &[crate::tuning::Parameter] = &[
            $(crate::tuning::Parameter { name: stringify!($name), default: $default, least: $least, most: $most }),*
        ];
    };
}

parameters! {
    /// VCF at the horizon: the most fours.
    vcf_length = 8, 2..=30;
    /// VCF at the horizon: the most nodes.
    vcf_nodes = 20, 4..=200;
    /// After how many moves that lose the VCF is looked for that the opponent threatens.
    vcf_threat_moves = 4, 1..=40;
    /// The most nodes to find it.
    vcf_threat_nodes = 600, 20..=2000;

    /// Razoring: up to this depth.
    razor_depth = 3, 0..=8;
    /// Razoring: how far below alpha.
    razor_base = 150, 20..=600;
    /// Razoring: how much further for each ply.
    razor_slope = 80, 20..=300;

    /// Reverse futility pruning (RFP): up to this depth.
    rfp_depth = 12, 3..=24;
    /// Reverse futility pruning: how far above beta for each ply.
    rfp_slope = 77, 30..=250;
    /// Reverse futility pruning: how much less far.
    rfp_less = 25, 0..=200;
    /// Reverse futility pruning: how much less far where the value improves.
    rfp_improving = 40, 0..=250;

    /// Cut-node reduction: how far above beta for each ply.
    cut_node_margin = 35, 10..=200;
    /// Internal iterative reduction (IIR): from this depth on, without a TT move.
    iir_depth = 3, 1..=8;
    /// Internal iterative reduction in PV nodes: how many plies shallower the search was that the TT move comes from.
    iir_pv_gap = 5, 1..=20;

    /// Singular extension: from this depth on.
    singular_depth_least = 8, 3..=12;
    /// Singular extension: by how much the other moves must be worse than the TT move, in tenths for each ply.
    singular_slope = 15, 3..=80;
    /// Singular extension: how deeply the others are searched, in fiftieths of the depth.
    singular_part = 17, 10..=35;
    /// Double extension: by how much worse still.
    double_extension_margin = 55, 0..=300;

    /// Late move pruning (LMP): moves after which quiet ones are pruned, in tenths.
    lmp_base = 20, 0..=80;
    /// Late move pruning: how many more for each ply, in tenths.
    lmp_slope = 16, 4..=60;
    /// Late move pruning where the value improves.
    lmp_improving_base = 16, 0..=80;
    /// Late move pruning where the value improves: how many more for each ply, in tenths.
    lmp_improving_slope = 25, 4..=80;

    /// Futility pruning of quiet moves: up to this depth.
    futility_depth = 3, 0..=10;
    /// Futility pruning: how far below alpha.
    futility_base = 193, 50..=600;
    /// Futility pruning: how much further for each ply.
    futility_slope = 50, 10..=250;

    /// Late move reduction (LMR): the product of both binary logarithms, in 256ths of a ply.
    lmr_slope = 135, 50..=250;
    /// Late move reduction by policy: for each 1.5 nats behind the best logit.
    lmr_policy_slope = 175, 0..=400;
    /// Late move reduction by policy: at most.
    lmr_policy_most = 1300, 100..=2000;
    /// Late move reduction: more in cut nodes.
    lmr_cut_node = 270, 0..=800;
    /// Late move reduction: less in PV nodes.
    lmr_pv_node = 187, 0..=600;
    /// Late move reduction: less for forcing moves.
    lmr_forcing = 80, 0..=500;
    /// Late move reduction: less for the best history.
    lmr_history = 550, 0..=2000;
    /// Late move reduction: more where the value does not improve.
    lmr_not_improving = 60, 0..=400;
    /// Late move reduction: more where several of the opponent's positions after it were cut off.
    lmr_cutoffs = 120, 0..=500;
    /// Late move reduction: how far above alpha a move must come to be searched again a ply deeper.
    lmr_deeper = 100, 10..=1000;
    /// Late move reduction: below which distance above alpha a move is searched again a ply less deeply.
    lmr_shallower = 8, 0..=100;

    /// Half of the first aspiration window.
    aspiration_window = 35, 5..=150;
    /// Aspiration: how many fails high make the search shallower.
    aspiration_shallower = 1, 0..=4;

    /// Move ordering: killer moves.
    order_killer = 134, 0..=500;
    /// Move ordering: counter moves.
    order_counter = 150, 0..=600;
    /// Move ordering: the most that history counts.
    order_history = 300, 0..=1500;

    /// History: the bonus of a cut-off for each squared ply.
    history_bonus = 16, 2..=60;
    /// History: the largest bonus.
    history_most = 2048, 300..=6000;
    /// History: what moves that were tried before lose, in percent of that.
    history_malus = 120, 0..=250;
}

/// Razoring: how far below alpha.
pub(crate) fn razor_margin(depth: i32) -> i32 {
    razor_base() + razor_slope() * depth
}

/// Reverse futility pruning: how far above beta.
#[doc(alias = "RFP")]
pub(crate) fn rfp_margin(depth: i32, improving: bool) -> i32 {
    rfp_slope() * depth - if improving { rfp_improving() } else { rfp_less() }
}

/// Singular extension: by how much the other moves must be worse than the TT move.
pub(crate) fn singular_margin(depth: i32) -> i32 {
    singular_slope() * depth / 10
}

/// Singular extension: how deeply the others are searched without the excluded move.
pub(crate) fn singular_depth(depth: i32) -> i32 {
    depth * singular_part() / 50
}

/// Double extension: up to which ply.
pub(crate) const DOUBLE_EXTENSION_PLY: u32 = 48;

/// Late move pruning: the number of moves after which quiet ones are pruned.
#[doc(alias = "LMP")]
pub(crate) fn lmp_count(depth: i32, improving: bool) -> usize {
    let tenths =
        if improving { lmp_improving_base() + lmp_improving_slope() * depth } else { lmp_base() + lmp_slope() * depth };
    tenths as usize / 10
}

/// Futility pruning: how far below alpha.
pub(crate) fn futility_margin(depth: i32) -> i32 {
    futility_base() + futility_slope() * depth
}

/// Late move reduction of the `count`-th move, in parts of a ply: some half of the product of both binary logarithms.
#[doc(alias = "LMR")]
pub(crate) fn lmr(depth: i32, count: usize) -> i32 {
    // In sixteenths, linear between the powers of two.
    let log = |n: u32| {
        let whole = n.max(1).ilog2();
        (16 * whole + ((16 * n.max(1)) >> whole) - 16) as i32
    };
    log(depth.max(0) as u32) * log(count as u32) * lmr_slope() / 256
}

/// Late move reduction by policy: how far the logit of the move is `behind` the best one, in hundredths of a nat.
pub(crate) fn lmr_policy(behind: i32) -> i32 {
    (lmr_policy_slope() * behind / 150).min(lmr_policy_most())
}
