//! The layout of networks and of exported positions as JSON, for programs that fit networks elsewhere.

use std::io::{self, Write};

use eval::{
    ACCUMULATOR_SCALE, Block, CLIP, GLOBAL_FEATURE_WEIGHTS, LINE_CHANNELS, LINE_CLASSES, LINE_LAYOUT, NETWORK_LAYOUT,
    PATTERN_CODES, POLICY_LAYOUT, PRODUCT_CLIP, UNIT, network_range,
};
use serde_json::{Value, json};

use crate::export::{Column, POINT, POSITION};
use crate::network::{HALF_CODES, initial_deviation};

/// The layout: blocks of weights with their shapes, scales and initial deviations, constants of the forward pass, and the
/// columns of `positions.bin` and `points.bin`.
pub(crate) fn layout() -> Value {
    let global = |block: &&Block| GLOBAL_FEATURE_WEIGHTS.contains(&network_range(block.name).start);
    let columns = |columns: &[Column]| {
        columns.iter().map(|column| json!([column.name, column.kind, column.count])).collect::<Value>()
    };
    json!({
        "network": blocks(&NETWORK_LAYOUT, |block| initial_deviation(network_range(block.name))),
        "policy": blocks(&POLICY_LAYOUT, |_| 0.0),
        "lines": blocks(&LINE_LAYOUT, |_| 0.0),
        "global_features": NETWORK_LAYOUT.iter().filter(global).map(|block| block.name).collect::<Value>(),
        "pattern_codes": PATTERN_CODES,
        "half_codes": HALF_CODES,
        "line_channels": LINE_CHANNELS,
        "line_classes": LINE_CLASSES,
        "accumulator_scale": ACCUMULATOR_SCALE,
        "clip": CLIP,
        "product_clip": PRODUCT_CLIP,
        "unit": UNIT,
        "position": columns(&POSITION),
        "point": columns(&POINT),
    })
}

fn blocks(blocks: &[Block], deviation: impl Fn(&Block) -> f32) -> Value {
    let block = |block: &Block| {
        json!({
            "name": block.name,
            "rows": block.rows,
            "columns": block.columns,
            "scale": block.scale,
            "deviation": deviation(block),
        })
    };
    blocks.iter().map(block).collect()
}

/// The layout as text.
pub(crate) fn text() -> String {
    format!("{:#}\n", layout())
}

/// Prints the layout.
///
/// # Errors
/// `out` cannot be written.
pub(crate) fn print(out: &mut impl Write) -> io::Result<()> {
    out.write_all(text().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_names_all_blocks_with_their_shapes() {
        let layout = layout();
        let network = layout["network"].as_array().expect("blocks");
        let weights =
            |block: &Value| block["rows"].as_u64().expect("rows") * block["columns"].as_u64().expect("columns");
        assert_eq!(network.iter().map(weights).sum::<u64>(), eval::PARAMETERS as u64);
        assert_eq!(layout["global_features"], json!(["level", "captured", "capturable", "endangered", "filled"]));
        let first = network.iter().find(|block| block["name"] == "first").expect("the first layer");
        assert_eq!((&first["rows"], &first["columns"], &first["scale"]), (&json!(48), &json!(128), &json!(256.0)));
        assert!(first["deviation"].as_f64().is_some_and(|deviation| (deviation - 0.12).abs() < 1e-6));
    }
}
