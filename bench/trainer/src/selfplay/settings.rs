//! The options of a run.

use std::path::PathBuf;

use records::Shard;

use crate::selfplay::play::Play;

/// The games to play, and the limits of the run.
#[derive(clap::Args)]
pub(crate) struct Settings {
    /// The folder of the files: GAME-I-of-N.games for each game
    pub(super) folder: PathBuf,

    /// The games [default: all]
    pub(super) games: Vec<String>,

    /// Positions of each game that its file is to hold, those of earlier runs included [default: no end]
    #[arg(long)]
    pub(super) positions: Option<u64>,

    /// Minutes after which the run ends [default: no end]
    #[arg(long)]
    pub(super) minutes: Option<f64>,

    /// Threads; each plays one game at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) threads: u16,

    /// The part of all games that is played here, as I/N: so that several processes or machines share the work
    #[arg(long, default_value_t = Shard::ALL)]
    pub(super) shard: Shard,

    #[command(flatten)]
    pub(super) play: Play,
}
