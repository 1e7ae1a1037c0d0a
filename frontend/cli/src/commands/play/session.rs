//! A game as it is played: who is to act, and what comes of it.

mod obey;
mod show;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::notation::move_text;
use engine::{Color, Move, Outcome, Reason, SetUp};
use search::Score;

use super::command::Command;
use super::ending;
use super::input::{Input, Question, Said};
use super::remarks::Remarks;
use super::save;
use super::screen::Screen;
use crate::error::Failure;
use analysis::Level;
use analysis::Opponent;
use matches::tournament::Clock;
use records::Replayed;

/// Who has a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seat {
    /// A person at the terminal.
    Person,
    /// The engine at a level.
    Engine(Level),
}

/// What follows when a game is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// Nothing.
    End,
    /// Another game, with exchanged colours.
    Rematch,
}

/// What may end a thought about time: none is longer.
const ENDLESS: Duration = Duration::MAX;

/// A game that is being played.
pub(super) struct Session {
    game: Replayed,
    setup: Option<SetUp>,
    /// What plays each colour, where no person does.
    engines: [Opponent; 2],
    /// Who is asked for hints; what it finds does not help the engines.
    advisor: Opponent,
    /// Who is Black, who is White.
    seats: [Seat; 2],
    screen: Screen,
    remarks: Remarks,
    /// Whether the engine may resign.
    resigns: bool,
    /// The number of moves that were made before the session.
    first: usize,
    /// The opening rule and what was chosen by it, if the game was opened so.
    opening: String,
    /// How long each move took in milliseconds, as far as it is known; there may be more than moves that stand.
    times: Vec<Option<u64>>,
    /// When the turn began.
    turn: Instant,
    /// The clocks of Black and White, if there are any.
    clocks: Option<[Clock; 2]>,
    /// A file that is there already, until it is known whether it may be overwritten.
    asked: Option<PathBuf>,
    /// Files that were written before in this game.
    saved: Vec<PathBuf>,
    /// The number of moves after which an offered swap was declined.
    declined: Option<usize>,
    /// Whether a draw was offered because nobody can win any more.
    offered: bool,
    /// What was said, the newest last; what has not been written yet begins at the index.
    said: Vec<String>,
    written: usize,
}

impl Session {
    /// A session that goes on with `game`.
    pub(super) fn new(
        game: Replayed,
        setup: Option<SetUp>,
        [x, o, advisor]: [Opponent; 3],
        seats: [Seat; 2],
        screen: Screen,
        remarks: Remarks,
        resigns: bool,
    ) -> Self {
        let first = game.moves.len();
        let mut session = Self {
            game,
            setup,
            engines: [x, o],
            advisor,
            seats,
            screen,
            remarks,
            resigns,
            first,
            opening: String::new(),
            times: vec![None; first],
            turn: Instant::now(),
            clocks: None,
            asked: None,
            saved: Vec::new(),
            declined: None,
            offered: false,
            said: Vec::new(),
            written: 0,
        };
        for mv in session.game.record.moves() {
            session.all().for_each(|engine| engine.follow(mv));
        }
        session
    }

    /// Notes the opening rule and what was chosen by it, for the record, and what was said; nothing is left to be swapped.
    pub(super) fn opened(&mut self, opening: String, said: Vec<String>) {
        self.written = said.len();
        self.said = said;
        self.declined = (!opening.is_empty()).then_some(self.first);
        self.opening = opening;
    }

    /// Lets the moves that were made before the session be taken back, too.
    pub(super) const fn frees_all(&mut self) {
        self.first = 0;
    }

    /// Gives both sides this time.
    pub(super) fn time(&mut self, clock: Clock) {
        self.clocks = Some([clock; 2]);
    }

