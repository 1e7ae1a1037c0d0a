//! Verdict on a tournament, in one sentence.

use super::summary::{FEW, Finding, Summary};
use crate::statistics::Verdict;

impl Summary<'_> {
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
