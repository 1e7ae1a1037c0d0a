//! `ninuki analyze`: the best lines of a position, refined with each depth.

mod effort;
mod paint;
mod screen;
mod table;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use analysis::json::{self, names, percent, value};
use analysis::{Analyst, Found};
use engine::notation::{move_text, parse_position};
use engine::{Color, SetUp, record};
use records::{Entry, Replayed};
use search::End;
use serde::Serialize;

pub(crate) use self::effort::{Effort, Means};
pub(crate) use self::paint::{Ink, fitted, painted, width};

use self::screen::Screen;
use self::table::Table;
use crate::args::{PlaceArgs, tell};
use crate::error::{Failure, Status};
use crate::interrupt;
use crate::terminal;

/// Shows the best lines of a position, refined with each depth.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The numbers on the board are the ranks of the best moves. wins is how likely the side to move wins; value is in \
hundredths of a point, or a proven result: \"wins in 7\" is a win by its fourth move, \"loses in 4\" a loss by the \
opponent's second. Where an exchange of colours is offered, swap is one of the moves.

Without --time, --depth or --nodes the search runs until Ctrl-C on a terminal, else 5 seconds. It ends early if every line is \
proven, and prints the reason. The first depth is always finished, unless --nodes is less. Ctrl-C ends the search with the \
lines found so far.

With --json there is one object per line and finished depth, and one with the best move and the reason of the end: \
\"ended\" is time, nodes, depth, stopped, proven (each line is a win or a loss), forced move or no placement. If \
time runs out within a depth that found another best move, the lines are printed once more with that move first.

Examples:
  ninuki analyze --rules pente --moves \"K10 L9 G10\" --time 2000 --multipv 3
  ninuki analyze --rules renju --moves \"h8 i9\" --depth 6 --json
  ninuki analyze --rules ndengrod --moves e5 --nodes 20000
  ninuki analyze game.sgf --ply 12 --threads 2
  ninuki analyze --moves \"K10 L11 N7\" --to-move black --nodes 5000")]
pub(crate) struct Args {
    #[command(flatten)]
    place: PlaceArgs,

    /// The side to search for, instead of the side to move
    #[arg(long, value_name = "black|white")]
    to_move: Option<Color>,

    #[command(flatten)]
    effort: Effort,

    /// The number of best lines
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1000))]
    multipv: u64,

    #[command(flatten)]
    means: Means,

    /// Prints JSON objects: one per finished depth and line, then the best move
    #[arg(long)]
    json: bool,
}

/// Sets up the stones of a game with `color` to move.
///
/// # Errors
/// The stones are no position with that side to move.
fn turned(game: &Replayed, color: Color) -> Result<Entry, Failure> {
    let (game, text) = (game.record.game(), game.record.position_text());
    let setup = parse_position(game, &mut text.split(' ').peekable()).expect("the text of a position");
    let setup = SetUp { to_move: color, ..setup };
    record(game, Some(&setup)).map_err(|error| Failure::Wrong(format!("--to-move {color}: {error}")))?;
    Ok(Entry::new(None, game, Some(setup), Vec::new()))
}

/// Default time without a terminal, where no key ends the search, in milliseconds.
const USUAL_TIME: u64 = 5000;

