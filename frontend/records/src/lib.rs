//! Games as files: records before any rule is applied, and their replay by the rules.
//!
//! Each format is a module with a [`RecordFormat`]; [`FORMATS`] lists them, and [`Format`] selects one. A [`Choice`] names
//! the game where a record leaves it open. An [`Entry`] is a game as its record gives it; a [`Replayed`] is the same game
//! replayed by the rules.
//!
//! # Examples
//! ```
//! use ninuki_records::{Choice, Format, Replayed};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let text = b"(;FF[4]GM[4]SZ[15];B[hh];W[gg])".to_vec();
//!     let choice = Choice { rules: Some("freestyle".to_owned()), ..Choice::default() };
//!     for entry in Format::SGF.read(text, &choice)? {
//!         let game = Replayed::from(entry?);
//!         assert_eq!((game.moves.len(), game.error), (2, None));
//!     }
//!     Ok(())
//! }
//! ```
//!
//! # Features
//! `databases` (default): RenjuNet's XML and the databases of Yixin and Rapfi; without it, those formats are refused, and
//! checksums of journals are not compared.
//! `encodings` (default): all character sets of the Encoding Standard and a guess where a file names none; without it, the sets
//! are UTF-8, UTF-16 and windows-1252.
//! `own-games` (default): records with custom rules; without it, they are refused.
//! `serde`: the same feature of the crate `ninuki-engine`.

mod budget;
mod capacity;
mod change;
pub mod checksum;
mod choice;
mod claim;
mod column;
mod date;
mod db;
mod decode;
mod differences;
mod encoding;
mod entry;
mod error;
pub mod files;
mod format;
mod formats;
mod jsonl;
mod list;
pub mod offset;
pub mod pgn;
mod play;
pub mod pos;
mod prepared;
pub mod psq;
mod read;
mod rec;
mod refused;
mod renlib;
mod replayed;
mod rif;
pub mod sgf;
mod shard;
mod size;
mod started;
mod state;
mod stones;
pub mod tree;
pub mod txt;
pub mod varint;
mod verdict;
mod word;
mod word_error;
mod written;

pub use budget::{Budget, BudgetError, Exceeded, Limits, Meter, Quota, Share};
pub use capacity::{Boards, CapacityError};
pub use change::Change;
pub use choice::{Choice, ChoiceError, as_fields};
pub use claim::{Claim, How};
pub use date::date;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use date::today;
pub use differences::Differences;
pub use encoding::{Encoding, EncodingError};
pub use entry::{About, Damage, Entries, Entry, Remark, RemarkKind, Unreadable};
pub use error::Error;
pub use format::{Content, Kind, Part, Profile, RecordFormat};
pub use formats::{FORMATS, Format, FormatError};
pub use play::{PlayError, play};
pub use read::{name_of, read, read_as};
pub use refused::Refused;
pub use replayed::{Finished, JsonError, JsonOutcome, Replayed, Summary};
pub use shard::{Shard, ShardError};
pub use size::{Size, SizeError};
pub use state::{about, captured, forbidden, last_move, state, summary};
pub use tree::Tree;
pub use word_error::WordError;
pub use written::Written;
