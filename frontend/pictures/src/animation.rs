//! Pictures one after another as an animated GIF.

use std::collections::HashMap;
use std::fmt;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use records::{Budget, Exceeded};
use tiny_skia::Pixmap;

use crate::area::{Area, changed};
use crate::raster::part;
use crate::scene::Scene;

/// The number of colours of a frame, and of the one that leaves what is there.
const COLOURS: usize = 255;

/// The last picture stays this many times as long.
const REST: u32 = 3;

/// Why there is no animation.
#[derive(Debug)]
pub enum AnimationError {
    /// A side is longer than 65,535 pixels.
    Side(u32),
    /// A limit is exceeded.
    Exceeded(Exceeded),
    /// The encoder failed.
    Encoding(EncodingError),
}

impl fmt::Display for AnimationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Side(side) => write!(f, "a GIF has at most {} pixels in a row or column, not {side}", u16::MAX),
            Self::Exceeded(limit) => limit.fmt(f),
            Self::Encoding(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AnimationError {}

impl From<Exceeded> for AnimationError {
    fn from(limit: Exceeded) -> Self {
        Self::Exceeded(limit)
    }
}

impl From<EncodingError> for AnimationError {
    fn from(error: EncodingError) -> Self {
        Self::Encoding(error)
    }
}

/// The scenes, all of one size, as the bytes of a GIF file, `width` pixels wide: each is shown for `delay` milliseconds, the
/// last for longer, and then all again. Only what changes from one scene to the next is drawn.
///
/// # Errors
/// The picture is larger than GIF allows, or the budget is exceeded.
pub fn gif(
    scenes: impl IntoIterator<Item = Scene>,
    width: u32,
    delay: u32,
    budget: &Budget,
) -> Result<Vec<u8>, AnimationError> {
    let side = |pixels: u32| u16::try_from(pixels).map_err(|_| AnimationError::Side(pixels));
    let mut scenes = scenes.into_iter().peekable();
    let height = scenes.peek().map_or(1, |scene| scene.height_of(width));
    let mut encoder = Encoder::new(Vec::new(), side(width)?, side(height)?, &[])?;
    encoder.set_repeat(Repeat::Infinite)?;
    let whole = Area::whole(width, height);
    // The picture that is shown; the colours and the indices of a frame as large.
    budget.reserve(2 * whole.bytes() + whole.bytes() / 4)?;
    let mut shown: Option<(Scene, Pixmap)> = None;
    while let Some(scene) = scenes.next() {
        budget.check()?;
        let (mut frame, pixels) = match shown.take() {
            None => {
                let pixels = part(&scene, width, whole, budget)?;
                budget.check()?;
                (frame(&[Changed::all(&pixels, whole)]), pixels)
            }
            Some((old, mut pixels)) => {
                let mut changes = Vec::new();
                for area in changed(&old, &scene, width) {
                    changes.extend(Changed::put(&part(&scene, width, area, budget)?, area, &mut pixels));
                }
                (frame(&changes), pixels)
            }
        };
        let delay = if scenes.peek().is_none() { REST * delay } else { delay };
        frame.delay = u16::try_from(delay / 10).unwrap_or(u16::MAX);
        budget.check()?;
        encoder.write_frame(&frame)?;
        budget.output(encoder.get_ref().len())?;
        shown = Some((scene, pixels));
    }
    Ok(encoder.into_inner()?)
}

/// The colour of a pixel, all of which are opaque: red, green, blue.
type Colour = [u8; 3];

/// New pixels of an area.
struct Changed {
    area: Area,
    /// Row by row; `None` where a pixel stays as it is.
    pixels: Vec<Option<Colour>>,
}

impl Changed {
    /// All pixels of a picture.
    fn all(pixels: &Pixmap, area: Area) -> Self {
        let colour = |pixel: &tiny_skia::PremultipliedColorU8| Some([pixel.red(), pixel.green(), pixel.blue()]);
        Self { area, pixels: pixels.pixels().iter().map(colour).collect() }
    }

    /// Puts the pixels of an area into the picture that is shown. `None` if none of them is new.
    fn put(new: &Pixmap, area: Area, shown: &mut Pixmap) -> Option<Self> {
        let (width, columns) = (shown.width() as usize, area.left as usize..area.right as usize);
        let mut pixels = Vec::with_capacity(new.pixels().len());
        for (y, row) in (area.top as usize..).zip(new.pixels().chunks_exact(area.width() as usize)) {
            let old = &mut shown.pixels_mut()[y * width..][columns.clone()];
            for (old, &new) in old.iter_mut().zip(row) {
                pixels.push((*old != new).then(|| [new.red(), new.green(), new.blue()]));
                *old = new;
            }
        }
        let changed = Self { area, pixels };
        changed.trimmed()
    }

    /// The smallest rectangle with all that is new.
    fn trimmed(self) -> Option<Self> {
        let width = self.area.width() as usize;
        let rows = || self.pixels.chunks_exact(width);
        let is_new = |row: &[Option<Colour>]| row.iter().any(Option::is_some);
        let (top, bottom) = (rows().position(is_new)?, rows().rposition(is_new)?);
        let columns = rows()
            .filter_map(|row| Some((row.iter().position(Option::is_some)?, row.iter().rposition(Option::is_some)?)));
        let (left, right) = columns.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))?;
        let pixels = rows().take(bottom + 1).skip(top).flat_map(|row| &row[left..=right]).copied().collect();
        let Area { left: x, top: y, .. } = self.area;
        let at = |from: u32, offset: usize| from + offset as u32;
        let area = Area { left: at(x, left), top: at(y, top), right: at(x, right + 1), bottom: at(y, bottom + 1) };
        Some(Self { area, pixels })
    }
}

