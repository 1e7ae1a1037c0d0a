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

    fn square(&self, at: At) -> Vec<&'static str> {
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
        let longest = match self.scene.setting.name {
            "keryo" => 3,
            _ if self.scene.setting.captures_pairs() => 2,
            _ => 0,
        };
        let facts = [
            ("five", five(4)),
            ("straight four", straight_four),
            ("four", fours > 0),
            ("double four", fours > 1),
            ("three", threes > 0),
            ("double three", threes > 1),
            ("two", two),
            ("capture", !self.captured(at, longest).is_empty()),
        ];
        all_facts(&facts, prospects.sum())
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
            ("two", missing(1) + missing(2) + missing(3) > 0),
            ("capture", !self.surrounded(at).is_empty()),
        ];
        all_facts(&facts, lines.iter().map(|missing| (length - missing).min(2)).sum())
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

/// The names of the facts that hold, and of the digits of the prospects and of the class that follows from the facts.
fn all_facts(facts: &[(&'static str, bool)], prospects: usize) -> Vec<&'static str> {
    let mut names: Vec<&str> = facts.iter().filter(|(_, holds)| *holds).map(|&(name, _)| name).collect();
    let has = |name| names.contains(&name);
    let classes = [
        has("three"),
        has("double three"),
        has("four"),
        has("four") && has("three"),
        has("double four"),
        has("straight four"),
        has("five"),
    ];
    let class = classes.iter().rposition(|&holds| holds).map_or(0, |class| class + 1);
    let digits = |number: usize, names: &[&'static str]| -> Vec<&'static str> {
        names.iter().enumerate().filter(|(digit, _)| number >> digit & 1 == 1).map(|(_, &name)| name).collect()
    };
    let of_prospects = digits(prospects.min(15), &["prospects 1", "prospects 2", "prospects 4", "prospects 8"]);
    let of_class = digits(class, &["class 1", "class 2", "class 4"]);
    names.extend(of_prospects.into_iter().chain(of_class));
    names
}

fn check(scene: &Scene, seed: u64) {
    let setting = scene.setting;
    let game = setting.game().expect("a game");
    let Ok(engine) = probe(game, Some(&scene.set_up(game))) else { return };
    for color in Color::ALL {
        let view = View::new(scene, color, game);
        let empty: Vec<At> = points(setting).into_iter().filter(|&at| scene.stone(at).is_none()).collect();
        let longest = if setting.name == "keryo" { 3 } else { 2 };
        for (name, found) in engine.threat_sets(color).into_iter().chain(engine.digits(color)) {
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
