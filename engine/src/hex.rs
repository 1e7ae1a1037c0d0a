//! Positions on hexagons: lines, groups that are captured when they are surrounded.

mod zone;

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::all_threats::{PROSPECTS, add, class, with_captures};
use crate::outcome::Reason;
use crate::position::Turn;
use crate::rules::{Capture, Stuck, Swap};
use crate::{Color, Game, IllegalMove, Outcome, Point, PointSet, Position, SetUp, SetUpError, Threats, zobrist};

/// What the positions of one game on a hexagon share.
struct Tables<W> {
    game: &'static Game,
    /// All points.
    points: W,
    /// The points next to each point.
    neighbours: Vec<W>,
    /// All lines of the winning length.
    lines: Vec<W>,
    /// The lines through each point, one point after another, and where each point's lines begin.
    lines_through: Vec<W>,
    first_line: Vec<usize>,
    /// Whether groups may be left without liberties.
    suicide: bool,
    /// Whether a side without a legal placement passes; else the game ends.
    passes: bool,
}

/// Along a letter, along a number, and both stepping together.
const STEPS: [(isize, isize); 3] = [(1, 0), (0, 1), (1, 1)];

impl<W: PointSet> Tables<W> {
    fn new(game: &'static Game) -> Self {
        let grid = game.grid();
        let step = |point: Point, (dx, dy): (isize, isize), times: isize| {
            let (x, y) = grid.xy(point);
            grid.point(x.checked_add_signed(dx * times)?, y.checked_add_signed(dy * times)?)
        };
        let points: Vec<Point> = grid.points().collect();
        let neighbours = points.iter().map(|&point| {
            let around = STEPS.iter().flat_map(|&by| [step(point, by, 1), step(point, by, -1)]);
            collect(around.flatten())
        });
        let from = |&point: &Point| {
            let along = move |by| (0..game.length() as isize).map(|k| step(point, by, k)).collect::<Option<Vec<_>>>();
            STEPS.iter().filter_map(move |&by| Some(collect(along(by)?.into_iter())))
        };
        let lines: Vec<W> = points.iter().flat_map(from).collect();
        let mut lines_through: Vec<W> = Vec::new();
        let mut first_line = vec![0];
        for &point in &points {
            lines_through.extend(lines.iter().filter(|line| line.contains(point)));
            first_line.push(lines_through.len());
        }
        Self {
            game,
            points: collect(points.iter().copied()),
            neighbours: neighbours.collect(),
            lines_through,
            first_line,
            lines,
            suicide: matches!(game.rules().capture, Capture::Surround { suicide: true }),
            passes: game.rules().stuck == Stuck::Pass,
        }
    }

    /// Whether the stones `own` fill a line through `point`.
    #[inline]
    fn has_line(&self, own: W, point: Point) -> bool {
        let index = point.index();
        let lines = &self.lines_through[self.first_line[index]..self.first_line[index + 1]];
        lines.iter().any(|&line| line & own == line)
    }

    /// The group of `stones` at `start`, if none of its points is next to a point of `empty`.
    #[inline]
    fn surrounded(&self, start: Point, stones: W, empty: W) -> Option<W> {
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
    fn group(&self, start: Point, stones: W) -> (W, W) {
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
    fn ataris(&self, stones: W, empty: W) -> W {
        self.few_liberties(stones, stones, empty, 1)
    }

    /// The empty points next to those groups of `stones` that hold one of `some` and have at most so many such points.
    fn few_liberties(&self, some: W, stones: W, empty: W, most: usize) -> W {
        let liberties = self.groups(some, stones).map(|(_, around)| around & empty);
        liberties.filter(|liberties| liberties.len() <= most).fold(W::EMPTY, |all, liberties| all | liberties)
    }

    /// The groups of `stones` that hold one of `some`, each with the points around it.
    fn groups(&self, some: W, stones: W) -> impl Iterator<Item = (W, W)> {
        let mut left = some;
        std::iter::from_fn(move || {
            let (group, around) = self.group(left.first()?, stones);
            left &= !group;
            Some((group, around))
        })
    }

    fn dilate(&self, set: W) -> W {
        set.iter().fold(set, |all, point| all | self.neighbours[point.index()])
    }
}

impl<W> PartialEq for Tables<W> {
    /// A game has one set of tables.
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game
    }
}

impl<W> Eq for Tables<W> {}

impl<W> Hash for Tables<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.game.hash(state);
    }
}

