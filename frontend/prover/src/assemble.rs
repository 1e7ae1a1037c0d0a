//! The whole proof of a position, assembled from the proofs of a store.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use engine::Point;
use search::proof::{Assembly, Step, StepId, Strategy};
use search::prove::relevant_replies;

use crate::error::Error;
use crate::store::Store;
use crate::tree::{Edge, State, Tree};

/// Why there is no whole proof.
pub(crate) enum Gap {
    /// The certificates of this node and of those below do not fit together, or the work was stopped.
    Unfit(usize),
    /// These replies need a separate step.
    Replies(usize, Vec<Point>),
    /// The store cannot be read.
    Error(Error),
}

impl From<Error> for Gap {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// Makes strategies of proved nodes.
pub(crate) struct Assembler<'a> {
    tree: &'a Tree,
    store: &'a Store,
    stop: &'a AtomicBool,
    assembly: Assembly,
    /// The strategies of attacks, for their canonical positions.
    made: HashMap<usize, Strategy>,
}

impl<'a> Assembler<'a> {
    pub(crate) fn new(tree: &'a Tree, store: &'a Store, stop: &'a AtomicBool) -> Self {
        Self { tree, store, stop, assembly: Assembly::default(), made: HashMap::new() }
    }

    /// The strategy of the proved attack `id`, for its canonical position.
    pub(crate) fn attack(&mut self, id: usize) -> Result<Strategy, Gap> {
        let first = self.attack_step(id)?;
        Ok(self.assembly.strategy(first))
    }

    /// The strategy that begins with the attacker's stone on `at`, after which the root is the position.
    pub(crate) fn root_after(&mut self, at: Point) -> Result<Strategy, Gap> {
        let (replies, otherwise) = self.defence(0)?;
        let first = self.assembly.add(Step::Attack { at, replies, otherwise });
        Ok(self.assembly.strategy(first))
    }

    /// Adds the steps of an attack, for its canonical position. Returns the number of the first to be played.
    fn attack_step(&mut self, id: usize) -> Result<StepId, Gap> {
        if let Some(strategy) = self.made.get(&id) {
            return Ok(self.assembly.import(strategy, |point| point));
        }
        let node = &self.tree.nodes[id];
        let first = match self.store.proof(&node.text)? {
            Some(strategy) => self.assembly.import(&strategy, |point| point),
            None => self.best(id)?,
        };
        self.made.insert(id, self.assembly.strategy(first));
        Ok(first)
    }

    /// The step of the first proved move.
    fn best(&mut self, id: usize) -> Result<StepId, Gap> {
        let proved = |edge: &&Edge| self.tree.nodes[edge.child].state == State::Proved;
        let edge = *self.tree.nodes[id].edges.iter().find(proved).ok_or(Gap::Unfit(id))?;
        let at = edge.at.ok_or(Gap::Unfit(id))?;
        let (replies, otherwise) = self.defence(edge.child)?;
        let inverse = |point| self.tree.canon.preimage(edge.symmetry, point);
        // The replies are those of the canonical position: the steps below are mapped one by one.
        let steps = replies.iter().map(|&(_, step)| step).chain([otherwise]);
        let images: Vec<StepId> = steps.map(|step| self.mapped(step, &inverse)).collect();
        let mut replies: Vec<(Point, StepId)> =
            replies.iter().zip(&images).map(|(&(reply, _), &step)| (inverse(reply), step)).collect();
        replies.sort_unstable();
        let otherwise = images.last().copied().ok_or(Gap::Unfit(id))?;
        Ok(self.assembly.add(Step::Attack { at, replies, otherwise }))
    }

    /// The steps that follow the replies to a proved defence, for its canonical position.
    fn defence(&mut self, id: usize) -> Result<(Vec<(Point, StepId)>, StepId), Gap> {
        let node = &self.tree.nodes[id];
        let pass = node.edges.iter().find(|edge| edge.at.is_none()).copied();
        let pass = pass.filter(|edge| self.tree.nodes[edge.child].state == State::Proved && node.has_replies);
        let pass = pass.map(|edge| self.after(&edge)).transpose()?;
        if let Some(step) = pass {
            self.check_replies(id, step)?;
        }
        let needed: Vec<Edge> = self.tree.needed(id).filter(|edge| edge.at.is_some()).copied().collect();
        let mut replies = Vec::new();
        for edge in needed {
            let step = self.after(&edge)?;
            replies.extend(edge.at.map(|at| (at, step)));
        }
        replies.sort_unstable();
        let last = replies.last().map(|&(_, step)| step);
        let otherwise = pass.or(last).ok_or(Gap::Unfit(id))?;
        Ok((replies, otherwise))
    }

    /// The step that wins after this move of the defender.
    fn after(&mut self, edge: &Edge) -> Result<StepId, Gap> {
        let step = self.attack_step(edge.child)?;
        if edge.symmetry == 0 {
            return Ok(step);
        }
        let inverse = |point| self.tree.canon.preimage(edge.symmetry, point);
        Ok(self.mapped(step, &inverse))
    }

    /// Adds the image of a step and of all that it refers to.
    fn mapped(&mut self, step: StepId, image: &dyn Fn(Point) -> Point) -> StepId {
        let part = self.assembly.strategy(step);
        self.assembly.import(&part, image)
    }

    /// Compares the replies that need a step with those that have one.
    fn check_replies(&self, id: usize, step: StepId) -> Result<(), Gap> {
        let node = &self.tree.nodes[id];
        let win = self.assembly.strategy(step);
        let wanted = relevant_replies(self.store.game(), &node.setup, &win, self.stop).map_err(Error::Position)?;
        let wanted = wanted.ok_or(Gap::Unfit(id))?;
        let has = |reply: &Point| node.edges.iter().any(|edge| edge.at == Some(*reply));
        if wanted.iter().all(has) { Ok(()) } else { Err(Gap::Replies(id, wanted)) }
    }
}
