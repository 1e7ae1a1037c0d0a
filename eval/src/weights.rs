//! Hand-set weights, in hundredths of a point.

/// What a set of threats is worth.
#[derive(Clone, Copy)]
pub(crate) struct Weights {
    pub(crate) straight_four: i32,
    pub(crate) double_four: i32,
    pub(crate) four: i32,
    pub(crate) double_three: i32,
    pub(crate) three: i32,
    pub(crate) two: i32,
    pub(crate) one: i32,
    pub(crate) capture: i32,
}

/// The worth of a point in a position: for the side to move, then for the other side.
pub(crate) const POSITION: [Weights; 2] = [
    Weights {
        straight_four: 400,
        double_four: 250,
        four: 40,
        double_three: 90,
        three: 25,
        two: 9,
        one: 2,
        capture: 30,
    },
    Weights {
        straight_four: 130,
        double_four: 100,
        four: 25,
        double_three: 40,
        three: 16,
        two: 7,
        one: 2,
        capture: 18,
    },
];

/// The worth of taking a point: own threat made, then enemy threat prevented.
pub(crate) const ORDER: [Weights; 2] = [
    Weights {
        straight_four: 3000,
        double_four: 2500,
        four: 500,
        double_three: 450,
        three: 300,
        two: 60,
        one: 10,
        capture: 350,
    },
    Weights {
        straight_four: 1500,
        double_four: 1000,
        four: 250,
        double_three: 250,
        three: 160,
        two: 45,
        one: 8,
        capture: 200,
    },
];

/// Captured stones, in tenths of the number that wins; beyond the end of the table the last counts.
pub(crate) const CAPTURED: [i32; 12] = [0, 20, 45, 75, 110, 150, 200, 260, 340, 440, 600, 800];

/// A captured stone where captures never win.
pub(crate) const CAPTURED_STONE: i32 = 12;

/// The right to move.
pub(crate) const TEMPO: i32 = 10;
