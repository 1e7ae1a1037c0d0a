use super::*;
use crate::statistics::random::Random;
use crate::statistics::{Score, elo_of_score};

fn games(wins: u64, losses: u64, draws: u64) -> GameCounts {
    GameCounts { wins, draws, losses }
}

fn pool(players: usize, results: &[(usize, usize, GameCounts)]) -> Pool {
    let mut pool = Pool::new(players);
    results.iter().for_each(|&(player, opponent, games)| pool.add_games(player, opponent, games));
    pool
}

fn assert_near(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-8, "{one} is not {other}");
}

fn values(ratings: &Ratings) -> Vec<f64> {
    (0..ratings.place.len()).map(|player| ratings.of(player).expect("all are linked").value).collect()
}

/// With odds of 3 : 1 between neighbours and of 9 : 1 between the ends, all results fit exactly.
#[test]
fn three_players_by_hand() {
    let pool = pool(3, &[(0, 1, games(14, 4, 2)), (1, 2, games(15, 5, 0)), (0, 2, games(18, 2, 0))]);
    let ratings = pool.ratings_with(Anchor { player: 1, rating: 1000.0 }, 0.0);
    let odds3 = 400.0 * 3_f64.log10();
    for (rating, expected) in values(&ratings).into_iter().zip([1000.0 + odds3, 1000.0, 1000.0 - odds3]) {
        assert_near(rating, expected);
    }
    // The information is 20·(3/16) per pairing of neighbours and 20·(9/100) between the ends.
    let (near, far): (f64, f64) = (3.75, 1.8);
    let variance = (near + far) / (near * near + 2.0 * near * far);
    assert_near(ratings.of(0).unwrap().sigma(), ELO * variance.sqrt());
    assert_near(ratings.of(2).unwrap().margin, ratings.of(0).unwrap().margin);
    assert_eq!(ratings.of(1), Some(Estimate { value: 1000.0, margin: 0.0 }));
    let ends = 2.0 * variance - 2.0 * far / (near * near + 2.0 * near * far);
    assert_near(ratings.difference(0, 2).unwrap().sigma(), ELO * ends.sqrt());
}

#[test]
fn in_a_chain_differences_and_variances_add() {
    let pool = pool(4, &[(2, 0, games(30, 10, 0)), (1, 2, games(7, 13, 2)), (3, 1, games(1, 0, 5))]);
    let ratings = pool.ratings(Anchor::default());
    let mut sum = Estimate { value: 0.0, margin: 0.0 };
    // The ends of the chain share their virtual draws with one opponent, the others with two.
    for (player, opponent, shares) in [(2, 0, 1.5), (1, 2, 1.0), (3, 1, 1.5)] {
        let draws = shares * VIRTUAL_DRAWS;
        let counts = pool.games_between(player, opponent);
        let games = counts.games() as f64 + draws;
        let score = (counts.points() + draws / 2.0) / games;
        let sigma = sum.sigma().hypot(ELO / (games * score * (1.0 - score)).sqrt());
        sum = Estimate::normal(sum.value + elo_of_score(score), sigma);
        assert_near(ratings.of(player).unwrap().value, sum.value);
        assert_near(ratings.of(player).unwrap().margin, sum.margin);
    }
}

#[test]
fn two_players_are_rated_as_their_match() {
    let counts = games(580, 420, 0);
    let elo = Score::of_games(&counts).unwrap().elo().unwrap();
    let rating = pool(2, &[(1, 0, counts)]).ratings(Anchor::default()).of(1).unwrap();
    assert!((rating.value - elo.value).abs() < 0.02 && (rating.margin - elo.margin).abs() < 0.05);
    let drawn = games(136, 96, 111);
    let exact = pool(2, &[(1, 0, drawn)]).ratings_with(Anchor::default(), 0.0);
    let elo = Score::of_games(&drawn).unwrap().elo().unwrap();
    assert_near(exact.of(1).unwrap().value, elo.value);
    assert!(exact.of(1).unwrap().margin > elo.margin, "draws are taken for as uncertain as decided games");
    assert!((exact.los(1, 0).unwrap() - 0.99).abs() < 0.01);
}

#[test]
fn a_circle_is_even() {
    let pool = pool(3, &[(0, 1, games(2, 1, 0)), (1, 2, games(2, 1, 0)), (2, 0, games(2, 1, 0))]);
    let ratings = pool.ratings(Anchor { player: 2, rating: -50.0 });
    values(&ratings).into_iter().for_each(|rating| assert_near(rating, -50.0));
    assert!((ratings.los(0, 1).unwrap() - 0.5).abs() < 1e-6);
    assert_eq!(ratings.los(0, 0), Some(0.5));
}

