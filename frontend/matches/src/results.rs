//! Results: counts of games and pairs, in the order of the schedule.
//!
//! Neither the order in which games ended nor interruptions change them.

pub(crate) mod game_result;
pub(crate) mod tally;
pub(crate) mod test_progress;
