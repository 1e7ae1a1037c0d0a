//! Themes of puzzles, each decided by the position and the proof.

use std::fmt;
use std::str::FromStr;

use engine::notation::shorten;
use engine::{AnyRecord, Game, IllegalMove, Move, Reason};
use search::proof::{Certificate, Step};

use crate::Kind;
use crate::line::{Line, wins};

/// A theme. All but the first three are decided on the longest line of the proof.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Theme {
    /// Every move of the proof threatens to win at once.
    Vcf,
    /// Some move of the proof threatens a VCF only.
    Vct,
    /// The solution is the only move that does not lose.
    Defence,
    /// The line ends by captures.
    CaptureWin,
    /// The line ends by captures, and the winner lacks two captures at most.
    CaptureEndgame,
    /// A five stands that a capture breaks.
    BrokenFive,
    /// A forbidden point keeps the defender from stopping a win.
    ForbiddenTrap,
    /// The attacker captures, on a hexagon.
    HexagonCapture,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 8] = [
        Self::Vcf,
        Self::Vct,
        Self::Defence,
        Self::CaptureWin,
        Self::CaptureEndgame,
        Self::BrokenFive,
        Self::ForbiddenTrap,
        Self::HexagonCapture,
    ];

    /// The name in files and options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vcf => "vcf",
            Self::Vct => "vct",
            Self::Defence => "defence",
            Self::CaptureWin => "capture-win",
            Self::CaptureEndgame => "capture-endgame",
            Self::BrokenFive => "broken-five",
            Self::ForbiddenTrap => "forbidden-trap",
            Self::HexagonCapture => "hexagon-capture",
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is no theme.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThemeError(String);

impl fmt::Display for ThemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Theme::ALL.map(Theme::name).join(", ");
        write!(f, "\"{}\" is no theme, allowed are {names}", self.0)
    }
}

impl std::error::Error for ThemeError {}

impl FromStr for Theme {
    type Err = ThemeError;

    fn from_str(text: &str) -> Result<Self, ThemeError> {
        Self::ALL.into_iter().find(|theme| theme.name() == text).ok_or_else(|| ThemeError(shorten(text)))
    }
}

/// The themes of a puzzle with this proof, in the order of [`Theme::ALL`].
pub(crate) fn themes(kind: Kind, certificate: &Certificate) -> Vec<Theme> {
    let steps = certificate.strategy.steps();
    let is_win = |id: &u32| matches!(steps.get(*id as usize), Some(Step::Win(_)));
    let fours = steps.iter().all(|step| match step {
        Step::Win(_) => true,
        Step::Attack { otherwise, .. } => is_win(otherwise),
    });
    let mut themes = Vec::new();
    if kind == Kind::OnlyMove {
        themes.push(Theme::Defence);
    } else {
        themes.push(if fours { Theme::Vcf } else { Theme::Vct });
        themes.extend(of_line(certificate));
    }
    themes.sort_unstable();
    themes.dedup();
    themes
}

/// The themes of the longest line.
fn of_line(certificate: &Certificate) -> Vec<Theme> {
    let mut themes = Vec::new();
    let Some(mut line) = Line::new(certificate) else { return themes };
    let game = certificate.game;
    let attacker = certificate.setup.to_move;
    let lacks = game.rules().target().map(|target| target.saturating_sub(line.record.captured(attacker)));
    let mut broken = line.record.pending_five();
    while let Some(at) = line.attack() {
        let Some(captured) = line.play(at) else { break };
        if game.rules().hexagonal() && !captured.is_empty() {
            themes.push(Theme::HexagonCapture);
        }
        if is_trap(&line, game) {
            themes.push(Theme::ForbiddenTrap);
        }
        let pending = line.record.pending_five();
        let Some(reply) = line.defence() else { break };
        if line.reply(reply).is_none() {
            break;
        }
        broken |= pending && line.record.outcome().is_none();
        broken |= line.record.pending_five();
    }
    if broken {
        themes.push(Theme::BrokenFive);
    }
    if line.record.outcome().is_some_and(|outcome| outcome.reason == Reason::Captures) {
        themes.push(Theme::CaptureWin);
        if lacks.is_some_and(|lacks| usize::from(lacks) <= 2 * largest_capture(game)) {
            themes.push(Theme::CaptureEndgame);
        }
    }
    themes
}

/// Stones of the largest row that is captured.
fn largest_capture(game: &Game) -> usize {
    match game.rules().capture {
        engine::rules::Capture::Flank { longest, .. } => longest,
        _ => 1,
    }
}

/// Whether the defender may not place a stone, for the pattern that it would make, where the attacker wins next.
fn is_trap(line: &Line, game: &Game) -> bool {
    use IllegalMove::{DoubleFour, DoubleThree, Overline};
    let rules = game.rules();
    if (!rules.fouls && rules.ban.is_none()) || line.record.outcome().is_some() {
        return false;
    }
    let record: &dyn AnyRecord = line.record.as_ref();
    let forbidden = game.grid().points().filter(|&point| {
        record.is_empty(point) && matches!(record.check(point), Err(DoubleFour | DoubleThree | Overline))
    });
    forbidden.into_iter().any(|point| {
        // Any other reply, so that it is the attacker's turn.
        let Some(reply) = record.legal().into_iter().find(|&reply| reply != point) else { return false };
        let mut next = record.copy();
        next.play(Move::Place(reply)).is_ok() && next.outcome().is_none() && wins(next.as_ref(), point)
    })
}
