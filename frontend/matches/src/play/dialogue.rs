//! Dialogue of the runner and an engine, line by line.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use engine::notation::shorten;
use flate2::Compression;
use flate2::write::GzEncoder;
use records::files;

/// Number of lines kept, unless all are.
const LAST: usize = 20;

/// Sender of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sender {
    Runner,
    Engine,
}

impl Sender {
    const fn mark(self) -> char {
        match self {
            Self::Runner => '>',
            Self::Engine => '<',
        }
    }
}

/// Time, sender and text of a line.
type Entry = (Instant, Sender, String);

/// Lines between the runner and an engine in a game.
#[derive(Default, Debug)]
pub(super) struct Dialogue {
    lines: VecDeque<Entry>,
    /// Whether all lines are kept, instead of the last.
    whole: bool,
}

impl Dialogue {
    /// Returns an empty dialogue; with `whole` it keeps all lines.
    pub(super) const fn new(whole: bool) -> Self {
        Self { lines: VecDeque::new(), whole }
    }

    /// Adds lines sent or received at a time.
    pub(super) fn add(&mut self, by: Sender, text: &str, at: Instant) {
        for line in text.lines() {
            if !self.whole && self.lines.len() == LAST {
                self.lines.pop_front();
            }
            self.lines.push_back((at, by, line.to_owned()));
        }
    }

    /// Removes all lines.
    pub(super) fn clear(&mut self) {
        self.lines.clear();
    }

    /// Returns the last lines as the journal holds them.
    pub(super) fn last(&self) -> Vec<String> {
        let lines = self.lines.iter().skip(self.lines.len().saturating_sub(LAST));
        lines.map(|(_, by, text)| format!("{} {}", by.mark(), shorten(text))).collect()
    }
}

/// Writes the dialogues of a game into a new compressed file. Each line begins with the milliseconds since the first.
///
/// # Errors
/// The file cannot be written.
pub(super) fn write(
    folder: &Path,
    game: usize,
    names: [&str; 2],
    dialogues: [&Dialogue; 2],
) -> Result<(), records::Error> {
    let path = fresh(folder, game);
    files::replace(&path, |file| compress(names, dialogues, file))
}

fn compress(names: [&str; 2], dialogues: [&Dialogue; 2], file: &mut impl Write) -> io::Result<()> {
    let mut lines: Vec<(usize, &Entry)> =
        (0..2).flat_map(|seat| dialogues[seat].lines.iter().map(move |entry| (seat, entry))).collect();
    // The sort is stable because lines sent together have the same time.
    lines.sort_by_key(|(_, (at, ..))| *at);
    let first = lines.first().map(|(_, (at, ..))| *at);
    let mut encoder = GzEncoder::new(file, Compression::default());
    for (seat, (at, by, text)) in &lines {
        let ms = first.map(|first| at.saturating_duration_since(first).as_micros() as f64 / 1000.0);
        writeln!(encoder, "{:.3} {} {} {text}", ms.unwrap_or_default(), names[*seat], by.mark())?;
    }
    encoder.try_finish()
}

/// Returns the path of a new file. A replayed game gets another one.
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
        (0..30).for_each(|number| dialogue.add(Sender::Runner, &format!("INFO a {number}\nTURN 7,7"), Instant::now()));
        assert_eq!((dialogue.lines.len(), dialogue.last().len()), (LAST, LAST));
        assert_eq!(dialogue.last()[LAST - 1], "> TURN 7,7");
        dialogue.whole = true;
        dialogue.add(Sender::Engine, "8,8", Instant::now());
        assert_eq!((dialogue.lines.len(), dialogue.last().len()), (LAST + 1, LAST));
    }

    #[test]
    fn a_game_has_a_file_for_each_attempt() {
        let folder = std::env::temp_dir().join(format!("ninuki-dialogue-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (mut one, mut other) = (Dialogue::default(), Dialogue::default());
        let now = Instant::now();
        one.add(Sender::Runner, "BEGIN", now);
        other.add(Sender::Runner, "TURN 7,7", now + std::time::Duration::from_millis(5));
        one.add(Sender::Engine, "7,7", now + std::time::Duration::from_micros(2500));
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
