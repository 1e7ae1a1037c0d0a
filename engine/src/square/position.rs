//! The rules on square boards.

use super::layout::Layout;
use super::{SETTLED, SquarePosition, forbidden, point_sets};
use crate::outcome::Reason;
use crate::rules::Swap;
use crate::{Bitboard, Color, Game, IllegalMove, Outcome, Point, PointSet, Position, SetUp, SetUpError, zobrist};

impl SquarePosition {
    /// The points left by the limits on the first moves.
    #[inline]
    pub(super) fn open(&self) -> Bitboard {
        match self.layout.opening.get(usize::from(self.ply)) {
            Some(&limit) => self.empty & limit,
            None => self.empty,
        }
    }

    /// Whether a point is nearer to the centre than `reach`.
    fn is_within(&self, point: Point, reach: usize) -> bool {
        let grid = self.layout.game.grid();
        let (x, y) = grid.xy(point);
        x.abs_diff(grid.width() / 2).max(y.abs_diff(grid.height() / 2)) < reach
    }

    /// Whether a rule may forbid the side to move a point for the patterns it makes.
    #[inline]
    fn has_bans(&self) -> bool {
        let rules = self.layout.game.rules();
        rules.ban.is_some() || rules.fouls
    }

    /// The points of `asked`, all of them open, that may not be played for the patterns they make.
    #[inline]
    pub(super) fn refused(&self, asked: Bitboard) -> Bitboard {
        let rules = self.layout.game.rules();
        match &rules.ban {
            Some(ban) if ban.binds_white || self.to_move == Color::Black => {
                forbidden::refused(self, ban, self.open(), asked)
            }
            _ if rules.fouls && self.to_move == Color::Black => {
                forbidden::fouls(self.own(), self.empty, self.steps(), asked)
            }
            _ => Bitboard::EMPTY,
        }
    }
}

impl Position for SquarePosition {
    type Set = Bitboard;

    fn start(game: &'static Game) -> Self {
        let layout = game.tables(Layout::new);
        Self {
            stones: [Bitboard::EMPTY; 2],
            empty: layout.points,
            layout,
            key: 0,
            captured: [0; 2],
            to_move: Color::Black,
            standing: [false; 2],
            outcome: None,
            ply: 0,
            passed: false,
            swapped: false,
        }
    }

    fn set_up(game: &'static Game, setup: &SetUp) -> Result<Self, SetUpError> {
        let mut position = Self { ply: SETTLED, to_move: setup.to_move, captured: setup.captured, ..Self::start(game) };
        let rules = game.rules();
        let taken = setup.captured[0].max(setup.captured[1]);
        if position.layout.captures.longest == 0 && taken > 0 {
            return Err(SetUpError::NoCaptures(rules.name));
        }
        let pairs = position.layout.captures.come_in_pairs();
        let strange = |count: u16| if pairs { !count.is_multiple_of(2) } else { count == 1 };
        if let Some(&count) = setup.captured.iter().find(|&&count| strange(count) || count > 9999) {
            return Err(SetUpError::Captured(count));
        }
        let stones = setup.stones.iter().map(|&(point, color)| (point, Some(color)));
        for (point, color) in stones.chain(setup.walls.iter().map(|&point| (point, None))) {
            if !position.empty.contains(point) {
                return Err(SetUpError::Twice(game.grid().name(point)));
            }
            position.empty.remove(point);
            if let Some(color) = color {
                position.stones[color.index()].insert(point);
            }
            position.key ^= color.map_or_else(|| zobrist::wall(point), |color| zobrist::stone(color, point));
        }
        if position.to_move == Color::White {
            position.key ^= zobrist::WHITE_TO_MOVE;
        }
        for color in Color::ALL {
            if position.layout.captures.longest > 0 {
                position.standing[color.index()] =
                    point_sets::has_five(&position.stones[color.index()], position.steps(), position.line(color).exact);
            }
            if rules.target().is_some() {
                position.key ^= zobrist::captured(color, position.captured[color.index()]);
            }
        }
        position.end_without_moves();
        Ok(position)
    }

