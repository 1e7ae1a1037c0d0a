//! The proof of a position by threads that share a store.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::Game;
use records::Shard;
use search::proof::{Assembly, Certificate, CheckLimits, Strategy};

use crate::assemble::{Assembler, Gap};
use crate::canon::after;
use crate::claim::{Claim, Limits, Proof};
use crate::error::Error;
use crate::line::Line;
use crate::status::Status;
use crate::store::Store;
use crate::task::{Kind, Task, name};
use crate::tree::select::Choice;
use crate::tree::{Budgets, Node, State, Tree};

/// How long a thread waits for another before it looks at the stop flag.
const WAIT: Duration = Duration::from_millis(20);

/// The work on a claim.
pub struct Prover {
    claim: Claim,
    tree: Tree,
    store: Store,
}

/// State shared by the threads.
struct Shared {
    prover: Prover,
    /// Nodes of this run, those of tasks that run included.
    nodes: u64,
    /// Threads with a task.
    busy: usize,
    error: Option<Error>,
}

impl Prover {
    /// The work on a claim, with all facts of the store.
    ///
    /// # Errors
    /// The claim [has no proof](Claim::check), or the store cannot be read.
    pub fn new(store: Store, claim: Claim, budgets: Budgets) -> Result<Self, Error> {
        claim.check(store.game())?;
        let tree = Tree::new(&store, &claim.setup, claim.attacker, budgets)?;
        Ok(Self { claim, tree, store })
    }

    /// The store.
    #[must_use]
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// Whether the claim is proved by facts of the store, before the check of the whole proof.
    #[must_use]
    pub fn state(&self) -> State {
        self.tree.root().state
    }

    /// The state of the proof.
    #[must_use]
    pub fn status(&self) -> Status {
        Status::of(&self.tree, &self.store)
    }

    /// Works until the claim is proved, a limit is reached or `stop` is set. Each result is in the store at once;
    /// `on_result` is called after it with the nodes of this run.
    ///
    /// # Errors
    /// The store cannot be read or written, or the position cannot be proved.
    pub fn run(
        self,
        limits: Limits,
        stop: &AtomicBool,
        on_result: &(dyn Fn(&Self, u64) + Sync),
    ) -> Result<(Self, Option<Proof>), Error> {
        let deadline = Instant::now().checked_add(limits.time);
        let shared = Shared { prover: self, nodes: 0, busy: 0, error: None };
        let shared = (Mutex::new(shared), Condvar::new());
        // Ends the tasks: at the end of the work, or for the caller.
        let halt = AtomicBool::new(false);
        let workers = AtomicUsize::new(limits.threads.max(1));
        std::thread::scope(|scope| {
            for _ in 0..limits.threads.max(1) {
                scope.spawn(|| {
                    work(&shared, limits, deadline, &halt, on_result);
                    workers.fetch_sub(1, Relaxed);
                });
            }
            while workers.load(Relaxed) > 0 {
                std::thread::sleep(WAIT);
                halt.fetch_or(stop.load(Relaxed), Relaxed);
            }
        });
        let shared = shared.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.error.map_or(Ok(()), Err)?;
        let mut prover = shared.prover;
        let proof = prover.proof(stop)?;
        Ok((prover, proof))
    }

    /// Returns the whole proof, checked against every legal reply; `None` if something is open or `stop` is set.
    ///
    /// Adds replies that need a separate step to the store.
    ///
    /// # Errors
    /// The store cannot be read or written, or the check fails or is stopped.
    pub fn proof(&mut self, stop: &AtomicBool) -> Result<Option<Proof>, Error> {
        while self.state() == State::Proved && !stop.load(Relaxed) {
            let Some(strategy) = self.assembled(stop)? else { continue };
            let certificate = self.certificate(strategy);
            let verified = certificate.verify_within(CheckLimits::default(), stop, &mut |_| ());
            let verified = verified.map_err(Error::Check)?;
            return Ok(Some(Proof { certificate, verified }));
        }
        Ok(None)
    }

