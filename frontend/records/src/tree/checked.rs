//! Trees by the rules: the legal part, and the moves that are refused.

use std::fmt;

use engine::notation::move_text;
use engine::{AnyRecord, Game, SetUp, SetUpError, record};

use super::{ROOT, Tree, index};
use crate::change::passed;
use crate::play::{PlayError, play};
use crate::refused::Refused;
use crate::{Budget, Exceeded};

/// An error of a node.
enum EnterError {
    Play(PlayError),
    SetUp(SetUpError),
}

impl fmt::Display for EnterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(error) => error.fmt(f),
            Self::SetUp(error) => write!(f, "the set-up position: {error}"),
        }
    }
}

impl Tree {
    /// The tree without the moves that the rules refuse and what follows from them; and what is wrong with the
    /// variations, unreadable moves first.
    #[must_use]
    pub fn checked(&self, game: &'static Game, setup: Option<&SetUp>) -> (Self, Vec<Refused>) {
        self.checked_within(game, setup, &Budget::default()).expect("there are no limits")
    }

    /// The same within a budget.
    ///
    /// # Errors
    /// The budget is exceeded.
    pub fn checked_within(
        &self,
        game: &'static Game,
        setup: Option<&SetUp>,
        budget: &Budget,
    ) -> Result<(Self, Vec<Refused>), Exceeded> {
        budget.reserve(self.memory())?;
        let (mut legal, mut refused) = (Self::new(), self.unreadable.clone());
        legal.nodes[ROOT].clone_said(&self.nodes[ROOT]);
        let Ok(start) = record(game, setup) else { return Ok((legal, refused)) };
        // Games begin anew after set-ups and passes that only records have; each with the node that it began with.
        let mut games = vec![(ROOT, start)];
        let mut plies = 0;
        // The place in the legal tree, which is as deep as the game is long.
        let mut end = ROOT;
        let mut walk = self.first(ROOT);
        while let Some(node) = walk {
            budget.check()?;
            let mut complete = Vec::new();
            match self.enter(node, &mut games) {
                Ok(()) => {
                    plies += usize::from(self.mv(node).is_some());
                    end = legal.copy(end, &self.nodes[node]);
                    if let Some(child) = self.first(node) {
                        walk = Some(child);
                        continue;
                    }
                    complete.push(node);
                }
                Err(error) => {
                    let reason = error.to_string();
                    let mv = self.mv(node).map(|mv| move_text(game.grid(), mv));
                    let (line, ply) = (index(self.nodes[node].line), plies + usize::from(mv.is_some()));
                    budget.reserve(size_of::<Refused>() as u64)?;
                    refused.push(Refused { line, ply, mv, reason });
                }
            }
            walk = self.after(node, |left| complete.push(left));
            for node in complete {
                match games.last_mut() {
                    Some((begin, _)) if *begin == node => drop(games.pop()),
                    Some((_, record)) => drop(record.take_back()),
                    None => {}
                }
                plies -= usize::from(self.mv(node).is_some());
                end = legal.parent(end);
            }
        }
        Ok((legal, refused))
    }

    /// The result of [`checked`](Self::checked) for a tree whose main line was replayed to its end. A tree without variations
    /// is not replayed again.
    #[must_use]
    pub fn checked_beside(mut self, game: &'static Game, setup: Option<&SetUp>) -> (Self, Vec<Refused>) {
        if self.has_variations() {
            return self.checked(game, setup);
        }
        let unreadable = std::mem::take(&mut self.unreadable);
        (self, unreadable)
    }

    /// Plays the move of a node, or sets its stones up, in the newest of `games`.
    fn enter(&self, node: usize, games: &mut Vec<(usize, Box<dyn AnyRecord>)>) -> Result<(), EnterError> {
        let Some((_, now)) = games.last_mut() else { return Ok(()) };
        let setup = match (self.mv(node), self.change(node)) {
            (Some(mv), _) => match passed(now.as_ref(), mv) {
                None => {
                    return play(now.as_mut(), mv, self.nodes[node].by).map(drop).map_err(EnterError::Play);
                }
                found => found,
            },
            (None, change) => change.map(|change| change.applied(now.as_ref())),
        };
        if let Some(setup) = setup {
            let begun = record(now.game(), Some(&setup)).map_err(EnterError::SetUp)?;
            games.push((node, begun));
        }
        Ok(())
    }
}
