//! Fields of records and pictures.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};

use super::lists;
use crate::node::Node;

/// The format of a picture.
#[derive(Deserialize, Clone, Copy, Default, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(serde::Serialize, schemars::JsonSchema), schemars(rename = "PictureKind"))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    #[default]
    Svg,
    Png,
    /// The game, move by move.
    Gif,
}

/// The most nodes of a tree that a query has.
const MOST_NODES: usize = 200_000;

/// The nodes of a tree.
pub(super) fn nodes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Node>, D::Error> {
    struct Nodes;

    impl<'de> Visitor<'de> for Nodes {
        type Value = Vec<Node>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of nodes")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
            lists::bounded(items, MOST_NODES, "too many nodes, a tree has")
        }
    }

    deserializer.deserialize_seq(Nodes)
}
