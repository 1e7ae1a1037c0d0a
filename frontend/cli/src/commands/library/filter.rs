//! Options that choose games by their headers.

use engine::Color;
use library::{Ending, Filter, days};

use crate::values::{ValueError, one_of, whole};

/// A result; `None` is one that is not known.
#[derive(Clone, Copy, Debug)]
struct Outcome(Option<Ending>);

/// Results that can be asked for.
const RESULTS: [(Outcome, &str, &str); 4] = [
    (Outcome(Some(Ending::Won(Color::Black))), "x", "Black has won"),
    (Outcome(Some(Ending::Won(Color::White))), "o", "White has won"),
    (Outcome(Some(Ending::Drawn)), "draw", "A draw"),
    (Outcome(None), "unknown", "Neither the board nor the record shows a result"),
];

/// Which games are taken.
#[derive(clap::Args, Clone, Debug, Default)]
pub(super) struct FilterArgs {
    /// Games of a player: the name in any case, * for any text
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// The colour that the player has: x or o
    #[arg(long, value_name = "COLOUR", requires = "player")]
    color: Option<Color>,

    /// The lowest mean rating of the players
    #[arg(long, value_name = "N", value_parser = whole::<u16>)]
    min_rating: Option<u16>,

    /// The highest mean rating of the players
    #[arg(long, value_name = "N", value_parser = whole::<u16>)]
    max_rating: Option<u16>,

    /// The first day, as 2006, 2006-08 or 2006-08-06
    #[arg(long, value_name = "DATE", value_parser = first_day)]
    since: Option<u32>,

    /// The last day
    #[arg(long, value_name = "DATE", value_parser = last_day)]
    until: Option<u32>,

    /// Games of an event: the name in any case, * for any text
    #[arg(long, value_name = "NAME")]
    event: Option<String>,

    /// How the game ended
    #[arg(long, value_name = "RESULT", value_parser = one_of(&RESULTS))]
    result: Option<Outcome>,

    /// The least number of moves
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    min_plies: Option<usize>,

    /// The greatest number of moves
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    max_plies: Option<usize>,

    /// Games whose record gives another result than the board
    #[arg(long)]
    contradicted: bool,
}

impl FilterArgs {
    /// Returns the filter of these options.
    pub(super) fn filter(&self) -> Filter {
        let mut filter = Filter::default();
        filter.player.clone_from(&self.player);
        filter.color = self.color;
        filter.rating = [self.min_rating, self.max_rating];
        filter.days = [self.since, self.until];
        filter.event.clone_from(&self.event);
        filter.ending = self.result.map(|Outcome(ending)| ending);
        filter.plies = [self.min_plies, self.max_plies];
        filter.contradicted = self.contradicted;
        filter
    }
}

fn first_day(text: &str) -> Result<u32, ValueError> {
    days(text).map(|(first, _)| first).ok_or(ValueError::Date)
}

fn last_day(text: &str) -> Result<u32, ValueError> {
    days(text).map(|(_, last)| last).ok_or(ValueError::Date)
}
