//! Who the engine is.

use std::thread::available_parallelism;

use engine::Rules;

use crate::reply::Reply;
use crate::settings::MOST_THREADS;

/// Who an engine is: what it answers to `ABOUT`, texts without quotes. The games are added to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    /// The name.
    pub name: String,
    /// The version.
    pub version: String,
    /// Who wrote it.
    pub author: String,
    /// From where.
    pub country: String,
    /// A page about it, or nothing.
    pub www: String,
    /// An address, or nothing.
    pub email: String,
    /// The hash of the weights that it plays by, or nothing.
    pub network: String,
}

impl Default for About {
    /// The engine of this project.
    fn default() -> Self {
        Self {
            name: "Ninuki".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            author: "Ninuki developers".to_owned(),
            country: "International".to_owned(),
            www: String::new(),
            email: String::new(),
            network: format!("{:016x}", search::weights_hash()),
        }
    }
}

impl About {
    /// The answer to `ABOUT`. Besides the keys that managers know it lists the games, with the one of the manager's
    /// `own` whose rules were sent, and tells the hash of the weights.
    pub(crate) fn reply(&self, own: Option<&str>) -> Reply {
        let games: Vec<&str> = Rules::ALL.iter().map(|rules| rules.name).chain(own).collect();
        let games = games.join(" ");
        let pairs = [
            ("name", &self.name),
            ("version", &self.version),
            ("author", &self.author),
            ("country", &self.country),
            ("www", &self.www),
            ("email", &self.email),
            ("games", &games),
            ("network", &self.network),
        ];
        let told = pairs.into_iter().filter(|(key, value)| *key != "network" || !value.is_empty());
        Reply::About(told.map(|(key, value)| (key.to_owned(), value.clone())).collect())
    }

    /// The answer to `YXSHOWINFO`, for boards that offer choices.
    pub(crate) fn limits(&self) -> [String; 3] {
        let threads = available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
        let title = format!("{} {}", self.name, self.version);
        // The table is at most a gigabyte, given here as a power of two of kilobytes.
        [title, format!("INFO MAX_THREAD_NUM {threads}"), "INFO MAX_HASH_SIZE 20".to_owned()]
    }
}
