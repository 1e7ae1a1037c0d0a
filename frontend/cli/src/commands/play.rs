//! `ninuki play`: a game against the engine in the terminal.
//!
//! A session holds the game. Its sides are persons, whose lines are commands, or engines at a level. On a terminal the screen
//! draws a page; over a pipe the messages are written line by line.

mod command;
mod cursor;
mod ending;
mod input;
mod opening;
mod remarks;
mod save;
mod screen;
mod session;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use engine::{Color, Game, SetUp};
use search::player;

use self::input::{Answer, Input, Question};
use self::remarks::Remarks;
use self::screen::Screen;
use self::session::{Next, Seat, Session, Shelf};
use crate::args::{EncodingArgs, PlaceArgs, StartArgs, tell};
use crate::commands::book::shipped;
use crate::error::{Failure, Status};
use crate::formats;
use crate::values::{mebibytes, threads, whole};
use analysis::{Level, Opponent};
use matches::tournament::{Clock, TimeControl};
use openings::{OpeningRule, Procedure};
use random::Dice;
use records::{Entry, Format, Replayed, files};

/// Plays a game against the engine, or lets two people play.
///
/// At the prompt a move is written as everywhere: K10, h8, d3, or 9,9 from the top left, or picked with the arrow keys and
/// Enter. help lists the other commands: undo, hint, draw, resign, save, rematch, ... Without a terminal lines are read and
/// written, and the board is drawn only on request.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Levels: 1 is a beginner, 10 full strength. Weaker levels look less far ahead, overlook points far from the last stones \
and quiet threats, and play moves that are nearly as good as the best; from level 3 on they never overlook a win with the \
next stone. Up to level 8 the speed of the machine makes no difference.

With --book the engine plays one of the moves of the book that lose at most 5 percentage points of win rate; the \
higher its level, the more often the best one. In an opening rule it decides by the value of the book.

With --tc a side whose time is over loses; the engine takes no more than --time for a move. A rematch is played with \
exchanged colours; --save numbers the games after the first, FILE-002 and so on. Files are overwritten only after a \
question, or with --overwrite.

The end of the input ends the program. The engine swaps where the rules allow it and its search prefers it. It agrees to a \
draw when no five is possible any more, or when the game has long been even and the board is nearly full.

Examples:
  ninuki play
  ninuki play --rules renju --side white --level 3 --announce
  ninuki play --rules ndengrod --size 6 --ascii
  ninuki play --load game.sgf --ply 10 --side white --tc 300+5
  ninuki play --rules pente --side none --level 2 --against 8 \\
    --time 200 --save played.sgf
  echo \"K10 hint quit\" | tr ' ' '\\n' | ninuki play --time 100")]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    encoding: EncodingArgs,

    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "position", "opening_rule"],
        help = format!("Continues a game of a record ({})", formats::endings()))]
    load: Option<PathBuf>,

    /// Which game of the record, counted from 1 [default: the last]
    #[arg(long = "game", value_name = "N", requires = "load", value_parser = whole::<usize>)]
    number: Option<usize>,

    /// Continues after N moves of the record
    #[arg(long, value_name = "N", requires = "load", value_parser = whole::<usize>)]
    ply: Option<usize>,

    /// Your stones
    #[arg(long, value_enum, default_value_t = Side::Black)]
    side: Side,

    /// The level of the engine, 1 to 10
    #[arg(long, value_name = "N", default_value = "5")]
    level: Level,

    /// With --side none, the level of the engine that has White [default: that of --level]
    #[arg(long, value_name = "N")]
    against: Option<Level>,

    /// The most time of the engine for a move, in milliseconds
    #[arg(long, value_name = "MS", default_value = "2000", value_parser = whole::<u64>)]
    time: u64,

    /// Clocks for both sides, MATCH/TURN+INC in seconds, as in 300+5
    #[arg(long, value_name = "TC")]
    tc: Option<TimeControl>,

    /// The number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: usize,

    /// The memory of a transposition table, in MiB, one for each engine and one for hints
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = mebibytes)]
    hash: usize,

    /// The opening rule: swap, swap2, four-stones, rif, yamaguchi, soosorv-N, taraguchi-10
    #[arg(long, value_name = "NAME", conflicts_with_all = ["moves", "position"])]
    opening_rule: Option<String>,

    /// Seed of the choices of weak levels and of the book [default: from the clock]
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    seed: Option<u64>,

    /// Plays from the opening book of the program while the engine knows the position
    #[arg(long)]
    book: bool,

    /// Draws with x, o and . instead of round stones
    #[arg(long)]
    ascii: bool,

    /// Does not announce stones that may be captured next
    #[arg(long)]
    no_atari: bool,

    /// Announces fours and open threes
    #[arg(long)]
    announce: bool,

    /// Lets the engine resign when its loss is proved
    #[arg(long)]
    resigns: bool,

    /// Saves the game at its end, in the format of the ending
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Overwrites an existing file
    #[arg(long, requires = "save")]
    overwrite: bool,
}

