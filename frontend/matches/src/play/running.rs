//! Games in progress: a file beside the journal, for programs that show them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};

use crate::journal::search_info::SearchInfo;

/// A game in progress.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct RunningGame {
    /// Number in the schedule, from 0.
    pub game: usize,
    /// Names of the engines that began as Black and White.
    pub players: [String; 2],
    /// Whether the players exchanged colours.
    pub swapped: bool,
    /// Initial position, if not the empty board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// All moves so far, opening included.
    pub moves: Vec<String>,
    /// Player whose turn it is, an index into `players`.
    pub turn: usize,
    /// Milliseconds on the clock of each player at the begin of the turn; null without a limit for the game.
    pub left: [Option<u64>; 2],
    /// Search information of the last move of each player.
    pub last: [Option<SearchInfo>; 2],
    /// Begin of the turn, in milliseconds since 1970.
    pub since: u64,
}

/// Games in progress, as they are written.
#[derive(Default, Debug, Serialize, Deserialize)]
#[serde(default)]
struct Content {
    /// Time of writing, in milliseconds since 1970.
    at: u64,
    games: Vec<RunningGame>,
}

/// Least time between two versions of the file.
const INTERVAL: Duration = Duration::from_millis(500);

/// Longest time between two versions of the file.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// Largest share of the time that writing may take, as a divisor.
const SHARE: u32 = 50;

/// Age from which a file is that of a tournament that was killed.
const STALE: Duration = Duration::from_secs(20);

/// Most games in a file.
const MOST_GAMES: usize = 64;

/// Longest file that is read, in bytes.
const LONGEST: u64 = 8 << 20;

/// Games in progress, by the numbers of the threads that play them.
#[derive(Debug, Default)]
pub(crate) struct Running(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    games: BTreeMap<usize, RunningGame>,
    /// Whether a game changed since the file was written.
    changed: bool,
}

impl Running {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a game of a thread.
    pub(super) fn begin(&self, slot: usize, game: RunningGame) {
        let mut state = self.state();
        state.games.insert(slot, game);
        state.changed = true;
    }

    /// Changes the game of a thread.
    pub(super) fn change(&self, slot: usize, change: impl FnOnce(&mut RunningGame)) {
        let mut state = self.state();
        if let Some(game) = state.games.get_mut(&slot) {
            change(game);
            state.changed = true;
        }
    }

    /// Ends the game of a thread.
    pub(super) fn end(&self, slot: usize) {
        let mut state = self.state();
        state.changed |= state.games.remove(&slot).is_some();
    }

    /// Writes the file of a journal again and again, until the sender is gone, and removes it then. Nothing depends on the file:
    /// errors are ignored.
    pub(crate) fn write(&self, journal: &Path, ended: &Receiver<()>) {
        let path = path_of(journal);
        let (mut pause, mut written) = (INTERVAL, None::<Instant>);
        while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
            let games = {
                let mut state = self.state();
                let is_due = state.changed || written.is_none_or(|written| written.elapsed() >= HEARTBEAT);
                if !is_due {
                    continue;
                }
                state.changed = false;
                state.games.values().take(MOST_GAMES).cloned().collect()
            };
            let began = Instant::now();
            let _ = replace(&path, &Content { at: now(), games });
            written = Some(began);
            pause = INTERVAL.max(SHARE * began.elapsed());
        }
        let _ = fs::remove_file(&path);
    }
}

/// The file of the games in progress of a journal.
fn path_of(journal: &Path) -> PathBuf {
    let mut name = journal.as_os_str().to_owned();
    name.push(".running");
    name.into()
}

/// Replaces the file at once, without a sync: it describes a process that ends with the machine.
fn replace(path: &Path, content: &Content) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    fs::write(&new, serde_json::to_string(content)?)?;
    fs::rename(&new, path).inspect_err(|_| drop(fs::remove_file(&new)))
}

/// Returns the games in progress of the tournament that writes a journal; none if it does not run.
pub(crate) fn read(journal: &Path) -> Vec<RunningGame> {
    let path = path_of(journal);
    let is_short = fs::metadata(&path).is_ok_and(|file| file.is_file() && file.len() <= LONGEST);
    let text = if is_short { fs::read(&path).unwrap_or_default() } else { Vec::new() };
    let content: Content = serde_json::from_slice(&text).unwrap_or_default();
    let is_fresh = now().saturating_sub(content.at) < STALE.as_millis() as u64;
    if is_fresh {
        content.games.into_iter().take(MOST_GAMES).filter(RunningGame::is_sane).collect()
    } else {
        Vec::new()
    }
}

impl RunningGame {
    /// Returns the time of the turn so far, in milliseconds.
    #[must_use]
    pub fn turn_ms(&self) -> u64 {
        if self.since == 0 { 0 } else { now().saturating_sub(self.since) }
    }

    fn is_sane(&self) -> bool {
        self.turn < 2
    }
}

/// Milliseconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    fn game(number: usize) -> RunningGame {
        RunningGame { game: number, players: ["a".to_owned(), "b".to_owned()], ..RunningGame::default() }
    }

    #[test]
    fn the_file_follows_the_games_and_goes_with_them() {
        let folder = std::env::temp_dir().join(format!("ninuki-running-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let journal = folder.join("t.jsonl");
        let (running, (ends, ended)) = (Running::default(), mpsc::channel());
        running.begin(3, game(7));
        running.change(3, |game| game.moves.push("h8".to_owned()));
        // A thread without a game.
        running.change(4, |game| game.moves.clear());
        thread::scope(|scope| {
            let (running, path) = (&running, &journal);
            scope.spawn(move || running.write(path, &ended));
            let wait_for = |count: usize| {
                let until = Instant::now() + Duration::from_secs(60);
                while read(&journal).len() != count && Instant::now() < until {
                    thread::sleep(Duration::from_millis(20));
                }
                read(&journal)
            };
            let games = wait_for(1);
            assert_eq!((games.len(), games[0].game, &games[0].moves[..]), (1, 7, &["h8".to_owned()][..]));
            running.end(3);
            assert_eq!(wait_for(0), []);
            drop(ends);
        });
        assert!(!path_of(&journal).exists());
        fs::remove_dir_all(&folder).expect("the folder is removed");
    }

    #[test]
    fn old_and_damaged_files_have_no_games() {
        let folder = std::env::temp_dir().join(format!("ninuki-stale-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let journal = folder.join("t.jsonl");
        for (text, count) in [
            (serde_json::to_string(&Content { at: now(), games: vec![game(1)] }).expect("JSON"), 1),
            (serde_json::to_string(&Content { at: now() - 60_000, games: vec![game(1)] }).expect("JSON"), 0),
            (format!(r#"{{"at":{},"games":[{{"turn":7}}]}}"#, now()), 0),
            ("{".to_owned(), 0),
            (format!("{}1", "[".repeat(100_000)), 0),
        ] {
            fs::write(path_of(&journal), text).expect("a file");
            assert_eq!(read(&journal).len(), count);
        }
        fs::remove_dir_all(&folder).expect("the folder is removed");
        assert_eq!(read(&journal), []);
    }
}
