//! Pictures one after another as an animated GIF.

use std::collections::HashMap;
use std::io;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use tiny_skia::{Pixmap, PremultipliedColorU8};

use crate::raster::raster;
use crate::scene::Scene;

/// The number of colours of a frame, and of the one that leaves what is there.
const COLOURS: usize = 255;

/// The last picture stays this many times as long.
const REST: u32 = 3;

/// The scenes, all of one size, as the bytes of a GIF file, `width` pixels wide: each is shown for `delay` milliseconds, the
/// last for longer, and then all again.
///
/// # Errors
/// The picture is larger than GIF allows.
pub fn gif(scenes: &[Scene], width: u32, delay: u32) -> io::Result<Vec<u8>> {
    let side = |pixels: u32| u16::try_from(pixels).map_err(|_| io::Error::other("a GIF has at most 65535 rows"));
    let height = side(scenes.first().map_or(1, |scene| scene.height_of(width)))?;
    let failed = |error: EncodingError| io::Error::other(error);
    let mut encoder = Encoder::new(Vec::new(), side(width)?, height, &[]).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut shown: Option<Pixmap> = None;
    for (index, scene) in scenes.iter().enumerate() {
        let pixels = raster(scene, width);
        let mut frame = changes(&pixels, shown.as_ref());
        let delay = if index + 1 == scenes.len() { REST * delay } else { delay };
        frame.delay = u16::try_from(delay / 10).unwrap_or(u16::MAX);
        encoder.write_frame(&frame).map_err(failed)?;
        shown = Some(pixels);
    }
    encoder.into_inner().map_err(failed)
}

/// What is to be drawn over the pixels that are shown.
fn changes(pixels: &Pixmap, shown: Option<&Pixmap>) -> Frame<'static> {
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    let new = pixels.pixels();
    let old = shown.map(Pixmap::pixels);
    let changed = |index: usize| old.is_none_or(|old| old[index] != new[index]);
    let rows: Vec<usize> = (0..height).filter(|y| (0..width).any(|x| changed(y * width + x))).collect();
    let columns: Vec<usize> = (0..width).filter(|x| rows.iter().any(|y| changed(y * width + x))).collect();
    // A frame has a pixel at least.
    let range = |places: &[usize]| places.first().copied().unwrap_or(0)..places.last().map_or(1, |last| last + 1);
    let (rows, columns) = (range(&rows), range(&columns));
    let indices = || rows.clone().flat_map(|y| columns.clone().map(move |x| y * width + x));

    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    for index in indices().filter(|&index| changed(index)) {
        *counts.entry(rgb(new[index])).or_default() += 1;
    }
    let mut colours: Vec<([u8; 3], usize)> = counts.into_iter().collect();
    // Equally frequent colours in a fixed order, so that the same game gives the same file.
    colours.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
    let palette: Vec<[u8; 3]> = colours.iter().take(COLOURS).map(|&(colour, _)| colour).collect();
    let numbers: HashMap<[u8; 3], u8> =
        colours.iter().map(|&(colour, _)| (colour, nearest(colour, &palette))).collect();
    let kept = palette.len() as u8;
    let number = |index: usize| if changed(index) { numbers[&rgb(new[index])] } else { kept };
    Frame {
        left: columns.start as u16,
        top: rows.start as u16,
        width: columns.len() as u16,
        height: rows.len() as u16,
        buffer: indices().map(number).collect::<Vec<u8>>().into(),
        palette: Some(palette.into_iter().chain([[0; 3]]).flatten().collect()),
        transparent: Some(kept),
        dispose: DisposalMethod::Keep,
        ..Frame::default()
    }
}

/// The colour of a pixel, all of which are opaque.
const fn rgb(pixel: PremultipliedColorU8) -> [u8; 3] {
    [pixel.red(), pixel.green(), pixel.blue()]
}

/// The number of the colour of `palette` that is most like `colour`.
fn nearest(colour: [u8; 3], palette: &[[u8; 3]]) -> u8 {
    let distance = |other: &[u8; 3]| -> u32 {
        let squares = colour.iter().zip(other).map(|(&one, &other)| u32::from(one.abs_diff(other)).pow(2));
        squares.sum()
    };
    let nearest = palette.iter().enumerate().min_by_key(|(_, other)| distance(other));
    nearest.map_or(0, |(number, _)| number as u8)
}
