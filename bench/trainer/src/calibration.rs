//! Calibration: predicted against observed results.

use std::fmt::Write;

/// Positions with a predicted probability in one tenth of the scale.
struct Bin {
    predicted: f64,
    observed: f64,
    count: usize,
}

/// The means of predicted and observed results, for each tenth of the scale that occurs.
fn bins(predicted: &[(f64, f64)]) -> Vec<Bin> {
    let tenth = |probability: f64| ((probability * 10.0) as usize).min(9);
    let bins = (0..10).map(|number| {
        let members = || predicted.iter().filter(|(probability, _)| tenth(*probability) == number);
        let count = members().count();
        let mean = |value: fn(&(f64, f64)) -> f64| members().map(value).sum::<f64>() / count as f64;
        Bin { predicted: mean(|pair| pair.0), observed: mean(|pair| pair.1), count }
    });
    bins.filter(|bin| bin.count > 0).collect()
}

/// A plot as SVG: the nearer the points are to the diagonal, the better; areas are as numbers of positions.
pub(crate) fn plot(title: &str, predicted: &[(f64, f64)]) -> String {
    let (x, y) = (|value: f64| 50.0 + 300.0 * value, |value: f64| 330.0 - 300.0 * value);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 370 375\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"370\" height=\"375\" fill=\"white\"/>\n\
         <text x=\"200\" y=\"18\" text-anchor=\"middle\">{title}</text>\n\
         <text x=\"200\" y=\"366\" text-anchor=\"middle\">predicted probability of a win</text>\n\
         <text x=\"14\" y=\"180\" text-anchor=\"middle\" transform=\"rotate(-90 14 180)\">observed</text>\n\
         <path d=\"M50 30h300v300h-300zM50 330L350 30\" fill=\"none\" stroke=\"gray\"/>\n"
    );
    for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let _ = writeln!(svg, "<text x=\"{}\" y=\"346\" text-anchor=\"middle\">{tick}</text>", x(tick));
        let _ = writeln!(svg, "<text x=\"45\" y=\"{}\" text-anchor=\"end\">{tick}</text>", y(tick) + 4.0);
    }
    for Bin { predicted: at, observed, count } in bins(predicted) {
        let radius = 2.0 + 14.0 * (count as f64 / predicted.len() as f64).sqrt();
        let (x, y) = (x(at), y(observed));
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"steelblue\" fill-opacity=\"0.6\"/>"
        );
    }
    svg.push_str("</svg>\n");
    svg
}
