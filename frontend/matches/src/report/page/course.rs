//! Results over the games.

use super::chart::{At, Chart, Line};
use crate::report::summary::Summary;
use crate::results::game_result::{Results, points_of_first};
use crate::results::test_progress::TestState;
use crate::statistics::{Estimate, GameCounts, PairCounts, Pool, Score};

/// Number of points of the rating graph.
const SAMPLES: usize = 40;

/// Returns graphs of Elo and log-likelihood ratio of two engines, or of the ratings of more.
pub(super) fn charts<'r>(summary: &'r Summary<'_>, results: &Results) -> Vec<Chart<'r>> {
    let last = TestState::last(summary.tally.test.as_ref());
    match summary.plan.schedule.meetings().len() {
        1 => of_two(summary, results, last),
        _ => vec![of_many(summary, results)],
    }
}

fn of_two<'r>(summary: &'r Summary<'_>, results: &Results, last: usize) -> Vec<Chart<'r>> {
    let (mut pairs, mut games) = (PairCounts::default(), GameCounts::default());
    let (mut elo, mut llr) = (Vec::new(), Vec::new());
    let is_first = |game: &usize| game.is_multiple_of(2);
    for (&game, one) in results.range(..last).filter(|(game, _)| is_first(game)) {
        let Some(other) = results.get(&(game + 1)) else { continue };
        let points = [points_of_first(game, one), points_of_first(game + 1, other)];
        pairs.add(points[0], points[1]);
        points.into_iter().for_each(|points| games.add(points));
        let x = 2.0 * pairs.pairs() as f64;
        if let Some(Estimate { value, margin }) = Score::of_pairs(&pairs).and_then(|score| score.elo()) {
            elo.push(At { x, y: value, margin });
        }
        if let Some(test) = summary.plan.test() {
            llr.push(At { x, y: test.llr(&games, &pairs), margin: 0.0 });
        }
    }
    let ends = |points: &[At], unit: &str| match points.last() {
        Some(at) if at.margin > 0.0 => format!("{:.1}{unit} after {} games, ± {:.1}", at.y, at.x, at.margin),
        Some(at) => format!("{:.2}{unit} after {} games", at.y, at.x),
        None => String::new(),
    };
    let name = summary.name(0);
    let mut charts = vec![Chart {
        title: "Elo over the games, with 95 % intervals",
        summary: ends(&elo, " Elo"),
        across: "games",
        lines: vec![Line { name, points: elo }],
        levels: vec![(0.0, "")],
        ..Chart::default()
    }];
    if let Some(test) = summary.plan.test() {
        charts.push(Chart {
            title: "Log-likelihood ratio (LLR) over the games",
            summary: ends(&llr, ""),
            across: "games",
            lines: vec![Line { name, points: llr }],
            levels: vec![(test.sprt.lower(), "H0"), (test.sprt.upper(), "H1")],
            ..Chart::default()
        });
    }
    charts
}

/// Returns a graph of all ratings.
fn of_many<'r>(summary: &'r Summary<'_>, results: &Results) -> Chart<'r> {
    let (schedule, players) = (&summary.plan.schedule, summary.players());
    let mut pool = Pool::new(players);
    let mut lines: Vec<Line<'r>> =
        (0..players).map(|player| Line { name: summary.name(player), points: Vec::new() }).collect();
    let every = results.len().div_ceil(SAMPLES).max(1);
    for (count, (&game, result)) in (1..).zip(results) {
        let (one, other) = schedule.meetings()[schedule.meeting(game)];
        pool.add(one, other, points_of_first(game, result));
        if count % every == 0 || count == results.len() {
            let ratings = pool.ratings(summary.anchor);
            for (player, line) in lines.iter_mut().enumerate() {
                let at = |rating: Estimate| At { x: count as f64, y: rating.value, margin: 0.0 };
                line.points.extend(ratings.of(player).map(at));
            }
        }
    }
    let ends = lines.iter().filter_map(|line| Some(format!("{} {:.0}", line.name, line.points.last()?.y)));
    let summary = ends.collect::<Vec<_>>().join(", ");
    Chart { title: "Ratings over the games", summary, across: "games", lines, ..Chart::default() }
}
