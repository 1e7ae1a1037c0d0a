//! Decided fouls of renju: `data/renju-fouls.txt`, which explains itself.

use engine::Color;
use referee::duel::Duel;
use referee::scene::{At, Scene, Setting};

const RENJU: Setting = Setting::new("renju", 15);

/// Reads the names of points.
fn points(names: &str) -> Vec<At> {
    let game = RENJU.game().expect("a game");
    let point = |name: &str| game.grid().xy(game.grid().parse(name).unwrap_or_else(|| panic!("no point {name}")));
    names.split_whitespace().map(point).collect()
}

#[test]
fn decided_fouls() {
    let text = include_str!("../data/renju-fouls.txt");
    let (mut positions, mut fouls) = (0, 0);
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (moves, forbidden) = line.split_once('|').expect("a bar");
        let mut scene = Scene::empty(RENJU);
        scene.stones = points(moves).into_iter().zip(Color::ALL.into_iter().cycle()).collect();
        let mut duel = Duel::set_up(&scene);
        duel.source = line.to_owned();
        let mut forbidden = points(forbidden);
        forbidden.sort_unstable();
        let legal = duel.legal();
        let mut found = referee::tangle::points(RENJU);
        found.retain(|&at| scene.stone(at).is_none() && !legal.contains(&at));
        found.sort_unstable();
        assert_eq!(found, forbidden, "{}", duel.description());
        lose_by(&mut duel, &forbidden);
        positions += 1;
        fouls += forbidden.len();
    }
    assert_eq!(positions, 152);
    assert!(fouls > 400, "{fouls} fouls");
}

/// Each of the fouls loses the game.
fn lose_by(duel: &mut Duel, fouls: &[At]) {
    for &at in fouls {
        let mv = referee::probe::place(duel.engine.game(), at).expect("a point");
        duel.engine.play(mv).expect("a foul is played");
        assert_eq!(duel.end(), Some((Some(Color::White), "foul".to_owned())), "{}", duel.description());
        duel.engine.take_back();
        let mut referee = duel.referee.clone();
        referee.play(at.0, at.1).expect("a foul is played");
        assert_eq!(referee.outcome().map(|(_, reason)| reason), Some("foul"));
    }
}
