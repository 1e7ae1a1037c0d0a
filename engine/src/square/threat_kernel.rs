//! The kernel of all threat sets: both sides of a square board, recomputed from the stones.

use super::windows::{self, Ahead, Windows, look_ahead, smear_five, smear_four};
use crate::rules::Line;
use crate::simd::{Sides, SidesKernel};
use crate::threats::{add, class, full_add, with_captures};
use crate::{Bitboard, PointSet, Threats};

/// The threats of both sides by shape alone; legality is not checked. Each array holds one entry a side.
pub(super) struct ThreatKernel<'b> {
    pub(super) stones: [&'b Bitboard; 2],
    pub(super) empty: &'b Bitboard,
    pub(super) steps: &'b [u32; 4],
    pub(super) lines: [Line; 2],
    /// The longest row that is captured; 0 without captures.
    pub(super) longest: usize,
}

impl SidesKernel for ThreatKernel<'_> {
    type Output = [Threats<Bitboard>; 2];

    #[inline(always)]
    fn run<V: Sides>(self) -> Self::Output {
        let [own, other] = self.lines;
        let (exact, open) = ([own.exact, other.exact], [own.open, other.open]);
        // Specialised loops for the rules of most games.
        let found = match (exact, open) {
            _ if cfg!(small_module) => self.find::<V>(Some(whose(exact)), Some(whose(open))),
            ([false, false], [false, false]) => self.find::<V>(None, None),
            ([true, true], [false, false]) => self.find::<V>(Some(!V::empty()), None),
            _ => self.find::<V>(Some(whose(exact)), Some(whose(open))),
        };
        found.threats(V::load([self.empty; 2]))
    }
}

impl ThreatKernel<'_> {
    /// `exact` and `open` are all points of the sides that have these rules for their lines, if any has.
    #[inline(always)]
    fn find<V: Sides>(&self, exact: Option<V>, open: Option<V>) -> Found<V> {
        let (stones, empty) = (V::load(self.stones), V::load([self.empty; 2]));
        let mut found = Found::none();
        for &step in self.steps {
            found.add(&look_ahead(stones, step), &look_ahead(empty, step), step, exact, open, self.longest);
        }
        found
    }
}

/// All points of the sides that have a rule.
#[inline(always)]
fn whose<V: Sides>(rule: [bool; 2]) -> V {
    static POINTS: [Bitboard; 2] = [Bitboard::EMPTY, Bitboard::ALL];
    V::load([&POINTS[usize::from(rule[0])], &POINTS[usize::from(rule[1])]])
}

/// The threats found so far, on empty points or not; of their codes, the window counts.
struct Found<V> {
    threats: Threats<V>,
    /// The points where a stone attacks: it threatens to capture.
    attack: V,
    /// The stones that can be captured after an attack, and those that can in two directions or more.
    exposed: [V; 2],
}

impl<V: Sides> Found<V> {
    #[inline(always)]
    fn none() -> Self {
        let empty = V::empty();
        let threats = Threats {
            five: empty,
            straight_four: empty,
            four: empty,
            double_four: empty,
            three: empty,
            double_three: empty,
            two: empty,
            capture: empty,
            capturable: empty,
            atari: empty,
            code: [empty; 8],
        };
        Self { threats, attack: empty, exposed: [empty; 2] }
    }

    /// Adds the threats along `step`. Rare shapes are searched for only where a cheap test finds candidates.
    #[inline(always)]
    fn add(&mut self, own: &Ahead<V>, empty: &Ahead<V>, step: u32, exact: Option<V>, open: Option<V>, longest: usize) {
        let shut = if let Some(open) = open { windows::between(own, step).swap() & open } else { V::empty() };
        let windows = Windows::new(own, empty, shut, step, exact);
        let threats = &mut self.threats;
        if !windows.five_with_four.is_empty() {
            threats.five = threats.five | smear_five(windows.five_with_four, step);
        }
        if !windows.straight_with_three.is_empty() {
            threats.straight_four = threats.straight_four | smear_four(windows.straight_with_three, step);
        }
        if !windows.five_with_three.is_empty() {
            let fours = smear_five(windows.five_with_three, step);
            threats.double_four = threats.double_four | threats.four & fours;
            threats.four = threats.four | fours;
        }
        let threes = smear_four(windows.straight_with_two, step);
        threats.double_three = threats.double_three | threats.three & threes;
        threats.three = threats.three | threes;
        let more = smear_five(windows.five_with_more, step);
        threats.two = threats.two | more;
        self.count_windows(smear_five(windows.five_with_any, step), more, windows.straight_with_any, step);
        if longest > 0 {
            let [pairs, triples] = windows::rows(own);
            let (points, stones) = windows::captures(own, [pairs.swap(), triples.swap()], empty, step, longest);
            self.threats.capture = self.threats.capture | points;
            self.threats.capturable = self.threats.capturable | stones;
            let (points, stones) = windows::exposed([pairs, triples], empty, step, longest);
            self.attack = self.attack | points.swap();
            self.exposed = [self.exposed[0] | stones, self.exposed[1] | self.exposed[0] & stones];
        }
    }

    /// Counts, for their points, the windows of five with any own stones, with more than one, and in these windows of
    /// four.
    #[inline(always)]
    fn count_windows(&mut self, any: V, more: V, straight: V, step: u32) {
        let third = straight.back(2 * step);
        let (ones, twos) = full_add(straight, straight.back(step), third);
        let (ones, carry) = full_add(ones, third.back(step), any);
        let (twos, fours) = full_add(twos, carry, more);
        let [a, b, c, d, ..] = &mut self.threats.code;
        let mut number = [*a, *b, *c, *d];
        add(&mut number, [ones, twos, fours]);
        [*a, *b, *c, *d] = number;
    }

    /// The threats of each side.
    #[inline(always)]
    fn threats(self, empty: V) -> [Threats<Bitboard>; 2] {
        let Threats { five, straight_four, four, double_four, three, double_three, two, capture, capturable, .. } =
            self.threats;
        let [a, b, c, d, ..] = self.threats.code;
        let class = class(five, straight_four, [four, double_four], [three, double_three]);
        let [e, f, g, h] = with_captures(class, capture, self.attack);
        let ([once, twice], now) = (self.exposed, capturable.swap());
        let endangered = once | now;
        let both = Threats {
            five: (five & empty).store(),
            straight_four: (straight_four & empty).store(),
            four: (four & empty).store(),
            double_four: (double_four & empty).store(),
            three: (three & empty).store(),
            double_three: (double_three & empty).store(),
            two: (two & empty).store(),
            capture: capture.store(),
            capturable: capturable.store(),
            atari: [Bitboard::EMPTY; 2],
            code: [
                a & empty | once & !twice | now,
                b & empty | twice | now,
                c & empty,
                d & empty,
                e & empty,
                f & empty | endangered,
                g & empty | endangered,
                h & empty,
            ]
            .map(V::store),
        };
        [both.of(0), both.of(1)]
    }
}

impl Threats<[Bitboard; 2]> {
    #[inline(always)]
    const fn of(&self, side: usize) -> Threats<Bitboard> {
        Threats {
            five: self.five[side],
            straight_four: self.straight_four[side],
            four: self.four[side],
            double_four: self.double_four[side],
            three: self.three[side],
            double_three: self.double_three[side],
            two: self.two[side],
            capture: self.capture[side],
            capturable: self.capturable[side],
            atari: self.atari[side],
            code: {
                let [a, b, c, d, e, f, g, h] = &self.code;
                [a[side], b[side], c[side], d[side], e[side], f[side], g[side], h[side]]
            },
        }
    }
}
