//! The probe: before the first game every engine is started, and all its settings are tried.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use engine::notation::shorten;
use engines::process::program::Program;
use protocol::{Command, GameForm, Info, Reply};

use super::connection::Supervisor;
use super::engine::Engine;
use super::error::{EngineError, EngineErrorKind};
use super::expected::Expected;
use super::failure::Failure;
use super::game_info::GameInfo;
use super::player::Player;
use crate::journal::fault::Fault;
use crate::spec::digest::digest;
use crate::spec::engine::EngineSpec;
use crate::spec::timeouts::Timeouts;

/// Longest name of an engine that names itself, in characters.
const LONGEST_NAME: usize = 40;

/// Conditions of the probe.
#[derive(Clone, Debug)]
pub(crate) struct Probe {
    pub(crate) game_info: GameInfo,
    /// Whether the players make the openings by swap-2.
    pub(crate) swap2: bool,
    pub(crate) limits: Timeouts,
    pub(crate) supervisor: Supervisor,
}

/// Reasons for which a tournament does not start.
#[derive(Debug)]
pub(crate) enum ProbeError {
    /// An engine cannot play it.
    Engine(EngineError),
    /// The user stopped it.
    Stopped,
}

/// Reasons for which the probe of an engine ends early.
#[derive(Debug)]
enum Refusal {
    Engine(EngineErrorKind),
    Stopped,
}

impl From<EngineErrorKind> for Refusal {
    fn from(kind: EngineErrorKind) -> Self {
        Self::Engine(kind)
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::Engine(match failure {
            Failure::Fault(fault, detail) | Failure::Opponent(fault, detail) => EngineErrorKind::Fault(fault, detail),
            Failure::Unplayable(message) => EngineErrorKind::Start(message),
            Failure::Suspended(_) => EngineErrorKind::Suspended,
            Failure::Stopped => return Self::Stopped,
        })
    }
}

impl Probe {
    /// Probes all engines and gives them different names. Warnings are added to `notes`.
    ///
    /// # Errors
    /// An engine cannot play the tournament, or the user stopped it.
    pub(crate) fn all(&self, specs: Vec<EngineSpec>, notes: &mut Vec<String>) -> Result<Vec<Engine>, ProbeError> {
        let mut engines = Vec::new();
        for (number, spec) in (1..).zip(specs) {
            let label = spec.label().to_owned();
            let engine = self.one(spec).map_err(|refusal| match refusal {
                Refusal::Engine(kind) => ProbeError::Engine(EngineError { number, label: label.clone(), kind }),
                Refusal::Stopped => ProbeError::Stopped,
            })?;
            if !engine.answers_about {
                notes.push(format!("engine {number} ({}) does not answer ABOUT", shorten(&label)));
            }
            engines.push(engine);
        }
        make_names_unique(&mut engines);
        Ok(engines)
    }

    fn one(&self, spec: EngineSpec) -> Result<Engine, Refusal> {
        let program = spec.find_program().map_err(EngineErrorKind::Program)?;
        check_own_settings(&spec, &program)?;
        let spec = EngineSpec { program: digest_of(&program), ..spec };
        let mut engine = Engine { spec, program, form: GameForm::Name, answers_about: false };
        let unprobed = engine.clone();
        let mut player = Player::start(&unprobed, self.limits, &self.supervisor, false)?;
        let about = player.about()?.unwrap_or_default();
        engine.answers_about = !about.is_empty();
        engine.spec.about = identity(&about);
        let listed = games_of(&about);
        engine.form = self.game_info.form(engine.spec.games.as_deref().or(listed.as_deref()))?;
        if engine.spec.name.is_empty() {
            engine.spec.name = name_of(&about, &engine.program);
        }
        player.send_board(&self.game_info)?;
        if engine.answers_about {
            self.try_settings(&engine, &mut player)?;
        }
        self.check_custom_rules(&engine, &mut player)?;
        player.end();
        if self.swap2 {
            self.try_swap2(&engine)?;
        }
        let rules = engine.form.infos(self.game_info.game).into_iter();
        engine.spec.rules = rules.map(|info| Command::Info(info).to_string()).collect();
        Ok(engine)
    }

