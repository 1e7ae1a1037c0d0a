//! An opponent at a playing level.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{AnyRecord, Bitboard, Color, Grid, Move, Point, PointSet, ThreatState};
use random::Dice;
use search::{Instant, Limits, Player, Report, Score};

use crate::level::{Level, Strength};

/// An engine that plays at any level.
pub struct Opponent {
    player: Box<dyn Player>,
    dice: Dice,
    /// The most time for a move.
    time: Duration,
    /// The time left for the game, and the time added after each move.
    left: Option<Duration>,
    increment: Duration,
    /// The most time for a move by the clock.
    turn: Duration,
    threads: usize,
    /// Set to end a search.
    stop: Arc<AtomicBool>,
    /// Numbers of moves and the win rates of Black after them.
    seen: Vec<(usize, f64)>,
}

/// The number of even positions in a row after which a draw is agreed.
const EVEN_FOR: usize = 6;

/// The largest distance of even win rates from one half.
const EVEN: f64 = 0.05;

/// The part of the time for a move that is not used by the search.
const MARGIN: Duration = Duration::from_millis(50);

impl Opponent {
    /// Creates an opponent that searches with `player` for at most `time` a move. Weak levels overlook moves by `dice`.
    #[must_use]
    pub fn new(player: Box<dyn Player>, time: Duration, threads: usize, dice: Dice) -> Self {
        let (left, increment, turn) = (None, Duration::ZERO, Duration::MAX);
        Self { player, dice, time, left, increment, turn, threads, stop: Arc::default(), seen: Vec::new() }
    }

    /// Sets the clock: the time `left` for the game, the time for the next move, and the time added after each move.
    pub fn set_clock(&mut self, left: Option<Duration>, turn: Duration, increment: Duration) {
        (self.left, self.turn, self.increment) = (left, turn, increment);
    }

    /// Sets the flag that ends searches.
    #[must_use]
    pub fn stopped_by(mut self, stop: &Arc<AtomicBool>) -> Self {
        self.stop = Arc::clone(stop);
        self
    }

    /// Returns the player.
    #[must_use]
    pub fn into_player(self) -> Box<dyn Player> {
        self.player
    }

    /// Plays a move of the game.
    ///
    /// # Panics
    /// The move is not legal.
    pub fn follow(&mut self, mv: Move) {
        self.player.play(mv).expect("the game took this move");
    }

    /// Takes the newest move back.
    pub fn take_back(&mut self) {
        self.player.take_back();
        let moves = self.player.record().moves().len();
        self.seen.retain(|&(seen, _)| seen <= moves);
    }

    /// The move at full strength; `None` if the game is over.
    pub fn best(&mut self) -> Option<Report> {
        let limits = self.limits(Level::FULL.strength());
        self.think(&limits).0
    }

    /// Its move at `level`, with the value of the position for the side to move.
    pub fn choose(&mut self, level: Level) -> Option<(Move, Score)> {
        let strength = level.strength();
        let limits = self.attention(strength);
        let (mut report, mut lines) = self.think(&limits);
        if report.is_none() {
            // Everything was overlooked.
            let limits = self.limits(strength);
            (report, lines) = self.think(&limits);
        }
        let report = report?;
        let record = self.player.record();
        let rate = report.score.win_rate();
        let of_x = if record.to_move() == Color::Black { rate } else { 1.0 - rate };
        self.seen.push((record.moves().len(), of_x));
        let chosen = match report.best {
            Move::Place(_) => self.soften(&lines, strength.softness).unwrap_or(report.best),
            swap_or_pass => swap_or_pass,
        };
        Some((chosen, report.score))
    }

    /// Whether the side that is not to move wants to swap: the colour to move is the better one to have.
    pub fn wants_swap(&mut self, level: Level) -> bool {
        let limits = Limits { swap: false, lines: 1, ..self.limits(level.strength()) };
        self.think(&limits).0.is_some_and(|report| report.score > Score::DRAW)
    }

    /// Whether it agrees to a draw: neither side can win, or the game was even for long and the board is nearly full.
    #[must_use]
    pub fn agrees_to_draw(&self) -> bool {
        let record = self.player.record();
        let points = record.game().grid().points().count();
        let empty = record.game().grid().points().filter(|&point| record.is_empty(point)).count();
        let latest = self.seen.iter().rev().take(EVEN_FOR);
        let even = latest.filter(|(_, rate)| (rate - 0.5).abs() <= EVEN).count() == EVEN_FOR;
        record.is_dead() || (even && 5 * empty <= points)
    }

    fn limits(&self, strength: Strength) -> Limits {
        Limits {
            started: Instant::now(),
            turn: Some(self.time.min(self.turn.saturating_sub(MARGIN))),
            left: self.left.map(|left| left.saturating_sub(MARGIN)),
            increment: self.increment,
            depth: strength.depth,
            nodes: strength.nodes,
            threads: self.threads,
            lines: strength.lines,
            swap: true,
            ..Limits::none()
        }
    }

