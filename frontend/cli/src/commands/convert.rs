//! `ninuki convert`: records from one format to another.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::args::{EncodingArgs, GameArgs, ListArgs};
use crate::error::{Failure, Status};
use crate::formats;
use records::{CapacityError, Choice, Encoding, Entries, Entry, Format, Remark, Replayed, files, name_of};

/// Converts records between file formats.
#[derive(clap::Args, Debug)]
#[command(
    long_about = format!(
        "Converts records between file formats.\n\nThe formats are chosen by the endings of the files: {}.",
        formats::endings()
    ),
    after_help = format!("\
Every game is replayed by the rules. If a game has an error, or OUT cannot hold it, the error is printed and nothing is written.

{}

Names, dates and times are dropped where OUT has no place for them. .lib has 15x15 points. .pos is RenLib's \
file on 15x15 points, and text as h8i9j10 on other boards.

Examples:
  ninuki convert game.psq game.sgf --rules freestyle
  ninuki convert library.lib moves.txt --rules renju --main-line
  ninuki convert --rules pente - - --to sgf <games.txt", formats::parts())
)]
pub(crate) struct Args {
    /// The records to read, or - for standard input
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// The file to write, or - for standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,

    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    list: ListArgs,

    /// The format of IN, before that of its ending [default for -: txt]
    #[arg(long, value_name = "FORMAT", value_parser = formats::parser())]
    from: Option<Format>,

    /// The format of OUT, before that of its ending [default for -: txt]
    #[arg(long, value_name = "FORMAT", value_parser = formats::parser())]
    to: Option<Format>,

    #[command(flatten)]
    encoding: EncodingArgs,

    /// The character set of OUT [default: UTF-8; of .lib that of IN, if it is .lib or no UTF-8, else windows-1252]
    #[arg(long, value_name = "NAME")]
    to_encoding: Option<Encoding>,

    /// Leaves out variations, and comments and marks where OUT holds none
    #[arg(long)]
    main_line: bool,

    /// Writes what could be read even if something could not: of a game with an error the moves before it
    #[arg(long)]
    keep_going: bool,
}

/// More errors than these are not told but counted.
const TOLD: usize = 20;

/// Converts; the records go to `out` if that is asked for, errors of games to `log`.
///
/// # Errors
/// A file cannot be used, or the output cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let choice = args.list.on(Choice { encoding: args.encoding.encoding, ..args.game.choice() });
    choice.check()?;
    let format = |asked: Option<Format>, path: &Path| asked.map_or_else(|| Format::of(path), Ok);
    let (from, to) = (format(args.from, &args.input)?, format(args.to, &args.output)?);
    let games = records::read_as(&args.input, from, &choice)?;
    let checker = Checker { args, to, log, errors: 0, remarks: 0, games: 0 };
    let done = match (to.is_appended(), args.output == Path::new("-")) {
        (true, false) => appended(&args.output, checker, games)?,
        (true, true) => spooled(checker, games, out)?,
        (false, standard) => collected(checker, games, |written| match standard {
            true => Ok(out.write_all(written)?),
            false => Ok(files::write(&args.output, written)?),
        })?,
    };
    Ok(done.unwrap_or(Status::Wrong))
}

/// Converts games one by one and writes their text at the end: it takes less memory than the games. Returns `None` if
/// nothing is written.
fn spooled<L: Write>(
    mut checker: Checker<'_, L>,
    games: Entries,
    out: &mut impl Write,
) -> Result<Option<Status>, Failure> {
    let (to, encoding) = (checker.to, checker.args.to_encoding);
    let mut written = Vec::new();
    checker.each(games, |entry| Ok(to.write_one_in(&entry, encoding, &mut written)?))?;
    let done = checker.close()?;
    if done.is_some() {
        out.write_all(&written)?;
    }
    Ok(done)
}

/// Collects all games, and writes them at the end in a format that needs all of them. Returns `None` if nothing is written.
fn collected<L: Write>(
    mut checker: Checker<'_, L>,
    games: Entries,
    write: impl FnOnce(&[u8]) -> Result<(), Failure>,
) -> Result<Option<Status>, Failure> {
    let mut entries = Vec::new();
    checker.each(games, |entry| {
        entries.push(entry);
        Ok(())
    })?;
    let done = checker.close()?;
    if done.is_some() {
        write(&checker.to.write_in(&entries, checker.args.to_encoding))?;
    }
    Ok(done)
}

/// Writes games one by one, so that a file of any length takes no more memory than one game. Returns `None` if nothing is
/// written; then an existing file stays.
fn appended<L: Write>(path: &Path, mut checker: Checker<'_, L>, games: Entries) -> Result<Option<Status>, Failure> {
    let (to, encoding) = (checker.to, checker.args.to_encoding);
    let mut ended = None;
    let written = files::replace(path, |file| {
        let each = checker.each(games, |entry| {
            to.write_one_in(&entry, encoding, file).map_err(|error| records::Error::write(path, error).into())
        });
        let close = each.and_then(|()| checker.close());
        let keep = matches!(close, Ok(Some(_)));
        ended = Some(close);
        if keep { Ok(()) } else { Err(io::Error::other("nothing is to be written")) }
    });
    match ended {
        Some(Ok(Some(status))) => written.map(|()| Some(status)).map_err(Failure::from),
        Some(other) => other,
        // The file cannot be created.
        None => written.map(|()| None).map_err(Failure::from),
    }
}

