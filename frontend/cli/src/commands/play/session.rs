//! A game as it is played: who is to act, and what comes of it.

mod obey;
mod show;

use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Instant;

use engine::notation::move_text;
use engine::{Color, Move, Outcome, Reason, SetUp};
use search::Score;

use super::command::Command;
use super::ending;
use super::remarks::Remarks;
use super::save;
use super::screen::Screen;
use crate::error::Failure;
use records::Replayed;
use review::Level;
use review::Opponent;

/// Who has a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seat {
    /// A person at the terminal.
    Person,
    /// The engine at a level.
    Engine(Level),
}

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
    /// How long each move took in milliseconds, as far as it is known; there may be more than moves that stand.
    times: Vec<Option<u64>>,
    /// When the turn began.
    turn: Instant,
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
            times: vec![None; first],
            turn: Instant::now(),
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

    /// Plays until the game is over and nobody has anything to say, or the input ends.
    ///
    /// # Errors
    /// The output cannot be written.
    pub(super) fn play(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<(), Failure> {
        if self.screen.live {
            self.say("help lists what may be said".to_owned());
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
            self.show(out)?;
            if over && !self.screen.live && !self.seats.contains(&Seat::Person) {
                return Ok(());
            }
            self.ask(out)?;
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line)? == 0 {
                if self.screen.live {
                    writeln!(out)?;
                }
                return Ok(());
            }
            let command = Command::parse(&String::from_utf8_lossy(&line), self.game.record.game().grid());
            match command {
                Ok(Some(Command::Quit)) => return Ok(()),
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

    /// Writes the game so far into a file.
    ///
    /// # Errors
    /// The format does not hold the game, or the file cannot be written.
    pub(super) fn save(&self, path: &Path) -> Result<(), Failure> {
        let player = |color| match self.seat(color) {
            Seat::Person => "Player".to_owned(),
            Seat::Engine(level) => format!("Ninuki, level {level}"),
        };
        save::write(path, save::entry(&self.game, self.setup.as_ref(), Color::ALL.map(player), &self.times))
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
        record.game().rules().swap.filter(|_| record.swap_offered()).map(|swap| swap.by)
    }

    /// The engine makes a move, decides about a swap, or gives up.
    fn let_engine_act(&mut self, level: Level, out: &mut impl Write) -> Result<(), Failure> {
        let acting = self.acting();
        if self.screen.live {
            write!(out, "{} thinks ...", self.name(acting))?;
            out.flush()?;
        }
        let engine = &mut self.engines[acting.index()];
        if acting != self.game.record.to_move() {
            if engine.wants_swap(level) {
                self.make(Move::Swap);
            } else {
                self.declined = Some(self.game.moves.len());
            }
            return Ok(());
        }
        if self.offered && !self.seats.contains(&Seat::Person) {
            self.end(Outcome { winner: None, reason: Reason::Agreed });
            return Ok(());
        }
        let (mv, score) = engine.choose(level).expect("the game goes on");
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
        self.turn = Instant::now();
        let mover = self.acting();
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
            self.seats.reverse();
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
