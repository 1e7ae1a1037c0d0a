//! Counting legal move sequences, the classic test and measure of a move generator.

use crate::{Move, PointSet, Position, Record};

/// The number of legal sequences of exactly `depth` placements from here. A finished game has no continuation;
/// swap and pass are not counted.
///
/// # Examples
/// ```
/// use ninuki_engine::{Game, Position, Record, Rules, SquarePosition, perft};
///
/// let game = Game::new(Rules::FREESTYLE, None, None)?;
/// assert_eq!(perft(&Record::new(SquarePosition::start(game)), 2), 225 * 224);
/// # Ok::<(), ninuki_engine::GameError>(())
/// ```
#[must_use]
pub fn perft<P: Position>(record: &Record<P>, depth: usize) -> u64 {
    if record.outcome().is_some() {
        return u64::from(depth == 0);
    }
    if record.position().game().rules().repetition {
        with_history(&mut record.clone(), depth)
    } else {
        without_history(record.position(), depth)
    }
}

fn without_history<P: Position>(position: &P, depth: usize) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal().len() as u64,
        _ => position.legal().iter().map(|point| without_history(&position.make(point), depth - 1)).sum(),
    }
}

fn with_history<P: Position>(record: &mut Record<P>, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    if record.outcome().is_some() {
        return 0;
    }
    let legal = record.position().legal();
    if depth == 1 {
        return legal.len() as u64;
    }
    let mut count = 0;
    for point in legal.iter() {
        if record.play(Move::Place(point)).is_ok() {
            count += with_history(record, depth - 1);
            record.take_back();
        }
    }
    count
}