/// Replays games and reports their errors.
struct Checker<'a, L> {
    args: &'a Args,
    to: Format,
    log: &'a mut L,
    errors: usize,
    remarks: usize,
    /// The games that can be written.
    games: usize,
}

impl<L: Write> Checker<'_, L> {
    /// Passes the legal part of each game that can be written to `take`.
    fn each(&mut self, games: Entries, mut take: impl FnMut(Entry) -> Result<(), Failure>) -> Result<(), Failure> {
        for game in games {
            match game {
                Ok(entry) => {
                    if let Some(entry) = self.checked(entry)? {
                        self.games += 1;
                        take(entry)?;
                    }
                }
                Err(error) => self.refuse(Some(error.line), &error.reason)?,
            }
        }
        Ok(())
    }

    /// Returns a game as it will be written; `None` if it cannot be.
    fn checked(&mut self, mut entry: Entry) -> Result<Option<Entry>, Failure> {
        let (line, tree) = (entry.line, entry.tree.take());
        for damage in std::mem::take(&mut entry.damage) {
            self.refuse(damage.line, &damage.reason)?;
        }
        let replayed = Replayed::of(&entry);
        for remark in &replayed.remarks {
            self.remark(remark)?;
        }
        if let Some(error) = &replayed.error {
            self.refuse(None, error)?;
            if error.ply == 0 {
                return Ok(None);
            }
        }
        entry.moves.truncate(replayed.moves.len());
        entry.result = replayed.claim(&entry);
        if let Some(tree) = tree {
            let mut tree = if self.args.main_line { tree.main_line() } else { tree };
            let (legal, refused) = if replayed.error.is_some() {
                // Otherwise a variation would take the place of the illegal move.
                tree.cut(replayed.moves.len());
                tree.checked(entry.game, entry.setup.as_ref())
            } else {
                tree.checked_beside(entry.game, entry.setup.as_ref())
            };
            for refused in refused {
                self.refuse(None, &refused)?;
            }
            entry.tree = if self.args.main_line { self.to.main_line(&legal) } else { Some(legal) };
        }
        match self.to.check_in(&entry, self.args.to_encoding) {
            Ok(()) => Ok(Some(entry)),
            Err(error) => {
                let trees = matches!(
                    error,
                    CapacityError::Variations(_) | CapacityError::Comments(_) | CapacityError::MoveComments(_)
                );
                let more = match error {
                    _ if trees => "; --main-line leaves them out",
                    CapacityError::Character(..) => "; --to-encoding names another",
                    _ => "",
                };
                self.refuse(line, &format_args!("{error}{more}"))?;
                Ok(None)
            }
        }
    }

    /// Prints an error; `line` is its line, if the message does not contain it.
    fn refuse(&mut self, line: Option<usize>, error: &dyn Display) -> Result<(), Failure> {
        self.errors += 1;
        if self.errors <= TOLD {
            let place = line.map(|line| format!("{line}: ")).unwrap_or_default();
            let text = format!("{place}{error}");
            let gap = if text.starts_with(|char: char| char.is_ascii_digit()) { "" } else { " " };
            writeln!(self.log, "error: {}:{gap}{text}", name_of(&self.args.input))?;
        }
        Ok(())
    }

    /// Prints a warning about a guess or a correction.
    fn remark(&mut self, remark: &Remark) -> Result<(), Failure> {
        self.remarks += 1;
        if self.remarks <= TOLD {
            let gap = if remark.line.is_some() { "" } else { " " };
            writeln!(self.log, "warning: {}:{gap}{remark}", name_of(&self.args.input))?;
        }
        Ok(())
    }

    /// Prints the counts of further errors and warnings. Returns the exit status; `None` if nothing is to be written.
    fn close(&mut self) -> Result<Option<Status>, Failure> {
        if self.errors > TOLD {
            writeln!(self.log, "error: {}: {} more errors", name_of(&self.args.input), self.errors - TOLD)?;
        }
        if self.remarks > TOLD {
            writeln!(self.log, "warning: {}: {} more warnings", name_of(&self.args.input), self.remarks - TOLD)?;
        }
        let input = name_of(&self.args.input);
        match (self.games, self.errors) {
            (0, 0) => Err(Failure::Wrong(format!("{input}: no game is in this file"))),
            (games, 1..) if !self.args.keep_going || games == 0 => Ok(None),
            (2.., _) if self.to.is_single() => {
                let (name, count) = (self.to.name(), self.games);
                Err(Failure::Wrong(format!("{input}: {name} holds one game only, this file has {count}")))
            }
            (_, 0) => Ok(Some(Status::Done)),
            _ => Ok(Some(Status::Wrong)),
        }
    }
}
