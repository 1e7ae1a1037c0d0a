//! The values of the first moves: found, justified, and looked up.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{Bitboard, Game, Point, PointSet, Tactics, Visitor};

use super::board::Board;
use super::collection::{Collection, Oracle, Reply, after_answers};
use super::pn_table::{Entry, Node, PnTable, ProofNumbers};
use super::proofs::Proofs;
use super::retrograde::Retrograde;
use super::{Table, TooLarge, Value};
use crate::{Instant, buckets};

/// The known value of a first move, for the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstMove {
    /// The move.
    pub point: Point,
    /// It is worth at least that.
    pub least: Value,
    /// And at most that.
    pub most: Value,
}

impl FirstMove {
    /// Its exact value, if that is known.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        (self.least == self.most).then_some(self.least)
    }
}

/// How values are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// By a search for proofs, which may end before all is known.
    Proofs,
    /// By retrograde iteration, which ends when all is known.
    Retrograde,
}

/// How much may be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Until when.
    pub until: Option<Instant>,
    /// The most positions that the proof search looks at, with those of its VCF searches. Several threads may exceed it, each
    /// but one by a position and the VCF search there, 101 nodes at most.
    pub nodes: u64,
    /// The memory of the proof search, in bytes.
    pub memory: usize,
    /// The threads of the proof search. With one it looks at the same positions every time.
    pub threads: usize,
    /// If not empty: the proof search asks about these first moves only, and about what they lead to.
    pub only: Bitboard,
}

/// Finds out the values of the first moves on the empty board of `game`, and returns a closed table that shows what was
/// found out, with the number of positions that were looked at.
///
/// `hints` are positions that are said to be lost or held, from an earlier run that was interrupted: they save work, and are
/// believed only if what they lead to is found out again. After each step `on_step` is called with the table so far, and
/// with a function that lists the hints for a later run; and once more at the end.
///
/// # Errors
/// The board is too large, or the stones alone do not decide.
pub fn solve_start(
    game: &'static Game,
    method: Method,
    hints: Option<&Table>,
    bounds: Bounds,
    stop: &AtomicBool,
    on_step: &mut dyn FnMut(&Step<'_>),
) -> Result<(Table, u64), TooLarge> {
    game.visit(Solve { method, hints, bounds, stop, on_step })
}

/// The state after a step.
pub struct Step<'s> {
    /// The positions decided so far.
    pub table: &'s Table,
    /// The positions that were looked at so far.
    pub nodes: u64,
    /// The first move that was looked at, and what it seems to cost to show a win of the side for which one was looked for.
    pub asked: Option<(Point, u32)>,
    /// Lists the hints for a later run.
    pub hints: &'s dyn Fn() -> Table,
    /// Whether this is the end.
    pub last: bool,
}

struct Solve<'s> {
    method: Method,
    hints: Option<&'s Table>,
    bounds: Bounds,
    stop: &'s AtomicBool,
    on_step: &'s mut dyn FnMut(&Step<'_>),
}

impl Visitor for Solve<'_> {
    type Output = Result<(Table, u64), TooLarge>;

    fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
        let board = Board::<P>::new(game)?;
        match self.method {
            Method::Retrograde => by_retrograde(&board),
            Method::Proofs => Ok(self.by_proofs(&board)),
        }
    }
}

impl Solve<'_> {
    /// Asks about one first move after the other, with more and more effort: the less a win of one side seems to cost and the
    /// less was spent on it so far, the sooner.
    fn by_proofs<P: Tactics>(self, board: &Board<P>) -> (Table, u64) {
        let mut slots = buckets::Buckets::new(self.bounds.memory);
        let mut proofs = Proofs::new(board, PnTable::new(&mut slots), self.bounds.threads, self.stop);
        (proofs.shared.until, proofs.shared.limit) = (self.bounds.until, self.bounds.nodes);
        if let Some(hints) = self.hints {
            proofs.load_hints(hints);
        }
        let mut table = Table::new(board.game);
        let mut spent: BTreeMap<(Point, bool), u64> = BTreeMap::new();
        loop {
            let mut asked = None;
            if let Some((first, position, or_node)) = proofs.next(board.open_moves(&table, self.bounds.only), &spent) {
                let before = proofs.shared.nodes.load(Relaxed);
                let spent = spent.entry((first, or_node)).or_default();
                proofs.shared.most_nodes = before.saturating_add((*spent / 2).clamp(LEAST_EFFORT, MOST_EFFORT));
                proofs.solve(&position, or_node);
                proofs.shared.most_nodes = u64::MAX;
                *spent += proofs.shared.nodes.load(Relaxed) - before;
                asked = Some((first, proofs.cost(&position, or_node)));
                let answers = [false, true].map(|or_node| proofs.answer(&position, or_node));
                let mut show = |or_node, answer| justify(board, &mut proofs, &mut table, &position, or_node, answer);
                // Wins show the most by the least. A hint that was wrong is retracted, so the next search goes elsewhere.
                let _ = match answers {
                    [Some(false), _] => show(false, false),
                    [_, Some(true)] => show(true, true),
                    [Some(true), Some(false)] => show(false, true).and_then(|()| show(true, false)),
                    _ => Ok(()),
                };
            }
            let (nodes, last) = (proofs.shared.all_nodes(), asked.is_none() || proofs.shared.is_spent());
            (self.on_step)(&Step { table: &table, nodes, asked, hints: &|| proofs.hints(&table), last });
            if last {
                return (table, nodes);
            }
        }
    }
}

