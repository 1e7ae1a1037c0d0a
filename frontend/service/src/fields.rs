//! The fields of a query as they are written.

use std::collections::BTreeMap;
use std::fmt;
use std::num::{NonZeroU16, NonZeroU32, NonZeroU64, NonZeroUsize};

use engine::notation::words;
use records::{About, Encoding, Format, Size};
use serde::Deserialize;
use serde::de::{self, Deserializer, SeqAccess, Visitor};

use crate::picture::Kind;
use crate::trees::{Ended, Node};

/// All fields of all queries but `id` and `action`; [`Action`](crate::query::Action) tells which it has.
#[derive(Deserialize, Default, Debug)]
#[serde(default)]
pub(crate) struct Fields {
    pub(crate) rules: Option<String>,
    #[serde(alias = "rulesText")]
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
    #[serde(alias = "reportEvery")]
    pub(crate) report_every: Option<u64>,
    #[serde(alias = "ownTable")]
    pub(crate) own_table: bool,
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
    #[serde(deserialize_with = "nodes")]
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

/// The most moves of a game, and positions of it, that a query names.
pub(crate) const MOST_MOVES: usize = 4096;

/// The most nodes of a tree that a query has.
const MOST_NODES: usize = 200_000;

/// A list of at most `most` items, read one after another: a longer one takes no memory.
fn bounded<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(
    mut items: A,
    most: usize,
    what: &str,
) -> Result<Vec<T>, A::Error> {
    let mut list = Vec::new();
    while let Some(item) = items.next_element()? {
        if list.len() == most {
            return Err(de::Error::custom(format_args!("{what} at most {most}")));
        }
        list.push(item);
    }
    Ok(list)
}

/// The nodes of a tree.
fn nodes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Node>, D::Error> {
    struct Nodes;

    impl<'de> Visitor<'de> for Nodes {
        type Value = Vec<Node>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of nodes")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
            bounded(items, MOST_NODES, "too many nodes, a tree has")
        }
    }

    deserializer.deserialize_seq(Nodes)
}

/// Moves: a list, or one text with blanks between them or without a gap.
#[derive(Clone, Debug)]
pub(crate) enum Moves {
    List(Vec<String>),
    Text(String),
}

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = Moves;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of moves, or a text with blanks between them")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Moves, E> {
                Ok(Moves::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Moves, A::Error> {
                bounded(items, MOST_MOVES, "too many moves, a game has").map(Moves::List)
            }
        }

        deserializer.deserialize_any(Either)
    }
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
#[derive(Clone, Debug)]
pub(crate) enum Plies {
    List(Vec<usize>),
    All,
}

impl<'de> Deserialize<'de> for Plies {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = Plies;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of numbers of moves, or \"all\"")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Plies, E> {
                if text == "all" { Ok(Plies::All) } else { Err(E::invalid_value(de::Unexpected::Str(text), &self)) }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Plies, A::Error> {
                bounded(items, MOST_MOVES + 1, "too many positions, a game has").map(Plies::List)
            }
        }

        deserializer.deserialize_any(Either)
    }
}
