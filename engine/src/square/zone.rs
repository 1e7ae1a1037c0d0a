//! Where one more stone of the defender could change how a threat sequence is played, on square boards.
//!
//! The stone is one that he places at the beginning instead of doing nothing, and that lies there ever after. At each turn
//! of the series the points are named at which it would not be a mere bystander. A stone that is a bystander at every
//! turn changes nothing: the attacker's stones stand as they did, the same stones are captured, and each reply loses as
//! it did. (Where legality hangs on more than the points around, all points are named.)

use super::line::{self, star};
use super::{Placed, SquarePosition, captures, forbidden, point_sets};
use crate::rules::{Ban, Exception, Line};
use crate::{Bitboard, Color, Point, PointSet, Position};

/// How far along its lines a stone can change whether a double three or a foul is made.
const REACH: usize = 5;

/// The number of points within reach of a stone, itself included.
const REACHED: usize = 8 * REACH + 1;

impl SquarePosition {
    /// Points of lines that the side to move completes to five or more with at most `stones` stones.
    pub(super) fn lines_within(&self, stones: usize) -> Bitboard {
        let (own, enemy) = (self.own(), self.stones(!self.us()));
        let line = Line { exact: false, open: false, ..self.line(self.us()) };
        let points = if stones == 1 { point_sets::five_points } else { point_sets::four_points };
        points(&own, &enemy, &self.empty_points(), self.steps(), line)
    }

    /// Where a stone makes a row of the opponent one that a reply can capture, a line one that a reply can complete, or
    /// takes the last legal reply.
    pub(super) fn meets_replies(&self) -> Bitboard {
        let mut zone = self.lines_within(2);
        if self.longest() > 0 {
            zone |= point_sets::capture_threats(
                &self.stones(!self.us()),
                &self.empty_points(),
                self.steps(),
                self.longest(),
            );
        }
        let free = self.surely_legal();
        if free.len() <= REACHED {
            let takes = |point: &Point| (free & !self.around(*point)).is_empty();
            zone |= Bitboard::from_iter(self.empty_points().iter().filter(takes));
        }
        zone
    }

    /// Legal points that no far stone can make forbidden.
    fn surely_legal(&self) -> Bitboard {
        let open = self.open();
        let line = self.line(self.us());
        let vacant = self.empty_points() | self.captures(self.us()).1;
        let rules = self.game().rules();
        match self.ban() {
            Some(ban) => {
                let mut shapes = point_sets::double_threes(&self.own(), &vacant, self.steps(), line);
                if !ban.double_four_allowed {
                    shapes |= point_sets::double_four_suspects(&self.own(), &vacant, self.steps(), line);
                }
                open & !shapes
            }
            None if rules.fouls && self.us() == Color::Black => {
                open & !(point_sets::double_threes(&self.own(), &vacant, self.steps(), line)
                    | point_sets::double_four_suspects(&self.own(), &vacant, self.steps(), line)
                    | point_sets::overline_points(&self.own(), &vacant, self.steps()))
            }
            None => open,
        }
    }

