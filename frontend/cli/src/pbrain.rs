//! The engine for match managers: it takes no arguments, all settings come by `INFO`.

use std::io::{self, BufReader};
use std::process;

use protocol::{Options, serve_until};

fn main() {
    // Managers read standard output alone.
    std::panic::set_hook(Box::new(|_| {}));
    // The process exits without freeing the player: a large table takes longer to free than a manager waits.
    let leave = |failed: bool| process::exit(i32::from(failed));
    let options = Options { book: Some(book::best_moves), ..Options::default() };
    let served = serve_until(BufReader::new(io::stdin()), io::stdout(), &options, leave);
    process::exit(i32::from(served.is_err()));
}
