//! Forbidden points: the double-three ban with its exceptions, and Renju's fouls.

use super::line::Steps;
use super::{Placed, SquarePosition, line, point_sets};
use crate::rules::{Ban, Exception, Line};
use crate::{Bitboard, IllegalMove, Point, PointSet};

/// The points of `asked` that the ban refuses to the side to move; `open` are all points not refused for other reasons.
pub(super) fn refused(position: &SquarePosition, ban: &Ban, open: Bitboard, asked: Bitboard) -> Bitboard {
    let suspects = suspects(position, ban);
    if (suspects & asked).is_empty() {
        return Bitboard::EMPTY;
    }
    // Whether one point is allowed may depend on whether others are.
    let mut refused = doubles(position, ban, suspects & open);
    if refused.is_empty() {
        return refused;
    }
    refused &= !position.five_points(position.us());
    if ban.captures {
        refused &= !position.captures(position.us()).0;
    }
    if ban.winning_pair {
        refused = filter(refused, |point| !position.reaches_target(&position.placed(point)));
    }
    if refused.is_empty() {
        return refused;
    }
    refused & asked & !excepted(position, ban, open, refused)
}

/// The points of `refused` that are allowed because they answer a five or a four of the opponent.
fn excepted(position: &SquarePosition, ban: &Ban, open: Bitboard, refused: Bitboard) -> Bitboard {
    let us = position.us();
    let captures = position.captures(us).0;
    let own_fives = position.five_points(us);
    let their_fives = position.five_points(!us);
    let five_stands = position.five_stands(!us);
    let (exception, helpful) = if five_stands {
        (ban.breaks_five, captures)
    } else if !their_fives.is_empty() {
        (ban.stops_four, captures | their_fives | own_fives)
    } else {
        return Bitboard::EMPTY;
    };
    let stops = |after: &Placed| {
        if five_stands {
            !position.has_five(after.enemy)
        } else {
            position.five_points_in(!us, after.enemy, after.own, after.empty).is_empty()
        }
    };
    let stopping = filter(refused & helpful, |point| stops(&position.placed(point)));
    match exception {
        Exception::Always => stopping,
        Exception::Never => Bitboard::EMPTY,
        Exception::LastResort => {
            // An own five or the winning pair also saves a player from a four, if it is allowed by itself.
            let saves = |point: Point| {
                let after = position.placed(point);
                let wins = own_fives.contains(point) || position.reaches_target(&after);
                stops(&after) || (wins && !five_stands)
            };
            let other = (open & helpful & !refused).iter().any(saves);
            if other { Bitboard::EMPTY } else { stopping }
        }
    }
}

/// The points that may make a double three (or, where that is forbidden too, a double four). All stones that can be
/// captured count as gone, since captures empty points before lines are judged.
fn suspects(position: &SquarePosition, ban: &Ban) -> Bitboard {
    let (own, steps) = (position.own(), position.steps());
    let line = position.line(position.us());
    let (_, capturable) = position.captures(position.us());
    let vacant = position.empty_points() | capturable;
    let mut suspects = point_sets::double_threes(&own, &vacant, steps, line);
    if !ban.double_four_allowed {
        suspects |= point_sets::double_four_suspects(&own, &vacant, steps, line);
    }
    suspects
}

/// The points of `suspects` that make a double three (or, where that is forbidden too, a double four).
fn doubles(position: &SquarePosition, ban: &Ban, suspects: Bitboard) -> Bitboard {
    let captures = || position.captures(position.us()).0;
    if suspects.is_empty() || (!ban.recursion && ban.double_four_allowed && captures().is_empty()) {
        return suspects;
    }
    filter(suspects, |point| double(position, ban, point).is_some())
}

/// The reason to refuse a stone on `point`, without exceptions.
pub(super) fn double(position: &SquarePosition, ban: &Ban, point: Point) -> Option<IllegalMove> {
    let placed = position.placed(point);
    let exact = position.line(position.us()).exact;
    if is_double_three(position, &placed, point, exact, ban.recursion) {
        return Some(IllegalMove::DoubleThree);
    }
    let (own, empty) = (&placed.own, &placed.empty);
    let fours = || position.steps().iter().map(|&step| line::fours(own, empty, point, step, exact)).sum::<usize>();
    (!ban.double_four_allowed && fours() >= 2).then_some(IllegalMove::DoubleFour)
}

/// Whether the stone on `point` stands in threes of two or more lines; `placed` is the board after its captures.
/// With `recursion`, a three counts only if a point that makes it a straight four is no double three by the same
/// definition, captures included.
fn is_double_three(position: &SquarePosition, placed: &Placed, point: Point, exact: bool, recursion: bool) -> bool {
    let counts = |fill: Point| {
        !(recursion && is_double_three(position, &position.placed_after(placed, fill), fill, exact, true))
    };
    let is_three =
        |&&step: &&u32| line::three(&placed.own, &placed.empty, point, step, exact).into_iter().flatten().any(counts);
    position.steps().iter().filter(is_three).nth(1).is_some()
}

/// The points of `asked` that are forbidden to Black in Renju.
pub(super) fn fouls(own: Bitboard, empty: Bitboard, steps: &Steps, asked: Bitboard) -> Bitboard {
    let suspects = point_sets::double_threes(&own, &empty, steps, EXACTLY_FIVE)
        | point_sets::double_four_suspects(&own, &empty, steps, EXACTLY_FIVE)
        | point_sets::overline_points(&own, &empty, steps);
    filter(suspects & asked, |point| foul(own, empty, point, steps).is_some())
}

const EXACTLY_FIVE: Line = Line { length: 5, exact: true, open: false };

/// Why a stone of Black on the empty `point` is a foul in Renju, by the definitions of the Renju International
/// Federation: a five is never one; a three counts only if it becomes a straight four, and no five, by a stone
/// that is not forbidden itself.
pub(super) fn foul(own: Bitboard, empty: Bitboard, point: Point, steps: &[u32; 4]) -> Option<IllegalMove> {
    let (own, empty) = (own | Bitboard::of(point), empty & !Bitboard::of(point));
    if is_five(&own, point, steps) {
        return None;
    }
    if steps.iter().any(|&step| line::is_overline(&own, point, step)) {
        return Some(IllegalMove::Overline);
    }
    if steps.iter().map(|&step| line::fours(&own, &empty, point, step, true)).sum::<usize>() >= 2 {
        return Some(IllegalMove::DoubleFour);
    }
    let is_three = |&&step: &&u32| {
        line::three(&own, &empty, point, step, true)
            .into_iter()
            .flatten()
            .any(|fill| !is_five(&(own | Bitboard::of(fill)), fill, steps) && foul(own, empty, fill, steps).is_none())
    };
    steps.iter().filter(is_three).nth(1).map(|_| IllegalMove::DoubleThree)
}

fn is_five(own: &Bitboard, point: Point, steps: &[u32; 4]) -> bool {
    steps.iter().any(|&step| line::is_five(own, &Bitboard::EMPTY, point, step, EXACTLY_FIVE))
}

fn filter(points: Bitboard, keep: impl Fn(Point) -> bool) -> Bitboard {
    let mut kept = points;
    for point in points.iter().filter(|&point| !keep(point)) {
        kept.remove(point);
    }
    kept
}
