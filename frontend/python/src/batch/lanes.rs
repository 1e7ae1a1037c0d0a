//! The positions of a batch, whatever their type.

use std::any::Any;

use engine::{AnyRecord, Color, IllegalMove, Move, Outcome, PointSet, Position, Record, Tactics};
use random::Dice;

use crate::actions::Actions;
use crate::board::Board;
use crate::planes;
use crate::replay::Look;

/// Why a step is refused.
pub(crate) enum Refused {
    /// On this board, a number that no move has.
    Number(usize, i64),
    /// On this board, a move.
    Move(usize, Move, IllegalMove),
}

/// The positions of a batch.
pub(crate) trait AnyLanes: Any + Send + Sync {
    /// As many with the position of the first.
    fn repeated(&self, n: usize) -> Box<dyn AnyLanes>;
    /// The same positions again.
    fn copied(&self) -> Box<dyn AnyLanes>;
    /// Adds others of the same game.
    fn add(&mut self, others: Box<dyn AnyLanes>);
    fn len(&self) -> usize;
    fn step(&mut self, actions: &Actions, numbers: &[i64]) -> Result<(), Refused>;
    fn random_moves(&mut self, actions: &Actions) -> Vec<i64>;
    /// Plays random games; after each, `more` returns whether to continue.
    fn playouts(&mut self, actions: &Actions, games: u32, more: &mut dyn FnMut() -> bool) -> Vec<u32>;
    fn legal_mask(&self, actions: &Actions, width: usize) -> Vec<bool>;
    fn planes(&self, actions: &Actions) -> Vec<u8>;
    fn outcome(&self, lane: usize) -> Option<Outcome>;
    fn over(&self) -> Vec<bool>;
    fn winner(&self) -> Vec<i8>;
    fn to_move(&self) -> Vec<i8>;
    fn captured(&self) -> Vec<u16>;
    fn plies(&self) -> &[u32];
    fn reset(&mut self, lane: usize);
    fn text(&self, lane: usize) -> String;
    fn dice(&mut self) -> &mut Dice;
    /// Whether the positions are those of others of the same game.
    fn is_same(&self, others: &dyn AnyLanes) -> bool;
}

/// The position of a board as a batch of one.
pub(crate) fn lanes(board: &Board, seed: u64) -> Box<dyn AnyLanes> {
    struct New(u64);

    impl Look for New {
        type Output = Box<dyn AnyLanes>;

        fn look<P: Tactics>(self, record: Record<P>) -> Self::Output {
            let plies = AnyRecord::moves(&record).len() as u32;
            Box::new(Lanes {
                starts: vec![(record.clone(), plies)],
                records: vec![record],
                plies: vec![plies],
                seed: self.0,
                dice: Dice::new(self.0, 0, 0),
            })
        }
    }

    board.look(New(seed))
}

/// Records of one type of position. Where positions may not repeat, they have no past.
#[derive(Clone)]
struct Lanes<P> {
    /// Where they began.
    starts: Vec<(Record<P>, u32)>,
    records: Vec<Record<P>>,
    plies: Vec<u32>,
    seed: u64,
    dice: Dice,
}

impl<P: Position> Lanes<P> {
    fn repetition(&self) -> bool {
        self.records[0].position().game().rules().repetition
    }
}

/// Continues with the position after `mv`, which is legal.
fn advance<P: Position>(record: &mut Record<P>, mv: Move, next: P, repetition: bool) {
    if repetition {
        record.play(mv).expect("it was checked");
    } else {
        *record = Record::new(next);
    }
}

/// Returns a random placement, or a pass if there is none. The game is not over.
fn random_move<P: Position>(position: &P, actions: &Actions, dice: &mut Dice) -> Move {
    let legal = position.legal();
    let points = actions.points();
    // Most points are legal as a rule; otherwise the legal ones are counted.
    for _ in 0..8 {
        let point = points[dice.below(points.len())];
        if legal.contains(point) {
            return Move::Place(point);
        }
    }
    match legal.len() {
        0 => Move::Pass,
        count => legal.iter().nth(dice.below(count)).map_or(Move::Pass, Move::Place),
    }
}

const fn sign(color: Color) -> i8 {
    match color {
        Color::Black => 1,
        Color::White => -1,
    }
}

impl<P: Tactics> AnyLanes for Lanes<P> {
    fn repeated(&self, n: usize) -> Box<dyn AnyLanes> {
        Box::new(Self {
            starts: vec![self.starts[0].clone(); n],
            records: vec![self.records[0].clone(); n],
            plies: vec![self.plies[0]; n],
            seed: self.seed,
            dice: Dice::new(self.seed, 0, 0),
        })
    }

    fn copied(&self) -> Box<dyn AnyLanes> {
        Box::new(self.clone())
    }

