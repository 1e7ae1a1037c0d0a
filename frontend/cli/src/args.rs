//! The options that several commands share.

use std::io::Write;
use std::path::{Path, PathBuf};

use engine::{Game, Rules, SetUp};
use records::{Choice, Encoding, Entries, Entry, Format, Replayed, Size, Unreadable};

use crate::error::Failure;
use crate::formats;
use crate::values::{ValueError, whole};

/// Which game, on which board.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct GameArgs {
    /// The game, one of `ninuki rules` [default: that of the record; ninuki for moves and .txt]
    #[arg(long = "rules", value_name = "NAME")]
    pub(crate) rules: Option<String>,

    /// The rules of a custom game: a TOML file with a known game as base, and the rules that differ
    #[arg(long = "rules-file", value_name = "FILE", value_parser = own_rules, conflicts_with = "rules")]
    pub(crate) own: Option<Rules>,

    /// The side of the board, of a hexagon its side; or width and height, as 15x20 [default: that of the game]
    #[arg(long, value_name = "N|WxH")]
    pub(crate) size: Option<Size>,

    /// The number of stones in a row that wins, on a hexagon [default: 5]
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    pub(crate) length: Option<usize>,

    /// Changes one ruling, may be repeated; `ninuki rules NAME` lists the flags of a game
    #[arg(long = "flag", value_name = "NAME=VALUE")]
    pub(crate) flags: Vec<String>,
}

impl GameArgs {
    /// Returns the game options as the readers of records take them.
    #[must_use]
    pub(crate) fn choice(&self) -> Choice {
        let Self { rules, own, size, length, flags } = self.clone();
        Choice { rules, own, size, length, flags, ..Choice::default() }
    }

    /// Returns the game of the options.
    ///
    /// # Errors
    /// The game is unknown, or does not have the board or a flag.
    pub(crate) fn game(&self) -> Result<&'static Game, Failure> {
        Ok(self.choice().game()?)
    }
}

/// Reads the rules of a custom game from a TOML file.
fn own_rules(path: &str) -> Result<Rules, ValueError> {
    variants::read(Path::new(path)).map_err(|error| ValueError::Rules(path.to_owned(), error))
}

/// The character set of files.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct EncodingArgs {
    /// The character set of the files, before any that they name: UTF-8, GBK, Big5, Shift_JIS, windows-1251, ... [default:
    /// that of the file, else UTF-8, else a guess with a warning]
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<Encoding>,
}

/// How lists of moves are written, in .txt and on the command line.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct ListArgs {
    /// The columns of lists of moves: those of the game, or of Go, without I [default: game]
    #[arg(long, value_name = "game|go", value_parser = columns)]
    pub(crate) columns: Option<GoColumns>,

    /// Reads lists of moves as stones without an order: positions
    #[arg(long)]
    pub(crate) stones: bool,
}

/// Whether columns are those of Go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GoColumns(bool);

fn columns(name: &str) -> Result<GoColumns, ValueError> {
    match name {
        "game" => Ok(GoColumns(false)),
        "go" => Ok(GoColumns(true)),
        _ => Err(ValueError::Columns),
    }
}

impl ListArgs {
    /// Adds these options to a choice.
    #[must_use]
    pub(crate) fn on(&self, choice: Choice) -> Choice {
        let go_columns = matches!(self.columns, Some(GoColumns(true)));
        Choice { go_columns, stones: self.stones, ..choice }
    }
}

/// How records are read.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct SourceArgs {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    list: ListArgs,

    #[command(flatten)]
    encoding: EncodingArgs,

    /// The format of all records, before that of their endings
    #[arg(long, value_name = "FORMAT", value_parser = formats::parser())]
    pub(crate) from: Option<Format>,
}

impl SourceArgs {
    /// Returns the options as the readers of records take them.
    ///
    /// # Errors
    /// The options suit no game.
    pub(crate) fn choice(&self) -> Result<Choice, Failure> {
        let choice = self.list.on(Choice { encoding: self.encoding.encoding, ..self.game.choice() });
        choice.check()?;
        Ok(choice)
    }
}

/// Which game, and where it starts.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct StartArgs {
    /// Which game, on which board.
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// How moves are written.
    #[command(flatten)]
    pub(crate) list: ListArgs,

    /// A set-up position: rows from the top, side to move, stones captured by x and by o: "19/…/9xo8/… x 4 0"
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,

    /// Moves from the start or from the position, as in "K10 L9" or K10L9; also as x,y from the top left
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
}

impl StartArgs {
    /// Returns the options as the readers of records take them.
    #[must_use]
    pub(crate) fn choice(&self) -> Choice {
        self.list.on(Choice { position: self.position.clone(), ..self.game.choice() })
    }

