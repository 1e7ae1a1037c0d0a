//! An opening in progress.

use engine::notation::{move_text, shorten};
use engine::{AnyRecord, Color, Game, Move, Point, Shape};

use super::alike::Symmetric;
use super::{OpeningError, OpeningRule, Step};

/// An opening in progress, or over.
#[derive(Debug)]
pub struct Opening {
    rule: OpeningRule,
    record: Box<dyn AnyRecord>,
    /// The steps that are left, the next one last.
    left: Vec<Step>,
    /// Who has Black: 0 is the player who began.
    black: usize,
    /// The number of fifth moves that was asked for.
    count: usize,
    offered: Vec<Point>,
    /// The choices that were made, in words.
    chosen: Vec<String>,
}

/// The next decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The player who decides: 0 is the one who began.
    pub player: usize,
    /// The colour which that player has now.
    pub color: Color,
    /// The kind of the decision.
    pub what: What,
}

/// A decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A stone of this colour is placed on one of these points.
    Place(Color, Vec<Point>),
    /// Whether colours are exchanged: `swap` or `stay`.
    Swap,
    /// How many fifth moves are offered: 1 up to this.
    Count(usize),
    /// One more fifth move, of so many that are still to be offered, among these points.
    Offer(usize, Vec<Point>),
    /// Which of the fifth moves is played.
    Pick(Vec<Point>),
    /// One of these words.
    Choose(Vec<&'static str>),
}

impl Opening {
    /// The opening of a game by a rule.
    ///
    /// # Errors
    /// The board has no centre or is too small, or the rules of the game leave no point for the third stone.
    pub fn new(rule: &OpeningRule, game: &'static Game) -> Result<Self, OpeningError> {
        let grid = game.grid();
        if grid.shape() != Shape::Rectangle || grid.width() != grid.height() || grid.width() < 9 {
            return Err(OpeningError::Board);
        }
        let rules = game.rules();
        if let (Some(within), Some(beyond)) = (rule.third_within(), rules.opening.third_limit())
            && within < beyond
        {
            return Err(OpeningError::Clash { rule: rule.name.clone(), game: rules.name, within, beyond });
        }
        let left = rule.steps.iter().rev().copied().collect();
        let record = game.record();
        Ok(Self { rule: rule.clone(), record, left, black: 0, count: 0, offered: Vec::new(), chosen: Vec::new() })
    }

    /// The rule.
    #[must_use]
    pub const fn rule(&self) -> &OpeningRule {
        &self.rule
    }

    /// The game so far.
    #[must_use]
    pub fn record(&self) -> &dyn AnyRecord {
        self.record.as_ref()
    }

    /// The player who has this colour: 0 is the one who began.
    #[must_use]
    pub fn player(&self, color: Color) -> usize {
        if color == Color::Black { self.black } else { 1 - self.black }
    }

    /// The fifth moves that were offered so far.
    #[must_use]
    pub fn offered(&self) -> &[Point] {
        &self.offered
    }

    /// The step that is to be decided.
    #[must_use]
    pub fn step(&self) -> Option<Step> {
        self.left.last().copied()
    }

    /// The steps that come after the one that is to be decided.
    pub fn later(&self) -> impl Iterator<Item = Step> {
        self.left.iter().rev().skip(1).copied()
    }

    /// The rule and what was chosen, as records have it: `swap2: -- white`.
    #[must_use]
    pub fn text(&self) -> String {
        match self.chosen.is_empty() {
            true => self.rule.name.clone(),
            false => format!("{}: {}", self.rule.name, self.chosen.join(" ")),
        }
    }

