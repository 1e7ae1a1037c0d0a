//! Fields of records and pictures.

use serde::Deserialize;
use serde::de::Deserializer;

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
    lists::list(deserializer, MOST_NODES, "a list of nodes", "too many nodes, a tree has")
}
