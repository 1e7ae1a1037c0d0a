//! Openings by an opening rule: the next task and the answer of the engine.

use analysis::json::rounded;
use engine::{Color, Game};
use openings::{Grounds, Known, OpeningRule, Procedure, Step, Thinking, What, decide};
use random::Dice;
use serde::Serialize;

use crate::action::Act;
use crate::answer::points;
use crate::dispatcher::Dispatcher;
use crate::fields::Fields;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::LIMITS;
use crate::start::Start;
use crate::task::{Call, Task};
use crate::worker::Worker;

/// The memory of the searches, in bytes.
const MEMORY: usize = 16 << 20;

/// Decides the next task of an opening.
pub(crate) struct Open {
    opening: Procedure,
    fields: Fields,
}

/// The state of an opening and the answer of the engine.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Opening"))]
pub(crate) struct OpeningAnswer {
    /// The rule and what was chosen by it.
    opening: String,
    moves: Vec<String>,
    /// The players who have Black and White now; 0 is the player who began.
    #[cfg_attr(test, schemars(with = "[crate::schema::parts::Player; 2]"))]
    players: [usize; 2],
    /// The fifth moves offered so far.
    offered: Vec<String>,
    /// The next task; null once the opening is over.
    task: Option<TaskAnswer>,
    /// The answer of the engine.
    answer: Option<String>,
    /// The reason of the answer in English.
    why: Option<String>,
    /// The reason of the answer for programs.
    reason: Option<Reason>,
    /// The probability that Black wins after the answer.
    winrate_black: Option<f64>,
}

/// The next decision of a player.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "OpeningTask"))]
struct TaskAnswer {
    #[cfg_attr(test, schemars(with = "crate::schema::parts::Player"))]
    player: usize,
    #[cfg_attr(test, schemars(with = "crate::schema::parts::Side"))]
    color: char,
    kind: Kind,
    /// The number of such answers that the player still gives, this one included.
    left: usize,
    /// The allowed points or words; for a number, the largest.
    allowed: Vec<String>,
}

/// The kind of an answer in an opening.
#[derive(Serialize, Clone, Copy)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "OpeningKind"))]
#[serde(rename_all = "lowercase")]
enum Kind {
    Place,
    Swap,
    Count,
    Offer,
    Pick,
    Choose,
}

/// Why the engine gives its answer.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "OpeningReason"))]
#[serde(tag = "code", rename_all = "snake_case")]
enum Reason {
    /// One of many ways to begin.
    Varied,
    /// The other player may choose a side.
    Balanced,
    /// The best stone.
    Best,
    /// The win rate of Black decides.
    Winrate,
    /// The opening book decides.
    Book,
    /// `moves` fifth moves keep Black at one half or more.
    FairMoves {
        /// The number of these moves.
        moves: usize,
    },
    /// The best move that no symmetry maps to another offer.
    BestOffer,
    /// The worst move for Black.
    WorstForBlack,
}

impl From<Grounds> for Reason {
    fn from(grounds: Grounds) -> Self {
        match grounds {
            Grounds::Varied => Self::Varied,
            Grounds::Balanced => Self::Balanced,
            Grounds::Best => Self::Best,
            Grounds::WinRate => Self::Winrate,
            Grounds::Book => Self::Book,
            Grounds::FairMoves(moves) => Self::FairMoves { moves },
            Grounds::BestOffer => Self::BestOffer,
            Grounds::WorstForBlack => Self::WorstForBlack,
        }
    }
}

impl Act for Open {
    const NAME: &'static str = "opening";
    const ABOUT: &'static str = "the next task of an opening, and the answer of the engine";
    const FIELDS: &'static [&'static [&'static str]] = &[
        LIMITS,
        &["rules", "rules_text", "size", "flags", "opening_rule", "answers", "decide", "book", "seed", "priority"],
    ];
    type Answer = OpeningAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        let start = Start::of(&query.fields, &dispatcher.budget())?;
        let opening = opening(&query.fields, start.game())?;
        if query.fields.decide == Some(false) {
            Self::answer(dispatcher, &query.id, &state(&opening));
        } else {
            Self::queue(dispatcher, query, |fields| Self { opening, fields });
        }
        Ok(())
    }
}

impl Task for Open {
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let Self { opening, fields } = &*self;
        let stones = opening.record().moves().len() as u64;
        let mut dice = Dice::new(stones, fields.seed, 0);
        let limits = fields.effort(&call.budget).into();
        let known = known().filter(|_| fields.book != Some(false));
        let thinking = Thinking { limits: &limits, memory: MEMORY, known, stop: call.budget.stop() };
        let decision = decide(opening, &thinking, &mut dice);
        let mut answer = state(opening);
        if let Some(decision) = decision {
            answer.answer = Some(decision.answer);
            answer.why = Some(decision.why);
            answer.reason = Some(decision.grounds.into());
            answer.winrate_black = decision.black.map(rounded);
        }
        call.answer_within(worker.sink(), answer);
        Ok(())
    }

    fn missing_weights(&self) -> Option<&'static str> {
        search::missing_weights(self.opening.record().game().rules())
    }
}

/// The positions of the opening books, if there are books.
fn known() -> Option<&'static Known<'static>> {
    #[cfg(feature = "book")]
    return Some(&book::best_moves);
    #[cfg(not(feature = "book"))]
    None
}

/// The opening of `game` after the answers of a query.
fn opening(fields: &Fields, game: &'static Game) -> Result<Procedure, Wrong> {
    let name = fields.opening_rule.as_deref().ok_or_else(|| Wrong::missing("opening_rule"))?;
    let rule = OpeningRule::named(name).map_err(|error| Wrong::new("opening_rule", error))?;
    let mut opening = Procedure::new(&rule, game).map_err(|error| Wrong::new("opening_rule", error))?;
    for (index, word) in fields.answers.words().into_iter().enumerate() {
        opening.answer(word).map_err(|error| Wrong::new(&format!("answers[{index}]"), error))?;
    }
    Ok(opening)
}

/// The state of an opening, without an answer of the engine.
fn state(opening: &Procedure) -> OpeningAnswer {
    let (record, grid) = (opening.record(), opening.record().game().grid());
    OpeningAnswer {
        opening: opening.text(),
        moves: record.moves().into_iter().map(|mv| record.game().display_moves(&[mv]).to_string()).collect(),
        players: Color::ALL.map(|color| opening.player(color)),
        offered: points(grid, opening.offered().iter().copied()),
        task: task(opening),
        answer: None,
        why: None,
        reason: None,
        winrate_black: None,
    }
}

fn task(opening: &Procedure) -> Option<TaskAnswer> {
    let names = |list: Vec<_>| points(opening.record().game().grid(), list.into_iter());
    let task = opening.task()?;
    let (kind, left, allowed) = match task.what {
        What::Place(_, list) => {
            let left = if let Some(Step::Place(_, count, _)) = opening.step() { count } else { 1 };
            (Kind::Place, left, names(list))
        }
        What::Swap => (Kind::Swap, 1, ["swap", "stay"].map(str::to_owned).to_vec()),
        What::Count(most) => (Kind::Count, 1, vec![most.to_string()]),
        What::Offer(missing, list) => (Kind::Offer, missing, names(list)),
        What::Pick(list) => (Kind::Pick, 1, names(list)),
        What::Choose(words) => (Kind::Choose, 1, words.into_iter().map(str::to_owned).collect()),
    };
    Some(TaskAnswer { player: task.player, color: task.color.symbol(), kind, left, allowed })
}
