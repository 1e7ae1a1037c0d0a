//! Openings by an opening rule: what is to be decided, and what the engine answers.

use std::sync::atomic::AtomicBool;

use analysis::json::rounded;
use analysis::{Effort, decide};
use engine::Game;
use random::Dice;
use records::opening_rule::{Opening, OpeningRule, Step, What};
use serde::Serialize;

use crate::answer::points;
use crate::fields::Fields;
use crate::refusal::Wrong;

/// The memory of the searches, in bytes.
const MEMORY: usize = 16 << 20;

/// Where the opening stands, and the engine's answer.
#[derive(Serialize)]
pub(crate) struct OpeningAnswer {
    opening: String,
    moves: Vec<String>,
    /// The players who have Black and White now; 0 is the one who began.
    players: [usize; 2],
    /// The fifth moves that were offered so far.
    offered: Vec<String>,
    task: Option<TaskAnswer>,
    answer: Option<String>,
    why: Option<String>,
    winrate_black: Option<f64>,
}

/// What is to be decided.
#[derive(Serialize)]
struct TaskAnswer {
    player: usize,
    color: char,
    kind: &'static str,
    /// How many such answers that player gives, this one included.
    left: usize,
    /// The points or words that are allowed; of a number, the most.
    allowed: Vec<String>,
}

/// The opening of `game` that the fields tell of, as far as it was answered.
pub(crate) fn opening(fields: &Fields, game: &'static Game) -> Result<Opening, Wrong> {
    let name = fields.opening_rule.as_deref().ok_or_else(|| Wrong::new("opening_rule", "it is missing"))?;
    let rule = OpeningRule::named(name).map_err(|error| Wrong::new("opening_rule", error))?;
    let mut opening = Opening::new(&rule, game).map_err(|error| Wrong::new("opening_rule", error))?;
    for (index, word) in fields.answers.words().into_iter().enumerate() {
        opening.answer(word).map_err(|error| Wrong::new(&format!("answers[{index}]"), error))?;
    }
    Ok(opening)
}

/// What there is to say about it, with a search.
pub(crate) fn answer(opening: &Opening, effort: Effort, seed: u64, stop: &AtomicBool) -> OpeningAnswer {
    let stones = opening.record().moves().len() as u64;
    let decision = decide(opening, effort, MEMORY, &mut Dice::new(stones, seed, 0), stop);
    let (answer, why, winrate) = match decision {
        Some(decision) => (Some(decision.answer), Some(decision.why), decision.black.map(rounded)),
        None => (None, None, None),
    };
    OpeningAnswer { answer, why, winrate_black: winrate, ..state(opening) }
}

/// Where it stands, without an answer of the engine.
pub(crate) fn state(opening: &Opening) -> OpeningAnswer {
    let (record, grid) = (opening.record(), opening.record().game().grid());
    OpeningAnswer {
        opening: opening.text(),
        moves: record.moves().into_iter().map(|mv| record.game().display_moves(&[mv]).to_string()).collect(),
        players: engine::Color::ALL.map(|color| opening.player(color)),
        offered: points(grid, opening.offered().iter().copied()),
        task: task(opening),
        answer: None,
        why: None,
        winrate_black: None,
    }
}

fn task(opening: &Opening) -> Option<TaskAnswer> {
    let names = |list: Vec<_>| points(opening.record().game().grid(), list.into_iter());
    let task = opening.task()?;
    let (kind, left, allowed) = match task.what {
        What::Place(_, list) => {
            let left = if let Some(Step::Place(_, count, _)) = opening.step() { count } else { 1 };
            ("place", left, names(list))
        }
        What::Swap => ("swap", 1, ["swap", "stay"].map(str::to_owned).to_vec()),
        What::Count(most) => ("count", 1, vec![most.to_string()]),
        What::Offer(missing, list) => ("offer", missing, names(list)),
        What::Pick(list) => ("pick", 1, names(list)),
        What::Choose(words) => ("choose", 1, words.into_iter().map(str::to_owned).collect()),
    };
    Some(TaskAnswer { player: task.player, color: task.color.symbol(), kind, left, allowed })
}

/// A rule that suits a board.
#[derive(Serialize)]
pub(crate) struct RuleInfo {
    name: String,
    title: &'static str,
    /// The most fifth moves that may be asked for; the number in a name like `soosorv-7`, if there is one.
    most: usize,
    /// Whether the game itself begins so.
    usual: bool,
}

/// The rules that suit the board of a game.
pub(crate) fn rules(game: &'static Game) -> Vec<RuleInfo> {
    let known = OpeningRule::names().filter_map(|name| OpeningRule::named(name).ok());
    let suitable = known.filter(|rule| Opening::new(rule, game).is_ok());
    let info = |rule: OpeningRule| {
        let usual = is_usual(&rule, game);
        let OpeningRule { name, title, most, .. } = rule;
        RuleInfo { name, title, most, usual }
    };
    suitable.map(info).collect()
}

/// Whether the swaps of a game are those of a rule.
fn is_usual(rule: &OpeningRule, game: &Game) -> bool {
    let Some(swap) = game.rules().swap else { return false };
    let [Step::Place(_, stones, None), next, ..] = rule.steps else { return false };
    *stones == usize::from(swap.after) && matches!(next, Step::Choose(..)) == swap.again.is_some()
}
