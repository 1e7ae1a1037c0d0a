//! Positions and games as pictures.

use std::num::NonZeroUsize;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use pictures::{Decorations, Scene, diagram, svg};
use records::Replayed;
use serde::{Deserialize, Serialize};

use crate::fields::Fields;
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

/// Draws a game as it stands, or all of it.
#[inline(never)]
pub(crate) fn picture(fields: &Fields) -> Result<PictureAnswer, Wrong> {
    let start = Start::of(fields)?;
    let most = start.moves.len();
    let plies = if fields.kind == Kind::Gif { 0..=most } else { most..=most };
    let mut scenes: Vec<Scene> = plies.map(|ply| scene(&start, ply, fields.numbers)).collect();
    let height = scenes.iter().map(|scene| scene.height).fold(0.0, f64::max);
    scenes.iter_mut().for_each(|scene| scene.height = height);
    let width = fields.width.unwrap_or(USUAL);
    if !(LEAST..=MOST).contains(&width) {
        return Err(Wrong::new("width", format!("pictures are {LEAST} to {MOST} pixels wide")));
    }
    let delay = fields.delay.unwrap_or(DELAY);
    if !(SHORTEST..=LONGEST).contains(&delay) {
        return Err(Wrong::new("delay", format!("a move is shown for {SHORTEST} to {LONGEST} milliseconds")));
    }
    let data = match fields.kind {
        Kind::Svg => return Ok(PictureAnswer { svg: Some(svg(&scenes[0], width)), data: None }),
        kind => pixels(kind, &scenes, width, delay).map_err(|error| Wrong::new("kind", error))?,
    };
    Ok(PictureAnswer { svg: None, data: Some(BASE64_STANDARD.encode(data)) })
}

/// The scenes as the bytes of a file.
#[cfg(feature = "raster")]
fn pixels(kind: Kind, scenes: &[Scene], width: u32, delay: u32) -> std::io::Result<Vec<u8>> {
    match kind {
        Kind::Gif => pictures::gif(scenes, width, delay),
        _ => Ok(pictures::png(&pictures::raster(&scenes[0], width))),
    }
}

#[cfg(not(feature = "raster"))]
fn pixels(_: Kind, _: &[Scene], _: u32, _: u32) -> Result<Vec<u8>, &'static str> {
    Err("pictures of pixels are disabled in this build, there is svg")
}

/// The position after `ply` moves.
fn scene(start: &Start, ply: usize, numbers: Option<NonZeroUsize>) -> Scene {
    let mut game = Replayed::from(start.entry_of(ply));
    diagram(&mut game, &Decorations { numbers: numbers.map(NonZeroUsize::get), ..Decorations::default() })
}
