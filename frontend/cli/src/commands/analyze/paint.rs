//! Text that may be coloured, on a terminal.
//!
//! Until the output is chosen, colours are marks in the text: characters for private use, without a width.

/// Colour of a part of a text. Words or numbers repeat its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ink {
    /// The best.
    Best,
    /// Another good one.
    Other,
    /// A proven win.
    Win,
    /// A proven loss.
    Loss,
    /// Of little interest.
    Faint,
}

const INKS: [Ink; 5] = [Ink::Best, Ink::Other, Ink::Win, Ink::Loss, Ink::Faint];

/// The first of the characters that stand for inks.
const FIRST: u32 = 0xE000;
/// Ends any ink.
const PLAIN: char = '\u{E0FF}';
/// The first of the characters that stand for one visible character in an ink: 256 for each.
const SIGNS: u32 = 0xE100;

impl Ink {
    /// Returns the escape sequence of this ink: those of the 256 colours nearest to the palette for colour-blind readers
    /// (Okabe and Ito, 2008).
    const fn sequence(self) -> &'static str {
        match self {
            Self::Best => "\x1b[1;30;48;5;214m",
            Self::Other => "\x1b[38;5;74m",
            Self::Win => "\x1b[1;38;5;36m",
            Self::Loss => "\x1b[38;5;166m",
            Self::Faint => "\x1b[2m",
        }
    }

    /// Text in this ink.
    pub(crate) fn on(self, text: &str) -> String {
        let mark = char::from_u32(FIRST + self as u32).expect("for private use");
        format!("{mark}{text}{PLAIN}")
    }

    /// A character that stands for `sign`, which is ASCII, in this ink.
    pub(crate) fn sign(self, sign: char) -> char {
        char::from_u32(SIGNS + 256 * self as u32 + u32::from(sign)).expect("for private use")
    }
}

/// Meaning of a character of a marked text.
enum Part {
    Begin(Ink),
    End,
    Sign(Ink, char),
    Plain(char),
}

fn part(char: char) -> Part {
    let code = u32::from(char);
    let ink = |index: u32| INKS.get(index as usize).copied();
    let sign = code.checked_sub(SIGNS).and_then(|code| Some((ink(code / 256)?, char::from_u32(code % 256)?)));
    match (code.checked_sub(FIRST).and_then(ink), sign) {
        (Some(ink), _) => Part::Begin(ink),
        (_, Some((ink, sign))) => Part::Sign(ink, sign),
        _ if char == PLAIN => Part::End,
        _ => Part::Plain(char),
    }
}

/// Returns the number of visible characters.
pub(crate) fn width(text: &str) -> usize {
    text.chars().filter(|&char| matches!(part(char), Part::Sign(..) | Part::Plain(_))).count()
}

/// Pads the text with blanks to at least `wide` characters.
pub(crate) fn padded(text: &str, wide: usize) -> String {
    format!("{text}{}", " ".repeat(wide.saturating_sub(width(text))))
}

/// Cuts the text to `wide` characters; dots mark the cut.
pub(crate) fn fitted(text: &str, wide: usize) -> String {
    if width(text) <= wide {
        return text.to_owned();
    }
    let (mut fitting, mut seen) = (String::new(), 0);
    for char in text.chars() {
        let visible = matches!(part(char), Part::Sign(..) | Part::Plain(_));
        if visible && seen + 2 >= wide {
            break;
        }
        seen += usize::from(visible);
        fitting.push(char);
    }
    fitting.push_str(&"..".chars().take(wide).collect::<String>());
    fitting.push(PLAIN);
    fitting
}

/// Returns the text with escape sequences for its marks, or without colours.
pub(crate) fn painted(text: &str, colours: bool) -> String {
    let mut written = String::new();
    for char in text.chars() {
        match part(char) {
            Part::Plain(char) => written.push(char),
            Part::Sign(ink, sign) if colours => {
                written.push_str(ink.sequence());
                written.push(sign);
                written.push_str("\x1b[0m");
            }
            Part::Sign(_, sign) => written.push(sign),
            Part::Begin(ink) if colours => written.push_str(ink.sequence()),
            Part::End if colours => written.push_str("\x1b[0m"),
            Part::Begin(_) | Part::End => {}
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_have_no_width_and_vanish_without_colours() {
        let text = format!("a{}{}", Ink::Win.on("bc"), Ink::Best.sign('1'));
        assert_eq!(width(&text), 4);
        assert_eq!(painted(&text, false), "abc1");
        assert_eq!(painted(&text, true), "a\x1b[1;38;5;36mbc\x1b[0m\x1b[1;30;48;5;214m1\x1b[0m");
        assert_eq!(painted(&fitted(&text, 3), false), "a..");
        assert_eq!(fitted(&text, 4), text);
        assert_eq!(width(&padded(&text, 6)), 6);
    }
}
