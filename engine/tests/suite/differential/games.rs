//! Random games, compared after every move.
//!
//! The players like the points where rules meet: captures, lines of both sides, points next to stones; and they
//! mostly decline to win, so that boards become dense.

use engine::Color;
use referee::dice::{Dice, rounds};
use referee::duel::Duel;
use referee::scene::{At, Scene, Setting};

/// Preferences of a player of random games, in percent.
#[derive(Clone, Copy)]
pub(super) struct Taste {
    /// A point of some threat set, of either side.
    threats: usize,
    /// A point near the stones.
    near: usize,
    /// A win that is there to be taken.
    wins: usize,
    /// A move back to a position that was there before.
    returns: usize,
}

pub(super) const TASTES: [Taste; 4] = [
    Taste { threats: 45, near: 45, wins: 10, returns: 0 },
    Taste { threats: 80, near: 20, wins: 0, returns: 0 },
    Taste { threats: 20, near: 70, wins: 50, returns: 0 },
    Taste { threats: 0, near: 20, wins: 5, returns: 0 },
];

/// Players that seek the repetition of a position.
const ROUNDABOUT: Taste = Taste { threats: 60, near: 30, wins: 0, returns: 70 };

/// Settings with the number of games.
fn settings() -> Vec<(Setting, usize)> {
    let of = Setting::new;
    vec![
        (of("ninuki", 19), 24),
        (of("ninuki", 13), 50),
        (of("ninuki", 15).flags(&[("fifth", "captures"), ("fifth-33", "true")]), 24),
        (of("ninuki", 13).flags(&[("fifth", "draw"), ("third-free", "true")]), 24),
        (of("ninuki", 13).flags(&[("recursion", "true")]), 24),
        (of("ninuki", 13).flags(&[("double-four", "false")]), 24),
        (of("ninuki", 21).flags(&[("recursion", "true"), ("double-four", "false"), ("fifth-33", "true")]), 6),
        (of("ninuki-hannover", 19), 20),
        (of("ninuki-hannover", 19).flags(&[("double-four", "false"), ("fifth", "draw")]), 10),
        (of("ninuki-japan", 15), 30),
        (of("ninuki-japan", 15).flags(&[("recursion", "true"), ("fifth", "captures")]), 15),
        (of("ninuki-japan", 19), 8),
        (of("ninuki-42", 19), 20),
        (of("ninuki-42", 19).flags(&[("fifth", "five"), ("double-four", "false")]), 10),
        (of("nenuki", 11), 40),
        (of("nenuki", 14), 10),
        (of("pente", 13), 40),
        (of("pente", 19).flags(&[("third-free", "true")]), 15),
        (of("keryo", 13), 40),
        (of("keryo", 19), 15),
        (of("freestyle", 5), 40),
        (of("freestyle", 15), 30),
        (of("standard", 7), 60),
        (of("standard", 22), 6),
        (of("renju", 15), 40),
        (of("renju", 9), 80),
        (of("renju", 6), 60),
        (of("caro", 9), 60),
        (of("caro", 15), 20),
        (of("caro", 9).flags(&[("caro-exact", "true")]), 60),
        (of("ndengrod", 3).length(4), 100),
        (of("ndengrod", 3).length(5).flags(&[("suicide", "true")]), 60),
        (of("ndengrod", 4), 80),
        (of("ndengrod", 5), 80),
        (of("ndengrod", 5).flags(&[("suicide", "true")]), 40),
        (of("ndengrod", 5).length(3), 20),
        (of("ndengrod", 6), 20),
        (of("ndengrod", 7).length(6), 10),
        (of("ndengrod", 9), 5),
        (of("ndengrod", 3).length(5).flags(&[("stuck", "pass")]), 200),
        (of("ndengrod", 3).length(4).flags(&[("stuck", "pass")]), 60),
        (of("ndengrod", 4).length(7).flags(&[("stuck", "pass")]), 60),
        (of("ndengrod", 4).flags(&[("stuck", "pass"), ("suicide", "true")]), 20),
        (of("ninuki-42", 19).flags(&[("fifth-answers", "false")]), 20),
        (of("ninuki", 13).flags(&[("fifth", "captures"), ("fifth-answers", "false")]), 20),
    ]
}

#[test]
fn random_games() {
    for (number, (setting, games)) in settings().into_iter().enumerate() {
        for game in 0..rounds(games) {
            let taste = TASTES[game % TASTES.len()];
            play(Duel::start(setting), taste, (number * 100_000 + game) as u64);
        }
    }
}

