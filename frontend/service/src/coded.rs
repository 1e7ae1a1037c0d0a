//! Errors and remarks in answers, for programs.

use records::{Damage, Refused, Remark, RemarkKind};
#[cfg(feature = "packed")]
use search::proof::PackedError;
use search::proof::{CheckError, Flaw, FormatError};
use serde::Serialize;

use crate::code::Code;
use crate::problem::{Problem, Values};

/// An error or a remark of an answer for programs, beside its text in English.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Coded {
    code: Code,
    /// Values by name, as the code has them.
    #[serde(skip_serializing_if = "Values::is_empty")]
    values: Values,
}

impl From<Problem> for Coded {
    fn from(problem: Problem) -> Self {
        Self { code: problem.code, values: problem.values }
    }
}

impl Code {
    /// The code without a text.
    fn alone(self) -> Problem {
        self.says("")
    }
}

/// Adds the line, where there is one.
fn on(line: Option<usize>, problem: Problem) -> Coded {
    let problem = match line {
        Some(line) => problem.with("line", line),
        None => problem,
    };
    problem.into()
}

impl From<&Remark> for Coded {
    fn from(remark: &Remark) -> Self {
        let problem = match &remark.kind {
            RemarkKind::Encoding(name) => Code::EncodingGuessed.alone().with("encoding", *name),
            RemarkKind::NotEncoding(name) => Code::EncodingContradicted.alone().with("encoding", *name),
            RemarkKind::Rules(name) => Code::RulesGuessed.alone().with("rules", *name),
            RemarkKind::Pass(color) => Code::PassAdded.alone().with("side", color.symbol().to_string().as_str()),
            RemarkKind::WhiteBegins => Code::ColoursExchanged.alone(),
            RemarkKind::Result(said) => Code::ResultContradicted.alone().with("result", said.as_str()),
            _ => Code::Remark.alone(),
        };
        on(remark.line, problem)
    }
}

impl From<&Damage> for Coded {
    fn from(damage: &Damage) -> Self {
        on(damage.line, Code::Damaged.alone())
    }
}

impl From<&Refused> for Coded {
    fn from(refused: &Refused) -> Self {
        let problem = Code::IllegalRecord.alone().with("ply", refused.ply);
        let problem = refused.mv.as_deref().map_or(problem.clone(), |mv| problem.with("move", mv));
        on(refused.line, problem)
    }
}

impl From<&FormatError> for Coded {
    fn from(error: &FormatError) -> Self {
        on(Some(error.line), Code::CertificateText.alone())
    }
}

#[cfg(feature = "packed")]
impl From<&PackedError> for Coded {
    fn from(_: &PackedError) -> Self {
        Code::CertificateDamaged.alone().into()
    }
}

impl From<&CheckError> for Coded {
    fn from(error: &CheckError) -> Self {
        let problem = match error {
            CheckError::Flaw(Flaw { step: None, .. }) => Code::CertificateStart.alone(),
            CheckError::Flaw(Flaw { step: Some(step), moves, .. }) => {
                let problem = Code::CertificateStep.alone().with("moves", moves.as_str());
                problem.with("step", step.to_string().as_str())
            }
            CheckError::Stopped { by, positions } => {
                Code::CertificateUnchecked.alone().with("ended", by.name()).with("positions", *positions)
            }
        };
        problem.into()
    }
}
