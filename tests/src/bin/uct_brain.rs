//! A plain player by random games that speaks the protocol of Gomocup, for matches against the engine:
//! `ninuki tournament --rules ndengrod --engine cmd=self --engine "cmd=target/release/uct_brain games=ndengrod"`.

use frontend::gomocup::{Options, run};

fn main() {
    run(&Options { player: tests::uct::player, ..Options::default() })
}
