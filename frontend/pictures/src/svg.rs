//! A scene as SVG.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use crate::font;
use crate::scene::{Form, Place, Scene, Shape};

/// Returns the scene as an SVG file, `width` pixels wide. Texts are strokes, with their characters as labels.
#[must_use]
pub fn svg(scene: &Scene, width: u32) -> String {
    let mut svg = String::new();
    write(scene, width, &mut svg).expect("strings can be written to");
    svg
}

fn write(scene: &Scene, width: u32, svg: &mut String) -> fmt::Result {
    let size = format!("{} {}", Short(scene.width), Short(scene.height));
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{}\" viewBox=\"0 0 {size}\" role=\"img\" \
         fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">",
        scene.height_of(width)
    )?;
    writeln!(svg, "<title>{}</title>", escaped(&scene.title))?;
    let texts = scene.shapes.iter().filter_map(|shape| match &shape.form {
        Form::Text { text, .. } => Some(text.as_str()),
        Form::Circle { .. } | Form::Path { .. } => None,
    });
    let glyphs = texts.flat_map(font::glyphs).filter(|(_, _, glyph)| !glyph.path.is_empty());
    let mut used = BTreeMap::new();
    used.extend(glyphs.map(|(_, char, glyph)| (char, glyph)));
    writeln!(svg, "<defs>")?;
    for (char, glyph) in used {
        let code = u32::from(char);
        writeln!(svg, "<path id=\"c{code}\" d=\"{}\" stroke-width=\"{}\"/>", glyph.path, font::STROKE)?;
    }
    writeln!(svg, "</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>", scene.sheet)?;
    scene.shapes.iter().try_for_each(|shape| element(shape, svg))?;
    writeln!(svg, "</svg>")
}

fn element(shape: &Shape, svg: &mut String) -> fmt::Result {
    let mut paint = shape.fill.map_or_else(String::new, |fill| format!(" fill=\"{fill}\""));
    if let Some((ink, width)) = shape.stroke {
        write!(paint, " stroke=\"{ink}\" stroke-width=\"{}\"", Short(width))?;
    }
    let class = shape.class;
    match &shape.form {
        Form::Circle { centre: (x, y), radius } => {
            let (x, y, radius) = (Short(*x), Short(*y), Short(*radius));
            writeln!(svg, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{paint}/>")
        }
        Form::Path { corners, closed } => {
            let end = if *closed { "Z" } else { "" };
            writeln!(svg, "<path class=\"{class}\" d=\"{}{end}\"{paint}/>", path(corners))
        }
        Form::Text { text, start: (x, y), height } => {
            let (x, y, scale) = (Short(*x), Short(*y), Short(height / font::CAPITALS));
            let stroke = shape.stroke.map_or_else(String::new, |(ink, _)| format!(" stroke=\"{ink}\""));
            let label = escaped(text);
            write!(svg, "<g class=\"{class}\" aria-label=\"{label}\" transform=\"translate({x} {y}) scale({scale})\"")?;
            write!(svg, "{stroke}>")?;
            for (at, char, glyph) in font::glyphs(text) {
                if !glyph.path.is_empty() {
                    write!(svg, "<use href=\"#c{}\" x=\"{}\"/>", u32::from(char), Short(at))?;
                }
            }
            writeln!(svg, "</g>")
        }
    }
}

/// Path data from corner to corner.
fn path(corners: &[Place]) -> String {
    let steps = corners.iter().enumerate().map(|(index, (x, y))| {
        let command = if index == 0 { 'M' } else { 'L' };
        format!("{command}{} {}", Short(*x), Short(*y))
    });
    steps.collect()
}

/// Text that means nothing else in SVG.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A number with at most four decimals.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero makes a negative zero a plain one.
        write!(f, "{}", (self.0 * 1e4).round() / 1e4 + 0.0)
    }
}
