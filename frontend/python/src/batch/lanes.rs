//! The positions of a batch, whatever their type.

use std::any::Any;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use engine::{AnyRecord, Color, IllegalMove, Move, Outcome, Point, PointSet, Position, Record, Tactics};
use random::Dice;

use super::workers::{Kind, Workers};
use crate::actions::Actions;
use crate::board::Board;
use crate::features::{Known, Reader};
use crate::planes;
use crate::replay::Look;

/// Why a step is refused.
pub(crate) enum Refused {
    /// A number that no move has.
    Number(i64),
    /// A move.
    Move(Move, IllegalMove),
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
    /// Plays a move on each board, and returns which games are over. A refusal names the first board that refuses; then none
    /// is changed.
    fn step(&mut self, actions: &Actions, numbers: &[i64], workers: &Workers) -> Result<Vec<bool>, (usize, Refused)>;
    fn random_moves(&mut self, actions: &Actions, workers: &Workers) -> Vec<i64>;
    /// Plays random games; after each, `more` returns whether to continue.
    fn playouts(&mut self, actions: &Actions, games: u32, workers: &Workers, more: More<'_>) -> Vec<u32>;
    fn legal_mask(&self, actions: &Actions, width: usize, workers: &Workers) -> Vec<bool>;
    fn planes(&self, actions: &Actions, workers: &Workers) -> Vec<u8>;
    fn features(&self, reader: &Reader<'_>, workers: &Workers) -> Known;
    fn outcome(&self, lane: usize) -> Option<Outcome>;
    fn over(&self) -> Vec<bool>;
    fn winner(&self) -> Vec<i8>;
    fn to_move(&self) -> Vec<i8>;
    fn captured(&self) -> Vec<u16>;
    fn plies(&self) -> Vec<u32>;
    /// The numbers of the moves of each board since it began.
    fn histories(&self) -> Vec<Vec<u16>>;
    fn reset(&mut self, lane: usize);
    fn text(&self, lane: usize) -> String;
    /// How often random numbers were drawn for all boards.
    fn draws(&self) -> u64;
    fn set_draws(&mut self, draws: u64);
    /// Whether the positions are those of others of the same game.
    fn is_same(&self, others: &dyn AnyLanes) -> bool;
}

/// Whether to continue.
pub(crate) type More<'a> = &'a (dyn Fn() -> bool + Sync);

/// The number of boards that a thread takes at a time. Random moves depend on it.
const TAKEN: usize = 64;

/// The number of games of a board that a thread plays at a time. Playouts depend on it.
const GAMES: u32 = 64;

/// The position of a board as a batch of one.
pub(crate) fn lanes(board: &Board, seed: u64) -> Box<dyn AnyLanes> {
    struct New(u64);

    impl Look for New {
        type Output = Box<dyn AnyLanes>;

        fn look<P: Tactics>(self, record: Record<P>) -> Self::Output {
            let plies = AnyRecord::moves(&record).len() as u32;
            let lane = Lane { record, legal: OnceLock::new(), drawn: None, plies, history: Vec::new() };
            Box::new(Lanes { starts: vec![lane.clone()], lanes: vec![lane], seed: self.0, draws: 0 })
        }
    }

    board.look(New(seed))
}

/// One board. Where positions may not repeat, its record has no past.
#[derive(Clone)]
struct Lane<P: Position> {
    record: Record<P>,
    /// The legal placements, if they were needed.
    legal: OnceLock<P::Set>,
    /// The random move that was drawn for the position.
    drawn: Option<Move>,
    plies: u32,
    history: Vec<u16>,
}

impl<P: Position> Lane<P> {
    fn position(&self) -> &P {
        self.record.position()
    }

    /// The legal placements. The game is not over.
    fn legal(&self) -> P::Set {
        *self.legal.get_or_init(|| self.position().legal())
    }

    fn is_known_legal(&self, point: Point) -> bool {
        self.drawn == Some(Move::Place(point)) || self.legal.get().is_some_and(|legal| legal.contains(point))
    }

    /// Whether the move with this number is legal without a look at the rules; -1 is none.
    fn is_known(&self, actions: &Actions, number: i64) -> bool {
        match actions.mv(number) {
            Some(Move::Place(point)) => self.is_known_legal(point) && self.record.outcome().is_none(),
            _ => number == -1,
        }
    }

    /// Checks the move with this number; -1 is none.
    fn check(&self, actions: &Actions, number: i64) -> Result<(), Refused> {
        if number == -1 {
            return Ok(());
        }
        let mv = actions.mv(number).ok_or(Refused::Number(number))?;
        if self.record.outcome().is_some() {
            return Err(Refused::Move(mv, IllegalMove::GameOver));
        }
        let position = self.position();
        let checked = match mv {
            Move::Place(point) if self.is_known_legal(point) || position.make_foul(point).is_some() => Ok(()),
            Move::Place(point) => position.check(point),
            Move::Swap | Move::Pass => position.play(mv).map(|_| ()),
        };
        checked.map_err(|why| Refused::Move(mv, why))
    }

    /// Plays the move with this number, which was checked.
    fn play(&mut self, actions: &Actions, number: i64, repetition: bool) {
        let Some(mv) = actions.mv(number) else { return };
        let position = self.position();
        let foul = match mv {
            Move::Place(point) if !self.is_known_legal(point) => position.make_foul(point),
            _ => None,
        };
        let next = foul.unwrap_or_else(|| position.make_move(mv));
        advance(&mut self.record, mv, next, repetition);
        self.legal = OnceLock::new();
        self.drawn = None;
        self.plies += 1;
        self.history.push(number as u16);
    }
}

/// The boards of a batch with one type of position.
#[derive(Clone)]
struct Lanes<P: Position> {
    /// Where they began.
    starts: Vec<Lane<P>>,
    lanes: Vec<Lane<P>>,
    seed: u64,
    draws: u64,
}

impl<P: Position> Lanes<P> {
    fn repetition(&self) -> bool {
        self.lanes[0].position().game().rules().repetition
    }

    /// Names the random numbers that are drawn next: the part of them for one purpose.
    fn draw(&mut self) -> impl Fn(u64) -> Dice + use<P> {
        let (seed, draw) = (self.seed, self.draws);
        self.draws += 1;
        move |purpose| Dice::new(seed, draw, purpose)
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

/// Returns a random placement, or a pass if there is none. The game is not over. `known` are the legal placements, if they
/// are known.
fn random_move<P: Position>(position: &P, known: Option<&P::Set>, actions: &Actions, dice: &mut Dice) -> Move {
    let points = actions.points();
    // Most points are legal as a rule, and one is checked sooner than all; otherwise the legal ones are counted.
    for _ in 0..8 {
        let point = points[dice.below(points.len())];
        if known.map_or_else(|| position.check(point).is_ok(), |legal| legal.contains(point)) {
            return Move::Place(point);
        }
    }
    let legal = known.copied().unwrap_or_else(|| position.legal());
    match legal.len() {
        0 => Move::Pass,
        count => legal.iter().nth(dice.below(count)).map_or(Move::Pass, Move::Place),
    }
}

/// Plays a random game to its end, and returns the outcome and the number of moves.
fn random_game<P: Position>(start: &Record<P>, actions: &Actions, dice: &mut Dice) -> (Outcome, u32) {
    let repetition = start.position().game().rules().repetition;
    let (mut record, mut moves) = (start.clone(), 0);
    loop {
        if let Some(outcome) = record.outcome() {
            return (outcome, moves);
        }
        let mv = random_move(record.position(), None, actions, dice);
        let next = record.position().make_move(mv);
        advance(&mut record, mv, next, repetition);
        moves += 1;
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
        Box::new(Self { starts: vec![self.starts[0].clone(); n], lanes: vec![self.lanes[0].clone(); n], ..*self })
    }

    fn copied(&self) -> Box<dyn AnyLanes> {
        Box::new(self.clone())
    }

    fn add(&mut self, others: Box<dyn AnyLanes>) {
        let others: Box<dyn Any> = others;
        let others = others.downcast::<Self>().expect("a game has one type of position");
        self.starts.extend(others.starts);
        self.lanes.extend(others.lanes);
    }

    fn len(&self) -> usize {
        self.lanes.len()
    }

    fn step(&mut self, actions: &Actions, numbers: &[i64], workers: &Workers) -> Result<Vec<bool>, (usize, Refused)> {
        let refused = Mutex::new(None::<(usize, Refused)>);
        let is_known = |(lane, &number): (&Lane<P>, &i64)| lane.is_known(actions, number);
        let unknown = if self.lanes.iter().zip(numbers).all(is_known) { &[] } else { &self.lanes[..] };
        let parts = unknown.chunks(TAKEN).zip(numbers.chunks(TAKEN)).enumerate();
        workers.run(Kind::Check, parts, |(part, (lanes, numbers))| {
            let mut checked = lanes.iter().zip(numbers).enumerate();
            let first = checked.find_map(|(lane, (board, &number))| Some((lane, board.check(actions, number).err()?)));
            if let Some((lane, why)) = first {
                let lane = TAKEN * part + lane;
                let mut refused = refused.lock().unwrap_or_else(PoisonError::into_inner);
                if refused.as_ref().is_none_or(|(least, _)| lane < *least) {
                    *refused = Some((lane, why));
                }
            }
        });
        if let Some(refused) = refused.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(refused);
        }
        let (repetition, mut over) = (self.repetition(), vec![false; self.lanes.len()]);
        let parts = self.lanes.chunks_mut(TAKEN).zip(numbers.chunks(TAKEN)).zip(over.chunks_mut(TAKEN));
        workers.run(Kind::Step, parts, |((lanes, numbers), over)| {
            for ((lane, &number), over) in lanes.iter_mut().zip(numbers).zip(over) {
                lane.play(actions, number, repetition);
                *over = lane.record.outcome().is_some();
            }
        });
        Ok(over)
    }

    fn random_moves(&mut self, actions: &Actions, workers: &Workers) -> Vec<i64> {
        let (dice, mut moves) = (self.draw(), vec![-1; self.lanes.len()]);
        let parts = self.lanes.chunks_mut(TAKEN).zip(moves.chunks_mut(TAKEN)).enumerate();
        workers.run(Kind::Random, parts, |(part, (lanes, moves))| {
            let mut dice = dice(part as u64);
            for (lane, number) in lanes.iter_mut().zip(moves).filter(|(lane, _)| lane.record.outcome().is_none()) {
                let mv = random_move(lane.position(), lane.legal.get(), actions, &mut dice);
                lane.drawn = Some(mv);
                *number = i64::from(actions.number_of(mv));
            }
        });
        moves
    }

    fn playouts(&mut self, actions: &Actions, games: u32, workers: &Workers, more: More<'_>) -> Vec<u32> {
        let (dice, lanes, parts) = (self.draw(), &self.lanes, games.div_ceil(GAMES) as usize);
        let counts: Vec<AtomicU32> = (0..4 * lanes.len()).map(|_| AtomicU32::new(0)).collect();
        workers.run_while(0..parts * lanes.len(), |index| {
            let (lane, part) = (index / parts, index % parts);
            let mut dice = dice(((lane as u64) << 32) | part as u64);
            for _ in 0..(games - GAMES * part as u32).min(GAMES) {
                if !more() {
                    return false;
                }
                let (outcome, moves) = random_game(&lanes[lane].record, actions, &mut dice);
                counts[4 * lane + outcome.winner.map_or(2, Color::index)].fetch_add(1, Ordering::Relaxed);
                counts[4 * lane + 3].fetch_add(moves, Ordering::Relaxed);
            }
            true
        });
        counts.into_iter().map(AtomicU32::into_inner).collect()
    }

    fn legal_mask(&self, actions: &Actions, width: usize, workers: &Workers) -> Vec<bool> {
        let mut mask = vec![false; width * self.lanes.len()];
        workers.run(Kind::Mask, self.lanes.chunks(TAKEN).zip(mask.chunks_mut(width * TAKEN)), |(lanes, masks)| {
            let open =
                lanes.iter().zip(masks.chunks_exact_mut(width)).filter(|(lane, _)| lane.record.outcome().is_none());
            for (lane, mask) in open {
                let legal = lane.legal();
                legal.iter().for_each(|point| mask[usize::from(actions.number(point))] = true);
                let others = [(Move::Swap, lane.position().swap_offered()), (Move::Pass, legal.is_empty())];
                for (mv, allowed) in others {
                    if let Some(place) = mask.get_mut(usize::from(actions.number_of(mv))) {
                        *place = allowed;
                    }
                }
            }
        });
        mask
    }

    fn planes(&self, actions: &Actions, workers: &Workers) -> Vec<u8> {
        let size: usize = planes::shape(actions).iter().product();
        let cells = planes::cells(actions);
        let mut all = vec![0; size * self.lanes.len()];
        workers.run(Kind::Planes, self.lanes.chunks(TAKEN).zip(all.chunks_mut(size * TAKEN)), |(lanes, all)| {
            for (lane, planes) in lanes.iter().zip(all.chunks_exact_mut(size)) {
                planes::write(&lane.record, || lane.legal(), actions, &cells, planes);
            }
        });
        all
    }

    fn features(&self, reader: &Reader<'_>, workers: &Workers) -> Known {
        let mut known = reader.room(self.lanes.len());
        workers.run(Kind::Features, self.lanes.chunks(TAKEN).zip(known.parts(TAKEN)), |(lanes, part)| {
            let placements =
                |lane: &Lane<P>| if lane.record.outcome().is_some() { P::Set::EMPTY } else { lane.legal() };
            reader.write(lanes.iter().map(|lane| (&lane.record, placements(lane))), part);
        });
        known
    }

    fn outcome(&self, lane: usize) -> Option<Outcome> {
        self.lanes[lane].record.outcome()
    }

    fn over(&self) -> Vec<bool> {
        self.lanes.iter().map(|lane| lane.record.outcome().is_some()).collect()
    }

    fn winner(&self) -> Vec<i8> {
        let winner = |lane: &Lane<P>| lane.record.outcome().and_then(|outcome| outcome.winner);
        self.lanes.iter().map(|lane| winner(lane).map_or(0, sign)).collect()
    }

    fn to_move(&self) -> Vec<i8> {
        self.lanes.iter().map(|lane| sign(lane.position().to_move())).collect()
    }

    fn captured(&self) -> Vec<u16> {
        self.lanes.iter().flat_map(|lane| Color::ALL.map(|color| lane.position().captured(color))).collect()
    }

    fn plies(&self) -> Vec<u32> {
        self.lanes.iter().map(|lane| lane.plies).collect()
    }

    fn histories(&self) -> Vec<Vec<u16>> {
        self.lanes.iter().map(|lane| lane.history.clone()).collect()
    }

    fn reset(&mut self, lane: usize) {
        self.lanes[lane] = self.starts[lane].clone();
    }

    fn text(&self, lane: usize) -> String {
        engine::notation::position_text(self.lanes[lane].position())
    }

    fn draws(&self) -> u64 {
        self.draws
    }

    fn set_draws(&mut self, draws: u64) {
        self.draws = draws;
    }

    fn is_same(&self, others: &dyn AnyLanes) -> bool {
        let others: &dyn Any = others;
        others.downcast_ref::<Self>().is_some_and(|others| {
            let same =
                |(lane, other): (&Lane<P>, &Lane<P>)| lane.plies == other.plies && lane.position() == other.position();
            self.lanes.len() == others.lanes.len() && self.lanes.iter().zip(&others.lanes).all(same)
        })
    }
}
