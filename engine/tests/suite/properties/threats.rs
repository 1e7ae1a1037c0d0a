//! The threat sets, against their definitions point by point.

use std::collections::BTreeSet;

use engine::{Color, Game};
use referee::dice::{Dice, rounds};
use referee::probe::probe;
use referee::scene::{At, Scene, Setting};
use referee::settings::settings;
use referee::tangle::{along, points, side, steps, tangle};

/// One way to look at a position: the stones of one side.
struct View<'s> {
    scene: &'s Scene,
    /// The cells, row by row of the bounding box.
    cells: Vec<Cell>,
    exact: bool,
    open: bool,
}

/// The content of a point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Own,
    Enemy,
    Empty,
    Off,
}

use Cell::{Empty, Enemy, Off, Own};

impl<'s> View<'s> {
    fn new(scene: &'s Scene, color: Color, game: &Game) -> Self {
        let line = game.rules().line[color.index()];
        let side = side(scene.setting);
        let mut cells = vec![Empty; side * side];
        for &((x, y), stone) in &scene.stones {
            cells[y * side + x] = if stone == color { Own } else { Enemy };
        }
        Self { scene, cells, exact: line.exact, open: line.open }
    }

    /// The same for the other side.
    fn reversed(&self) -> Self {
        let other = |&cell: &Cell| match cell {
            Own => Enemy,
            Enemy => Own,
            cell => cell,
        };
        Self { cells: self.cells.iter().map(other).collect(), ..*self }
    }

    fn cell(&self, at: At, step: (isize, isize), times: isize) -> Cell {
        match along(self.scene.setting, at, step, times) {
            None => Off,
            Some((x, y)) => self.cells[y * side(self.scene.setting) + x],
        }
    }

    /// Over the windows of `length` points through `at` along `step` that hold own stones and empty points only:
    /// the number of own stones, and the two points before and the two after the window.
    fn windows(&self, at: At, step: (isize, isize), length: isize) -> Vec<(usize, [Cell; 4])> {
        let cell = |times| self.cell(at, step, times);
        let windows = (1 - length..=0).filter(|&first| (first..first + length).all(|k| matches!(cell(k), Own | Empty)));
        let end = |first| first + length;
        windows
            .map(|first| {
                let own = (first..end(first)).filter(|&k| cell(k) == Own).count();
                (own, [cell(first - 2), cell(first - 1), cell(end(first)), cell(end(first) + 1)])
            })
            .collect()
    }

    /// The numbers of own stones in the windows of five through `at` that can become a winning line of five.
    fn fives(&self, at: At, step: (isize, isize)) -> Vec<usize> {
        let windows = self.windows(at, step, 5).into_iter().filter(|(_, [_, before, after, _])| {
            let overline = self.exact && (*before == Own || *after == Own);
            let shut = self.open && *before == Enemy && *after == Enemy;
            !overline && !shut
        });
        windows.map(|(own, _)| own).collect()
    }

    /// The numbers of own stones in the windows of four through `at` that can become a straight four.
    fn straights(&self, at: At, step: (isize, isize)) -> Vec<usize> {
        let windows = self.windows(at, step, 4).into_iter().filter(|(_, [far_before, before, after, far_after])| {
            let overline = self.exact && (*far_before == Own || *far_after == Own);
            *before == Empty && *after == Empty && !overline
        });
        windows.map(|(own, _)| own).collect()
    }

    /// The stones that a stone on `at` captures.
    fn captured(&self, at: At, longest: isize) -> Vec<At> {
        let mut captured = Vec::new();
        for &(dx, dy) in steps(self.scene.setting) {
            for step in [(dx, dy), (-dx, -dy)] {
                for length in 2..=longest {
                    let row = (1..=length).all(|k| self.cell(at, step, k) == Enemy);
                    if row && self.cell(at, step, length + 1) == Own {
                        captured.extend((1..=length).filter_map(|k| along(self.scene.setting, at, step, k)));
                    }
                }
            }
        }
        captured
    }

    /// Whether a stone on `at` threatens to capture, as far as shapes tell.
    fn attacks(&self, at: At, longest: isize) -> bool {
        let all = steps(self.scene.setting).iter().flat_map(|&(dx, dy)| [(dx, dy), (-dx, -dy)]);
        let mut rows = all.flat_map(|step| (2..=longest).map(move |length| (step, length)));
        rows.any(|(step, length)| {
            (1..=length).all(|k| self.cell(at, step, k) == Enemy) && self.cell(at, step, length + 1) == Empty
        })
    }

