//! Whose turn it is among several games, so that all have their share at any time.

use std::fmt::Write;
use std::io;
use std::time::{Duration, Instant};

use engine::Rules;
use search::weights_hash;

use crate::data::{SavedGame, Source};
use crate::selfplay::plan;
use crate::selfplay::settings::Settings;
use crate::selfplay::shard::ShardFile;

/// A game to be played.
pub(crate) struct Task {
    pub(crate) rules: Rules,
    pub(crate) number: u64,
    place: usize,
}

/// The games and how far they are.
pub(crate) struct Schedule {
    lanes: Vec<Lane>,
    /// Positions of each game that are enough.
    enough: Option<u64>,
    began: Instant,
}

/// One of the games.
struct Lane {
    rules: Rules,
    share: f64,
    file: ShardFile,
    /// Games that are being played.
    playing: u64,
    /// Of this run: games, searched positions, and the time of all threads.
    games: u64,
    positions: u64,
    time: Duration,
}

impl Lane {
    /// The progress compared with other games, in positions: a game in progress counts as much as the average game.
    fn progress(&self) -> f64 {
        let mean = self.positions.checked_div(self.games).unwrap_or(60);
        (self.file.positions + self.playing * mean) as f64 / self.share
    }

    fn per_second(&self) -> f64 {
        self.positions as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

impl Schedule {
    /// Opens the files of all games.
    ///
    /// # Errors
    /// A file is foreign, damaged or in use, or cannot be written.
    pub(crate) fn open(games: &[Rules], settings: &Settings) -> io::Result<Self> {
        let lane = |(rules, share): (&Rules, f64)| {
            let source = Source {
                rules: rules.clone(),
                seed: settings.play.seed,
                weights: weights_hash(),
                engine: env!("CARGO_PKG_VERSION").to_owned(),
                settings: settings.play.text(),
            };
            let file = ShardFile::open(&settings.folder, settings.shard, &source)?;
            Ok(Lane { rules: rules.clone(), share, file, playing: 0, games: 0, positions: 0, time: Duration::ZERO })
        };
        let lanes = games.iter().zip(plan::shares(games)).map(lane).collect::<io::Result<_>>()?;
        Ok(Self { lanes, enough: settings.positions, began: Instant::now() })
    }

    /// The next game to be played: of those that lack positions, one that is behind the others. `None` if nothing is lacking.
    pub(crate) fn next(&mut self) -> Option<Task> {
        let lacking = self.lanes.iter_mut().enumerate();
        let lacking = lacking.filter(|(_, lane)| self.enough.is_none_or(|enough| lane.file.positions < enough));
        let (place, lane) = lacking.min_by(|(_, a), (_, b)| a.progress().total_cmp(&b.progress()))?;
        lane.playing += 1;
        Some(Task { rules: lane.rules.clone(), number: lane.file.next(), place })
    }

    /// Takes the game of a task, which took so long.
    pub(crate) fn finish(&mut self, task: &Task, game: SavedGame, time: Duration) -> io::Result<()> {
        let lane = &mut self.lanes[task.place];
        lane.playing -= 1;
        lane.games += 1;
        lane.positions += game.positions() as u64;
        lane.time += time;
        lane.file.add(game, self.enough)
    }

    /// Writes all that is finished.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.lanes.iter_mut().try_for_each(|lane| lane.file.flush())
    }

    /// One line: how far the run is.
    pub(crate) fn line(&self) -> String {
        let of_run: u64 = self.lanes.iter().map(|lane| lane.positions).sum();
        let in_files: u64 = self.lanes.iter().map(|lane| lane.file.positions).sum();
        let seconds = self.began.elapsed().as_secs_f64();
        format!("{seconds:.0} s: {of_run} positions, {:.0}/s; {in_files} in the files", of_run as f64 / seconds)
    }

    /// A table: for each game what was played, positions in a second of one thread, and positions in its file.
    pub(crate) fn table(&self) -> String {
        let mut text = "game               games  positions  per second and thread   in the file\n".to_owned();
        for lane @ Lane { rules, games, positions, file, .. } in &self.lanes {
            let per_second = lane.per_second();
            let name = rules.name;
            let _ = writeln!(text, "{name:16} {games:7} {positions:10} {per_second:22.0} {:13}", file.positions);
        }
        text
    }
}
