//! How well the players played, over all games.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::json::rounded;
use crate::judgement::{Judged, accuracy};
use crate::review::Review;
use records::tree::Quality;

/// How well a player played.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Play {
    games: usize,
    moves: usize,
    loss: f64,
    accuracy: f64,
    /// Moves marked `??`, `?` and `?!`.
    marked: [usize; 3],
    missed: usize,
}

impl Play {
    fn count(&mut self, judged: &Judged) {
        self.moves += 1;
        self.loss += judged.loss;
        self.accuracy += accuracy(judged.loss);
        self.missed += usize::from(judged.missed.is_some());
        let marks = [Quality::VeryBad, Quality::Bad, Quality::Doubtful];
        if let Some(index) = marks.iter().position(|&mark| judged.quality == Some(mark)) {
            self.marked[index] += 1;
        }
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.moves.max(1) as f64
    }

    /// Returns the figures as an object.
    #[must_use]
    pub fn json(&self) -> JsonPlay {
        let [blunders, mistakes, inaccuracies] = self.marked;
        JsonPlay {
            moves: self.moves,
            mean_loss: rounded(self.mean(self.loss)),
            blunders,
            mistakes,
            inaccuracies,
            missed_wins: self.missed,
            accuracy: (10.0 * self.mean(self.accuracy)).round() / 10.0,
        }
    }
}

/// How well a player played.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PlayerReview"))]
pub struct JsonPlay {
    /// The number of moves.
    moves: usize,
    /// The mean loss of win rate.
    mean_loss: f64,
    /// Moves marked `??`.
    blunders: usize,
    /// Moves marked `?`.
    mistakes: usize,
    /// Moves marked `?!`.
    inaccuracies: usize,
    /// Wins that were missed.
    missed_wins: usize,
    /// The accuracy, 0 to 100.
    accuracy: f64,
}

/// The players, by name.
#[derive(Default)]
pub struct Players(pub BTreeMap<String, Play>);

impl Players {
    /// The players of one game.
    #[must_use]
    pub fn of(review: &Review) -> Self {
        let mut players = Self::default();
        players.count(review);
        players
    }

    /// Counts the moves of a game.
    pub fn count(&mut self, review: &Review) {
        let mut here: Vec<String> = Vec::new();
        for (ply, judged) in review.moves.iter().enumerate() {
            let name = review.player(ply);
            self.0.entry(name.clone()).or_default().count(judged);
            if !here.contains(&name) {
                here.push(name);
            }
        }
        for name in here {
            self.0.entry(name).or_default().games += 1;
        }
    }
}

impl fmt::Display for Players {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wide = self.0.keys().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        writeln!(f, "{:wide$}  games  moves  mean loss   ??    ?   ?!  missed wins  accuracy", "player")?;
        for (name, play) in &self.0 {
            let Play { games, moves, marked: [blunders, mistakes, inaccuracies], missed, .. } = play;
            let (loss, accuracy) = (100.0 * play.mean(play.loss), play.mean(play.accuracy));
            write!(f, "{name:wide$}  {games:>5}  {moves:>5}  {loss:>7.1} %  {blunders:>3}  {mistakes:>3}  ")?;
            writeln!(f, "{inaccuracies:>3}  {missed:>11}  {accuracy:>8.1}")?;
        }
        Ok(())
    }
}
