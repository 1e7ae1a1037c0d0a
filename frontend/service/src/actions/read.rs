//! One game of a file, with its variations.

use std::collections::BTreeMap;

use engine::{Game, Rules};
use records::{About, Budget, Claim, Encoding, Entry, Exceeded, Replayed, Size, Tree, as_fields};
use serde::Serialize;

use crate::action::Act;
use crate::code::Code;
use crate::coded::Coded;
use crate::dispatcher::Dispatcher;
use crate::fields::Fields;
use crate::files::{MOST_REMARKS, choice, games_missing, input, remarks, unreadable};
use crate::node::{Ended, Node};
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::GAME;
use crate::task::{Call, Task};
use crate::tree::nodes;
use crate::worker::Worker;

/// Reads one game of a file.
pub(crate) struct Read {
    fields: Fields,
}

/// One game of a file, and a list of its games.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "RecordRead"))]
pub(crate) struct ReadAnswer {
    /// The number of games in the file.
    games: usize,
    /// The number of this game, counted from 1.
    number: usize,
    /// The first 1000 games in short.
    list: Vec<Listed>,
    rules: &'static str,
    /// The rules in TOML, if the game is not one of the named games.
    rules_text: Option<String>,
    #[cfg_attr(test, schemars(with = "crate::schema::parts::Size"))]
    size: Size,
    length: usize,
    /// The flags that differ from their usual values.
    flags: BTreeMap<&'static str, &'static str>,
    /// The position with which the game begins; null for the empty board.
    position: Option<String>,
    #[cfg_attr(test, schemars(with = "crate::schema::parts::About"))]
    about: About,
    /// How the game ended, if not by the rules.
    result: Option<Ended>,
    /// The result in words, as SGF has it: `B+R`, `W+`, `Void`.
    #[serde(skip_serializing_if = "String::is_empty")]
    result_text: String,
    /// The moves with their variations, as in the action `write`.
    tree: Vec<Node>,
    /// Parts of the record that cannot be read, at most 20.
    errors: Vec<String>,
    /// The same for programs, in the same order.
    error_codes: Vec<Coded>,
    /// Guesses and corrections of the reader, at most 20.
    remarks: Vec<String>,
    /// The same for programs, in the same order.
    remark_codes: Vec<Coded>,
    /// The result that the record gives, if the board shows another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    contradiction: Option<String>,
    /// The character set of the file, if it is not UTF-8.
    #[cfg_attr(test, schemars(with = "String"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<Encoding>,
}

/// A game in a list.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Listed {
    /// The name of the player of Black.
    x: String,
    /// The name of the player of White.
    o: String,
    date: String,
    plies: usize,
}

/// The bytes of the shortest node: `{"parent":0,"move":"a1"},`.
const SHORTEST: usize = 26;

/// The most games in the list.
const LISTED: usize = 1000;

impl Act for Read {
    const NAME: &'static str = "read";
    const ABOUT: &'static str = "one game of a record with its variations";
    const FIELDS: &'static [&'static [&'static str]] =
        &[GAME, &["from", "text", "data", "encoding", "columns", "stones", "number", "priority"]];
    type Answer = ReadAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        Self::queue(dispatcher, query, |fields| Self { fields });
        Ok(())
    }
}

impl Task for Read {
    #[inline(never)]
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let file = File::open(&self.fields, &call.budget)?;
        call.answer_unless_ended(worker.sink(), file.answer(&call.budget)?)
    }
}

/// A file with the chosen game.
struct File {
    /// The number of its games.
    games: usize,
    number: usize,
    list: Vec<Listed>,
    entry: Entry,
}

