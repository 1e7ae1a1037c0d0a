//! Games as records of their type of position.

use engine::{Game, Move, Record, SetUp, Tactics, Visitor};

/// Something to be done with a record whose type of position is known.
pub(crate) trait Look {
    type Output;

    fn look<P: Tactics>(self, record: Record<P>) -> Self::Output;
}

/// Plays legal moves from a position that can be set up, and looks at the record.
pub(crate) fn look<L: Look>(game: &'static Game, setup: Option<&SetUp>, moves: &[Move], look: L) -> L::Output {
    struct Replay<'m, L> {
        setup: Option<&'m SetUp>,
        moves: &'m [Move],
        look: L,
    }

    impl<L: Look> Visitor for Replay<'_, L> {
        type Output = L::Output;

        fn visit<P: Tactics>(self, game: &'static Game) -> L::Output {
            let start = self.setup.map_or_else(|| Ok(P::start(game)), |setup| P::set_up(game, setup));
            let mut record = Record::new(start.expect("it was set up before"));
            for &mv in self.moves {
                record.play(mv).expect("it was played before");
            }
            self.look.look(record)
        }
    }

    game.visit(Replay { setup, moves, look })
}
