//! The fields of a query as they are written.

use std::collections::BTreeMap;
use std::num::{NonZeroU16, NonZeroU32, NonZeroU64, NonZeroUsize};

use engine::notation::words;
use records::{About, Encoding, Format, Size};
use serde::Deserialize;
use serde_json::Value;

use crate::picture::Kind;
use crate::trees::{Ended, Node};

/// All fields of all queries but `id` and `action`; [`Action`](crate::query::Action) tells which it has.
#[derive(Deserialize, Default, Debug)]
#[serde(default)]
pub(crate) struct Fields {
    pub(crate) rules: Option<String>,
    pub(crate) rules_text: Option<String>,
    pub(crate) size: Option<Size>,
    pub(crate) length: Option<usize>,
    pub(crate) flags: BTreeMap<String, Flag>,
    pub(crate) position: Option<String>,
    pub(crate) moves: Moves,
    pub(crate) plies: Option<Plies>,
    pub(crate) nodes: Option<NonZeroU64>,
    pub(crate) time: Option<NonZeroU64>,
    pub(crate) depth: Option<NonZeroU32>,
    pub(crate) lines: Option<NonZeroUsize>,
    pub(crate) only: Moves,
    pub(crate) except: Moves,
    pub(crate) priority: i32,
    pub(crate) report_every: Option<u64>,
    pub(crate) own_table: bool,
    pub(crate) terminate_id: Option<Value>,
    pub(crate) certificate: Option<String>,
    pub(crate) shortest: bool,
    pub(crate) bias: i32,
    pub(crate) from: Option<Format>,
    pub(crate) to: Option<Format>,
    pub(crate) text: Option<String>,
    pub(crate) data: Option<String>,
    /// The character set of the records, and of those that are written.
    pub(crate) encoding: Option<Encoding>,
    pub(crate) to_encoding: Option<Encoding>,
    pub(crate) number: Option<NonZeroU16>,
    pub(crate) tree: Vec<Node>,
    pub(crate) about: About,
    pub(crate) result: Option<Ended>,
    pub(crate) main_line: bool,
    pub(crate) kind: Kind,
    pub(crate) width: Option<u32>,
    pub(crate) numbers: Option<NonZeroUsize>,
    pub(crate) opening_rule: Option<String>,
    pub(crate) answers: Moves,
    /// Whether the engine decides, too; it does if this is missing.
    pub(crate) decide: Option<bool>,
    pub(crate) delay: Option<u32>,
    pub(crate) level: Option<u8>,
    pub(crate) seed: u64,
}

/// The value of a flag of the rules.
#[derive(Deserialize, Clone, Debug)]
#[serde(untagged, expecting = "true, false or a word")]
pub(crate) enum Flag {
    Switch(bool),
    Word(String),
}

impl Flag {
    /// The value as the rules read it.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Switch(switch) => switch.to_string(),
            Self::Word(word) => word.clone(),
        }
    }
}

/// Moves: a list, or one text with blanks between them or without a gap.
#[derive(Deserialize, Clone, Debug)]
#[serde(untagged, expecting = "a list of moves, or a text with blanks between them")]
pub(crate) enum Moves {
    List(Vec<String>),
    Text(String),
}

impl Default for Moves {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl Moves {
    /// The moves, each as a text.
    pub(crate) fn words(&self) -> Vec<&str> {
        match self {
            Self::List(list) => list.iter().map(String::as_str).collect(),
            Self::Text(text) => words(text).collect(),
        }
    }
}

/// The positions of a game, by the number of moves before them.
#[derive(Deserialize, Clone, Debug)]
#[serde(untagged, expecting = "a list of numbers of moves, or \"all\"")]
pub(crate) enum Plies {
    List(Vec<usize>),
    Named(AllPlies),
}

/// The word for all of them.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AllPlies {
    All,
}