    /// The next decision; `None` once the opening is over.
    #[must_use]
    pub fn task(&self) -> Option<Task> {
        let (color, what) = match *self.left.last()? {
            Step::Place(by, _, within) => (by, What::Place(self.record.to_move(), self.near(within))),
            Step::Swap(by) => (by, What::Swap),
            Step::Count(by) => (by, What::Count(self.rule.most)),
            Step::Offer(by, count) => (by, What::Offer(self.missing(count), self.distinct())),
            Step::Pick(by) => (by, What::Pick(self.offered.clone())),
            Step::Choose(by, ways) => (by, What::Choose(ways.iter().map(|(word, _)| *word).collect())),
            Step::Exchange => return None,
        };
        Some(Task { player: self.player(color), color, what })
    }

    /// Takes the answer to what is to be decided: a point, `swap` or `stay`, a number, or one of the words.
    ///
    /// # Errors
    /// Why it is none; nothing has changed.
    pub fn answer(&mut self, text: &str) -> Result<(), OpeningError> {
        let task = self.task().ok_or(OpeningError::Over)?;
        let text = text.trim();
        let refused = |allowed: String| OpeningError::Answer { text: shorten(text), allowed };
        match task.what {
            What::Place(_, points) => {
                let point = self.point(text, &points)?;
                self.place(point)?;
                let Some(Step::Place(by, count, within)) = self.left.pop() else {
                    unreachable!("the task was this step")
                };
                if count > 1 {
                    self.left.push(Step::Place(by, count - 1, within));
                }
            }
            What::Swap => match text.to_ascii_lowercase().as_str() {
                "swap" => self.exchange("swap"),
                "stay" => {
                    self.left.pop();
                    self.chosen.push("stay".to_owned());
                }
                _ => return Err(refused("swap or stay".to_owned())),
            },
            What::Count(most) => {
                let count = text.parse().ok().filter(|count| (1..=most).contains(count));
                self.count = count.ok_or_else(|| refused(format!("a number from 1 to {most}")))?;
                self.left.pop();
                self.chosen.push(self.count.to_string());
            }
            What::Offer(missing, points) => {
                let point = self.point(text, &points)?;
                self.offered.push(point);
                // On a small board there may be fewer different moves than were asked for.
                if missing == 1 || self.distinct().is_empty() {
                    self.left.pop();
                    let names = self.offered.iter().map(|&point| self.name(point)).collect::<Vec<_>>();
                    self.chosen.push(format!("fifth moves {}", names.join(" ")));
                }
            }
            What::Pick(points) => {
                let point = self.point(text, &points)?;
                self.place(point)?;
                self.left.pop();
            }
            What::Choose(words) => {
                let Some(Step::Choose(_, ways)) = self.left.last().copied() else {
                    unreachable!("the task was this step")
                };
                let way = ways.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
                let (word, steps) = way.ok_or_else(|| refused(words.join(" or ")))?;
                self.left.pop();
                self.left.extend(steps.iter().rev());
                self.chosen.push((*word).to_owned());
            }
        }
        // Steps without a decision happen at once.
        while self.left.last() == Some(&Step::Exchange) {
            self.exchange("");
        }
        Ok(())
    }

    fn exchange(&mut self, word: &str) {
        self.left.pop();
        self.black = 1 - self.black;
        if !word.is_empty() {
            self.chosen.push(word.to_owned());
        }
        // Where the game itself offers it, the record shows it.
        if self.record.swap_offered() {
            self.record.play(Move::Swap).expect("it is offered");
        }
    }

    fn place(&mut self, point: Point) -> Result<(), OpeningError> {
        let placed = self.record.play(Move::Place(point));
        placed.map(drop).map_err(|error| OpeningError::Refused(format!("{}: {error}", self.name(point))))
    }

    fn point(&self, text: &str, points: &[Point]) -> Result<Point, OpeningError> {
        match self.record.game().parse_move(text).map_err(OpeningError::Point)? {
            Move::Place(point) if points.contains(&point) => Ok(point),
            Move::Place(point) => Err(OpeningError::Refused(self.refusal(point))),
            Move::Swap | Move::Pass => {
                Err(OpeningError::Answer { text: shorten(text), allowed: "a point of the board".to_owned() })
            }
        }
    }