fn collect<W: PointSet>(points: impl Iterator<Item = Point>) -> W {
    let mut set = W::EMPTY;
    points.for_each(|point| set.insert(point));
    set
}

/// The class of stones in codes.
const STONE: usize = 13;

/// The value of `ply` once no swap can be offered any more, and in set-up positions.
const SETTLED: u8 = u8::MAX;

/// A position on a hexagon. Points are numbered without gaps, row by row; `W` is a word wide enough for them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct HexPosition<W: PointSet> {
    stones: [W; 2],
    tables: &'static Tables<W>,
    key: u64,
    captured: [u16; 2],
    to_move: Color,
    outcome: Option<Outcome>,
    /// The number of stones placed since the empty board, or [`SETTLED`].
    ply: u8,
}

impl<W: PointSet> HexPosition<W> {
    /// Whether a stone on the empty `point` would be suicide: it captures nothing and its group has no liberty.
    #[inline]
    fn is_suicide(&self, point: Point) -> bool {
        let empty = self.empty();
        if !(self.tables.neighbours[point.index()] & empty).is_empty() {
            return false;
        }
        let mut empty = empty;
        empty.remove(point);
        let own = self.stones[self.to_move.index()] | W::of(point);
        self.tables.surrounded(point, own, empty).is_some()
            && self.taken(point, self.stones[(!self.to_move).index()], empty).is_empty()
    }

    /// The stones of `enemy` without liberties once `point` is filled; `empty` are the points still empty then.
    #[inline]
    fn taken(&self, point: Point, enemy: W, empty: W) -> W {
        let mut taken = W::EMPTY;
        for neighbour in (self.tables.neighbours[point.index()] & enemy).iter() {
            if !taken.contains(neighbour)
                && let Some(group) = self.tables.surrounded(neighbour, enemy, empty)
            {
                taken |= group;
            }
        }
        taken
    }

    fn has_legal(&self) -> bool {
        let may = |point| self.tables.suicide || !self.is_suicide(point);
        self.empty().iter().any(may)
    }

    /// Ends the game if the side to move has no legal placement and does not pass.
    #[inline]
    fn end_if_stuck(&mut self) {
        if self.outcome.is_none() && !self.tables.passes && !self.has_legal() {
            self.outcome = Some(Outcome::draw(Reason::NoLegalMove));
        }
    }

    /// The replies that can matter against any line: captures, and own lines.
    fn always_replies(&self) -> W {
        self.tables.ataris(self.stones[(!self.to_move).index()], self.empty()) | self.winning()
    }

    /// The replies that can matter against the line that the opponent completes at `witness`; `passed` is this
    /// position with the opponent to move.
    fn replies_to_line(&self, witness: Point, passed: &Self) -> W {
        let mut empty = self.empty();
        empty.remove(witness);
        let enemy = passed.stones[passed.to_move.index()] | W::of(witness);
        let (_, around) = self.tables.group(witness, enemy);
        let liberties = around & empty;
        if liberties.is_empty() {
            // Legal only because it captures: every move that frees a group of ours may refute it.
            return self.empty();
        }
        // Filling the last liberty makes the witness suicide.
        W::of(witness) | liberties
    }

    /// The code of every point for `color`, see [`Threats::code`].
    fn code(&self, color: Color, prospects: [W; PROSPECTS], [five, four, double_four, capture]: [W; 4]) -> [W; 8] {
        let (own, empty, tables) = (self.stones[color.index()], self.empty(), self.tables);
        // Where a stone has few liberties: one, none, or it fills an eye.
        let [mut short, mut suicide, mut eye] = [W::EMPTY; 3];
        for point in (empty & !capture).iter() {
            let around = tables.neighbours[point.index()];
            if (around & empty).len() > 1 {
                continue;
            }
            if (around & !own).is_empty() {
                eye.insert(point);
                continue;
            }
            let (_, around) = tables.group(point, own | W::of(point));
            match (around & empty & !W::of(point)).len() {
                0 => suicide.insert(point),
                1 => short.insert(point),
                _ => {}
            }
        }
        let calm = !four;
        let class = class(five, short & four, [four, double_four], [(short | suicide) & calm, suicide & calm]);
        let [a, b, c, d] = prospects;
        let [e, f, g, h] = with_captures(class, capture, W::EMPTY);
        let mut code = [a, b, c, d, e, f, g | eye & calm, h];
        for (group, around) in tables.groups(own, own) {
            let number = (around & empty).len().min(4) | STONE << PROSPECTS;
            for (_, set) in code.iter_mut().enumerate().filter(|(digit, _)| number >> digit & 1 != 0) {
                *set |= group;
            }
        }
        code
    }

