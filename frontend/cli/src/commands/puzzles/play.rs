//! `ninuki puzzles play`: puzzles in the terminal.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use engine::notation::{move_text, parse_move};
use engine::{Move, Point};
use puzzles::{Attempt, Hint, Kind, Puzzle, Reply};
use random::Dice;
use records::Replayed;

use super::filter::FilterArgs;
use super::profile::{Profile, usual_path};
use crate::error::{Failure, Status};
use crate::terminal;
use crate::values::whole;

/// Plays puzzles: find the move that wins, or the only one that does not lose.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
At the prompt a move is written as everywhere: K10, h8, d3, or 9,9 from the top left. hint, solution (again for the next \
step), skip, board and quit are the other commands. The defender answers by the certificate with the longest defence.

The first answer counts: a puzzle is solved without an error, a hint or the solution. Rating and streak are kept in \
ninuki/puzzles.json of your data folder. A puzzle of difficulty D has the rating 800 + 14 D, yours begins with 1200 and \
changes by Elo's formula, at most 32 at once. Puzzles that you have solved do not come again.

Examples:
  ninuki puzzles play --rules pente --theme capture-win
  ninuki puzzles play mine.jsonl --difficulty 0-30
  echo \"hint solution quit\" | tr ' ' '\\n' | ninuki puzzles play --seed 1")]
pub(super) struct Args {
    #[command(flatten)]
    filter: FilterArgs,

    /// Which order: another seed gives another one, 0 that of the file [default: from the clock]
    #[arg(long, value_name = "S", value_parser = whole::<u64>)]
    seed: Option<u64>,

    /// The file of rating and streak [default: in your data folder]
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
}

/// How a puzzle ended.
#[derive(PartialEq, Eq)]
enum End {
    Next,
    Quit,
}

pub(super) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let source = args.filter.source();
    let mut puzzles: Vec<Puzzle> = Vec::new();
    for found in args.filter.puzzles()? {
        match found {
            Ok((_, puzzle)) => puzzles.push(puzzle),
            Err(unread) => writeln!(log, "warning: {source}:{unread}")?,
        }
    }
    if puzzles.is_empty() {
        return Err(Failure::Wrong(format!("{source}: there is no such puzzle")));
    }
    let path = args.profile.clone().map_or_else(usual_path, Ok)?;
    let profile = Profile::read(&path)?;
    puzzles.retain(|puzzle| !profile.has(puzzle));
    if puzzles.is_empty() {
        writeln!(out, "all of these puzzles are solved")?;
        return Ok(Status::Done);
    }
    shuffle(&mut puzzles, args.seed.unwrap_or_else(from_clock));
    let mut session = Session { profile, path, lines: io::stdin().lock(), counted: false, hints: 0 };
    for puzzle in puzzles {
        if session.puzzle(puzzle, out)? == End::Quit {
            break;
        }
    }
    session.total(out)?;
    Ok(Status::Done)
}

/// Shuffles by a seed; 0 keeps the order.
fn shuffle(puzzles: &mut [Puzzle], seed: u64) {
    if seed == 0 {
        return;
    }
    let mut dice = Dice::new(seed, 0, 1);
    for last in (1..puzzles.len()).rev() {
        puzzles.swap(last, dice.below(last + 1));
    }
}

fn from_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos() as u64 | 1
}

/// Puzzles in a row.
struct Session {
    profile: Profile,
    path: PathBuf,
    lines: io::StdinLock<'static>,
    /// Whether the puzzle has counted already.
    counted: bool,
    /// Hints for the next move.
    hints: u32,
}

impl Session {
    /// Plays a puzzle.
    fn puzzle(&mut self, puzzle: Puzzle, out: &mut impl Write) -> Result<End, Failure> {
        (self.counted, self.hints) = (false, 0);
        writeln!(out, "{}", head(&puzzle))?;
        let mut attempt = Attempt::new(puzzle);
        write!(out, "{}", board(&attempt))?;
        let mut shown = false;
        while !attempt.is_solved() {
            let Some(line) = self.ask(out)? else { return Ok(End::Quit) };
            match line.as_str() {
                "quit" | "exit" | "q" => return Ok(End::Quit),
                "skip" => return Ok(End::Next),
                "help" => writeln!(out, "a move, hint, solution, skip, board, quit")?,
                "board" => write!(out, "{}", board(&attempt))?,
                "hint" => self.hint(&attempt, out)?,
                "solution" => {
                    self.count(attempt.puzzle(), false)?;
                    shown = true;
                    self.step(&mut attempt, out)?;
                }
                "" if shown => self.step(&mut attempt, out)?,
                "" => {}
                text => self.answer(&mut attempt, text, out)?,
            }
        }
        Ok(End::Next)
    }

    /// Asks for a line; `None` at the end of the input.
    fn ask(&mut self, out: &mut impl Write) -> Result<Option<String>, Failure> {
        if io::stdin().is_terminal() && terminal::is_capable() {
            write!(out, "> ")?;
        }
        out.flush()?;
        let mut line = Vec::new();
        if self.lines.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
    }

