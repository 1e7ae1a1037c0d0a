//! An opening in progress.

#[cfg(test)]
mod tests;

use engine::notation::{move_text, shorten};
use engine::{AnyRecord, Color, Game, Move, Point, Shape};

use super::{OpeningError, OpeningRule, Step};
use crate::symmetry::Symmetric;

/// An opening in progress, or over.
#[derive(Debug)]
pub struct Procedure {
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

impl Procedure {
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

    /// The number of fifth moves that are still to be offered.
    pub(crate) fn missing(&self, count: Option<usize>) -> usize {
        count.unwrap_or(self.count).max(1).saturating_sub(self.offered.len())
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
