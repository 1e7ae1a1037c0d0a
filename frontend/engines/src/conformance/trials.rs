//! Steps of many lines: games with a clock, random positions and dialogues, several engines at once.

use std::thread;
use std::time::Duration;

use engine::{AnyRecord, Game, Move, record};

use super::dialogue::Dialogue;
use super::failure::Failure;
use super::harness::{Harness, Manner};
use super::histogram::{Latencies, Times};
use super::pattern::Pattern;
use super::random_dialogue::random_dialogue;
use super::time::Ms;
use protocol::{Cell, Command, Info, Owner, Stone};
use random::Dice;

/// The purpose of these random streams.
const PURPOSE: u64 = 0x7472_6961;

/// Plays `count` random moves with a clock, each game with a new process.
pub(super) fn play(dialogue: &mut Dialogue<'_>, count: usize, seed: u64) -> Result<(), Failure> {
    let mut dice = Dice::new(seed, 1, PURPOSE);
    let mut left = dialogue.observer.left();
    dialogue.keep_opening();
    for _ in 0..count {
        let game = game(dialogue)?;
        let choice = dialogue.observer.record().map(AnyRecord::legal).unwrap_or_default();
        let over = dialogue.observer.record().is_none_or(|record| record.outcome().is_some());
        let command = match dice.pick(&choice) {
            Some(point) if !over => Command::Turn(Some(Cell::of(game, point))),
            _ => {
                dialogue.renew()?;
                left = dialogue.observer.left();
                Command::Begin
            }
        };
        if let Some(left) = left {
            let ms = i64::try_from(left.as_millis()).unwrap_or(i64::MAX);
            dialogue.queue(&Command::Info(Info::TimeLeft(ms)).to_string());
        }
        dialogue.queue(&command.to_string());
        let budget = dialogue.observer.budget();
        let took = dialogue.expect(&Pattern::any_move(), budget)?;
        left = left.map(|left| left.saturating_sub(took.time));
    }
    Ok(())
}

/// Asks for moves in `count` random positions of the game, with stones in the middle.
pub(super) fn positions(
    dialogue: &mut Dialogue<'_>,
    count: usize,
    mean: Option<Duration>,
    seed: u64,
) -> Result<String, Failure> {
    let mut dice = Dice::new(seed, 2, PURPOSE);
    let game = game(dialogue)?;
    let mut sum = Duration::ZERO;
    for _ in 0..count {
        dialogue.queue(&crowd(game, &mut dice).to_string());
        sum += dialogue.expect(&Pattern::any_move(), None)?.own;
    }
    let found = sum / u32::try_from(count.max(1)).unwrap_or(u32::MAX);
    if mean.is_some_and(|mean| found > mean + dialogue.harness.noise) {
        let mean = mean.unwrap_or_default();
        return Err(dialogue.overdue(format!("a mean time of {}", Ms(mean)), &Ms(found).to_string()));
    }
    Ok(format!("{} on average", Ms(found)))
}

/// A random legal position with up to 41 stones around the centre, as `BOARD`, with either side to move.
fn crowd(game: &'static Game, dice: &mut Dice) -> Command {
    let mut record = record(game, None).expect("the empty board");
    let (width, height) = (game.grid().width(), game.grid().height());
    let central = |at: usize, side: usize| at.abs_diff(side / 2) <= 3;
    for _ in 0..=dice.below(40) {
        let near: Vec<_> = record
            .legal()
            .into_iter()
            .filter(|&point| {
                let (x, y) = game.grid().xy(point);
                central(x, width) && central(y, height)
            })
            .collect();
        let Some(point) = dice.pick(&near) else { break };
        let played = record.play(Move::Place(point));
        if played.is_ok() && record.outcome().is_some() {
            record.take_back();
            break;
        }
    }
    let us = record.to_move();
    let placed = record.moves().into_iter().filter_map(|mv| match mv {
        Move::Place(point) => Some(point),
        Move::Swap | Move::Pass => None,
    });
    let stones = placed.map(|point| {
        let owner = if record.stone(point) == Some(us) { Owner::Own } else { Owner::Opponent };
        Stone { cell: Cell::of(game, point), owner }
    });
    Command::Board(stones.collect())
}

