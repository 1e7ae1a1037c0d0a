//! The threat sets, against their definitions point by point.

use std::collections::BTreeSet;

use engine::{Color, Game};

use crate::dice::{Dice, rounds};
use crate::probe::probe;
use crate::scene::{At, Scene, Setting};
use crate::tangle::{along, points, steps, tangle};

/// One way to look at a position: the stones of one side.
struct View<'s> {
    scene: &'s Scene,
    color: Color,
    exact: bool,
    open: bool,
}

/// What lies somewhere.
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
        Self { scene, color, exact: line.exact, open: line.open }
    }

    fn cell(&self, at: At, step: (isize, isize), times: isize) -> Cell {
        match along(self.scene.setting, at, step, times) {
            None => Off,
            Some(at) => match self.scene.stone(at) {
                None => Empty,
                Some(color) if color == self.color => Own,
                Some(_) => Enemy,
            },
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

    /// Whether a window of five through `at` with this many own stones can become a winning line of five.
    fn five_window(&self, at: At, step: (isize, isize), stones: usize) -> bool {
        self.windows(at, step, 5).into_iter().any(|(own, [_, before, after, _])| {
            let overline = self.exact && (before == Own || after == Own);
            let shut = self.open && before == Enemy && after == Enemy;
            own == stones && !overline && !shut
        })
    }

    /// Whether a window of four through `at` with this many own stones can become a straight four.
    fn four_window(&self, at: At, step: (isize, isize), stones: usize) -> bool {
        self.windows(at, step, 4).into_iter().any(|(own, [far_before, before, after, far_after])| {
            let overline = self.exact && (far_before == Own || far_after == Own);
            own == stones && before == Empty && after == Empty && !overline
        })
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

    fn square(&self, at: At) -> Vec<&'static str> {
        let lines = steps(self.scene.setting);
        let count = |test: &dyn Fn((isize, isize)) -> bool| lines.iter().filter(|&&step| test(step)).count();
        let fours = count(&|step| self.five_window(at, step, 3));
        let threes = count(&|step| self.four_window(at, step, 2));
        let longest = match self.scene.setting.name {
            "keryo" => 3,
            _ if self.scene.setting.captures_pairs() => 2,
            _ => 0,
        };
        let facts = [
            ("five", count(&|step| self.five_window(at, step, 4)) > 0),
            ("straight four", count(&|step| self.four_window(at, step, 3)) > 0),
            ("four", fours > 0),
            ("double four", fours > 1),
            ("three", threes > 0),
            ("double three", threes > 1),
            ("two", count(&|step| self.five_window(at, step, 2)) > 0),
            ("one", count(&|step| self.five_window(at, step, 1)) > 0),
            ("capture", !self.captured(at, longest).is_empty()),
        ];
        facts.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| name).collect()
    }

    fn hexagon(&self, at: At) -> Vec<&'static str> {
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
            ("two", missing(3) > 0),
            ("one", missing(4) > 0),
            ("capture", !self.surrounded(at).is_empty()),
        ];
        facts.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| name).collect()
    }

    /// The enemy stones whose last freedom is the empty point `at`.
    fn surrounded(&self, at: At) -> Vec<At> {
        let mut captured = Vec::new();
        for start in self.around(at).into_iter().filter(|&next| self.cell(next, (0, 0), 0) == Enemy) {
            let mut group = vec![start];
            let mut seen = 0;
            let mut freedoms = BTreeSet::new();
            while let Some(&stone) = group.get(seen) {
                seen += 1;
                for next in self.around(stone) {
                    match self.cell(next, (0, 0), 0) {
                        Empty => drop(freedoms.insert(next)),
                        Enemy if !group.contains(&next) => group.push(next),
                        _ => {}
                    }
                }
            }
            if freedoms.len() == 1 {
                captured.extend(group);
            }
        }
        captured
    }

    fn around(&self, at: At) -> Vec<At> {
        let all = steps(self.scene.setting).iter().flat_map(|&step| [1, -1].map(|times| (step, times)));
        all.filter_map(|(step, times)| along(self.scene.setting, at, step, times)).collect()
    }
}

fn check(scene: &Scene, seed: u64) {
    let setting = scene.setting;
    let game = setting.game().expect("a game");
    let Ok(engine) = probe(game, Some(&scene.set_up(game))) else { return };
    for color in Color::ALL {
        let view = View::new(scene, color, game);
        let empty: Vec<At> = points(setting).into_iter().filter(|&at| scene.stone(at).is_none()).collect();
        let longest = if setting.name == "keryo" { 3 } else { 2 };
        for (name, found) in engine.threats(color) {
            let mut expected: Vec<At> = match name {
                "capturable" if setting.hexagonal() => empty.iter().flat_map(|&at| view.surrounded(at)).collect(),
                "capturable" if !setting.captures_pairs() => Vec::new(),
                "capturable" => empty.iter().flat_map(|&at| view.captured(at, longest)).collect(),
                _ if setting.hexagonal() => {
                    empty.iter().copied().filter(|&at| view.hexagon(at).contains(&name)).collect()
                }
                _ => empty.iter().copied().filter(|&at| view.square(at).contains(&name)).collect(),
            };
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(found, expected, "{name} of {color:?}, seed {seed}\n{engine:?}");
        }
    }
}

#[test]
fn threat_sets() {
    for (number, setting) in super::settings().into_iter().enumerate() {
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
