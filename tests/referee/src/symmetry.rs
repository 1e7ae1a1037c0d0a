//! The symmetries of the boards: 8 of a square, 12 of a hexagon.

use crate::scene::{At, Scene, Setting};

/// The number of symmetries of the board.
pub fn order(setting: Setting) -> usize {
    if setting.hexagonal() { 12 } else { 8 }
}

/// Where a symmetry, by number, takes a point: some turns, then perhaps a reflection.
pub fn image(setting: Setting, at: At, symmetry: usize) -> At {
    let turns = order(setting) / 2;
    let mut at = at;
    for _ in 0..symmetry % turns {
        at = turned(setting, at);
    }
    if symmetry < turns { at } else { (at.1, at.0) }
}

/// A turn of a square by a right angle, of a hexagon by half of that between its sides: by 60 degrees.
fn turned(setting: Setting, (x, y): At) -> At {
    let last = setting.size - 1;
    if setting.hexagonal() { (last + x - y, x) } else { (last - y, x) }
}

/// The image of a position.
pub fn scene_image(scene: &Scene, symmetry: usize) -> Scene {
    let stones = scene.stones.iter().map(|&(at, color)| (image(scene.setting, at, symmetry), color));
    let walls = scene.walls.iter().map(|&at| image(scene.setting, at, symmetry));
    Scene { stones: stones.collect(), walls: walls.collect(), ..scene.clone() }
}
