//! Records with their variations, as lists of nodes.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use engine::notation::move_text;
use engine::{Color, Game, Outcome, Reason, Rules};
use records::tree::{Quality, ROOT};
use records::{About, Budget, Change, Claim, Encoding, Entry, Exceeded, Format, Kind, Replayed, Size, Tree};
use serde::{Deserialize, Serialize};

use crate::actions::{choice, input, unreadable};
use crate::answer::ConvertAnswer;
use crate::fields::Fields;
use crate::refusal::Wrong;
use crate::start::Start;

/// A move and what is said of the position after it. The first node is the root, which has neither parent nor move.
#[derive(Serialize, Deserialize, Clone, Default, Debug)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Node {
    /// The index of the node before, which comes earlier in the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    /// `??`, `?`, `?!`, `!?`, `!` or `!!`.
    #[serde(skip_serializing_if = "Option::is_none")]
    quality: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    marked: bool,
    /// Points with texts on them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<(String, String)>,
    /// Instead of a move, points with the stones that they have from there on: `x`, `o`, or null for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    set_up: Option<Vec<(String, Option<char>)>>,
    /// The side to move after that, `x` or `o`.
    #[serde(skip_serializing_if = "Option::is_none")]
    to_move: Option<char>,
}

/// How a game ended that the rules do not end: as `position` tells of an outcome.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ended {
    /// `x` or `o`; null for a draw.
    winner: Option<char>,
    /// `resigned`, `time` or `agreed`.
    reason: String,
}

impl Ended {
    fn of(Outcome { winner, reason }: Outcome) -> Self {
        Self { winner: winner.map(Color::symbol), reason: reason.to_string() }
    }

    fn claim(&self) -> Result<Claim, Wrong> {
        let known =
            "known are a winner x or o who won as the other one \"resigned\" or by \"time\", or none and \"agreed\"";
        let winner = self.winner.map(|symbol| Color::ALL.into_iter().find(|color| color.symbol() == symbol));
        let reason =
            [Reason::Resigned, Reason::Time, Reason::Agreed].into_iter().find(|it| it.to_string() == self.reason);
        match (winner, reason) {
            (Some(Some(winner)), Some(reason @ (Reason::Resigned | Reason::Time))) => {
                Ok(Claim::from(Outcome { winner: Some(winner), reason }))
            }
            (None, Some(reason @ Reason::Agreed)) => Ok(Claim::from(Outcome { winner: None, reason })),
            _ => Err(Wrong::new("result", known)),
        }
    }
}

/// A game of a file, and which others it holds.
#[derive(Serialize)]
pub(crate) struct ReadAnswer {
    /// The number of games in the file, and which of them this is, counted from 1.
    games: usize,
    number: usize,
    /// The first games in short.
    list: Vec<Listed>,
    rules: &'static str,
    rules_text: Option<String>,
    size: Size,
    length: usize,
    /// The flags that are not as usual.
    flags: BTreeMap<&'static str, &'static str>,
    position: Option<String>,
    about: About,
    /// How it ended, where the rules do not say.
    result: Option<Ended>,
    tree: Vec<Node>,
    /// What could not be read, at most 20 of it.
    errors: Vec<String>,
    /// Guesses and corrections made in reading, at most 20.
    remarks: Vec<String>,
    /// The result as the record has it, if the board shows another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    contradiction: Option<String>,
    /// The character set of the file, if it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<Encoding>,
}

/// A game in a list.
#[derive(Serialize)]
struct Listed {
    x: String,
    o: String,
    date: String,
    plies: usize,
}

/// The shortest node as it is written: `{"parent":0,"move":"a1"},`.
const SHORTEST: usize = 26;

/// So many games are listed, and so many errors told.
const LISTED: usize = 1000;
pub(crate) const TOLD: usize = 20;

