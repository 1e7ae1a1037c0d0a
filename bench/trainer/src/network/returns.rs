//! The target of a value: the λ-return of a position (temporal differences, Sutton 1988).
//!
//! It is the mean of what the search said there, what it said a ply later, two plies later, and so on to the result, each weighing
//! λ times as much as the one before: the searches that follow correct the one of the position, and mistakes far from it count little.

use engine::Color;
use eval::UNIT;
use search::Score;

use crate::data::{Ending, FormatError, Ply, SavedGame};
use crate::odds;
use crate::reliability::{self, Reliability, STONES};

/// Factors of scores by the number of stones, fitted to results.
pub(crate) type Scales = [f64; STONES.len()];

/// Counts the scores of the searches of a game that has a result, to find [`scales`].
///
/// # Errors
/// The game is not legal.
pub(crate) fn count(game: &SavedGame, by_stones: &mut [Reliability; STONES.len()]) -> Result<(), FormatError> {
    if game.ending == Ending::Open {
        return Ok(());
    }
    let spoilt = spoilt(game);
    game.replay(|record, ply, at, stones| {
        if let Some(score) = ply.searched.as_ref().map(|searched| searched.score).filter(|score| !score.is_proven())
            && !spoilt[at]
        {
            by_stones[reliability::range(stones)].add(score.value(), game.result(record.to_move()));
        }
    })
}

/// The factors for scores that were [counted](count).
pub(crate) fn scales(by_stones: &[Reliability; STONES.len()]) -> Scales {
    by_stones.each_ref().map(Reliability::scale)
}

/// The probability of a win predicted by a score, by the number of `stones` on the board.
pub(crate) fn predicted(score: Score, stones: usize, scales: &Scales) -> f64 {
    if score.is_proven() {
        return f64::from(u8::from(score > Score::DRAW));
    }
    odds::probability(scales[reliability::range(stones)] * f64::from(score.value()) / UNIT)
}

/// A random move that costs more than this, in hundredths of a point, ends what the plies before it learn from.
const SPOILT: i32 = 100;

/// Whether the move of a ply was random and cost too much, by the search after it.
fn is_slip(ply: &Ply, next: Option<&Ply>) -> bool {
    let score = |ply: &Ply| ply.searched.as_ref().map(|searched| searched.score.value());
    ply.random && score(ply).zip(next.and_then(score)).is_some_and(|(before, after)| before + after > SPOILT)
}

/// Whether such a move is played there or later, ply by ply: then the result says nothing about the position.
pub(crate) fn spoilt(game: &SavedGame) -> Vec<bool> {
    let last = (0..game.plies.len()).rev().find(|&at| is_slip(&game.plies[at], game.plies.get(at + 1)));
    (0..game.plies.len()).map(|at| last.is_some_and(|last| at <= last)).collect()
}

/// The λ-returns of the positions before each ply of `game` for the sides to move; `known` has these sides and the
/// numbers of stones. Without a search it is the result. In a game left open it is the score of each position.
pub(crate) fn lambda_returns(game: &SavedGame, known: &[(Color, usize)], scales: &Scales, lambda: f64) -> Vec<f64> {
    let mut returns = vec![0.0; game.plies.len()];
    let mut later: Option<(Color, f64)> = None;
    for at in (0..game.plies.len()).rev() {
        let (ply, (side, stones)) = (&game.plies[at], known[at]);
        let rest = later.map_or(game.result(side), |(other, value)| if other == side { value } else { 1.0 - value });
        let slip = is_slip(ply, game.plies.get(at + 1));
        returns[at] = ply.searched.as_ref().map_or(rest, |searched| {
            let now = predicted(searched.score, stones, scales);
            if slip || game.ending == Ending::Open { now } else { lambda * rest + (1.0 - lambda) * now }
        });
        later = Some((side, returns[at]));
    }
    returns
}

#[cfg(test)]
mod tests {
    use engine::{Game, Move, Rules};

    use super::*;
    use crate::data::{Ending, Searched};

    #[test]
    fn later_searches_and_the_result_count_less_and_less() {
        let game = Game::new(Rules::FREESTYLE, None, None).expect("a board");
        let ply = |cp: i32, random: bool| Ply {
            mv: Move::Pass,
            random,
            searched: Some(Searched {
                score: Score::estimate(cp),
                best: Move::Pass,
                quiet: true,
                nodes: 1,
                lines: Vec::new(),
            }),
        };
        let saved = |plies: Vec<Ply>| SavedGame {
            game,
            number: 0,
            winner: Some(Color::Black),
            ending: Ending::Rules,
            long_opening: false,
            opening: 0,
            plies,
        };
        let known = [(Color::Black, 0), (Color::White, 1), (Color::Black, 2)];
        let of = |plies: Vec<Ply>, lambda| lambda_returns(&saved(plies), &known, &[1.0; STONES.len()], lambda);
        let even = || vec![ply(0, false), ply(0, false), ply(0, false)];
        assert_eq!(of(even(), 0.0), [0.5, 0.5, 0.5]);
        assert_eq!(of(even(), 1.0), [1.0, 0.0, 1.0]);
        assert_eq!(of(even(), 0.5), [0.5625, 0.375, 0.75]);
        let open = SavedGame {
            ending: Ending::Open,
            winner: None,
            ..saved(vec![ply(50, true), ply(0, true), ply(-50, true)])
        };
        let own = [odds::probability(0.25), 0.5, odds::probability(-0.25)];
        assert_eq!(
            lambda_returns(&open, &known, &[1.0; STONES.len()], 0.5),
            own,
            "each search tells of its own position"
        );
        // White throws the game away by chance: earlier positions do not learn from it.
        let slip = || vec![ply(0, false), ply(0, true), ply(150, false)];
        let won = odds::probability(0.75);
        assert_eq!(of(slip(), 0.5), [0.5, 0.5, (1.0 + won) / 2.0]);
        assert_eq!(spoilt(&saved(slip())), [true, true, false]);
        assert_eq!(spoilt(&saved(even())), [false; 3]);
    }
}
