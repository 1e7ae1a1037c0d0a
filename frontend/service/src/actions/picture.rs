//! Positions and games as pictures.

use std::num::NonZeroUsize;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use engine::Move;
use pictures::{Decorations, Scene, diagram, svg};
use records::{Budget, Replayed};
use serde::{Deserialize, Serialize};

use crate::fields::Fields;
#[cfg(feature = "raster")]
use crate::limit::Limit;
use crate::refusal::Wrong;
use crate::start::Start;

/// What a picture is written as.
#[derive(Deserialize, Clone, Copy, Default, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    #[default]
    Svg,
    Png,
    /// The whole game, move by move.
    Gif,
}

/// A picture.
#[derive(Serialize)]
pub(crate) struct PictureAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    /// In base64, where it is no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<String>,
}

/// The width of a picture in pixels: at least, at most, and if nothing is asked for.
const LEAST: u32 = 64;
const MOST: u32 = 2048;
const USUAL: u32 = 760;

/// How long an animation shows a move, in milliseconds: at least, at most, and if nothing is asked for.
const SHORTEST: u32 = 20;
const LONGEST: u32 = 60_000;
const DELAY: u32 = 800;

/// The most pixels of all pictures of an animation together.
#[cfg(feature = "raster")]
const MOST_PIXELS: u64 = 1 << 30;

/// Draws a game as it stands, or all of it.
#[inline(never)]
pub(crate) fn picture(fields: &Fields, budget: &Budget) -> Result<PictureAnswer, Wrong> {
    let start = Start::of(fields, budget)?;
    let width = fields.width.unwrap_or(USUAL);
    if !(LEAST..=MOST).contains(&width) {
        return Err(Wrong::new("width", format!("pictures are {LEAST} to {MOST} pixels wide")));
    }
    let delay = fields.delay.unwrap_or(DELAY);
    if !(SHORTEST..=LONGEST).contains(&delay) {
        return Err(Wrong::new("delay", format!("a move is shown for {SHORTEST} to {LONGEST} milliseconds")));
    }
    let data = match fields.kind {
        Kind::Svg => {
            let scene = Scenes::of(&start, fields.numbers, start.moves.len()).next();
            let text = scene.map(|scene| svg(&scene, width));
            return Ok(PictureAnswer { svg: text, data: None });
        }
        Kind::Png => png(&start, fields.numbers, width, budget)?,
        Kind::Gif => gif(&start, fields.numbers, width, delay, budget)?,
    };
    // Three bytes are four characters.
    budget.output(data.len() / 3 * 4)?;
    Ok(PictureAnswer { svg: None, data: Some(BASE64_STANDARD.encode(data)) })
}

#[cfg(feature = "raster")]
fn png(start: &Start, numbers: Option<NonZeroUsize>, width: u32, budget: &Budget) -> Result<Vec<u8>, Wrong> {
    let scene = Scenes::of(start, numbers, start.moves.len()).next();
    let scene = scene.ok_or_else(|| Wrong::new("moves", "there is no position"))?;
    let pixels = pictures::raster_within(&scene, width, budget)?;
    Ok(pictures::png(&pixels))
}

/// The positions after all moves as one animation.
#[cfg(feature = "raster")]
fn gif(
    start: &Start,
    numbers: Option<NonZeroUsize>,
    width: u32,
    delay: u32,
    budget: &Budget,
) -> Result<Vec<u8>, Wrong> {
    // All pictures are as high as the highest. They are drawn twice, for that a scene takes much more memory than a game.
    let (mut height, mut ratio) = (0.0_f64, 1.0);
    for scene in Scenes::of(start, numbers, 0) {
        budget.check()?;
        height = height.max(scene.height);
        ratio = height / scene.width;
    }
    let frames = start.moves.len() as f64 + 1.0;
    let most = (MOST_PIXELS as f64 / (frames * ratio)).sqrt().floor() as u32;
    if width > most {
        let message = format!(
            "an animation of {frames} pictures may be {most} pixels wide: all its pictures have at most {MOST_PIXELS} pixels"
        );
        return Err(Wrong::new("width", message).limited(Limit::new("pixels", MOST_PIXELS)));
    }
    let scenes = Scenes::of(start, numbers, 0).map(|scene| Scene { height, ..scene });
    pictures::gif(scenes, width, delay, budget).map_err(|error| Wrong::new("kind", error))
}

#[cfg(not(feature = "raster"))]
fn png(_: &Start, _: Option<NonZeroUsize>, _: u32, _: &Budget) -> Result<Vec<u8>, Wrong> {
    Err(Wrong::new("kind", NO_PIXELS))
}

#[cfg(not(feature = "raster"))]
fn gif(_: &Start, _: Option<NonZeroUsize>, _: u32, _: u32, _: &Budget) -> Result<Vec<u8>, Wrong> {
    Err(Wrong::new("kind", NO_PIXELS))
}

#[cfg(not(feature = "raster"))]
const NO_PIXELS: &str = "pictures of pixels are disabled in this build, there is svg";

/// The positions of a game as pictures, one after another.
struct Scenes<'s> {
    moves: std::slice::Iter<'s, Move>,
    game: Option<Replayed>,
    decorations: Decorations,
}

impl<'s> Scenes<'s> {
    /// The positions after `from` moves and more.
    fn of(start: &'s Start, numbers: Option<NonZeroUsize>, from: usize) -> Self {
        let decorations = Decorations { numbers: numbers.map(NonZeroUsize::get), ..Decorations::default() };
        Self { moves: start.moves[from..].iter(), game: Some(Replayed::of(&start.entry_of(from))), decorations }
    }
}

impl Iterator for Scenes<'_> {
    type Item = Scene;

    fn next(&mut self) -> Option<Scene> {
        let mut game = self.game.take()?;
        let scene = diagram(&mut game, &self.decorations);
        if let Some(&mv) = self.moves.next() {
            let taken = game.record.play(mv).expect("it was played before");
            game.moves.push((mv, taken));
            self.game = Some(game);
        }
        Some(scene)
    }
}
