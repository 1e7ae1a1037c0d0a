//! A scene as pixels, all of it or a part.

use std::io::{self, Write};

use png::{BitDepth, ColorType, Encoder, EncodingError};
use records::{Budget, Exceeded};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use crate::area::Area;
use crate::font::{self, Step};
use crate::scene::{Form, Place, Rgb, Scene, Shape};

/// Draws the scene as pixels, `width` pixels wide.
///
/// # Examples
/// ```
/// # extern crate records as ninuki_records;
/// use ninuki_pictures::{Decorations, diagram, png, raster};
/// use ninuki_records::{Choice, Replayed};
///
/// let mut game = Replayed::from(Choice::default().entry("K10 L11")?);
/// let pixels = raster(&diagram(&mut game, &Decorations::default()), 200);
/// assert!(pixels.width() == 200 && png(&pixels).starts_with(b"\x89PNG"));
/// # Ok::<(), ninuki_records::ChoiceError>(())
/// ```
///
/// # Panics
/// `width` is 0, or there is not enough memory.
#[must_use]
pub fn raster(scene: &Scene, width: u32) -> Pixmap {
    raster_within(scene, width, &Budget::default()).expect("there are no limits")
}

/// Draws the scene as pixels, `width` pixels wide, within a budget.
///
/// # Errors
/// The budget is exceeded.
///
/// # Panics
/// `width` is 0.
pub fn raster_within(scene: &Scene, width: u32, budget: &Budget) -> Result<Pixmap, Exceeded> {
    let area = Area::whole(width, scene.height_of(width));
    budget.reserve(area.bytes())?;
    part(scene, width, area, budget)
}

/// The pixels of an area of the scene, which is `width` pixels wide as a whole.
pub(crate) fn part(scene: &Scene, width: u32, area: Area, budget: &Budget) -> Result<Pixmap, Exceeded> {
    let mut pixels = Pixmap::new(area.width(), area.height()).expect("a picture has pixels");
    let Rgb(red, green, blue) = scene.sheet;
    pixels.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
    let scale = (f64::from(width) / scene.width) as f32;
    let transform = Transform::from_translate(-(area.left as f32), -(area.top as f32)).pre_scale(scale, scale);
    for shape in &scene.shapes {
        if Area::of(shape, f64::from(scale)).overlaps(area) {
            budget.check()?;
            draw(shape, transform, &mut pixels);
        }
    }
    Ok(pixels)
}

/// Returns the pixels as a PNG file.
///
/// # Panics
/// There is not enough memory.
#[must_use]
pub fn png(pixels: &Pixmap) -> Vec<u8> {
    png_within(pixels, &Budget::default()).expect("there are no limits")
}

/// Returns the pixels as a PNG file, within a budget.
///
/// # Errors
/// The budget is exceeded.
///
/// # Panics
/// There is not enough memory.
pub fn png_within(pixels: &Pixmap, budget: &Budget) -> Result<Vec<u8>, Exceeded> {
    let mut file = Vec::new();
    let encoded = encode(pixels, budget, &mut file);
    budget.check()?;
    encoded.expect("all pixels can be encoded");
    Ok(file)
}

/// Encodes the pixels, which are opaque, row by row.
fn encode(pixels: &Pixmap, budget: &Budget, file: &mut Vec<u8>) -> Result<(), EncodingError> {
    let mut encoder = Encoder::new(file, pixels.width(), pixels.height());
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer()?;
    for row in pixels.data().chunks_exact(4 * pixels.width() as usize) {
        budget.check().map_err(io::Error::other)?;
        rows.write_all(row)?;
    }
    rows.finish()
}

fn draw(shape: &Shape, transform: Transform, pixels: &mut Pixmap) {
    match &shape.form {
        Form::Circle { centre: (x, y), radius } => {
            let circle = PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32);
            paint(shape, circle, transform, 1.0, pixels);
        }
        Form::Path { corners, closed } => paint(shape, path(corners, *closed), transform, 1.0, pixels),
        Form::Text { text, start: (x, y), height } => {
            let scale = (height / font::CAPITALS) as f32;
            let transform = transform.pre_translate(*x as f32, *y as f32).pre_scale(scale, scale);
            for (at, _, glyph) in font::glyphs(text) {
                paint(shape, strokes(&glyph.steps()), transform.pre_translate(at as f32, 0.0), scale, pixels);
            }
        }
    }
}

/// Fills and strokes a path whose unit is `unit` of the scene's. Shapes too small for a path are skipped.
fn paint(shape: &Shape, path: Option<Path>, transform: Transform, unit: f32, pixels: &mut Pixmap) {
    let Some(path) = path else { return };
    let ink = |Rgb(red, green, blue)| {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color_rgba8(red, green, blue, 255);
        paint
    };
    if let Some(fill) = shape.fill {
        pixels.fill_path(&path, &ink(fill), FillRule::Winding, transform, None);
    }
    if let Some((colour, width)) = shape.stroke {
        let width = width as f32 / unit;
        let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        pixels.stroke_path(&path, &ink(colour), &stroke, transform, None);
    }
}

fn path(corners: &[Place], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (index, &(x, y)) in corners.iter().enumerate() {
        let (x, y) = (x as f32, y as f32);
        if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    if closed {
        path.close();
    }
    path.finish()
}

fn strokes(steps: &[Step]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for step in steps {
        match *step {
            Step::Move([x, y]) => path.move_to(x, y),
            Step::Line([x, y]) => path.line_to(x, y),
            Step::Curve([x, y], [to_x, to_y]) => path.quad_to(x, y, to_x, to_y),
        }
    }
    path.finish()
}