/// Stones of the persons.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    /// The first player's
    #[value(alias = "x")]
    Black,
    /// The second player's
    #[value(alias = "o")]
    White,
    /// Two people play at one terminal
    Both,
    /// You watch the engine
    None,
}

impl Side {
    const fn has(self, color: Color) -> bool {
        match self {
            Self::Black => matches!(color, Color::Black),
            Self::White => matches!(color, Color::White),
            Self::Both => true,
            Self::None => false,
        }
    }

    /// Returns the stones after an opening in which player `black` (0 began) has Black.
    const fn after(self, black: usize) -> Self {
        match self {
            Self::Black if black == 1 => Self::White,
            Self::White if black == 1 => Self::Black,
            same => same,
        }
    }
}

/// Start of the games.
struct Start {
    entry: Entry,
    /// Whether the moves of the start cannot be taken back.
    fixed: bool,
}

impl Start {
    /// Returns the start of the options; notes on a record go to `log`.
    fn of(args: &Args, log: &mut impl Write) -> Result<Self, Failure> {
        let place = PlaceArgs {
            file: args.load.clone(),
            number: args.number,
            ply: args.ply,
            encoding: args.encoding.clone(),
            start: args.start.clone(),
        };
        let entry = place.entry(log)?;
        let game = Replayed::new(entry.clone());
        tell(&game, &place.source(), log)?;
        if let Some(error) = &game.error {
            return Err(Failure::Wrong(match &args.load {
                Some(_) => error.within(&place.source()),
                None => format!("--moves: {error}"),
            }));
        }
        let entry = entry.expect("a game that was replayed");
        Ok(Self { entry, fixed: args.load.is_none() })
    }
}

/// Plays games until the input ends or the player quits.
///
/// # Errors
/// The options are invalid, a file may not be overwritten, or the output cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    if args.against.is_some() && args.side != Side::None {
        return Err(Failure::usage("--against is the level of the second engine, it needs --side none"));
    }
    let start = Start::of(args, log)?;
    let screen = Screen::new(args.ascii);
    let mut input = Input::new(screen.live)?;
    for number in 1.. {
        let path = args.save.as_deref().map(|path| saved_as(path, number));
        if let Some(path) = &path {
            Format::of(path)?;
            if !args.overwrite && path.is_file() && !may_overwrite(path, screen, &mut input, out)? {
                return Ok(Status::Done);
            }
        }
        let Some(mut session) = session(args, &start, screen, number, &mut input, out)? else { break };
        let next = session.play(&mut input, out)?;
        if let Some(path) = &path {
            session.save(path)?;
        }
        if next == Next::End {
            break;
        }
    }
    Ok(Status::Done)
}

