//! Random positions in which rules meet: stars of half-made lines around a few points, whole lines of a pattern laid
//! over them, and loose stones.

use engine::Color;

use crate::dice::Dice;
use crate::scene::{At, Scene, Setting};

/// Patterns on one arm of a star, from its middle.
const ARMS: [&str; 26] = [
    "", "", "x", "xx", "xx.", ".xx.", "x.x.", "xxx", "xxx.", "xxxx", "xxxxx", ".xxx", "xxxo", "xxo", "oox", "oox",
    "oo", "ooox", "oooo", "oooo.", "o", "x..x", "..x", ".oox", "ox", "xoox",
];

/// Patterns on a line.
const LINES: [&str; 26] = [
    "oxxxxx.", "xxxxxx", "xxxxx", "oxxxx.", ".xxxx.", "xx.xx", "x.xxx", "xxx.xxx", ".xxx.", ".xx.x.", "oxx.", "xxo",
    "xoo.", "xooo.", "x.xxx.x", "xxxxxxx", "xx.xxx", "x.xx.x", "o.xxx.o", "o.xx.x.", "xx.xx.xx", "oxxxx.o", "oxxxxxo",
    "x.x.x", "xxx..x", "xxxxx.xx",
];

/// The steps along the lines of a board, one for each direction of a line.
pub fn steps(setting: Setting) -> &'static [(isize, isize)] {
    if setting.hexagonal() { &[(1, 0), (0, 1), (1, 1)] } else { &[(1, 0), (0, 1), (1, 1), (1, -1)] }
}

/// `at` moved `times` steps, if that is a point of the board.
pub fn along(setting: Setting, at: At, step: (isize, isize), times: isize) -> Option<At> {
    let moved = (at.0.checked_add_signed(step.0 * times)?, at.1.checked_add_signed(step.1 * times)?);
    let side = setting.size;
    let exists = match setting.hexagonal() {
        true => moved.0 < 2 * side - 1 && moved.1 < 2 * side - 1 && moved.0.abs_diff(moved.1) < side,
        false => moved.0 < side && moved.1 < side,
    };
    exists.then_some(moved)
}

/// The side of the square that the board fits into.
pub fn side(setting: Setting) -> usize {
    if setting.hexagonal() { 2 * setting.size - 1 } else { setting.size }
}

/// All points of a board.
pub fn points(setting: Setting) -> Vec<At> {
    let side = side(setting);
    let all = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    all.filter(|&at| along(setting, at, (0, 0), 0).is_some()).collect()
}

/// A random position made of motifs.
pub fn tangle(setting: Setting, dice: &mut Dice) -> Scene {
    weave(setting, points(setting), dice)
}

/// A random position of the shapes that tangles seldom hold: smaller boards, boards nearly full, standing lines of the
/// opponent, pairs to be captured when one more wins.
pub fn dense(setting: Setting, dice: &mut Dice) -> Scene {
    let small = !setting.hexagonal() && dice.chance(40);
    let side = if small { 5 + dice.below(4) } else { usize::MAX };
    let within: Vec<At> = points(setting).into_iter().filter(|&(x, y)| x < side && y < side).collect();
    let mut scene = weave(setting, within.clone(), dice);
    match dice.below(10) {
        0..2 => crowd(&mut scene, &within, dice),
        2..4 => standing_lines(&mut scene, &within, dice),
        4..7 => race(&mut scene, &within, dice),
        7 => lure(&mut scene, &within, dice),
        _ => {}
    }
    if small {
        scene.shrink(side);
    }
    scene
}

/// A random position in which a point makes a straight four or a long line of one line and, in another, four, five or
/// six in a row: shapes of fours laid through the empty points of a double three.
pub fn crossed(setting: Setting, dice: &mut Dice) -> Scene {
    let mut scene = Scene::empty(setting);
    let all = points(setting);
    let middle = dice.pick(&all);
    let mut fills = Vec::new();
    for &step in steps(setting) {
        if dice.chance(60) {
            let pattern = dice.pick(&["..xx_..", "..x.x_..", "..x_.x..", "..xx._..", ".x._x.", "..x_x.."]);
            let first = -(pattern.find('_').unwrap_or_default() as isize);
            lay(&mut scene, middle, step, first, pattern, false);
            fills.extend((-2..3).filter(|&k| k != 0).filter_map(|k| Some((along(setting, middle, step, k)?, step))));
        }
    }
    for _ in 0..1 + dice.below(4) {
        if fills.is_empty() {
            break;
        }
        let ((fill, own), step) = (dice.pick(&fills), dice.pick(steps(setting)));
        if step != own && scene.stone(fill).is_none() {
            let pattern = dice.pick(&["_xxxx", "x_xxx", "xx_xx", "xxx_x", "_xxx", "xx_x", "_xx", "_xxxxx", "xx_xxx"]);
            let times = if dice.chance(50) { step } else { (-step.0, -step.1) };
            lay(&mut scene, fill, times, -(pattern.find('_').unwrap_or_default() as isize), pattern, false);
        }
    }
    scene.put(middle, None);
    scatter(&mut scene, dice.below(12), dice);
    scene
}

/// Fills most of the board.
fn crowd(scene: &mut Scene, within: &[At], dice: &mut Dice) {
    let full = 80 + dice.below(20);
    for &at in within {
        if scene.stone(at).is_none() && dice.chance(full) {
            scene.put(at, Some(dice.pick(&Color::ALL)));
        }
    }
}

