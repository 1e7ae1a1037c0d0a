//! Outputs of the commands, word for word: the files of `cmd`.
//!
//! `TRYCMD=overwrite cargo test -p ninuki outputs` writes the present outputs into them.

use std::path::Path;

use crate::run::NINUKI;

#[test]
fn outputs() {
    trycmd::TestCases::new().register_bin("ninuki", Path::new(NINUKI)).case("tests/cmd/*.trycmd");
}
