//! Errors as a code, values and a text.

use std::collections::BTreeMap;

use analysis::LevelError;
use engine::notation::{MoveError, PositionError};
use engine::rules::RulesError;
use engine::{GameError, IllegalMove, SetUpError};
use openings::OpeningError;
use records::{CapacityError, ChoiceError, Exceeded, Refused, Unreadable, as_fields};
use serde::Serialize;

use crate::code::Code;
use crate::limit::Limit;

/// A value of an error.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum Value {
    Number(u64),
    Text(String),
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.chars().take(LONGEST).collect())
    }
}

/// The most characters of a value.
const LONGEST: usize = 400;

/// Values of an error by name.
pub(crate) type Values = BTreeMap<&'static str, Value>;

/// An error: a code with its values, and the same in English.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) code: Code,
    pub(crate) values: Values,
    pub(crate) text: String,
    /// The limit that was exceeded, if one was.
    pub(crate) limit: Option<Limit>,
}

impl Problem {
    /// Adds a value.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.values.insert(name, value.into());
        self
    }

    /// Sets the limit, whose size is the value `most`.
    pub(crate) fn limited(self, limit: Limit) -> Self {
        let problem = Self { limit: Some(limit), ..self };
        match limit.most {
            Some(most) => problem.with("most", most),
            None => problem,
        }
    }
}

impl Code {
    /// The problem with this code and text.
    pub(crate) fn says(self, text: impl ToString) -> Problem {
        Problem { code: self, values: Values::new(), text: text.to_string(), limit: None }
    }
}

impl From<Exceeded> for Problem {
    fn from(exceeded: Exceeded) -> Self {
        let code = match exceeded {
            Exceeded::Stopped => Code::Terminated,
            Exceeded::Time(_) => Code::Time,
            Exceeded::Memory(_) => Code::Memory,
            Exceeded::Output(_) => Code::Output,
            Exceeded::Games(_) => Code::Games,
        };
        code.says(exceeded).limited(exceeded.into())
    }
}

impl From<IllegalMove> for Problem {
    fn from(error: IllegalMove) -> Self {
        let problem = illegal(error).says(error);
        match error {
            IllegalMove::TooFar(distance) => problem.with("distance", distance),
            IllegalMove::TooNear(distance) => problem.with("side", 2 * distance - 1),
            _ => problem,
        }
    }
}

const fn illegal(error: IllegalMove) -> Code {
    match error {
        IllegalMove::GameOver => Code::GameOver,
        IllegalMove::Occupied => Code::Occupied,
        IllegalMove::OutsideBoard => Code::OutsideBoard,
        IllegalMove::NotCentre => Code::NotCentre,
        IllegalMove::TooFar(_) => Code::TooFar,
        IllegalMove::TooNear(_) => Code::TooNear,
        IllegalMove::OnAxis => Code::OnAxis,
        IllegalMove::DoubleThree => Code::DoubleThree,
        IllegalMove::DoubleFour => Code::DoubleFour,
        IllegalMove::Overline => Code::Overline,
        IllegalMove::Suicide => Code::Suicide,
        IllegalMove::NoSwap => Code::NoSwap,
        IllegalMove::NoPass => Code::NoPass,
    }
}

impl From<MoveError> for Problem {
    fn from(error: MoveError) -> Self {
        Code::NoMove.says(error)
    }
}

impl From<PositionError> for Problem {
    fn from(error: PositionError) -> Self {
        Code::Position.says(error)
    }
}

impl From<SetUpError> for Problem {
    fn from(error: SetUpError) -> Self {
        Code::SetUp.says(error)
    }
}

impl From<GameError> for Problem {
    fn from(error: GameError) -> Self {
        match error {
            GameError::Size { width, height, game, .. } => {
                Code::BoardSize.says(error).with("game", game).with("width", width).with("height", height)
            }
            GameError::Length { length, game, .. } => {
                Code::LineLength.says(error).with("game", game).with("length", length)
            }
            GameError::TooMany { .. } => Code::TooManyGames.says(error),
        }
    }
}

