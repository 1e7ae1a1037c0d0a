//! Descriptions of a position: captures, the side to move, the result.

use std::fmt::Write as _;

use engine::notation::move_text;
use engine::{AnyRecord, Color, IllegalMove, Move, Point};

use crate::{Replayed, Size};

/// Empty points that the side to move may not take for the pattern a stone would make there.
#[must_use]
pub fn forbidden(record: &mut dyn AnyRecord) -> Vec<Point> {
    let legal = record.legal();
    let grid = *record.game().grid();
    let refused = |point: &Point| match record.play(Move::Place(*point)) {
        Ok(_) => record.take_back().is_some(),
        Err(
            IllegalMove::NotCentre
            | IllegalMove::TooFar(_)
            | IllegalMove::TooNear(_)
            | IllegalMove::OnAxis
            | IllegalMove::Occupied,
        ) => false,
        Err(_) => true,
    };
    grid.points().filter(|point| !legal.contains(point)).filter(refused).collect()
}

/// Returns the state of a game that its stones do not show, line by line.
#[must_use]
pub fn summary(game: &Replayed) -> Vec<String> {
    let record = game.record.as_ref();
    let mut lines = vec![about(game)];
    lines.extend(state(game, |color| format!("{color} ({})", color.symbol())));
    lines.push(captured(record));
    lines.extend(last_move(game));
    lines
}

/// The stones that each side has captured.
#[must_use]
pub fn captured(record: &dyn AnyRecord) -> String {
    let [black, white] = Color::ALL.map(|color| record.captured(color));
    format!("captured by Black {black}, by White {white}")
}

/// Which game it is, on which board, and how long.
#[must_use]
pub fn about(game: &Replayed) -> String {
    let (rules, grid) = (game.record.game().rules(), game.record.game().grid());
    format!("{}, size {}, {} moves", rules.name, Size::of(grid), game.moves.len())
}

/// Who has won, or who is to move and what else matters then; colours as `name` calls them.
#[must_use]
pub fn state(game: &Replayed, name: impl Fn(Color) -> String) -> Vec<String> {
    let record = game.record.as_ref();
    let mut state = vec![match (game.outcome(), game.to_move()) {
        (Some(outcome), _) => match outcome.winner {
            Some(color) => format!("{} wins: {}", name(color), outcome.reason),
            None => format!("draw: {}", outcome.reason),
        },
        (None, color) => format!("{} to move", name(color.unwrap_or(Color::Black))),
    }];
    if game.pending_five() {
        state.push(format!("a five of {} stands and can be broken now", name(!record.to_move())));
    }
    if game.outcome().is_none() && record.swap_offered() {
        state.push("swap is offered".to_owned());
    }
    state
}

/// The last move and what it captured.
#[must_use]
pub fn last_move(game: &Replayed) -> Option<String> {
    let grid = game.record.game().grid();
    let (mv, captured) = game.moves.last()?;
    let mut text = format!("last move {}", move_text(grid, *mv));
    if !captured.is_empty() {
        let names: Vec<_> = captured.iter().map(|&point| grid.name(point)).collect();
        let _ = write!(text, ", captured {}", names.join(" "));
    }
    Some(text)
}
