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
use crate::tree::{Budgets, State, Tree};

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
                self.add(id, Line { position, replies: Some(replies), ..Line::default() })?;
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
    fn add(&mut self, id: usize, line: Line) -> Result<(), Error> {
        self.store.append(line)?;
        self.tree.refresh(&self.store, id);
        Ok(())
    }

    /// The next task, whose node is then busy.
    fn next(&mut self, shard: Shard, stop: &AtomicBool) -> Result<Option<Task>, Error> {
        loop {
            let Some(id) = self.tree.select(&self.store, &|number| shard.has(number)) else { return Ok(None) };
            let node = &self.tree.nodes[id];
            let budget = self.tree.next_budget(&self.store, &node.text);
            let kind = if !node.is_attack {
                match self.win_after_pass(id, stop)? {
                    Some(win) => Kind::Replies(win),
                    None if stop.load(Relaxed) => return Ok(None),
                    None => continue,
                }
            } else if budget >= self.tree.budgets.split && node.edges.is_empty() {
                Kind::Moves(self.tree.budgets.moves)
            } else {
                Kind::Attempt(budget)
            };
            let node = &mut self.tree.nodes[id];
            node.is_busy = true;
            let task = Task { id, setup: node.setup.clone(), text: node.text.clone(), kind };
            self.tree.compute(&self.store);
            return Ok(Some(task));
        }
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
                let line = task.run(game, deadline, halt);
                locked = lock();
                locked.busy -= 1;
                finish(&mut locked, &task, line.map_err(Error::Position));
                on_result(&locked.prover, locked.nodes);
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

/// Stores the result of a task.
fn finish(locked: &mut Locked<'_>, task: &Task, line: Result<Option<Line>, Error>) {
    locked.prover.tree.nodes[task.id].is_busy = false;
    let added = line.and_then(|line| match line {
        Some(line) => {
            locked.nodes += line.nodes;
            locked.prover.add(task.id, line)
        }
        None => Ok(()),
    });
    if let Err(error) = added {
        locked.error = Some(error);
    }
}