    /// Why this point, none of those that are allowed, is refused.
    fn refusal(&self, point: Point) -> String {
        let name = self.name(point);
        if let Err(error) = self.record.check(point) {
            return format!("{name}: {error}");
        }
        match self.left.last() {
            Some(Step::Pick(_)) => format!("{name}: not among the fifth moves offered"),
            Some(Step::Offer(..)) => match self.twin(&Symmetric::of(self.record()), point) {
                Some(twin) if twin != point => {
                    format!("{name}: the same offer as {} by a symmetry of the stones", self.name(twin))
                }
                _ => format!("{name}: offered already"),
            },
            _ => format!("{name}: too far from the centre for this stone"),
        }
    }

    fn name(&self, point: Point) -> String {
        move_text(self.record.game().grid(), Move::Place(point))
    }

    /// The legal points at most so far from the centre.
    fn near(&self, within: Option<usize>) -> Vec<Point> {
        let grid = self.record.game().grid();
        let centre = grid.width() / 2;
        let is_near = |point: &Point| {
            let (x, y) = grid.xy(*point);
            within.is_none_or(|reach| x.abs_diff(centre).max(y.abs_diff(centre)) <= reach)
        };
        self.record.legal().into_iter().filter(is_near).collect()
    }

    fn missing(&self, count: Option<usize>) -> usize {
        count.unwrap_or(self.count).max(1).saturating_sub(self.offered.len())
    }

    /// The legal points, one of each set of points that symmetries of the stones map onto each other: the fifth moves
    /// that can be offered together.
    #[must_use]
    pub fn fifth_moves(&self) -> Vec<Point> {
        let symmetric = Symmetric::of(self.record());
        let mut kept: Vec<Point> = Vec::new();
        for point in self.record.legal() {
            if !symmetric.images(point).any(|image| kept.contains(&image)) {
                kept.push(point);
            }
        }
        kept
    }

    /// The legal points that no symmetry of the stones maps to a fifth move offered.
    fn distinct(&self) -> Vec<Point> {
        let symmetric = Symmetric::of(self.record());
        self.record.legal().into_iter().filter(|&point| self.twin(&symmetric, point).is_none()).collect()
    }

    /// The fifth move offered that a symmetry of the stones maps `point` to.
    fn twin(&self, symmetric: &Symmetric<'_>, point: Point) -> Option<Point> {
        symmetric.images(point).find(|image| self.offered.contains(image))
    }
}

#[cfg(test)]
mod tests {
    use engine::Rules;

    use super::*;

    fn begun(rule: &str, rules: Rules, answers: &str) -> Opening {
        let game = Game::new(rules, None, None).expect("a game");
        let mut opening = Opening::new(&OpeningRule::named(rule).expect("a rule"), game).expect("a board");
        for answer in answers.split_whitespace() {
            opening.answer(answer).unwrap_or_else(|error| panic!("{rule}: {answer}: {error}"));
        }
        opening
    }

    fn over(rule: &str, rules: Rules, answers: &str) -> (String, usize) {
        let opening = begun(rule, rules, answers);
        assert_eq!(opening.task(), None, "{rule} {answers}");
        (opening.text(), opening.player(Color::Black))
    }

