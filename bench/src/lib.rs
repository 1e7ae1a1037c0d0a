//! Positions that the benchmarks share. Run them with `cargo bench -p bench --features criterion`.

use engine::{Game, Move, Record, Rules, Tactics};

/// Ninuki, 19×19, after 24 plies of a game of March 2006 (pbmserv Board 196): seven captures made, more threatened.
pub const NINUKI_MIDDLE_GAME: &str =
    "K10 L9 M13 L11 L8 L10 K11 K12 K9 L12 L13 M12 N13 O13 L11 M12 J13 K13 K14 J15 L13 K13 M11 J9";

/// Gomoku, 15×15, after 20 plies of a game of the engine with itself: a four and threes to be made.
pub const FREESTYLE_MIDDLE_GAME: &str = "i6 k7 e9 g5 f6 g6 g7 e5 f8 h6 f7 f5 h5 h7 i8 i7 f10 f9 d12 j8";

/// Ndengrod, side 5, after 20 plies: groups of both colours, some short of liberties.
pub const NDENGROD_MIDDLE_GAME: &str = "d4 e5 f5 d5 e4 f6 e6 d3 c4 f4 g5 c3 b3 e3 d6 g6 f7 e7 c5 b4";

/// Positions that need a VCF search: lines with the name of a game and the moves played on its usual board.
pub const FOURS: &str = include_str!("../positions/fours.txt");

/// The game of `rules` on its usual board, after `moves`.
///
/// # Panics
/// The moves are not legal.
#[must_use]
pub fn record<P: Tactics>(rules: Rules, moves: &str) -> Record<P> {
    let game = Game::new(rules, None, None).expect("the usual board");
    let mut record = Record::new(P::start(game));
    for name in moves.split(' ') {
        let point = game.grid().parse(name).expect("a point of the board");
        record.play(Move::Place(point)).expect("a legal move");
    }
    record
}