/// The frame that draws these changes. It has at least one pixel.
fn frame(changes: &[Changed]) -> Frame<'static> {
    let area = changes.iter().map(|changed| changed.area).reduce(Area::with).unwrap_or(Area::whole(1, 1));
    let colours = Colours::of(changes);
    let kept = colours.palette.len() as u8;
    let width = area.width() as usize;
    let mut buffer = vec![kept; width * area.height() as usize];
    for Changed { area: part, pixels } in changes {
        let left = (part.left - area.left) as usize;
        for (y, row) in ((part.top - area.top) as usize..).zip(pixels.chunks_exact(part.width() as usize)) {
            colours.write(row, kept, &mut buffer[y * width + left..][..row.len()]);
        }
    }
    Frame {
        left: area.left as u16,
        top: area.top as u16,
        width: area.width() as u16,
        height: area.height() as u16,
        buffer: buffer.into(),
        palette: Some(colours.palette.into_iter().chain([[0; 3]]).flatten().collect()),
        transparent: Some(kept),
        dispose: DisposalMethod::Keep,
        ..Frame::default()
    }
}

/// The colours of a frame.
struct Colours {
    palette: Vec<Colour>,
    /// For each colour that there is, the index of the one that stands for it.
    numbers: HashMap<Colour, u8>,
}

impl Colours {
    fn of(changes: &[Changed]) -> Self {
        let mut counts: HashMap<Colour, usize> = HashMap::new();
        for run in changes.iter().flat_map(|changed| changed.pixels.chunk_by(|one, other| one == other)) {
            if let Some(colour) = run[0] {
                *counts.entry(colour).or_default() += run.len();
            }
        }
        let mut colours: Vec<(Colour, usize)> = counts.into_iter().collect();
        // Equally frequent colours in a fixed order, so that the same game gives the same file.
        colours.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let palette: Vec<Colour> = colours.iter().take(COLOURS).map(|&(colour, _)| colour).collect();
        let numbers = colours.iter().map(|&(colour, _)| (colour, nearest(colour, &palette))).collect();
        Self { palette, numbers }
    }

    /// Writes the indices of pixels; where there is none stays `kept`.
    fn write(&self, pixels: &[Option<Colour>], kept: u8, indices: &mut [u8]) {
        let mut place = 0;
        for run in pixels.chunk_by(|one, other| one == other) {
            let index = run[0].map_or(kept, |colour| self.numbers[&colour]);
            indices[place..place + run.len()].fill(index);
            place += run.len();
        }
    }
}

/// The index of the colour of `palette` that is most like `colour`.
fn nearest(colour: Colour, palette: &[Colour]) -> u8 {
    let distance = |other: &Colour| -> u32 {
        let squares = colour.iter().zip(other).map(|(&one, &other)| u32::from(one.abs_diff(other)).pow(2));
        squares.sum()
    };
    let nearest = palette.iter().enumerate().min_by_key(|(_, other)| distance(other));
    nearest.map_or(0, |(number, _)| number as u8)
}
