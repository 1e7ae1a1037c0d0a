//! Embedded openings.

use std::collections::HashSet;

use engine::{AnyRecord, Game, Move, Rules, Symmetries, record};

use super::Opening;
use super::canonical::Canonical;
use super::read::parse;

/// Sets by the name of their game. `ninuki openings` wrote them; the command is in the first line.
const SETS: [(&str, &str); 12] = [
    ("ninuki", include_str!("sets/ninuki.txt")),
    ("ninuki-hannover", include_str!("sets/ninuki-hannover.txt")),
    ("ninuki-japan", include_str!("sets/ninuki-japan.txt")),
    ("ninuki-42", include_str!("sets/ninuki-42.txt")),
    ("nenuki", include_str!("sets/nenuki.txt")),
    ("pente", include_str!("sets/pente.txt")),
    ("keryo", include_str!("sets/keryo.txt")),
    ("freestyle", include_str!("sets/freestyle.txt")),
    ("standard", include_str!("sets/standard.txt")),
    ("renju", include_str!("sets/renju.txt")),
    ("caro", include_str!("sets/caro.txt")),
    ("ndengrod", include_str!("sets/ndengrod.txt")),
];

/// Returns the embedded openings for `game`, or those of the nearest game that has a set.
///
/// They were made on the default board with the usual flags and line length. On other boards they keep their place relative to
/// the centre. Openings that are illegal there or end the game are omitted.
///
/// # Panics
/// An embedded set has an invalid line, which tests exclude.
#[must_use]
pub fn embedded(game: &'static Game) -> Vec<Opening> {
    let set = |rules: &Rules| SETS.iter().find(|(name, _)| *name == rules.name);
    let Some(rules) = game.rules().nearest_of(|rules| set(rules).is_some()) else { return Vec::new() };
    let Some((_, text)) = set(&rules) else { return Vec::new() };
    let usual = Game::new(rules, None, None).expect("the default board");
    let openings = parse(text.as_bytes(), usual).expect("sets are legal");
    if usual == game {
        return openings;
    }
    let symmetries = Symmetries::of(game.grid());
    let mut seen = HashSet::new();
    let moved = openings.iter().filter_map(|opening| {
        let opening = Opening { moves: moved(&opening.moves, usual, game)?, ..opening.clone() };
        let (opening, record) = open(opening, game)?;
        seen.insert(Canonical::of(record.as_ref(), &symmetries)).then_some(opening)
    });
    moved.collect()
}

/// Moves `moves` from the board of `from` to that of `to`, at the same place relative to the centre; `None` if one is outside.
fn moved(moves: &[Move], from: &Game, to: &Game) -> Option<Vec<Move>> {
    let shift = |value: usize, from: usize, to: usize| (value + to / 2).checked_sub(from / 2);
    let (from, to) = (from.grid(), to.grid());
    let moved = |&mv: &Move| {
        let Move::Place(point) = mv else { return Some(mv) };
        let (x, y) = from.xy(point);
        let (x, y) = (shift(x, from.width(), to.width())?, shift(y, from.height(), to.height())?);
        to.point(x, y).map(Move::Place)
    };
    moves.iter().map(moved).collect()
}

