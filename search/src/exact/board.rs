//! Small boards: positions as numbers.

use std::fmt;
use std::marker::PhantomData;

use engine::rules::Capture;
use engine::{CanonicalKeys, Color, Game, Move, PointSet, Position, Rules, SetUp, Symmetries};

use crate::exact::Value;

/// The positions of a game on a small board, as numbers: the same one for a position, its images, and each of these with
/// the colours exchanged. What such a number says is "the side to move has these stones, the other one those".
#[derive(Debug)]
pub(super) struct Board<P> {
    pub(super) game: &'static Game,
    pub(super) symmetries: Symmetries,
    keys: CanonicalKeys,
    position: PhantomData<P>,
}

/// Why the positions of a game cannot be numbered so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("exact values are known of small boards only, where stones alone decide")
    }
}

impl std::error::Error for TooLarge {}

/// Whether the value of a position depends on nothing but its stones and the side to move, and both colours play by the
/// same rules.
fn stones_decide(rules: &Rules) -> bool {
    let counted = matches!(rules.capture, Capture::Flank { target: Some(_), .. });
    let opening = rules.opening;
    let free = !opening.first_centre && opening.second_within.is_none() && opening.third_limit().is_none();
    free && !counted && !rules.breakable && rules.ban.is_none() && !rules.fouls && rules.line[0] == rules.line[1]
}

/// Whether exact values of `game` can be asked for.
#[must_use]
pub fn fits(game: &Game) -> bool {
    game.grid().points().count() <= CanonicalKeys::MOST_POINTS && stones_decide(game.rules())
}

/// The placements in `set`; without any, a pass.
#[inline]
pub(super) fn or_pass<S: PointSet>(set: S) -> impl Iterator<Item = Move> {
    set.iter().map(Move::Place).chain(set.is_empty().then_some(Move::Pass))
}

impl<P: Position> Board<P> {
    pub(super) fn new(game: &'static Game) -> Result<Self, TooLarge> {
        if !fits(game) {
            return Err(TooLarge);
        }
        let (symmetries, keys) = (Symmetries::of(game.grid()), CanonicalKeys::of(game.grid()));
        Ok(Self { game, symmetries, keys, position: PhantomData })
    }

    /// The number of a position.
    #[inline]
    pub(super) fn code(&self, position: &P) -> u64 {
        let us = position.to_move();
        self.keys.key(position.stones(us), position.stones(!us))
    }

    /// A position with this number, Black to move; `None` if there is no such number, or a group could not stand so.
    pub(super) fn position(&self, code: u64) -> Option<P> {
        let sets: [P::Set; 2] = self.keys.position(code)?;
        let stones = Color::ALL.into_iter().zip(sets);
        let stones = stones.flat_map(|(color, set)| set.iter().map(move |point| (point, color)));
        let setup = SetUp { stones: stones.collect(), walls: Vec::new(), to_move: Color::Black, captured: [0; 2] };
        P::set_up(self.game, &setup).ok()
    }

    /// The value of a finished game for the side that would be to move.
    pub(super) fn ended(position: &P) -> Option<Value> {
        position.outcome().map(|outcome| match outcome.winner {
            Some(winner) if winner == position.to_move() => Value::Win,
            Some(_) => Value::Loss,
            None => Value::Draw,
        })
    }
}
