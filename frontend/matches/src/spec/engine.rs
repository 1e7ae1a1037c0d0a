//! Settings of an engine, as `--engine` and `--each` give them and the head of a journal holds them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::error::SettingError;
use super::time_control::TimeControl;
use engines::Error as ProgramError;
use engines::process::program::{Program, words};

/// Command, limits and options of an engine. The last four fields are filled in when the engine is probed.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct EngineSpec {
    /// Name in reports; empty until the engine gives its own, if the user gave none.
    pub name: String,
    /// Command line as given.
    #[serde(default)]
    pub cmd: String,
    /// Working directory; by default that of a program named with its folder.
    pub dir: Option<String>,
    /// Time control.
    pub tc: Option<TimeControl>,
    /// Node limit of a search.
    pub nodes: Option<u64>,
    /// Depth limit of a search, in plies.
    pub depth: Option<u32>,
    /// Number of threads.
    pub threads: Option<usize>,
    /// Memory limit, in MiB.
    pub memory: Option<u64>,
    /// Whether a new process is started for each game.
    #[serde(default)]
    pub restart: bool,
    /// Games that it plays besides those in its `ABOUT`.
    pub games: Option<Vec<String>>,
    /// Further settings, sent as `INFO key value`.
    pub options: Vec<(String, String)>,
    /// Whether the time control is the default one.
    #[serde(default)]
    pub tc_by_default: bool,
    /// Digest of the program file, in hexadecimal digits.
    #[serde(default)]
    pub program: String,
    /// `INFO` lines that name the game.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Answer to `ABOUT`: name, version, author, country.
    #[serde(default)]
    pub about: BTreeMap<String, String>,
}

/// Keys of settings.
const KEYS: &str = "cmd, name, dir, tc, nodes, depth, threads, memory, restart, games, option.KEY";

/// Returns a further setting.
///
/// # Errors
/// The key is empty, or the setting does not fit on one line.
pub(crate) fn option(key: &str, value: &str) -> Result<(String, String), SettingError> {
    match () {
        () if key.is_empty() => Err(SettingError::OptionKey),
        () if [key, value].iter().any(|text| text.contains(['\n', '\r'])) => {
            Err(SettingError::OptionLineEnd(key.to_owned()))
        }
        () => Ok((key.to_owned(), value.to_owned())),
    }
}

impl EngineSpec {
    /// Parses `cmd=… name=… option.KEY=VALUE`. Settings missing in the text are those of `each`.
    ///
    /// # Errors
    /// A word is no setting, or its value is invalid.
    pub(crate) fn parse(text: &str, each: &Self) -> Result<Self, SettingError> {
        let mut engine = each.clone();
        let mut options: Vec<(String, String)> = Vec::new();
        for word in words(text)? {
            let Some((key, value)) = word.split_once('=') else {
                return Err(SettingError::NotASetting { word, known: KEYS });
            };
            match key.strip_prefix("option.") {
                Some(key) => options.push(option(key, value)?),
                None => engine.set(key, value)?,
            }
        }
        engine.set_options(options);
        Ok(engine)
    }

    /// Adds options; they replace those with the same keys.
    pub(crate) fn set_options(&mut self, options: Vec<(String, String)>) {
        self.options.retain(|(key, _)| options.iter().all(|(other, _)| other != key));
        self.options.extend(options);
    }

    /// Sets the value of a key.
    ///
    /// # Errors
    /// The key is unknown, or its value is invalid.
    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<(), SettingError> {
        let owned = || (key.to_owned(), value.to_owned());
        let number = || {
            let number: Option<u64> = value.parse().ok().filter(|&number| (1..1 << 50).contains(&number));
            let (key, value) = owned();
            number.ok_or(SettingError::NotPositive(key, value))
        };
        let small = || {
            let (key, value) = owned();
            u32::try_from(number()?).map_err(|_| SettingError::TooLarge(key, value))
        };
        match key {
            "cmd" => value.clone_into(&mut self.cmd),
            "name" if value.trim().is_empty() || value.chars().any(char::is_control) => return Err(SettingError::Name),
            "name" => value.trim().clone_into(&mut self.name),
            "dir" => self.dir = Some(value.to_owned()),
            "tc" => self.tc = Some(value.parse()?),
            "nodes" => self.nodes = Some(number()?),
            "depth" => self.depth = Some(small()?),
            "threads" => self.threads = Some(small()? as usize),
            "memory" => self.memory = Some(number()?),
            "restart" => self.restart = switch("restart", value)?,
            "games" => {
                self.games = Some(value.split([' ', ',']).filter(|name| !name.is_empty()).map(str::to_owned).collect())
            }
            _ => return Err(SettingError::Unknown { key: key.to_owned(), known: KEYS }),
        }
        Ok(())
    }

