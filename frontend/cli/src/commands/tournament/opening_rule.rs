//! Openings made by an opening rule.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use openings::lists::Opening;
use openings::{OpeningError, OpeningRule, Procedure, decide_all};
use random::Dice;
use search::Limits;

use super::Args;
use crate::error::Failure;

/// Number of openings made by an opening rule.
const OPENINGS: u64 = 24;
/// Nodes of the search for each decision in an opening.
const OPENING_NODES: u64 = 4_000;

/// Returns whether the players make the openings, and the openings that this program's search makes by an opening rule.
///
/// # Errors
/// The rule is unknown or does not suit the game, or the user stopped the search.
pub(super) fn openings(
    args: &Args,
    stop: &AtomicBool,
    log: &mut impl Write,
) -> Result<(bool, Option<Vec<Opening>>), Failure> {
    let Some(name) = &args.opening_rule else { return Ok((args.swap2, None)) };
    let rule = OpeningRule::named(name).map_err(Failure::usage)?;
    if rule.name == "swap2" {
        return Ok((true, None));
    }
    let game = args.game.game()?;
    let wrong = |error: OpeningError| Failure::Usage(format!("--opening-rule {}: {error}", rule.name));
    let mut made: Vec<Opening> = Vec::new();
    for number in 0..OPENINGS {
        let begun = Procedure::new(&rule, game).map_err(wrong)?;
        let limits = Limits { nodes: Some(OPENING_NODES), ..Limits::none() };
        let Some(opening) = decide_all(begun, &limits, &mut Dice::new(args.seed, 4, number), stop) else {
            return Err(Failure::Wrong("stopped before the first game".to_owned()));
        };
        let opening = Opening { setup: None, moves: opening.record().moves() };
        if !made.contains(&opening) {
            made.push(opening);
        }
    }
    writeln!(log, "{} openings by {}, decided by our own search", made.len(), rule.name)?;
    Ok((false, Some(made)))
}