    fn add(&mut self, others: Box<dyn AnyLanes>) {
        let others: Box<dyn Any> = others;
        let others = others.downcast::<Self>().expect("a game has one type of position");
        self.starts.extend(others.starts);
        self.records.extend(others.records);
        self.plies.extend(others.plies);
    }

    fn len(&self) -> usize {
        self.records.len()
    }

    fn step(&mut self, actions: &Actions, numbers: &[i64]) -> Result<(), Refused> {
        let mut next = Vec::with_capacity(self.records.len());
        for (lane, (record, &number)) in self.records.iter().zip(numbers).enumerate() {
            if number == -1 {
                next.push(None);
                continue;
            }
            let mv = actions.mv(number).ok_or(Refused::Number(lane, number))?;
            let refused = |why| Refused::Move(lane, mv, why);
            if record.outcome().is_some() {
                return Err(refused(IllegalMove::GameOver));
            }
            next.push(Some((mv, record.position().play(mv).map_err(refused)?)));
        }
        let repetition = self.repetition();
        for ((record, plies), next) in self.records.iter_mut().zip(&mut self.plies).zip(next) {
            if let Some((mv, next)) = next {
                advance(record, mv, next, repetition);
                *plies += 1;
            }
        }
        Ok(())
    }

    fn random_moves(&mut self, actions: &Actions) -> Vec<i64> {
        let Self { records, dice, .. } = self;
        let random = |record: &Record<P>| match record.outcome() {
            Some(_) => -1,
            None => i64::from(actions.number_of(random_move(record.position(), actions, dice))),
        };
        records.iter().map(random).collect()
    }

    fn playouts(&mut self, actions: &Actions, games: u32, more: &mut dyn FnMut() -> bool) -> Vec<u32> {
        let repetition = self.repetition();
        let mut counts = vec![0; 4 * self.records.len()];
        for (start, counts) in self.records.iter().zip(counts.chunks_exact_mut(4)) {
            for _ in 0..games {
                let mut record = start.clone();
                let outcome = loop {
                    if let Some(outcome) = record.outcome() {
                        break outcome;
                    }
                    let mv = random_move(record.position(), actions, &mut self.dice);
                    let next = record.position().make_move(mv);
                    advance(&mut record, mv, next, repetition);
                    counts[3] += 1;
                };
                counts[outcome.winner.map_or(2, Color::index)] += 1;
                if !more() {
                    return Vec::new();
                }
            }
        }
        counts
    }

    fn legal_mask(&self, actions: &Actions, width: usize) -> Vec<bool> {
        let mut mask = vec![false; width * self.records.len()];
        for (record, mask) in self.records.iter().zip(mask.chunks_exact_mut(width)) {
            if record.outcome().is_some() {
                continue;
            }
            let legal = record.position().legal();
            legal.iter().for_each(|point| mask[usize::from(actions.number(point))] = true);
            let others = [(Move::Swap, record.position().swap_offered()), (Move::Pass, legal.is_empty())];
            for (mv, allowed) in others {
                if let Some(place) = mask.get_mut(usize::from(actions.number_of(mv))) {
                    *place = allowed;
                }
            }
        }
        mask
    }

    fn planes(&self, actions: &Actions) -> Vec<u8> {
        let size: usize = planes::shape(actions).iter().product();
        let cells = planes::cells(actions);
        let mut all = vec![0; size * self.records.len()];
        for (record, planes) in self.records.iter().zip(all.chunks_exact_mut(size)) {
            planes::write(record, actions, &cells, planes);
        }
        all
    }

    fn outcome(&self, lane: usize) -> Option<Outcome> {
        self.records[lane].outcome()
    }

    fn over(&self) -> Vec<bool> {
        self.records.iter().map(|record| record.outcome().is_some()).collect()
    }

    fn winner(&self) -> Vec<i8> {
        self.records.iter().map(|record| record.outcome().and_then(|outcome| outcome.winner).map_or(0, sign)).collect()
    }

    fn to_move(&self) -> Vec<i8> {
        self.records.iter().map(|record| sign(record.position().to_move())).collect()
    }

    fn captured(&self) -> Vec<u16> {
        self.records.iter().flat_map(|record| Color::ALL.map(|color| record.position().captured(color))).collect()
    }

    fn plies(&self) -> &[u32] {
        &self.plies
    }

    fn reset(&mut self, lane: usize) {
        let (record, plies) = self.starts[lane].clone();
        self.records[lane] = record;
        self.plies[lane] = plies;
    }

    fn text(&self, lane: usize) -> String {
        engine::notation::position_text(self.records[lane].position())
    }

    fn dice(&mut self) -> &mut Dice {
        &mut self.dice
    }

    fn is_same(&self, others: &dyn AnyLanes) -> bool {
        let others: &dyn Any = others;
        others.downcast_ref::<Self>().is_some_and(|others| {
            let positions = |lanes: &Self| lanes.records.iter().map(|record| *record.position()).collect::<Vec<_>>();
            self.plies == others.plies && positions(self) == positions(others)
        })
    }
}
