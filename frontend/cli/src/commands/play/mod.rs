//! `ninuki play`: a game against the engine in the terminal.
//!
//! A session holds the game and asks whoever is to act: a person, whose lines are commands, or an opponent, who plays at
//! a level. Its screen draws the page of a terminal; over a pipe only what is said is written, line by line.

mod command;
mod ending;
mod remarks;
mod save;
mod screen;
mod session;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use engine::Color;
use search::player;

use self::remarks::Remarks;
use self::screen::Screen;
use self::session::{Seat, Session};
use crate::args::StartArgs;
use crate::error::{Failure, Status};
use crate::values::{mebibytes, threads, whole};
use random::Dice;
use records::Format;
use review::{Level, Opponent};

/// Plays a game against the engine, or lets two people play.
///
/// At the prompt a move is written as everywhere: K10, h8, d3, or 9,9 from the top left. help lists what else there is:
/// undo, hint, draw, resign, save, ... Without a terminal one line is read and written after the other, and the board is
/// drawn only when asked for.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Levels: 1 is a beginner, 10 full strength. Weaker levels look less far ahead, overlook points far from the last stones \
and quiet threats, and play moves that are nearly as good as the best; from level 3 on they never overlook that somebody \
wins with the next stone. Up to level 8 the machine makes no difference.

The end of the input ends the program. The engine swaps where the rules let it and its search says so. It agrees to a \
draw when nobody can make a five any more, or when the game has long been even and the board is nearly full.

Examples:
  ninuki play
  ninuki play --rules renju --side white --level 3 --announce
  ninuki play --rules ndengrod --size 6 --ascii
  ninuki play --rules pente --side none --level 2 --against 8 \\
    --time 200 --save played.sgf
  echo \"K10 hint quit\" | tr ' ' '\\n' | ninuki play --time 100")]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,

    /// Whose stones you have
    #[arg(long, value_enum, default_value_t = Side::Black)]
    side: Side,

    /// How strong the engine is, 1 to 10
    #[arg(long, value_name = "N", default_value = "5")]
    level: Level,

    /// With --side none, the level of the engine that has White [default: that of --level]
    #[arg(long, value_name = "N")]
    against: Option<Level>,

    /// The most time of the engine for a move, in milliseconds
    #[arg(long, value_name = "MS", default_value = "2000", value_parser = whole::<u64>)]
    time: u64,

    /// The number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: usize,

    /// The memory for a transposition table, in MiB: each engine has its own, and so have hints
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = mebibytes)]
    hash: usize,

    /// Makes weak levels choose the same in every game [default: from the clock]
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    seed: Option<u64>,

    /// Draws with x, o and . instead of round stones
    #[arg(long)]
    ascii: bool,

    /// Leaves out what stones may be captured next
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
}

/// Whose stones a person has.
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
}

/// Plays until the input ends or the player has enough.
///
/// # Errors
/// The options describe no position, or the output cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Status, Failure> {
    if args.against.is_some() && args.side != Side::None {
        return Err(Failure::usage("--against is the level of the second engine, it needs --side none"));
    }
    if let Some(path) = &args.save {
        Format::of(path)?;
    }
    let game = args.start.replayed()?;
    let played = game.record.game();
    let setup = args.start.setup(played)?;
    let seed = args.seed.unwrap_or_else(from_clock);
    let opponent = |number| {
        let mut player = player(played, setup.as_ref()).map_err(Failure::usage)?;
        player.set_memory(args.hash);
        let dice = Dice::new(seed, number, 0);
        Ok::<_, Failure>(Opponent::new(player, Duration::from_millis(args.time), args.threads, dice))
    };
    // Memory is taken at the first thought, if there is one.
    let engines = [opponent(0)?, opponent(1)?, opponent(2)?];
    let seats = Color::ALL.map(|color| match args.side.has(color) {
        true => Seat::Person,
        false if color == Color::White => Seat::Engine(args.against.unwrap_or(args.level)),
        false => Seat::Engine(args.level),
    });
    let remarks = Remarks { atari: !args.no_atari, rows: args.announce };
    let mut session = Session::new(game, setup, engines, seats, Screen::new(args.ascii), remarks, args.resigns);
    session.play(&mut io::stdin().lock(), out)?;
    if let Some(path) = &args.save {
        session.save(path)?;
    }
    Ok(Status::Done)
}

/// A seed that is another one each time.
fn from_clock() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos() as u64
}
