//! The checker: plays a certificate against every legal reply. Slow and simple; of the engine it uses nothing but the
//! rules: legal moves, what they lead to, and how games end.
//!
//! # Repetition
//! Where the third occurrence of a position is a draw, no position may come up twice on the way, nor one that came up twice
//! in the game before. So the win holds after every game in which no position that the proof leads to came up twice. A
//! certificate names no game: it claims the win for those, a set-up position among them.

use std::collections::HashMap;
use std::fmt;

use engine::{Color, Game, Move, Point, PointSet, Position, Record, Visitor};

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
        verify(&Record::new(start), &self.0.strategy)
    }
}

/// Checks that the side to move wins by `strategy` from where `record` stands, against every legal reply.
///
/// # Errors
/// Where the first reply was found against which it fails.
pub(crate) fn verify<P: Position>(record: &Record<P>, strategy: &Strategy) -> Result<Verified, Flaw> {
    let path = came_up_twice(record);
    let mut checker = Checker { strategy, line: Vec::new(), path, known: HashMap::new(), positions: 0 };
    let plies = checker.attack(strategy.steps().len() as StepId - 1, record.position())?;
    Ok(Verified { plies, positions: checker.positions })
}

/// Where positions may recur: those other than the last that came up twice.
fn came_up_twice<P: Position>(record: &Record<P>) -> Vec<P> {
    if !record.position().game().rules().repetition {
        return Vec::new();
    }
    let past: Vec<P> = record.past().copied().collect();
    let twice = |&(index, one): &(usize, &P)| {
        !is_same(one, record.position()) && past[index + 1..].iter().any(|other| is_same(one, other))
    };
    past.iter().enumerate().filter(twice).map(|(_, &position)| position).collect()
}

/// Whether this is the same position as far as repetition goes: stones and side to move.
fn is_same<P: Position>(one: &P, other: &P) -> bool {
    one.to_move() == other.to_move() && Color::ALL.iter().all(|&color| one.stones(color) == other.stones(color))
}

struct Checker<'c, P> {
    strategy: &'c Strategy,
    /// The moves that led to the current position.
    line: Vec<Move>,
    /// Where positions may recur: those that must not come up again, on the way there and in the game.
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
        self.see_no_repetition(id, position)?;
        let mut most = 0;
        for reply in position.moves() {
            let next = position.make_move(reply);
            self.line.push(reply);
            let plies = match next.outcome() {
                Some(outcome) if outcome.winner == Some(attacker) => 0,
                Some(outcome) => return Err(self.flaw(id, position, format!("the game ends by {}", outcome.reason))),
                None => {
                    let listed = replies.iter().find(|&&(point, _)| Move::Place(point) == reply);
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

    /// Where positions may recur, none may come twice: the defender could make it a draw.
    fn see_no_repetition(&mut self, id: StepId, position: &P) -> Result<(), Flaw> {
        if !position.game().rules().repetition {
            return Ok(());
        }
        if self.path.iter().any(|past| is_same(past, position)) {
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
    use engine::{Color, HexPosition, Rules, SetUp, SquarePosition};

    use super::*;

    #[test]
    fn no_position_of_either_side_may_come_again() {
        let game = Game::new(
            Rules::ALL.into_iter().find(|rules| rules.repetition && !rules.hexagonal()).expect("such a game"),
            None,
            None,
        )
        .expect("a game");
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

    /// Both sides can throw a stone into an eye of the other one; x, with two ways to complete a line, may do so first.
    #[test]
    fn a_win_by_way_of_a_third_occurrence_is_none() {
        let mut rules = Rules::ALL.into_iter().find(Rules::hexagonal).expect("such a game");
        rules.set_flag("suicide", "true").expect("a flag of the game");
        let game = Game::new(rules, None, None).expect("the usual board");
        let point = |name| game.grid().parse(name).expect("a point");
        let stones = |names: &'static str, color| names.split(' ').map(move |name| (name, color));
        let all = stones("i8 h8 h9 e3 e4 e5 e6", Color::Black).chain(stones("a2 b1 b2", Color::White));
        let setup = SetUp {
            stones: all.map(|(name, color)| (point(name), color)).collect(),
            walls: Vec::new(),
            to_move: Color::White,
            captured: [0; 2],
        };
        let start = HexPosition::<u64>::set_up(game, &setup).expect("a position");
        let mut strategy = Strategy::default();
        let otherwise = strategy.add(Step::Win(vec![point("e2"), point("e7")]));
        strategy.add(Step::Attack { at: point("a1"), replies: Vec::new(), otherwise });
        let play = |names: &[&'static str]| {
            let mut record = Record::new(start);
            names.iter().for_each(|&name| record.play(Move::Place(point(name))).expect("a legal move"));
            record
        };
        assert_eq!(verify(&play(&["i9"]), &strategy).map(|verified| verified.plies), Ok(3));
        let flaw = verify(&play(&["i9", "a1", "i9"]), &strategy).expect_err("drawn after a1");
        assert!(flaw.to_string().contains("has been there before"), "{flaw}");
    }
}
