//! Results, as `RE` and words in the place of moves give them.

use engine::Color;

use crate::{Claim, Entry, How, Remark, RemarkKind};

/// A result: `B+R`, `W`, `Black wins by resignation`; `None` from a text that is none, as `?` and `Void` are.
pub(crate) fn claim(text: &str) -> Option<Claim> {
    let text = text.trim().to_ascii_lowercase();
    if matches!(text.as_str(), "draw" | "0" | "agreed" | "jigo" | "tie") {
        return Some(Claim { winner: None, how: How::Unsaid });
    }
    let (winner, how) = match text.split_once('+') {
        Some((winner, how)) => (winner.trim_end(), code(how.trim())),
        None => sentence(&text)?,
    };
    let winner = match winner {
        "b" | "black" => Color::Black,
        "w" | "white" => Color::White,
        _ => return None,
    };
    Some(Claim { winner: Some(winner), how })
}

/// The reason after the `+`.
fn code(how: &str) -> How {
    match how {
        "r" | "resign" => How::Resigned,
        "t" | "time" => How::Time,
        "f" | "forfeit" => How::Forfeit,
        "5" | "five" => How::Five,
        "captures" => How::Captures,
        _ => How::Unsaid,
    }
}

/// `w`, `black`, `white won on time`: the winner, and what he won by.
fn sentence(text: &str) -> Option<(&str, How)> {
    let (winner, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    if !rest.is_empty() && !["wins", "won", "win"].contains(&rest.split(|char: char| !char.is_alphabetic()).next()?) {
        return None;
    }
    let words = [("resign", How::Resigned), ("time", How::Time), ("forfeit", How::Forfeit)];
    let how = words.into_iter().find(|(word, _)| rest.contains(word)).map_or(How::Unsaid, |(_, how)| how);
    Some((winner, how))
}

/// Takes the result that a word in the place of a move gives. A header that names another winner is reported.
pub(super) fn end(entry: &mut Entry, ended: Claim) {
    match entry.result {
        Some(claim) if claim.winner != ended.winner => {
            let text = format!("RE is {}, but the moves end with {ended}", entry.result_text);
            let kind = RemarkKind::Result(entry.result_text.clone());
            entry.remarks.push(Remark { line: entry.line, text, kind });
        }
        Some(claim) if claim.how != How::Unsaid => return,
        _ => {}
    }
    entry.result = Some(ended);
}

/// The result as it is to be written: as the record had it, unless it is known otherwise or more exactly.
pub(crate) fn written(entry: &Entry) -> String {
    let said = claim(&entry.result_text);
    if !entry.result_text.is_empty() && (said.is_none() || said == entry.result) {
        return entry.result_text.clone();
    }
    entry.result.map(|claim| claim.to_string()).unwrap_or_default()
}
