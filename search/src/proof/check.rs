//! The checker: plays a certificate against every legal reply. Slow and simple; of the engine it uses nothing but the
//! rules: legal points, placements, and how games end.

use std::collections::HashMap;
use std::fmt;

use engine::{Game, Move, Point, PointSet, Position, Visitor};

use super::certificate::Certificate;
use super::strategy::{Step, StepId, Strategy};

/// A claim that was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The most plies until the win, against every reply.
    pub plies: u32,
    /// The number of positions that were played.
    pub positions: u64,
}

/// Where a certificate fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// The step that fails; `None` if the position itself is impossible.
    pub step: Option<StepId>,
    /// The moves that lead there, as text.
    pub moves: String,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(step) = self.step {
            write!(f, "step {step}")?;
            if !self.moves.is_empty() {
                write!(f, " after {}", self.moves)?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Flaw {}

impl Certificate {
    /// Checks the claim against every legal reply.
    ///
    /// # Errors
    /// Where the first reply was found against which it fails.
    pub fn verify(&self) -> Result<Verified, Flaw> {
        self.game.visit(Check(self))
    }
}

struct Check<'c>(&'c Certificate);

impl Visitor for Check<'_> {
    type Output = Result<Verified, Flaw>;

    fn visit<P: Position>(self, game: &'static Game) -> Self::Output {
        let impossible = |reason: String| Flaw { step: None, moves: String::new(), reason };
        let start = P::set_up(game, &self.0.setup).map_err(|error| impossible(error.to_string()))?;
        if start.outcome().is_some() {
            return Err(impossible("the game is over in this position".to_owned()));
        }
        verify(&start, &self.0.strategy)
    }
}

/// Checks that the side to move wins `position` by `strategy`, against every legal reply.
///
/// # Errors
/// Where the first reply was found against which it fails.
pub(crate) fn verify<P: Position>(position: &P, strategy: &Strategy) -> Result<Verified, Flaw> {
    let mut checker = Checker { strategy, line: Vec::new(), path: Vec::new(), known: HashMap::new(), positions: 0 };
    let plies = checker.attack(strategy.steps().len() as StepId - 1, position)?;
    Ok(Verified { plies, positions: checker.positions })
}

struct Checker<'c, P> {
    strategy: &'c Strategy,
    /// The moves that led to the current position.
    line: Vec<Move>,
    /// The positions on the way there, where the same one may come again.
    path: Vec<P>,
    /// Steps that hold in positions met before, and how many plies they take. Whole positions are compared: whoever wrote
    /// the certificate may have chosen two with the same key.
    known: HashMap<(StepId, P), u32>,
    positions: u64,
}

