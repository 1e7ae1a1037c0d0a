//! Openings: random stones, or long play that keeps the balance.

use engine::rules::Capture;
use engine::{Move, Point};
use search::Score;

use crate::data::Searched;
use crate::selfplay::session::Session;

/// The most random stones of an opening, and of the beginning of a long one; and the points of the board for each of
/// them.
const STONES: usize = 9;
const FEWER_STONES: usize = 5;
const ROOM: usize = 6;

/// One random stone in this number lies anywhere, and one opening in this number is away from the centre.
const ANYWHERE: usize = 16;
const AWAY: usize = 4;

/// How far from their middle random stones lie, at least, and in how many steps at most.
const REACH: usize = 2;
const REACHES: usize = 4;

/// The stones of a long opening: at least, and fewer than; and fewer than where stones are captured, for games are shorter there.
const LONG: (usize, usize) = (20, 121);
const LONG_WITH_CAPTURES: usize = 61;

/// The search for a move of a long opening: nodes, and best lines.
const LOW_NODES: u64 = 300;
const LOW_LINES: usize = 5;

/// How often two moves are taken back at the end of a long opening, if need be, until it is balanced.
const RETREATS: usize = 6;

/// Whether boards with this number of points have room for a long opening.
pub(crate) const fn has_room(points: usize) -> bool {
    points >= 3 * LONG.0
}

/// The condition of a balanced opening: after a search of `nodes` nodes neither side is further ahead than the window,
/// in hundredths of a point.
#[derive(Clone, Copy)]
pub(crate) struct Balance {
    pub(crate) nodes: u64,
    pub(crate) window: i32,
}

/// Plays random stones; `None` if the game is over by then.
pub(crate) fn any(session: &mut Session<'_>) -> Option<()> {
    scatter(session, STONES)
}

/// Plays random stones; `None` unless they are balanced.
pub(crate) fn short(session: &mut Session<'_>, balance: Balance) -> Option<()> {
    scatter(session, STONES)?;
    session.is_balanced(balance).then_some(())
}

/// Plays at least one random stone and up to `most`, near a point that is the centre or anywhere.
fn scatter(session: &mut Session<'_>, most: usize) -> Option<()> {
    let grid = session.record().game().grid();
    let points: Vec<Point> = grid.points().collect();
    let centre = grid.point(grid.width() / 2, grid.height() / 2)?;
    let middle = if session.dice.below(AWAY) == 0 { session.dice.pick(&points)? } else { centre };
    let reach = REACH + session.dice.below(REACHES);
    for _ in 0..=session.dice.below(most.min(1 + points.len() / ROOM)) {
        let anywhere = session.dice.below(ANYWHERE) == 0;
        let near = session.pick(|distance, point| anywhere || distance(middle, point) <= reach);
        // The rules may forbid the first stones to lie there.
        let mv = if near.is_some() { near } else { session.pick(|_, _| true) };
        session.play(mv?)?;
    }
    session.record().outcome().is_none().then_some(())
}

/// Plays on from random stones by searches of few nodes, such that neither side gets ahead, up to a random number of
/// stones. `None` unless the position, or one a few moves before, is balanced.
pub(crate) fn long(session: &mut Session<'_>, balance: Balance) -> Option<()> {
    scatter(session, FEWER_STONES)?;
    let game = session.record().game();
    let points = game.grid().points().count();
    let end = if game.rules().capture == Capture::None { LONG.1 } else { LONG_WITH_CAPTURES };
    let stones = (LONG.0 + session.dice.below(end - LONG.0)).min(points * 3 / 4);
    // Captures take stones away again.
    for _ in 0..2 * stones {
        if session.stones() >= stones {
            break;
        }
        let Some(mv) = keeping(session, balance.window) else { break };
        session.play(mv)?;
    }
    for _ in 0..RETREATS {
        if session.stones() < LONG.0 || session.is_stopped() {
            return None;
        }
        if session.is_balanced(balance) {
            return Some(());
        }
        session.take_back()?;
        session.take_back()?;
    }
    None
}

/// A move that keeps the balance: one of the best lines within the window, or the one that is least ahead. `None` if the game is
/// decided.
fn keeping(session: &mut Session<'_>, window: i32) -> Option<Move> {
    let Searched { score, best, lines, .. } = session.search(LOW_NODES, LOW_LINES)?;
    if score.plies_to_loss().is_some() {
        return None;
    }
    let open = || lines.iter().filter(|line| !line.score.is_proven());
    let within = open().filter(|line| line.score.value().abs() <= window).map(|line| line.mv);
    let within: Vec<Move> = within.collect();
    session.dice.pick(&within).or_else(|| {
        let least = open().filter(|line| line.score > Score::DRAW).min_by_key(|line| line.score);
        least.map(|line| line.mv).or((!score.is_proven()).then_some(best))
    })
}