    fn threats_of(&self, color: Color) -> Threats<W> {
        let (enemy, empty, length) = (self.stones[(!color).index()], self.empty(), self.tables.game.length());
        let [mut five, mut four, mut double_four, mut two] = [W::EMPTY; 4];
        let mut prospects = [W::EMPTY; PROSPECTS];
        for &line in &self.tables.lines {
            if !(line & enemy).is_empty() {
                continue;
            }
            let missing = line & empty;
            match length - missing.len() {
                0 => {}
                1 => add(&mut prospects, [missing, W::EMPTY, W::EMPTY]),
                _ => add(&mut prospects, [W::EMPTY, missing, W::EMPTY]),
            }
            match missing.len() {
                1 => five |= missing,
                2 => {
                    double_four |= four & missing;
                    four |= missing;
                }
                _ => {}
            }
            if missing.len() <= 3 {
                two |= missing;
            }
        }
        let capture = self.tables.ataris(enemy, empty);
        let code = self.code(color, prospects, [five, four, double_four, capture]);
        let in_atari = |point: Point| self.taken(point, enemy, empty & !W::of(point));
        Threats {
            five,
            straight_four: W::EMPTY,
            four,
            double_four,
            three: W::EMPTY,
            double_three: W::EMPTY,
            two,
            code,
            capture,
            capturable: capture.iter().fold(W::EMPTY, |stones, point| stones | in_atari(point)),
        }
    }
}

impl<W: PointSet> Position for HexPosition<W> {
    type Set = W;

    fn start(game: &'static Game) -> Self {
        Self {
            stones: [W::EMPTY; 2],
            tables: game.tables(Tables::new),
            key: 0,
            captured: [0; 2],
            to_move: Color::Black,
            outcome: None,
            ply: 0,
        }
    }

    fn set_up(game: &'static Game, setup: &SetUp) -> Result<Self, SetUpError> {
        let mut position = Self { ply: SETTLED, to_move: setup.to_move, captured: setup.captured, ..Self::start(game) };
        for &(point, color) in &setup.stones {
            if !position.empty().contains(point) {
                return Err(SetUpError::Twice(game.grid().name(point)));
            }
            position.stones[color.index()].insert(point);
            position.key ^= zobrist::stone(color, point);
        }
        if position.to_move == Color::White {
            position.key ^= zobrist::WHITE_TO_MOVE;
        }
        for &(point, color) in &setup.stones {
            if position.tables.surrounded(point, position.stones[color.index()], position.empty()).is_some() {
                return Err(SetUpError::NoLiberty(game.grid().name(point)));
            }
        }
        position.end_if_stuck();
        Ok(position)
    }

