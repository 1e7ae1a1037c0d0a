//! Ratings of more than two players from the games between them.

use std::collections::BTreeMap;
use std::f64::consts::LN_10;

use super::cholesky::Cholesky;
use super::counts::{GameCounts, Points};
use super::estimate::Estimate;
use super::score::los;

/// Draws that every player adds, in equal parts, to the pairings that the player played. They keep the rating of a player who only
/// won or only lost finite, and draw a difference that was measured by n games towards 0 by about one part in 4 n.
pub const VIRTUAL_DRAWS: f64 = 0.125;

/// One unit of the logarithm of the odds, in Elo.
const ELO: f64 = 400.0 / LN_10;

/// The longest step after which the iteration stops, in units of the logarithm of the odds.
const PRECISION: f64 = 1e-11;

/// More steps than the iteration takes, which is about ten and one more per unit between the ends of the pool.
const MAX_STEPS: usize = 500;

/// The player with a fixed rating.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Anchor {
    /// Number of the player, from 0.
    pub player: usize,
    /// Rating in Elo.
    pub rating: f64,
}

/// Games between players, who are numbered from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pool {
    players: usize,
    /// Results by the two players, from the view of the lower number.
    pairings: BTreeMap<(usize, usize), GameCounts>,
}

impl Pool {
    /// Returns a pool of players without games.
    #[must_use]
    pub const fn new(players: usize) -> Self {
        Self { players, pairings: BTreeMap::new() }
    }

    /// Adds a game with the points of `player`.
    ///
    /// # Panics
    /// The two are not different players of the pool.
    pub fn add(&mut self, player: usize, opponent: usize, points: Points) {
        let mut games = GameCounts::default();
        games.add(points);
        self.add_games(player, opponent, games);
    }

    /// Adds games from the view of `player`.
    ///
    /// # Panics
    /// The two are not different players of the pool.
    pub fn add_games(&mut self, player: usize, opponent: usize, games: GameCounts) {
        assert!(player != opponent && player.max(opponent) < self.players, "two players of the pool");
        let games = if player < opponent { games } else { games.swapped() };
        *self.pairings.entry((player.min(opponent), player.max(opponent))).or_default() += games;
    }

    /// Returns the games of two players from the view of `player`.
    #[must_use]
    pub fn games_between(&self, player: usize, opponent: usize) -> GameCounts {
        let games = self.pairings.get(&(player.min(opponent), player.max(opponent))).copied().unwrap_or_default();
        if player < opponent { games } else { games.swapped() }
    }

    /// Returns all games of a player.
    #[must_use]
    pub fn games_of(&self, player: usize) -> GameCounts {
        (0..self.players).map(|opponent| self.games_between(player, opponent)).sum()
    }

    /// Returns groups of comparable players: players are in one group if games link them, possibly through others. Groups and
    /// players are in ascending order.
    #[must_use]
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let mut group_of: Vec<usize> = (0..self.players).collect();
        for (&(one, other), _) in self.played() {
            let (kept, merged) = (group_of[one].min(group_of[other]), group_of[one].max(group_of[other]));
            group_of.iter_mut().filter(|group| **group == merged).for_each(|group| *group = kept);
        }
        let members = |group| (0..self.players).filter(|&player| group_of[player] == group).collect::<Vec<_>>();
        (0..self.players).map(members).filter(|members| !members.is_empty()).collect()
    }

    /// Returns the maximum-likelihood ratings of the players in the anchor's group.
    ///
    /// In the model of Bradley and Terry (1952) a player who is d Elo above the opponent scores 1 / (1 + 10^(−d/400)), a
    /// draw being half a win and half a loss. The logarithm of the likelihood is concave, and Newton's method finds its
    /// maximum. The intervals come from the Fisher information at that point: they are those of the difference to the
    /// anchor, treat games as independent and are too wide, rather than too narrow, where games are drawn.
    ///
    /// # Panics
    /// The anchor is no player of the pool.
    #[must_use]
    pub fn ratings(&self, anchor: Anchor) -> Ratings {
        self.ratings_with(anchor, VIRTUAL_DRAWS)
    }

    fn ratings_with(&self, anchor: Anchor, virtual_draws: f64) -> Ratings {
        let group = self.groups().into_iter().find(|group| group.contains(&anchor.player));
        let group = group.expect("the anchor is a player of the pool");
        let mut place = vec![None; self.players];
        let rated = group.into_iter().filter(|&player| player != anchor.player);
        rated.enumerate().for_each(|(index, player)| place[player] = Some(index));
        let opponents = self.opponents();
        let pairings = self.played().filter(|&(&(one, other), _)| place[one].or(place[other]).is_some());
        let pairings = pairings.map(|(&(one, other), games)| {
            let draws = virtual_draws * (1.0 / opponents[one] + 1.0 / opponents[other]);
            let (games, points) = (games.games() as f64 + draws, games.points() + draws / 2.0);
            Pairing { places: [place[one], place[other]], games, points }
        });
        let model = Model { size: place.iter().flatten().count(), pairings: pairings.collect() };
        let log_odds = model.likeliest();
        let covariance = Cholesky::new(&model.slope(&log_odds).1).inverse();
        Ratings { anchor, place, log_odds, covariance }
    }

    /// Returns the number of opponents of each player.
    fn opponents(&self) -> Vec<f64> {
        let mut opponents = vec![0.0; self.players];
        self.played().for_each(|(&(one, other), _)| {
            opponents[one] += 1.0;
            opponents[other] += 1.0;
        });
        opponents
    }

    fn played(&self) -> impl Iterator<Item = (&(usize, usize), &GameCounts)> {
        self.pairings.iter().filter(|(_, games)| games.games() > 0)
    }
}

