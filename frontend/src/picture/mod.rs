//! Positions and games as pictures.
//!
//! A [`Scene`] is a list of shapes: circles, lines, areas, texts. [`diagram()`] makes one of a position and its
//! [`Decorations`], and may be drawn on further. [`svg()`] and [`raster()`] write the very same shapes as SVG and as pixels.

mod animation;
mod below;
mod decisive;
mod diagram;
mod font;
mod heat;
mod options;
mod plan;
mod raster;
mod scene;
mod svg;

pub use animation::gif;
pub(crate) use decisive::decisive;
pub use diagram::{Decorations, Key, Mark, Part, diagram};
pub use heat::Heat;
pub use options::Args;
pub use raster::{png, raster};
pub use scene::{Anchor, Form, Place, Rgb, Scene, Shape};
pub use svg::svg;
