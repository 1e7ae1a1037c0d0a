//! A book as a record: a tree of moves with values as comments.

use std::collections::HashMap;

use engine::{AnyRecord, Color, Game};
use records::Entry;
use records::tree::{ROOT, Tree};
use search::Score;

use crate::{Book, BookPosition, names};

impl Book {
    /// Returns the book as a game with variations: each position once, its value, its nodes and the name of its opening as a
    /// comment, its best moves as variations.
    #[must_use]
    pub fn entry(&self) -> Entry {
        let mut tree = Tree::new();
        let mut nodes = HashMap::new();
        let mut shortest: Vec<&BookPosition> = self.positions().iter().collect();
        shortest.sort_by_key(|position| position.moves.len());
        for position in shortest {
            let (mut node, mut record) = (ROOT, self.game().record());
            let moves = position.moves.iter().map(|&mv| (mv, true));
            for (mv, is_path) in moves.chain(position.best.iter().map(|found| (found.mv, false))) {
                let child = *nodes.entry((node, mv)).or_insert_with(|| tree.add(node, mv, None, None));
                if is_path {
                    node = child;
                    // The moves of a book are legal.
                    let _ = record.play(mv);
                }
            }
            tree.note_mut(node).comment = comment(record.as_ref(), position);
            for found in &position.best {
                let note = tree.note_mut(nodes[&(node, found.mv)]);
                if note.comment.is_empty() {
                    note.comment = value(record.to_move(), found.score);
                }
            }
        }
        let mut entry = Entry::new(None, self.game(), None, tree.written(0).collect());
        entry.tree = Some(tree);
        entry
    }
}

/// Returns the comment of a position: the name of its opening, value, nodes.
fn comment(record: &dyn AnyRecord, position: &BookPosition) -> String {
    let name = names::opening(record).filter(|_| position.moves.len() == 3);
    let name = name.map(|opening| format!("{}\n", opening.name)).unwrap_or_default();
    format!("{name}{}, {} nodes", value(record.to_move(), position.score()), position.nodes)
}

/// Returns a value with its side: `Black 61.2 %`, `White wins in 7`.
#[must_use]
pub fn value(side: Color, score: Score) -> String {
    match (score.plies_to_win(), score.plies_to_loss()) {
        (Some(plies), _) => format!("{side} wins in {plies}"),
        (_, Some(plies)) => format!("{side} loses in {plies}"),
        _ => format!("{side} {:.1} %", 100.0 * score.win_rate()),
    }
}

/// Returns the openings of a record: the moves of its main line and of all variations up to `plies` moves.
#[must_use]
pub fn lines(game: &'static Game, entry: &Entry, plies: usize) -> Vec<Vec<engine::Move>> {
    if entry.game.rules() != game.rules() || entry.setup.is_some() || entry.has_changes() {
        return Vec::new();
    }
    let tree = entry.whole();
    let mut lines: Vec<Vec<engine::Move>> = vec![Vec::new()];
    for node in 1..tree.len() {
        let mut line = lines[tree.parent(node)].clone();
        if line.len() < plies {
            line.extend(tree.mv(node));
        }
        lines.push(line);
    }
    lines.sort_unstable();
    lines.dedup();
    lines
}
