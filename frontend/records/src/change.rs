//! Set-ups in the middle of a game, and passes that records have although the rules offer none.

use engine::rules::Capture;
use engine::{AnyRecord, Color, Game, Move, Point, PointSet, SetUp};

/// A set-up in the middle of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Change {
    /// The points that change, in order: the colour of their stone, or none.
    pub stones: Vec<(Point, Option<Color>)>,
    /// The side to move afterwards; unchanged if there is none.
    pub to_move: Option<Color>,
}

impl Change {
    /// The position of a record after the set-up.
    #[must_use]
    pub fn applied(&self, record: &dyn AnyRecord) -> SetUp {
        let mut setup = set_up(record);
        for &(point, color) in &self.stones {
            setup.stones.retain(|&(stone, _)| stone != point);
            setup.stones.extend(color.map(|color| (point, color)));
        }
        setup.to_move = self.to_move.unwrap_or(setup.to_move);
        setup
    }

    /// Exchanges the colours.
    pub(crate) fn exchange_colors(&mut self) {
        self.stones.iter_mut().for_each(|(_, color)| *color = color.map(|color| !color));
        self.to_move = self.to_move.map(|color| !color);
    }
}

/// Whether records of a game may have passes that its rules do not offer: in games without captures, as the rules of renju
/// tournaments allow them.
pub(crate) fn keeps_passes(game: &Game) -> bool {
    matches!(game.rules().capture, Capture::None)
}

/// The position after a move, if that is a pass which only records have.
pub(crate) fn passed(record: &dyn AnyRecord, mv: Move) -> Option<SetUp> {
    let kept = mv == Move::Pass && keeps_passes(record.game());
    if !kept || record.outcome().is_some() || record.legal_set().is_empty() {
        return None;
    }
    let setup = set_up(record);
    Some(SetUp { to_move: !setup.to_move, ..setup })
}

/// The position of a record.
fn set_up(record: &dyn AnyRecord) -> SetUp {
    let points = || record.game().grid().points();
    SetUp {
        stones: points().filter_map(|point| record.stone(point).map(|color| (point, color))).collect(),
        walls: points().filter(|&point| !record.is_empty(point) && record.stone(point).is_none()).collect(),
        to_move: record.to_move(),
        captured: Color::ALL.map(|color| record.captured(color)),
    }
}