    /// Tries the settings that name the game and those of the user.
    fn try_settings(&self, engine: &Engine, player: &mut Player<'_>) -> Result<(), Refusal> {
        let wishes = GameInfo::wishes(&engine.spec);
        for info in engine.form.infos(self.game_info.game).into_iter().chain(wishes) {
            let text = Command::Info(info.clone()).to_string();
            if let Some(complaint) = player.try_setting(info)? {
                return Err(EngineErrorKind::SettingRefused(text, complaint).into());
            }
        }
        Ok(())
    }

    /// Checks that an engine accepted the rules of a custom game. One that does not support custom games may be silent.
    fn check_custom_rules(&self, engine: &Engine, player: &mut Player<'_>) -> Result<(), Refusal> {
        let is_listed = engine.spec.games.as_ref().is_some_and(|games| GameForm::lists(games, self.game_info.game));
        if engine.form != GameForm::Text || is_listed {
            return Ok(());
        }
        let games = player.about()?.as_deref().and_then(games_of).unwrap_or_default();
        match GameForm::lists(&games, self.game_info.game) {
            true => Ok(()),
            false => Err(EngineErrorKind::RulesIgnored(self.game_info.game.rules().name).into()),
        }
    }

    /// Tries the first two steps of the swap-2 opening.
    fn try_swap2(&self, engine: &Engine) -> Result<(), Refusal> {
        let mut player = Player::start(engine, self.limits, &self.supervisor, false)?;
        player.begin(&self.game_info)?;
        let mut stones = Vec::new();
        for placed in [0, 3] {
            let command = Command::Swap2Board(stones);
            match player.try_command(&command, Expected::Stones(placed)) {
                Ok(Reply::Moves(cells)) => stones = cells,
                Ok(_) => break,
                Err(Failure::Fault(Fault::Refusal | Fault::Stall | Fault::Garbage, detail)) => {
                    return Err(EngineErrorKind::NoSwap2(placed, detail).into());
                }
                Err(failure) => return Err(failure.into()),
            }
        }
        player.end();
        Ok(())
    }
}

/// Checks that this program's engine has all settings of the user.
fn check_own_settings(spec: &EngineSpec, program: &Program) -> Result<(), EngineErrorKind> {
    let wishes = GameInfo::wishes(spec);
    match wishes.iter().find(|info| program.own && matches!(info, Info::Other { .. })) {
        Some(info) => Err(EngineErrorKind::NoSetting(info.to_string())),
        None => Ok(()),
    }
}

/// Returns the digest of a program file.
fn digest_of(program: &Program) -> String {
    format!("{:016x}", digest(&fs::read(&program.path).unwrap_or_default()))
}

/// Returns the value of a key in an answer to `ABOUT`.
fn value<'a>(about: &'a [(String, String)], key: &str) -> Option<&'a str> {
    about.iter().find(|(found, _)| found.eq_ignore_ascii_case(key)).map(|(_, value)| value.as_str())
}

/// Returns the name of an engine in its answer to `ABOUT`, or that of its program.
fn name_of(about: &[(String, String)], program: &Program) -> String {
    match value(about, "name").map(str::trim).filter(|name| !name.is_empty()) {
        Some(name) => name.chars().filter(|char| !char.is_control()).take(LONGEST_NAME).collect(),
        None => program.path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
    }
}

/// Returns the fields of an answer to `ABOUT` that identify the engine.
fn identity(about: &[(String, String)]) -> BTreeMap<String, String> {
    let keys = ["name", "version", "author", "country"];
    let known = about.iter().map(|(key, value)| (key.to_ascii_lowercase(), shorten(value.trim())));
    known.filter(|(key, _)| keys.contains(&key.as_str())).collect()
}

/// Returns the games that an answer to `ABOUT` lists.
fn games_of(about: &[(String, String)]) -> Option<Vec<String>> {
    value(about, "games").map(|games| games.split_whitespace().map(str::to_owned).collect())
}

/// Appends numbers to names that occur more than once.
fn make_names_unique(engines: &mut [Engine]) {
    let mut names = BTreeSet::new();
    for engine in engines {
        let name = engine.spec.name.clone();
        let mut number = 2;
        while !names.insert(engine.spec.name.to_lowercase()) {
            engine.spec.name = format!("{name} {number}");
            number += 1;
        }
    }
}
