//! What can be answered without a search.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use engine::{Color, Rules};
use records::{Choice, Entry, Format, Replayed};
use search::proof::Certificate;
use serde::Serialize;

use crate::VERSION;
use crate::answer::{ConvertAnswer, PositionAnswer, ThreatMap, ThreatsAnswer, VerifyAnswer, VersionAnswer, points};
use crate::fields::Fields;
use crate::query::Action;
use crate::refusal::Wrong;
use crate::start::Start;

/// The state of a game, its legal moves, and what is forbidden.
pub(crate) fn position(start: &Start) -> impl Serialize + use<> {
    let mut game = Replayed::from(start.entry());
    let position = game.record.position_text();
    let forbidden = if game.outcome().is_some() { Vec::new() } else { records::forbidden(game.record.as_mut()) };
    let record = game.record.as_ref();
    PositionAnswer {
        replay: game.json(true),
        position,
        forbidden: points(start.game.grid(), forbidden.into_iter()),
        swap_offered: record.outcome().is_none() && record.swap_offered(),
        may_pass: record.outcome().is_none() && record.legal().is_empty(),
    }
}

/// What stones of either colour would make.
pub(crate) fn threats(start: &Start) -> ThreatsAnswer {
    let record = start.record();
    let map = |color| ThreatMap::of(start.game.grid(), &record.threats(color));
    ThreatsAnswer { x: map(Color::Black), o: map(Color::White) }
}

/// What this program is.
pub(crate) fn version() -> VersionAnswer {
    VersionAnswer {
        version: env!("CARGO_PKG_VERSION"),
        protocol: VERSION,
        network: format!("{:016x}", search::weights_hash()),
        actions: Action::names(),
        games: Rules::ALL.map(|rules| rules.name).to_vec(),
    }
}

/// Whether a certificate proves what it says.
pub(crate) fn verify(certificate: &str) -> VerifyAnswer {
    let refused = |reason: String| VerifyAnswer {
        verified: false,
        game: None,
        winner: None,
        plies: None,
        positions: None,
        reason: Some(reason),
    };
    let certificate = match Certificate::parse(certificate) {
        Ok(certificate) => certificate,
        Err(error) => return refused(error.to_string()),
    };
    match certificate.verify() {
        Err(flaw) => refused(flaw.to_string()),
        Ok(verified) => VerifyAnswer {
            verified: true,
            game: Some(certificate.game.rules().name),
            winner: Some(certificate.setup.to_move.symbol()),
            plies: Some(verified.plies),
            positions: Some(verified.positions),
            reason: None,
        },
    }
}

/// Records of one format in another one.
pub(crate) fn convert(fields: &Fields) -> Result<ConvertAnswer, Wrong> {
    let from = fields.from.ok_or_else(|| Wrong::new("from", "the format of the records is missing"))?;
    let to = fields.to.ok_or_else(|| Wrong::new("to", "the format that is wanted is missing"))?;
    let bytes = match (&fields.text, &fields.data) {
        (Some(text), None) => text.clone().into_bytes(),
        (None, Some(data)) => BASE64_STANDARD.decode(data).map_err(|error| Wrong::new("data", error))?,
        _ => return Err(Wrong::new("text", "the records are given by text or, in base64, by data")),
    };
    let games = from.read(bytes, &choice(fields)?).map_err(|error| Wrong::new("rules", error))?;
    let mut entries: Vec<Entry> = Vec::new();
    for game in games {
        let entry = game.map_err(|error| Wrong::new("text", error))?;
        let replayed = Replayed::new(Ok(entry.clone()));
        if let Some(error) = replayed.error {
            return Err(Wrong::new("text", error));
        }
        to.check(&entry).map_err(|reason| Wrong::new("to", reason))?;
        entries.push(entry);
    }
    if entries.is_empty() {
        return Err(Wrong::new("text", "it holds no game"));
    }
    if to.is_single() && entries.len() > 1 {
        return Err(Wrong::new("to", format!("{to} holds one game only, there are {}", entries.len())));
    }
    let (text, data) = match String::from_utf8(to.write(&entries)) {
        Ok(text) if to != Format::Lib => (Some(text), None),
        Ok(text) => (None, Some(BASE64_STANDARD.encode(text))),
        Err(bytes) => (None, Some(BASE64_STANDARD.encode(bytes.into_bytes()))),
    };
    Ok(ConvertAnswer { games: entries.len(), text, data })
}

/// What the records do not say themselves.
fn choice(fields: &Fields) -> Result<Choice, Wrong> {
    let own = fields.rules_text.as_deref().map(variants::parse).transpose();
    let choice = Choice {
        rules: fields.rules.clone(),
        own: own.map_err(|error| Wrong::new("rules_text", error))?,
        size: fields.size,
        length: fields.length,
        flags: fields.flags.iter().map(|(name, value)| format!("{name}={}", value.text())).collect(),
        position: fields.position.clone(),
    };
    choice.check().map_err(|error| Wrong::new("rules", error))?;
    Ok(choice)
}
