//! Games with variations as lists of nodes.

use std::collections::BTreeMap;

use engine::notation::move_text;
use engine::{Color, Game};
use records::tree::{Note, Quality, ROOT};
use records::{Budget, Change, Exceeded, Meter, Tree};

use crate::code::Code;
use crate::node::Node;
use crate::problem::Problem;
use crate::refusal::Wrong;
use crate::start::{Start, parse_move};

/// The nodes of a tree.
///
/// # Errors
/// The budget is exceeded.
pub(crate) fn nodes(game: &Game, tree: &Tree, budget: &Budget) -> Result<Vec<Node>, Exceeded> {
    let grid = game.grid();
    let mut meter = Meter::new(budget);
    let node = |index: usize| {
        let note = tree.note(index).cloned().unwrap_or_default();
        Node {
            parent: (index != ROOT).then(|| tree.parent(index)),
            mv: tree.mv(index).map(|mv| move_text(grid, mv)),
            comment: note.comment,
            quality: note.quality.map(|quality| quality.mark().to_owned()),
            marked: note.marked,
            labels: note.labels.into_iter().map(|(point, text)| (grid.name(point), text)).collect(),
            properties: tree.properties(index),
            set_up: tree.change(index).map(|change| {
                let stone = |&(point, color): &(_, Option<Color>)| (grid.name(point), color.map(Color::symbol));
                change.stones.iter().map(stone).collect()
            }),
            to_move: tree.change(index).and_then(|change| change.to_move).map(Color::symbol),
        }
    };
    (0..tree.len()).map(|index| meter.take(size_of::<Node>()).map(|()| node(index))).collect()
}

/// The tree of a list of nodes.
///
/// # Errors
/// A field of a node is wrong, or the rules refuse a move.
pub(crate) fn built(start: &Start, nodes: &[Node], budget: &Budget) -> Result<Tree, Wrong> {
    let (mut tree, mut meter) = (Tree::new(), Meter::new(budget));
    for (index, node) in nodes.iter().enumerate() {
        meter.take(size_of::<Node>())?;
        let wrong = |(field, problem): Flaw| Wrong::new(&format!("tree[{index}].{field}"), problem);
        if index != ROOT {
            node.attach(start, &mut tree, index).map_err(wrong)?;
        }
        node.write(start, tree.note_mut(index)).map_err(wrong)?;
        tree.set_properties(index, node.checked_properties().map_err(wrong)?);
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
        let misplaced = || ("parent", Code::NodeParent.says("the node before comes earlier in the list"));
        let parent = parent.ok_or_else(misplaced)?;
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

    /// The properties without a meaning here, if SGF can have them.
    fn checked_properties(&self) -> Result<BTreeMap<String, Vec<String>>, Flaw> {
        let is_name = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase());
        let fits = self.properties.iter().all(|(name, values)| is_name(name) && values.iter().all(|it| is_value(it)));
        let says = "names are capital letters, and a ] in a value has a \\ before it";
        if fits { Ok(self.properties.clone()) } else { Err(("properties", Code::NodeProperty.says(says))) }
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

/// Whether a text can stand between the brackets of SGF: every `]` in it is escaped, and it ends with no escape.
fn is_value(text: &str) -> bool {
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        if char == ']' || (char == '\\' && chars.next().is_none()) {
            return false;
        }
    }
    true
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
