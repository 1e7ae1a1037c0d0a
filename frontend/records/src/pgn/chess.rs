//! Moves of chess, whose games are refused.

/// Whether a word is a move of chess and can be no point: `Nf3`, `exd5`, `O-O`, `e8=Q`, `Qh5+`.
pub(super) fn is_chess(word: &str) -> bool {
    let plain = word.trim_end_matches(['+', '#', '!', '?']);
    if plain.starts_with("O-O") {
        return true;
    }
    let (plain, promotes) = plain.split_once('=').map_or((plain, false), |(square, _)| (square, true));
    let [before @ .., b'a'..=b'h', b'1'..=b'8'] = plain.as_bytes() else { return false };
    let piece = matches!(before.first(), Some(b'K' | b'Q' | b'R' | b'B' | b'N'));
    let rest = if piece { &before[1..] } else { before };
    rest.len() <= 3
        && rest.iter().all(|byte| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x'))
        && (piece || promotes || rest.ends_with(b"x"))
}
