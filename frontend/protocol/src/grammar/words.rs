//! Words of lines.

/// The end of a list.
pub(crate) const DONE: &str = "DONE";

/// Splits a line into its first word and the rest, both without surrounding blanks.
pub(crate) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches('\u{feff}').trim();
    let (word, rest) = text.split_once(|char: char| char.is_ascii_whitespace()).unwrap_or((text, ""));
    (word, rest.trim())
}

/// The words of a line; blanks around a comma separate no words.
pub(crate) fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for word in text.split_ascii_whitespace() {
        match tokens.last_mut() {
            Some(last) if last.ends_with(',') || word.starts_with(',') => *last += word,
            _ => tokens.push(word.to_owned()),
        }
    }
    tokens
}

/// Parses a decimal number of digits only.
pub(crate) fn decimal<T: std::str::FromStr>(text: &str) -> Option<T> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}
