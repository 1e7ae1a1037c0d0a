//! Positions as planes of bytes, for networks.

use engine::{Color, PointSet, Position, Record};
use pyo3::prelude::*;

use crate::actions::Actions;

/// The planes in their order.
const PLANES: [&str; 8] =
    ["own", "other", "legal", "own_captured", "other_captured", "black_to_move", "pending_five", "board"];

/// The names of the planes of `Board.planes` and `BatchBoard.planes`, in their order.
///
/// "own" and "other" are the stones of the side to move and of the other side, "legal" the legal placements,
/// "own_captured" and "other_captured" the number of stones captured so far (at most 255, the same at every point),
/// "black_to_move" and "pending_five" 0 or 1 at every point, "board" 1 at the points of the board: a hexagon does not
/// fill its planes.
///
/// >>> import ninuki
/// >>> ninuki.planes()[:3]
/// ['own', 'other', 'legal']
#[pyfunction]
pub(crate) fn planes() -> Vec<&'static str> {
    PLANES.to_vec()
}

/// The shape of the planes of one position: planes, rows, columns.
pub(crate) fn shape(actions: &Actions) -> [usize; 3] {
    let grid = actions.game.grid();
    [PLANES.len(), grid.height(), grid.width()]
}

/// Where the points lie within a plane, in the order of their numbers.
pub(crate) fn cells(actions: &Actions) -> Vec<usize> {
    let grid = actions.game.grid();
    actions.points().iter().map(|&point| grid.xy(point)).map(|(x, y)| y * grid.width() + x).collect()
}

/// Writes the planes of a position into `planes`, which are all 0. `legal` are its legal placements if the game is not over.
pub(crate) fn write<P: Position>(
    record: &Record<P>,
    legal: impl FnOnce() -> P::Set,
    actions: &Actions,
    cells: &[usize],
    planes: &mut [u8],
) {
    let position = record.position();
    let (us, is_over) = (position.to_move(), record.outcome().is_some());
    let legal = if is_over { P::Set::EMPTY } else { legal() };
    let sets = [position.stones(us), position.stones(!us), legal];
    let constants = [
        position.captured(us).min(255) as u8,
        position.captured(!us).min(255) as u8,
        u8::from(us == Color::Black),
        u8::from(!is_over && position.pending_five()),
        1,
    ];
    let (of_sets, of_constants) = planes.split_at_mut(sets.len() * (planes.len() / PLANES.len()));
    let area = of_sets.len() / sets.len();
    for (set, plane) in sets.into_iter().zip(of_sets.chunks_exact_mut(area)) {
        set.iter().for_each(|point| plane[cells[usize::from(actions.number(point))]] = 1);
    }
    for (constant, plane) in constants.into_iter().zip(of_constants.chunks_exact_mut(area)) {
        if constant > 0 {
            cells.iter().for_each(|&cell| plane[cell] = constant);
        }
    }
}
