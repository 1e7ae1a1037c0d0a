//! Lists in queries: moves and plies. Longer lists than allowed take no memory.

use std::fmt;
use std::marker::PhantomData;

use engine::notation::words;
use serde::Deserialize;
use serde::de::{self, Deserializer, SeqAccess, Visitor};

/// The most moves of a game in a query.
pub(crate) const MOST_MOVES: usize = 4096;

/// Reads a list of at most `most` items; a longer list takes no memory.
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

/// A list of at most `most` items, which are `what`; `error` says what a longer one has too many of.
pub(super) fn list<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
    most: usize,
    what: &'static str,
    error: &'static str,
) -> Result<Vec<T>, D::Error> {
    struct List<T> {
        most: usize,
        what: &'static str,
        error: &'static str,
        items: PhantomData<T>,
    }

    impl<'de, T: Deserialize<'de>> Visitor<'de> for List<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.what)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Vec<T>, A::Error> {
            bounded(items, self.most, self.error)
        }
    }

    deserializer.deserialize_seq(List { most, what, error, items: PhantomData })
}

/// Moves: a list, or a text with blanks between the moves or without.
#[derive(Clone, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(untagged))]
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

/// Positions of a game, by the number of moves before them.
#[derive(Clone, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(untagged))]
pub(crate) enum Plies {
    List(#[cfg_attr(test, schemars(length(min = 1)))] Vec<usize>),
    #[cfg_attr(test, schemars(with = "crate::schema::parts::All"))]
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