    /// In how many directions the own stone on `at` belongs to a row that can be captured once one of its ends is taken.
    fn exposures(&self, at: At, longest: isize) -> usize {
        let exposed = |&&step: &&(isize, isize)| {
            let run = |sign: isize| (1..).take_while(|&k| self.cell(at, step, sign * k) == Own).count() as isize;
            let (before, after) = (run(-1), run(1));
            let ends = [self.cell(at, step, -before - 1), self.cell(at, step, after + 1)];
            (2..=longest).contains(&(before + 1 + after)) && ends == [Empty; 2]
        };
        steps(self.scene.setting).iter().filter(exposed).count()
    }

    /// The longest row that is captured.
    fn longest(&self) -> isize {
        match self.scene.setting.name {
            "keryo" => 3,
            _ if self.scene.setting.captures_pairs() => 2,
            _ => 0,
        }
    }

    /// The lines and captures that a stone on the empty point `at` makes, and the pattern code of the point.
    fn square(&self, at: At) -> (Vec<&'static str>, usize) {
        let lines = steps(self.scene.setting);
        let count = |test: &dyn Fn((isize, isize)) -> bool| lines.iter().filter(|&&step| test(step)).count();
        let five = |stones: usize| count(&|step| self.fives(at, step).contains(&stones)) > 0;
        let straight_four = count(&|step| self.straights(at, step).contains(&3)) > 0;
        let fours = count(&|step| self.fives(at, step).contains(&3));
        let threes = count(&|step| self.straights(at, step).contains(&2));
        let two = count(&|step| self.fives(at, step).iter().any(|&own| own >= 2)) > 0;
        let prospects = lines.iter().map(|&step| {
            let straights = self.straights(at, step).into_iter().filter(|&own| own > 0).count();
            let most = self.fives(at, step).into_iter().max().unwrap_or(0);
            straights + usize::from(most > 0) + 2 * usize::from(most > 1)
        });
        let facts = [
            ("five", five(4)),
            ("straight four", straight_four),
            ("four", fours > 0),
            ("double four", fours > 1),
            ("three", threes > 0),
            ("double three", threes > 1),
            ("two", two),
            ("capture", !self.captured(at, self.longest()).is_empty()),
        ];
        (holding(&facts), prospects.sum())
    }

    /// The same on a hexagon.
    fn hexagon(&self, at: At) -> (Vec<&'static str>, usize) {
        let length = self.scene.setting.length;
        let lines: Vec<usize> = steps(self.scene.setting)
            .iter()
            .flat_map(|&step| self.windows(at, step, length as isize))
            .map(|(own, _)| length - own)
            .collect();
        let missing = |count| lines.iter().filter(|&&missing| missing == count).count();
        let facts = [
            ("five", missing(1) > 0),
            ("four", missing(2) > 0),
            ("double four", missing(2) > 1),
            ("two", missing(1) + missing(2) + missing(3) > 0),
            ("capture", !self.surrounded(at).is_empty()),
            ("atari", self.surrounded(at).is_empty() && self.gives_atari(at)),
        ];
        (holding(&facts), lines.iter().map(|missing| (length - missing).min(2)).sum())
    }

    /// The code of `at`.
    fn code(&self, at: At) -> u8 {
        let number = |class: usize, prospects: usize| (class << 4 | prospects.min(15)) as u8;
        let hexagonal = self.scene.setting.hexagonal();
        match self.cell(at, (0, 0), 0) {
            Own if hexagonal => number(13, self.group(at, Own).1.len().min(4)),
            Own => {
                let enemy = self.reversed();
                let empty = points(self.scene.setting).into_iter().filter(|&at| self.cell(at, (0, 0), 0) == Empty);
                let now = empty.into_iter().any(|by| enemy.captured(by, self.longest()).contains(&at));
                match if now { 3 } else { self.exposures(at, self.longest()).min(2) } {
                    0 => 0,
                    danger => number(6, danger),
                }
            }
            Empty => {
                let (facts, prospects) = if hexagonal { self.hexagon(at) } else { self.square(at) };
                let class = if hexagonal { self.hexagon_class(at, &facts) } else { self.square_class(at, &facts) };
                number(class, prospects)
            }
            Enemy | Off => 0,
        }
    }

    fn square_class(&self, at: At, facts: &[&str]) -> usize {
        let attack = self.attacks(at, self.longest());
        match (lines_class(facts), facts.contains(&"capture")) {
            (7, _) => 7,
            (class @ 0..=3, true) => 8 + class,
            (_, true) => 12,
            (class @ 0..=3, false) if attack => [13, 14, 14, 15][class],
            (class, false) => class,
        }
    }

    fn hexagon_class(&self, at: At, facts: &[&str]) -> usize {
        // The number of liberties of the group, with this stone.
        let eye = self.around(at).into_iter().all(|next| self.cell(next, (0, 0), 0) == Own);
        let liberties = self.group(at, Own).1.into_iter().filter(|&liberty| liberty != at).count();
        match (lines_class(facts), facts.contains(&"capture")) {
            (7, _) => 7,
            (0, true) => 8,
            (3, true) => 11,
            (_, true) => 12,
            (0, false) if eye => 4,
            (0, false) if liberties < 2 => 2 - liberties,
            (_, false) if !eye && liberties == 1 => 6,
            (class, false) => class,
        }
    }

