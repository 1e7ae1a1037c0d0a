//! Settings: `INFO key value`.

use std::fmt;

use super::words::{decimal, split_word, tokens};

/// A setting of the manager, which is never answered.
///
/// # Examples
/// ```
/// use ninuki_protocol::Info;
///
/// assert_eq!(Info::parse("timeout_turn 500"), Info::TimeoutTurn(500));
/// assert!(matches!(Info::parse("timeout_turn soon"), Info::Other { .. }));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Info {
    /// The rules by Gomocup's number.
    Rule(u32),
    /// The rules by name.
    Game(String),
    /// The rules of a user-defined game: an inline table of TOML or, if allowed, the path of a file.
    RulesFile(String),
    /// The length of a winning line, if adjustable; 0 is the default.
    LineLength(usize),
    /// A changed ruling.
    Flag {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// The stones captured by the side to move and by the other one, for the next position.
    Captured([u16; 2]),
    /// Milliseconds for each move; 0 is as fast as possible.
    TimeoutTurn(u64),
    /// Milliseconds for the game; 0 is no limit.
    TimeoutMatch(u64),
    /// Milliseconds left; may be negative.
    TimeLeft(i64),
    /// Milliseconds added after each move.
    TimeIncrement(u64),
    /// Bytes of memory; 0 is no limit.
    MaxMemory(u64),
    /// Plies of depth; 0 is no limit.
    MaxDepth(u32),
    /// Positions to visit; 0 is no limit.
    MaxNode(u64),
    /// Kilobytes of the transposition table.
    HashSize(u64),
    /// Threads.
    ThreadNum(usize),
    /// Whether to think on the opponent's time.
    Pondering(bool),
    /// The lines about a search besides messages: bit 0 for `REALTIME` lines, bit 1 for `INFO` lines.
    ShowDetail(u8),
    /// Whether moves are suggested instead of made.
    AnalysisMode(bool),
    /// Whether to play from the opening book.
    Book(bool),
    /// Milliseconds subtracted from every time limit for the latency of pipes.
    ProtocolLag(u64),
    /// A folder for persistent files.
    Folder(String),
    /// A setting without effect: an unknown key, or an invalid value.
    Other {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
}

impl Info {
    /// Parses the text after `INFO`. No text is an error.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let (key, value) = split_word(text);
        let known = match key.to_ascii_lowercase().as_str() {
            "rule" => decimal(value).map(Self::Rule),
            "game" => Some(Self::Game(value.to_owned())).filter(|_| !value.is_empty()),
            "rules_file" => Some(Self::RulesFile(value.to_owned())).filter(|_| !value.is_empty()),
            "line_length" => decimal(value).map(Self::LineLength),
            "flag" => match &tokens(value)[..] {
                [name, value] => Some(Self::Flag { name: name.clone(), value: value.clone() }),
                _ => None,
            },
            "captured" => captured(value),
            "timeout_turn" => decimal(value).map(Self::TimeoutTurn),
            "timeout_match" => decimal(value).map(Self::TimeoutMatch),
            "time_left" => value.parse().ok().map(Self::TimeLeft),
            "time_increment" => decimal(value).map(Self::TimeIncrement),
            "max_memory" => decimal(value).map(Self::MaxMemory),
            "max_depth" => decimal(value).map(Self::MaxDepth),
            "max_node" => decimal(value).map(Self::MaxNode),
            "hash_size" => decimal(value).map(Self::HashSize),
            "thread_num" => decimal(value).map(Self::ThreadNum),
            "pondering" | "auto_pondering" => switch(value).map(Self::Pondering),
            "show_detail" => decimal(value).filter(|&detail| detail <= 3).map(Self::ShowDetail),
            "analysis_mode" => switch(value).map(Self::AnalysisMode),
            "book" => switch(value).map(Self::Book),
            "protocol_lag" => decimal(value).map(Self::ProtocolLag),
            "folder" => Some(Self::Folder(value.to_owned())),
            _ => None,
        };
        known.unwrap_or_else(|| Self::Other { key: key.to_owned(), value: value.to_owned() })
    }
}

