//! A plain player by random games that speaks the protocol of Gomocup, for matches against the engine:
//! `ninuki tournament --rules ndengrod --engine cmd=self --engine "cmd=target/release/uct_engine games=ndengrod"`.

use std::io::{self, BufReader};

use protocol::{Options, serve};

fn main() -> io::Result<()> {
    serve(BufReader::new(io::stdin()), io::stdout(), &Options { player: tests::uct::player, ..Options::default() })
}