    /// The enemy stones whose last liberty is the empty point `at`.
    fn surrounded(&self, at: At) -> Vec<At> {
        let enemies = self.around(at).into_iter().filter(|&next| self.cell(next, (0, 0), 0) == Enemy);
        let groups = enemies.map(|start| self.group(start, Enemy)).filter(|(_, liberties)| liberties.len() == 1);
        groups.flat_map(|(group, _)| group).collect()
    }

    /// Whether a stone at the empty point `at` leaves an enemy group one liberty.
    fn gives_atari(&self, at: At) -> bool {
        let mut enemies = self.around(at).into_iter().filter(|&next| self.cell(next, (0, 0), 0) == Enemy);
        enemies.any(|start| self.group(start, Enemy).1.len() == 2)
    }

    /// The group of the stones of `side` that `start` belongs to, or would, and its liberties.
    fn group(&self, start: At, side: Cell) -> (Vec<At>, BTreeSet<At>) {
        let mut group = vec![start];
        let mut seen = 0;
        let mut liberties = BTreeSet::new();
        while let Some(&stone) = group.get(seen) {
            seen += 1;
            for next in self.around(stone) {
                match self.cell(next, (0, 0), 0) {
                    Empty => drop(liberties.insert(next)),
                    cell if cell == side && !group.contains(&next) => group.push(next),
                    _ => {}
                }
            }
        }
        (group, liberties)
    }

    fn around(&self, at: At) -> Vec<At> {
        let all = steps(self.scene.setting).iter().flat_map(|&step| [1, -1].map(|times| (step, times)));
        all.filter_map(|(step, times)| along(self.scene.setting, at, step, times)).collect()
    }
}

/// The names of the facts that hold.
fn holding(facts: &[(&'static str, bool)]) -> Vec<&'static str> {
    facts.iter().filter(|(_, holds)| *holds).map(|&(name, _)| name).collect()
}

/// The class of a point where a stone makes this, captures aside.
fn lines_class(facts: &[&str]) -> usize {
    let has = |name| facts.contains(&name);
    let classes = [
        has("three"),
        has("double three"),
        has("four"),
        has("four") && has("three"),
        has("double four"),
        has("straight four"),
        has("five"),
    ];
    classes.iter().rposition(|&holds| holds).map_or(0, |class| class + 1)
}

fn check(scene: &Scene, seed: u64) {
    let setting = scene.setting;
    let game = setting.game().expect("a game");
    let Ok(engine) = probe(game, Some(&scene.set_up(game))) else { return };
    for color in Color::ALL {
        let view = View::new(scene, color, game);
        let empty: Vec<At> = points(setting).into_iter().filter(|&at| scene.stone(at).is_none()).collect();
        let facts = |at| if setting.hexagonal() { view.hexagon(at).0 } else { view.square(at).0 };
        for (name, found) in engine.threat_sets(color) {
            let mut expected: Vec<At> = match name {
                "capturable" if setting.hexagonal() => empty.iter().flat_map(|&at| view.surrounded(at)).collect(),
                "capturable" => empty.iter().flat_map(|&at| view.captured(at, view.longest())).collect(),
                _ => empty.iter().copied().filter(|&at| facts(at).contains(&name)).collect(),
            };
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(found, expected, "{name} of {color:?}, seed {seed}\n{engine:?}");
        }
        let codes = points(setting).into_iter().map(|at| (at, view.code(at))).filter(|&(_, code)| code > 0);
        let mut expected: Vec<(At, u8)> = codes.collect();
        expected.sort_unstable();
        assert_eq!(engine.codes(color), expected, "codes of {color:?}, seed {seed}\n{engine:?}");
    }
}

#[test]
fn threat_sets() {
    for (number, setting) in settings().into_iter().enumerate() {
        for position in 0..rounds(if setting.size > 13 { 3 } else { 25 }) {
            let seed = (7000 + number) as u64 * 1_000_000 + position as u64;
            check(&tangle(setting, &mut Dice::new(seed)), seed);
        }
    }
}

/// Lines at the edge, and a window that the edge shuts.
#[test]
fn threats_at_the_edge() {
    for (setting, at) in
        [(Setting::new("caro", 9), (0, 0)), (Setting::new("renju", 11), (6, 0)), (Setting::new("ninuki", 13), (8, 12))]
    {
        let (scene, _) = Scene::drawn(setting, at, &["xxx.x"]);
        check(&scene, 0);
    }
}
