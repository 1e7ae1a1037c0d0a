//! Faults of engines.

use engine::notation::shorten;

use crate::code::Code;
use crate::problem::Problem;

/// Why an engine made no move. Its process is ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// The program does not start.
    Start(String),
    /// It does not play the game.
    Game(&'static str),
    /// It has ended, with its last words.
    Ended(String),
    /// There was no answer within this many milliseconds.
    Late(u64),
    /// The answer is no move.
    Answer(String),
    /// The move is illegal.
    Illegal(String),
    /// It uses more than this many bytes of memory.
    Memory(u64),
    /// The question was withdrawn.
    Stopped,
}

impl Fault {
    /// The error of the engine with this name.
    pub(crate) fn of(self, name: &str) -> Problem {
        let problem = match self {
            Self::Start(why) => Code::EngineStart.says(format!("{name} does not start: {why}")).with("detail", &*why),
            Self::Game(game) => Code::EngineGame.says(format!("{name} does not play {game}")).with("game", game),
            Self::Ended(why) => Code::EngineEnded.says(format!("{name} has ended: {why}")).with("detail", &*why),
            Self::Late(most) => {
                Code::EngineLate.says(format!("{name} did not answer within {most} ms")).with("most", most)
            }
            Self::Answer(text) => {
                let text = shorten(&text);
                Code::EngineAnswer.says(format!("{name} answers \"{text}\", which is no move")).with("text", &*text)
            }
            Self::Illegal(mv) => {
                Code::EngineIllegal.says(format!("{name} plays {mv}, which is illegal")).with("text", &*mv)
            }
            Self::Memory(most) => {
                Code::EngineMemory.says(format!("{name} uses more than {most} bytes of memory")).with("most", most)
            }
            Self::Stopped => Code::Terminated.says("terminated while the engine was thinking"),
        };
        problem.with("name", name)
    }
}