    /// The strategy of the proved root; `None` if replies were added instead.
    fn assembled(&mut self, stop: &AtomicBool) -> Result<Option<Strategy>, Error> {
        let mut assembler = Assembler::new(&self.tree, &self.store, stop);
        let last = self.claim.last.map(|last| self.tree.canon.image(self.tree.symmetry, last));
        let made = match last.filter(|_| !self.tree.root().is_attack) {
            Some(last) => assembler.root_after(last),
            None => assembler.attack(0),
        };
        self.or_added(made, stop)
    }

    /// The strategy; `None` if replies were added to the store, or `stop` is set.
    fn or_added(&mut self, made: Result<Strategy, Gap>, stop: &AtomicBool) -> Result<Option<Strategy>, Error> {
        match made {
            Ok(strategy) => Ok(Some(strategy)),
            Err(Gap::Unfit(_)) if stop.load(Relaxed) => Ok(None),
            Err(Gap::Unfit(id)) => Err(Error::Unfit(self.tree.nodes[id].text.clone())),
            Err(Gap::Replies(id, replies)) => {
                let game = self.store.game();
                let replies = replies.into_iter().map(|reply| name(game, reply)).collect();
                let position = self.tree.nodes[id].text.clone();
                self.add(Line { position, replies: Some(replies), ..Line::default() })?;
                Ok(None)
            }
            Err(Gap::Error(error)) => Err(error),
        }
    }

    /// The certificate of a strategy in the canonical position.
    fn certificate(&self, strategy: Strategy) -> Certificate {
        let game: &'static Game = self.store.game();
        let mut assembly = Assembly::default();
        let symmetry = self.tree.symmetry;
        let first = assembly.import(&strategy, |point| self.tree.canon.preimage(symmetry, point));
        let strategy = assembly.strategy(first);
        let mut setup = self.claim.setup.clone();
        if setup.to_move != self.claim.attacker {
            setup.stones.retain(|&(point, _)| Some(point) != self.claim.last);
            setup.to_move = self.claim.attacker;
        }
        let position = setup.display(game.grid()).to_string();
        Certificate { game, setup, position, strategy }
    }

    /// Appends facts and adds the positions that follow from them.
    fn add(&mut self, line: Line) -> Result<(), Error> {
        let text = line.position.clone();
        self.store.append(line)?;
        self.tree.refresh(&self.store, &text);
        Ok(())
    }

    /// The next task, whose nodes are then busy.
    fn next(&mut self, shard: Shard, stop: &AtomicBool) -> Result<Option<Task>, Error> {
        loop {
            let (id, ids, kind) = match self.tree.select(&self.store, &|number| shard.has(number)) {
                None => return Ok(None),
                Some(Choice::Replies(id, edges)) => {
                    let budget = self.tree.next_budget(&self.store, &self.tree.nodes[edges[0].child].text);
                    let replies = edges.iter().filter_map(|edge| edge.at).collect();
                    (id, edges.iter().map(|edge| edge.child).collect(), Kind::Replies(budget, replies))
                }
                Some(Choice::Node(id)) if self.tree.nodes[id].is_attack => (id, vec![id], self.attack(id, stop)?),
                Some(Choice::Node(id)) => match self.win_after_pass(id, stop)? {
                    Some(win) => {
                        let setup = &self.tree.nodes[id].setup;
                        let wins = self.store.wins(setup, self.claim.attacker, stop)?;
                        (id, vec![id], Kind::Relevant(self.tree.budgets.moves, win, wins))
                    }
                    None if stop.load(Relaxed) => return Ok(None),
                    None => continue,
                },
            };
            ids.iter().for_each(|&id| self.tree.nodes[id].is_busy = true);
            let node = &self.tree.nodes[id];
            let task = Task { ids, setup: node.setup.clone(), text: node.text.clone(), kind };
            self.tree.compute(&self.store);
            return Ok(Some(task));
        }
    }