impl From<RulesError> for Problem {
    fn from(error: RulesError) -> Self {
        match &error {
            RulesError::UnknownGame(name) => Code::UnknownGame.says(&error).with("name", name.as_str()),
            RulesError::UnknownFlag(name) => Code::UnknownFlag.says(&error).with("name", name.as_str()),
            RulesError::FlagValue { flag, value, .. } => {
                Code::FlagValue.says(&error).with("flag", *flag).with("value", value.as_str())
            }
            RulesError::FlagWithoutUse { flag, game } => {
                Code::FlagUnused.says(&error).with("flag", *flag).with("game", game.as_str())
            }
            _ => Code::Rules.says(error),
        }
    }
}

impl From<variants::Error> for Problem {
    fn from(error: variants::Error) -> Self {
        match error {
            variants::Error::Text { line, column, .. } => {
                Code::RulesText.says(error).with("line", line).with("column", column)
            }
            variants::Error::File(_) => Code::RulesText.says(error),
        }
    }
}

impl From<ChoiceError> for Problem {
    fn from(error: ChoiceError) -> Self {
        let code = match error {
            ChoiceError::Unnamed(ref games) => {
                let problem = Code::UnnamedGame.says(as_fields(&error.to_string()));
                return problem.with("games", games.join(", ").as_str());
            }
            ChoiceError::Position(_) => Code::Position,
            _ => Code::Rules,
        };
        code.says(error)
    }
}

impl From<records::Error> for Problem {
    fn from(error: records::Error) -> Self {
        match error {
            records::Error::Choice(error) => error.into(),
            _ => Code::Unreadable.says(error),
        }
    }
}

impl From<Unreadable> for Problem {
    fn from(error: Unreadable) -> Self {
        let problem = match error.possible_games() {
            Some(games) => Code::UnnamedGame.says("").with("games", games),
            None => Code::Unreadable.says(""),
        };
        Problem { text: as_fields(&error.to_string()), ..problem.with("line", error.line) }
    }
}

impl From<Refused> for Problem {
    fn from(error: Refused) -> Self {
        Code::IllegalRecord.says(&error).with("ply", error.ply)
    }
}

impl From<CapacityError> for Problem {
    fn from(error: CapacityError) -> Self {
        let (code, format) = match error {
            CapacityError::Hexagon { format, game, .. } => {
                return Code::FormatHexagon.says(error).with("format", format).with("game", game);
            }
            CapacityError::Board { format, width, height, .. } => {
                let problem = Code::FormatBoard.says(error).with("format", format);
                return problem.with("width", width).with("height", height);
            }
            CapacityError::SetUp(format) => (Code::FormatSetUp, format),
            CapacityError::Swap(format) => (Code::FormatSwap, format),
            CapacityError::Pass(format) => (Code::FormatPass, format),
            CapacityError::Variations(format) => (Code::FormatVariations, format),
            CapacityError::Comments(format) | CapacityError::MoveComments(format) => (Code::FormatComments, format),
            CapacityError::NoMoves(format) => (Code::FormatNoMoves, format),
            _ => return Code::FormatOther.says(error),
        };
        code.says(error).with("format", format)
    }
}

impl From<OpeningError> for Problem {
    fn from(error: OpeningError) -> Self {
        match &error {
            OpeningError::Unknown(_) => Code::UnknownOpening.says(error),
            OpeningError::Board => Code::OpeningBoard.says(error),
            OpeningError::Clash { rule, game, within, beyond } => {
                let problem = Code::OpeningClash.says(&error).with("rule", rule.as_str()).with("game", *game);
                problem.with("within", *within).with("beyond", *beyond)
            }
            OpeningError::Over => Code::OpeningOver.says(error),
            OpeningError::Answer { text, allowed } => {
                Code::OpeningAnswer.says(&error).with("text", text.as_str()).with("allowed", allowed.as_str())
            }
            OpeningError::Point(point) => point.clone().into(),
            OpeningError::Refused(_) => Code::OpeningRefused.says(error),
        }
    }
}

impl From<LevelError> for Problem {
    fn from(error: LevelError) -> Self {
        Code::Level.says(error).with("least", 1_u64).with("most", 10_u64)
    }
}
