//! Calibration: games of the engine against itself, which both sides should win.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{AnyRecord, Color, Game, Move, Outcome, Point};
use search::{Player, Report, Score};

use random::Dice;

use super::filter::{seated, think};
use crate::sides::exchanges;

/// Settings of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Calibration {
    /// Number of games for each start; with 0 every start is kept.
    pub(super) games: u32,
    /// Average nodes for each move.
    pub(super) nodes: u64,
}

/// Score of the first player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Tally {
    /// Half points: two for a win, one for a draw.
    pub(super) half_points: u32,
    /// Number of games.
    pub(super) games: u32,
}

/// Allowed score of the first player, in percent.
const FAIR: std::ops::RangeInclusive<u32> = 30..=70;

/// Number of moves after the start after which a game is drawn.
const LONGEST: usize = 200;

/// Number of moves after the start that are varied.
const VARIED: usize = 6;

/// Largest loss of a varied move against the best one, in centipoints.
const NEAR_BEST: i32 = 30;

impl Calibration {
    /// Plays the games of a start, which `seed` and `number` determine. Returns `None` as soon as the score of the first player
    /// must leave the allowed range. The result is undefined once `stop` is set.
    pub(super) fn fair(
        &self,
        game: &'static Game,
        moves: &[Move],
        (seed, number): (u64, u64),
        stop: &AtomicBool,
    ) -> Option<Tally> {
        let percent = |half_points: u32| half_points * 50;
        let (least, most) = (FAIR.start() * self.games, FAIR.end() * self.games);
        let mut tally = Tally::default();
        while tally.games < self.games && !stop.load(Relaxed) {
            tally.games += 1;
            let mut dice = Dice::new(seed, number, u64::from(tally.games));
            tally.half_points += self.play(seated(game, moves, self.nodes).as_mut(), &mut dice, stop);
            let to_come = 2 * (self.games - tally.games);
            if percent(tally.half_points) > most || percent(tally.half_points + to_come) < least {
                return None;
            }
        }
        Some(tally)
    }

    /// Plays a game up to the first proof of a win. Returns the half points of the first player.
    fn play(&self, player: &mut dyn Player, dice: &mut Dice, stop: &AtomicBool) -> u32 {
        let mut first = Color::Black;
        for ply in 0..LONGEST {
            if let Some(outcome) = player.record().outcome() {
                return half_points(outcome, first);
            }
            // Node limits vary from move to move, so that games differ.
            let nodes = self.nodes / 2 + dice.below(self.nodes as usize + 1) as u64;
            let Some(report) = think(player, nodes, stop) else { break };
            if let Some(decider) = player.record().swap_decider()
                && exchanges(decider, player.record().to_move(), report.score)
            {
                player.play(Move::Swap).expect("a swap is offered");
                first = !first;
                continue;
            }
            if report.score.is_proven() {
                let wins = report.score > Score::DRAW;
                return if wins == (player.record().to_move() == first) { 2 } else { 0 };
            }
            let varied = if ply < VARIED { other_move(player, &report, nodes / 4, dice, stop) } else { None };
            player.play(varied.unwrap_or(report.best)).expect("the engine plays legal moves");
        }
        1
    }
}

fn half_points(outcome: Outcome, first: Color) -> u32 {
    match outcome.winner {
        None => 1,
        Some(winner) if winner == first => 2,
        Some(_) => 0,
    }
}

/// Returns, every other time, a random move near the stones that is about as good as the best one, if one of three is.
fn other_move(player: &mut dyn Player, best: &Report, nodes: u64, dice: &mut Dice, stop: &AtomicBool) -> Option<Move> {
    if dice.below(2) == 0 {
        return None;
    }
    let near = near_stones(player.record());
    for _ in 0..3 {
        let mv = Move::Place(dice.pick(&near)?);
        player.play(mv).expect("a legal placement");
        let reply = think(player, nodes, stop).map(|report| report.score);
        player.take_back();
        let good = |reply: Score| !reply.is_proven() && -reply.value() >= best.score.value() - NEAR_BEST;
        if reply.is_some_and(good) {
            return Some(mv);
        }
    }
    None
}

/// Returns the legal points at most two steps from a stone.
fn near_stones(record: &dyn AnyRecord) -> Vec<Point> {
    let grid = record.game().grid();
    let stones: Vec<_> = grid.points().filter(|&point| record.stone(point).is_some()).map(|p| grid.xy(p)).collect();
    let near = |point: &Point| {
        let (x, y) = grid.xy(*point);
        stones.iter().any(|&(other_x, other_y)| x.abs_diff(other_x).max(y.abs_diff(other_y)) <= 2)
    };
    record.legal().into_iter().filter(near).collect()
}

#[cfg(test)]
mod tests {
    use engine::{Rules, notation};

    use super::*;

    fn fair(rules: Rules, text: &str) -> Option<Tally> {
        let game = Game::new(rules, None, None).expect("a game");
        let moves: Vec<_> =
            text.split_whitespace().map(|name| notation::parse_move(game.grid(), name).expect("a move")).collect();
        Calibration { games: 4, nodes: 300 }.fair(game, &moves, (1, 1), &AtomicBool::new(false))
    }

    #[test]
    fn a_start_that_one_side_always_wins_is_not_fair() {
        assert_eq!(fair(Rules::FREESTYLE, "h8 a1 g8 a15 i8 o1"), None);
        assert_eq!(fair(Rules::FREESTYLE, "a1 h8 a15 g8 o1 i8 o15"), None);
    }

    #[test]
    fn the_same_seed_plays_the_same_games() {
        let start = "K10 L11 N7 L9";
        assert_eq!(fair(Rules::NINUKI, start), fair(Rules::NINUKI, start));
    }

    #[test]
    fn after_a_swap_the_first_player_has_the_other_colour() {
        // White decides, with Black to move and an open three of Black on the board: it takes Black and wins.
        let game = Game::new(Rules::NENUKI, None, None).expect("a game");
        let moves: Vec<_> = ["F6", "A1", "G6", "A11", "H6", "L1"]
            .map(|name| notation::parse_move(game.grid(), name).expect("a move"))
            .to_vec();
        let mut player = seated(game, &moves, 300);
        let calibration = Calibration { games: 1, nodes: 300 };
        assert_eq!(calibration.play(player.as_mut(), &mut Dice::new(1, 1, 1), &AtomicBool::new(false)), 0);
        assert_eq!(player.record().moves().last(), Some(&Move::Swap));
    }
}
