//! Tournaments: games between engines, and what their results say.

pub mod statistics;