    /// The ban, if it binds the side to move.
    fn ban(&self) -> Option<&'static Ban> {
        self.game().rules().ban.as_ref().filter(|ban| ban.binds_white || self.us() == Color::Black)
    }

    /// `point`, and what is near it on its lines.
    fn around(&self, point: Point) -> Bitboard {
        star(point, self.steps(), REACH) | Bitboard::of(point)
    }

    /// The points before and behind the rows that a stone on `at` makes longer or joins.
    fn row_ends(&self, at: Point) -> Bitboard {
        let own = self.own() | Bitboard::of(at);
        let steps = self.steps().iter().flat_map(|&step| [step as isize, -(step as isize)]);
        let end = |step: isize| (1..).map(|times| at.index() as isize + times * step).find(|&index| !own.has(index));
        let ends = steps.filter_map(end).filter(|index| (0..512).contains(index));
        Bitboard::from_iter(ends.map(|index| Point::new(index as usize)))
    }

    /// Where an enemy stone would be captured by a stone on `at`.
    pub(super) fn baits(&self, at: Point) -> Bitboard {
        if self.longest() == 0 {
            return Bitboard::EMPTY;
        }
        captures::baits(&self.stones(!self.us()), &self.own(), at, self.steps(), self.longest())
    }

    /// Where an enemy stone may turn the winning move `at` into one that does not win.
    pub(super) fn may_spoil(&self, at: Point) -> Bitboard {
        let (rules, us) = (self.game().rules(), self.us());
        let mut zone = Bitboard::of(at);
        if self.line(us).open {
            zone |= self.row_ends(at);
        }
        if self.longest() > 0 && (rules.breakable || self.line(!us).exact) {
            // In a row of three a bait may be completed by the reply.
            zone |= if self.longest() > 2 { self.empty_points() } else { self.baits(at) };
        }
        if !self.five_points(us).contains(at) {
            return zone | self.may_refuse(at);
        }
        if rules.breakable {
            let after = self.placed(at);
            zone |= point_sets::capture_threats(&after.own, &after.empty, self.steps(), self.longest());
            if self.answers_by_refused_capture(&after) {
                zone |= self.empty_points();
            }
        }
        zone
    }

    /// Whether the opponent might answer a five by the winning capture, were it not refused to him.
    fn answers_by_refused_capture(&self, after: &Placed) -> bool {
        let (rules, them) = (self.game().rules(), !self.us());
        let Some(target) = rules.target() else { return false };
        let (_, capturable) =
            point_sets::captures(&after.enemy, &after.own, &after.empty, self.steps(), self.longest());
        let most = usize::from(self.captured(them)) + capturable.len() + self.longest();
        rules.captures_answer_fives() && rules.ban.is_some_and(|ban| !ban.captures) && most >= usize::from(target)
    }

    /// Where an enemy stone may make the legal move `at` a forbidden one.
    ///
    /// An enemy stone makes fewer fours and threes, so this happens only to a double three that is allowed for its end, or
    /// because one of its threes does not count.
    pub(super) fn may_refuse(&self, at: Point) -> Bitboard {
        if self.five_points(self.us()).contains(at) {
            return Bitboard::EMPTY;
        }
        let placed = self.placed(at);
        match self.ban() {
            Some(ban) if ban.captures && self.captures(self.us()).0.contains(at) => Bitboard::EMPTY,
            Some(ban) if ban.winning_pair && self.reaches_target(&placed) => Bitboard::EMPTY,
            Some(ban) if forbidden::double(self, ban, at).is_some() => self.empty_points(),
            Some(ban) if ban.recursion && self.threes(&placed, at) > 1 => self.looked_at(&placed, at, true),
            None if self.has_fouls() && self.threes(&placed, at) > 1 => self.looked_at(&placed, at, true),
            _ => Bitboard::EMPTY,
        }
    }

    /// Whether a foul of the side to move loses the game.
    pub(super) fn has_fouls(&self) -> bool {
        self.game().rules().fouls && self.us() == Color::Black
    }

    /// The number of lines in which the stone on `at` makes what looks like a three.
    fn threes(&self, placed: &Placed, at: Point) -> usize {
        self.steps().iter().filter(|&&step| self.straight_fours(placed, at, step).next().is_some()).count()
    }

    fn straight_fours(&self, placed: &Placed, at: Point, step: u32) -> impl Iterator<Item = Point> + use<> {
        line::three(&placed.own, &placed.empty, at, step, self.line(self.us()).exact).into_iter().flatten()
    }

    /// The points that decide whether the stone on `at` makes a double three or a foul.
    fn looked_at(&self, placed: &Placed, at: Point, recursion: bool) -> Bitboard {
        let mut points = self.around(at);
        if recursion {
            for fill in self.steps().iter().flat_map(|&step| self.straight_fours(placed, at, step)) {
                points |= self.looked_at(&self.placed_after(placed, fill), fill, true);
            }
        }
        points
    }

    /// Where an own stone may make the forbidden `reply` a legal one.
    pub(super) fn may_allow(&self, reply: Point) -> Bitboard {
        if !self.open().contains(reply) {
            return Bitboard::EMPTY;
        }
        let after = self.placed(reply);
        let Some(ban) = self.ban() else { return self.looked_at(&after, reply, true) };
        let zone = self.looked_at(&after, reply, ban.recursion);
        let them = !self.us();
        let (exception, left) = if self.five_stands(them) {
            (ban.breaks_five, Bitboard::EMPTY)
        } else {
            (ban.stops_four, self.five_points_in(them, after.enemy, after.own, after.empty))
        };
        match exception {
            Exception::Never => zone,
            Exception::Always => zone | left,
            Exception::LastResort => match self.other_resort(ban, reply) {
                Some(other) => zone | left | self.looked_at(&self.placed(other), other, ban.recursion),
                None => self.empty_points(),
            },
        }
    }

    /// A legal move other than `reply`, by its shape or as a five, after which the opponent has no five and can make none.
    fn other_resort(&self, ban: &Ban, reply: Point) -> Option<Point> {
        let (us, them) = (self.us(), !self.us());
        let fives = self.five_points(us);
        let helpful = self.captures(us).0 | self.five_points(them);
        let stops = |point: &Point| {
            let after = self.placed(*point);
            let stopped = self.five_points_in(them, after.enemy, after.own, after.empty).is_empty();
            *point != reply
                && stopped
                && !(self.five_stands(them) && self.has_five(after.enemy))
                && (fives.contains(*point) || forbidden::double(self, ban, *point).is_none())
        };
        (helpful & self.open()).iter().find(stops)
    }
}
