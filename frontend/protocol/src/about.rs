//! Name, version and more of an engine.

use std::thread::available_parallelism;

use engine::Rules;

use crate::grammar::Reply;
use crate::settings::MOST_THREADS;

/// The answer of an engine to `ABOUT`, in texts without quotes. The games are added to it.
///
/// # Examples
/// ```
/// use ninuki_protocol::About;
///
/// let about = About { name: "Mine".to_owned(), ..About::default() };
/// assert!(!about.version.is_empty());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    /// The name.
    pub name: String,
    /// The version.
    pub version: String,
    /// The author.
    pub author: String,
    /// The country.
    pub country: String,
    /// The address of its web page, or empty.
    pub www: String,
    /// An e-mail address, or empty.
    pub email: String,
    /// The hash of its weights, or empty.
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
    /// The answer to `ABOUT`: the usual keys, the games with the user-defined one, and the hash of the weights.
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
        let pairs = pairs.into_iter().filter(|(key, value)| *key != "network" || !value.is_empty());
        Reply::About(pairs.map(|(key, value)| (key.to_owned(), value.clone())).collect())
    }

    /// The answer to `YXSHOWINFO`, for the settings that boards offer.
    pub(crate) fn limits(&self) -> [String; 3] {
        let threads = available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
        let title = format!("{} {}", self.name, self.version);
        // The largest table, one gibibyte, as an exponent of two of kilobytes.
        [title, format!("INFO MAX_THREAD_NUM {threads}"), "INFO MAX_HASH_SIZE 20".to_owned()]
    }
}
