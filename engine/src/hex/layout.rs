//! Tables of one game on a hexagon, shared by its positions: neighbours, lines, groups.

use std::hash::{Hash, Hasher};

use super::lines::Lines;
use crate::rules::{Capture, Stuck};
use crate::{Game, Point, PointSet};

/// Tables of one game on a hexagon, shared by its positions.
pub(super) struct Layout<W: 'static> {
    pub(super) game: &'static Game,
    /// All points.
    pub(super) points: W,
    /// The points next to each point.
    pub(super) neighbours: &'static [W],
    /// All lines of the winning length.
    pub(super) lines: &'static [W],
    /// The lines through each point, one point after another, and where each point's lines begin.
    lines_through: &'static [W],
    first_line: &'static [usize],
    /// Whether groups may be left without liberties.
    pub(super) suicide: bool,
    /// Whether a side without a legal placement passes; else the game ends.
    pub(super) passes: bool,
}

impl<W: PointSet> Layout<W> {
    pub(super) fn new(game: &'static Game) -> Self {
        let Lines { neighbours, lines, lines_through, first_line } = Lines::on(game.grid(), game.length());
        Self {
            game,
            points: W::of_all(game.grid().points()),
            neighbours,
            lines,
            lines_through,
            first_line,
            suicide: matches!(game.rules().capture, Capture::Surround { suicide: true }),
            passes: game.rules().stuck == Stuck::Pass,
        }
    }

    /// Whether the stones `own` fill a line through `point`.
    #[inline]
    pub(super) fn has_line(&self, own: W, point: Point) -> bool {
        let index = point.index();
        let lines = &self.lines_through[self.first_line[index]..self.first_line[index + 1]];
        lines.iter().any(|&line| line & own == line)
    }

    /// The group of `stones` at `start`, if none of its points is next to a point of `empty`.
    #[inline]
    pub(super) fn surrounded(&self, start: Point, stones: W, empty: W) -> Option<W> {
        let mut group = W::of(start);
        let mut frontier = group;
        while let Some(point) = frontier.first() {
            frontier.remove(point);
            let around = self.neighbours[point.index()];
            if !(around & empty).is_empty() {
                return None;
            }
            let found = around & stones & !group;
            group |= found;
            frontier |= found;
        }
        Some(group)
    }

    /// The group of `stones` at `start`, and the points next to it.
    pub(super) fn group(&self, start: Point, stones: W) -> (W, W) {
        let (mut group, mut frontier, mut around) = (W::of(start), W::of(start), W::EMPTY);
        while let Some(point) = frontier.first() {
            frontier.remove(point);
            around |= self.neighbours[point.index()];
            let found = self.neighbours[point.index()] & stones & !group;
            group |= found;
            frontier |= found;
        }
        (group, around)
    }

    /// The last empty points next to those groups of `stones` that have only one.
    pub(super) fn ataris(&self, stones: W, empty: W) -> W {
        self.few_liberties(stones, stones, empty, 1)
    }

    /// The liberties of the groups of `stones` that hold one of `some` and have at most `most` liberties.
    pub(super) fn few_liberties(&self, some: W, stones: W, empty: W, most: usize) -> W {
        let liberties = self.groups(some, stones).map(|(_, around)| around & empty);
        liberties.filter(|liberties| liberties.len() <= most).fold(W::EMPTY, |all, liberties| all | liberties)
    }

    /// The groups of `stones` that hold one of `some`, each with the points around it.
    pub(super) fn groups(&self, some: W, stones: W) -> impl Iterator<Item = (W, W)> {
        let mut left = some;
        std::iter::from_fn(move || {
            let (group, around) = self.group(left.first()?, stones);
            left &= !group;
            Some((group, around))
        })
    }

    pub(super) fn dilate(&self, set: W) -> W {
        set.iter().fold(set, |all, point| all | self.neighbours[point.index()])
    }
}

impl<W> PartialEq for Layout<W> {
    /// A game has one set of layout.
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game
    }
}

impl<W> Eq for Layout<W> {}

impl<W> Hash for Layout<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.game.hash(state);
    }
}
