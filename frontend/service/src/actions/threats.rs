//! The points where a stone makes a threat.

use engine::{AnyRecord, Bitboard, Color, PointSet, Threats as Found};
use serde::Serialize;

use crate::action::Act;
use crate::answer::points;
use crate::dispatcher::Dispatcher;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::GAME;
use crate::start::Start;

/// Lists threats of each side.
pub(crate) struct Threats;

/// The points where a stone of each side makes a threat.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Threats"))]
pub(crate) struct ThreatsAnswer {
    x: ThreatMap,
    o: ThreatMap,
}

/// The points where a stone makes a threat, by the threat.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ThreatMap {
    five: Vec<String>,
    straight_four: Vec<String>,
    double_four: Vec<String>,
    four: Vec<String>,
    double_three: Vec<String>,
    three: Vec<String>,
    capture: Vec<String>,
    /// Enemy stones that can be captured at once.
    capturable: Vec<String>,
}

impl Act for Threats {
    const NAME: &'static str = "threats";
    const ABOUT: &'static str = "the points where a stone makes a threat or captures";
    const FIELDS: &'static [&'static [&'static str]] = &[GAME];
    type Answer = ThreatsAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        let start = Start::of(&query.fields, &dispatcher.budget())?;
        Self::answer(dispatcher, &query.id, &Self::run(start.replayed().record.as_ref()));
        Ok(())
    }
}

impl Threats {
    fn run(record: &dyn AnyRecord) -> ThreatsAnswer {
        ThreatsAnswer { x: ThreatMap::of(record, Color::Black), o: ThreatMap::of(record, Color::White) }
    }
}

impl ThreatMap {
    /// The threats of a colour.
    fn of(record: &dyn AnyRecord, color: Color) -> Self {
        let grid = record.game().grid();
        let found: Found<Bitboard> = record.threats(color);
        let list = |set: Bitboard| points(grid, set.iter());
        Self {
            five: list(found.five),
            straight_four: list(found.straight_four),
            double_four: list(found.double_four),
            four: list(found.four),
            double_three: list(found.double_three),
            three: list(found.three),
            capture: list(found.capture),
            capturable: list(found.capturable),
        }
    }
}
