//! `ninuki replay`: records replayed by the rules.

use std::io::{IsTerminal, Write, stdin};
use std::path::{Path, PathBuf};

use crate::args::{EncodingArgs, StartArgs, tell};
use crate::error::{Failure, Status};
use crate::formats;
use records::{Choice, Entry, Replayed, Summary, Unreadable};

/// Replays records by the rules and reports how they end.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Files: .txt has one game per line, \"[position TEXT] [moves] M1 M2 …\"; empty lines and lines that begin with # are \
skipped. A name without ending, - and standard input are read as .txt. .sgf, .psq (Piskvork), .rec (Gomotur), .pos and \
.lib (RenLib) and .pgn (pente.org) are read as well; of variations the main line is replayed.
Exit status: 0 if all games are legal, 1 if a game has an error, 2 if the input is unusable.

Examples:
  ninuki replay --rules pente games.txt
  echo \"K10 L11 N7\" | ninuki replay --json --legal
  ninuki replay --rules ndengrod --moves \"c3 swap d4\" --json")]
pub(crate) struct Args {
    #[arg(value_name = "FILE", conflicts_with = "moves",
        help = format!("Records, {} [default: standard input]", formats::endings()))]
    files: Vec<PathBuf>,

    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    encoding: EncodingArgs,

    /// Prints one JSON object per game, and the summary to standard error
    #[arg(long)]
    json: bool,

    /// Adds all legal placements of the final position to the objects
    #[arg(long, requires = "json")]
    legal: bool,
}

/// Replays the games of `args`. Results go to `out`, errors of games and files to `log`.
///
/// # Errors
/// The options suit no game, or the output cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let mut report = Report { args, out, log, summary: Summary::default(), status: Status::Done };
    let choice = args.choice();
    choice.check()?;
    if args.start.moves.is_some() {
        report.game("--moves", Ok(args.start.entry()?))?;
    } else if args.files.is_empty() {
        report.input()?;
    } else {
        for file in &args.files {
            match records::read(file, &choice) {
                Ok(games) => report.games(&records::name_of(file), games)?,
                Err(error) => {
                    let failure = Failure::from(error);
                    writeln!(report.log, "error: {failure}")?;
                    report.status = report.status.max(failure.status());
                }
            }
        }
    }
    report.close()
}

impl Args {
    /// Returns game and character set for records that name none.
    fn choice(&self) -> Choice {
        Choice { encoding: self.encoding.encoding, ..self.start.choice() }
    }
}

/// The report in progress.
struct Report<'a, O, L> {
    args: &'a Args,
    out: &'a mut O,
    log: &'a mut L,
    summary: Summary,
    status: Status,
}

impl<O: Write, L: Write> Report<'_, O, L> {
    /// Replays standard input. Without input, a given position is a game without moves.
    fn input(&mut self) -> Result<(), Failure> {
        let start = &self.args.start;
        let mut games = match start.position.is_some() && stdin().is_terminal() {
            true => Box::new(std::iter::empty()),
            false => records::read(Path::new("-"), &self.args.choice())?,
        }
        .peekable();
        if start.position.is_some() && games.peek().is_none() {
            return self.game("--position", Ok(start.entry()?));
        }
        self.games("stdin", games)
    }

    fn games(&mut self, source: &str, games: impl Iterator<Item = Result<Entry, Unreadable>>) -> Result<(), Failure> {
        for game in games {
            self.game(source, game)?;
        }
        Ok(())
    }

    fn game(&mut self, source: &str, entry: Result<Entry, Unreadable>) -> Result<(), Failure> {
        let game = Replayed::new(entry);
        self.summary.count(&game);
        if self.args.json {
            serde_json::to_writer(&mut *self.out, &game.json(self.args.legal))?;
            writeln!(self.out)?;
        } else {
            tell(&game, source, self.log)?;
            if let Some(error) = &game.error {
                writeln!(self.log, "error: {}", error.within(source))?;
            }
        }
        Ok(())
    }

    fn close(self) -> Result<Status, Failure> {
        if self.status == Status::Usage && self.summary.games() == 0 {
            return Ok(self.status);
        }
        if self.args.json {
            // Objects come before the summary, also where both go to one terminal.
            self.out.flush()?;
            write!(self.log, "{}", self.summary)?;
        } else {
            write!(self.out, "{}", self.summary)?;
        }
        let found = if self.summary.any_error() { Status::Wrong } else { Status::Done };
        Ok(self.status.max(found))
    }
}