    #[inline]
    fn game(&self) -> &'static Game {
        self.layout.game
    }

    #[inline]
    fn to_move(&self) -> Color {
        self.to_move
    }

    #[inline]
    fn stones(&self, color: Color) -> Bitboard {
        self.stones[color.index()]
    }

    #[inline]
    fn empty(&self) -> Bitboard {
        self.empty
    }

    #[inline]
    fn captured(&self, color: Color) -> u16 {
        self.captured[color.index()]
    }

    #[inline]
    fn wins_by_captures(&self, color: Color) -> bool {
        self.layout.captures.win(self.captured[color.index()], self.captured[(!color).index()])
    }

    fn pending_five(&self) -> bool {
        self.outcome.is_none() && self.layout.game.rules().breakable && self.five_stands(!self.to_move)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn key(&self) -> u64 {
        if self.in_opening() { self.key ^ zobrist::opening(self.ply, self.swapped) } else { self.key }
    }

    #[inline]
    fn legal(&self) -> Bitboard {
        if self.outcome().is_some() {
            return Bitboard::EMPTY;
        }
        let open = self.open();
        open & !self.refused(open)
    }

    fn check(&self, point: Point) -> Result<(), IllegalMove> {
        if self.outcome.is_some() {
            return Err(IllegalMove::GameOver);
        }
        if !self.empty.contains(point) {
            let known = self.layout.points.contains(point);
            return Err(if known { IllegalMove::Occupied } else { IllegalMove::OutsideBoard });
        }
        if self.layout.opening.get(usize::from(self.ply)).is_some_and(|limit| !limit.contains(point)) {
            let opening = &self.game().rules().opening;
            return Err(match self.ply {
                0 => IllegalMove::NotCentre,
                1 => IllegalMove::TooFar(opening.second_within.unwrap_or_default()),
                _ => match opening.third_limit() {
                    Some(reach) if self.is_within(point, reach) => IllegalMove::TooNear(reach),
                    _ => IllegalMove::OnAxis,
                },
            });
        }
        if self.has_bans() && !self.refused(Bitboard::of(point)).is_empty() {
            let why = match &self.game().rules().ban {
                Some(ban) => forbidden::double(self, ban, point),
                None => forbidden::foul(self.own(), self.empty, point, self.steps()),
            };
            return Err(why.unwrap_or(IllegalMove::DoubleThree));
        }
        Ok(())
    }

    #[inline]
    fn make(&self, point: Point) -> Self {
        debug_assert!(self.outcome.is_none() && self.empty.contains(point));
        let placed = self.placed(point);
        let mut next = self.advance(point, &placed);
        next.judge(self, point, &placed.taken);
        next
    }

    fn make_foul(&self, point: Point) -> Option<Self> {
        let punished = self.game().rules().fouls && self.to_move == Color::Black && self.empty.contains(point);
        if !punished || forbidden::foul(self.own(), self.empty, point, self.steps()).is_none() {
            return None;
        }
        let mut next = self.advance(point, &self.placed(point));
        next.outcome = Some(Outcome::win(Color::White, Reason::Foul));
        Some(next)
    }

    #[inline]
    fn swap_offered(&self) -> bool {
        let offered = |swap: Swap| swap.decider(self.ply.into()).is_some() && !self.swapped;
        self.outcome.is_none() && self.layout.game.rules().swap.is_some_and(offered)
    }

    fn make_swap(&self) -> Self {
        debug_assert!(self.swap_offered());
        let limits = self.layout.opening.iter().skip(self.ply.into());
        match limits.into_iter().any(|open| *open != self.layout.points) {
            true => Self { swapped: true, ..*self },
            false => Self { ply: SETTLED, ..*self },
        }
    }

    fn make_pass(&self) -> Self {
        let mut next = *self;
        next.pass_turn(true);
        next.outcome = if self.five_stands(!self.to_move) {
            Some(Outcome::win(!self.to_move, Reason::UnbrokenFive))
        } else {
            self.passed.then_some(Outcome::draw(Reason::NoLegalMove))
        };
        next
    }
}
