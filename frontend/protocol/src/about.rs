//! Who the engine is.

use std::thread::available_parallelism;

use engine::Rules;

use crate::reply::Reply;
use crate::settings::MOST_THREADS;

const NAME: &str = "Ninuki";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The answer to `ABOUT`. Besides the keys that managers know it lists the games and tells the hash of the
/// weights.
pub(crate) fn about() -> Reply {
    let games = Rules::ALL.map(|rules| rules.name).join(" ");
    let network = format!("{:016x}", search::weights_hash());
    let pairs = [
        ("name", NAME),
        ("version", VERSION),
        ("author", "Ninuki developers"),
        ("country", "International"),
        ("www", ""),
        ("email", ""),
        ("games", &games),
        ("network", &network),
    ];
    Reply::About(pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec())
}

/// The answer to `YXSHOWINFO`, for boards that offer choices.
pub(crate) fn limits() -> [String; 3] {
    let threads = available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
    // The table is at most a gigabyte, given here as a power of two of kilobytes.
    [format!("{NAME} {VERSION}"), format!("INFO MAX_THREAD_NUM {threads}"), "INFO MAX_HASH_SIZE 20".to_owned()]
}
