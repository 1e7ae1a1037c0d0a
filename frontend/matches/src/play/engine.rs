//! Engines that passed the probe.

use engines::process::program::Program;
use protocol::GameForm;

use crate::spec::engine::EngineSpec;

/// An engine that can play the tournament.
#[derive(Clone, Debug)]
pub(crate) struct Engine {
    pub(crate) spec: EngineSpec,
    pub(super) program: Program,
    pub(super) form: GameForm,
    /// Whether it answers `ABOUT`.
    pub(super) answers_about: bool,
}
