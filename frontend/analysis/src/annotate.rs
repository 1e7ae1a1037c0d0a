//! Records with the comments of a review.

use std::fmt;

use engine::record;

use crate::json::{names, percent, value};
use crate::judgement::{Evaluation, Judged};
use crate::review::Review;
use records::tree::{ROOT, Tree};
use records::{CapacityError, Claim, Entry, Format};

/// Adds comments, marks and variations to the record of a reviewed game: the best line wherever a move is marked or missed
/// a win. Comments of the record stay.
///
/// # Errors
/// The record cannot be read at all, or SGF cannot hold its start.
pub fn annotated(review: &Review) -> Result<Entry, AnnotateError> {
    let mut entry = review.entry.clone().ok_or(AnnotateError::Unreadable)?;
    let plies = review.moves.len();
    let mut tree = entry.whole().into_owned();
    if review.game.error.is_some() {
        tree.cut(plies);
        (tree, _) = tree.checked(entry.game, entry.setup.as_ref());
    }
    entry.result = review.game.outcome().map(Claim::from).or(entry.result);
    entry.moves.truncate(plies);
    let nodes: Vec<usize> = tree.main().take(plies).collect();
    if let Some(first) = review.evaluations.first() {
        tree.note_mut(ROOT).say(&format!("win rate of Black {}", percent(first.black())));
    }
    for (ply, (&node, judged)) in nodes.iter().zip(&review.moves).enumerate() {
        let note = tree.note_mut(node);
        note.say(&comment(review, ply));
        note.quality = judged.quality.or(note.quality);
        if deserves_variation(judged) {
            let parent = if ply == 0 { ROOT } else { nodes[ply - 1] };
            variation(&mut tree, parent, review, ply);
        }
    }
    entry.tree = Some(tree);
    Format::SGF.check(&entry).map_err(AnnotateError::Capacity)?;
    Ok(entry)
}

/// Why a review cannot be written into its record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnnotateError {
    /// The record cannot be read.
    Unreadable,
    /// SGF cannot hold the record.
    Capacity(CapacityError),
}

impl fmt::Display for AnnotateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable => f.write_str("the record cannot be read"),
            Self::Capacity(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AnnotateError {}

/// Whether a better line is worth showing.
fn deserves_variation(judged: &Judged) -> bool {
    let bad = judged.loss >= crate::judgement::MARKS[2].0;
    bad || judged.missed.is_some()
}

/// The comment on a move.
fn comment(review: &Review, ply: usize) -> String {
    let (judged, Evaluation { line, score, .. }) = (&review.moves[ply], &review.evaluations[ply]);
    let mut text = format!("win rate of Black {}", percent(review.evaluations[ply + 1].black()));
    if judged.loss > 0.0 {
        text += &format!(", loses {}", percent(judged.loss));
    }
    if let Some(plies) = judged.missed {
        text += &format!(", misses a win in {plies}");
    }
    if line.first().is_some_and(|&best| best != judged.mv) {
        let game = review.game.record.game();
        text += &format!("\nbest {} ({})", names(game, line).join(" "), value(*score));
    }
    text
}

/// Adds the best line before move `ply` below `parent`, unless it is there.
fn variation(tree: &mut Tree, parent: usize, review: &Review, ply: usize) {
    let (game, setup) = (review.game.record.game(), review.game.start.as_ref());
    let Ok(mut record) = record(game, setup) else { return };
    let before = review.moves[..ply].iter().map(|judged| judged.mv);
    let line = &review.evaluations[ply].line;
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
