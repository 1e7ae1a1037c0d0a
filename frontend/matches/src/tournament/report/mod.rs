//! What is told of a tournament, and in which forms.

pub(crate) mod live;

mod csv;
mod json;
mod records;
mod table;

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde_json::{Map, Value};

use crate::Error;
use crate::statistics::{Anchor, Estimate, GameCounts, Ratings, Score, Verdict};
use crate::tournament::event::Event;
use crate::tournament::journal::Games;
use crate::tournament::page::{Gathered, Page};
use crate::tournament::played::Played;
use crate::tournament::progress::Test;
use crate::tournament::request::Outputs;
use crate::tournament::tally::{Meeting, Results, Tally, tally, without_faults};
use ::records::files::{self, NewFile};
pub use live::RunStatus;

/// Fewer games than this are not judged.
const FEW: u64 = 10;

/// All that reports tell of.
pub(crate) struct Report<'e> {
    pub(crate) event: &'e Event,
    pub(crate) tally: Tally,
    pub(crate) anchor: Anchor,
    ratings: Ratings,
    complete: bool,
    /// What the pairs without faults show, if there are others.
    fine: Option<Shown>,
}

/// What games show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shown {
    /// What a test comes to.
    Test(Verdict),
    /// There are too few games.
    Few,
    /// No two engines can be compared.
    Nothing,
    /// This engine is stronger than the second.
    Stronger(usize),
    /// The best two may be equal.
    NoDifference,
}

/// A line of the ranking.
pub(crate) struct Rank<'r> {
    pub(crate) player: usize,
    pub(crate) name: &'r str,
    pub(crate) rating: Option<Estimate>,
    pub(crate) games: GameCounts,
    pub(crate) faults: u64,
}

impl<'e> Report<'e> {
    pub(crate) fn new(event: &'e Event, results: &Results, test: Option<Test>, anchor: Anchor) -> Self {
        let report = Self::counted(event, results, test, anchor);
        let fine = (report.tally.all_faults() > 0).then(|| {
            let fine = without_faults(results, test);
            Self::counted(event, &fine, None, anchor).shown()
        });
        Self { fine, ..report }
    }

    fn counted(event: &'e Event, results: &Results, test: Option<Test>, anchor: Anchor) -> Self {
        let players = event.conditions.len();
        let tally = tally(&event.schedule, players, results, test);
        let ratings = tally.pool(&event.schedule, players).ratings(anchor);
        let decided = test.is_some_and(|test| test.verdict != Verdict::Continue);
        let is_played = |game: usize| !event.is_here(game) || results.contains_key(&game);
        let complete = decided || (0..event.schedule.games()).all(is_played);
        Self { event, tally, anchor, ratings, complete, fine: None }
    }

    /// Whether all games were played, or as many as the test needs.
    pub(crate) fn is_complete(&self) -> bool {
        self.complete
    }

    pub(crate) fn players(&self) -> usize {
        self.event.conditions.len()
    }

    pub(crate) fn name(&self, player: usize) -> &str {
        self.event.name(player)
    }

