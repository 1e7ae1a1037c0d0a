//! Stones on the board after each move, so that the script needs no rules.

use std::collections::BTreeMap;

use engine::notation::{parse_move, parse_position};
use engine::{AnyRecord, Color, Game, Move, Point, record};
use pictures::decisive;
use records::Replayed;

use crate::journal::played::Played;

/// A move without a stone among the [`Replay::stones`].
const PASS: i32 = -1;

/// An exchange of colours among the [`Replay::stones`].
const SWAP: i32 = -2;

/// A game, move by move.
#[derive(Debug, Default)]
pub(super) struct Replay {
    /// Stones before the first move, encoded as in [`Self::stones`].
    pub(super) start: Vec<i32>,
    /// Stone of each move: twice the place of its point, plus 1 for White; negative for a move without a stone.
    pub(super) stones: Vec<i32>,
    /// Points that a move empties, and the numbers of stones that Black and White have captured after it.
    pub(super) captures: BTreeMap<usize, (Vec<usize>, [u16; 2])>,
    /// Points of the lines that decided the game.
    pub(super) decisive: Vec<usize>,
    /// Seat that played each move.
    pub(super) seats: Vec<usize>,
}

impl Replay {
    /// Replays a game up to the first illegal move.
    pub(super) fn new(game: &'static Game, places: &[usize], played: &Played) -> Self {
        let mut replay = Self::default();
        let setup = played
            .position
            .as_ref()
            .and_then(|text| parse_position(game, &mut text.split_whitespace().peekable()).ok());
        let Ok(mut record) = record(game, setup.as_ref()) else { return replay };
        let place = |point: Point| places[point.index()];
        let stone = |point: Point, color: Color| (2 * place(point) + color.index()) as i32;
        let stones = game.grid().points().filter_map(|point| Some(stone(point, record.stone(point)?)));
        replay.start = stones.collect();
        // Where the players make the opening, the moves do not give the colours.
        let exchanges = played.moves.iter().any(|text| text == "swap");
        let mut seats = if played.swapped && !exchanges { [1, 0] } else { [0, 1] };
        for (ply, text) in played.moves.iter().enumerate() {
            let (color, decider) = (record.to_move(), record.swap_decider());
            let Ok(mv) = parse_move(game.grid(), text) else { break };
            let Ok(gone) = record.play(mv) else { break };
            replay.stones.push(match mv {
                Move::Place(point) => stone(point, color),
                Move::Pass => PASS,
                Move::Swap => SWAP,
            });
            if !gone.is_empty() {
                let counts = Color::ALL.map(|color| record.captured(color));
                replay.captures.insert(ply, (gone.into_iter().map(place).collect(), counts));
            }
            let by = decider.filter(|_| mv == Move::Swap).unwrap_or(color);
            replay.seats.push(seats[by.index()]);
            if mv == Move::Swap {
                seats.swap(0, 1);
            }
        }
        replay.decisive = decided(record).into_iter().map(place).collect();
        replay
    }
}

/// Returns the place of each point in the order of the board, by its index.
pub(super) fn places(game: &Game) -> Vec<usize> {
    let mut places = Vec::new();
    for (place, point) in game.grid().points().enumerate() {
        places.resize(places.len().max(point.index() + 1), 0);
        places[point.index()] = place;
    }
    places
}

/// Returns the stones that decided a game.
fn decided(record: Box<dyn AnyRecord>) -> Vec<Point> {
    if record.outcome().is_none() {
        return Vec::new();
    }
    decisive(&Replayed::begun(None, record, None))
}

#[cfg(test)]
mod tests {
    use engine::Rules;

    use super::*;
    use crate::journal::sample::Sample;

    #[test]
    fn stones_and_captures_lead_to_the_position_at_the_end() {
        let mut captures = 0;
        for rules in Rules::ALL {
            let size = if rules.hexagonal() { 3 } else { rules.sizes.least() };
            let game = Game::new(rules, Some(size), None).expect("a game");
            let (sample, places) = (Sample::new(game), places(game));
            for played in (0..8).flat_map(|seed| sample.read(&sample.journal(seed), false).expect("games")) {
                let replay = Replay::new(game, &places, &played);
                let mut lying: BTreeMap<usize, usize> = BTreeMap::new();
                let stone = |stone: i32| (stone as usize / 2, stone as usize % 2);
                lying.extend(replay.start.iter().copied().map(stone));
                for (ply, &move_stone) in replay.stones.iter().enumerate() {
                    lying.extend((move_stone >= 0).then(|| stone(move_stone)));
                    let (gone, _) = replay.captures.get(&ply).cloned().unwrap_or_default();
                    captures += gone.len();
                    lying.retain(|place, _| !gone.contains(place));
                }
                let setup = played.position.as_ref();
                let setup = setup
                    .map(|text| parse_position(game, &mut text.split_whitespace().peekable()).expect("a position"));
                let mut record = record(game, setup.as_ref()).expect("a position");
                for text in &played.moves {
                    record.play(parse_move(game.grid(), text).expect("a move")).expect("a legal move");
                }
                let stones = game
                    .grid()
                    .points()
                    .filter_map(|point| Some((places[point.index()], record.stone(point)?.index())));
                assert_eq!(lying, stones.collect(), "{}: {played:?}", game.rules().name);
                assert_eq!(replay.seats.len(), played.moves.len());
            }
        }
        assert!(captures > 0);
    }
}
