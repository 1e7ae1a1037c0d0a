//! One game: two engines, one referee, two clocks.

use std::time::{Instant, SystemTime};

use engine::notation::{move_text, shorten};
use engine::{AnyRecord, Color, Game, Move, Point, SetUp, record};

use crate::openings::Opening;
use crate::tournament::adjudication::{Adjudication, Judge, Ruling};
use crate::tournament::clock::Clock;
use crate::tournament::expected::Expected;
use crate::tournament::fault::{Broken, Evidence, Fault};
use crate::tournament::played::Played;
use crate::tournament::remarks::Remarks;
use crate::tournament::talk::Talk;
use protocol::{Cell, Command, Owner, Reply, Stone};

/// What is played for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules<'r> {
    pub(crate) game: &'static Game,
    /// `None` where the players make the opening themselves, by swap-2.
    pub(crate) opening: Option<&'r Opening>,
    pub(crate) adjudication: Adjudication,
}

/// How a game ended.
struct End {
    /// The seat of the winner.
    winner: Option<usize>,
    reason: String,
    fault: Option<(usize, Fault)>,
    detail: Option<String>,
}

/// A game in progress. The engine that begins as Black sits on seat 0.
pub(crate) struct Match<'t, 'c> {
    talks: [&'t mut Talk<'c>; 2],
    clocks: [Clock; 2],
    pub(crate) rules: Rules<'t>,
    record: Box<dyn AnyRecord>,
    /// The seats that have Black and White.
    pub(crate) seats: [usize; 2],
    /// How many moves each seat knows of; `None` if it has to be told all.
    pub(crate) known: [Option<usize>; 2],
    /// The colour that made each move.
    colors: Vec<Color>,
    /// Whether the offer to exchange colours has been answered.
    pub(crate) offered: bool,
    book: usize,
    ms: Vec<f64>,
    info: Vec<Option<Remarks>>,
    judge: Judge,
}

impl<'t, 'c> Match<'t, 'c> {
    pub(crate) fn new(talks: [&'t mut Talk<'c>; 2], clocks: [Clock; 2], rules: Rules<'t>) -> Self {
        let setup = rules.opening.and_then(|opening| opening.setup.as_ref());
        let record = record(rules.game, setup).expect("openings are checked");
        let mut game = Self {
            talks,
            clocks,
            rules,
            record,
            seats: [0, 1],
            known: if setup.is_some() { [None; 2] } else { [Some(0); 2] },
            colors: Vec::new(),
            offered: false,
            book: 0,
            ms: Vec::new(),
            info: Vec::new(),
            judge: Judge::new(rules.adjudication),
        };
        for &mv in rules.opening.map(|opening| &opening.moves[..]).unwrap_or_default() {
            game.play(mv, 0.0, None).expect("openings are checked");
        }
        game.book = game.colors.len();
        game
    }

