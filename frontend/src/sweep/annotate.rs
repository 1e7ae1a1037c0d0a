//! A record with what the sweep says about its moves.

use engine::record;

use super::game::Swept;
use super::judgement::{Evaluation, Judged};
use crate::analyze::{names, percent, value};
use crate::formats::tree::{ROOT, Tree};
use crate::formats::{Claim, Entry, Format};

/// The moves of a game that was swept to its end, with comments, marks and, where a move was marked or missed a win, the
/// best line as a variation. What the record says itself stays.
///
/// # Errors
/// The record cannot be read at all, or SGF cannot hold its start.
pub(super) fn annotated(swept: &Swept) -> Result<Entry, String> {
    let mut entry = swept.entry.clone().ok_or("the record cannot be read")?;
    let plies = swept.moves.len();
    let mut tree = entry.whole().into_owned();
    if swept.game.error.is_some() {
        tree.cut(plies);
        (tree, _) = tree.checked(entry.game, entry.setup.as_ref());
    }
    entry.result = swept.game.outcome().map(Claim::from).or(entry.result);
    entry.moves.truncate(plies);
    let nodes: Vec<usize> = tree.main().take(plies).collect();
    if let Some(first) = swept.evaluations.first() {
        tree.note_mut(ROOT).say(&format!("win rate of x {}", percent(first.black())));
    }
    for (ply, (&node, judged)) in nodes.iter().zip(&swept.moves).enumerate() {
        let note = tree.note_mut(node);
        note.say(&comment(swept, ply));
        note.quality = judged.quality.or(note.quality);
        if is_telling(judged) {
            let parent = if ply == 0 { ROOT } else { nodes[ply - 1] };
            variation(&mut tree, parent, swept, ply);
        }
    }
    entry.tree = Some(tree);
    Format::Sgf.check(&entry)?;
    Ok(entry)
}

/// Whether a better line is worth showing.
fn is_telling(judged: &Judged) -> bool {
    let bad = judged.loss >= super::judgement::MARKS[2].0;
    bad || judged.missed.is_some()
}

/// What is said about a move.
fn comment(swept: &Swept, ply: usize) -> String {
    let (judged, Evaluation { line, score, .. }) = (&swept.moves[ply], &swept.evaluations[ply]);
    let mut text = format!("win rate of x {}", percent(swept.evaluations[ply + 1].black()));
    if judged.loss > 0.0 {
        text += &format!(", loses {}", percent(judged.loss));
    }
    if let Some(plies) = judged.missed {
        text += &format!(", misses a win in {plies}");
    }
    if line.first().is_some_and(|&best| best != judged.mv) {
        let game = swept.game.record.game();
        text += &format!("\nbest {} ({})", names(game, line).join(" "), value(*score));
    }
    text
}

/// Adds the best line before move `ply` below `parent`, unless it is there.
fn variation(tree: &mut Tree, parent: usize, swept: &Swept, ply: usize) {
    let (game, setup) = (swept.game.record.game(), swept.entry.as_ref().and_then(|entry| entry.setup.as_ref()));
    let Ok(mut record) = record(game, setup) else { return };
    let before = swept.moves[..ply].iter().map(|judged| judged.mv);
    let line = &swept.evaluations[ply].line;
    let known = tree.children(parent).any(|child| tree.mv(child) == line.first().copied());
    if known || before.into_iter().any(|mv| record.play(mv).is_err()) {
        return;
    }
    let mut node = parent;
    for &mv in line {
        if record.play(mv).is_err() {
            break;
        }
        node = tree.add(node, mv, None, None);
    }
}
