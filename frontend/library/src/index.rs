//! The index of a game: keys of its positions, fingerprints, a hash of the whole.

use std::fmt;

use engine::{Color, IllegalMove, Move, SetUp, SetUpError};

use crate::board::Board;
use crate::walk::Walk;
use crate::zobrist::Chain;

/// The most moves of a game.
pub(crate) const MOST_PLIES: usize = 4096;

/// A position of a game, and the move that follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// The key of the position, higher half first: two words take less room than one of 16 bytes.
    key: [u64; 2],
    next: u16,
}

/// Marks of [`Step::next`]: no move follows; White is to move.
const END: u16 = 0x7FFF;
const WHITE: u16 = 0x8000;

impl Step {
    fn new(key: u128, next: Option<u16>, to_move: Color) -> Self {
        let key = [(key >> 64) as u64, key as u64];
        Self { key, next: next.unwrap_or(END) | if to_move == Color::White { WHITE } else { 0 } }
    }

    /// The key of the position.
    pub(crate) const fn key(self) -> u128 {
        (self.key[0] as u128) << 64 | self.key[1] as u128
    }

    /// The move, as all images of the position have it.
    pub(crate) fn next(self) -> Option<u16> {
        Some(self.next & !WHITE).filter(|next| *next != END)
    }

    /// The side to move.
    pub(crate) const fn to_move(self) -> Color {
        if self.next & WHITE == 0 { Color::Black } else { Color::White }
    }
}

/// The index of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Indexed {
    /// Equal for games that are images of each other.
    pub(crate) hash: u64,
    /// Stones and captures at the start.
    pub(crate) start: u16,
    /// Fingerprints of the positions at the start and after each placement.
    pub(crate) fingerprints: Vec<u16>,
    /// All positions and moves.
    pub(crate) steps: Vec<Step>,
}

/// Bits of a hash that are kept.
pub(crate) const HASH_BITS: u32 = 40;

/// The fingerprint of a position: the lowest bits of the key of its stones.
pub(crate) const fn fingerprint(stones: u128) -> u16 {
    stones as u16
}

/// The reason why moves are no game of a board.
#[derive(Debug)]
pub(crate) enum NoGame {
    /// The position at the start.
    SetUp(SetUpError),
    /// More stones are captured at the start than are counted.
    Captured,
    /// A move.
    Move(IllegalMove),
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SetUp(error) => write!(f, "the set-up position: {error}"),
            Self::Captured => f.write_str("too many stones are captured"),
            Self::Move(error) => error.fmt(f),
        }
    }
}

/// Indexes a game.
///
/// # Errors
/// The rules refuse its start or a move.
pub(crate) fn index(board: &Board, setup: Option<&SetUp>, moves: &[Move]) -> Result<Indexed, NoGame> {
    let mut walk = Walk::new(board, setup).map_err(NoGame::SetUp)?;
    let mut keys = walk.keys();
    let mut chain = Chain::new(0);
    chain.push(keys.position);
    let start = u16::try_from(walk.placed()).map_err(|_| NoGame::Captured)?;
    let mut indexed = Indexed { hash: 0, start, fingerprints: vec![fingerprint(keys.stones)], steps: Vec::new() };
    for &mv in moves {
        let next = walk.canonical(mv);
        indexed.steps.push(Step::new(keys.position, Some(next), walk.record.to_move()));
        walk.play(mv).map_err(NoGame::Move)?;
        keys = walk.keys();
        if matches!(mv, Move::Place(_)) {
            indexed.fingerprints.push(fingerprint(keys.stones));
        } else {
            chain.push(u128::from(board.code(mv)));
        }
        chain.push(keys.stones);
    }
    indexed.steps.push(Step::new(keys.position, None, walk.record.to_move()));
    indexed.hash = chain.value() >> (64 - HASH_BITS);
    Ok(indexed)
}

/// A set-up position as a list of numbers and pieces, in the image of a symmetry.
fn image(board: &Board, setup: &SetUp, symmetry: usize) -> Vec<(u16, Option<Color>)> {
    let stones = setup.stones.iter().map(|&(point, color)| (point, Some(color)));
    let all = stones.chain(setup.walls.iter().map(|&point| (point, None)));
    let mut list: Vec<_> = all.map(|(point, color)| (board.image(symmetry, board.number(point)), color)).collect();
    list.sort_unstable();
    list
}

