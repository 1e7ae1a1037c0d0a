//! Positions and games as pictures.

use std::num::NonZeroUsize;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use pictures::{Decorations, Scene, diagram, svg};
use records::Budget;
#[cfg(feature = "raster")]
use records::Replayed;
use serde::Serialize;

use crate::action::Act;
use crate::code::Code;
use crate::dispatcher::Dispatcher;
use crate::fields::{Fields, Kind};
#[cfg(feature = "raster")]
use crate::limit::LimitName;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::GAME;
use crate::start::Start;
use crate::task::{Call, Task};
use crate::worker::Worker;

/// Draws a game.
pub(crate) struct Picture {
    fields: Fields,
}

/// A picture: one of both fields.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Picture"))]
pub(crate) struct PictureAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    /// PNG or GIF in base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<String>,
}

/// The width of a picture in pixels: least, most, default.
const LEAST: u32 = 64;
const MOST: u32 = 2048;
const USUAL: u32 = 760;

/// The time of a frame in milliseconds: least, most, default.
const SHORTEST: u32 = 20;
const LONGEST: u32 = 60_000;
const DELAY: u32 = 800;

/// The most pixels of all frames of an animation together.
#[cfg(feature = "raster")]
const MOST_PIXELS: u64 = 1 << 30;

impl Act for Picture {
    const NAME: &'static str = "picture";
    const ABOUT: &'static str = "a picture of the position, or of the game move by move";
    const FIELDS: &'static [&'static [&'static str]] = &[GAME, &["kind", "width", "numbers", "delay", "priority"]];
    type Answer = PictureAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        Self::queue(dispatcher, query, |fields| Self { fields });
        Ok(())
    }
}

impl Task for Picture {
    #[inline(never)]
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let (fields, budget) = (&self.fields, &call.budget);
        let start = Start::of(fields, budget)?;
        let width = within("width", fields.width.unwrap_or(USUAL), LEAST, MOST)?;
        let delay = within("delay", fields.delay.unwrap_or(DELAY), SHORTEST, LONGEST)?;
        let data = match fields.kind {
            Kind::Svg => {
                let text = svg(&last(start, fields.numbers), width);
                call.answer(worker.sink(), PictureAnswer { svg: Some(text), data: None });
                return Ok(());
            }
            Kind::Png => png(start, fields.numbers, width, budget)?,
            Kind::Gif => gif(&start, fields.numbers, width, delay, budget)?,
        };
        // Three bytes are four characters.
        budget.output(data.len() / 3 * 4)?;
        let answer = PictureAnswer { svg: None, data: Some(BASE64_STANDARD.encode(data)) };
        call.answer_unless_ended(worker.sink(), answer)
    }
}

/// Checks that a number is in its range.
fn within(field: &str, value: u32, least: u32, most: u32) -> Result<u32, Wrong> {
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    let problem = if field == "width" {
        Code::Width.says(format!("pictures are {least} to {most} pixels wide"))
    } else {
        Code::Delay.says(format!("a move is shown for {least} to {most} milliseconds"))
    };
    Err(Wrong::new(field, problem.with("least", u64::from(least)).with("most", u64::from(most))))
}

fn decorations(numbers: Option<NonZeroUsize>) -> Decorations {
    Decorations { numbers: numbers.map(NonZeroUsize::get), ..Decorations::default() }
}

/// The position after all moves.
fn last(start: Start, numbers: Option<NonZeroUsize>) -> Scene {
    diagram(&mut start.into_replayed(), &decorations(numbers))
}

#[cfg(feature = "raster")]
fn png(start: Start, numbers: Option<NonZeroUsize>, width: u32, budget: &Budget) -> Result<Vec<u8>, Wrong> {
    let pixels = pictures::raster_within(&last(start, numbers), width, budget)?;
    Ok(pictures::png_within(&pixels, budget)?)
}

/// The positions of the game as one animation.
#[cfg(feature = "raster")]
fn gif(
    start: &Start,
    numbers: Option<NonZeroUsize>,
    width: u32,
    delay: u32,
    budget: &Budget,
) -> Result<Vec<u8>, Wrong> {
    // All frames are as high as the highest. Scenes are drawn twice: one takes much more memory than a game.
    let (mut height, mut ratio) = (0.0_f64, 1.0);
    for scene in Scenes::of(start, numbers) {
        budget.check()?;
        height = height.max(scene.height);
        ratio = height / scene.width;
    }
    let frames = start.moves().len() as f64 + 1.0;
    let most = (MOST_PIXELS as f64 / (frames * ratio)).sqrt().floor() as u32;
    if width > most {
        let message = format!(
            "an animation of {frames} pictures may be {most} pixels wide: all its pictures have at most {MOST_PIXELS} pixels"
        );
        let problem = Code::Pixels.says(message).limited(LimitName::Pixels.of(MOST_PIXELS));
        return Err(Wrong::new("width", problem.with("width", u64::from(most))));
    }
    let scenes = Scenes::of(start, numbers).map(|scene| Scene { height, ..scene });
    pictures::gif(scenes, width, delay, budget).map_err(|error| Wrong::new("kind", Code::Animation.says(error)))
}

#[cfg(not(feature = "raster"))]
fn png(_: Start, _: Option<NonZeroUsize>, _: u32, _: &Budget) -> Result<Vec<u8>, Wrong> {
    Err(Wrong::new("kind", Code::NoRaster.says(NO_PIXELS)))
}

#[cfg(not(feature = "raster"))]
fn gif(_: &Start, _: Option<NonZeroUsize>, _: u32, _: u32, _: &Budget) -> Result<Vec<u8>, Wrong> {
    Err(Wrong::new("kind", Code::NoRaster.says(NO_PIXELS)))
}

#[cfg(not(feature = "raster"))]
const NO_PIXELS: &str = "pictures of pixels are disabled in this build, there is svg";

/// The positions of a game as scenes, from its start on.
#[cfg(feature = "raster")]
struct Scenes<'s> {
    start: &'s Start,
    game: Option<Replayed>,
    decorations: Decorations,
}

#[cfg(feature = "raster")]
impl<'s> Scenes<'s> {
    fn of(start: &'s Start, numbers: Option<NonZeroUsize>) -> Self {
        Self { start, game: Some(Replayed::of(&start.entry_of(0))), decorations: decorations(numbers) }
    }

    /// The game with one move more; `None` after the last move.
    fn advance(&self, mut game: Replayed) -> Option<Replayed> {
        let &mv = self.start.moves().get(game.moves.len())?;
        if self.start.replayed().is_restarted() {
            return Some(Replayed::of(&self.start.entry_of(game.moves.len() + 1)));
        }
        let taken = game.record.play(mv).expect("it was played before");
        game.moves.push((mv, taken));
        Some(game)
    }
}

#[cfg(feature = "raster")]
impl Iterator for Scenes<'_> {
    type Item = Scene;

    fn next(&mut self) -> Option<Scene> {
        let mut game = self.game.take()?;
        let scene = diagram(&mut game, &self.decorations);
        self.game = self.advance(game);
        Some(scene)
    }
}
