//! Plan of a tournament: its head, game and schedule, computed once.

use engine::Game;
use records::Shard;
use serde_json::{Map, Value};

use super::conditions::Conditions;
use super::error::HeadError;
use super::schedule::Schedule;
use super::sequential_test::SequentialTest;
use super::tournament::{OpeningSet, Tournament};

/// A tournament with its game and schedule.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Head of the journal, as it is written or was read.
    pub(crate) head: Map<String, Value>,
    pub(crate) tournament: Tournament,
    pub(crate) game: &'static Game,
    pub(crate) schedule: Schedule,
    /// Shard of the pairs that is played here, if not all.
    pub(crate) shard: Option<Shard>,
}

impl Plan {
    /// Returns the plan of a tournament on `game` with `rounds` pairs of each meeting.
    pub(crate) fn new(tournament: Tournament, game: &'static Game, rounds: usize, shard: Option<Shard>) -> Self {
        let (head, schedule) = (tournament.head(), tournament.schedule(rounds));
        Self { head, tournament, game, schedule, shard }
    }

    /// Reads the plan from the head of a journal, with `rounds` pairs of each meeting.
    ///
    /// # Errors
    /// The head describes no tournament.
    pub(crate) fn read(head: Map<String, Value>, rounds: usize) -> Result<Self, HeadError> {
        let tournament = Tournament::read(&head)?;
        let (game, schedule) = (tournament.game()?, tournament.schedule(rounds));
        Ok(Self { head, tournament, game, schedule, shard: None })
    }

    /// Returns the number of engines.
    pub(crate) fn players(&self) -> usize {
        self.tournament.engines.len()
    }

    /// Returns the name of an engine.
    pub(crate) fn name(&self, player: usize) -> &str {
        &self.tournament.engines[player].name
    }

    /// Returns the names of all engines.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.tournament.engines.iter().map(|engine| engine.name.as_str())
    }

    /// Returns the conditions of all engines.
    pub(crate) fn conditions(&self) -> Vec<Conditions<'_>> {
        self.tournament.engines.iter().map(|engine| Conditions::new(engine, &self.tournament.limits)).collect()
    }

    /// Returns the sequential test, if there is one.
    pub(crate) const fn test(&self) -> Option<&SequentialTest> {
        self.tournament.sprt.as_ref()
    }

    /// Returns the number of engines that meet the others in a gauntlet.
    pub(crate) fn seeds(&self) -> usize {
        self.tournament.seeds.unwrap_or(1)
    }

    /// Whether the players make the openings.
    pub(crate) const fn players_make_openings(&self) -> bool {
        matches!(self.tournament.openings, OpeningSet::Made(_))
    }

    /// Whether a game is played here.
    pub(crate) fn is_here(&self, game: usize) -> bool {
        self.shard.is_none_or(|shard| shard.has(game / 2))
    }

    /// Returns the number of games that are played here.
    pub(crate) fn games(&self) -> usize {
        (0..self.schedule.games()).filter(|&game| self.is_here(game)).count()
    }

    /// Returns the title of the game: `renju 15x15`.
    pub(crate) fn game_text(&self) -> String {
        let (game, rules) = (self.game, self.game.rules());
        let (width, height) = (game.grid().width(), game.grid().height());
        let size = if rules.hexagonal() { format!("side {}", game.grid().size()) } else { format!("{width}x{height}") };
        let flags = rules.changed_flags().into_iter().map(|(flag, value)| format!(", {}={value}", flag.name));
        let lines = match game.length() == rules.line[0].length {
            true => String::new(),
            false => format!(", lines of {}", game.length()),
        };
        format!("{} {size}{lines}{}", rules.name, flags.collect::<String>())
    }
}
