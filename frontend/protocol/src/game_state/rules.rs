//! The rules of the game, as settings choose them.

use std::path::Path;

use engine::{Game, Rules};

use super::{GameState, UnknownRules};
use crate::grammar::Info;
use crate::refusal::Refusal;

impl GameState {
    /// Applies a setting of the game; others have no effect.
    pub(super) fn set(&mut self, info: &Info) -> Result<(), Refusal> {
        if matches!(info, Info::Rule(_) | Info::Game(_) | Info::RulesFile(_) | Info::Flag { .. } | Info::LineLength(_))
        {
            self.game.take();
        }
        match info {
            Info::Rule(number) => {
                // Bit 2 is the continuous game, which concerns the manager only.
                let rule = if *number == 2 && self.yixin { 4 } else { *number & !2 };
                self.rules = Rules::gomocup(rule).ok_or_else(|| UnknownRules(number.to_string()));
            }
            Info::Game(name) => return self.set_game(name),
            Info::RulesFile(text) => return self.set_rules_file(text),
            Info::Flag { name, value } => {
                if let Ok(rules) = &mut self.rules {
                    rules.set_flag(name, value).map_err(|error| Refusal::Setting(error.to_string()))?;
                }
            }
            Info::LineLength(length) => self.line_length = (*length > 0).then_some(*length),
            Info::Captured(captured) => self.captured = *captured,
            _ => {}
        }
        Ok(())
    }

    fn set_game(&mut self, name: &str) -> Result<(), Refusal> {
        let rules = Rules::named(name);
        let refused = rules.as_ref().err().map(|error| Refusal::Setting(error.to_string()));
        self.rules = rules.map_err(|error| match error.meant() {
            Some(meant) => UnknownRules(format!("{name}, did you mean {meant}?")),
            None => UnknownRules(name.to_owned()),
        });
        refused.map_or(Ok(()), Err)
    }

    fn set_rules_file(&mut self, text: &str) -> Result<(), Refusal> {
        let rules = match self.rules_paths && !text.starts_with('{') {
            true => variants::read(Path::new(text)),
            false => variants::parse(text),
        };
        let refused = rules.as_ref().err().map(|error| Refusal::Setting(format!("rules_file: {error}")));
        self.rules = rules.map_err(|_| UnknownRules("of rules_file".to_owned()));
        refused.map_or(Ok(()), Err)
    }

    /// The name of the user-defined game.
    pub(crate) fn own_game(&self) -> Option<&'static str> {
        self.rules.as_ref().ok().filter(|rules| rules.base.is_some()).map(|rules| rules.name)
    }

    /// The game of the chosen rules and sides.
    pub(crate) fn game(&self) -> Result<&'static Game, Refusal> {
        match self.game.get() {
            Some(game) => Ok(game),
            None => self.look_up().map(|game| *self.game.get_or_init(|| game)),
        }
    }

    fn look_up(&self) -> Result<&'static Game, Refusal> {
        let (width, height) = self.sides.ok_or(Refusal::NotStarted)?;
        let rules = self.rules.clone().map_err(|UnknownRules(name)| Refusal::Rules(name))?;
        if !rules.hexagonal() {
            return Game::with_sides(rules, width, height, None).map_err(Refusal::Game);
        }
        if width != height || width % 2 == 0 {
            return Err(Refusal::Box { game: rules.name });
        }
        Game::new(rules, Some(width.div_ceil(2)), self.line_length).map_err(Refusal::Game)
    }
}
