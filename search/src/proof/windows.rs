//! The winning lines of games in which stones alone decide: nothing is captured, forbidden or broken.

use engine::rules::Capture;
use engine::{Game, Grid, Point, PointSet, Shape};

/// The points of a winning line, and the points next to its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window<S> {
    pub(super) points: S,
    ends: S,
}

/// All winning lines of a board.
#[derive(Clone, Debug)]
pub(super) struct Windows<S> {
    all: Vec<Window<S>>,
    /// The numbers of the windows through each point.
    through: Vec<Vec<u16>>,
    /// The number of stones that wins.
    pub(super) length: usize,
    /// Whether longer lines are neutral.
    exact: bool,
}

/// Whether stones alone decide `game`: one more stone of the opponent never helps, and every empty point is legal.
pub(super) fn decided_by_lines(game: &Game) -> bool {
    let rules = game.rules();
    let opening = &rules.opening;
    rules.capture == Capture::None
        && !rules.poof
        && !rules.breakable
        && !rules.fouls
        && !rules.repetition
        && rules.ban.is_none()
        && rules.swap.is_none()
        && !opening.first_centre
        && opening.second_within.is_none()
        && opening.third_limit().is_none()
        && opening.axis_limit().is_none()
        && rules.line[0] == rules.line[1]
        && !rules.line[0].open
}

impl<S: PointSet> Windows<S> {
    /// The lines of `game`, if they alone [decide](decided_by_lines) it.
    pub(super) fn of(game: &Game) -> Option<Self> {
        if !decided_by_lines(game) {
            return None;
        }
        let (grid, length) = (game.grid(), game.length());
        let mut windows =
            Self { all: Vec::new(), through: vec![Vec::new(); 512], length, exact: game.rules().line[0].exact };
        for first in grid.points() {
            for &step in directions(grid) {
                windows.extend(grid, first, step);
            }
        }
        Some(windows)
    }

    /// Adds the window that begins at `first` and runs along `step`, if the board has it.
    fn extend(&mut self, grid: &Grid, first: Point, (dx, dy): (isize, isize)) {
        let (x, y) = grid.xy(first);
        let at = |times: isize| {
            let (x, y) = (x.checked_add_signed(dx * times)?, y.checked_add_signed(dy * times)?);
            grid.point(x, y)
        };
        let length = self.length as isize;
        let Some(points) = (0..length).map(at).collect::<Option<Vec<Point>>>() else { return };
        let ends = S::of_all([at(-1), at(length)].into_iter().flatten());
        for point in &points {
            self.through[point.index()].push(self.all.len() as u16);
        }
        self.all.push(Window { points: S::of_all(points), ends });
    }

    /// The stones next to the window that make its line too long.
    pub(super) fn beside(&self, window: &Window<S>, stones: S) -> S {
        if self.exact { window.ends & stones } else { S::EMPTY }
    }

    /// Whether no stone next to the window makes its line too long.
    fn fits(&self, window: &Window<S>, stones: S) -> bool {
        self.beside(window, stones).is_empty()
    }

    /// Whether a stone on `point`, one of `stones`, wins.
    pub(super) fn wins(&self, stones: S, point: Point) -> bool {
        self.through[point.index()].iter().any(|&window| {
            let window = &self.all[window as usize];
            (window.points & !stones).is_empty() && self.fits(window, stones)
        })
    }

    /// The windows without any of `others`.
    pub(super) fn without(&self, others: S) -> impl Iterator<Item = &Window<S>> {
        self.all.iter().filter(move |window| (window.points & others).is_empty())
    }

    /// The windows that `stones` may still fill in the face of `others`.
    pub(super) fn open(&self, stones: S, others: S) -> impl Iterator<Item = &Window<S>> {
        self.without(others).filter(move |window| self.fits(window, stones))
    }
}

/// The directions of lines.
const fn directions(grid: &Grid) -> &'static [(isize, isize)] {
    match grid.shape() {
        Shape::Rectangle => &[(1, 0), (0, 1), (1, 1), (1, -1)],
        Shape::Hexagon => &[(1, 0), (0, 1), (1, 1)],
    }
}
