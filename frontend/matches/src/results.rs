//! Results: counts of games and pairs, in the order of the schedule.
//!
//! The order in which games end, and interruptions, do not change them.

pub(crate) mod game_result;
pub(crate) mod tally;
pub(crate) mod test_progress;
