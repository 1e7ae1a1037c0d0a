//! Strategies assembled from the steps of others.

use std::collections::HashMap;

use engine::Point;

use super::strategy::{Step, StepId, Strategy};

/// A strategy in which no two steps are equal.
///
/// # Examples
/// ```
/// # extern crate engine as ninuki_engine;
/// use ninuki_engine::Game;
/// use ninuki_search::proof::{Assembly, Step, Strategy};
///
/// let game = Game::new("freestyle".parse()?, None, None)?;
/// let point = |name| game.grid().parse(name).expect("a point of the board");
/// let mut part = Strategy::default();
/// part.add(Step::Win(vec![point("h8")]));
/// let mut whole = Assembly::default();
/// let first = whole.import(&part, |point| point);
/// assert_eq!(whole.import(&part, |point| point), first);
/// assert_ne!(whole.import(&part, |_| point("a1")), first);
/// assert_eq!(whole.strategy(first), part);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Assembly {
    strategy: Strategy,
    numbers: HashMap<Step, StepId>,
}

impl Assembly {
    /// Adds a step, or finds an equal one, and returns its number.
    ///
    /// The step refers to steps of this assembly; the replies of an attack are in ascending order.
    pub fn add(&mut self, step: Step) -> StepId {
        if let Some(&id) = self.numbers.get(&step) {
            return id;
        }
        let id = self.strategy.add(step.clone());
        self.numbers.insert(step, id);
        id
    }

    /// Adds the steps of `part`, each point as its `image`. Returns the number of the last step.
    pub fn import(&mut self, part: &Strategy, image: impl Fn(Point) -> Point) -> StepId {
        Strategy::import(part, |mut step| {
            match &mut step {
                Step::Win(points) => points.iter_mut().for_each(|point| *point = image(*point)),
                Step::Attack { at, replies, .. } => {
                    *at = image(*at);
                    replies.iter_mut().for_each(|(reply, _)| *reply = image(*reply));
                    replies.sort_unstable();
                }
            }
            self.add(step)
        })
    }

    /// All steps, in the order of their numbers.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        self.strategy.steps()
    }

    /// Returns the strategy that begins with the step `first`, in the order in which its certificate is smallest.
    #[must_use]
    pub fn strategy(&self, first: StepId) -> Strategy {
        self.strategy.part(first)
    }
}
