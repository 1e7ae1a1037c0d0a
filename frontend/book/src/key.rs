//! Keys of positions: equal for all images under the symmetries of the board, whatever the order of the moves.

use engine::{AnyRecord, Color, Game, Move, Point, Symmetries};
use random::mix;

/// A position up to symmetry: stones, walls, captures, side to move, pending five, offer of a swap.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Key {
    /// Points with their pieces, in ascending order.
    pieces: Vec<u16>,
    state: [u16; 4],
}

impl Key {
    /// A number that divides positions among shards.
    pub(crate) fn shard(&self) -> usize {
        let all = self.pieces.iter().chain(&self.state);
        (all.fold(1, |hash, &part| mix(hash ^ u64::from(part))) >> 32) as usize
    }
}

/// Pieces for each point.
const PIECES: usize = 3;

/// The symmetries of a board, and its points.
pub(crate) struct Canon {
    symmetries: Symmetries,
    points: Vec<Point>,
}

impl Canon {
    /// Returns the symmetries of the board of `game`.
    pub(crate) fn of(game: &Game) -> Self {
        Self { symmetries: Symmetries::of(game.grid()), points: game.grid().points().collect() }
    }

    /// Returns the key of a position and a symmetry that maps it to its canonical image.
    pub(crate) fn key(&self, record: &dyn AnyRecord) -> (Key, usize) {
        let piece = |point| match record.stone(point) {
            Some(color) => Some(color.index()),
            None => (!record.is_empty(point)).then_some(PIECES - 1),
        };
        let pieces: Vec<(Point, usize)> =
            self.points.iter().filter_map(|&point| Some((point, piece(point)?))).collect();
        let image = |symmetry: usize| {
            let code = |&(point, piece)| (self.symmetries.image(symmetry, point).index() * PIECES + piece) as u16;
            let mut codes: Vec<u16> = pieces.iter().map(code).collect();
            codes.sort_unstable();
            (codes, symmetry)
        };
        let (pieces, symmetry) = (0..self.symmetries.count()).map(image).min().unwrap_or_default();
        let flags = u16::from(record.pending_five()) | u16::from(record.swap_offered()) << 1;
        let [black, white] = Color::ALL.map(|color| record.captured(color));
        (Key { pieces, state: [record.to_move().index() as u16, black, white, flags] }, symmetry)
    }

    /// Returns the symmetries that map a position to itself.
    pub(crate) fn stabilizers(&self, record: &dyn AnyRecord) -> Vec<usize> {
        let keeps = |symmetry: &usize| {
            let same = |&point: &Point| {
                let image = self.symmetries.image(*symmetry, point);
                record.stone(image) == record.stone(point) && record.is_empty(image) == record.is_empty(point)
            };
            self.points.iter().all(same)
        };
        (0..self.symmetries.count()).filter(keeps).collect()
    }

    /// Returns the image of a move under a symmetry.
    pub(crate) fn image(&self, symmetry: usize, mv: Move) -> Move {
        match mv {
            Move::Place(point) => Move::Place(self.symmetries.image(symmetry, point)),
            mv => mv,
        }
    }

    /// Returns the move whose image under a symmetry is `mv`.
    pub(crate) fn preimage(&self, symmetry: usize, mv: Move) -> Move {
        match mv {
            Move::Place(point) => Move::Place(self.symmetries.preimage(symmetry, point)),
            mv => mv,
        }
    }
}