/// The positions that a question is worth at first, and at most until others get their turn.
const LEAST_EFFORT: u64 = 1 << 12;
const MOST_EFFORT: u64 = 1 << 22;

fn by_retrograde<P: Tactics>(board: &Board<P>) -> Result<(Table, u64), TooLarge> {
    let start = P::start(board.game);
    let mut values = Retrograde::new(board, &start).ok_or(TooLarge)?;
    let mut table = Table::new(board.game);
    for first in board.first_moves() {
        let position = start.make(first);
        let claims: &[(bool, bool)] = match values.value(board.code(&position)) {
            Some((Value::Loss, _)) => &[(false, false)],
            Some((Value::Win, _)) => &[(true, true)],
            _ => &[(false, true), (true, false)],
        };
        for &(or_node, answer) in claims {
            let justified = justify(board, &mut values, &mut table, &position, or_node, answer);
            justified.expect("values that are all known justify each other");
        }
    }
    Ok((table, values.count as u64))
}

/// Adds to `table` what shows that the side to move wins `position` or does not (at an OR node), that it does not lose or
/// does (at an AND node).
fn justify<P: Tactics, O: Oracle<P>>(
    board: &Board<P>,
    oracle: &mut O,
    table: &mut Table,
    position: &P,
    or_node: bool,
    answer: bool,
) -> Result<(), super::collection::Unjustified> {
    let mut collection = Collection { board, oracle, table };
    match (or_node, answer) {
        (false, false) => collection.lost(position),
        (true, false) => collection.held(position),
        (true, true) => {
            let reply = collection.winning_reply(position, u32::MAX, &Default::default());
            collection.lost(&reply.ok_or(super::collection::Unjustified)?)
        }
        (false, true) => match collection.holding_reply(position, &BTreeSet::new()) {
            Some(Reply::To(next)) => collection.held(&next),
            _ => Err(super::collection::Unjustified),
        },
    }
}

impl<P: Tactics> Oracle<P> for Retrograde<'_, P> {
    fn lost(&self, code: u64) -> Option<u32> {
        self.value(code).and_then(|(value, rank)| (value == Value::Loss).then_some(rank))
    }

    fn held(&self, code: u64) -> bool {
        self.value(code).is_some_and(|(value, _)| value <= Value::Draw)
    }

    fn find_out(&mut self, position: &P, or_node: bool) -> Option<bool> {
        let (value, _) = self.value(self.board().code(position))?;
        Some(if or_node { value == Value::Win } else { value >= Value::Draw })
    }

    fn retract(&mut self, position: &P) {
        unreachable!("the value of {position:?} is exact");
    }
}

impl<P: Tactics> Oracle<P> for Proofs<'_, P> {
    fn lost(&self, code: u64) -> Option<u32> {
        let known = self.shared.memory.get(Node::new(code, false))?;
        (known.numbers == ProofNumbers::DISPROVED && known.rank > 0).then_some(known.rank)
    }

    fn held(&self, code: u64) -> bool {
        self.shared.memory.get(Node::new(code, true)).is_some_and(|known| known.numbers == ProofNumbers::DISPROVED)
    }

    fn find_out(&mut self, position: &P, or_node: bool) -> Option<bool> {
        self.solve(position, or_node)
    }

    fn retract(&mut self, position: &P) {
        self.shared.memory.forget(self.shared.node(position, true));
    }
}

/// Positions that took less work are not worth a hint.
const WORTH_A_HINT: u64 = 32;

