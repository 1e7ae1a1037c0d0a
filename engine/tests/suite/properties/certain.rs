//! Static wins hold against every reply. Threatened open fours can be made.

use engine::{Game, PointSet, Tactics, ThreatState, Visitor};
use referee::dice::{Dice, rounds};
use referee::scene::{Scene, Setting};
use referee::tangle::{dense, tangle};

/// Scenes by the seeds from `first` on.
fn scenes(setting: Setting, first: u64) -> Vec<Scene> {
    let scene = |number| {
        let mut dice = Dice::new(first + number);
        if number % 3 == 0 { dense(setting, &mut dice) } else { tangle(setting, &mut dice) }
    };
    (0..rounds(3000) as u64).map(scene).collect()
}

/// The positions of scenes where neither side wins by the next stone.
fn quiet<P: Tactics>(game: &'static Game, scenes: &[Scene]) -> impl Iterator<Item = P> {
    let positions = scenes.iter().filter_map(move |scene| P::set_up(game, &scene.set_up(game)).ok());
    positions.filter(|position| position.outcome().is_none() && matches!(position.threat_state(), ThreatState::Quiet))
}

struct Certain<'s>(&'s [Scene]);

impl Visitor for Certain<'_> {
    /// The number of wins in three plies, and in five.
    type Output = [usize; 2];

    fn visit<P: Tactics>(self, game: &'static Game) -> [usize; 2] {
        let mut found = [0; 2];
        for position in quiet::<P>(game, self.0) {
            let Some((point, plies)) = position.static_win(&position.threats()) else { continue };
            assert!(position.check(point).is_ok(), "{position:?}: {}", game.grid().name(point));
            assert!(loses(&position.make(point), plies - 1), "{position:?}: {} in {plies}", game.grid().name(point));
            found[plies as usize / 2 - 1] += 1;
        }
        found
    }
}

/// Whether the side to move loses within `plies` whatever it does.
fn loses<P: Tactics>(position: &P, plies: u32) -> bool {
    let legal = position.legal();
    let lost = |next: P| match next.outcome() {
        Some(outcome) => outcome.winner == Some(next.to_move()),
        None => wins(&next, plies - 1),
    };
    match position.outcome() {
        Some(outcome) => outcome.winner == Some(!position.to_move()),
        None if legal.is_empty() => lost(position.make_pass()),
        None => legal.iter().all(|reply| lost(position.make(reply))),
    }
}

/// Whether the side to move wins within `plies`; fours are tried before all other moves.
fn wins<P: Tactics>(position: &P, plies: u32) -> bool {
    let legal = position.legal();
    let wins_at = |point| match position.make(point) {
        next if next.outcome().is_some_and(|outcome| outcome.winner == Some(position.to_move())) => true,
        next => plies > 1 && next.outcome().is_none() && loses(&next, plies - 1),
    };
    let [ours, _] = position.threats();
    (legal & ours.five).iter().any(wins_at)
        || (legal & ours.straight_four & !ours.five).iter().any(wins_at)
        || (legal & !(ours.straight_four | ours.five)).iter().any(wins_at)
}

#[test]
fn certain_wins_are_wins() {
    let of = Setting::new;
    let settings = [of("freestyle", 10), of("freestyle", 7), of("standard", 9), of("renju", 9), of("caro", 8)];
    for (number, setting) in settings.into_iter().enumerate() {
        let scenes = scenes(setting, (9000 + number) as u64 * 1_000_000);
        let found = setting.game().expect("a game").visit(Certain(&scenes));
        println!("{setting:?}: {found:?} wins in 3 and 5 plies");
        let open = setting.game().expect("a game").rules().line[0].open;
        assert!(scenes.len() < 500 || (found[0] > 20) != open, "{setting:?}: {found:?}");
    }
}

struct OpenFours<'s>(&'s [Scene]);

impl Visitor for OpenFours<'_> {
    /// How many points make an open four, and how many of a straight or double four are fouls.
    type Output = [usize; 2];

    fn visit<P: Tactics>(self, game: &'static Game) -> [usize; 2] {
        let mut found = [0; 2];
        for position in quiet::<P>(game, self.0) {
            let threats = position.threats();
            let [_, theirs] = &threats;
            let (fours, opponent) = (theirs.straight_four | theirs.double_four, position.make_null());
            let open = position.open_fours(theirs);
            for point in fours.iter() {
                let is_legal = opponent.check(point).is_ok();
                assert_eq!(open.contains(point), is_legal, "{position:?}: {}", game.grid().name(point));
                found[usize::from(!is_legal)] += 1;
            }
            assert!((open & !fours).is_empty());
            let answers = position.open_four_defences(&threats);
            assert!(!open.is_empty() || answers.is_none(), "{position:?}: nothing has to be stopped");
        }
        found
    }
}

#[test]
fn fouls_threaten_no_open_four() {
    for (name, fouls) in [("freestyle", false), ("renju", true)] {
        let setting = Setting::new(name, 9);
        let scenes = scenes(setting, 9_100_000_000);
        let found = setting.game().expect("a game").visit(OpenFours(&scenes));
        println!("{setting:?}: {found:?} open fours and fouls");
        assert!(scenes.len() < 500 || (found[0] > 20 && (found[1] > 20) == fouls), "{setting:?}: {found:?}");
    }
}
