//! The explorer once more, slowly: each game is replayed and each position turned in all ways.

use std::collections::{BTreeMap, BTreeSet};

use engine::{AnyRecord, Color, Game, Move, Point, Symmetries};

/// Counts by class of moves: games, wins of Black, of White, draws.
pub(crate) type Classes = BTreeMap<BTreeSet<String>, [u64; 4]>;

/// The pieces of a position as they lie in the image of a symmetry.
fn image(record: &dyn AnyRecord, symmetries: &Symmetries, symmetry: usize) -> Vec<(Point, Color)> {
    let points = record.game().grid().points();
    let mut stones: Vec<_> =
        points.filter_map(|at| Some((symmetries.image(symmetry, at), record.stone(at)?))).collect();
    stones.sort_unstable();
    stones
}

/// All that does not change in an image. Whether colours were exchanged counts as long as it may be offered again.
fn rest(record: &dyn AnyRecord) -> (Color, [u16; 2], bool, bool) {
    let captured = Color::ALL.map(|color| record.captured(color));
    let moves = record.moves();
    let placed = moves.iter().filter(|mv| matches!(mv, Move::Place(_))).count();
    let offers = record.game().rules().swap.is_some_and(|swap| placed <= swap.last().into());
    (record.to_move(), captured, record.pending_five(), offers && moves.contains(&Move::Swap))
}

/// Counts the moves that games made in the position after `position`.
pub(crate) fn explore(game: &'static Game, games: &[Vec<Move>], position: &[Move]) -> (u64, Classes) {
    let symmetries = Symmetries::of(game.grid());
    let mut target = game.record();
    position.iter().for_each(|&mv| drop(target.play(mv).expect("a legal move")));
    let wanted = image(target.as_ref(), &symmetries, 0);
    let stones = |record: &dyn AnyRecord| game.grid().points().filter(|&at| record.stone(at).is_some()).count();
    let same: Vec<usize> =
        (0..symmetries.count()).filter(|&symmetry| image(target.as_ref(), &symmetries, symmetry) == wanted).collect();
    let (mut count, mut classes) = (0, Classes::new());
    for moves in games {
        let mut record = game.record();
        for ply in 0..=moves.len() {
            let may_be = rest(record.as_ref()) == rest(target.as_ref()) && stones(record.as_ref()) == wanted.len();
            let turned = may_be
                .then(|| {
                    (0..symmetries.count()).find(|&symmetry| image(record.as_ref(), &symmetries, symmetry) == wanted)
                })
                .flatten();
            if let Some(symmetry) = turned {
                count += 1;
                if let Some(&mv) = moves.get(ply) {
                    let name = |mv: Move| mv.display(game.grid()).to_string();
                    let class: BTreeSet<String> = match mv {
                        Move::Place(point) => {
                            let point = symmetries.image(symmetry, point);
                            same.iter().map(|&symmetry| name(Move::Place(symmetries.image(symmetry, point)))).collect()
                        }
                        other => [name(other)].into(),
                    };
                    let counts = classes.entry(class).or_default();
                    let mut end = game.record();
                    moves.iter().for_each(|&mv| drop(end.play(mv).expect("a legal move")));
                    counts[0] += 1;
                    if let Some(outcome) = end.outcome() {
                        counts[outcome.winner.map_or(3, |color| 1 + color.index())] += 1;
                    }
                }
                break;
            }
            if let Some(&mv) = moves.get(ply) {
                record.play(mv).expect("a legal move");
            }
        }
    }
    (count, classes)
}
