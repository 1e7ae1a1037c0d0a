//! The first bytes of a file of games.

pub(super) const MAGIC: &[u8; 8] = b"selfplay";
pub(super) const VERSION: u32 = 1;