#[test]
fn only_wins_or_losses_are_rated() {
    let pool = pool(4, &[(0, 1, games(20, 0, 0)), (1, 2, games(1, 0, 0)), (2, 3, games(1_000_000, 0, 0))]);
    let ratings = pool.ratings(Anchor::default());
    for (player, won, draws) in [(0, 20.0, 0.1875), (1, 1.0, 0.125), (2, 1e6, 0.1875)] {
        let expected = 400.0 * f64::log10((won + draws / 2.0) / (draws / 2.0));
        assert!((ratings.difference(player, player + 1).unwrap().value / expected - 1.0).abs() < 1e-9);
    }
    assert!((0..4).all(|player| ratings.of(player).unwrap().margin.is_finite()));
}

#[test]
fn players_who_are_not_linked_are_not_rated() {
    let mut pool = pool(5, &[(0, 3, games(1, 2, 0)), (4, 1, games(1, 0, 0)), (0, 1, GameCounts::default())]);
    assert_eq!(pool.groups(), [vec![0, 3], vec![1, 4], vec![2]]);
    let ratings = pool.ratings(Anchor { player: 1, rating: 0.0 });
    assert!(ratings.of(4).is_some());
    assert_eq!([ratings.of(0), ratings.of(2), ratings.of(3), ratings.difference(0, 3)], [None; 4]);
    pool.add(3, 4, Points::Draw);
    assert_eq!(pool.groups(), [vec![0, 1, 3, 4], vec![2]]);
    let alone = pool.ratings(Anchor { player: 2, rating: 7.0 });
    assert_eq!((alone.of(2), alone.of(0)), (Some(Estimate { value: 7.0, margin: 0.0 }), None));
}

#[test]
fn games_are_seen_from_either_side() {
    let mut pool = Pool::new(3);
    for (player, opponent, points) in
        [(0, 1, Points::Win), (1, 0, Points::Win), (1, 0, Points::Draw), (2, 1, Points::Loss)]
    {
        pool.add(player, opponent, points);
    }
    assert_eq!(pool.games_between(0, 1), games(1, 1, 1));
    assert_eq!(pool.games_of(1), games(2, 1, 1));
    assert_eq!((pool.games_of(2), pool.games_between(2, 0)), (games(0, 1, 0), GameCounts::default()));
}

/// A round robin of players with known ratings.
fn simulated(ratings: &[f64], games_each: usize, draws: f64, random: &mut Random) -> Vec<(usize, usize, Points)> {
    let mut games = Vec::new();
    for player in 0..ratings.len() {
        for opponent in 0..player {
            let game = |_| (player, opponent, random.game(ratings[player] - ratings[opponent], draws));
            games.extend((0..games_each).map(game));
        }
    }
    games
}

fn pool_of(players: usize, games: impl Iterator<Item = (usize, usize, Points)>) -> Pool {
    let mut pool = Pool::new(players);
    games.for_each(|(player, opponent, points)| pool.add(player, opponent, points));
    pool
}

#[test]
fn known_ratings_are_found() {
    let known = [0.0, 150.0, -80.0, 300.0, 40.0];
    let games = simulated(&known, 5000, 0.05, &mut Random::new(5));
    let ratings = pool_of(5, games.iter().copied()).ratings(Anchor::default());
    for (player, known) in known.into_iter().enumerate() {
        let rating = ratings.of(player).unwrap();
        assert!((rating.value - known).abs() < 1.5 * rating.margin + 1e-9, "{player}: {rating}");
        assert!(rating.margin < 10.0, "{player}: {rating}");
    }
    let reversed = games.iter().rev().map(|&(player, opponent, points)| (opponent, player, points.swapped()));
    assert_eq!(ratings, pool_of(5, reversed).ratings(Anchor::default()));
}

#[test]
fn nineteen_of_twenty_intervals_hold_the_rating() {
    let known = [0.0, 60.0, -120.0, 200.0];
    let mut random = Random::new(6);
    let mut held = 0;
    for _ in 0..500 {
        let games = simulated(&known, 60, 0.0, &mut random);
        let ratings = pool_of(4, games.into_iter()).ratings(Anchor::default());
        held += (1..4)
            .filter(|&player| {
                let rating = ratings.of(player).unwrap();
                (rating.value - known[player]).abs() <= rating.margin
            })
            .count();
    }
    assert!((1395..=1455).contains(&held), "{held} of 1500");
}

#[test]
fn a_large_pool_is_rated() {
    let known: Vec<f64> = (0..60).map(|player| f64::from(player) * 25.0).collect();
    let ratings = pool_of(60, simulated(&known, 4, 0.0, &mut Random::new(7)).into_iter()).ratings(Anchor::default());
    let held = (1..60).filter(|&player| {
        let difference = ratings.difference(player, player - 1).unwrap();
        (difference.value - 25.0).abs() <= difference.margin
    });
    let held = held.count();
    assert!((53..=59).contains(&held), "{held} of 59");
    assert!((ratings.difference(59, 0).unwrap().value - 1475.0).abs() < 150.0);
}