    /// The limits of a search, with the overlooked moves.
    fn attention(&mut self, strength: Strength) -> Limits {
        let plain = self.limits(strength);
        let slips = self.happens(strength.slips);
        let record = self.player.record();
        let us = record.to_move();
        let mut overlooked = match record.threat_state() {
            ThreatState::Wins if !slips => return Limits { lines: 1, ..plain },
            ThreatState::Threatened(answers) if !slips && !answers.is_empty() => {
                return Limits { only: answers, ..plain };
            }
            ThreatState::Wins => record.threats(us).five,
            ThreatState::Threatened(_) => record.threats(!us).five,
            ThreatState::Quiet => Bitboard::EMPTY,
        };
        let (ours, theirs) = (record.threats(us), record.threats(!us));
        // Rows of stones catch the eye.
        let loud = ours.five | ours.four | ours.capture | theirs.five | theirs.straight_four | theirs.capture;
        let chances: Vec<(Point, f64)> = record
            .legal()
            .into_iter()
            .map(|point| (point, if loud.contains(point) { 0.3 } else { 1.0 } * remoteness(record, point)))
            .collect();
        for (point, chance) in chances {
            if self.happens(strength.overlooks * chance) {
                overlooked.insert(point);
            }
        }
        Limits { except: overlooked, ..plain }
    }

    /// One of the lines: the more likely, the less win rate is lost. `None` if nothing is to be chosen.
    fn soften(&mut self, lines: &[Report], softness: f64) -> Option<Move> {
        let best = lines.iter().map(|line| line.score.win_rate()).reduce(f64::max)?;
        if lines.len() < 2 || softness <= 0.0 {
            return None;
        }
        let weight = |line: &Report| ((line.score.win_rate() - best) / softness).exp();
        let mut left = self.dice.share() * lines.iter().map(weight).sum::<f64>();
        let chosen = lines.iter().find(|line| {
            left -= weight(line);
            left < 0.0
        });
        chosen.map(|line| line.best)
    }

    /// The answer, and the best lines of the deepest iteration.
    fn think(&mut self, limits: &Limits) -> (Option<Report>, Vec<Report>) {
        let mut lines: Vec<Report> = Vec::new();
        let mut on_info = |report: &Report| {
            if report.rank == 0 {
                lines.clear();
            }
            lines.push(report.clone());
        };
        let report = self.player.think(limits, &self.stop, &mut on_info);
        (report, lines)
    }

    fn happens(&mut self, chance: f64) -> bool {
        self.dice.share() < chance
    }
}

/// How far a point is from the last two stones, where people look: 0.2 next to one of them, 1 from five points on.
fn remoteness(record: &dyn AnyRecord, point: Point) -> f64 {
    let grid = record.game().grid();
    let moves = record.moves();
    let placed = moves.iter().rev().filter_map(|mv| if let Move::Place(point) = mv { Some(*point) } else { None });
    let nearest = placed.take(2).map(|last| distance(grid, last, point)).min();
    nearest.map_or(0.2, |distance| 0.2 * distance.min(5) as f64)
}

/// The greater of the distances in columns and rows.
fn distance(grid: &Grid, one: Point, other: Point) -> usize {
    let ((left, top), (right, bottom)) = (grid.xy(one), grid.xy(other));
    left.abs_diff(right).max(top.abs_diff(bottom))
}

#[cfg(test)]
mod tests {
    use engine::notation::parse_position;
    use engine::{Game, Rules};
    use search::player;

    use super::*;

    fn opponent(text: &str, seed: u64) -> Opponent {
        let game = Game::new(Rules::FREESTYLE, None, None).expect("a game");
        let setup = parse_position(game, &mut text.split_whitespace().peekable()).expect("a position");
        let mut player = player(game, Some(&setup)).expect("a player");
        player.set_memory(1 << 20);
        Opponent::new(player, Duration::from_millis(500), 1, Dice::new(seed, 0, 0))
    }

    fn name(opponent: &mut Opponent, level: &str) -> String {
        let (mv, _) = opponent.choose(level.parse().expect("a level")).expect("a move");
        engine::notation::move_text(opponent.player.record().game().grid(), mv)
    }

    #[test]
    fn middle_levels_see_fives_everywhere() {
        let ours = "15/xxxx11/15/15/15/15/15/15/15/15/15/15/15/11oooo/15 x";
        let theirs = "15/oooo11/15/15/15/15/15/15/15/15/15/15/15/11xx2/15 x";
        for seed in 0..20 {
            for level in ["3", "5"] {
                assert_eq!(name(&mut opponent(ours, seed), level), "e14", "a five to make");
                assert_eq!(name(&mut opponent(theirs, seed), level), "e14", "a five to stop");
            }
        }
    }

    #[test]
    fn weak_levels_vary_and_strong_ones_do_not() {
        let text = "15/15/15/15/15/15/7x7/7ox6/6o8/15/15/15/15/15/15 o";
        let count = |level: &str| {
            let found: std::collections::BTreeSet<_> =
                (0..12).map(|seed| name(&mut opponent(text, seed), level)).collect();
            found.len()
        };
        assert!(count("1") > 3, "a beginner is not always the same");
        assert!(count("7") <= 3, "a strong player nearly is");
    }
}
