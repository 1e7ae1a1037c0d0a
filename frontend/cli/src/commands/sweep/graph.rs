//! The win rate as a graph of characters.

use std::env;

/// The rows of a graph.
const ROWS: usize = 8;

/// Columns to the left of a row.
const LABEL: usize = 6;

/// Blocks of zero to eight eighths.
const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Whether block characters can be shown: in UTF-8.
pub(super) fn has_blocks() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| env::var(name).ok());
    let locale = locale.into_iter().find(|value| !value.is_empty()).unwrap_or_default().to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Draws rates, 0 to 1, as columns: one for the start and one for each move, within `columns` characters.
pub(super) fn graph(rates: &[f64], columns: usize, blocks: bool) -> Vec<String> {
    let room = columns.saturating_sub(LABEL + 1).max(10);
    // Positions per column, and columns per position.
    let (merged, wide) = (rates.len().div_ceil(room).max(1), (room / rates.len().max(1)).clamp(1, 2));
    let mean = |rates: &[f64]| rates.iter().sum::<f64>() / rates.len() as f64;
    let heights: Vec<f64> = rates.chunks(merged).map(mean).collect();
    let mut lines = Vec::new();
    for row in (0..ROWS).rev() {
        let label = match row {
            _ if row == ROWS - 1 => "100 %",
            _ if row == ROWS / 2 - 1 => " 50 %",
            0 => "  0 %",
            _ => "",
        };
        let cell = |height: f64| {
            let eighths = (8.0 * (height * ROWS as f64 - row as f64)).round().clamp(0.0, 8.0) as usize;
            if blocks {
                BLOCKS[eighths]
            } else if eighths >= 4 {
                '#'
            } else if row == ROWS / 2 {
                '-'
            } else {
                ' '
            }
        };
        let cells: String = heights.iter().flat_map(|&height| std::iter::repeat_n(cell(height), wide)).collect();
        lines.push(format!("{label:>5} {}", cells.trim_end()).trim_end().to_owned());
    }
    lines.push(scale(rates.len(), merged, wide));
    lines
}

/// The numbers of the moves below the columns.
fn scale(positions: usize, merged: usize, wide: usize) -> String {
    let mut line = " ".repeat(LABEL);
    for ply in (0..positions).step_by(10 * merged.div_ceil(2)) {
        let column = LABEL + ply / merged * wide;
        if column == LABEL || line.len() < column {
            line += &" ".repeat(column - line.len());
            line += &ply.to_string();
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_high_as_the_rates() {
        let lines = graph(&[0.0, 0.25, 0.5, 1.0], 80, false);
        assert_eq!(lines.len(), ROWS + 1);
        assert_eq!(lines[0], "100 %       ##");
        assert_eq!(lines[7], "  0 %   ######");
        assert_eq!(lines[8].trim(), "0");
        assert_eq!(graph(&[0.5 + 1.0 / 16.0], 80, true)[3], "      ▄▄");
    }

    #[test]
    fn long_games_fit_in() {
        for line in graph(&vec![0.7; 500], 80, true) {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}
