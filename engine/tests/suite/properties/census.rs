//! How often the shapes occur in which wins and defences are easily missed.

use std::collections::BTreeMap;
use std::fmt;

use engine::rules::Capture;
use engine::{Color, Point, PointSet, Tactics};

/// Numbers of positions by what they hold.
#[derive(Clone, Default)]
pub(super) struct Census(BTreeMap<&'static str, u64>);

impl Census {
    /// Counts a position that holds `shape`.
    pub(super) fn see(&mut self, shape: &'static str) {
        *self.0.entry(shape).or_default() += 1;
    }

    pub(super) fn count(&self, shape: &str) -> u64 {
        self.0.get(shape).copied().unwrap_or_default()
    }

    /// Counts what `position` holds; `winning` and `holding` are its exact wins and answers.
    pub(super) fn shapes<P: Tactics>(&mut self, position: &P, winning: P::Set, holding: Option<P::Set>) {
        for shape in board(position).into_iter().chain(ends(position)) {
            self.see(shape);
        }
        if !winning.is_empty() {
            self.see("wins at once");
        }
        let Some(holding) = holding else { return };
        self.see("a win threatens");
        if !holding.is_empty() {
            self.see("a win threatens and can be answered");
            answers(position, holding).into_iter().for_each(|shape| self.see(shape));
        }
    }
}

impl fmt::Display for Census {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(shape, count)| writeln!(f, "{count:12} {shape}"))
    }
}

/// The stones of the board and the refused points.
fn board<P: Tactics>(position: &P) -> Vec<&'static str> {
    let rules = position.game().rules();
    let us = position.to_move();
    let (empty, legal) = (position.empty(), position.legal());
    let [mine, theirs] = position.threats();
    let one_short = |color: Color| {
        let Capture::Flank { longest, target: Some(target) } = rules.capture else { return false };
        let captured = position.captured(color);
        captured < target
            && captured + longest as u16 >= target
            && !if color == us { mine } else { theirs }.capture.is_empty()
    };
    let standing = Color::ALL.map(|color| lines(position, color).into_iter().filter(|&length| length >= 5).count());
    let refused = empty & !legal;
    let facts = [
        ("one capture short of a win, and a capture", one_short(us)),
        ("one capture short of a win, both sides", one_short(us) && one_short(!us)),
        ("a five is pending", position.pending_five()),
        ("three or more lines of one colour stand", standing.into_iter().any(|count| count >= 3)),
        ("at most 8 points are empty", empty.len() <= 8),
        ("no legal move", position.outcome().is_none() && legal.is_empty()),
        ("the ban refuses a point", rules.ban.is_some() && !refused.is_empty()),
        ("a double three is allowed", rules.ban.is_some() && !(mine.double_three & legal & !mine.five).is_empty()),
        ("a foul", rules.fouls && !refused.is_empty()),
        ("a foul where the opponent wins", rules.fouls && !(refused & theirs.five).is_empty()),
        ("suicide is refused", rules.hexagonal() && !refused.is_empty()),
        ("a line that would be suicide", rules.hexagonal() && !(refused & mine.five).is_empty()),
    ];
    facts.into_iter().filter(|&(_, holds)| holds).map(|(shape, _)| shape).collect()
}

/// How moves end the game here, and lines that do not win.
fn ends<P: Tactics>(position: &P) -> Vec<&'static str> {
    let (us, rules) = (position.to_move(), position.game().rules());
    let mut ends = Vec::new();
    for point in position.legal().iter() {
        let next = position.make(point);
        match next.outcome() {
            Some(outcome) => ends.push(match outcome.reason {
                engine::Reason::FiveLeftByCapture => "a move ends in: five left by capture",
                engine::Reason::FifthCaptureLeavesFive => "a move ends in: fifth capture leaves a five",
                engine::Reason::FiveForBoth => "a move ends in: five for both",
                engine::Reason::UnbrokenFive => "a move ends in: unbroken five",
                engine::Reason::Captures => "a move ends in: captures",
                engine::Reason::FullBoard => "a move ends in: full board",
                engine::Reason::NoLegalMove => "a move ends in: no legal move",
                _ => continue,
            }),
            None if next.pending_five() => ends.push("a move makes a five that can be broken"),
            None if rules.line[us.index()].open && row(&next, us, point) == 5 => ends.push("a move makes a shut five"),
            None if rules.line[us.index()].exact && row(&next, us, point) > 5 => ends.push("a move makes an overline"),
            None => {}
        }
    }
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// How wins that threaten are answered.
fn answers<P: Tactics>(position: &P, holding: P::Set) -> Vec<&'static str> {
    let passed = position.make_null();
    let wins = passed.winning();
    let attacker = passed.to_move();
    let [mine, _] = position.threats();
    let mut shapes = Vec::new();
    if position.pending_five() {
        shapes.push("a pending five can be answered");
    }
    if !(holding & mine.capture & !wins).is_empty() {
        shapes.push("answered by a capture elsewhere");
    }
    for answer in (holding & !wins & !mine.capture & !mine.five).iter() {
        let next = position.make(answer);
        // The winning stone captures the answer, which it would not have done alone.
        let lured = |win: Point| {
            let (before, after) = (passed.make(win), next.check(win).ok().map(|()| next.make(win)));
            after.is_some_and(|after| {
                after.captured(attacker) > before.captured(attacker) && !after.stones(!attacker).contains(answer)
            })
        };
        let refused = |win: Point| next.outcome().is_none() && next.check(win).is_err();
        shapes.push(match () {
            () if next.outcome().is_none() && wins.iter().any(lured) => "answered by a bait",
            () if wins.iter().any(refused) => "answered: the win is refused then",
            () => "answered by a quiet move elsewhere",
        });
    }
    shapes.sort_unstable();
    shapes.dedup();
    shapes
}

/// The length of the longest row of `color` through `point`.
fn row<P: Tactics>(position: &P, color: Color, point: Point) -> usize {
    let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let arm = |(dx, dy)| (1..).take_while(|&times| holds(position, color, point, (dx, dy), times)).count();
    directions.map(|(dx, dy)| 1 + arm((dx, dy)) + arm((-dx, -dy))).into_iter().max().unwrap_or(1)
}

/// The lengths of all rows of `color` on a square board.
pub(super) fn lines<P: Tactics>(position: &P, color: Color) -> Vec<usize> {
    let mut lengths = Vec::new();
    for stone in position.stones(color).iter() {
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            if !holds(position, color, stone, (-dx, -dy), 1) {
                lengths.push((0..).take_while(|&times| holds(position, color, stone, (dx, dy), times)).count());
            }
        }
    }
    lengths
}

/// Whether a stone of `color` lies `times` steps away.
fn holds<P: Tactics>(position: &P, color: Color, from: Point, step: (isize, isize), times: isize) -> bool {
    let grid = position.game().grid();
    let (x, y) = grid.xy(from);
    let at = x.checked_add_signed(step.0 * times).zip(y.checked_add_signed(step.1 * times));
    at.and_then(|(x, y)| grid.point(x, y)).is_some_and(|point| position.stones(color).contains(point))
}