/// Results of two players. The place of a player is `None` for the anchor.
struct Pairing {
    places: [Option<usize>; 2],
    games: f64,
    points: f64,
}

impl Pairing {
    /// Returns the expected points of the first player in one game.
    fn expected(&self, log_odds: &[f64]) -> f64 {
        let [one, other] = self.places.map(|place| place.map_or(0.0, |place| log_odds[place]));
        1.0 / (1.0 + (other - one).exp())
    }
}

/// The likelihood of all results as a function of the ratings of all but the anchor, who is at 0.
struct Model {
    size: usize,
    pairings: Vec<Pairing>,
}

impl Model {
    /// Newton's method, with a step that cannot fail to make the results likelier: if it changes no difference of two
    /// players by more than r, the second derivative along it grows at most by the factor e^r, and the share ln(1 + r) / r
    /// of it is best in the worst case.
    fn likeliest(&self) -> Vec<f64> {
        let mut log_odds = vec![0.0; self.size];
        for _ in 0..MAX_STEPS {
            let (gradient, information) = self.slope(&log_odds);
            let step = Cholesky::new(&information).solve(&gradient);
            let (low, high) = step.iter().fold((0.0_f64, 0.0_f64), |(low, high), &x| (low.min(x), high.max(x)));
            let range = high - low;
            let share = if range > 0.0 { range.ln_1p() / range } else { 1.0 };
            log_odds.iter_mut().zip(step).for_each(|(log_odds, step)| *log_odds += share * step);
            if range < PRECISION {
                break;
            }
        }
        log_odds
    }

    /// The gradient of the logarithm of the likelihood, and the information: its negated second derivatives.
    fn slope(&self, log_odds: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let (mut gradient, mut information) = (vec![0.0; self.size], vec![vec![0.0; self.size]; self.size]);
        for pairing in &self.pairings {
            let expected = pairing.expected(log_odds);
            let surplus = pairing.points - pairing.games * expected;
            let weight = pairing.games * expected * (1.0 - expected);
            for (place, surplus) in pairing.places.into_iter().zip([surplus, -surplus]) {
                if let Some(place) = place {
                    gradient[place] += surplus;
                    information[place][place] += weight;
                }
            }
            if let [Some(one), Some(other)] = pairing.places {
                information[one][other] -= weight;
                information[other][one] -= weight;
            }
        }
        (gradient, information)
    }
}

/// The ratings of the players who can be compared with the anchor, in Elo.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    anchor: Anchor,
    /// The place of each player in the vectors below; `None` for the anchor and for players of other groups.
    place: Vec<Option<usize>>,
    log_odds: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// Returns the rating of a player with the interval of its difference to the anchor; `None` if no games link the two.
    #[must_use]
    pub fn of(&self, player: usize) -> Option<Estimate> {
        let Estimate { value, margin } = self.difference(player, self.anchor.player)?;
        Some(Estimate { value: self.anchor.rating + value, margin })
    }

    /// Returns the difference of two ratings; `None` if a player has none.
    #[must_use]
    pub fn difference(&self, player: usize, opponent: usize) -> Option<Estimate> {
        let (one, other) = (self.placed(player)?, self.placed(opponent)?);
        let log_odds = |place: Option<usize>| place.map_or(0.0, |place| self.log_odds[place]);
        let covariance = |one: Option<usize>, other: Option<usize>| match (one, other) {
            (Some(one), Some(other)) => self.covariance[one][other],
            _ => 0.0,
        };
        let variance = covariance(one, one) + covariance(other, other) - 2.0 * covariance(one, other);
        Some(Estimate::normal(ELO * (log_odds(one) - log_odds(other)), ELO * variance.max(0.0).sqrt()))
    }

    /// Returns the probability, in 0..=1, that a player is stronger than an opponent; `None` if one has no rating.
    #[must_use]
    pub fn los(&self, player: usize, opponent: usize) -> Option<f64> {
        let difference = self.difference(player, opponent)?;
        Some(los(difference.value, difference.sigma()))
    }

    /// Returns the place of a rated player; `None` for the anchor.
    fn placed(&self, player: usize) -> Option<Option<usize>> {
        (player == self.anchor.player || self.place[player].is_some()).then(|| self.place[player])
    }
}

#[cfg(test)]
mod tests;