impl<P: Position> Checker<'_, P> {
    /// The most plies in which the side to move wins `position` by the step `id`.
    fn attack(&mut self, id: StepId, position: &P) -> Result<u32, Flaw> {
        self.positions += 1;
        if let Some(Step::Win(points)) = self.strategy.step(id) {
            return self.win(id, points, position);
        }
        if let Some(&plies) = self.known.get(&(id, *position)) {
            return Ok(plies);
        }
        let attacker = position.to_move();
        self.see_no_repetition(id, position)?;
        let plies = match self.strategy.step(id) {
            Some(Step::Attack { at, replies, otherwise }) => {
                self.legal(id, position, *at)?;
                let next = position.make(*at);
                self.line.push(Move::Place(*at));
                let plies = match next.outcome() {
                    Some(outcome) if outcome.winner == Some(attacker) => 1,
                    Some(outcome) => {
                        return Err(self.flaw(id, position, format!("the game ends by {}", outcome.reason)));
                    }
                    None => 1 + self.defend(id, &next, replies, *otherwise)?,
                };
                self.line.pop();
                plies
            }
            _ => return Err(self.flaw(id, position, "there is no such step".to_owned())),
        };
        // Where positions may recur, a step may fail for what came before.
        if self.path.pop().is_none() {
            self.known.insert((id, *position), plies);
        }
        Ok(plies)
    }

    /// The most plies that the defender, who is to move in `position`, holds out.
    fn defend(
        &mut self,
        id: StepId,
        position: &P,
        replies: &[(Point, StepId)],
        otherwise: StepId,
    ) -> Result<u32, Flaw> {
        let attacker = !position.to_move();
        let legal = position.legal();
        if legal.is_empty() {
            return Err(self.flaw(id, position, "the defender has no legal reply, and passes".to_owned()));
        }
        self.see_no_repetition(id, position)?;
        let mut most = 0;
        for reply in legal.iter() {
            let next = position.make(reply);
            self.line.push(Move::Place(reply));
            let plies = match next.outcome() {
                Some(outcome) if outcome.winner == Some(attacker) => 0,
                Some(outcome) => return Err(self.flaw(id, position, format!("the game ends by {}", outcome.reason))),
                None => {
                    let listed = replies.iter().find(|&&(point, _)| point == reply);
                    self.attack(listed.map_or(otherwise, |&(_, next)| next), &next)?
                }
            };
            self.line.pop();
            most = most.max(1 + plies);
        }
        self.path.pop();
        Ok(most)
    }

    /// A placement that wins at once: at one of `points`, else anywhere.
    fn win(&self, id: StepId, points: &[Point], position: &P) -> Result<u32, Flaw> {
        let attacker = position.to_move();
        let wins = |point: &Point| {
            position.check(*point).is_ok()
                && position.make(*point).outcome().is_some_and(|outcome| outcome.winner == Some(attacker))
        };
        let found = points.iter().copied().find(wins).or_else(|| position.legal().iter().find(wins));
        found.map(|_| 1).ok_or_else(|| self.flaw(id, position, "nothing wins at once".to_owned()))
    }

    fn legal(&self, id: StepId, position: &P, at: Point) -> Result<(), Flaw> {
        position.check(at).map_err(|why| {
            let name = position.game().grid().name(at);
            self.flaw(id, position, format!("{name} is not legal: {why}"))
        })
    }

    /// Where positions may recur, none may come twice on the way: the defender could make it a draw.
    fn see_no_repetition(&mut self, id: StepId, position: &P) -> Result<(), Flaw> {
        if !position.game().rules().repetition {
            return Ok(());
        }
        let same = |past: &P| {
            engine::Color::ALL.iter().all(|&color| past.stones(color) == position.stones(color))
                && past.to_move() == position.to_move()
        };
        if self.path.iter().any(same) {
            return Err(self.flaw(id, position, "the position has been there before".to_owned()));
        }
        self.path.push(*position);
        Ok(())
    }

    fn flaw(&self, step: StepId, position: &P, reason: String) -> Flaw {
        let grid = position.game().grid();
        let moves: Vec<String> = self.line.iter().map(|&mv| engine::notation::move_text(grid, mv)).collect();
        Flaw { step: Some(step), moves: moves.join(" "), reason }
    }
}

#[cfg(test)]
mod tests {
    use engine::{Color, Rules, SquarePosition};

    use super::*;

    #[test]
    fn no_position_of_either_side_may_come_again() {
        let game = Game::new(Rules::NENUKI, None, None).expect("a game");
        let start = SquarePosition::start(game);
        let centre = start.legal().first().expect("a first move");
        let mut strategy = Strategy::default();
        let win = strategy.add(Step::Win(Vec::new()));
        let attack = strategy.add(Step::Attack { at: centre, replies: Vec::new(), otherwise: win });
        for position in [start, start.make(centre)] {
            let (path, known) = (vec![position], HashMap::new());
            let mut checker = Checker { strategy: &strategy, line: Vec::new(), path, known, positions: 0 };
            let flaw = match position.to_move() {
                Color::Black => checker.attack(attack, &position),
                Color::White => checker.defend(attack, &position, &[], win),
            };
            assert_eq!(flaw.expect_err("it came before").reason, "the position has been there before");
        }
    }
}