/// Reads one game of a file.
#[inline(never)]
pub(crate) fn read(fields: &Fields, budget: &Budget) -> Result<ReadAnswer, Wrong> {
    let from = fields.from.ok_or_else(|| Wrong::new("from", "the format of the records is missing"))?;
    let number = fields.number.map_or(1, |number| usize::from(number.get()));
    let games = from.read(input(fields, budget)?, &choice(fields, budget)?);
    let games = games.map_err(|error| Wrong::new("rules", error))?;
    let (mut count, mut list, mut found) = (0, Vec::new(), None);
    for game in games {
        budget.check()?;
        count += 1;
        if list.len() < LISTED {
            list.push(game.as_ref().map_or_else(|_| Listed::unreadable(), Listed::of));
        }
        if count == number {
            found = Some(game.map_err(|error| unreadable(&error))?);
        }
    }
    let entry = found.ok_or_else(|| match count {
        0 => Wrong::new("text", "it holds no game"),
        _ => Wrong::new("number", format!("the file has {count} games")),
    })?;
    let mut errors: Vec<String> = entry.damage.iter().map(|damage| damage.reason.clone()).collect();
    // A node has its parent and its move at least.
    budget.output(entry.tree.as_ref().map_or(0, Tree::len) * SHORTEST)?;
    let replayed = Replayed::of(&entry);
    let tree = legal(&entry, &replayed, &mut errors, budget)?;
    errors.truncate(TOLD);
    let mut remarks: Vec<String> = replayed.remarks.iter().map(ToString::to_string).collect();
    remarks.truncate(TOLD);
    let game = entry.game;
    Ok(ReadAnswer {
        games: count,
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
        tree: nodes(game, &tree),
        errors,
        remarks,
        contradiction: replayed.contradiction,
        encoding: entry.encoding,
    })
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

/// The moves of a record that the rules allow; what they refuse is added to `errors`.
fn legal(entry: &Entry, replayed: &Replayed, errors: &mut Vec<String>, budget: &Budget) -> Result<Tree, Exceeded> {
    let mut tree = entry.whole();
    if let Some(error) = &replayed.error {
        errors.push(error.to_string());
        tree.to_mut().cut(replayed.moves.len());
    }
    let (legal, refused) = tree.checked_within(entry.game, entry.setup.as_ref(), budget)?;
    errors.extend(refused.iter().take(TOLD).map(ToString::to_string));
    Ok(legal)
}

/// The flags of a game that are otherwise than usual.
fn flags(game: &Game) -> BTreeMap<&'static str, &'static str> {
    let Ok(usual) = Rules::named(game.rules().name) else { return BTreeMap::new() };
    let changed = game.rules().flags().filter(|(flag, value)| flag.get(&usual) != Some(*value));
    let mut flags = BTreeMap::new();
    flags.extend(changed.map(|(flag, value)| (flag.name, value)));
    flags
}

fn nodes(game: &Game, tree: &Tree) -> Vec<Node> {
    let grid = game.grid();
    let node = |index: usize| {
        let note = tree.note(index).cloned().unwrap_or_default();
        Node {
            parent: (index != ROOT).then(|| tree.parent(index)),
            mv: tree.mv(index).map(|mv| move_text(grid, mv)),
            comment: note.comment,
            quality: note.quality.map(|quality| quality.mark().to_owned()),
            marked: note.marked,
            labels: note.labels.into_iter().map(|(point, text)| (grid.name(point), text)).collect(),
            set_up: tree.change(index).map(|change| {
                let stone = |&(point, color): &(_, Option<Color>)| (grid.name(point), color.map(Color::symbol));
                change.stones.iter().map(stone).collect()
            }),
            to_move: tree.change(index).and_then(|change| change.to_move).map(Color::symbol),
        }
    };
    (0..tree.len()).map(node).collect()
}

/// Writes a game with its variations.
#[inline(never)]
pub(crate) fn write(fields: &Fields, budget: &Budget) -> Result<ConvertAnswer, Wrong> {
    let to = fields.to.ok_or_else(|| Wrong::new("to", "the format that is wanted is missing"))?;
    let start = Start::of(fields, budget)?;
    let mut tree = built(&start, &fields.tree, budget)?;
    if fields.main_line {
        tree = tree.main_line();
    }
    let mut entry = start.entry();
    entry.about = fields.about.clone();
    entry.moves = tree.written(start.game, 0).collect();
    entry.changes = tree.changes();
    let replayed = Replayed::of(&entry);
    let asked = fields.result.as_ref().map(Ended::claim).transpose()?;
    entry.result = replayed.outcome().map(Claim::from).or(asked);
    entry.tree = Some(tree).filter(|_| to.has_trees() || !fields.main_line);
    to.check_in(&entry, fields.to_encoding).map_err(|reason| Wrong::new("to", reason))?;
    written(to, &[entry], fields.to_encoding, budget)
}

/// The tree that the nodes make.
fn built(start: &Start, nodes: &[Node], budget: &Budget) -> Result<Tree, Wrong> {
    let wrong =
        |index: usize, field: &str, why: &dyn ToString| Wrong::new(&format!("tree[{index}].{field}"), why.to_string());
    let grid = start.game.grid();
    let mut tree = Tree::new();
    for (index, node) in nodes.iter().enumerate() {
        if index != ROOT {
            let parent = node.parent.filter(|&parent| parent < index);
            let parent = parent.ok_or_else(|| wrong(index, "parent", &"the node before comes earlier in the list"))?;
            if let Some(stones) = &node.set_up {
                let change = change(start, stones, node.to_move).map_err(|why| wrong(index, "set_up", &why))?;
                tree.set_up(parent, change, None);
            } else {
                let text = node.mv.as_deref().unwrap_or_default();
                let mv = start.game.parse_move(text).map_err(|error| wrong(index, "move", &error))?;
                tree.add(parent, mv, None, None);
            }
        }
        let quality = node.quality.as_deref().map(|mark| {
            let found = Quality::ALL.into_iter().find(|quality| quality.mark() == mark);
            found.ok_or_else(|| wrong(index, "quality", &"marks are ??, ?, ?!, !?, !, !!"))
        });
        let note = tree.note_mut(index);
        note.say(&node.comment);
        (note.quality, note.marked) = (quality.transpose()?, node.marked);
        for (name, text) in &node.labels {
            let point = grid.parse(name).ok_or_else(|| wrong(index, "labels", &"no point of this board"))?;
            note.label(point, text);
        }
    }
    let (legal, refused) = tree.checked_within(start.game, start.setup.as_ref(), budget)?;
    match refused.first() {
        Some(refused) => Err(Wrong::new("tree", refused)),
        None => Ok(legal),
    }
}

/// The set-up that points with stones and the side to move make.
fn change(start: &Start, stones: &[(String, Option<char>)], to_move: Option<char>) -> Result<Change, &'static str> {
    let color = |symbol: char| Color::ALL.into_iter().find(|color| color.symbol() == symbol);
    let color = |symbol: Option<char>| symbol.map(|symbol| color(symbol).ok_or("sides are x and o")).transpose();
    let stone = |(name, symbol): &(String, Option<char>)| {
        let point = start.game.grid().parse(name).ok_or("no point of this board")?;
        Ok((point, color(*symbol)?))
    };
    let stones = stones.iter().map(stone).collect::<Result<_, &'static str>>()?;
    Ok(Change { stones, to_move: color(to_move)? })
}

/// Records as a file has them: as text, or in base64.
pub(crate) fn written(
    to: Format,
    entries: &[Entry],
    encoding: Option<Encoding>,
    budget: &Budget,
) -> Result<ConvertAnswer, Wrong> {
    let is_utf8 = encoding.is_none_or(|encoding| encoding == Encoding::UTF_8);
    let (text, data) = match String::from_utf8(to.write_within(entries, encoding, budget)?) {
        Ok(text) if to.profile().kind != Kind::Binary && is_utf8 => (Some(text), None),
        Ok(text) => (None, Some(BASE64_STANDARD.encode(text))),
        Err(bytes) => (None, Some(BASE64_STANDARD.encode(bytes.into_bytes()))),
    };
    Ok(ConvertAnswer { games: entries.len(), text, data, remarks: Vec::new() })
}
