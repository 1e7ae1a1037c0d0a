//! How the losses fall while weights are learned.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

/// The losses while all examples are looked at again and again.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct LearningCurve {
    points: Vec<Point>,
}

/// Losses in nats after a number of epochs.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Point {
    pub(crate) epochs: f64,
    /// The mean of what was looked at since the point before.
    pub(crate) learned: f64,
    /// That of a sample of what is held out.
    pub(crate) held_out: f64,
}

/// A curve: its name, its colour, and the loss.
type Line = (&'static str, &'static str, fn(&Point) -> f64);

const LINES: [Line; 2] =
    [("learned", "darkorange", |point| point.learned), ("held out", "steelblue", |point| point.held_out)];

impl LearningCurve {
    pub(crate) fn push(&mut self, point: Point) {
        self.points.push(point);
    }

    /// The mean loss of what was learned from after the first `epochs`.
    pub(crate) fn learned_since(&self, epochs: f64) -> f64 {
        let points = || self.points.iter().filter(|point| point.epochs > epochs);
        points().map(|point| point.learned).sum::<f64>() / points().count() as f64
    }

    /// A drawing as SVG: both losses by the number of looks at all examples.
    pub(crate) fn plot(&self) -> String {
        let losses = || self.points.iter().flat_map(|point| LINES.map(|(_, _, loss)| loss(point)));
        let (least, most) = (losses().fold(f64::INFINITY, f64::min), losses().fold(f64::NEG_INFINITY, f64::max));
        let epochs = self.points.last().map_or(1.0, |point| point.epochs).ceil();
        let height = (most - least).max(1e-4);
        let x = |epochs_done: f64| 60.0 + 480.0 * epochs_done / epochs;
        let y = |loss: f64| 285.0 - 250.0 * (loss - least) / height;
        let mut svg = String::from(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 560 340\" font-family=\"sans-serif\" font-size=\"11\">\n\
             <rect width=\"560\" height=\"340\" fill=\"white\"/>\n\
             <path d=\"M60 30V290H540\" fill=\"none\" stroke=\"gray\"/>\n\
             <text x=\"300\" y=\"332\" text-anchor=\"middle\">epochs</text>\n\
             <text x=\"10\" y=\"160\" text-anchor=\"middle\" transform=\"rotate(-90 10 160)\">loss, nats</text>\n",
        );
        let every = (epochs / 10.0).ceil() as usize;
        for epoch in (0..=epochs as usize).step_by(every) {
            let _ = writeln!(svg, "<text x=\"{}\" y=\"306\" text-anchor=\"middle\">{epoch}</text>", x(epoch as f64));
        }
        for quarter in 0..=4 {
            let loss = least + height * f64::from(quarter) / 4.0;
            let _ = writeln!(svg, "<text x=\"54\" y=\"{:.1}\" text-anchor=\"end\">{loss:.4}</text>", y(loss) + 4.0);
        }
        for (number, (name, color, loss)) in LINES.into_iter().enumerate() {
            let points: Vec<String> =
                self.points.iter().map(|point| format!("{:.1},{:.1}", x(point.epochs), y(loss(point)))).collect();
            let points = points.join(" ");
            let _ = writeln!(
                svg,
                "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/>\n\
                 <text x=\"{}\" y=\"20\" fill=\"{color}\">{name}</text>",
                380 + 80 * number
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lower_losses_are_drawn_lower() {
        let mut curve = LearningCurve::default();
        for (epochs, learned, held_out) in [(0.5, 0.60, 0.62), (1.0, 0.55, 0.60), (2.0, 0.50, 0.59)] {
            curve.push(Point { epochs, learned, held_out });
        }
        let svg = curve.plot();
        assert!(svg.contains("points=\"180.0,76.7 300.0,180.8 540.0,285.0\""), "{svg}");
        assert!(svg.contains("points=\"180.0,35.0 300.0,76.7 540.0,97.5\""), "{svg}");
        assert!(svg.contains(">0.5000<") && svg.contains(">0.6200<"), "{svg}");
    }

    #[test]
    fn a_curve_without_points_is_drawn_all_the_same() {
        assert!(LearningCurve::default().plot().ends_with("</svg>\n"));
    }
}
