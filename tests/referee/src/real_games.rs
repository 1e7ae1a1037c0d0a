//! Real games.
//!
//! They are not part of the repository. They are read from the folder that the environment variable `NINUKI_DATA` names,
//! else from `shared/data` beside the repository. Without them the tests pass with a note, unless `NINUKI_DATA_REQUIRED` is
//! `1`.

use std::env;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;

/// Games of Pente from Pente.org.
pub const PENTE: &str = "pente_games.tsv.gz";
/// Those that are complete games of Ninuki, too.
pub const NINUKI: &str = "ninuki_legal_games.tsv.gz";

/// The rows of a table, without its comments.
fn table(name: &str) -> Result<Vec<Vec<String>>, String> {
    let folder = env::var_os("NINUKI_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    let path = folder.join(name);
    let file = File::open(&path).map_err(|error| format!("no real games: {}: {error}", path.display()))?;
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).map_err(|error| format!("{}: {error}", path.display()))?;
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    Ok(rows.map(|line| line.split('\t').map(str::to_owned).collect()).collect())
}

/// The rows of a table; `None`, with a reason, if there is none and none is required.
pub fn rows(name: &str) -> Result<Vec<Vec<String>>, String> {
    let rows = table(name);
    let required = env::var("NINUKI_DATA_REQUIRED").is_ok_and(|value| value == "1");
    assert!(rows.is_ok() || !required, "{rows:?}");
    rows
}