    /// Returns the position of `--position` on the board of `game`, if there is one.
    ///
    /// # Errors
    /// The text is no position of this board.
    pub(crate) fn setup(&self, game: &'static Game) -> Result<Option<SetUp>, Failure> {
        Ok(self.choice().setup(game)?)
    }

    /// Returns the game of the options alone.
    ///
    /// # Errors
    /// The game, the position or the list of moves is invalid.
    pub(crate) fn entry(&self) -> Result<Entry, Failure> {
        Ok(self.choice().entry(self.moves.as_deref().unwrap_or_default())?)
    }

    /// Returns the game of the options alone, replayed.
    ///
    /// # Errors
    /// The game or the position is invalid, or a move is illegal.
    pub(crate) fn replayed(&self) -> Result<Replayed, Failure> {
        let game = Replayed::new(Ok(self.entry()?));
        match &game.error {
            Some(error) => Err(Failure::Wrong(format!("--moves: {error}"))),
            None => Ok(game),
        }
    }
}

/// Which position: after moves, or in a record.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct PlaceArgs {
    #[arg(value_name = "FILE", conflicts_with = "moves",
        help = format!("A record ({}), or - for standard input", formats::endings()))]
    pub(crate) file: Option<PathBuf>,

    /// Which game of FILE, counted from 1 [default: the last]
    #[arg(long = "game", value_name = "N", requires = "file", value_parser = whole::<usize>)]
    pub(crate) number: Option<usize>,

    /// Stops after N moves
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    pub(crate) ply: Option<usize>,

    /// The character set of the file.
    #[command(flatten)]
    pub(crate) encoding: EncodingArgs,

    /// Which game, and where it starts.
    #[command(flatten)]
    pub(crate) start: StartArgs,
}

impl PlaceArgs {
    /// Returns the source of the game for error messages: the file, or the option.
    #[must_use]
    pub(crate) fn source(&self) -> String {
        self.file.as_deref().map_or("--moves".to_owned(), records::name_of)
    }

    /// Returns the game up to the position: that of the options, or the game `--game` of the file, by default its last.
    ///
    /// Writes a note to `log` if the file has other games.
    ///
    /// # Errors
    /// The options are invalid, or the file cannot be read, has no such game, or the game is too short.
    pub(crate) fn entry(&self, log: &mut impl Write) -> Result<Result<Entry, Unreadable>, Failure> {
        let choice = Choice { encoding: self.encoding.encoding, ..self.start.choice() };
        choice.check()?;
        let mut entry = match &self.file {
            None => Ok(self.start.entry()?),
            Some(file) => self.chosen(records::read(file, &choice)?, log)?,
        };
        if let (Some(ply), Ok(entry)) = (self.ply, &mut entry) {
            let moves = entry.moves.len();
            if ply > moves {
                return Err(Failure::Wrong(format!("--ply {ply}: the game has {moves} moves")));
            }
            entry.result = entry.result.filter(|_| ply == moves);
            entry.moves.truncate(ply);
        }
        Ok(entry)
    }

    /// Returns the chosen game of a file.
    fn chosen(&self, games: Entries, log: &mut impl Write) -> Result<Result<Entry, Unreadable>, Failure> {
        let (mut count, mut chosen) = (0, None);
        for game in games {
            count += 1;
            if self.number.is_none_or(|number| number == count) {
                chosen = Some(game);
            }
            if self.number == Some(count) {
                break;
            }
        }
        let source = self.source();
        match (chosen, self.number) {
            (Some(game), None) if count > 1 => {
                writeln!(log, "{source}: of {count} games this is the last; --game N chooses another")?;
                Ok(game)
            }
            (Some(game), _) => Ok(game),
            (None, Some(number)) if count > 0 => {
                Err(Failure::Wrong(format!("--game {number}: {source} has {count} games, counted from 1")))
            }
            (None, _) => Err(Failure::Wrong(format!("{source}: no game is in this file"))),
        }
    }
}

/// The warnings about one game that are printed; more are counted.
const WARNINGS: usize = 20;

/// Prints guesses and corrections in a game of `source` to `log`.
///
/// # Errors
/// The log cannot be written.
pub(crate) fn tell(game: &Replayed, source: &str, log: &mut impl Write) -> Result<(), Failure> {
    for remark in game.remarks.iter().take(WARNINGS) {
        let gap = if remark.line.is_some() { "" } else { " " };
        writeln!(log, "warning: {source}:{gap}{remark}")?;
    }
    match game.remarks.len().saturating_sub(WARNINGS) {
        0 => Ok(()),
        more => Ok(writeln!(log, "warning: {source}: {more} more warnings")?),
    }
}