    #[test]
    fn every_rule_to_its_end() {
        for (rule, rules, answers, text, black) in [
            ("swap", Rules::FREESTYLE, "a1 b2 c3 stay", "swap: stay", 0),
            ("swap", Rules::FREESTYLE, "a1 b2 c3 SWAP", "swap: swap", 1),
            ("swap2", Rules::FREESTYLE, "a1 b2 c3 white", "swap2: white", 0),
            ("swap2", Rules::FREESTYLE, "a1 b2 c3 black", "swap2: black", 1),
            ("swap2", Rules::FREESTYLE, "a1 b2 c3 -- d4 e5 swap", "swap2: -- swap", 1),
            ("swap2", Rules::SWAP2_PENTE, "A1 B2 C3 -- D4 E5 stay", "swap2: -- stay", 0),
            ("four-stones", Rules::D_PENTE, "A1 B2 C3 D4 swap", "four-stones: swap", 1),
            ("rif", Rules::RENJU, "h8 i9 j10 swap a1 b1 c1 c1", "rif: swap fifth moves b1 c1", 1),
            ("yamaguchi", Rules::RENJU, "h8 h9 j10 3 stay a1 b1 c1 d1 d1", "yamaguchi: 3 stay fifth moves b1 c1 d1", 0),
            ("soosorv-7", Rules::RENJU, "h8 h9 j10 swap a1 1 swap b1 b1", "soosorv-7: swap 1 swap fifth moves b1", 0),
            (
                "taraguchi-10",
                Rules::RENJU,
                "h8 swap h9 stay h10 stay h11 one stay l8 swap",
                "taraguchi-10: swap stay stay one stay swap",
                0,
            ),
        ] {
            assert_eq!(over(rule, rules, answers), (text.to_owned(), black), "{rule} {answers}");
        }
        let ten = begun("taraguchi", Rules::RENJU, "h8 stay h9 stay h10 stay i11 ten a1 b1 c1 d1 e1 f1 g1 h1 i1 j1");
        assert!(matches!(&ten.task().expect("a task").what, What::Pick(points) if points.len() == 10));
    }

    #[test]
    fn what_is_wrong_is_told_and_changes_nothing() {
        let mut opening = begun("rif", Rules::RENJU, "h8 h9");
        for (answer, told) in [
            ("h8", "h8: the point is occupied"),
            ("k8", "k8: too far from the centre for this stone"),
            ("swap", "\"swap\" is no answer here, allowed is a point of the board"),
            ("z9", "\"z9\" is no point of this board (a1-o15), swap or pass"),
        ] {
            assert_eq!(opening.answer(answer).expect_err("wrong").to_string(), told);
        }
        opening.answer("h10").expect("a third stone");
        assert!(opening.answer("maybe").expect_err("wrong").to_string().ends_with("allowed is swap or stay"));
        for answer in ["stay", "h11", "g8"] {
            opening.answer(answer).expect("an answer");
        }
        let same = opening.answer("i8").expect_err("the image of g8").to_string();
        assert_eq!(same, "i8: the same offer as g8 by a symmetry of the stones");
        assert_eq!(opening.answer("g8").expect_err("wrong").to_string(), "g8: offered already");
        opening.answer("a1").expect("another fifth move");
        assert_eq!(opening.answer("b2").expect_err("wrong").to_string(), "b2: not among the fifth moves offered");
        opening.answer("g8").expect("an offered move");
        assert_eq!(opening.answer("a1"), Err(OpeningError::Over));
    }

    /// Answers `answers` and all `offers` but the last, and returns the answer to the last.
    fn last_offer(rule: &str, answers: &str, offers: &str) -> Result<(), String> {
        let mut opening = begun(rule, Rules::RENJU, answers);
        let (before, last) = offers.rsplit_once(' ').expect("two offers");
        for offer in before.split(' ') {
            opening.answer(offer).unwrap_or_else(|error| panic!("{rule}: {answers}: {offer}: {error}"));
        }
        opening.answer(last).map_err(|error| error.to_string())
    }