impl File {
    /// Reads the whole file.
    fn open(fields: &Fields, budget: &Budget) -> Result<Self, Wrong> {
        let from = fields
            .from
            .ok_or_else(|| Wrong::new("from", Code::Missing.says("the format of the records is missing")))?;
        let number = fields.number.map_or(1, |number| usize::from(number.get()));
        let found = from.read(input(fields, budget)?, &choice(fields, budget)?);
        let (mut games, mut list, mut chosen) = (0, Vec::new(), None);
        for game in found.map_err(|error| Wrong::new("rules", error))? {
            budget.check()?;
            games += 1;
            if list.len() < LISTED {
                list.push(game.as_ref().map_or_else(|_| Listed::unreadable(), Listed::of));
            }
            if games == number {
                chosen = Some(game.map_err(unreadable)?);
            }
        }
        let entry = chosen.ok_or_else(|| match games {
            0 => games_missing(),
            _ => {
                let problem = Code::NoSuchGame.says(format!("the file has {games} games"));
                Wrong::new("number", problem.with("games", games))
            }
        })?;
        Ok(Self { games, number, list, entry })
    }

    fn answer(self, budget: &Budget) -> Result<ReadAnswer, Exceeded> {
        let Self { games, number, list, entry } = self;
        let mut errors: Vec<(String, Coded)> = Vec::new();
        errors.extend(entry.damage.iter().take(MOST_REMARKS).map(|damage| (as_fields(&damage.reason), damage.into())));
        // A node has its parent and its move at least.
        budget.output(entry.tree.as_ref().map_or(0, Tree::len) * SHORTEST)?;
        let replayed = Replayed::within(&entry, budget)?;
        let tree = legal(&entry, &replayed, &mut errors, budget)?;
        errors.truncate(MOST_REMARKS);
        let (errors, error_codes) = errors.into_iter().unzip();
        let game = entry.game;
        Ok(ReadAnswer {
            games,
            number,
            list,
            rules: game.rules().name,
            rules_text: variants::line(game.rules()),
            size: Size::of(game.grid()),
            length: game.length(),
            flags: flags(game),
            position: entry.setup.as_ref().map(|setup| setup.display(game.grid()).to_string()),
            about: entry.about.clone(),
            result: entry.result.and_then(Claim::outcome).map(Ended::of),
            result_text: entry.stated_result(),
            tree: nodes(game, &tree, budget)?,
            errors,
            error_codes,
            remarks: remarks(&replayed.remarks).take(MOST_REMARKS).collect(),
            remark_codes: replayed.remarks.iter().take(MOST_REMARKS).map(Coded::from).collect(),
            contradiction: replayed.contradiction,
            encoding: entry.encoding,
        })
    }
}

impl Listed {
    fn of(entry: &Entry) -> Self {
        let [x, o] = entry.about.players.clone();
        Self { x, o, date: entry.about.date.clone(), plies: entry.moves.len() }
    }

    const fn unreadable() -> Self {
        Self { x: String::new(), o: String::new(), date: String::new(), plies: 0 }
    }
}

/// The moves of a record that the rules allow. Adds the refused ones to `errors`.
fn legal(
    entry: &Entry,
    replayed: &Replayed,
    errors: &mut Vec<(String, Coded)>,
    budget: &Budget,
) -> Result<Tree, Exceeded> {
    let mut tree = entry.whole();
    if let Some(error) = &replayed.error {
        errors.push((as_fields(&error.to_string()), error.into()));
        tree.to_mut().cut(replayed.moves.len());
    }
    let (legal, refused) = tree.checked_within(entry.game, entry.setup.as_ref(), budget)?;
    errors.extend(refused.iter().take(MOST_REMARKS).map(|refused| (refused.to_string(), refused.into())));
    Ok(legal)
}

/// The flags of a game that differ from their usual values.
pub(super) fn flags(game: &Game) -> BTreeMap<&'static str, &'static str> {
    let Ok(usual) = Rules::named(game.rules().name) else { return BTreeMap::new() };
    let changed = game.rules().flags().filter(|(flag, value)| flag.get(&usual) != Some(*value));
    let mut flags = BTreeMap::new();
    flags.extend(changed.map(|(flag, value)| (flag.name, value)));
    flags
}
