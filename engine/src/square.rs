//! Positions on square boards: every game but those on hexagons.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::all_threats::Threats;
use crate::forbidden;
use crate::line;
use crate::outcome::Reason;
use crate::position::Turn;
use crate::rules::{Capture, Fifth, Line, Opening, Swap};
use crate::threats::{self, Reach};
use crate::{
    Bitboard, Color, Game, IllegalMove, Outcome, Point, PointSet, Position, SetUp, SetUpError, ThreatState, capture,
    zobrist,
};

/// What the positions of one square game share.
struct Layout {
    game: &'static Game,
    /// Index differences to the right, down right, down and down left.
    steps: [u32; 4],
    /// All points.
    points: Bitboard,
    /// The number of words that hold them.
    words: usize,
    /// Where the first, second and third stone may go.
    opening: [Bitboard; 3],
    /// While fewer stones have been placed, rules for the first moves may hold.
    opening_plies: u8,
    /// The longest row that is captured; 0 without captures.
    longest: usize,
}

impl Layout {
    fn new(game: &'static Game) -> Self {
        let (grid, rules) = (game.grid(), game.rules());
        let stride = grid.stride() as u32;
        let points = collect(grid.points());
        let words = grid.points().map(|point| point.index() / 64 + 1).max().unwrap_or(1);
        let centre = (grid.width() / 2, grid.height() / 2);
        let within = |reach: usize| {
            collect(grid.points().filter(|&point| {
                let (x, y) = grid.xy(point);
                x.abs_diff(centre.0).max(y.abs_diff(centre.1)) <= reach
            }))
        };
        let Opening { first_centre, second_within, .. } = rules.opening;
        let opening = [
            if first_centre { within(0) } else { points },
            second_within.map_or(points, within),
            rules.opening.third_limit().map_or(points, |reach| points & !within(reach - 1)),
        ];
        let limited = opening.iter().rposition(|&set| set != points).map_or(0, |ply| ply as u8 + 1);
        let opening_plies = rules.swap.map_or(limited, |swap| limited.max(swap.after + 1));
        let longest = match rules.capture {
            Capture::Flank { longest, .. } => longest,
            Capture::None | Capture::Surround { .. } => 0,
        };
        Self { game, steps: [1, stride + 1, stride, stride - 1], points, words, opening, opening_plies, longest }
    }
}

impl PartialEq for Layout {
    /// A game has one layout.
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game
    }
}

impl Eq for Layout {}

impl Hash for Layout {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.game.hash(state);
    }
}

pub(crate) fn collect(points: impl Iterator<Item = Point>) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    points.for_each(|point| set.insert(point));
    set
}

/// The value of `ply` once no rule for the first moves holds any more, and in set-up positions.
const SETTLED: u8 = u8::MAX;

/// A position on a square board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SquarePosition {
    stones: [Bitboard; 2],
    /// Points that are neither stones nor empty are walls.
    empty: Bitboard,
    layout: &'static Layout,
    key: u64,
    captured: [u16; 2],
    to_move: Color,
    /// Whether a five of each colour stands on the board.
    standing: [bool; 2],
    outcome: Option<Outcome>,
    /// The number of stones placed since the empty board, or [`SETTLED`].
    ply: u8,
    passed: bool,
}

/// The board after a placement, captured stones removed.
pub(crate) struct Placed {
    pub(crate) own: Bitboard,
    pub(crate) enemy: Bitboard,
    pub(crate) empty: Bitboard,
    taken: Bitboard,
}

impl SquarePosition {
    #[inline]
    pub(crate) const fn us(&self) -> Color {
        self.to_move
    }

    #[inline]
    pub(crate) const fn own(&self) -> Bitboard {
        self.stones[self.to_move.index()]
    }

    /// The stones of `color` in place: a copy just made would not have reached memory when vectors are loaded from it.
    #[inline]
    pub(crate) const fn stones_of(&self, color: Color) -> &Bitboard {
        &self.stones[color.index()]
    }

    /// The empty points in place.
    #[inline]
    pub(crate) const fn empty_points_ref(&self) -> &Bitboard {
        &self.empty
    }

