//! Outcomes and illegal moves in words.

use engine::rules::Capture;
use engine::{Color, Game, IllegalMove, Outcome, Reason};

/// Describes an outcome: winner and reason, with colours named by `name`.
pub(super) fn outcome_text(game: &Game, outcome: Outcome, name: impl Fn(Color) -> String) -> String {
    let Some(winner) = outcome.winner else {
        let why = match outcome.reason {
            Reason::FifthCaptureLeavesFive => "the winning capture left a five".to_owned(),
            Reason::FiveForBoth => "one stone made a five for both".to_owned(),
            Reason::FullBoard => "the board is full".to_owned(),
            Reason::NoLegalMove => "there is no legal move".to_owned(),
            Reason::Repetition => "the position came up for the third time".to_owned(),
            reason => reason.to_string(),
        };
        return format!("draw: {why}");
    };
    let loser = name(!winner);
    let why = match outcome.reason {
        Reason::Five => "five in a row".to_owned(),
        Reason::UnbrokenFive => format!("{loser} did not break the five"),
        Reason::FiveLeftByCapture => format!("the capture of {loser} left a five"),
        Reason::Captures => match game.rules().capture {
            Capture::Flank { target: Some(target), .. } => format!("{target} stones or more are captured"),
            _ => "by captures".to_owned(),
        },
        Reason::Line => format!("{} in a row", game.length()),
        Reason::Foul => format!("{loser} made a forbidden move"),
        Reason::Resigned => format!("{loser} resigned"),
        Reason::Time => format!("{loser} ran out of time"),
        reason => reason.to_string(),
    };
    format!("{} wins: {why}", name(winner))
}

/// Describes the rule that forbids a move.
pub(super) fn refused(game: &Game, error: IllegalMove) -> String {
    let length = game.length();
    let rule = match error {
        IllegalMove::DoubleThree => "forbidden, a double three: one stone may not make two open threes",
        IllegalMove::DoubleFour => "forbidden, a double four: one stone may not make two fours",
        IllegalMove::Overline => return format!("forbidden, an overline: more than {length} in a row"),
        IllegalMove::Suicide => "forbidden, suicide: the group of the stone would have no empty point next to it",
        error => return error.to_string(),
    };
    rule.to_owned()
}