impl<P: Tactics> Proofs<'_, P> {
    /// The estimated cost to show that the side to move wins (at an OR node), or that it loses (at an AND node).
    fn cost(&self, position: &P, or_node: bool) -> u32 {
        let known = self.shared.memory.get(self.shared.node(position, or_node));
        known.map_or(1, |known| if or_node { known.numbers.phi } else { known.numbers.delta })
    }

    fn answer(&self, position: &P, or_node: bool) -> Option<bool> {
        self.shared.answer(self.shared.node(position, or_node))
    }

    /// The next of the open questions after `firsts`: whether the side to move wins, or does not lose. An answer is a
    /// win of one side, which settles the value; without one it is a draw.
    fn next(&self, firsts: Vec<(Point, P)>, spent: &BTreeMap<(Point, bool), u64>) -> Option<(Point, P, bool)> {
        let both = |(first, position)| [(first, position, false), (first, position, true)];
        // A half-known value needs the other half only.
        let worth = |(_, position, or_node): &(Point, P, bool)| {
            self.answer(position, *or_node).is_none() || self.answer(position, !or_node).is_some()
        };
        let urgency = |&(first, position, or_node): &(Point, P, bool)| {
            let spent = spent.get(&(first, or_node)).copied().unwrap_or(0);
            u64::from(self.cost(&position, or_node)) * (spent + LEAST_EFFORT)
        };
        firsts.into_iter().flat_map(both).filter(worth).min_by_key(urgency)
    }

    /// The positions of `table`, and further lost ones that took some work.
    fn hints(&self, table: &Table) -> Table {
        let mut table = table.clone();
        let lost =
            |known: &Entry| known.numbers == ProofNumbers::DISPROVED && known.rank > 0 && known.work >= WORTH_A_HINT;
        let all = self.shared.memory.iter().filter(|(node, known)| !node.is_or_node() && lost(known));
        table.lost.extend(all.map(|(node, known)| (node.code(), known.rank)));
        table
    }

    /// Enters such positions as lost and as held, until a search knows better.
    fn load_hints(&mut self, hints: &Table) {
        for (&code, &rank) in &hints.lost {
            let known = Entry { numbers: ProofNumbers::DISPROVED, rank, work: WORTH_A_HINT };
            self.shared.memory.put(Node::new(code, false), known);
            self.shared.memory.put(Node::new(code, true), Entry { rank: 0, ..known });
        }
        for &code in &hints.held {
            let known = Entry { numbers: ProofNumbers::DISPROVED, rank: 0, work: WORTH_A_HINT };
            self.shared.memory.put(Node::new(code, true), known);
        }
    }
}

impl<P: Tactics> Board<P> {
    /// The first moves, one of those that are images of each other, the last rows first: the centre comes early.
    fn first_moves(&self) -> Vec<Point> {
        let legal = P::start(self.game).legal();
        let mut moves: Vec<Point> = legal.iter().filter(|&at| self.symmetries.first_image(at) == at).collect();
        moves.reverse();
        moves
    }

    /// Those whose value `table` does not tell, and what they lead to; if `only` is not empty, those with an image in it.
    fn open_moves(&self, table: &Table, only: Bitboard) -> Vec<(Point, P)> {
        let mut moves = self.first_moves();
        let wanted = |first| only.is_empty() || only.iter().any(|at| self.symmetries.first_image(at) == first);
        moves.retain(|&first| wanted(first) && first_move(self, table, first).value().is_none());
        moves.into_iter().map(|first| (first, P::start(self.game).make(first))).collect()
    }
}

impl Table {
    /// The value of each first move in the table, in the order of their names.
    ///
    /// # Errors
    /// The board is too large, or the stones alone do not decide.
    pub fn first_moves(&self) -> Result<Vec<FirstMove>, TooLarge> {
        struct LookUp<'t>(&'t Table);

        impl Visitor for LookUp<'_> {
            type Output = Result<Vec<FirstMove>, TooLarge>;

            fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
                let board = Board::<P>::new(game)?;
                let legal = P::start(game).legal();
                let moves = game.grid().points_by_name().filter(|&point| legal.contains(point));
                Ok(moves.map(|point| first_move(&board, self.0, point)).collect())
            }
        }

        self.game.visit(LookUp(self))
    }
}

/// The value of the first move `point` in `table`.
fn first_move<P: Tactics>(board: &Board<P>, table: &Table, point: Point) -> FirstMove {
    let position = P::start(board.game).make(point);
    let lost = |position: &P| table.lost.contains_key(&board.code(position));
    let held = |position: &P| table.held.contains(&board.code(position)) || lost(position);
    let replies = after_answers(&position);
    let least = match () {
        () if lost(&position) => Value::Win,
        () if held(&position) => Value::Draw,
        () => Value::Loss,
    };
    let most = match () {
        () if replies.iter().any(lost) => Value::Loss,
        () if replies.iter().any(held) => Value::Draw,
        () => Value::Win,
    };
    FirstMove { point, least, most }
}
