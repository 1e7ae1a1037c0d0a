//! The grammar of the protocol, for both sides: commands of a manager, replies of an engine.

mod cell;
mod command;
mod command_reader;
mod info;
mod list;
mod parse;
mod parse_error;
mod reply;
mod search_values;
mod words;
mod write;
mod yixin;

pub use cell::{Cell, Owner, Stone};
pub use command::Command;
pub use command_reader::CommandReader;
pub(crate) use command_reader::LONGEST_LINE;
pub use info::Info;
pub use parse_error::ParseError;
pub use reply::Reply;
pub use search_values::SearchValues;
pub use yixin::{BoardCommand, DatabaseQuery};