    /// Gives an engine without any limit the default time control.
    pub(crate) fn limit_by_default(&mut self) {
        if self.tc.is_none() && self.nodes.is_none() && self.depth.is_none() {
            (self.tc, self.tc_by_default) = (Some(TimeControl::DEFAULT), true);
        }
    }

    /// Name in messages: its name, or its command as long as it has none.
    #[must_use]
    pub(crate) fn label(&self) -> &str {
        if self.name.is_empty() { &self.cmd } else { &self.name }
    }

    /// Memory limit, in bytes.
    #[must_use]
    pub(crate) fn memory_bytes(&self) -> Option<u64> {
        self.memory.map(|mebibytes| mebibytes << 20)
    }

    /// Finds the program, with its arguments and its working directory.
    ///
    /// # Errors
    /// The command line names no program.
    pub(crate) fn find_program(&self) -> Result<Program, ProgramError> {
        Program::find(&self.cmd, self.dir.as_deref())
    }
}

/// Parses `on` and `off`, also as `true`, `yes`, `1` and `false`, `no`, `0`.
fn switch(key: &'static str, value: &str) -> Result<bool, SettingError> {
    match value {
        "on" | "true" | "yes" | "1" => Ok(true),
        "off" | "false" | "no" | "0" => Ok(false),
        _ => Err(SettingError::Neither { key, value: value.to_owned(), allowed: "on nor off" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_each_apply_unless_an_engine_overrides_them() {
        let each = EngineSpec::parse("tc=10/1 nodes=5000 option.a=1 option.b=2", &EngineSpec::default());
        let each = each.expect("settings");
        let text =
            "cmd='./my brain/run --fast \"x y\"' name=\"A B\" nodes=7 option.b=3 games=\"pente ninuki\" memory=350";
        let engine = EngineSpec::parse(text, &each).expect("settings");
        assert_eq!((engine.label(), engine.nodes, engine.tc), ("A B", Some(7), each.tc));
        assert_eq!(engine.cmd, "./my brain/run --fast \"x y\"");
        assert_eq!(engine.options, [("a", "1"), ("b", "3")].map(|(key, value)| (key.to_owned(), value.to_owned())));
        assert_eq!((engine.games.map(|games| games.len()), each.games), (Some(2), None));
        assert_eq!(words(&engine.cmd).expect("words"), ["./my", "brain/run", "--fast", "x y"]);
    }

    #[test]
    fn errors_give_the_setting_and_the_allowed_values() {
        for (text, part) in [
            ("cmd", "KEY=VALUE"),
            ("speed=3", "unknown setting \"speed\", known are cmd, name"),
            ("nodes=0", "nodes=0 is no number"),
            ("depth=99999999999", "too large"),
            ("tc=x", "MATCH/TURN+INC"),
            ("name='a", "not closed"),
            ("option.=3", "needs a key"),
            ("restart=maybe", "neither"),
        ] {
            let error = EngineSpec::parse(text, &EngineSpec::default()).expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        for (cmd, part) in
            [("", "no program"), ("./nowhere/brain", "no such file"), ("no-such-brain", "in PATH"), ("/", "no program")]
        {
            let engine = EngineSpec { cmd: cmd.to_owned(), ..EngineSpec::default() };
            let error = engine.find_program().expect_err(cmd).to_string();
            assert!(error.contains(part), "{cmd}: {error}");
        }
    }
}