/// Returns the file of a game: `path` for the first, numbered files for the others.
fn saved_as(path: &Path, number: usize) -> PathBuf {
    if number == 1 { path.to_path_buf() } else { files::numbered(path, number, number) }
}

/// Asks for permission to overwrite a file at the end.
fn may_overwrite(path: &Path, screen: Screen, input: &mut Input, out: &mut impl Write) -> Result<bool, Failure> {
    let name = path.display();
    if !screen.live {
        return Err(Failure::Usage(format!("--save {name}: this file is there already, --overwrite replaces it")));
    }
    let text = format!("{name} is there already. Overwrite it at the end of the game? yes or no");
    let question = Question { text, points: None, until: None, page: &mut String::new };
    Ok(match input.ask(question, out)? {
        Answer::Line(line) => ["y", "yes"].contains(&line.trim().to_ascii_lowercase().as_str()),
        Answer::End | Answer::TimeUp => false,
    })
}

/// Returns the session of a game; `None` if the input ended in its opening. Every second game has exchanged colours.
fn session(
    args: &Args,
    start: &Start,
    screen: Screen,
    number: usize,
    input: &mut Input,
    out: &mut impl Write,
) -> Result<Option<Session>, Failure> {
    let exchanged = number.is_multiple_of(2);
    let mut game = Replayed::from(start.entry.clone()).since_start();
    let (played, setup) = (game.record.game(), game.start.clone());
    let seed = args.seed.unwrap_or_else(from_clock).wrapping_add(number as u64 - 1);
    let mut side = args.side.after(usize::from(exchanged));
    let mut opened = (String::new(), Vec::new());
    if let Some(name) = &args.opening_rule {
        let rule = OpeningRule::named(name).map_err(Failure::usage)?;
        let mut opening = Procedure::new(&rule, played).map_err(Failure::usage)?;
        let players = opening::Players::of(side, Duration::from_millis(args.time), args.hash, seed, args.book);
        let Some(messages) = opening::play(&mut opening, &players, screen, input, out)? else { return Ok(None) };
        game = opening::position(&opening);
        side = side.after(opening.player(Color::Black));
        opened = (opening.text(), messages);
    }
    let engines = args.engines(played, setup.as_ref(), seed)?;
    let seats = args.seats(side, exchanged);
    let remarks = Remarks { atari: !args.no_atari, rows: args.announce };
    let mut session = Session::new(game, setup, engines, seats, screen, remarks, args.resigns);
    session.opened(opened.0, opened.1);
    if args.book {
        session.consult(Shelf { book: shipped(played)?, dice: Dice::new(seed, 3, 0) });
    }
    if !start.fixed {
        session.frees_all();
    }
    if let Some(control) = args.tc {
        session.time(Clock::new(Some(control)));
    }
    Ok(Some(session))
}

impl Args {
    /// Returns the engines of Black and White and the engine of hints. Each allocates its memory with its first search.
    fn engines(&self, game: &'static Game, setup: Option<&SetUp>, seed: u64) -> Result<[Opponent; 3], Failure> {
        let opponent = |number| {
            let mut player = player(game, setup).map_err(Failure::usage)?;
            player.set_memory(self.hash);
            let dice = Dice::new(seed, number, 0);
            Ok::<_, Failure>(Opponent::new(player, Duration::from_millis(self.time), self.threads, dice))
        };
        Ok([opponent(0)?, opponent(1)?, opponent(2)?])
    }

    /// Returns the players of Black and White; `exchanged` in a rematch.
    fn seats(&self, side: Side, exchanged: bool) -> [Seat; 2] {
        let mut levels = [self.level, self.against.unwrap_or(self.level)];
        if exchanged {
            levels.reverse();
        }
        Color::ALL.map(|color| match side.has(color) {
            true => Seat::Person,
            false => Seat::Engine(levels[color.index()]),
        })
    }
}

/// Returns a seed from the clock.
fn from_clock() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos() as u64
}
