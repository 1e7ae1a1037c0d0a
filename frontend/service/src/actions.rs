//! What can be answered without a search.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use engine::{AnyRecord, Color, Rules};
use records::{Budget, Choice, Encoding, Entry, Replayed, Unreadable};
use serde::Serialize;

use crate::answer::{
    ConvertAnswer, LimitsAnswer, PositionAnswer, RefusedPoints, Sides, ThreatMap, ThreatsAnswer, VersionAnswer, points,
};
use crate::fields::Fields;
use crate::query::Action;
use crate::refusal::Wrong;
use crate::start::Start;
use crate::trees;
use crate::{Options, VERSION};

/// The state of a game, its legal moves, and what is forbidden.
pub(crate) fn position(start: &Start) -> impl Serialize + use<> {
    let mut game = Replayed::from(start.entry());
    let position = game.record.position_text();
    let forbidden = if game.outcome().is_some() { Vec::new() } else { records::forbidden(game.record.as_mut()) };
    let record = game.record.as_ref();
    PositionAnswer {
        replay: game.json(true),
        position,
        stones: Sides { x: stones(record, Color::Black), o: stones(record, Color::White) },
        decisive: points(start.game.grid(), pictures::decisive(&game).into_iter()),
        refused: refused(record),
        forbidden: points(start.game.grid(), forbidden.into_iter()),
        swap_offered: record.outcome().is_none() && record.swap_offered(),
        may_pass: record.outcome().is_none() && record.legal().is_empty(),
    }
}

/// The points with stones of a colour.
fn stones(record: &dyn AnyRecord, color: Color) -> Vec<String> {
    let grid = record.game().grid();
    points(grid, grid.points().filter(|&point| record.stone(point) == Some(color)))
}

/// The empty points that the rules refuse, by what they say.
fn refused(record: &dyn AnyRecord) -> Vec<RefusedPoints> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    if record.outcome().is_none() {
        let grid = record.game().grid();
        for point in grid.points().filter(|&point| record.is_empty(point) && record.stone(point).is_none()) {
            if let Err(error) = record.check(point) {
                found.entry(error.to_string()).or_default().push(grid.name(point));
            }
        }
    }
    found.into_iter().map(|(reason, points)| RefusedPoints { reason, points }).collect()
}

/// What stones of either colour would make.
pub(crate) fn threats(start: &Start) -> ThreatsAnswer {
    let record = start.record();
    let map = |color| ThreatMap::of(start.game.grid(), &record.threats(color));
    ThreatsAnswer { x: map(Color::Black), o: map(Color::White) }
}

/// What this program is.
pub(crate) fn version(options: &Options) -> VersionAnswer {
    VersionAnswer {
        version: env!("CARGO_PKG_VERSION"),
        protocol: VERSION,
        network: format!("{:016x}", search::weights_hash()),
        actions: Action::names(),
        games: Rules::ALL.map(|rules| rules.name).to_vec(),
        limits: LimitsAnswer::of(options),
    }
}

/// Records of one format in another one.
#[inline(never)]
pub(crate) fn convert(fields: &Fields, budget: &Budget) -> Result<ConvertAnswer, Wrong> {
    let from = fields.from.ok_or_else(|| Wrong::new("from", "the format of the records is missing"))?;
    let to = fields.to.ok_or_else(|| Wrong::new("to", "the format that is wanted is missing"))?;
    let games = from.read(input(fields, budget)?, &choice(fields, budget)?);
    let games = games.map_err(|error| Wrong::new("rules", error))?;
    let (mut entries, mut remarks) = (Vec::<Entry>::new(), Vec::new());
    for game in games {
        budget.check()?;
        let entry = game.map_err(|error| unreadable(&error))?;
        let replayed = Replayed::of(&entry);
        if let Some(error) = replayed.error {
            return Err(Wrong::new("text", error));
        }
        remarks.extend(replayed.remarks.iter().map(ToString::to_string));
        to.check_in(&entry, fields.to_encoding).map_err(|reason| Wrong::new("to", reason))?;
        entries.push(entry);
    }
    if entries.is_empty() {
        return Err(Wrong::new("text", "it holds no game"));
    }
    if to.is_single() && entries.len() > 1 {
        return Err(Wrong::new("to", format!("{to} holds one game only, there are {}", entries.len())));
    }
    remarks.truncate(trees::TOLD);
    Ok(ConvertAnswer { remarks, ..trees::written(to, &entries, fields.to_encoding, budget)? })
}

/// The records that are given.
pub(crate) fn input(fields: &Fields, budget: &Budget) -> Result<Vec<u8>, Wrong> {
    let bytes = match (&fields.text, &fields.data) {
        (Some(text), None) => text.clone().into_bytes(),
        (None, Some(data)) => BASE64_STANDARD.decode(data).map_err(|error| Wrong::new("data", error))?,
        _ => return Err(Wrong::new("text", "the records are given by text or, in base64, by data")),
    };
    budget.hold(bytes.len() as u64)?;
    Ok(bytes)
}

/// That a record cannot be read.
pub(crate) fn unreadable(error: &Unreadable) -> Wrong {
    Wrong::new(if error.is_unnamed() { "rules" } else { "text" }, error)
}

/// What the records do not say themselves.
pub(crate) fn choice(fields: &Fields, budget: &Budget) -> Result<Choice, Wrong> {
    if let Some(text) = &fields.rules_text {
        budget.text(text)?;
    }
    let own = fields.rules_text.as_deref().map(variants::parse).transpose();
    let choice = Choice {
        rules: fields.rules.clone(),
        own: own.map_err(|error| Wrong::new("rules_text", error))?,
        size: fields.size,
        length: fields.length,
        flags: fields.flags.iter().map(|(name, value)| format!("{name}={}", value.text())).collect(),
        position: fields.position.clone(),
        budget: budget.clone(),
        // A text of JSON is decoded already, whatever it says of itself.
        encoding: if fields.text.is_some() { Some(Encoding::UTF_8) } else { fields.encoding },
        ..Choice::default()
    };
    let named = fields.from.map_or(Ok(()), |from| choice.check_named(from));
    choice.check().and(named).map_err(|error| Wrong::new("rules", error))?;
    Ok(choice)
}
