//! Specification of a tournament: request, engines, head of the journal, schedule.

pub(crate) mod adjudication;
pub(crate) mod adjudicator;
pub(crate) mod conditions;
pub(crate) mod digest;
pub(crate) mod engine;
pub(crate) mod engine_file;
pub(crate) mod error;
pub(crate) mod on_fault;
pub(crate) mod plan;
pub(crate) mod request;
pub(crate) mod schedule;
pub(crate) mod sequential_test;
pub(crate) mod time_control;
pub(crate) mod timeouts;
pub(crate) mod tournament;
