//! Rectangles of pixels, and what of a picture lies in them.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};

use crate::font;
use crate::scene::{Form, Place, Scene, Shape};

/// A rectangle of pixels; `right` and `bottom` are those after the last ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Area {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) right: u32,
    pub(crate) bottom: u32,
}

/// Tails of small letters end at this multiple of the height of the capitals.
const TAILS: f64 = 8.0 / 6.0;

impl Area {
    pub(crate) const fn whole(width: u32, height: u32) -> Self {
        Self { left: 0, top: 0, right: width, bottom: height }
    }

    /// The pixels on which a shape is drawn with `scale` pixels to the unit, and a pixel more on every side.
    pub(crate) fn of(shape: &Shape, scale: f64) -> Self {
        let (from, to) = bounds(&shape.form);
        let reach = shape.stroke.map_or(0.0, |(_, width)| width / 2.0);
        let before = |place: f64| ((place - reach) * scale - 1.0).floor().max(0.0) as u32;
        let after = |place: f64| ((place + reach) * scale + 1.0).ceil().max(0.0) as u32;
        Self { left: before(from.0), top: before(from.1), right: after(to.0), bottom: after(to.1) }
    }

    pub(crate) const fn width(self) -> u32 {
        self.right - self.left
    }

    pub(crate) const fn height(self) -> u32 {
        self.bottom - self.top
    }

    /// The memory of its pixels.
    pub(crate) const fn bytes(self) -> u64 {
        4 * self.width() as u64 * self.height() as u64
    }

    pub(crate) const fn overlaps(self, other: Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// The smallest rectangle around both.
    pub(crate) fn with(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// The part that lies in another area.
    fn within(self, other: Self) -> Option<Self> {
        self.overlaps(other).then(|| Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        })
    }
}

/// The upper left and the lower right corner of a form, without its outline.
fn bounds(form: &Form) -> (Place, Place) {
    match form {
        Form::Circle { centre: (x, y), radius } => ((x - radius, y - radius), (x + radius, y + radius)),
        Form::Path { corners, .. } => {
            let ends = |of: fn(&Place) -> f64| {
                let places = corners.iter().map(of);
                (places.clone().fold(f64::INFINITY, f64::min), places.fold(0.0, f64::max))
            };
            let ((left, right), (top, bottom)) = (ends(|place| place.0), ends(|place| place.1));
            ((left, top), (right, bottom))
        }
        Form::Text { text, start: (x, y), height } => ((*x, *y), (x + font::width(text, *height), y + height * TAILS)),
    }
}

/// More changes than these are one.
const MOST: usize = 64;

/// The areas in which two pictures of one size may differ, `width` pixels wide; none of them overlap.
pub(crate) fn changed(old: &Scene, new: &Scene, width: u32) -> Vec<Area> {
    let whole = Area::whole(width, new.height_of(width));
    if (old.width, old.height, old.sheet) != (new.width, new.height, new.sheet) {
        return vec![whole];
    }
    // Shapes that both have lie in the same order.
    let mut counts: HashMap<u64, i32> = HashMap::new();
    old.shapes.iter().for_each(|shape| *counts.entry(digest(shape)).or_default() += 1);
    new.shapes.iter().for_each(|shape| *counts.entry(digest(shape)).or_default() -= 1);
    let scale = f64::from(width) / new.width;
    let differs = |shape: &&Shape| counts.get(&digest(shape)) != Some(&0);
    let shapes = old.shapes.iter().chain(&new.shapes).filter(differs);
    apart(shapes.filter_map(|shape| Area::of(shape, scale).within(whole)).collect())
}

/// The areas, those that overlap put together.
fn apart(areas: Vec<Area>) -> Vec<Area> {
    if areas.len() > MOST {
        return areas.into_iter().reduce(Area::with).into_iter().collect();
    }
    let mut found: Vec<Area> = Vec::new();
    for mut area in areas {
        while let Some(index) = found.iter().position(|other| other.overlaps(area)) {
            area = area.with(found.swap_remove(index));
        }
        found.push(area);
    }
    found
}

/// A number that tells shapes apart.
fn digest(shape: &Shape) -> u64 {
    let mut hasher = DefaultHasher::new();
    let bits = |(x, y): Place| (x.to_bits(), y.to_bits());
    match &shape.form {
        Form::Circle { centre, radius } => (0, bits(*centre), radius.to_bits()).hash(&mut hasher),
        Form::Path { corners, closed } => {
            (1, closed, corners.len()).hash(&mut hasher);
            corners.iter().for_each(|&corner| bits(corner).hash(&mut hasher));
        }
        Form::Text { text, start, height } => (2, text, bits(*start), height.to_bits()).hash(&mut hasher),
    }
    (shape.fill, shape.stroke.map(|(ink, width)| (ink, width.to_bits()))).hash(&mut hasher);
    hasher.finish()
}