    /// The work at an attack: an attempt or, from a budget on, the search for the moves to try one by one.
    fn attack(&mut self, id: usize, stop: &AtomicBool) -> Result<Kind, Error> {
        let Node { text, setup, .. } = &self.tree.nodes[id];
        let facts = self.store.facts(text);
        let is_new = facts.is_none();
        let has_moves = facts.is_some_and(|facts| facts.moves.is_some());
        if self.tree.is_split(&self.store, id) && !has_moves {
            return Ok(Kind::Moves(self.tree.budgets.moves));
        }
        let known = if is_new { self.store.wins(setup, self.claim.attacker, stop)? } else { Vec::new() };
        Ok(Kind::Attempt(self.tree.next_budget(&self.store, text), known))
    }

    /// The win that follows a pass, for the canonical position of the defence; `None` if replies were added instead.
    fn win_after_pass(&mut self, id: usize, stop: &AtomicBool) -> Result<Option<Strategy>, Error> {
        let setup = after(&self.tree.nodes[id].setup, None);
        let (_, symmetry) = self.tree.canon.canonical(&setup);
        let child = self.tree.nodes[id].edges.iter().find(|edge| edge.at.is_none()).map(|edge| edge.child);
        let mut assembler = Assembler::new(&self.tree, &self.store, stop);
        let made = assembler.attack(child.unwrap_or_default());
        let win = self.or_added(made, stop)?;
        let mut assembly = Assembly::default();
        Ok(win.map(|win| {
            let first = assembly.import(&win, |point| self.tree.canon.preimage(symmetry, point));
            assembly.strategy(first)
        }))
    }
}

type Locked<'s> = MutexGuard<'s, Shared>;

/// Does tasks until the work ends.
fn work(
    (shared, changed): &(Mutex<Shared>, Condvar),
    limits: Limits,
    deadline: Option<Instant>,
    halt: &AtomicBool,
    on_result: &(dyn Fn(&Prover, u64) + Sync),
) {
    let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    let mut locked = lock();
    while !is_over(&locked, limits, deadline, halt) {
        match locked.prover.next(limits.shard, halt) {
            Err(error) => locked.error = Some(error),
            // A shard without work ends when no other thread may find some.
            Ok(None) if locked.busy == 0 => break,
            Ok(None) => {
                let waited = changed.wait_timeout(locked, WAIT);
                locked = waited.map_or_else(|error| error.into_inner().0, |(lock, _)| lock);
            }
            Ok(Some(task)) => {
                locked.busy += 1;
                let game = locked.prover.store.game();
                drop(locked);
                let done = task.run(game, deadline, halt, &mut |line| {
                    let mut locked = lock();
                    add(&mut locked, line);
                    on_result(&locked.prover, locked.nodes);
                    !is_over(&locked, limits, deadline, halt)
                });
                locked = lock();
                locked.busy -= 1;
                task.ids.iter().for_each(|&id| locked.prover.tree.nodes[id].is_busy = false);
                let Shared { prover, .. } = &mut *locked;
                prover.tree.compute(&prover.store);
                if let Err(error) = done {
                    locked.error = Some(Error::Position(error));
                }
                changed.notify_all();
            }
        }
    }
    changed.notify_all();
}

/// Whether the claim is proved, a limit is reached, or the work was stopped.
fn is_over(locked: &Locked<'_>, limits: Limits, deadline: Option<Instant>, halt: &AtomicBool) -> bool {
    if locked.prover.state() != State::Open {
        halt.store(true, Relaxed);
    }
    locked.error.is_some()
        || halt.load(Relaxed)
        || locked.nodes >= limits.nodes
        || deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// Stores a result.
fn add(locked: &mut Locked<'_>, line: Line) {
    locked.nodes += line.nodes;
    if let Err(error) = locked.prover.add(line) {
        locked.error = Some(error);
    }
}