    #[inline]
    pub(crate) const fn empty_points(&self) -> Bitboard {
        self.empty
    }

    #[inline]
    pub(crate) const fn steps(&self) -> &'static [u32; 4] {
        &self.layout.steps
    }

    #[inline]
    pub(crate) fn line(&self, color: Color) -> Line {
        self.layout.game.rules().line[color.index()]
    }

    /// All points of the board.
    #[inline]
    pub(crate) const fn points(&self) -> Bitboard {
        self.layout.points
    }

    /// The number of words that hold all points.
    #[inline]
    pub(crate) const fn words(&self) -> usize {
        self.layout.words
    }

    /// The longest row that is captured; 0 without captures.
    #[inline]
    pub(crate) const fn longest(&self) -> usize {
        self.layout.longest
    }

    /// What the side to move and its opponent would win by.
    #[inline]
    pub(crate) fn reaches(&self) -> [Reach; 2] {
        let (us, them) = (self.to_move, !self.to_move);
        let (own, enemy) = (&self.stones[us.index()], &self.stones[them.index()]);
        let lines = [self.line(us), self.line(them)];
        threats::reaches(own, enemy, &self.empty, self.steps(), lines, self.layout.longest)
    }

    /// The points at which the side to move completes a winning line or makes a four, and what both sides would win by.
    #[inline]
    pub(crate) fn attack(&self) -> (Bitboard, [Reach; 2]) {
        let (us, them) = (self.to_move, !self.to_move);
        let (own, enemy) = (&self.stones[us.index()], &self.stones[them.index()]);
        let lines = [self.line(us), self.line(them)];
        threats::attack(own, enemy, &self.empty, self.steps(), lines, self.layout.longest)
    }

    /// Whether rules for the first moves may still hold.
    #[inline]
    pub(crate) const fn in_opening(&self) -> bool {
        self.ply < self.layout.opening_plies
    }

    /// This position as if it were the turn of `color`; its key does not follow.
    #[inline]
    pub(crate) const fn with_turn(&self, color: Color) -> Self {
        Self { to_move: color, ..*self }
    }

    /// This position with a further stone of the side to move on an empty point, and the turn of the other side. Nothing
    /// is captured, and what hangs on stones and turns does not follow.
    #[inline]
    pub(crate) fn with_stone(&self, point: Point) -> Self {
        let mut next = self.with_turn(!self.to_move);
        next.stones[self.to_move.index()].insert(point);
        next.empty.remove(point);
        next
    }

    /// Whether a five of `color` stands.
    #[inline]
    pub(crate) const fn five_stands(&self, color: Color) -> bool {
        self.standing[color.index()]
    }

    /// The points at which `color` would make a winning line.
    #[inline]
    pub(crate) fn five_points(&self, color: Color) -> Bitboard {
        self.five_points_in(color, self.stones[color.index()], self.stones[(!color).index()], self.empty)
    }

    #[inline]
    pub(crate) fn five_points_in(&self, color: Color, own: Bitboard, enemy: Bitboard, empty: Bitboard) -> Bitboard {
        threats::five_points(&own, &enemy, &empty, self.steps(), self.line(color))
    }

    /// The points at which `color` would capture, and the stones that could be captured.
    #[inline]
    pub(crate) fn captures(&self, color: Color) -> (Bitboard, Bitboard) {
        if self.layout.longest == 0 {
            return (Bitboard::EMPTY, Bitboard::EMPTY);
        }
        let (own, enemy) = (self.stones[color.index()], self.stones[(!color).index()]);
        threats::captures(&own, &enemy, &self.empty, self.steps(), self.layout.longest)
    }

    /// Whether a five stands among `stones`, in a game with captures.
    pub(crate) fn has_five(&self, stones: Bitboard) -> bool {
        threats::has_five(&stones, self.steps(), self.line(self.to_move).exact)
    }

    /// The board after a stone of the side to move on `point`.
    #[inline]
    pub(crate) fn placed(&self, point: Point) -> Placed {
        self.placed_on(self.own(), self.stones[(!self.to_move).index()], self.empty, point)
    }

    /// The board after a further stone of the same side.
    pub(crate) fn placed_after(&self, before: &Placed, point: Point) -> Placed {
        self.placed_on(before.own, before.enemy, before.empty, point)
    }

    #[inline]
    fn placed_on(&self, own: Bitboard, enemy: Bitboard, empty: Bitboard, point: Point) -> Placed {
        let stone = Bitboard::of(point);
        let own = own | stone;
        let taken = match self.layout.longest {
            0 => Bitboard::EMPTY,
            longest => capture::taken(&own, &enemy, point, self.steps(), longest),
        };
        Placed { own, enemy: enemy & !taken, empty: empty & !stone | taken, taken }
    }

    /// Whether the side to move has captured enough to win after this placement.
    pub(crate) fn reaches_target(&self, placed: &Placed) -> bool {
        self.can_reach_target(self.to_move, placed.taken.len())
    }

    /// The points left by the limits on the first moves.
    #[inline]
    pub(crate) fn open(&self) -> Bitboard {
        match self.layout.opening.get(usize::from(self.ply)) {
            Some(&limit) => self.empty & limit,
            None => self.empty,
        }
    }

    /// The points of `asked`, all of them open, that may not be played for the patterns they make.
    #[inline]
    pub(crate) fn refused(&self, asked: Bitboard) -> Bitboard {
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

    /// Puts the placed stone on the board and gives the turn to the other side; the outcome is left open.
    #[inline]
    fn advance(&self, point: Point, placed: &Placed) -> Self {
        let (us, them) = (self.to_move, !self.to_move);
        let mut next = *self;
        next.stones[us.index()] = placed.own;
        next.stones[them.index()] = placed.enemy;
        next.empty = placed.empty;
        next.key ^= zobrist::stone(us, point);
        for captured in placed.taken.iter() {
            next.key ^= zobrist::stone(them, captured);
        }
        let count = &mut next.captured[us.index()];
        if !placed.taken.is_empty() {
            let before = *count;
            *count += placed.taken.len() as u16;
            if self.layout.game.rules().target().is_some() {
                next.key ^= zobrist::captured(us, before) ^ zobrist::captured(us, *count);
            }
        }
        next.ply = self.ply.saturating_add(1);
        next.pass_turn(false);
        next
    }

    fn pass_turn(&mut self, passed: bool) {
        self.to_move = !self.to_move;
        self.key ^= zobrist::WHITE_TO_MOVE;
        if self.passed != passed {
            self.key ^= zobrist::PASSED;
        }
        self.passed = passed;
    }

    /// The result of the placement that led from `before` to this position, in the order of the rules (RULES A2).
    #[inline]
    fn judge(&mut self, before: &Self, point: Point, taken: &Bitboard) {
        let rules = self.layout.game.rules();
        let (us, them) = (before.to_move, self.to_move);
        let (own, enemy) = (&self.stones[us.index()], &self.stones[them.index()]);
        let line = rules.line[us.index()];
        let mine = self.steps().iter().any(|&step| line::is_five(own, enemy, point, step, line));
        if self.layout.longest == 0 {
            self.outcome = mine.then_some(Outcome::win(us, Reason::Five));
        } else {
            let got = rules.target().is_some_and(|target| self.captured[us.index()] >= target);
            let (old, new) = self.enemy_fives(before, them, taken);
            self.standing[them.index()] = old || new;
            self.standing[us.index()] = mine || (before.standing[us.index()] && self.has_five(*own));
            self.outcome = match (got, old, new) {
                (true, true, _) => Some(match rules.fifth {
                    Fifth::Five => Outcome::win(them, Reason::UnbrokenFive),
                    Fifth::Captures => Outcome::win(us, Reason::Captures),
                    Fifth::Draw => Outcome::draw(Reason::FifthCaptureLeavesFive),
                }),
                (true, false, true) => Some(Outcome::draw(Reason::FifthCaptureLeavesFive)),
                (true, false, false) => Some(Outcome::win(us, Reason::Captures)),
                (false, true, _) => Some(Outcome::win(them, Reason::UnbrokenFive)),
                (false, false, true) if mine => Some(Outcome::draw(Reason::FiveForBoth)),
                (false, false, true) => Some(Outcome::win(them, Reason::FiveLeftByCapture)),
                (false, false, false) if mine && !self.five_can_be_answered(point) => {
                    Some(Outcome::win(us, Reason::Five))
                }
                (false, false, false) => None,
            };
        }
        self.end_if_full();
    }

    fn end_if_full(&mut self) {
        if self.outcome.is_none() && self.empty.is_empty() {
            self.outcome = Some(Outcome::draw(Reason::FullBoard));
        }
    }

    /// Whether fives of `them` stand that stood before the other side's move, and fives that did not.
    #[inline]
    fn enemy_fives(&self, before: &Self, them: Color, taken: &Bitboard) -> (bool, bool) {
        let exact = self.line(them).exact;
        let stood = before.standing[them.index()];
        // Without an older five, only an overline that a capture shortened can have become one.
        let enemy = &before.stones[them.index()];
        let in_overline = |stone: Point| self.steps().iter().any(|&step| line::is_overline(enemy, stone, step));
        if !(stood || exact && taken.iter().any(in_overline)) {
            return (false, false);
        }
        let fives = |position: &Self| threats::fives(&position.stones[them.index()], self.steps(), exact);
        let (now, then) = (fives(self), fives(before));
        let any = |keep: fn(Bitboard, Bitboard) -> Bitboard| (0..4).any(|i| !keep(now[i], then[i]).is_empty());
        if exact { (any(|now, then| now & then), any(|now, then| now & !then)) } else { (any(|now, _| now), false) }
    }

    /// Whether the side to move has a reply to the five that the opponent's stone on `point` has made: a capture that
    /// leaves none or, if captures come before fives, a legal one that wins. (If a reply that leaves none is refused, then
    /// for another one.)
    fn five_can_be_answered(&self, point: Point) -> bool {
        let rules = self.layout.game.rules();
        let wins = || rules.captures_answer_fives() && self.can_take_enough();
        rules.breakable && (self.five_can_be_broken(point, &self.points()) || wins())
    }

    /// Whether the side to move has a legal placement that takes enough to win.
    fn can_take_enough(&self) -> bool {
        let points = if self.has_reached_target(self.to_move) { self.empty } else { self.captures(self.to_move).0 };
        let enough = |&point: &Point| self.reaches_target(&self.placed(point));
        points.iter().filter(enough).any(|point| self.refused(Bitboard::of(point)).is_empty())
    }

    /// Whether a capture of the side to move leaves no five, of those that the opponent's stone on `point` makes and all
    /// others. Of the stones of those fives, it can take only some in `capturable` and rows through `point`.
    pub(crate) fn five_can_be_broken(&self, point: Point, capturable: &Bitboard) -> bool {
        let (own, enemy) = (&self.stones[self.to_move.index()], &self.stones[(!self.to_move).index()]);
        let (steps, longest) = (self.steps(), self.layout.longest);
        let exact = self.line(!self.to_move).exact;
        let stones = line::five_stones(enemy, point, steps, exact) & (*capturable | Bitboard::of(point));
        stones.iter().any(|stone| {
            let end = |&step: &u32| line::capturing_end(enemy, own, &self.empty, stone, step, longest);
            steps.iter().filter_map(end).any(|end| {
                let taken = capture::taken(own, enemy, end, steps, longest);
                !threats::has_five(&(*enemy & !taken), steps, exact)
            })
        })
    }

    /// Whether `color` has captured enough to win with `more` stones.
    pub(crate) fn can_reach_target(&self, color: Color, more: usize) -> bool {
        let captured = usize::from(self.captured[color.index()]) + more;
        self.layout.game.rules().target().is_some_and(|target| captured >= usize::from(target))
    }

    /// Whether `color` has captured enough to win already, as only a set-up position can have it.
    pub(crate) fn has_reached_target(&self, color: Color) -> bool {
        self.can_reach_target(color, 0)
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
        }
    }

    fn set_up(game: &'static Game, setup: &SetUp) -> Result<Self, SetUpError> {
        let mut position = Self { ply: SETTLED, to_move: setup.to_move, captured: setup.captured, ..Self::start(game) };
        let rules = game.rules();
        let taken = setup.captured[0].max(setup.captured[1]);
        if position.layout.longest == 0 && taken > 0 {
            return Err(SetUpError::NoCaptures(rules.name));
        }
        let strange = |count: u16| if position.layout.longest == 2 { !count.is_multiple_of(2) } else { count == 1 };
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
            if position.layout.longest > 0 {
                position.standing[color.index()] =
                    threats::has_five(&position.stones[color.index()], position.steps(), position.line(color).exact);
            }
            if rules.target().is_some() {
                position.key ^= zobrist::captured(color, position.captured[color.index()]);
            }
        }
        position.end_if_full();
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

    fn pending_five(&self) -> bool {
        self.outcome.is_none() && self.layout.game.rules().breakable && self.five_stands(!self.to_move)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn key(&self) -> u64 {
        if self.in_opening() { self.key ^ zobrist::opening(self.ply) } else { self.key }
    }

    #[inline]
    fn legal(&self) -> Bitboard {
        self.find_legal()
    }

    fn check(&self, point: Point) -> Result<(), IllegalMove> {
        if self.outcome.is_some() {
            return Err(IllegalMove::GameOver);
        }
        if !self.empty.contains(point) {
            let known = self.layout.points.contains(point);
            return Err(if known { IllegalMove::Occupied } else { IllegalMove::OutsideBoard });
        }
        let open = self.open();
        if !open.contains(point) {
            let opening = &self.game().rules().opening;
            return Err(match self.ply {
                0 => IllegalMove::NotCentre,
                1 => IllegalMove::TooFar(opening.second_within.unwrap_or_default()),
                _ => IllegalMove::TooNear(opening.third_limit().unwrap_or_default()),
            });
        }
        if !self.refused(Bitboard::of(point)).is_empty() {
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
        let offered = |swap: Swap| swap.after == self.ply;
        self.outcome.is_none() && self.layout.game.rules().swap.is_some_and(offered)
    }

    fn make_swap(&self) -> Self {
        debug_assert!(self.swap_offered());
        Self { ply: SETTLED, ..*self }
    }

    fn make_null(&self) -> Self {
        let mut next = *self;
        next.pass_turn(false);
        next.ply = self.ply.saturating_add(1);
        next
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

    fn winning(&self) -> Bitboard {
        self.find_winning()
    }

    fn threat_state(&self) -> ThreatState<Bitboard> {
        self.find_threat_state()
    }

    fn has_answer(&self) -> ThreatState<bool> {
        match self.try_answers(true, |_| false) {
            ThreatState::Threatened(all_fail) => ThreatState::Threatened(!all_fail),
            other => other,
        }
    }

    fn every_answer_fails(&self, fails: impl FnMut(Point) -> bool) -> bool {
        self.try_answers(false, fails) == ThreatState::Threatened(true)
    }

    fn defences(&self) -> Option<Bitboard> {
        self.find_defences()
    }

    fn wins_at(&self, point: Point) -> bool {
        if !self.open().contains(point) || self.outcome.is_some() {
            return false;
        }
        // A five is never refused.
        match self.make(point).outcome {
            Some(Outcome { winner, reason }) if winner == Some(self.to_move) => {
                reason == Reason::Five || self.refused(Bitboard::of(point)).is_empty()
            }
            _ => false,
        }
    }

    fn forcing(&self) -> Bitboard {
        self.find_forcing()
    }

    fn zone(&self, turn: Turn) -> Bitboard {
        self.find_zone(turn)
    }

    fn replies_to(&self, witness: Point) -> Bitboard {
        self.find_replies_to(witness)
    }

    fn threats(&self) -> [Threats<Bitboard>; 2] {
        self.find_threats()
    }

    fn static_win(&self, threats: &[Threats<Bitboard>; 2]) -> Option<(Point, u32)> {
        self.find_static_win(threats)
    }

    fn open_four_defences(&self, threats: &[Threats<Bitboard>; 2]) -> Option<Bitboard> {
        self.find_open_four_defences(threats)
    }

    fn candidates(&self) -> Bitboard {
        self.find_candidates()
    }
}

impl fmt::Debug for SquarePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.game(), crate::notation::position_text(self))
    }
}
