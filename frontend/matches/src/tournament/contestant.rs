//! Entrants who may play: everything about them was tried before the first game.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use engine::notation::shorten;

use crate::tournament::entrant::Entrant;
use crate::tournament::expected::Expected;
use crate::tournament::fault::{Broken, Fault};
use crate::tournament::game_info::{GameInfo, Timeouts, Told};
use crate::tournament::talk::{Supervisor, Talk};
use engines::process::program::Program;
use protocol::{Command, Info, Reply};

/// An engine that can play.
#[derive(Clone, Debug)]
pub(crate) struct Contestant {
    pub(crate) entrant: Entrant,
    pub(crate) program: Program,
    pub(crate) told: Told,
    /// Whether it answers `ABOUT` as it should.
    pub(crate) answers_about: bool,
    /// What its program file holds, in short.
    pub(crate) digest: u64,
    /// What it answers to `ABOUT`: name, version, author, country.
    pub(crate) about: BTreeMap<String, String>,
}

/// Tries all entrants: their programs, the game, the board, each of their settings. Remarks go to `notes`.
///
/// # Errors
/// The first thing that does not work.
pub(crate) fn try_all(
    entrants: Vec<Entrant>,
    game_info: &GameInfo,
    swap2: bool,
    limits: Timeouts,
    supervisor: &Supervisor,
    notes: &mut Vec<String>,
) -> Result<Vec<Contestant>, Refused> {
    let mut contestants = Vec::new();
    for (number, entrant) in (1..).zip(entrants) {
        let label = format!("engine {number} ({})", shorten(entrant.label()));
        let contestant = try_one(entrant, game_info, swap2, limits, supervisor).map_err(|refused| match refused {
            Refused::Unfit(why) => Refused::Unfit(format!("{label}: {why}")),
            Refused::Stopped => Refused::Stopped,
        })?;
        if !contestant.answers_about {
            notes.push(format!("{label} does not answer ABOUT"));
        }
        contestants.push(contestant);
    }
    name_all(&mut contestants);
    Ok(contestants)
}

/// Why a tournament does not begin.
#[derive(Debug)]
pub(crate) enum Refused {
    /// An engine is not fit for it.
    Unfit(String),
    /// The user stopped it.
    Stopped,
}

impl From<String> for Refused {
    fn from(why: String) -> Self {
        Self::Unfit(why)
    }
}

impl From<Broken> for Refused {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Fault(fault, detail) | Broken::Rival(fault, detail) => {
                Self::Unfit(format!("{fault} before the first game, {detail}"))
            }
            Broken::Start(why) => Self::Unfit(why),
            Broken::Overslept(_) => Self::Unfit("this program was held up for too long".to_owned()),
            Broken::Stopped => Self::Stopped,
        }
    }
}

fn try_one(
    entrant: Entrant,
    game_info: &GameInfo,
    swap2: bool,
    limits: Timeouts,
    supervisor: &Supervisor,
) -> Result<Contestant, Refused> {
    let program = entrant.program()?;
    let digest = digest(&fs::read(&program.path).unwrap_or_default());
    let (told, answers_about) = (Told::Name, false);
    let mut contestant = Contestant { entrant, program, told, answers_about, digest, about: BTreeMap::new() };
    let known = |info: &Info| !matches!(info, Info::Other { .. });
    if let Some(info) = GameInfo::wishes(&contestant.entrant).iter().find(|info| contestant.program.own && !known(info))
    {
        return Err(format!("it has no setting \"{}\"", shorten(&info.to_string())).into());
    }
    let stranger = contestant.clone();
    let mut talk = Talk::start(&stranger, limits, supervisor)?;
    let about = talk.about()?.unwrap_or_default();
    contestant.answers_about = !about.is_empty();
    contestant.about = described(&about);
    let says =
        |key: &str| about.iter().find(|(found, _)| found.eq_ignore_ascii_case(key)).map(|(_, value)| value.trim());
    let named = listed(&about);
    contestant.told = game_info.told(contestant.entrant.games.as_deref().or(named.as_deref()))?;
    if contestant.entrant.name.is_empty() {
        contestant.entrant.name = match says("name").filter(|name| !name.is_empty()) {
            Some(name) => name.chars().filter(|char| !char.is_control()).take(40).collect(),
            None => contestant.program.path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        };
    }
    talk.open(game_info)?;
    if contestant.answers_about {
        let wishes = GameInfo::wishes(&contestant.entrant);
        for info in game_info.rules(contestant.told).into_iter().chain(wishes) {
            let text = Command::Info(info.clone()).to_string();
            if let Some(complaint) = talk.try_setting(info)? {
                return Err(format!("{} was answered with {}", shorten(&text), shorten(&complaint)).into());
            }
        }
    }
    // An engine that does not know how rules are sent may say nothing against them.
    if contestant.told == Told::Text
        && !contestant.entrant.games.as_ref().is_some_and(|games| game_info.is_among(games))
    {
        let games = talk.about()?.as_deref().and_then(listed).unwrap_or_default();
        if !game_info.is_among(&games) {
            let name = game_info.game.rules().name;
            return Err(format!(
                "it does not take the rules of {name}: after INFO rules_file its ABOUT names no such game (games= would)"
            )
            .into());
        }
    }
    talk.end();
    if swap2 {
        try_swap2(&contestant, game_info, limits, supervisor)?;
    }
    Ok(contestant)
}

/// What an answer to `ABOUT` says that identifies the engine.
fn described(about: &[(String, String)]) -> BTreeMap<String, String> {
    let keys = ["name", "version", "author", "country"];
    let known = about.iter().map(|(key, value)| (key.to_ascii_lowercase(), shorten(value.trim())));
    known.filter(|(key, _)| keys.contains(&key.as_str())).collect()
}

/// The games that an answer to `ABOUT` lists.
fn listed(about: &[(String, String)]) -> Option<Vec<String>> {
    let games = about.iter().find(|(key, _)| key.eq_ignore_ascii_case("games"));
    games.map(|(_, games)| games.split_whitespace().map(str::to_owned).collect())
}

/// Whether it knows the opening that both players make: the first step and the second.
fn try_swap2(
    contestant: &Contestant,
    game_info: &GameInfo,
    limits: Timeouts,
    supervisor: &Supervisor,
) -> Result<(), Refused> {
    let mut talk = Talk::start(contestant, limits, supervisor)?;
    talk.begin(game_info)?;
    let mut stones = Vec::new();
    for placed in [0, 3] {
        let command = Command::Swap2Board(stones);
        match talk.try_command(&command, Expected::Stones(placed)) {
            Ok(Reply::Moves(cells)) => stones = cells,
            Ok(_) => break,
            Err(Broken::Fault(Fault::Refusal | Fault::Stall | Fault::Garbage, why)) => {
                return Err(format!("it does not know SWAP2BOARD with {placed} stones: {why}").into());
            }
            Err(broken) => return Err(broken.into()),
        }
    }
    talk.end();
    Ok(())
}

/// Gives different names to engines that are called the same.
fn name_all(contestants: &mut [Contestant]) {
    let mut names = BTreeSet::new();
    for contestant in contestants {
        let name = contestant.entrant.name.clone();
        let mut number = 2;
        while !names.insert(contestant.entrant.name.to_lowercase()) {
            contestant.entrant.name = format!("{name} {number}");
            number += 1;
        }
    }
}

/// FNV-1a, 64 bits.
pub(crate) fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
