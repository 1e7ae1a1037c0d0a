//! Games with variations as lists of nodes.

use engine::notation::move_text;
use engine::{Color, Game, Outcome, Reason};
use records::tree::{Note, Quality, ROOT};
use records::{Budget, Change, Claim, Tree};
use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::problem::Problem;
use crate::refusal::Wrong;
use crate::start::{Start, parse_move};

/// A move and notes on the position after it. The first node is the root, which has neither parent nor move.
#[derive(Serialize, Deserialize, Clone, Default, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Node {
    /// The index of the node before, which comes earlier in the list.
    #[cfg_attr(test, schemars(with = "usize"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    #[cfg_attr(test, schemars(with = "String"))]
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    /// The mark of the move.
    #[cfg_attr(test, schemars(schema_with = "crate::schema::quality"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    quality: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    marked: bool,
    /// Points with texts on them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<(String, String)>,
    /// In place of a move, points with the stones that they have from there on: `x`, `o`, or null for none.
    #[cfg_attr(test, schemars(with = "Vec<(String, Option<crate::schema::Side>)>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    set_up: Option<Vec<(String, Option<char>)>>,
    /// The side to move after `set_up`.
    #[cfg_attr(test, schemars(with = "crate::schema::Side"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    to_move: Option<char>,
}

/// The result of a game that did not end by the rules.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Result"))]
#[serde(deny_unknown_fields)]
pub(crate) struct Ended {
    /// The winner; null for a draw.
    #[cfg_attr(test, schemars(schema_with = "crate::schema::winner"))]
    winner: Option<char>,
    /// Why the game is over.
    #[cfg_attr(test, schemars(schema_with = "crate::schema::claim"))]
    reason: String,
}

impl Ended {
    /// The result of a game.
    pub(crate) fn of(Outcome { winner, reason }: Outcome) -> Self {
        Self { winner: winner.map(Color::symbol), reason: reason.to_string() }
    }

    /// The result that a record claims.
    ///
    /// # Errors
    /// Winner and reason do not match.
    pub(crate) fn claim(&self) -> Result<Claim, Wrong> {
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
            _ => Err(Wrong::new("result", Code::Result.says(known))),
        }
    }
}

/// The nodes of a tree.
pub(crate) fn nodes(game: &Game, tree: &Tree) -> Vec<Node> {
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

/// The tree of a list of nodes.
///
/// # Errors
/// A field of a node is wrong, or the rules refuse a move.
pub(crate) fn built(start: &Start, nodes: &[Node], budget: &Budget) -> Result<Tree, Wrong> {
    let mut tree = Tree::new();
    for (index, node) in nodes.iter().enumerate() {
        let wrong = |(field, problem): Flaw| Wrong::new(&format!("tree[{index}].{field}"), problem);
        if index != ROOT {
            node.attach(start, &mut tree, index).map_err(wrong)?;
        }
        node.write(start, tree.note_mut(index)).map_err(wrong)?;
    }
    let (legal, refused) = tree.checked_within(start.game(), start.setup(), budget)?;
    match refused.first() {
        Some(refused) => Err(Wrong::new("tree", Code::IllegalTree.says(refused))),
        None => Ok(legal),
    }
}

/// A field of a node and its error.
type Flaw = (&'static str, Problem);

impl Node {
    /// Adds the node to a tree.
    fn attach(&self, start: &Start, tree: &mut Tree, index: usize) -> Result<(), Flaw> {
        let parent = self.parent.filter(|&parent| parent < index);
        let late = || ("parent", Code::NodeParent.says("the node before comes earlier in the list"));
        let parent = parent.ok_or_else(late)?;
        if let Some(stones) = &self.set_up {
            let change = change(start, stones, self.to_move).map_err(|problem| ("set_up", problem))?;
            tree.set_up(parent, change, None);
        } else {
            let text = self.mv.as_deref().unwrap_or_default();
            let mv = parse_move(start.game(), text).map_err(|problem| ("move", problem))?;
            tree.add(parent, mv, None, None);
        }
        Ok(())
    }

    /// Writes comment, marks and labels.
    fn write(&self, start: &Start, note: &mut Note) -> Result<(), Flaw> {
        let quality = self.quality.as_deref().map(|mark| {
            let found = Quality::ALL.into_iter().find(|quality| quality.mark() == mark);
            found.ok_or_else(|| ("quality", Code::NodeQuality.says("marks are ??, ?, ?!, !?, !, !!")))
        });
        note.say(&self.comment);
        (note.quality, note.marked) = (quality.transpose()?, self.marked);
        for (name, text) in &self.labels {
            let point = start.game().grid().parse(name).ok_or_else(|| ("labels", no_point(name)))?;
            note.label(point, text);
        }
        Ok(())
    }
}

fn no_point(name: &str) -> Problem {
    Code::NoPoint.says("no point of this board").with("text", name)
}

/// The set-up of points with stones and the side to move.
fn change(start: &Start, stones: &[(String, Option<char>)], to_move: Option<char>) -> Result<Change, Problem> {
    let color = |symbol: char| Color::ALL.into_iter().find(|color| color.symbol() == symbol);
    let no_side = || Code::NoSide.says("sides are x and o");
    let color = |symbol: Option<char>| symbol.map(|symbol| color(symbol).ok_or_else(no_side)).transpose();
    let stone = |(name, symbol): &(String, Option<char>)| {
        let point = start.game().grid().parse(name).ok_or_else(|| no_point(name))?;
        Ok((point, color(*symbol)?))
    };
    let stones = stones.iter().map(stone).collect::<Result<_, Problem>>()?;
    Ok(Change { stones, to_move: color(to_move)? })
}
