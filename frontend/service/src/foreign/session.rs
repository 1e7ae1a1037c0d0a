//! The dialogue with an engine.

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use engine::{AnyRecord, Game, Move, SetUp, record};
use engines::process::program::plain;
use engines::process::{Event, Process};
use protocol::{Cell, Command, Reply, stones};

use super::rules::{limits, rules};
use super::{Asked, Fault};

/// The time for an answer to `ABOUT`, which some engines do not have.
const ABOUT: Duration = Duration::from_secs(3);

/// The time for the answer to `START`.
const START: Duration = Duration::from_secs(20);

/// The time by which a move may be late.
const GRACE: Duration = Duration::from_secs(1);

/// The most output of an engine between two commands, in bytes.
const FLOOD: u64 = 32 << 20;

/// The most characters of a message.
const LONGEST: usize = 1000;

/// A running engine.
pub(super) struct Session {
    process: Process,
    /// The games that it lists.
    games: Option<Vec<String>>,
    /// The position after its last move.
    after: Option<(&'static Game, Option<SetUp>, Vec<Move>)>,
}

impl Session {
    /// Starts an engine.
    ///
    /// # Errors
    /// The program does not start, or it ends at once.
    pub(super) fn start(asked: &Asked) -> Result<Self, Fault> {
        let process =
            Process::start(&asked.program.command(), &asked.guard).map_err(|error| Fault::Start(plain(&error)))?;
        let mut session = Self { process, games: None, after: None };
        session.send(&Command::About);
        match session.reply(asked, ABOUT, &mut |_| (), |reply| matches!(reply, Reply::About(_))) {
            Ok(Reply::About(pairs)) => {
                let games = pairs.iter().find(|(key, _)| key.eq_ignore_ascii_case("games"));
                session.games = games.map(|(_, games)| games.split_whitespace().map(str::to_owned).collect());
            }
            Ok(_) | Err(Fault::Late(_) | Fault::Answer(_)) => {}
            Err(fault) => return Err(fault),
        }
        Ok(session)
    }

    /// Whether the process has not ended.
    pub(super) fn is_running(&self) -> bool {
        self.process.exit().is_none()
    }

    /// Lets the engine move; its messages go to `say`.
    ///
    /// # Errors
    /// It makes no legal move in time.
    pub(super) fn play(&mut self, asked: &Asked, say: &mut dyn FnMut(&str)) -> Result<Move, Fault> {
        self.check_unasked()?;
        let turn = self.turn(asked);
        if turn.is_none() {
            self.begin(asked, say)?;
        }
        for info in limits(asked) {
            self.send(&Command::Info(info));
        }
        let record = replayed(asked);
        self.send(&turn.unwrap_or_else(|| whole(asked, record.as_ref())));
        let time = asked.time.clock.map_or(asked.time.turn, |(_, left)| left) + GRACE;
        let reply = self.reply(asked, time, say, |reply| matches!(reply, Reply::Move(_) | Reply::Pass))?;
        let mv = legal(asked.game, record, &reply)?;
        let moves = asked.moves.iter().copied().chain([mv]).collect();
        self.after = Some((asked.game, asked.setup.clone(), moves));
        Ok(mv)
    }

    /// Checks that the engine made no move between questions, which could be read as the next answer.
    fn check_unasked(&mut self) -> Result<(), Fault> {
        let mut lines = self.process.take_lines().into_iter();
        let is_move = |text: &str| matches!(Reply::parse(text.trim_end()), Some(Reply::Move(_) | Reply::Moves(_)));
        lines.find(|line| is_move(&line.text)).map_or(Ok(()), |line| Err(Fault::Answer(line.text)))
    }

