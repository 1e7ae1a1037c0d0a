//! What the runner and an engine said to each other, line by line.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use engine::notation::shorten;
use flate2::Compression;
use flate2::write::GzEncoder;
use records::files;

/// The lines that are kept of a game unless all are.
const LAST: usize = 20;

/// Who said a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    Runner,
    Engine,
}

impl By {
    const fn mark(self) -> char {
        match self {
            Self::Runner => '>',
            Self::Engine => '<',
        }
    }
}

/// A line, who said it, and when.
type Said = (Instant, By, String);

/// The lines between the runner and one engine in one game.
#[derive(Default, Debug)]
pub(crate) struct Dialogue {
    lines: VecDeque<Said>,
    /// Whether all lines are kept, and not only the last.
    pub(crate) whole: bool,
}

impl Dialogue {
    pub(crate) fn add(&mut self, by: By, text: &str, at: Instant) {
        for line in text.lines() {
            if !self.whole && self.lines.len() == LAST {
                self.lines.pop_front();
            }
            self.lines.push_back((at, by, line.to_owned()));
        }
    }

    /// A new game begins.
    pub(crate) fn clear(&mut self) {
        self.lines.clear();
    }

    /// The last lines as the journal has them.
    pub(crate) fn last(&self) -> Vec<String> {
        let lines = self.lines.iter().skip(self.lines.len().saturating_sub(LAST));
        lines.map(|(_, by, text)| format!("{} {}", by.mark(), shorten(text))).collect()
    }
}

/// Writes what was said in a game, a line each with the milliseconds since the first, compressed, into a file of its own.
///
/// # Errors
/// It cannot be written.
pub(crate) fn write(
    folder: &Path,
    game: usize,
    names: [&str; 2],
    dialogues: [&Dialogue; 2],
) -> Result<(), records::Error> {
    let path = fresh(folder, game);
    files::replace(&path, |file| compress(names, dialogues, file))
}

fn compress(names: [&str; 2], dialogues: [&Dialogue; 2], file: &mut impl Write) -> io::Result<()> {
    let mut lines: Vec<(usize, &Said)> =
        (0..2).flat_map(|seat| dialogues[seat].lines.iter().map(move |said| (seat, said))).collect();
    // A stable order, for what was said in one go has one time.
    lines.sort_by_key(|(_, (at, ..))| *at);
    let first = lines.first().map(|(_, (at, ..))| *at);
    let mut encoder = GzEncoder::new(file, Compression::default());
    for (seat, (at, by, text)) in &lines {
        let ms = first.map(|first| at.saturating_duration_since(first).as_micros() as f64 / 1000.0);
        writeln!(encoder, "{:.3} {} {} {text}", ms.unwrap_or_default(), names[*seat], by.mark())?;
    }
    encoder.try_finish()
}

/// The path of a new file: a game that is played again leaves the old one.
fn fresh(folder: &Path, game: usize) -> PathBuf {
    let mut path = folder.join(format!("game-{game:06}.txt.gz"));
    for attempt in 2.. {
        if fs::symlink_metadata(&path).is_err() {
            break;
        }
        path = folder.join(format!("game-{game:06}-{attempt}.txt.gz"));
    }
    path
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn the_last_lines_are_kept_or_all() {
        let mut dialogue = Dialogue::default();
        (0..30).for_each(|number| dialogue.add(By::Runner, &format!("INFO a {number}\nTURN 7,7"), Instant::now()));
        assert_eq!((dialogue.lines.len(), dialogue.last().len()), (LAST, LAST));
        assert_eq!(dialogue.last()[LAST - 1], "> TURN 7,7");
        dialogue.whole = true;
        dialogue.add(By::Engine, "8,8", Instant::now());
        assert_eq!((dialogue.lines.len(), dialogue.last().len()), (LAST + 1, LAST));
    }

    #[test]
    fn a_game_has_a_file_for_each_attempt() {
        let folder = std::env::temp_dir().join(format!("ninuki-dialogue-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (mut one, mut other) = (Dialogue::default(), Dialogue::default());
        let now = Instant::now();
        one.add(By::Runner, "BEGIN", now);
        other.add(By::Runner, "TURN 7,7", now + std::time::Duration::from_millis(5));
        one.add(By::Engine, "7,7", now + std::time::Duration::from_micros(2500));
        for name in ["game-000003.txt.gz", "game-000003-2.txt.gz"] {
            write(&folder, 3, ["A", "B"], [&one, &other]).expect("written");
            let mut text = String::new();
            let file = fs::File::open(folder.join(name)).expect("a file");
            GzDecoder::new(file).read_to_string(&mut text).expect("text");
            assert_eq!(text, "0.000 A > BEGIN\n2.500 A < 7,7\n5.000 B > TURN 7,7\n");
        }
        fs::remove_dir_all(&folder).expect("removed");
    }
}