    /// The results between two engines, seen from the first; `None` if they do not meet.
    pub(crate) fn meeting(&self, player: usize, opponent: usize) -> Option<Meeting> {
        let meetings = self.event.schedule.meetings();
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
    pub(crate) fn score(meeting: &Meeting) -> Option<Score> {
        Score::of_pairs(&meeting.pairs).or_else(|| Score::of_games(&meeting.games))
    }

    /// What the games show, whatever ended them.
    fn shown(&self) -> Shown {
        match (self.tally.test, &self.event.test, &self.tally.meetings[..]) {
            (Some(test), ..) => return Shown::Test(test.verdict),
            (None, Some(test), [meeting]) => return Shown::Test(test.support(&meeting.games, &meeting.pairs)),
            _ => {}
        }
        let ranking = self.ranking();
        match self.los(&ranking) {
            Some(_) if ranking[0].games.games() < FEW => Shown::Few,
            None => Shown::Nothing,
            Some(los) if los > 0.975 => Shown::Stronger(ranking[0].player),
            Some(_) => Shown::NoDifference,
        }
    }

    /// How likely the best is stronger than the second.
    fn los(&self, ranking: &[Rank<'_>]) -> Option<f64> {
        let (best, second) = (&ranking[0], &ranking[1]);
        let meeting = self.meeting(best.player, second.player).filter(|_| self.players() == 2);
        match meeting.as_ref().and_then(Self::score) {
            Some(score) => Some(score.los()),
            None => self.ratings.los(best.player, second.player).filter(|_| self.players() > 2),
        }
    }

    /// Whether the verdict would be another without faults, or games count that the machine ended.
    pub(crate) fn rests_on_faults(&self) -> bool {
        let decided = matches!(self.shown(), Shown::Stronger(_) | Shown::Test(Verdict::AcceptH0 | Verdict::AcceptH1));
        self.tally.by_machine.iter().any(|&games| games > 0)
            || decided && self.fine.is_some_and(|fine| fine != self.shown())
    }

    /// What it comes to, in one sentence.
    pub(crate) fn verdict(&self) -> String {
        let ranking = self.ranking();
        let (best, second) = (ranking[0].name, ranking[1].name);
        let los = 100.0 * self.los(&ranking).unwrap_or_default();
        let verdict = match (self.shown(), self.tally.test) {
            (Shown::Test(Verdict::Continue), _) => "undecided: neither hypothesis is accepted".to_owned(),
            (Shown::Test(verdict), test) => {
                format!("{verdict} after {} games", test.map_or(self.tally.games, |test| test.games))
            }
            (Shown::Few, _) => format!("fewer than {FEW} games show nothing"),
            (Shown::Nothing, _) => "nothing is shown yet".to_owned(),
            (Shown::Stronger(_), _) => format!("{best} is stronger than {second} (LOS {los:.1} %)"),
            (Shown::NoDifference, _) => format!("no difference is shown between {best} and {second} (LOS {los:.1} %)"),
        };
        if !self.rests_on_faults() {
            return verdict;
        }
        let (faults, by_machine) = (self.tally.all_faults(), self.tally.by_machine.iter().sum::<u64>());
        let machine = if by_machine > 0 { format!(" ({by_machine} by the machine's doing)") } else { String::new() };
        format!("{verdict}; this rests on faults: {faults} of {} games ended by one{machine}", self.tally.games)
    }
}

/// Writes every report that is asked for.
pub(crate) fn write_all(
    outputs: &Outputs,
    report: &Report<'_>,
    settings: &Map<String, Value>,
    journal: &mut impl Games,
    out: &mut impl Write,
) -> Result<(), Error> {
    write_file(outputs.csv.as_deref(), |file| csv::write(report, file))?;
    write_file(outputs.html.as_deref(), |file| {
        let mut gathered = Gathered::new(report.event);
        each_game(report, journal, |played| gathered.add(played))?;
        Page { report, settings, refresh: None }.write(&mut gathered, file)
    })?;
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
            files::replace(&folder.join(name), |file| records::write_psq(report, played, file)).map_err(Error::from)
        })?;
    }
    if outputs.json {
        json::write(report, out)?
    } else {
        table::write(report, out)?
    }
    Ok(())
}

/// Calls `write` with all games that count, in the order of the schedule.
fn each_game<E>(
    report: &Report<'_>,
    journal: &mut impl Games,
    mut write: impl FnMut(&Played) -> Result<(), E>,
) -> Result<(), E>
where
    E: From<io::Error>,
{
    let counted = report.tally.test.filter(|test| test.verdict != Verdict::Continue).map(|test| test.games);
    for game in 0..counted.unwrap_or(report.event.schedule.games()) {
        if let Some(played) = journal.game(game).map_err(io::Error::other)? {
            write(&played)?;
        }
    }
    Ok(())
}

/// Writes a file, or none where none is asked for.
fn write_file(path: Option<&Path>, write: impl FnOnce(&mut NewFile) -> io::Result<()>) -> Result<(), Error> {
    path.map_or(Ok(()), |path| Ok(files::replace(path, write)?))
}
