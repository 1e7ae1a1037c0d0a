//! A picture as a list of shapes, whatever it will be written as.

use std::fmt;

use crate::font;

/// A place in a picture: to the right of its left edge and below its upper edge, in its own unit of length.
pub type Place = (f64, f64);

/// A colour: red, green and blue, 0 to 255.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Black, as ink and as a stone.
    pub const BLACK: Self = Self(0x16, 0x16, 0x16);
    /// White, as ink and as a stone.
    pub const WHITE: Self = Self(0xff, 0xff, 0xff);
    /// Grey, for parts of neither player.
    pub const GREY: Self = Self(0x6e, 0x6e, 0x6e);
    /// The sheet on which everything is drawn.
    pub const PAPER: Self = Self(0xfb, 0xf8, 0xf1);
    /// The board.
    pub const WOOD: Self = Self(0xf1, 0xdc, 0xb2);
    /// The lines of the board.
    pub const LINES: Self = Self(0x6d, 0x5a, 0x3a);

    // Colours that people with any colour vision distinguish (Okabe and Ito, Color Universal Design, 2008).
    /// Orange.
    pub const ORANGE: Self = Self(0xe6, 0x9f, 0x00);
    /// Sky blue.
    pub const SKY: Self = Self(0x56, 0xb4, 0xe9);
    /// Bluish green.
    pub const GREEN: Self = Self(0x00, 0x9e, 0x73);
    /// Yellow.
    pub const YELLOW: Self = Self(0xf0, 0xe4, 0x42);
    /// Blue.
    pub const BLUE: Self = Self(0x00, 0x72, 0xb2);
    /// Vermilion.
    pub const VERMILION: Self = Self(0xd5, 0x5e, 0x00);
    /// Reddish purple.
    pub const PURPLE: Self = Self(0xcc, 0x79, 0xa7);

    /// The colour `share` of the way (0 to 1) to another.
    #[must_use]
    pub fn towards(self, other: Self, share: f64) -> Self {
        let mix = |from: u8, to: u8| (f64::from(from) + share * (f64::from(to) - f64::from(from))).round() as u8;
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Black or white: whichever is easier to read on this colour.
    #[must_use]
    pub fn ink(self) -> Self {
        let brightness = 299 * u32::from(self.0) + 587 * u32::from(self.1) + 114 * u32::from(self.2);
        if brightness > 128_000 { Self::BLACK } else { Self::WHITE }
    }
}

/// `#rrggbb`.
impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// Which part of a text lies at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Its left end.
    Left,
    /// Its middle.
    Middle,
    /// Its right end.
    Right,
}

/// The form of a shape.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// A circle.
    Circle {
        /// Its centre.
        centre: Place,
        /// Its radius.
        radius: f64,
    },
    /// Straight lines from corner to corner.
    Path {
        /// The corners.
        corners: Vec<Place>,
        /// Whether the last is joined to the first.
        closed: bool,
    },
    /// A line of text, drawn in strokes.
    Text {
        /// The characters.
        text: String,
        /// Where its first character begins, at the top of the capitals.
        start: Place,
        /// The height of the capitals.
        height: f64,
    },
}

/// Something that is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// Its meaning, in a word.
    pub class: &'static str,
    /// Its form.
    pub form: Form,
    /// The paint of its inside.
    pub fill: Option<Rgb>,
    /// The colour and the width of its outline. (The strokes of a text are as wide as its height asks for.)
    pub stroke: Option<(Rgb, f64)>,
}

impl Shape {
    const fn new(class: &'static str, form: Form) -> Self {
        Self { class, form, fill: None, stroke: None }
    }

    /// A circle.
    #[must_use]
    pub const fn circle(class: &'static str, centre: Place, radius: f64) -> Self {
        Self::new(class, Form::Circle { centre, radius })
    }

    /// A line from corner to corner.
    #[must_use]
    pub const fn line(class: &'static str, corners: Vec<Place>) -> Self {
        Self::new(class, Form::Path { corners, closed: false })
    }

    /// An area with these corners.
    #[must_use]
    pub const fn area(class: &'static str, corners: Vec<Place>) -> Self {
        Self::new(class, Form::Path { corners, closed: true })
    }

    /// An upright rectangle between two opposite corners.
    #[must_use]
    pub fn rectangle(class: &'static str, (left, top): Place, (right, bottom): Place) -> Self {
        Self::area(class, vec![(left, top), (right, top), (right, bottom), (left, bottom)])
    }

    /// A line of text with capitals of this height, whose `anchor` is at `place`, halfway up its capitals.
    #[must_use]
    pub fn text(class: &'static str, text: &str, place: Place, anchor: Anchor, height: f64, ink: Rgb) -> Self {
        let width = font::width(text, height);
        let left = match anchor {
            Anchor::Left => place.0,
            Anchor::Middle => place.0 - width / 2.0,
            Anchor::Right => place.0 - width,
        };
        let start = (left, place.1 - height / 2.0);
        Self::new(class, Form::Text { text: text.to_owned(), start, height }).stroked(ink, font::stroke(height))
    }

    /// The shape, filled with a colour.
    #[must_use]
    pub const fn filled(mut self, fill: Rgb) -> Self {
        self.fill = Some(fill);
        self
    }

    /// The shape, with an outline of this colour and width.
    #[must_use]
    pub const fn stroked(mut self, ink: Rgb, width: f64) -> Self {
        self.stroke = Some((ink, width));
        self
    }
}

/// A picture. Later shapes hide earlier ones.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The width, in the picture's own unit of length.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The description, in words.
    pub title: String,
    /// The colour of the sheet.
    pub sheet: Rgb,
    /// The shapes, from the back to the front.
    pub shapes: Vec<Shape>,
}

impl Scene {
    /// An empty sheet.
    #[must_use]
    pub const fn new(width: f64, height: f64) -> Self {
        Self { width, height, title: String::new(), sheet: Rgb::PAPER, shapes: Vec::new() }
    }

    /// Draws one more shape.
    pub fn add(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// The height in pixels, of a picture that is `width` pixels wide.
    #[must_use]
    pub fn height_of(&self, width: u32) -> u32 {
        (self.height * f64::from(width) / self.width).round().max(1.0) as u32
    }
}
