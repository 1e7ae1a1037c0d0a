//! Who takes part: what `--engine` and `--each` say.

use engine::notation::shorten;
use serde::Serialize;

use crate::SettingError;
use crate::tournament::clock::TimeControl;
use engines::process::program::{Program, words};

/// An engine, and how it is asked to play.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub(crate) struct Entrant {
    /// What it is called in reports; until its own name is known, empty if none was given.
    pub name: String,
    /// The command line, as it was given.
    pub cmd: String,
    /// The folder to run it in; by default that of a program named with its folder.
    pub dir: Option<String>,
    /// The time control.
    #[serde(serialize_with = "control_text")]
    pub tc: Option<TimeControl>,
    /// Whether nobody asked for this time control.
    #[serde(skip)]
    pub tc_by_default: bool,
    /// The most positions for a move.
    pub nodes: Option<u64>,
    /// The most plies of depth.
    pub depth: Option<u32>,
    /// The number of threads.
    pub threads: Option<usize>,
    /// The most memory, in MiB.
    pub memory: Option<u64>,
    /// Whether it is started anew for each game.
    pub restart: bool,
    /// The games that it plays, if it does not say so itself.
    pub games: Option<Vec<String>>,
    /// Further settings, `INFO key value`.
    pub options: Vec<(String, String)>,
}

/// A further setting.
///
/// # Errors
/// It could not be sent on one line.
pub(super) fn option(key: &str, value: &str) -> Result<(String, String), String> {
    match () {
        () if key.is_empty() => Err("option. needs a key, as in option.hash_size=65536".to_owned()),
        () if [key, value].iter().any(|text| text.contains(['\n', '\r'])) => {
            Err(format!("option.{} must not have a line end", shorten(key)))
        }
        () => Ok((key.to_owned(), value.to_owned())),
    }
}

fn control_text<S: serde::Serializer>(control: &Option<TimeControl>, to: S) -> Result<S::Ok, S::Error> {
    control.map(|control| control.to_string()).serialize(to)
}

/// What stands before the `=` of a setting.
const KEYS: &str = "cmd, name, dir, tc, nodes, depth, threads, memory, restart, games, option.KEY";

impl Entrant {
    /// Reads `cmd=… name=… option.KEY=VALUE`, all that `each` has and this does not being taken from there.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub(crate) fn parse(text: &str, each: &Self) -> Result<Self, String> {
        let mut entrant = each.clone();
        let mut options: Vec<(String, String)> = Vec::new();
        for word in words(text).map_err(|error| error.to_string())? {
            let Some((key, value)) = word.split_once('=') else {
                return Err(format!("\"{}\" is no setting, one is written KEY=VALUE with {KEYS}", shorten(&word)));
            };
            match key.strip_prefix("option.") {
                Some(key) => options.push(option(key, value)?),
                None => entrant.set(key, value)?,
            }
        }
        entrant.set_options(options);
        Ok(entrant)
    }

    /// Sets options, over those with the same keys.
    pub(super) fn set_options(&mut self, options: Vec<(String, String)>) {
        self.options.retain(|(key, _)| options.iter().all(|(other, _)| other != key));
        self.options.extend(options);
    }

    /// Makes a setting.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let number = || {
            let number: Option<u64> = value.parse().ok().filter(|&number| (1..1 << 50).contains(&number));
            number.ok_or_else(|| format!("{key}={} is no number from 1 on", shorten(value)))
        };
        let small = || u32::try_from(number()?).map_err(|_| format!("{key}={value} is too large"));
        match key {
            "cmd" => value.clone_into(&mut self.cmd),
            "name" if value.trim().is_empty() || value.chars().any(char::is_control) => {
                return Err("name= needs a name".to_owned());
            }
            "name" => value.trim().clone_into(&mut self.name),
            "dir" => self.dir = Some(value.to_owned()),
            "tc" => self.tc = Some(value.parse().map_err(|error: SettingError| error.to_string())?),
            "nodes" => self.nodes = Some(number()?),
            "depth" => self.depth = Some(small()?),
            "threads" => self.threads = Some(small()? as usize),
            "memory" => self.memory = Some(number()?),
            "restart" => {
                self.restart = match value {
                    "on" | "true" | "yes" | "1" => true,
                    "off" | "false" | "no" | "0" => false,
                    _ => return Err(format!("restart={} is neither on nor off", shorten(value))),
                }
            }
            "games" => {
                self.games = Some(value.split([' ', ',']).filter(|name| !name.is_empty()).map(str::to_owned).collect())
            }
            _ => return Err(format!("unknown setting \"{}\", known are {KEYS}", shorten(key))),
        }
        Ok(())
    }

    /// What it is called in messages.
    #[must_use]
    pub(crate) fn label(&self) -> &str {
        if self.name.is_empty() { &self.cmd } else { &self.name }
    }

    /// The most memory, in bytes.
    #[must_use]
    pub(crate) fn memory_bytes(&self) -> Option<u64> {
        self.memory.map(|mebibytes| mebibytes << 20)
    }

    /// The program with its arguments and its folder.
    ///
    /// # Errors
    /// There is no such program.
    pub(crate) fn program(&self) -> Result<Program, String> {
        Program::find(&self.cmd, self.dir.as_deref()).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_each_hold_unless_an_engine_has_its_own() {
        let each = Entrant::parse("tc=10/1 nodes=5000 option.a=1 option.b=2", &Entrant::default()).expect("settings");
        let text =
            "cmd='./my brain/run --fast \"x y\"' name=\"A B\" nodes=7 option.b=3 games=\"pente ninuki\" memory=350";
        let entrant = Entrant::parse(text, &each).expect("settings");
        assert_eq!((entrant.label(), entrant.nodes, entrant.tc), ("A B", Some(7), each.tc));
        assert_eq!(entrant.cmd, "./my brain/run --fast \"x y\"");
        assert_eq!(entrant.options, [("a", "1"), ("b", "3")].map(|(key, value)| (key.to_owned(), value.to_owned())));
        assert_eq!((entrant.games.map(|games| games.len()), each.games), (Some(2), None));
        assert_eq!(words(&entrant.cmd).expect("words"), ["./my", "brain/run", "--fast", "x y"]);
    }

    #[test]
    fn what_is_wrong_is_told() {
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
            let why = Entrant::parse(text, &Entrant::default()).expect_err(text);
            assert!(why.contains(part), "{text}: {why}");
        }
        for (cmd, part) in
            [("", "no program"), ("./nowhere/brain", "no such file"), ("no-such-brain", "in PATH"), ("/", "no program")]
        {
            let why = Entrant { cmd: cmd.to_owned(), ..Entrant::default() }.program().expect_err(cmd);
            assert!(why.contains(part), "{cmd}: {why}");
        }
    }
}