    #[test]
    fn offers_that_a_symmetry_of_the_stones_maps_onto_each_other_are_the_same() {
        let same = |point, twin| Err(format!("{point}: the same offer as {twin} by a symmetry of the stones"));
        // Four stones in a column, h6 to h9, white at the ends: mirrored in the column and between rows 7 and 8.
        for (rule, answers) in [
            ("rif", "h8 h9 h7 stay h6"),
            ("taraguchi-10", "h8 stay h9 stay h7 stay h6 ten"),
            ("soosorv-8", "h8 h9 h7 stay h6 4 stay"),
            ("yamaguchi", "h8 h9 h7 4 stay h6"),
        ] {
            for twin in ["i7", "g8", "g7"] {
                assert_eq!(last_offer(rule, answers, &format!("i8 {twin}")), same(twin, "i8"), "{rule}");
            }
            assert_eq!(last_offer(rule, answers, "i8 i9"), Ok(()), "{rule}");
            assert_eq!(last_offer(rule, answers, "h15 h1"), Ok(()), "the image of h15 lies beyond the edge");
        }
        // The same column with white below: only the column itself is an axis.
        assert_eq!(last_offer("rif", "h8 h7 h9 stay h6", "i8 i7"), Ok(()), "colours differ");
        assert_eq!(last_offer("rif", "h8 h7 h9 stay h6", "i8 g8"), same("g8", "i8"));
        // Two black and two white corners of a square: two diagonals, and a centre between four points.
        for (offer, twin) in [("k9", "f8"), ("k9", "i11"), ("k9", "h6"), ("b2", "o15")] {
            assert_eq!(last_offer("rif", "h8 h9 i9 stay i8", &format!("{offer} {twin}")), same(twin, offer));
        }
        for offers in ["k9 h11", "a1 o15"] {
            assert_eq!(last_offer("rif", "h8 h9 i9 stay i8", offers), Ok(()));
        }
        // A cross beside the centre of the board.
        for twin in ["g9", "k7", "g7"] {
            assert_eq!(last_offer("rif", "h8 i9 j8 stay i7", &format!("k9 {twin}")), same(twin, "k9"));
        }
        assert_eq!(last_offer("rif", "h8 i9 j8 stay i7", "k9 e9"), Ok(()), "mirrored in the board only");
    }

    #[test]
    fn fifth_moves_are_those_that_can_be_offered_together() {
        for (answers, count) in [("e5 e6 f6 stay f5", 27), ("e5 e6 f6 stay a1", 77)] {
            let game = Game::new(Rules::RENJU, Some(9), None).expect("a game");
            let rule = OpeningRule::named("soosorv-50").expect("a rule");
            let mut opening = Opening::new(&rule, game).expect("a board");
            for answer in answers.split(' ').chain(["50", "stay"]) {
                opening.answer(answer).expect("an answer");
            }
            let moves = opening.fifth_moves();
            assert_eq!(moves.len(), count, "{answers}");
            for point in moves {
                if let Some(What::Offer(..)) = opening.task().map(|task| task.what) {
                    opening.answer(&opening.name(point)).expect("a fifth move");
                }
            }
            let task = opening.task().expect("a pick");
            assert!(matches!(&task.what, What::Pick(offered) if offered.len() == count.min(50)), "{task:?}");
        }
    }

    #[test]
    fn names_and_boards() {
        assert_eq!(OpeningRule::named("Soosorv-12").map(|rule| rule.most), Ok(12));
        assert_eq!(OpeningRule::named("SWAP 2").map(|rule| rule.name), Ok("swap2".to_owned()));
        let told = OpeningRule::named("swpa2").expect_err("unknown").to_string();
        assert!(
            told.starts_with("unknown opening rule \"swpa2\", did you mean \"swap2\"? known are swap, swap2"),
            "{told}"
        );
        let hexagon = Game::new(Rules::NDENGROD, None, None).expect("a game");
        let rule = OpeningRule::named("swap").expect("a rule");
        assert_eq!(Opening::new(&rule, hexagon).map(drop), Err(OpeningError::Board));
        let pente = Game::new(Rules::PENTE, None, None).expect("a game");
        let rif = OpeningRule::named("rif").expect("a rule");
        assert_eq!(
            Opening::new(&rif, pente).expect_err("no third stone").to_string(),
            "rif does not fit pente: the third stone would lie at most 2 and at least 3 points from the centre"
        );
        assert!(Opening::new(&rule, pente).is_ok());
    }
}
