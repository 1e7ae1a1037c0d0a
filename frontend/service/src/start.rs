//! The game of a query, replayed once.

use analysis::Among;
use engine::{Bitboard, Game, GameError, Move, Point, PointSet, Rules, SetUp, record};
use records::{Budget, BudgetError, Entry, PlayError, Replayed, Size, Written};

use crate::code::Code;
use crate::fields::{Fields, MOST_MOVES, Moves, Plies};
use crate::problem::Problem;
use crate::refusal::Wrong;

/// A game and its moves, all of them legal.
pub(crate) struct Start {
    setup: Option<SetUp>,
    moves: Vec<Move>,
    /// The game after all moves.
    replayed: Replayed,
}

impl Start {
    /// The game that the fields of a query describe.
    ///
    /// # Errors
    /// A field is wrong or the rules refuse a move.
    pub(crate) fn of(fields: &Fields, budget: &Budget) -> Result<Self, Wrong> {
        let game = game(fields, budget)?;
        let parse = |text: &str| game.parse_position(text).map_err(|error| Wrong::new("position", error));
        let setup = fields.position.as_deref().map(parse).transpose()?;
        record(game, setup.as_ref()).map_err(|error| Wrong::new("position", error))?;
        let moves = moves(fields, game)?;
        let mut replayed = Replayed::from(entry(game, setup.clone(), &moves));
        if replayed.error.is_none() {
            return Ok(Self { setup, moves, replayed });
        }
        let index = replayed.moves.len();
        let word = fields.moves.words().get(index).copied().unwrap_or_default();
        let problem = match records::play(replayed.record.as_mut(), moves[index], None) {
            Err(PlayError::Illegal(error)) => Problem::from(error),
            _ => Code::IllegalMove.says(replayed.error.map(|error| error.reason).unwrap_or_default()),
        };
        let problem = Problem { text: format!("{word}: {}", problem.text), ..problem };
        Err(Wrong::new(&format!("moves[{index}]"), problem.with("move", word)))
    }

    /// The game that is played.
    pub(crate) fn game(&self) -> &'static Game {
        self.replayed.record.game()
    }

    /// The moves.
    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The game after all moves.
    pub(crate) const fn replayed(&self) -> &Replayed {
        &self.replayed
    }

    /// The game after all moves.
    pub(crate) fn into_replayed(self) -> Replayed {
        self.replayed
    }

    /// The position from which a search follows the first `plies` moves, and the moves from there: the position after the
    /// newest pass that only records have, else the start.
    pub(crate) fn followed(&self, plies: usize) -> (Option<SetUp>, Vec<Move>) {
        if !self.replayed.is_restarted() {
            return (self.setup.clone(), self.moves[..plies].to_vec());
        }
        let replayed = Replayed::from(self.entry_of(plies));
        (replayed.start.clone(), replayed.record.moves())
    }

    /// The game as a record.
    pub(crate) fn entry(&self) -> Entry {
        self.entry_of(self.moves.len())
    }

    /// Its first moves as a record.
    pub(crate) fn entry_of(&self, plies: usize) -> Entry {
        entry(self.game(), self.setup.clone(), &self.moves[..plies])
    }

    /// The set-up position with which the game begins.
    #[cfg(feature = "files")]
    pub(crate) const fn setup(&self) -> Option<&SetUp> {
        self.setup.as_ref()
    }

    /// The game whose weights must be loaded before a search.
    pub(crate) fn missing_weights(&self) -> Option<&'static str> {
        search::missing_weights(self.game().rules())
    }

    /// Checks that the game is not over.
    ///
    /// # Errors
    /// It is.
    pub(crate) fn unfinished(self) -> Result<Self, Wrong> {
        match self.replayed.record.outcome() {
            Some(_) => Err(Wrong::new("moves", Code::GameOver.says("the game is over"))),
            None => Ok(self),
        }
    }

    /// The requested positions in order, each once; the last one if none is named.
    ///
    /// # Errors
    /// The game has no such position, or the list is empty.
    pub(crate) fn plies(&self, plies: Option<&Plies>) -> Result<Vec<usize>, Wrong> {
        let most = self.moves.len();
        let list = match plies {
            None => return Ok(vec![most]),
            Some(Plies::All) => return Ok((0..=most).collect()),
            Some(Plies::List(list)) => list,
        };
        if let Some(index) = list.iter().position(|&ply| ply > most) {
            let problem = Code::NoSuchPly.says(format!("the game has {most} moves")).with("moves", most);
            return Err(Wrong::new(&format!("plies[{index}]"), problem));
        }
        let mut plies = list.clone();
        plies.sort_unstable();
        plies.dedup();
        if plies.is_empty() { Err(Wrong::new("plies", Code::NoPlies.says("there is none"))) } else { Ok(plies) }
    }

    /// The placements that `only` and `except` leave to a search.
    ///
    /// # Errors
    /// A text is not a placement.
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
        match parse_move(self.game(), word).map_err(|problem| Wrong::new(field, problem))? {
            Move::Place(point) => Ok(point),
            Move::Swap | Move::Pass => Err(Wrong::new(field, Code::NotPlacement.says("only placements can be named"))),
        }
    }
}

/// A game as a record.
fn entry(game: &'static Game, setup: Option<SetUp>, moves: &[Move]) -> Entry {
    let written = moves.iter().copied().map(Written::of).collect();
    Entry::new(None, game, setup, written)
}

/// Reads the moves of a query.
fn moves(fields: &Fields, game: &'static Game) -> Result<Vec<Move>, Wrong> {
    let words = fields.moves.words();
    if words.len() > MOST_MOVES {
        let problem = Code::TooManyMoves.says(format!("a game has at most {MOST_MOVES} moves"));
        return Err(Wrong::new("moves", problem.with("most", MOST_MOVES)));
    }
    let parse = |(index, word): (usize, &str)| {
        parse_move(game, word).map_err(|problem| Wrong::new(&format!("moves[{index}]"), problem))
    };
    words.into_iter().enumerate().map(parse).collect()
}

/// Reads a move.
pub(crate) fn parse_move(game: &Game, word: &str) -> Result<Move, Problem> {
    let problem = |error| Problem::from(error).with("text", word).with("range", game.grid().range().as_str());
    game.parse_move(word).map_err(problem)
}

/// The game that the fields name.
fn game(fields: &Fields, budget: &Budget) -> Result<&'static Game, Wrong> {
    let rules = rules(fields, budget)?;
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

/// The rules that the fields name, with their flags.
fn rules(fields: &Fields, budget: &Budget) -> Result<Rules, Wrong> {
    if let Some(text) = &fields.rules_text {
        budget.text(text)?;
    }
    let mut rules = match (&fields.rules_text, &fields.rules) {
        (Some(_), Some(_)) => {
            let problem = Code::RulesTwice.says("the game is named by rules or by rules_text");
            return Err(Wrong::new("rules_text", problem));
        }
        (Some(text), None) => variants::parse(text).map_err(|error| Wrong::new("rules_text", error))?,
        (None, Some(name)) => Rules::named(name).map_err(|error| Wrong::new("rules", error))?,
        (None, None) => Rules::ALL[0].clone(),
    };
    for (name, value) in &fields.flags {
        rules.set_flag(name, &value.text()).map_err(|error| Wrong::new(&format!("flags.{name}"), error))?;
    }
    Ok(rules)
}