fn switch(value: &str) -> Option<bool> {
    match value {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

fn captured(value: &str) -> Option<Info> {
    let [pair] = &tokens(value)[..] else { return None };
    let (own, opponent) = pair.split_once(',')?;
    Some(Info::Captured([decimal(own)?, decimal(opponent)?]))
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(number) => write!(f, "rule {number}"),
            Self::Game(name) => write!(f, "game {name}"),
            Self::RulesFile(text) => write!(f, "rules_file {text}"),
            Self::LineLength(length) => write!(f, "line_length {length}"),
            Self::Flag { name, value } => write!(f, "flag {name} {value}"),
            Self::Captured([own, opponent]) => write!(f, "captured {own},{opponent}"),
            Self::TimeoutTurn(ms) => write!(f, "timeout_turn {ms}"),
            Self::TimeoutMatch(ms) => write!(f, "timeout_match {ms}"),
            Self::TimeLeft(ms) => write!(f, "time_left {ms}"),
            Self::TimeIncrement(ms) => write!(f, "time_increment {ms}"),
            Self::MaxMemory(bytes) => write!(f, "max_memory {bytes}"),
            Self::MaxDepth(plies) => write!(f, "max_depth {plies}"),
            Self::MaxNode(nodes) => write!(f, "max_node {nodes}"),
            Self::HashSize(kilobytes) => write!(f, "hash_size {kilobytes}"),
            Self::ThreadNum(threads) => write!(f, "thread_num {threads}"),
            Self::Pondering(on) => write!(f, "pondering {}", u8::from(*on)),
            Self::ShowDetail(detail) => write!(f, "show_detail {detail}"),
            Self::AnalysisMode(on) => write!(f, "analysis_mode {}", u8::from(*on)),
            Self::Book(on) => write!(f, "book {}", u8::from(*on)),
            Self::ProtocolLag(ms) => write!(f, "protocol_lag {ms}"),
            Self::Folder(path) => write!(f, "folder {path}"),
            Self::Other { key, value } => write!(f, "{key} {value}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_round_trip() {
        let lines = [
            "rule 4",
            "game ninuki-42",
            r#"rules_file {name = "mine", base = "pente", capture = {target = 12}}"#,
            "line_length 4",
            "flag fifth draw",
            "captured 4,2",
            "timeout_turn 0",
            "timeout_match 180000",
            "time_left -50",
            "time_left 2147483647",
            "time_increment 100",
            "max_memory 367001600",
            "max_depth 9",
            "max_node 1000000",
            "hash_size 65536",
            "thread_num 2",
            "pondering 1",
            "show_detail 3",
            "analysis_mode 0",
            "book 1",
            "protocol_lag 50",
            r"folder C:\a b\c",
            "evaluate 3,3",
            "game_type 1",
        ];
        for line in lines {
            assert_eq!(Info::parse(line).to_string(), line);
        }
        assert_eq!(Info::parse("TIMEOUT_TURN 100\r"), Info::TimeoutTurn(100));
        assert_eq!(Info::parse("captured 4 , 2"), Info::Captured([4, 2]));
        assert_eq!(Info::parse(r"folder  C:\a b\c "), Info::Folder(r"C:\a b\c".to_owned()));
    }

    #[test]
    fn invalid_values_have_no_effect() {
        let lines = [
            "",
            "foo bar",
            "rule",
            "rule x",
            "timeout_turn abc",
            "timeout_turn -1",
            "max_memory -5",
            "time_left 1e9",
            "flag fifth",
            "book 2",
            "captured 4",
            "game",
            "max_memory 99999999999999999999",
        ];
        for line in lines {
            assert!(matches!(Info::parse(line), Info::Other { .. }), "{line}");
        }
    }
}