/// Returns an opening without the last moves that would lead to a pending swap, and its game; `None` if it is illegal or ends
/// the game.
fn open(mut opening: Opening, game: &'static Game) -> Option<(Opening, Box<dyn AnyRecord>)> {
    loop {
        let mut record = record(game, None).expect("the empty board can be set up");
        let legal = opening.moves.iter().all(|&mv| record.play(mv).is_ok());
        if !legal || record.outcome().is_some() {
            return None;
        }
        if !record.swap_offered() {
            return Some((opening, record));
        }
        opening.moves.pop()?;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use engine::Rules;

    use super::*;
    use crate::lists::filter::{Filter, Judgement};

    fn games() -> impl Iterator<Item = &'static Game> {
        Rules::ALL.into_iter().map(|rules| Game::new(rules, None, None).expect("a game"))
    }

    #[test]
    fn every_game_has_a_set_that_names_its_command() {
        for game in games() {
            let name = game.rules().name;
            let Some((_, text)) = SETS.iter().find(|(set, _)| *set == name) else {
                assert!(embedded(game).len() >= 20, "{name} has {}", embedded(game).len());
                continue;
            };
            let first = text.lines().next().unwrap_or_default();
            assert!(first.starts_with(&format!("# ninuki openings --rules {name} --size ")), "{first}");
            assert!(first.contains(" --seed "), "{first}");
            assert!(embedded(game).len() >= 50, "{name} has {}", embedded(game).len());
        }
    }

    #[test]
    fn no_opening_comes_twice_or_leaves_a_swap_undecided() {
        for game in games() {
            let symmetries = Symmetries::of(game.grid());
            let mut seen = HashSet::new();
            for opening in embedded(game) {
                let mut record = record(game, opening.setup.as_ref()).expect("a game");
                for &mv in &opening.moves {
                    record.play(mv).expect("a legal move");
                }
                assert!(record.outcome().is_none() && !record.swap_offered(), "{opening:?}");
                assert!(seen.insert(Canonical::of(record.as_ref(), &symmetries)), "{game:?}: {opening:?}");
            }
        }
    }

    #[test]
    fn a_quick_look_finds_nobody_winning_or_far_ahead() {
        // The sets were made with a window of 100. This shorter search reaches one or two plies, where values depend on
        // the side that moved last.
        let filter = Filter { window: 500, nodes: 1_000 };
        // Before the choice of colours, the value of a colour belongs to no player.
        let choice_comes = |opening: &Opening, game| {
            let (_, mut record) = open(opening.clone(), game).expect("an opening");
            let legal = record.game().grid().points().map(Move::Place).find(|&mv| record.play(mv).is_ok());
            legal.is_some() && record.swap_offered()
        };
        let mut judged = 0;
        for game in games() {
            let openings = embedded(game).into_iter().step_by(12);
            for opening in openings.filter(|opening| !choice_comes(opening, game)) {
                let judgement = filter.judge(game, &opening.moves, &AtomicBool::new(false));
                assert!(matches!(judgement, Judgement::Balanced(_)), "{game:?} {opening:?} {judgement:?}");
                judged += 1;
            }
        }
        assert!(judged >= 5 * SETS.len(), "{judged} openings were judged");
    }

    #[test]
    fn a_game_of_ones_own_has_the_openings_of_its_kin() {
        for (base, key, value) in
            [("pente", "capture.target", "12"), ("renju", "swap.after", "none"), ("ndengrod", "repetition", "false")]
        {
            let own =
                Game::new(Rules::own("mine", base, &[(key, value)]).expect("rules"), None, None).expect("a board");
            let kin = Game::new(Rules::named(base).expect("a game"), None, None).expect("a board");
            assert_eq!(embedded(own).len(), embedded(kin).len(), "{base}");
        }
    }

    #[test]
    fn sets_move_with_the_centre_to_other_boards() {
        let small = Game::new(Rules::PENTE, Some(13), None).expect("a game");
        let usual = Game::new(Rules::PENTE, None, None).expect("a game");
        let centre = small.grid().parse("G7").map(Move::Place);
        assert_eq!(embedded(small).len(), embedded(usual).len(), "9x9 points fit into 13x13");
        assert!(embedded(small).iter().all(|opening| opening.moves.first().copied() == centre));
        let tiny = Game::new(Rules::FREESTYLE, Some(5), None).expect("a game");
        assert!(embedded(tiny).len() < 10, "most stones lie outside 5x5 points");
        let wide = Game::new(Rules::NDENGROD, Some(7), Some(6)).expect("a game");
        assert!(embedded(wide).len() >= 50);
    }
}