    /// The command for the only move since the engine's own; `None` if the position is another one.
    fn turn(&self, asked: &Asked) -> Option<Command> {
        let (game, setup, moves) = self.after.as_ref()?;
        let same = *game == asked.game && *setup == asked.setup;
        match asked.moves.strip_prefix(&moves[..]).filter(|_| same)? {
            [Move::Place(at)] => Some(Command::Turn(Some(Cell::of(asked.game, *at)))),
            [Move::Pass] => Some(Command::Turn(None)),
            _ => None,
        }
    }

    /// Begins a game.
    fn begin(&mut self, asked: &Asked, say: &mut dyn FnMut(&str)) -> Result<(), Fault> {
        let infos = rules(asked.game, self.games.as_deref())?;
        let grid = asked.game.grid();
        self.send(&Command::Start { width: grid.width(), height: grid.height() });
        self.reply(asked, START, say, |reply| *reply == Reply::Ok)?;
        for info in infos {
            self.send(&Command::Info(info));
        }
        Ok(())
    }

    fn send(&mut self, command: &Command) {
        self.process.bytes_read = 0;
        self.process.send(&command.to_string());
    }

    /// Waits for a reply.
    fn reply(
        &mut self,
        asked: &Asked,
        time: Duration,
        say: &mut dyn FnMut(&str),
        wanted: impl Fn(&Reply) -> bool,
    ) -> Result<Reply, Fault> {
        let until = Instant::now() + time;
        loop {
            match self.process.next(None, until) {
                Event::Line(line) => match Reply::parse(line.text.trim_end()) {
                    Some(reply) if wanted(&reply) => return Ok(reply),
                    Some(Reply::Message(text)) => say(&text.chars().take(LONGEST).collect::<String>()),
                    Some(reply @ (Reply::Error(_) | Reply::Unknown(_) | Reply::Move(_) | Reply::Moves(_))) => {
                        return Err(Fault::Answer(reply.to_string()));
                    }
                    None if !line.text.trim().is_empty() => return Err(Fault::Answer(line.text)),
                    _ => {}
                },
                Event::Gone => return Err(Fault::Ended(self.process.last_words().unwrap_or_default())),
                Event::Quiet if asked.memory > 0 && self.process.resident() > asked.memory => {
                    return Err(Fault::Memory(asked.memory));
                }
                Event::Quiet => {}
            }
            if asked.stop.load(Relaxed) {
                return Err(Fault::Stopped);
            }
            if self.process.bytes_read > FLOOD {
                return Err(Fault::Answer(format!("more than {} MiB", FLOOD >> 20)));
            }
            if Instant::now() >= until {
                return Err(Fault::Late(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)));
            }
        }
    }
}

/// The game up to the question, whose moves were played before.
fn replayed(asked: &Asked) -> Box<dyn AnyRecord> {
    let mut record = record(asked.game, asked.setup.as_ref()).expect("the position was set up before");
    for &mv in &asked.moves {
        record.play(mv).expect("the move was played before");
    }
    record
}

/// The command that gives the whole position.
fn whole(asked: &Asked, record: &dyn AnyRecord) -> Command {
    let mut played = engine::record(asked.game, asked.setup.as_ref()).expect("the position was set up before");
    let mut placed = Vec::new();
    for &mv in &asked.moves {
        if let Move::Place(at) = mv {
            placed.push((at, played.to_move()));
        }
        played.play(mv).expect("the move was played before");
    }
    let stones = stones(asked.game, asked.setup.as_ref(), placed, record.to_move());
    if stones.is_empty() { Command::Begin } else { Command::Board(stones) }
}

/// The move of a reply.
fn legal(game: &Game, mut record: Box<dyn AnyRecord>, reply: &Reply) -> Result<Move, Fault> {
    let illegal = || Fault::Illegal(reply.to_string());
    let mv = match reply {
        Reply::Move(cell) => Move::Place(game.grid().point(cell.x, cell.y).ok_or_else(illegal)?),
        _ => Move::Pass,
    };
    match record.play(mv) {
        Ok(_) => Ok(mv),
        Err(_) => Err(Fault::Illegal(game.display_moves(&[mv]).to_string())),
    }
}
