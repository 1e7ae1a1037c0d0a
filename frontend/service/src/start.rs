//! The game that a query tells of, replayed.

use analysis::Among;
use engine::{AnyRecord, Bitboard, Game, GameError, Move, Point, PointSet, Rules, SetUp, record};
use records::{Budget, BudgetError, Entry, Replayed, Size, Written};

use crate::fields::{Fields, MOST_MOVES, Moves, Plies};
use crate::refusal::Wrong;

/// A game as far as it was played.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) game: &'static Game,
    pub(crate) setup: Option<SetUp>,
    pub(crate) moves: Vec<Move>,
}

impl Start {
    /// What the fields of a query tell of.
    pub(crate) fn of(fields: &Fields, budget: &Budget) -> Result<Self, Wrong> {
        let game = game(fields, budget)?;
        let parse = |text: &str| game.parse_position(text).map_err(|error| Wrong::new("position", error));
        let setup = fields.position.as_deref().map(parse).transpose()?;
        record(game, setup.as_ref()).map_err(|error| Wrong::new("position", error))?;
        let words = fields.moves.words();
        if words.len() > MOST_MOVES {
            return Err(Wrong::new("moves", format!("a game has at most {MOST_MOVES} moves")));
        }
        let mut moves = Vec::with_capacity(words.len());
        for (index, word) in words.into_iter().enumerate() {
            let field = || format!("moves[{index}]");
            let mv = game.parse_move(word).map_err(|error| Wrong::new(&field(), error))?;
            moves.push(mv);
        }
        let start = Self { game, setup, moves };
        let replayed = Replayed::from(start.entry());
        match replayed.error {
            Some(error) => {
                let index = replayed.moves.len();
                let word = fields.moves.words().get(index).copied().unwrap_or_default();
                Err(Wrong::new(&format!("moves[{index}]"), format!("{word}: {}", error.reason)))
            }
            None => Ok(start),
        }
    }

    /// The position from which a search follows the first moves, and the moves since: that of the last pass which only
    /// records have, or the start.
    pub(crate) fn followed(&self, plies: usize) -> (Option<SetUp>, Vec<Move>) {
        let replayed = Replayed::from(self.entry_of(plies));
        (replayed.start.clone(), replayed.record.moves())
    }

    /// The game as it stands.
    pub(crate) fn record(&self) -> Box<dyn AnyRecord> {
        Replayed::from(self.entry()).record
    }

    /// The game as a record.
    pub(crate) fn entry(&self) -> Entry {
        self.entry_of(self.moves.len())
    }

    /// Its first moves as a record.
    pub(crate) fn entry_of(&self, plies: usize) -> Entry {
        let written = self.moves[..plies].iter().map(|&mv| Written::of(self.game.grid(), mv)).collect();
        Entry::new(None, self.game, self.setup.clone(), written)
    }

    /// The same, if the game goes on.
    pub(crate) fn unfinished(self) -> Result<Self, Wrong> {
        match self.record().outcome() {
            Some(_) => Err(Wrong::new("moves", "the game is over")),
            None => Ok(self),
        }
    }

    /// The positions that are asked for, each once; the last one if none are named.
    pub(crate) fn plies(&self, plies: Option<&Plies>) -> Result<Vec<usize>, Wrong> {
        let most = self.moves.len();
        let list = match plies {
            None => return Ok(vec![most]),
            Some(Plies::All) => return Ok((0..=most).collect()),
            Some(Plies::List(list)) => list,
        };
        if let Some(index) = list.iter().position(|&ply| ply > most) {
            return Err(Wrong::new(&format!("plies[{index}]"), format!("the game has {most} moves")));
        }
        let mut plies = list.clone();
        plies.sort_unstable();
        plies.dedup();
        if plies.is_empty() { Err(Wrong::new("plies", "there is none")) } else { Ok(plies) }
    }

    /// The placements that are to be thought about.
    pub(crate) fn among(&self, fields: &Fields) -> Result<Among, Wrong> {
        let set = |name: &str, moves: &Moves| -> Result<Bitboard, Wrong> {
            let mut set = Bitboard::EMPTY;
            for (index, word) in moves.words().into_iter().enumerate() {
                set.insert(self.point(&format!("{name}[{index}]"), word)?);
            }
            Ok(set)
        };
        Ok(Among { only: set("only", &fields.only)?, except: set("except", &fields.except)? })
    }

    fn point(&self, field: &str, word: &str) -> Result<Point, Wrong> {
        match self.game.parse_move(word).map_err(|error| Wrong::new(field, error))? {
            Move::Place(point) => Ok(point),
            Move::Swap | Move::Pass => Err(Wrong::new(field, "only placements can be named")),
        }
    }
}

/// The game that the fields name.
fn game(fields: &Fields, budget: &Budget) -> Result<&'static Game, Wrong> {
    if let Some(text) = &fields.rules_text {
        budget.text(text)?;
    }
    let mut rules = match (&fields.rules_text, &fields.rules) {
        (Some(_), Some(_)) => return Err(Wrong::new("rules_text", "the game is named by rules or by rules_text")),
        (Some(text), None) => variants::parse(text).map_err(|error| Wrong::new("rules_text", error))?,
        (None, Some(name)) => Rules::named(name).map_err(|error| Wrong::new("rules", error))?,
        (None, None) => Rules::ALL[0].clone(),
    };
    for (name, value) in &fields.flags {
        let field = || format!("flags.{name}");
        rules.set_flag(name, &value.text()).map_err(|error| Wrong::new(&field(), error))?;
    }
    let Size { width, height } = fields.size.unwrap_or_else(|| rules.default_size.into());
    budget.game(rules, (width, height), fields.length).map_err(|error| match error {
        BudgetError::Exceeded(limit) => limit.into(),
        BudgetError::Game(error) => {
            let field = match error {
                GameError::Size { .. } => "size",
                GameError::Length { .. } => "length",
                _ => "rules",
            };
            Wrong::new(field, error)
        }
    })
}