/// Where captures empty points for ever, positions come back.
#[test]
fn games_with_repetition() {
    let mut repeated = [0; 2];
    for game in 0..rounds(30) {
        let seed = 7_000_000 + game as u64;
        // The row comes back in four moves: x takes two, both fill the gap beside them, o takes two.
        let at = (1 + game % 5, 2);
        let (mut scene, _) = Scene::drawn(Setting::new("nenuki", 11), at, &["o..oox"]);
        scene.put((game % 11, 9), Some(Color::White));
        let mut captures = Duel::set_up(&scene);
        for x in [2, 4, 1, 3] {
            captures.play((at.0 + x, at.1)).expect("a legal move");
        }
        let suicide = Setting::new("ndengrod", 3 + game % 2).flags(&[("suicide", "true")]);
        for (i, duel) in [captures, Duel::start(suicide)].into_iter().enumerate() {
            let duel = play(duel, ROUNDABOUT, seed);
            repeated[i] += usize::from(duel.end().is_some_and(|(_, reason)| reason == "repetition"));
        }
    }
    assert!(repeated.iter().all(|&games| games >= rounds(30) / 8), "games that ended by repetition: {repeated:?}");
}

/// Plays one game to its end, or to the ply limit where captures prolong it.
pub(super) fn play(mut duel: Duel, taste: Taste, seed: u64) -> Duel {
    let mut dice = Dice::new(seed);
    duel.source = format!("random game, seed {seed}");
    let mut seen = shapes(&mut duel);
    for _ply in 0..400 {
        if duel.end().is_some() {
            break;
        }
        if duel.engine.swap_offered() && dice.chance(30) {
            duel.swap().expect("an offer");
        }
        let legal = duel.legal();
        if legal.is_empty() {
            duel.pass().expect("nothing else");
            continue;
        }
        if dice.chance(10) {
            wrong_moves(&mut duel, &mut dice);
            let (fast, slow) = (duel.engine.winning(), duel.engine.winning_by_trial());
            assert_eq!(fast, slow, "winning moves\n{}", duel.description());
        }
        let at = choose(&mut duel, taste, &legal, &seen, &mut dice);
        duel.play(at).expect("a legal move");
        seen.push(shape(&duel));
    }
    duel
}

/// The shapes of all positions so far.
fn shapes(duel: &mut Duel) -> Vec<String> {
    let moves = duel.engine.moves();
    let mut seen = vec![shape(duel)];
    while duel.engine.take_back().is_some() {
        seen.push(shape(duel));
    }
    for mv in moves {
        duel.engine.play(mv).expect("a legal move");
    }
    seen
}

/// Stones and side to move, without the captured stones.
fn shape(duel: &Duel) -> String {
    let text = duel.engine.position_text();
    text.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// Moves that should be refused: any point of the bounding box, a pass, a swap.
fn wrong_moves(duel: &mut Duel, dice: &mut Dice) {
    let side = duel.engine.game().grid().width();
    let legal = duel.legal();
    for _ in 0..8 {
        let at = (dice.below(side), dice.below(side));
        let refused = duel.refuses(at);
        if refused && legal.contains(&at) {
            duel.fail(&format!("{at:?} is legal and refused"));
        }
    }
    duel.pass().expect_err("there are legal moves");
    if !duel.engine.swap_offered() {
        duel.swap().expect_err("no swap is offered");
    }
}

fn choose(duel: &mut Duel, taste: Taste, legal: &[At], seen: &[String], dice: &mut Dice) -> At {
    if dice.chance(taste.returns)
        && let Some(at) = way_back(duel, legal, seen)
    {
        return at;
    }
    let roll = dice.below(100);
    let mut liked: Vec<At> = match roll {
        _ if roll < taste.threats => threatened(duel, dice),
        _ if roll < taste.threats + taste.near => duel.engine.candidates(),
        _ => legal.to_vec(),
    };
    let wins = duel.engine.winning();
    let take = dice.chance(taste.wins);
    liked.retain(|at| legal.contains(at) && (take || !wins.contains(at)));
    if take && !wins.is_empty() {
        liked = wins;
    }
    if liked.is_empty() { dice.pick(legal) } else { dice.pick(&liked) }
}

/// The points of a few threat sets of one side.
fn threatened(duel: &Duel, dice: &mut Dice) -> Vec<At> {
    let color = dice.pick(&Color::ALL);
    let sets = duel.engine.threat_sets(color);
    let mut points = Vec::new();
    for _ in 0..3 {
        points.extend(&sets[dice.below(sets.len() - 1)].1);
    }
    points
}

/// A move to a position that was there before.
fn way_back(duel: &mut Duel, legal: &[At], seen: &[String]) -> Option<At> {
    legal.iter().copied().find(|&at| {
        let mv = referee::probe::place(duel.engine.game(), at).expect("a point");
        duel.engine.play(mv).expect("a legal move");
        let back = seen.contains(&shape(duel));
        duel.engine.take_back();
        back
    })
}