    /// Plays until the game is over and nobody has anything to say, or the input ends.
    ///
    /// # Errors
    /// The output cannot be written.
    pub(super) fn play(&mut self, input: &mut Input, out: &mut impl Write) -> Result<Next, Failure> {
        self.turn = Instant::now();
        if self.screen.live {
            self.say("help lists what may be said; Tab or an arrow leads to the board".to_owned());
        } else {
            self.facts().into_iter().for_each(|fact| self.say(fact));
        }
        self.look_at_end();
        loop {
            let over = self.game.outcome().is_some();
            if !over && let Seat::Engine(level) = self.seat(self.acting()) {
                self.show(out)?;
                self.let_engine_act(level, out)?;
                continue;
            }
            if !self.screen.live {
                self.show(out)?;
                if over && !self.seats.contains(&Seat::Person) {
                    return Ok(Next::End);
                }
            }
            let line = match self.ask(input, out)? {
                Said::Line(line) => line,
                Said::Late => String::new(),
                Said::End => {
                    if self.screen.live {
                        writeln!(out)?;
                    }
                    return Ok(Next::End);
                }
            };
            match Command::parse(&line, self.game.record.game().grid()) {
                Ok(Some(Command::Quit)) => return Ok(Next::End),
                Ok(Some(Command::Rematch)) if over => return Ok(Next::Rematch),
                _ if self.falls() => {}
                Ok(Some(command)) => {
                    if self.screen.live && command == Command::Hint {
                        // The end of the line may have moved the page up.
                        self.show(out)?;
                        write!(out, "thinking ...")?;
                        out.flush()?;
                    }
                    self.obey(command);
                }
                Ok(None) => {}
                Err(why) => self.say(why),
            }
        }
    }

    /// Asks for a line.
    fn ask(&mut self, input: &mut Input, out: &mut impl Write) -> Result<Said, Failure> {
        let over = self.game.outcome().is_some();
        let grid = self.game.record.game().grid();
        let text = self.question();
        if !self.screen.live && !over {
            writeln!(out, "{text}")?;
            out.flush()?;
        }
        let points = (!over && self.acting() == self.game.record.to_move()).then(|| (grid, self.game.last_point()));
        let until = if over { None } else { self.deadline() };
        let question = Question { text, points, until, page: &mut || self.page() };
        Ok(input.ask(question, out)?)
    }

    /// The clock of a colour, if there are clocks.
    fn clock(&self, color: Color) -> Option<&Clock> {
        self.clocks.as_ref().map(|clocks| &clocks[color.index()])
    }

    /// When the time of the one who acts is over.
    fn deadline(&self) -> Option<Instant> {
        self.clock(self.acting()).and_then(|clock| self.turn.checked_add(clock.most(ENDLESS)))
    }

    /// Whether the time of the one who acts is over, which ends the game.
    fn falls(&mut self) -> bool {
        let over = self.game.outcome().is_none() && self.deadline().is_some_and(|until| Instant::now() >= until);
        if over {
            self.spend();
            self.end(Outcome { winner: Some(!self.acting()), reason: Reason::Time });
        }
        over
    }

    /// Takes the time since the turn began from the clock of the one who acts.
    fn spend(&mut self) {
        let (acting, time) = (self.acting(), self.turn.elapsed());
        if let Some(clocks) = &mut self.clocks {
            clocks[acting.index()].spend(time);
        }
        self.turn = Instant::now();
    }

    /// Exchanges the colours of the players, and with them their clocks.
    fn exchange(&mut self) {
        self.seats.reverse();
        if let Some(clocks) = &mut self.clocks {
            clocks.reverse();
        }
    }

    /// Writes the game so far into a file.
    ///
    /// # Errors
    /// The format does not hold the game, or the file cannot be written.
    pub(super) fn save(&self, path: &Path) -> Result<(), Failure> {
        let player = |color| match self.seat(color) {
            Seat::Person => "Player".to_owned(),
            Seat::Engine(level) => format!("Ninuki, level {level}"),
        };
        let mut entry = save::entry(&self.game, self.setup.as_ref(), Color::ALL.map(player), &self.times);
        entry.about.opening.clone_from(&self.opening);
        save::write(path, entry)
    }

    /// Everyone who follows the game.
    fn all(&mut self) -> impl Iterator<Item = &mut Opponent> {
        self.engines.iter_mut().chain([&mut self.advisor])
    }

    const fn seat(&self, color: Color) -> Seat {
        self.seats[color.index()]
    }

    /// The colour whose turn it is, or who is to decide first whether to swap.
    fn acting(&self) -> Color {
        let record = self.game.record.as_ref();
        let decides = self.swapper().filter(|_| self.declined != Some(self.game.moves.len()));
        decides.unwrap_or_else(|| record.to_move())
    }