    /// Plays the game to its end.
    ///
    /// # Errors
    /// There is no result: the tournament was stopped, or held up.
    pub(crate) fn run(mut self, names: [&str; 2]) -> Result<Played, Broken> {
        let began = Instant::now();
        let end = match self.go_on() {
            Ok(end) => end,
            Err((seat, Broken::Fault(fault, detail))) => End::fault(seat, fault, detail),
            Err((_, broken)) => return Err(broken),
        };
        let evidence = end.fault.map(|(seat, _)| self.talks[seat].evidence()).unwrap_or_default();
        let late = self.talks.iter().map(|talk| talk.late).max().unwrap_or_default();
        let idle_cpu = [0, 1].map(|player| self.talks[player].idle.remarkable().as_millis() as u64);
        let setup = self.rules.opening.and_then(|opening| opening.setup.as_ref());
        let silent = self.info.iter().all(Option::is_none);
        let grid = self.rules.game.grid();
        Ok(Played {
            players: names.map(str::to_owned),
            swapped: self.seats == [1, 0],
            winner: end.winner,
            reason: end.reason,
            fault: end.fault,
            detail: end.detail,
            position: setup.map(|setup| text_of(self.rules.game, setup)),
            moves: self.record.moves().into_iter().map(|mv| move_text(grid, mv)).collect(),
            book: self.book,
            ms: self.ms,
            info: if silent { Vec::new() } else { self.info },
            cause: evidence.cause,
            dialogue: evidence.dialogue,
            stderr: evidence.stderr,
            late: late.as_millis() as u64,
            idle_cpu,
            seconds: (began.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
            ended: SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs(),
            ..Played::default()
        })
    }

    fn go_on(&mut self) -> Result<End, (usize, Broken)> {
        if self.rules.opening.is_none() {
            self.swap2()?;
        }
        let mut ruling = None;
        loop {
            if let Some(outcome) = self.record.outcome() {
                let winner = outcome.winner.map(|color| self.seats[color.index()]);
                return Ok(End { winner, reason: outcome.reason.to_string(), fault: None, detail: None });
            }
            if let Some(Ruling { winner, reason }) = ruling.or_else(|| self.proved()) {
                return Ok(End { winner, reason: reason.to_owned(), fault: None, detail: None });
            }
            if self.record.swap_offered() && !self.offered {
                self.offer()?;
            }
            ruling = self.turn()?;
        }
    }

    /// A win of the side to move that can be proved, if that is asked for.
    fn proved(&self) -> Option<Ruling> {
        let positions = self.rules.adjudication.prove?;
        let setup = self.rules.opening.and_then(|opening| opening.setup.as_ref());
        let seat = self.seats[self.record.to_move().index()];
        Ruling::by_proof(positions, self.rules.game, setup, &self.record.moves(), seat)
    }

    /// The side to move makes its move.
    fn turn(&mut self) -> Result<Option<Ruling>, (usize, Broken)> {
        let seat = self.seats[self.record.to_move().index()];
        let command = self.command(seat);
        let (reply, ms, remarks) = self.ask(seat, &command, Expected::Move)?;
        let mv = match reply {
            Reply::Move(cell) => Move::Place(self.point(seat, cell)?),
            _ => Move::Pass,
        };
        let score = remarks.and_then(|remarks| remarks.score);
        self.play(mv, ms, remarks).map_err(|why| (seat, why))?;
        self.known[seat] = Some(self.colors.len());
        Ok(self.judge.moved(seat, score, self.colors.len()))
    }

    /// What tells `seat` the position and asks for a move.
    fn command(&self, seat: usize) -> Command {
        let moves = self.record.moves();
        match (self.known[seat], &moves[..]) {
            (Some(0), []) => Command::Begin,
            (Some(known), [.., Move::Place(point)]) if known + 1 == moves.len() => {
                Command::Turn(Some(self.cell(*point)))
            }
            (Some(known), [.., Move::Pass]) if known + 1 == moves.len() => Command::Turn(None),
            _ => Command::Board(self.stones(seat)),
        }
    }

    /// All stones in the order of play, seen from `seat`; those of a set-up position come first, in turns.
    fn stones(&self, seat: usize) -> Vec<Stone> {
        let stone = |point: Point, color: Color| Stone {
            cell: self.cell(point),
            owner: if self.seats[color.index()] == seat { Owner::Own } else { Owner::Opponent },
        };
        let setup = self.rules.opening.and_then(|opening| opening.setup.as_ref());
        let of = |color: Color| {
            let stones = setup.map(|setup| &setup.stones[..]).unwrap_or_default().iter();
            stones.filter(move |(_, found)| *found == color)
        };
        let mut black = of(Color::Black);
        let mut white = of(Color::White);
        let mut stones = Vec::new();
        loop {
            let both = [black.next(), white.next()];
            if both == [None; 2] {
                break;
            }
            stones.extend(both.into_iter().flatten().map(|&(point, color)| stone(point, color)));
        }
        let moves = self.record.moves();
        let placed = moves.into_iter().zip(&self.colors).filter_map(|(mv, &color)| match mv {
            Move::Place(point) => Some(stone(point, color)),
            Move::Swap | Move::Pass => None,
        });
        stones.extend(placed);
        stones
    }

    pub(crate) fn cells(&self) -> Vec<Cell> {
        let placed = self.record.moves().into_iter().filter_map(|mv| match mv {
            Move::Place(point) => Some(self.cell(point)),
            Move::Swap | Move::Pass => None,
        });
        placed.collect()
    }

    /// Asks a player, whose clock runs.
    pub(crate) fn ask(
        &mut self,
        seat: usize,
        command: &Command,
        expected: Expected,
    ) -> Result<(Reply, f64, Option<Remarks>), (usize, Broken)> {
        let [first, second] = &mut self.talks;
        let (talk, rival) = if seat == 0 { (first, second) } else { (second, first) };
        let thought = talk.think(command, &self.clocks[seat], rival, expected).map_err(|broken| match broken {
            Broken::Rival(fault, detail) => (1 - seat, Broken::Fault(fault, detail)),
            broken => (seat, broken),
        })?;
        self.clocks[seat].moved(thought.time);
        let remarks = (thought.remarks != Remarks::default()).then_some(thought.remarks);
        Ok((thought.reply, thought.time.as_micros() as f64 / 1000.0, remarks))
    }

    pub(crate) fn play(&mut self, mv: Move, ms: f64, remarks: Option<Remarks>) -> Result<(), Broken> {
        let color = self.record.to_move();
        if let Err(why) = self.record.play(mv) {
            let name = move_text(self.rules.game.grid(), mv);
            return Err(Broken::fault(Fault::IllegalMove, format!("{name}: {why}")));
        }
        self.colors.push(color);
        self.ms.push(ms);
        self.info.push(remarks);
        if mv == Move::Swap {
            self.seats.swap(0, 1);
        }
        Ok(())
    }

    pub(crate) fn point(&self, seat: usize, cell: Cell) -> Result<Point, (usize, Broken)> {
        let point = self.rules.game.grid().point(cell.x, cell.y);
        let outside =
            || Broken::fault(Fault::IllegalMove, format!("{} is not on the board", shorten(&cell.to_string())));
        point.ok_or_else(|| (seat, outside()))
    }

    fn cell(&self, point: Point) -> Cell {
        let (x, y) = self.rules.game.grid().xy(point);
        Cell { x, y }
    }
}

impl End {
    fn fault(seat: usize, fault: Fault, detail: String) -> Self {
        Self { winner: Some(1 - seat), reason: fault.to_string(), fault: Some((seat, fault)), detail: Some(detail) }
    }
}

/// A game that an engine lost before its first move.
pub(crate) fn forfeited(seat: usize, fault: Fault, detail: String, evidence: Evidence, names: [&str; 2]) -> Played {
    let End { winner, reason, fault, detail } = End::fault(seat, fault, detail);
    Played {
        players: names.map(str::to_owned),
        winner,
        reason,
        fault,
        detail,
        cause: evidence.cause,
        dialogue: evidence.dialogue,
        stderr: evidence.stderr,
        ended: SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs(),
        ..Played::default()
    }
}

fn text_of(game: &'static Game, setup: &SetUp) -> String {
    record(game, Some(setup)).map(|record| record.position_text()).unwrap_or_default()
}
