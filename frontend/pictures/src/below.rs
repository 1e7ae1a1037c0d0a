//! Lines below a board: captured stones, a legend, the state of the game.

use engine::Color;
use engine::rules::Capture;

use crate::diagram::{Key, stone};
use crate::font;
use crate::scene::{Anchor, Place, Rgb, Scene, Shape};
use records::Replayed;

/// The radius of the stones that stand for captured ones.
const SMALL: f64 = 0.24;

/// The height of the capitals.
const CAPTION: f64 = 0.33;

/// The height of a line.
const LINE: f64 = 0.78;

/// From the edges of the picture to what is written.
const INDENT: f64 = 0.35;

/// From there to what follows a stone or a colour.
const TAB: f64 = 0.85;

/// The radius of the stones at the beginning of a line.
const SIGN: f64 = 0.3;

/// A picture that grows at its bottom.
pub(crate) struct Below<'g> {
    game: &'g Replayed,
    scene: Scene,
}

impl<'g> Below<'g> {
    /// Starts below the board of `scene`.
    pub(crate) fn new(game: &'g Replayed, scene: Scene) -> Self {
        Self { game, scene: Scene { height: scene.height + 0.1, ..scene } }
    }

    /// The whole picture.
    pub(crate) fn finish(self) -> Scene {
        Scene { height: self.scene.height + 0.15, ..self.scene }
    }

    /// Draws the captures of each side: their number, the number that wins, and the stones.
    pub(crate) fn trays(&mut self) {
        let target = match self.game.record.game().rules().capture {
            Capture::None => return,
            Capture::Flank { target, .. } => target.map(usize::from),
            Capture::Surround { .. } => None,
        };
        for color in Color::ALL {
            let captured = usize::from(self.game.record.captured(color));
            let y = self.line();
            self.scene.add(stone(color, (INDENT + SIGN, y), SIGN));
            let (most, widest) = match target {
                Some(target) => (format!(" of {target}"), "captured 00 of 00"),
                None => (String::new(), "captured 00"),
            };
            let words = self.words("tray", &format!("captured {captured}{most}"), INDENT + TAB, y);
            // The stones of both sides begin at one place.
            let first = words.max(INDENT + TAB + font::width(widest, CAPTION)) + 0.5;
            self.stones(!color, captured, target.unwrap_or(0), (first, y));
        }
    }

    /// A row of small stones from `first` on, and empty places for those that are missing to `target`; however many they are,
    /// they fit in.
    fn stones(&mut self, color: Color, count: usize, target: usize, first: Place) {
        let places = count.max(target);
        let room = self.scene.width - INDENT - SMALL - first.0;
        let step = (room / (places.max(2) - 1) as f64).min(2.0 * SMALL + 0.06);
        for place in 0..places {
            let centre = (first.0 + step * place as f64, first.1);
            self.scene.add(match place < count {
                true => Shape { class: "captured", ..stone(color, centre, SMALL) }.stroked(Rgb::GREY, 0.03),
                false => Shape::circle("missing", centre, SMALL).stroked(Rgb::GREY.towards(Rgb::PAPER, 0.5), 0.03),
            });
        }
    }

    /// Draws the meaning of the marks, with as many keys in a line as fit.
    pub(crate) fn legend(&mut self, keys: &[Key]) {
        let (mut x, mut y) = (f64::INFINITY, 0.0);
        for key in keys {
            let Some(fill) = key.fill else {
                self.paragraph("key", &key.text, INDENT);
                x = f64::INFINITY;
                continue;
            };
            if x + TAB + font::width(&key.text, CAPTION) > self.scene.width - INDENT {
                (x, y) = (INDENT, self.line());
            }
            let area = Shape::rectangle("key", (x, y - SIGN), (x + 2.0 * SIGN, y + SIGN));
            self.scene.add(area.filled(fill).stroked(Rgb::GREY, 0.02));
            x = self.words("key", &key.text, x + TAB, y) + 2.0 * SIGN;
        }
    }

    /// How the game stands, and which game it is.
    pub(crate) fn captions(&mut self) {
        let state = records::state(self.game, name).join(", ");
        let about =
            [records::about(self.game)].into_iter().chain(records::last_move(self.game)).collect::<Vec<_>>().join(", ");
        let color = self.game.outcome().map_or_else(|| self.game.to_move(), |outcome| outcome.winner);
        let y = self.scene.height + LINE / 2.0;
        if let Some(color) = color {
            self.scene.add(stone(color, (INDENT + SIGN, y), SIGN));
        }
        self.paragraph("state", &state, if color.is_some() { INDENT + TAB } else { INDENT });
        self.paragraph("about", &about, INDENT);
        self.scene.title = format!("{about}: {state}");
    }

    /// Makes room for another line at the bottom of the picture; the middle of that line.
    fn line(&mut self) -> f64 {
        self.scene.height += LINE;
        self.scene.height - LINE / 2.0
    }

    /// Writes words and returns where they end.
    fn words(&mut self, class: &'static str, text: &str, x: f64, y: f64) -> f64 {
        self.scene.add(Shape::text(class, text, (x, y), Anchor::Left, CAPTION, Rgb::BLACK));
        x + font::width(text, CAPTION)
    }

    /// Writes a text in as many lines as it needs, beginning at `x`.
    fn paragraph(&mut self, class: &'static str, text: &str, x: f64) {
        let widest = self.scene.width - x - INDENT;
        let mut line = String::new();
        for word in text.split(' ') {
            if !line.is_empty() && font::width(&format!("{line} {word}"), CAPTION) > widest {
                let y = self.line();
                self.words(class, &line, x, y);
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        let y = self.line();
        self.words(class, &line, x, y);
    }
}

/// A colour in words.
pub(crate) fn name(color: Color) -> String {
    format!("{color} ({})", color.symbol())
}
