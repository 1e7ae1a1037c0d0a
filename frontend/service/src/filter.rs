//! Filters of games of a library in queries.

use std::fmt::Display;
use std::str::FromStr;

use engine::Color;
use library::{Ending, days};
use serde::de::{self, Deserialize, Deserializer};

use crate::refusal::Wrong;

/// Games by their headers; without any field, all.
#[derive(serde::Deserialize, Default, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Filter {
    /// A player: the name in any case, with `*` for any text.
    #[cfg_attr(test, schemars(length(max = 200)))]
    #[serde(deserialize_with = "name")]
    player: Option<String>,
    /// The colour that this player has.
    #[cfg_attr(test, schemars(with = "Option<crate::schema::parts::Side>"))]
    color: Option<Side>,
    /// The lowest mean rating of both players.
    min_rating: Option<u16>,
    /// The highest mean rating of both players.
    max_rating: Option<u16>,
    /// The first day, as 2006, 2006-08 or 2006-08-06.
    #[cfg_attr(test, schemars(with = "String"))]
    #[serde(deserialize_with = "first_day")]
    since: Option<u32>,
    /// The last day, as 2006, 2006-08 or 2006-08-06.
    #[cfg_attr(test, schemars(with = "String"))]
    #[serde(deserialize_with = "last_day")]
    until: Option<u32>,
    /// An event: the name in any case, with `*` for any text.
    #[cfg_attr(test, schemars(length(max = 200)))]
    #[serde(deserialize_with = "name")]
    event: Option<String>,
    /// The result by the rules, else that of the record.
    result: Option<GameResult>,
    /// The least number of moves.
    min_plies: Option<usize>,
    /// The greatest number of moves.
    max_plies: Option<usize>,
    /// Only games whose record gives another result than the board.
    contradicted: bool,
}

/// A side: x is Black, o is White.
#[derive(serde::Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
enum Side {
    X,
    O,
}

/// A result of a game.
#[derive(serde::Deserialize, Clone, Copy, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum GameResult {
    X,
    O,
    Draw,
    Unknown,
}

/// The most characters of a name.
const LONGEST: usize = 200;

impl Filter {
    /// The filter of the library.
    ///
    /// # Errors
    /// There is a colour without a player.
    pub(crate) fn parse(&self) -> Result<library::Filter, Wrong> {
        if self.color.is_some() && self.player.is_none() {
            return Err(Wrong::missing("filter.player"));
        }
        let mut filter = library::Filter::default();
        filter.player.clone_from(&self.player);
        filter.color = self.color.map(|side| match side {
            Side::X => Color::Black,
            Side::O => Color::White,
        });
        filter.rating = [self.min_rating, self.max_rating];
        filter.days = [self.since, self.until];
        filter.event.clone_from(&self.event);
        filter.ending = self.result.map(|result| match result {
            GameResult::X => Some(Ending::Won(Color::Black)),
            GameResult::O => Some(Ending::Won(Color::White)),
            GameResult::Draw => Some(Ending::Drawn),
            GameResult::Unknown => None,
        });
        filter.plies = [self.min_plies, self.max_plies];
        filter.contradicted = self.contradicted;
        Ok(filter)
    }
}

/// Reads a text by `parse`.
fn parsed<'de, D: Deserializer<'de>, T, E: Display>(
    deserializer: D,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> Result<Option<T>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| parse(&text)).transpose().map_err(de::Error::custom)
}

fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    parsed(deserializer, |text| match text.chars().nth(LONGEST) {
        None => Ok(text.to_owned()),
        Some(_) => Err(format!("a name has at most {LONGEST} characters")),
    })
}

/// The first and the last day of a text.
fn bounds(text: &str) -> Result<(u32, u32), &'static str> {
    days(text).ok_or("this is no date, one is 2006, 2006-08 or 2006-08-06")
}

fn first_day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    parsed(deserializer, |text| bounds(text).map(|(first, _)| first))
}

fn last_day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    parsed(deserializer, |text| bounds(text).map(|(_, last)| last))
}

/// Reads a pattern.
pub(crate) fn pattern<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<library::Pattern>, D::Error> {
    parsed(deserializer, library::Pattern::from_str)
}
