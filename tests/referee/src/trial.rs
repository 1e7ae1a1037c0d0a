//! The slow answers that the engine's fast ones are compared with: every move is tried, by the engine's own placements
//! or before the referee.

use engine::{PointSet, Position};

use crate::referee::Referee;
use crate::scene::At;

/// The points at which the side to move wins at once.
pub fn winning<P: Position>(position: &P) -> P::Set {
    let mut winning = P::Set::EMPTY;
    for point in position.legal().iter() {
        if position.make(point).outcome().is_some_and(|outcome| outcome.winner == Some(position.to_move())) {
            winning.insert(point);
        }
    }
    winning
}

/// The moves after which the opponent has neither won nor can win at once.
pub fn holding<P: Position>(position: &P) -> P::Set {
    let mut holding = P::Set::EMPTY;
    let mut winners = Vec::new();
    for point in position.legal().iter() {
        let next = position.make(point);
        let holds = match next.outcome() {
            Some(outcome) => outcome.winner != Some(!position.to_move()),
            None => {
                let legal = next.legal();
                let wins = |&point: &_| {
                    next.make(point).outcome().is_some_and(|outcome| outcome.winner == Some(next.to_move()))
                };
                // Earlier winners come first; without a win every move is tried.
                let again = winners.iter().copied().filter(|&point| legal.contains(point));
                match again.chain(legal.iter()).find(wins) {
                    Some(winner) if !winners.contains(&winner) => {
                        winners.push(winner);
                        false
                    }
                    winner => winner.is_none(),
                }
            }
        };
        if holds {
            holding.insert(point);
        }
    }
    holding
}

/// The points at which the side to move wins at once, by the referee.
pub fn winning_by_rules(referee: &Referee) -> Vec<At> {
    let mut winning = referee.legal();
    winning.retain(|&at| wins_by_rules(referee, at));
    winning
}

/// The moves after which the opponent has neither won nor can win at once, by the referee.
pub fn holding_by_rules(referee: &Referee) -> Vec<At> {
    let mut winners: Vec<At> = Vec::new();
    let mut holding = referee.legal();
    holding.retain(|&at| {
        let next = after(referee, at);
        match next.outcome() {
            Some((winner, _)) => winner.is_none_or(|winner| winner == referee.to_move()),
            None if winners.iter().any(|&at| may_play(&next, at) && wins_by_rules(&next, at)) => false,
            None => match winning_by_rules(&next)[..] {
                [] => true,
                [winner, ..] => {
                    winners.push(winner);
                    false
                }
            },
        }
    });
    holding
}

fn after(referee: &Referee, (x, y): At) -> Referee {
    let mut next = referee.clone();
    next.play(x, y).expect("a legal move");
    next
}

fn wins_by_rules(referee: &Referee, at: At) -> bool {
    after(referee, at).outcome().is_some_and(|(winner, _)| winner == Some(referee.to_move()))
}

/// Whether a stone may be placed at `at`, fouls excepted: those lose.
fn may_play(referee: &Referee, (x, y): At) -> bool {
    referee.clone().play(x, y).is_ok()
}
