//! Positions and games as pictures.
//!
//! A [`Scene`] is a list of shapes: circles, lines, areas, texts. [`diagram()`] makes one of a position and its
//! [`Decorations`], and may be drawn on further. [`svg()`] and [`raster()`] write the very same shapes as SVG and as pixels; [`text()`] draws a board with characters.
//!
//! # Features
//! `raster` (default): pictures as PNG and GIF; without it, there are SVG and text.
//!
//! # Examples
//! ```
//! # extern crate records as ninuki_records;
//! use ninuki_pictures::{Decorations, diagram, svg};
//! use ninuki_records::{Choice, Replayed};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let mut game = Replayed::from(Choice::default().entry("K10 L11 N7")?);
//!     let scene = diagram(&mut game, &Decorations { numbers: Some(1), ..Decorations::default() });
//!     let drawn = svg(&scene, 760);
//!     assert!(drawn.starts_with("<svg"));
//!     Ok(())
//! }
//! ```

#[cfg(feature = "raster")]
mod animation;
#[cfg(feature = "raster")]
mod area;
mod below;
mod chart;
mod decisive;
mod diagram;
mod font;
mod heat;
mod plan;
#[cfg(feature = "raster")]
mod raster;
mod scene;
mod svg;
mod text;

#[cfg(feature = "raster")]
pub use animation::{AnimationError, gif};
pub use chart::{Chart, chart};
pub use decisive::decisive;
pub use diagram::{Decorations, Key, Mark, Part, diagram};
pub use heat::Heat;
pub use plan::{Layout, layout};
#[cfg(feature = "raster")]
pub use raster::{png, png_within, raster, raster_within};
pub use scene::{Anchor, Form, Place, Rgb, Scene, Shape};
pub use svg::svg;
pub use text::{draw, text};
