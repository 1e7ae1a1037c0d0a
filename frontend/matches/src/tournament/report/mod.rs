//! What is told of a tournament, and in which forms.

pub(crate) mod live;

mod csv;
mod html;
mod json;
mod records;
mod table;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::Error;
use crate::statistics::{Anchor, Estimate, GameCounts, Ratings, Score, Verdict};
use crate::tournament::contest::Contest;
use crate::tournament::journal::Journal;
use crate::tournament::played::Played;
use crate::tournament::request::Outputs;
use crate::tournament::schedule::Format;
use crate::tournament::tally::{Meeting, Tally};
use ::records::files;
pub use live::RunStatus;

/// Fewer games than this are not judged.
const FEW: u64 = 10;

/// All that reports tell of.
pub(crate) struct Report<'c> {
    pub(crate) contest: &'c Contest,
    pub(crate) format: Format,
    pub(crate) tally: Tally,
    ratings: Ratings,
}

/// A line of the ranking.
pub(crate) struct Rank<'r> {
    pub(crate) player: usize,
    pub(crate) name: &'r str,
    pub(crate) rating: Option<Estimate>,
    pub(crate) games: GameCounts,
    pub(crate) faults: u64,
}

impl<'c> Report<'c> {
    pub(crate) fn new(contest: &'c Contest, format: Format, tally: Tally, anchor: Anchor) -> Self {
        let ratings = tally.pool(&contest.schedule, contest.contestants.len()).ratings(anchor);
        Self { contest, format, tally, ratings }
    }

    /// Whether all games were played, or as many as the test needs.
    pub(crate) fn is_complete(&self) -> bool {
        let decided = self.tally.test.is_some_and(|test| test.verdict != Verdict::Continue);
        decided || self.tally.games == self.contest.schedule.games()
    }

    fn players(&self) -> usize {
        self.contest.contestants.len()
    }

    fn name(&self, player: usize) -> &str {
        &self.contest.contestants[player].entrant.name
    }

    /// What is played: `ninuki 19x19`.
    fn game(&self) -> String {
        let game = self.contest.game_info.game;
        let (width, height) = (game.grid().width(), game.grid().height());
        let size =
            if game.rules().hexagonal() { format!("side {}", game.grid().size()) } else { format!("{width}x{height}") };
        let flags: String =
            self.contest.game_info.flags().iter().map(|(name, value)| format!(", {name}={value}")).collect();
        let lines = if game.length() == game.rules().line[0].length {
            String::new()
        } else {
            format!(", lines of {}", game.length())
        };
        format!("{} {size}{lines}{flags}", game.rules().name)
    }

    /// The results between two engines, seen from the first; `None` if they do not meet.
    fn meeting(&self, player: usize, opponent: usize) -> Option<Meeting> {
        let meetings = self.contest.schedule.meetings();
        let find = |pair| meetings.iter().position(|&found| found == pair).map(|index| self.tally.meetings[index]);
        let swapped = |meeting: Meeting| Meeting { games: meeting.games.swapped(), pairs: meeting.pairs.swapped() };
        find((player, opponent)).or_else(|| find((opponent, player)).map(swapped))
    }

    /// The engines, the best first.
    pub(crate) fn ranking(&self) -> Vec<Rank<'_>> {
        let rank = |player| {
            let opponents = (0..self.players()).filter_map(|opponent| self.meeting(player, opponent));
            Rank {
                player,
                name: self.name(player),
                rating: self.ratings.of(player),
                games: opponents.map(|meeting| meeting.games).sum(),
                faults: self.tally.faults[player].values().sum(),
            }
        };
        let mut ranking: Vec<Rank<'_>> = (0..self.players()).map(rank).collect();
        let key = |rank: &Rank<'_>| rank.rating.map_or(f64::NEG_INFINITY, |rating| rating.value);
        ranking.sort_by(|one, other| key(other).total_cmp(&key(one)).then(one.player.cmp(&other.player)));
        ranking
    }

    /// The score of a meeting: of its pairs, or of its games as long as there is no pair.
    fn score(meeting: &Meeting) -> Option<Score> {
        Score::of_pairs(&meeting.pairs).or_else(|| Score::of_games(&meeting.games))
    }

    /// What it comes to, in one sentence.
    pub(crate) fn verdict(&self) -> String {
        if let Some(test) = self.tally.test {
            return match test.verdict {
                Verdict::Continue => "undecided: neither hypothesis is accepted".to_owned(),
                verdict => format!("{verdict} after {} games", test.games),
            };
        }
        let ranking = self.ranking();
        let (best, second) = (&ranking[0], &ranking[1]);
        let meeting = self.meeting(best.player, second.player).filter(|_| self.players() == 2);
        let los = match meeting.as_ref().and_then(Self::score) {
            Some(score) => Some(score.los()),
            None => self.ratings.los(best.player, second.player).filter(|_| self.players() > 2),
        };
        match los {
            Some(_) if best.games.games() < FEW => format!("fewer than {FEW} games show nothing"),
            None => "nothing is shown yet".to_owned(),
            Some(los) if los > 0.975 => {
                format!("{} is stronger than {} (LOS {:.1} %)", best.name, second.name, 100.0 * los)
            }
            Some(los) => {
                format!("no difference is shown between {} and {} (LOS {:.1} %)", best.name, second.name, 100.0 * los)
            }
        }
    }
}

/// Writes every report that is asked for.
pub(crate) fn write_all(
    outputs: &Outputs,
    report: &Report<'_>,
    journal: &mut Journal,
    out: &mut impl Write,
) -> Result<(), Error> {
    write_file(outputs.csv.as_deref(), |file| csv::write(report, file))?;
    write_file(outputs.html.as_deref(), |file| html::write(report, file))?;
    write_file(outputs.pgn.as_deref(), |file| {
        each_game(report, journal, |played| records::write_pgn(report, played, file))
    })?;
    write_file(outputs.sgf.as_deref(), |file| {
        each_game(report, journal, |played| records::write_sgf(report, played, file))
    })?;
    if let Some(folder) = &outputs.psq {
        let failed = |error: io::Error| Error::Unfit(format!("{}: {error}", folder.display()));
        fs::create_dir_all(folder).map_err(failed)?;
        each_game(report, journal, |played| {
            let name = format!("{:06}.psq", played.game + 1);
            records::write_psq(report, played, &mut BufWriter::new(File::create(folder.join(name))?))
        })
        .map_err(failed)?;
    }
    if outputs.json {
        json::write(report, out)?
    } else {
        table::write(report, out)?
    }
    Ok(())
}

/// Calls `write` with all games that count, in the order of the schedule.
fn each_game(
    report: &Report<'_>,
    journal: &mut Journal,
    mut write: impl FnMut(&Played) -> io::Result<()>,
) -> io::Result<()> {
    let counted = report.tally.test.filter(|test| test.verdict != Verdict::Continue).map(|test| test.games);
    for game in 0..counted.unwrap_or(report.contest.schedule.games()) {
        if let Some(played) = journal.game(game).map_err(io::Error::other)? {
            write(&played)?;
        }
    }
    Ok(())
}

/// Writes a file, or none where none is asked for.
fn write_file(path: Option<&Path>, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<(), Error> {
    path.map_or(Ok(()), |path| Ok(files::replace(path, write)?))
}