/// Whether one game is an image of the other: the same start and moves, turned or mirrored.
pub(crate) fn are_images(board: &Board, one: (Option<&SetUp>, &[Move]), other: (Option<&SetUp>, &[Move])) -> bool {
    let rest = |setup: &SetUp| (setup.to_move, setup.captured);
    if one.1.len() != other.1.len() || one.0.map(rest) != other.0.map(rest) {
        return false;
    }
    (0..board.symmetries()).any(|symmetry| {
        let codes = one.1.iter().map(|&mv| board.image(symmetry, board.code(mv)));
        let same = codes.eq(other.1.iter().map(|&mv| board.code(mv)));
        same && one.0.map(|setup| image(board, setup, symmetry)) == other.0.map(|setup| image(board, setup, 0))
    })
}

#[cfg(test)]
mod tests {
    use engine::{Game, Rules, Symmetries};
    use rand::RngExt as _;
    use rand::SeedableRng as _;
    use rand::rngs::SmallRng;

    use super::*;

    /// A random game of at most `plies` moves.
    fn random_game(game: &'static Game, random: &mut SmallRng, plies: usize) -> Vec<Move> {
        let (mut record, mut moves) = (game.record(), Vec::new());
        while moves.len() < plies && record.outcome().is_none() {
            let legal = record.legal();
            let mv = match () {
                () if record.swap_offered() && random.random_bool(0.5) => Move::Swap,
                () if legal.is_empty() => Move::Pass,
                () => Move::Place(legal[random.random_range(0..legal.len())]),
            };
            record.play(mv).expect("a legal move");
            moves.push(mv);
        }
        moves
    }

    #[test]
    fn images_of_games_have_one_index() {
        let mut random = SmallRng::seed_from_u64(1);
        for rules in Rules::ALL {
            let game = Game::new(rules, None, None).expect("the usual board");
            let board = Board::new(1, game);
            let symmetries = Symmetries::of(game.grid());
            for _ in 0..6 {
                let moves = random_game(game, &mut random, 80);
                let indexed = index(&board, None, &moves).expect("a game");
                assert_eq!(indexed.steps.len(), moves.len() + 1);
                for symmetry in 0..symmetries.count() {
                    let image = |&mv: &Move| match mv {
                        Move::Place(point) => Move::Place(symmetries.image(symmetry, point)),
                        other => other,
                    };
                    let images: Vec<Move> = moves.iter().map(image).collect();
                    assert!(are_images(&board, (None, &moves), (None, &images)));
                    assert_eq!(index(&board, None, &images).expect("a game"), indexed, "{game}");
                }
                let other = random_game(game, &mut random, 80);
                assert_ne!(index(&board, None, &other).expect("a game").hash, indexed.hash);
                assert!(!are_images(&board, (None, &moves), (None, &other)));
            }
        }
    }

    #[test]
    fn the_order_of_moves_does_not_matter_and_captures_do() {
        let game = Game::new(Rules::FREESTYLE, None, None).expect("a game");
        let board = Board::new(1, game);
        let key = |text: &str| {
            let moves = game.parse_moves(text).expect("moves");
            index(&board, None, &moves).expect("a game").steps.last().expect("a position").key()
        };
        assert_eq!(key("h8 i9 j10"), key("j10 i9 h8"));
        assert_ne!(key("h8 i9 j10"), key("h8 i10 j10"));
        assert_ne!(key("h8 i9"), key("i9 h8"), "colours differ");
        let pente =
            Game::new(Rules::ALL.into_iter().find(|rules| rules.target() == Some(10)).expect("a game"), None, None);
        let board = Board::new(1, pente.expect("the usual board"));
        let setup = |captured| {
            let mut setup = board
                .game
                .parse_position("19/19/19/19/19/19/19/19/19/9x9/19/19/19/19/19/19/19/19/19 o")
                .expect("a position");
            setup.captured = captured;
            index(&board, Some(&setup), &[]).expect("a position").steps[0].key()
        };
        assert_ne!(setup([2, 0]), setup([0, 2]));
        assert_ne!(setup([2, 0]), setup([0, 0]));
    }
}