    #[inline]
    fn game(&self) -> &'static Game {
        self.tables.game
    }

    #[inline]
    fn to_move(&self) -> Color {
        self.to_move
    }

    #[inline]
    fn stones(&self, color: Color) -> W {
        self.stones[color.index()]
    }

    #[inline]
    fn empty(&self) -> W {
        self.tables.points & !(self.stones[0] | self.stones[1])
    }

    #[inline]
    fn captured(&self, color: Color) -> u16 {
        self.captured[color.index()]
    }

    fn pending_five(&self) -> bool {
        false
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn key(&self) -> u64 {
        let offer = self.tables.game.rules().swap.map_or(0, |swap| swap.after + 1);
        if self.ply < offer { self.key ^ zobrist::opening(self.ply) } else { self.key }
    }

    fn legal(&self) -> W {
        if self.outcome.is_some() {
            return W::EMPTY;
        }
        let mut legal = self.empty();
        if !self.tables.suicide {
            for point in self.empty().iter().filter(|&point| self.is_suicide(point)) {
                legal.remove(point);
            }
        }
        legal
    }

    fn check(&self, point: Point) -> Result<(), IllegalMove> {
        if self.outcome.is_some() {
            return Err(IllegalMove::GameOver);
        }
        if !self.empty().contains(point) {
            let known = self.tables.points.contains(point);
            return Err(if known { IllegalMove::Occupied } else { IllegalMove::OutsideBoard });
        }
        if !self.tables.suicide && self.is_suicide(point) {
            return Err(IllegalMove::Suicide);
        }
        Ok(())
    }

    #[inline]
    fn make(&self, point: Point) -> Self {
        debug_assert!(self.outcome.is_none() && self.empty().contains(point));
        let tables = self.tables;
        let (us, them) = (self.to_move, !self.to_move);
        let mut next = *self;
        next.stones[us.index()].insert(point);
        next.key ^= zobrist::stone(us, point) ^ zobrist::WHITE_TO_MOVE;
        next.to_move = them;
        next.ply = self.ply.saturating_add(1);

        let taken = self.taken(point, self.stones[them.index()], next.empty());
        if !taken.is_empty() {
            next.stones[them.index()] &= !taken;
            next.captured[us.index()] = self.captured[us.index()].saturating_add(taken.len() as u16);
            taken.iter().for_each(|stone| next.key ^= zobrist::stone(them, stone));
        } else if tables.suicide
            && let Some(group) = tables.surrounded(point, next.stones[us.index()], next.empty())
        {
            next.stones[us.index()] &= !group;
            group.iter().for_each(|stone| next.key ^= zobrist::stone(us, stone));
        }

        if tables.has_line(next.stones[us.index()], point) {
            next.outcome = Some(Outcome::win(us, Reason::Line));
        }
        next.end_if_stuck();
        next
    }

    #[inline]
    fn swap_offered(&self) -> bool {
        let offered = |swap: Swap| swap.after == self.ply;
        self.outcome.is_none() && self.tables.game.rules().swap.is_some_and(offered)
    }

    fn make_swap(&self) -> Self {
        debug_assert!(self.swap_offered());
        Self { ply: SETTLED, ..*self }
    }

    fn make_null(&self) -> Self {
        let ply = self.ply.saturating_add(1);
        Self { to_move: !self.to_move, key: self.key ^ zobrist::WHITE_TO_MOVE, ply, ..*self }
    }

    /// The opponent never has to pass as well, so that a pass need not be remembered: where no empty point is next to another,
    /// take a group next to one. If it has a second liberty, its owner may place a stone there; if not, the other side takes it.
    fn make_pass(&self) -> Self {
        debug_assert!(self.tables.passes && self.outcome.is_none() && !self.has_legal());
        self.make_null()
    }

    fn winning(&self) -> W {
        if self.outcome.is_some() {
            return W::EMPTY;
        }
        let own = self.stones[self.to_move.index()];
        let empty = self.empty();
        let mut points = W::EMPTY;
        for &line in &self.tables.lines {
            let missing = line & !own;
            if missing.len() == 1 {
                points |= missing & empty;
            }
        }
        let legal = |point: &Point| !self.is_suicide(*point);
        collect(points.iter().filter(legal))
    }

    /// A line is stopped by taking its last point, by capturing, by making it suicide, or by winning first.
    fn defences(&self) -> Option<W> {
        let passed = Self { to_move: !self.to_move, ..*self };
        let wins = passed.winning();
        if wins.is_empty() {
            return None;
        }
        let empty = self.empty();
        let always = self.always_replies();
        let replies = wins.iter().take(3).map(|witness| self.replies_to_line(witness, &passed));
        Some(replies.fold(empty, |all, replies| all & (replies | always)))
    }

    /// Lines that lack two stones, and captures, which may free a line.
    fn forcing(&self) -> W {
        let (us, empty) = (self.to_move, self.empty());
        let (own, enemy) = (self.stones[us.index()], self.stones[(!us).index()]);
        let mut points = self.tables.ataris(enemy, empty);
        for &line in self.tables.lines.iter().filter(|&&line| (line & !own).len() == 2) {
            points |= line & empty;
        }
        if let Some(defences) = self.defences() {
            points &= defences;
        }
        points & self.legal()
    }

    fn zone(&self, turn: Turn) -> W {
        self.find_zone(turn)
    }

    fn replies_to(&self, witness: Point) -> W {
        let passed = Self { to_move: !self.to_move, ..*self };
        self.always_replies() | self.replies_to_line(witness, &passed)
    }

    fn threats(&self) -> [Threats<W>; 2] {
        [self.to_move, !self.to_move].map(|color| self.threats_of(color))
    }

    fn candidates(&self) -> W {
        let empty = self.empty();
        // Who may be made to swap looks for a fair first move, and that is not the centre.
        if empty == self.tables.points {
            return empty;
        }
        let occupied = self.tables.points & !empty;
        self.tables.dilate(self.tables.dilate(occupied)) & empty
    }
}

impl<W: PointSet> fmt::Display for HexPosition<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::notation::position_text(self))
    }
}

impl<W: PointSet> fmt::Debug for HexPosition<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.game())
    }
}
