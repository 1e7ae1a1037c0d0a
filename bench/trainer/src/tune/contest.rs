//! Pairs of games from one opening, with the colours reversed.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::{io, thread};

use engine::{Color, Game, Move, Rules};
use matches::statistics::Points;
use random::Dice;
use search::{Resources, Score, tuning};

use crate::selfplay::opening::{self, Balance};
use crate::selfplay::session::Session;

/// The options of a contest.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Contest {
    /// The games, in turn [default: all]
    pub(crate) games: Vec<String>,

    /// The size of the boards [default: the usual one]
    #[arg(long)]
    pub(crate) size: Option<usize>,

    /// Nodes of a search
    #[arg(long, default_value_t = 10_000)]
    pub(crate) nodes: u64,

    /// Pairs of games
    #[arg(long, default_value_t = 1000)]
    pub(crate) pairs: u64,

    /// Threads; each plays one pair at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: u16,

    /// Another seed, other openings
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// How far either side may be ahead after an opening, in hundredths of a point.
const WINDOW: i32 = 120;

/// The plies for each point of the board after which a game is a draw.
const PLIES_PER_POINT: usize = 2;

/// The players of a pair: their numbers of the search.
pub(crate) type Players = [Vec<i32>; 2];

/// The end of a pair.
pub(crate) struct Pair<'g> {
    pub(crate) number: u64,
    pub(crate) rules: &'g Rules,
    /// Of the first player, as Black and as White.
    pub(crate) points: [Points; 2],
}

impl Contest {
    /// Plays pair `first` and all after it: `players` returns the players of a pair, `ended` takes its result.
    ///
    /// # Errors
    /// A game is unknown or not played on such boards.
    pub(crate) fn run(
        &self,
        first: u64,
        stop: &AtomicBool,
        players: impl Fn(u64) -> Players + Sync,
        ended: impl FnMut(Pair<'_>) + Send,
    ) -> io::Result<()> {
        let rules = crate::games_named(&self.games)?;
        let boards: Result<Vec<_>, _> = rules.iter().map(|rules| Game::new(rules.clone(), self.size, None)).collect();
        let boards = boards.map_err(io::Error::other)?;
        let (next, ended) = (AtomicU64::new(first), Mutex::new(ended));
        let work = || {
            let mut resources = [Resources::default(), Resources::default()];
            while !stop.load(Relaxed) {
                let number = next.fetch_add(1, Relaxed);
                if number >= self.pairs {
                    break;
                }
                let kind = number as usize % boards.len();
                let played = self.pair(boards[kind], number, &players(number), &mut resources, stop);
                let Some(points) = played else { break };
                let mut ended = ended.lock().expect("no panic");
                ended(Pair { number, rules: &rules[kind], points });
            }
        };
        thread::scope(|scope| (0..self.threads).for_each(|_| drop(scope.spawn(work))));
        Ok(())
    }

    fn pair(
        &self,
        game: &'static Game,
        number: u64,
        players: &Players,
        resources: &mut [Resources; 2],
        stop: &AtomicBool,
    ) -> Option<[Points; 2]> {
        let opening = self.opening(game, number, &mut resources[0], stop)?;
        let mut points = [Points::Draw; 2];
        for (points, first) in points.iter_mut().zip(Color::ALL) {
            let winner = self.game(game, &opening, players, first, resources, stop)?;
            *points = match winner {
                None => Points::Draw,
                Some(winner) if winner == first => Points::Win,
                Some(_) => Points::Loss,
            };
        }
        Some(points)
    }

    /// Random stones that leave the game open; the same for each number.
    fn opening(
        &self,
        game: &'static Game,
        number: u64,
        resources: &mut Resources,
        stop: &AtomicBool,
    ) -> Option<Vec<Move>> {
        tuning::set(&super::numbers::rounded(&super::numbers::defaults()));
        for tries in 0.. {
            let dice = Dice::new(self.seed, number, tries);
            let mut session = Session::new(game, dice, std::mem::take(resources), stop);
            let open = opening::short(&mut session, Balance { nodes: self.nodes, window: WINDOW + tries as i32 });
            let moves = session.record().moves();
            *resources = session.release();
            if open.is_some() {
                return Some(moves);
            }
            if stop.load(Relaxed) {
                break;
            }
        }
        None
    }

    /// The winner of a game in which the first of `players` has the colour `first`.
    fn game(
        &self,
        game: &'static Game,
        opening: &[Move],
        players: &Players,
        first: Color,
        resources: &mut [Resources; 2],
        stop: &AtomicBool,
    ) -> Option<Option<Color>> {
        let mut sessions =
            resources.each_mut().map(|own| Session::new(game, Dice::new(0, 0, 0), std::mem::take(own), stop));
        for session in &mut sessions {
            opening.iter().try_for_each(|&mv| session.play(mv))?;
        }
        let most = PLIES_PER_POINT * game.grid().points().count();
        let mut winner = None;
        for _ in opening.len()..most {
            let record = sessions[0].record();
            if let Some(outcome) = record.outcome() {
                winner = outcome.winner;
                break;
            }
            let to_move = record.to_move();
            let player = usize::from(to_move != first);
            tuning::set(&players[player]);
            let found = sessions[player].search(self.nodes, 1)?;
            if found.score.is_proven() {
                winner = Some(if found.score > Score::DRAW { to_move } else { !to_move });
                break;
            }
            sessions.iter_mut().try_for_each(|session| session.play(found.best))?;
        }
        let released = sessions.map(Session::release);
        *resources = released;
        Some(winner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::numbers::{defaults, read, rounded};

    fn contest(nodes: u64) -> Contest {
        Contest { games: vec!["freestyle".into(), "renju".into()], size: Some(9), nodes, pairs: 6, threads: 2, seed: 1 }
    }

    fn points(first: Vec<i32>, second: Vec<i32>) -> Vec<(u64, [Points; 2])> {
        let mut points = Vec::new();
        let players = [first, second];
        let played = contest(300).run(
            0,
            &AtomicBool::new(false),
            |_| players.clone(),
            |pair| {
                points.push((pair.number, pair.points));
            },
        );
        played.expect("known games");
        points.sort_by_key(|&(number, _)| number);
        points
    }

    #[test]
    fn equal_players_come_out_even_in_every_pair() {
        let even = points(rounded(&defaults()), rounded(&defaults()));
        let is_even = |[one, other]: [Points; 2]| {
            matches!(
                (one, other),
                (Points::Win, Points::Loss) | (Points::Loss, Points::Win) | (Points::Draw, Points::Draw)
            )
        };
        assert!(even.len() == 6 && even.iter().all(|&(_, points)| is_even(points)), "{even:?}");
    }

    #[test]
    fn numbers_make_a_difference_and_pairs_are_repeatable() {
        let other = rounded(&read("order_history=0,vcf_nodes=4,lmr_slope=250").expect("numbers"));
        let played = points(other.clone(), rounded(&defaults()));
        assert_eq!(played, points(other, rounded(&defaults())));
    }
}
