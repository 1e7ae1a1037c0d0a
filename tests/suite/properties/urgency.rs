//! `urgency` is exact: it agrees with trying every move and every reply, and the fours found by `forcing` are legal.

use engine::{Game, PointSet, Position, Urgency, Visitor};

use super::settings;
use crate::dice::{Dice, rounds};
use crate::scene::{Scene, Setting};
use crate::tangle::tangle;

/// The settings of all properties, and those in which captures count although a five stands.
fn all_settings() -> Vec<Setting> {
    let captures = Setting::new("ninuki", 13).flags(&[("fifth", "captures")]);
    let draw = Setting::new("ninuki-japan", 15).flags(&[("double-four", "false"), ("fifth", "draw")]);
    settings().into_iter().chain([captures, draw]).collect()
}

/// What a position was found to be: how often one side wins, how often a threat can be answered.
#[derive(Default)]
struct Counts {
    won: usize,
    threatened: usize,
    held: usize,
}

struct Compare<'s>(&'s Scene, u64);

impl Visitor for Compare<'_> {
    type Output = Counts;

    fn visit<P: Position>(self, game: &'static Game) -> Counts {
        let Self(scene, seed) = self;
        let mut counts = Counts::default();
        let Ok(position) = P::set_up(game, &scene.set_up(game)) else { return counts };
        if position.outcome().is_some() {
            return counts;
        }
        let forcing = position.forcing();
        assert!((forcing & !position.legal()).is_empty(), "forcing moves are legal, seed {seed}\n{position:?}");
        let threatened = position.pending_five() || !wins(&position.make_null()).is_empty();
        match position.urgency() {
            found if !wins(&position).is_empty() => {
                assert_eq!(found, Urgency::Wins, "seed {seed}\n{position:?}");
                counts.won = 1;
            }
            Urgency::Threatened(answers) => {
                assert_eq!(answers, holding(&position), "answers, seed {seed}\n{position:?}");
                (counts.threatened, counts.held) = (1, usize::from(!answers.is_empty()));
            }
            found => assert!(found == Urgency::Calm && !threatened, "{found:?}, seed {seed}\n{position:?}"),
        }
        counts
    }
}

/// The points at which the side to move wins at once, by trying all.
fn wins<P: Position>(position: &P) -> P::Set {
    let won = |next: P| next.outcome().is_some_and(|outcome| outcome.winner == Some(position.to_move()));
    position
        .legal()
        .iter()
        .filter(|&point| won(position.make(point)))
        .fold(P::Set::EMPTY, |all, at| all | P::Set::of(at))
}

/// The replies after which the opponent has neither won nor wins at once, by trying all.
fn holding<P: Position>(position: &P) -> P::Set {
    let holds = |next: P| match next.outcome() {
        Some(outcome) => outcome.winner != Some(!position.to_move()),
        None => wins(&next).is_empty(),
    };
    position.legal().iter().filter(|&at| holds(position.make(at))).fold(P::Set::EMPTY, |all, at| all | P::Set::of(at))
}

#[test]
fn urgency_is_exact() {
    for (number, setting) in all_settings().into_iter().enumerate() {
        let game = setting.game().expect("a game");
        let mut sums = Counts::default();
        let positions = rounds(if setting.size > 15 { 60 } else { 300 });
        for position in 0..positions {
            let seed = (7000 + number) as u64 * 1_000_000 + position as u64;
            let counts = game.visit(Compare(&tangle(setting, &mut Dice::new(seed)), seed));
            sums.won += counts.won;
            sums.threatened += counts.threatened;
            sums.held += counts.held;
        }
        let Counts { won, threatened, held } = sums;
        println!("{setting:?}: {won} won, {threatened} threatened, {held} held");
        assert!(positions < 60 || won + threatened > positions / 20, "{setting:?}: {won} won, {threatened} threatened");
    }
}