/// Searches the position and prints the lines to `out`; notes on the choice of a game go to `log`.
///
/// # Errors
/// The options are invalid, the record has an error, the game is over, or the output cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let entry = args.place.entry(log)?;
    let mut game = Replayed::new(entry);
    tell(&game, &args.place.source(), log)?;
    if let Some(error) = &game.error {
        return Err(Failure::Wrong(error.within(&args.place.source())));
    }
    game.check_open()?;
    if let Some(color) = args.to_move.filter(|&color| color != game.record.to_move()) {
        let entry = turned(&game, color)?;
        game = Replayed::new(Ok(entry));
        game.check_open()?;
    }
    let live = terminal::is_capable();
    let mut effort = args.effort;
    if effort.is_boundless() && !live {
        effort.time = Some(USUAL_TIME);
    }
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let mut show = Show {
        game: &game,
        effort,
        form: match (args.json, live) {
            (true, _) => Form::Json,
            (false, true) => Form::Screen(Screen::new()),
            (false, false) => Form::Text,
        },
        out,
    };
    let mut analyst = Analyst::new(game.record.as_ref(), game.start.as_ref(), args.means.threads, args.means.hash);
    let mut shown = Ok(());
    let found = analyst.think(effort.limits(), args.multipv as usize, &stop, &mut |found| {
        if shown.is_ok() {
            shown = show.depth(found);
        }
        if shown.is_err() {
            // The reader has closed the output.
            stop.store(true, Ordering::Relaxed);
        }
    });
    shown?;
    show.answer(&found)?;
    Ok(Status::Done)
}

/// The reason of the end, unless it is the limit of the options.
const fn early_end(end: End, effort: Effort) -> Option<&'static str> {
    match end {
        End::Proven => Some("nothing is left to find out: each line is a proven win or loss"),
        End::ForcedMove => Some("only one move does not lose at once"),
        End::NoPlacement => Some("there is no legal placement"),
        End::Depth if effort.depth.is_none() => Some("no line is searched deeper than this"),
        End::Depth if effort.time.is_some() || effort.nodes.is_some() => Some("the depth asked for was reached first"),
        End::Nodes if effort.time.is_some() || effort.depth.is_some() => {
            Some("the positions asked for were visited first")
        }
        End::Depth | End::Nodes | End::Time | End::Stopped => None,
    }
}

/// Form of the output.
enum Form {
    Json,
    Screen(Screen),
    Text,
}

/// Output of a search.
struct Show<'a, O> {
    game: &'a Replayed,
    effort: Effort,
    form: Form,
    out: &'a mut O,
}

impl<O: Write> Show<'_, O> {
    /// Shows the lines of a finished depth.
    fn depth(&mut self, found: &Found) -> io::Result<()> {
        let game = self.game.record.game();
        match &mut self.form {
            Form::Json => {
                json::objects(game, found).iter().try_for_each(|object| line_of(object, self.out))?;
            }
            Form::Text => {
                let line = &found.lines[0];
                let rate = percent(line.score.win_rate());
                let (value, moves) = (value(line.score), names(game, &line.moves).join(" "));
                writeln!(self.out, "depth {:>2}  {rate:>7}  {value:>11}  {moves}", found.depth)?;
            }
            Form::Screen(screen) => {
                let (columns, rows) = terminal::size();
                let mut lines = Table { game: self.game, found }.screen(columns, rows.saturating_sub(2));
                lines.push(Ink::Faint.on("thinking, Ctrl-C ends it"));
                screen.show(&lines, self.out)?;
            }
        }
        self.out.flush()
    }

    /// Shows the lines and the best move at the end.
    fn answer(&mut self, found: &Found) -> io::Result<()> {
        let game = self.game.record.game();
        let table = Table { game: self.game, found };
        let best = format!("best move {}", move_text(game.grid(), found.lines[0].best()));
        let end = found.end.and_then(|end| early_end(end, self.effort));
        match &mut self.form {
            Form::Json => line_of(&json::answer(game, found), self.out)?,
            Form::Text => {
                writeln!(self.out)?;
                for line in table.whole() {
                    writeln!(self.out, "{}", painted(&line, false).trim_end())?;
                }
                writeln!(self.out)?;
                if let Some(end) = end {
                    writeln!(self.out, "{end}")?;
                }
                writeln!(self.out, "{best}")?;
            }
            Form::Screen(screen) => {
                let (columns, rows) = terminal::size();
                let mut lines = table.screen(columns, rows.saturating_sub(2));
                lines.extend(end.map(str::to_owned));
                lines.push(best);
                screen.show(&lines, self.out)?;
            }
        }
        self.out.flush()
    }
}

/// Writes an object on one line.
pub(crate) fn line_of(object: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}