    /// Who may swap now.
    fn swapper(&self) -> Option<Color> {
        let record = self.game.record.as_ref();
        record.swap_decider()
    }

    /// The engine makes a move, decides about a swap, or gives up.
    fn let_engine_act(&mut self, level: Level, out: &mut impl Write) -> Result<(), Failure> {
        let acting = self.acting();
        if self.screen.live {
            write!(out, "{} thinks ...", self.name(acting))?;
            out.flush()?;
        }
        let engine = &mut self.engines[acting.index()];
        if let Some(clocks) = &self.clocks {
            let clock = clocks[acting.index()];
            engine.set_clock(clock.left(), clock.most(ENDLESS), clock.increment());
        }
        if acting != self.game.record.to_move() {
            if engine.wants_swap(level) {
                self.make(Move::Swap);
            } else {
                self.spend();
                self.declined = Some(self.game.moves.len());
            }
            return Ok(());
        }
        if self.offered && !self.seats.contains(&Seat::Person) {
            self.end(Outcome { winner: None, reason: Reason::Agreed });
            return Ok(());
        }
        let (mv, score) = engine.choose(level).expect("the game goes on");
        if self.falls() {
            return Ok(());
        }
        // What the level overlooked may save the game.
        let lost = |score: Score| score.plies_to_loss().is_some();
        if self.resigns && lost(score) && self.advisor.best().is_some_and(|report| lost(report.score)) {
            self.resign(acting);
        } else {
            self.make(mv);
        }
        Ok(())
    }

    /// Makes a legal move and says what there is to say about it.
    fn make(&mut self, mv: Move) {
        self.times.truncate(self.game.moves.len());
        self.times.push(u64::try_from(self.turn.elapsed().as_millis()).ok());
        let mover = self.acting();
        self.spend();
        if let Some(clocks) = &mut self.clocks {
            clocks[mover.index()].add();
        }
        let before = self.game.record.threats(mover);
        let captured = self.game.record.play(mv).expect("the move is legal");
        self.all().for_each(|engine| engine.follow(mv));
        let grid = self.game.record.game().grid();
        let mut text = format!("{mover} {}", move_text(grid, mv));
        if !captured.is_empty() {
            let names: Vec<String> = captured.iter().map(|&point| grid.name(point)).collect();
            text += &format!(", captured {}", names.join(" "));
        }
        self.game.moves.push((mv, captured));
        self.say(text);
        if mv == Move::Swap {
            self.exchange();
            let [black, white] = Color::ALL.map(|color| self.owner(color));
            let what = if black == white {
                "Black is now White".to_owned()
            } else {
                format!("Black is {black}, White is {white}")
            };
            self.say(format!("colours are exchanged: {what}"));
        } else if self.game.outcome().is_none() {
            let remarks = self.remarks.about(&before, self.game.record.as_ref(), mover);
            remarks.into_iter().for_each(|remark| self.say(remark));
        }
        self.look_at_end();
    }

    /// Tells how the game ended, or that nobody can win any more.
    fn look_at_end(&mut self) {
        let record = self.game.record.as_ref();
        if let Some(outcome) = self.game.outcome() {
            self.say(ending::told(record.game(), outcome, |color| self.name(color)));
        } else if self.game.pending_five() {
            let (five, breaker) = (!record.to_move(), record.to_move());
            self.say(format!("a five of {five} stands, {breaker} can break it now"));
        } else if !self.offered && record.is_dead() {
            self.offered = true;
            let offer = match self.seats {
                [Seat::Person, Seat::Person] => "\"draw\" ends the game",
                [Seat::Engine(_), Seat::Engine(_)] => "the engine agrees to a draw",
                _ => "the engine offers a draw, \"draw\" accepts it",
            };
            self.say(format!("neither side can win any more: {offer}"));
        }
    }

    /// Ends the game with what the players did.
    fn end(&mut self, outcome: Outcome) {
        self.game.result = Some(outcome);
        self.look_at_end();
    }

    fn resign(&mut self, color: Color) {
        self.end(Outcome { winner: Some(!color), reason: Reason::Resigned });
    }

    fn say(&mut self, text: String) {
        self.said.push(text);
    }
}
