//! Verdict on a tournament, in one sentence.

use super::summary::{Rank, Summary};
use crate::results::tally::Meeting;
use crate::statistics::Verdict;

/// Least number of games for a verdict.
const FEW: u64 = 10;

/// Likelihood of superiority above which an engine counts as stronger: two-sided 95 %.
const STRONGER: f64 = 0.975;

/// Finding of the games, whatever ended them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Finding {
    /// Verdict of the test.
    Test(Verdict),
    /// There are too few games.
    Few,
    /// No two engines can be compared.
    Nothing,
    /// This engine is stronger than the second.
    Stronger(usize),
    /// The best two engines may be equal.
    NoDifference,
}

impl Summary<'_> {
    /// Returns the finding of the games.
    pub(super) fn finding(&self) -> Finding {
        match (self.tally.test, self.plan.test(), &self.tally.meetings[..]) {
            (Some(test), ..) => return Finding::Test(test.verdict),
            (None, Some(test), [meeting]) => return Finding::Test(test.support(&meeting.games, &meeting.pairs)),
            _ => {}
        }
        let ranking = self.ranking();
        match self.los(&ranking) {
            Some(_) if ranking[0].games.games() < FEW => Finding::Few,
            None => Finding::Nothing,
            Some(los) if los > STRONGER => Finding::Stronger(ranking[0].player),
            Some(_) => Finding::NoDifference,
        }
    }

    /// Returns the likelihood that the best engine is stronger than the second.
    fn los(&self, ranking: &[Rank<'_>]) -> Option<f64> {
        let (best, second) = (&ranking[0], &ranking[1]);
        let meeting = self.meeting(best.player, second.player).filter(|_| self.players() == 2);
        match meeting.as_ref().and_then(Meeting::score) {
            Some(score) => Some(score.los()),
            None => self.ratings.los(best.player, second.player).filter(|_| self.players() > 2),
        }
    }

    /// Whether the finding would differ without faults, or games count that the machine ended.
    pub(crate) fn rests_on_faults(&self) -> bool {
        let finding = self.finding();
        let decided = matches!(finding, Finding::Stronger(_) | Finding::Test(Verdict::AcceptH0 | Verdict::AcceptH1));
        self.tally.by_machine.iter().any(|&games| games > 0)
            || decided && self.without_faults.is_some_and(|other| other != finding)
    }

    /// Returns the verdict, in one sentence.
    pub(crate) fn verdict(&self) -> String {
        let ranking = self.ranking();
        let (best, second) = (ranking[0].name, ranking[1].name);
        let los = 100.0 * self.los(&ranking).unwrap_or_default();
        let verdict = match (self.finding(), self.tally.test) {
            (Finding::Test(Verdict::Continue), _) => "undecided: neither hypothesis is accepted".to_owned(),
            (Finding::Test(verdict), test) => {
                format!("{verdict} after {} games", test.map_or(self.tally.games, |test| test.games))
            }
            (Finding::Few, _) => format!("fewer than {FEW} games show nothing"),
            (Finding::Nothing, _) => "nothing is shown yet".to_owned(),
            (Finding::Stronger(_), _) => format!("{best} is stronger than {second} (LOS {los:.1} %)"),
            (Finding::NoDifference, _) => {
                format!("no difference is shown between {best} and {second} (LOS {los:.1} %)")
            }
        };
        if !self.rests_on_faults() {
            return verdict;
        }
        let (faults, by_machine) = (self.tally.all_faults(), self.tally.by_machine.iter().sum::<u64>());
        let machine = if by_machine > 0 { format!(" ({by_machine} by the machine's doing)") } else { String::new() };
        format!("{verdict}; this rests on faults: {faults} of {} games ended by one{machine}", self.tally.games)
    }
}