/// Lays whole lines of the side that is not to move through one point, and pairs that may break them.
fn standing_lines(scene: &mut Scene, within: &[At], dice: &mut Dice) {
    let middle = dice.pick(within);
    let exchange = scene.to_move == Color::Black;
    for _ in 0..1 + dice.below(3) {
        let step = dice.pick(steps(scene.setting));
        lay(scene, middle, step, -(dice.below(5) as isize), "xxxxx", exchange);
    }
    for _ in 0..dice.below(4) {
        let (at, step) = (dice.pick(within), dice.pick(steps(scene.setting)));
        lay(scene, at, step, 0, dice.pick(&["oxx.", ".xxo", ".xx."]), exchange);
    }
}

/// Lays pairs that can be captured, for sides that lack one capture.
fn race(scene: &mut Scene, within: &[At], dice: &mut Dice) {
    for _ in 0..1 + dice.below(4) {
        let (at, step) = (dice.pick(within), dice.pick(steps(scene.setting)));
        lay(scene, at, step, 0, dice.pick(&["oxx.", ".xxo", "oxxx.", ".xx."]), dice.chance(50));
    }
    if scene.setting.captures_pairs() {
        let short = if scene.setting.name == "keryo" { 12 + dice.below(3) as u16 } else { 8 };
        scene.captured[dice.below(2)] = short;
    }
}

/// Lays a four of the side that is not to move and, where the stone that completes it would capture one stone together
/// with one more, a pair that crosses the line and ends there.
fn lure(scene: &mut Scene, within: &[At], dice: &mut Dice) {
    let (middle, exchange) = (dice.pick(within), scene.to_move == Color::Black);
    let directions: Vec<_> = steps(scene.setting).iter().flat_map(|&(dx, dy)| [(dx, dy), (-dx, -dy)]).collect();
    let (along_line, away) = (dice.pick(&directions), dice.pick(&directions));
    let distance = 1 + dice.below(2) as isize;
    lay(scene, middle, away, 1, if distance == 1 { "o.x" } else { ".ox" }, exchange);
    let mut pairs = Vec::new();
    for (line_stone, across) in (1..5).flat_map(|stone| directions.iter().map(move |&across| (stone, across))) {
        let reach = |part: fn((isize, isize)) -> isize| distance * part(away) - line_stone * part(along_line);
        let (dx, dy) = (reach(|step| step.0), reach(|step| step.1));
        pairs.extend((1..3).filter(|&k| (dx, dy) == (k * across.0, k * across.1)).map(|k| (line_stone, across, k)));
    }
    if !pairs.is_empty() {
        let (line_stone, across, k) = dice.pick(&pairs);
        if let Some(stone) = along(scene.setting, middle, along_line, line_stone) {
            lay(scene, stone, across, k - 3, "oxx", exchange);
        }
    }
    lay(scene, middle, along_line, 0, "_xxxxo", exchange);
}

/// A tangle whose middle is one of the points `all`.
fn weave(setting: Setting, all: Vec<At>, dice: &mut Dice) -> Scene {
    let mut scene = Scene::empty(setting);
    let middle = dice.pick(&all);
    star(&mut scene, middle, dice);
    for _ in 0..dice.below(3) {
        let reach = |at: usize, by: usize| (at + by).saturating_sub(3);
        let near = (reach(middle.0, dice.below(7)), reach(middle.1, dice.below(7)));
        match along(setting, near, (0, 0), 0) {
            Some(at) if dice.chance(50) => star(&mut scene, at, dice),
            Some(at) => line(&mut scene, at, dice),
            None => {}
        }
    }
    scatter(&mut scene, [0, 4, 12, all.len() / 4][dice.below(4)], dice);
    if dice.chance(60) {
        scene.put(middle, None);
    }
    scene.to_move = dice.pick(&Color::ALL);
    scene.captured = counters(setting, dice);
    scene
}

fn star(scene: &mut Scene, middle: At, dice: &mut Dice) {
    for &(dx, dy) in steps(scene.setting) {
        for step in [(dx, dy), (-dx, -dy)] {
            lay(scene, middle, step, 1, dice.pick(&ARMS), dice.chance(30));
        }
    }
}

fn line(scene: &mut Scene, at: At, dice: &mut Dice) {
    let pattern = dice.pick(&LINES);
    let first = -(dice.below(pattern.len()) as isize);
    let step = dice.pick(steps(scene.setting));
    lay(scene, at, step, first, pattern, dice.chance(50));
}

/// Lays a pattern along a line, `first` steps from `from`; stones outside the board are dropped.
fn lay(scene: &mut Scene, from: At, step: (isize, isize), first: isize, pattern: &str, exchange: bool) {
    for (times, symbol) in (first..).zip(pattern.chars()) {
        let Some(at) = along(scene.setting, from, step, times) else { continue };
        let color = match symbol {
            'x' => Some(Color::Black),
            'o' => Some(Color::White),
            _ => None,
        };
        scene.put(at, color.map(|color| if exchange { !color } else { color }));
    }
}

/// Puts up to `count` random stones on empty points.
pub fn scatter(scene: &mut Scene, count: usize, dice: &mut Dice) {
    let all = points(scene.setting);
    for _ in 0..count {
        let at = dice.pick(&all);
        if scene.stone(at).is_none() {
            scene.put(at, Some(dice.pick(&Color::ALL)));
        }
    }
}

/// Captured stones: mostly none, or one capture short of a win, as captures can add up to them.
pub fn counters(setting: Setting, dice: &mut Dice) -> [u16; 2] {
    if !setting.captures_pairs() {
        return [0; 2];
    }
    let high: &[u16] = if setting.name == "keryo" { &[10, 11, 12, 13, 14] } else { &[6, 8, 8] };
    [(); 2].map(|()| match dice.below(10) {
        0..4 => 0,
        4..8 => dice.pick(high),
        _ => 2 * dice.below(5) as u16,
    })
}