    /// Plays a move of the solver.
    fn answer(&mut self, attempt: &mut Attempt, text: &str, out: &mut impl Write) -> Result<(), Failure> {
        let grid = attempt.puzzle().game.grid();
        let at = match parse_move(grid, text) {
            Ok(Move::Place(at)) => at,
            Ok(_) => return Ok(writeln!(out, "a stone is wanted")?),
            Err(error) => return Ok(writeln!(out, "{error}; help lists the commands")?),
        };
        let first = attempt.record().moves().is_empty();
        match attempt.play(at) {
            Err(error) => writeln!(out, "{}: {error}", grid.name(at))?,
            Ok(Reply::Wrong) => {
                if first {
                    self.count(attempt.puzzle(), false)?;
                }
                writeln!(out, "{}", wrong(attempt, at))?;
            }
            Ok(reply) => {
                if matches!(reply, Reply::Defence(_)) {
                    write!(out, "right; ")?;
                }
                self.follow(attempt, &reply, out)?;
            }
        }
        Ok(())
    }

    /// Shows what follows a right move.
    fn follow(&mut self, attempt: &Attempt, reply: &Reply, out: &mut impl Write) -> Result<(), Failure> {
        self.hints = 0;
        match reply {
            Reply::Defence(mv) => {
                writeln!(out, "the answer is {}", move_text(attempt.puzzle().game.grid(), *mv))?;
                write!(out, "{}", board(attempt))?;
            }
            _ => {
                write!(out, "{}", board(attempt))?;
                let ended = attempt.record().outcome().map(|outcome| format!(": {outcome}")).unwrap_or_default();
                writeln!(out, "solved{ended}")?;
                if !self.counted {
                    self.count(attempt.puzzle(), true)?;
                }
                self.total(out)?;
            }
        }
        Ok(())
    }

    /// Plays the next move of the solution.
    fn step(&mut self, attempt: &mut Attempt, out: &mut impl Write) -> Result<(), Failure> {
        let Some(at) = attempt.expected() else { return Ok(()) };
        writeln!(out, "solution: {}", attempt.puzzle().game.grid().name(at))?;
        match attempt.play(at) {
            Ok(reply) => self.follow(attempt, &reply, out),
            Err(error) => Err(Failure::Wrong(format!("the puzzle is wrong: {error}"))),
        }
    }

    /// Tells more with every hint: the kind of the move, its column, the move.
    fn hint(&mut self, attempt: &Attempt, out: &mut impl Write) -> Result<(), Failure> {
        if attempt.record().moves().is_empty() {
            self.count(attempt.puzzle(), false)?;
        }
        let Some(at) = attempt.expected() else { return Ok(()) };
        let grid = attempt.puzzle().game.grid();
        self.hints += 1;
        match self.hints {
            1 => writeln!(out, "hint: {}", hint_text(attempt.hint()))?,
            2 => {
                let near = attempt.near().map_or("the middle".to_owned(), |stone| grid.name(stone));
                writeln!(out, "hint: the move is near {near}")?;
            }
            _ => writeln!(out, "hint: {}", grid.name(at))?,
        }
        Ok(())
    }

    /// Counts the first result of a puzzle.
    fn count(&mut self, puzzle: &Puzzle, solved: bool) -> Result<(), Failure> {
        if self.counted {
            return Ok(());
        }
        self.counted = true;
        self.profile.count(puzzle, solved);
        self.profile.write(&self.path)
    }

    fn total(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Profile { rating, streak, best, solved, tried, .. } = &self.profile;
        Ok(writeln!(out, "rating {rating:.0}, streak {streak} (best {best}), {solved} of {tried} solved")?)
    }
}

/// The line above a puzzle.
fn head(puzzle: &Puzzle) -> String {
    let side = puzzle.to_move();
    let task = match puzzle.kind {
        Kind::Win => format!("{side} wins in {} moves", puzzle.plies.div_ceil(2)),
        Kind::OnlyMove => format!("{side} has one move that does not lose"),
    };
    let id = puzzle.id();
    format!("puzzle {id}: {}, {task}, difficulty {}", puzzle.game.rules().name, puzzle.difficulty)
}

/// The board, and the captured stones.
fn board(attempt: &Attempt) -> String {
    let record = attempt.record().copy();
    let captured = records::captured(record.as_ref());
    let has_captures = record.game().rules().capture != engine::rules::Capture::None;
    let mut game = Replayed::begun(None, record, Some(attempt.puzzle().setup.clone()));
    game.moves = game.record.moves().into_iter().map(|mv| (mv, Vec::new())).collect();
    let mut text = pictures::text(&mut game);
    if has_captures {
        text += &format!("{captured}\n");
    }
    text
}

/// The answer to a wrong move: of an only-move puzzle with the opponent's win.
fn wrong(attempt: &Attempt, at: Point) -> String {
    let grid = attempt.puzzle().game.grid();
    let line: Vec<String> = attempt.punishment(at).iter().map(|&mv| move_text(grid, mv)).collect();
    let name = grid.name(at);
    match (attempt.puzzle().kind, line.is_empty()) {
        (Kind::OnlyMove, false) => format!("{name} loses: {}", line.join(" ")),
        (Kind::OnlyMove, true) => format!("{name} loses"),
        _ if attempt.record().moves().is_empty() => format!("{name} is not the move"),
        _ => format!("{name} is not the move of the proof"),
    }
}

/// The kind of the move, in words.
const fn hint_text(hint: Hint) -> &'static str {
    match hint {
        Hint::Defence => "the opponent threatens a win",
        Hint::Win => "a move wins at once",
        Hint::Four => "the move threatens to win at once",
        Hint::Threat => "the move threatens a VCF",
    }
}
