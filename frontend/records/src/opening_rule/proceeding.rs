//! An opening as it goes on.

use engine::notation::{move_text, shorten};
use engine::{AnyRecord, Color, Game, Move, Point, Shape, Symmetries};

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
    /// What was chosen, in words.
    chosen: Vec<String>,
}

/// What is to be decided next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The player who decides: 0 is the one who began.
    pub player: usize,
    /// The colour which that player has now.
    pub color: Color,
    /// What.
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
    /// The board has no centre, or is too small.
    pub fn new(rule: &OpeningRule, game: &'static Game) -> Result<Self, OpeningError> {
        let grid = game.grid();
        if grid.shape() != Shape::Rectangle || grid.width() != grid.height() || grid.width() < 9 {
            return Err(OpeningError::Board);
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

    /// What is to be decided next; `None` once the opening is over.
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
                if missing == 1 {
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
        // What nobody decides happens at once.
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
            Move::Place(point) => Err(OpeningError::Refused(match self.record.check(point) {
                Err(error) => format!("{}: {error}", self.name(point)),
                Ok(()) if self.offered.is_empty() => {
                    format!("{}: too far from the centre for this stone", self.name(point))
                }
                Ok(()) => format!("{}: none of those that are allowed, or it looks like another one", self.name(point)),
            })),
            Move::Swap | Move::Pass => {
                Err(OpeningError::Answer { text: shorten(text), allowed: "a point of the board".to_owned() })
            }
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

    /// The legal points of which none looks like one that was offered: by a symmetry that leaves all stones as they are.
    fn distinct(&self) -> Vec<Point> {
        let grid = self.record.game().grid();
        let symmetries = Symmetries::of(grid);
        let same = |&symmetry: &usize| {
            grid.points().all(|at| self.record.stone(at) == self.record.stone(symmetries.image(symmetry, at)))
        };
        let kept: Vec<usize> = (0..symmetries.count()).filter(same).collect();
        let taken =
            |point: Point| kept.iter().any(|&symmetry| self.offered.contains(&symmetries.image(symmetry, point)));
        self.record.legal().into_iter().filter(|&point| !taken(point)).collect()
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
        assert_eq!(same, "i8: none of those that are allowed, or it looks like another one");
        opening.answer("a1").expect("another fifth move");
        assert!(opening.answer("b2").is_err(), "it was not offered");
        opening.answer("g8").expect("an offered move");
        assert_eq!(opening.answer("a1"), Err(OpeningError::Over));
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
    }
}