/// Sends `count` random dialogues, each ended by `ABOUT`, whose answer shows that no other one is left.
pub(super) fn dialogues(dialogue: &mut Dialogue<'_>, count: usize, seed: u64) -> Result<(), Failure> {
    for number in 0..count as u64 {
        dialogue.queue("INFO timeout_turn 0");
        for command in random_dialogue(seed ^ number << 8, false) {
            command.text.split('\n').for_each(|line| dialogue.queue(line));
            // A random setting may have changed the limit.
            dialogue.queue("INFO timeout_turn 0");
            if command.answered {
                dialogue.expect(&anything(), None)?;
            }
        }
        dialogue.queue("ABOUT");
        dialogue.expect(&Pattern::parse("about | unknown").expect("a pattern"), None)?;
    }
    Ok(())
}

/// The limit of a move of engines that run at once.
const TURN: Duration = Duration::from_millis(100);

/// The number of moves of each.
const MOVES: usize = 20;

/// Runs `count` engines at once: 95 % of the moves may exceed their limit by `delay` at most. Returns the delays.
pub(super) fn engines(harness: &Harness, count: usize, delay: Duration) -> Result<String, Failure> {
    let one = |seed: u64| -> Result<Latencies, Failure> {
        let mut latencies = Latencies::default();
        let started = Dialogue::start(harness, &mut latencies, Manner::default());
        let mut dialogue = started.expect("the engine started before");
        dialogue.queue("START 15");
        dialogue.expect(&Pattern::ok(), None)?;
        dialogue.queue(&Command::Info(Info::TimeoutTurn(TURN.as_millis() as u64)).to_string());
        positions(&mut dialogue, MOVES, None, seed)?;
        dialogue.close()?;
        Ok(latencies)
    };
    let all = thread::scope(|scope| {
        let running: Vec<_> = (0..count as u64).map(|seed| scope.spawn(move || one(seed))).collect();
        running.into_iter().map(|engine| engine.join().expect("no panic")).collect::<Result<Vec<_>, _>>()
    })?;
    let (mut times, mut own) = (Times::default(), Times::default());
    for part in &all {
        times.extend(&part.delay);
        own.extend(&part.own_delay);
    }
    let note = format!(
        "{count} at once: late by {:.1} ms (median), {:.1} ms (99.9 %)",
        times.quantile(0.5),
        times.quantile(0.999)
    );
    let limit = (delay + harness.noise).as_secs_f64() * 1000.0;
    if own.quantile(0.95) > limit {
        return Err(Failure {
            sent: format!("{count} engines at once, {} for a move", Ms(TURN)),
            expected: format!("moves late by at most {limit:.0} ms"),
            seen: note,
            overdue: true,
            ..Failure::default()
        });
    }
    Ok(note)
}

fn anything() -> Pattern {
    Pattern::parse("OK | PASS | SWAP | move | stones 2 | stones 3 | error | unknown | about").expect("a pattern")
}

fn game(dialogue: &mut Dialogue<'_>) -> Result<&'static Game, Failure> {
    match dialogue.observer.record() {
        Some(record) => Ok(record.game()),
        None => Err(dialogue.failure("a game".to_owned(), "no game")),
    }
}

#[cfg(test)]
mod tests {
    use engine::Rules;

    use super::*;

    #[test]
    fn crowds_are_legal_positions() {
        let game = Game::new(Rules::RENJU, Some(15), None).expect("a size of the game");
        let mut dice = Dice::new(1, 2, 3);
        for _ in 0..50 {
            let Command::Board(stones) = crowd(game, &mut dice) else { panic!("no board") };
            let mut record = record(game, None).expect("the empty board");
            for Stone { cell: Cell { x, y }, .. } in stones {
                let point = game.grid().point(x, y).expect("a point");
                record.play(Move::Place(point)).expect("legal");
            }
            assert_eq!(record.outcome(), None);
        }
    }
}
