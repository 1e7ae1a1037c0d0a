//! The options that several commands share.

use std::path::PathBuf;

use engine::notation::{parse_position, shorten};
use engine::{Game, Rules, SetUp};

use crate::error::Failure;
use crate::formats::{self, Entry, Unreadable, txt};

/// Which game, on which board.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct GameArgs {
    /// The game, one of `ninuki rules` [default: ninuki; a record that names its game holds]
    #[arg(long = "rules", value_name = "NAME")]
    pub rules: Option<String>,

    /// The side of the board, of a hexagon its side [default: that of the game]
    #[arg(long, value_name = "N")]
    pub size: Option<usize>,

    /// The number of stones in a row that wins, on a hexagon [default: 5]
    #[arg(long, value_name = "N")]
    pub length: Option<usize>,

    /// Changes one ruling, may be repeated; `ninuki rules NAME` lists the flags of a game
    #[arg(long = "flag", value_name = "NAME=VALUE")]
    pub flags: Vec<String>,
}

impl GameArgs {
    /// The game that the options ask for.
    ///
    /// # Errors
    /// There is no such game, or it has no such board or flag.
    pub fn game(&self) -> Result<&'static Game, Failure> {
        self.game_of(None, None).map_err(Failure::Usage)
    }

    /// Checks options that records may complete: they must suit some game.
    ///
    /// # Errors
    /// No game can be played with them.
    pub fn check(&self) -> Result<(), Failure> {
        let suits = |rules: Rules| self.game_of(Some(rules), None).is_ok();
        if Rules::ALL.into_iter().any(suits) { Ok(()) } else { self.game().map(drop) }
    }

    /// The game of a record that may name its rules and the width and height of its board. What the user asked
    /// for explicitly holds, then what the record says, then what is usual.
    ///
    /// # Errors
    /// There is no such game, or it has no such board or flag.
    pub fn game_of(&self, rules: Option<Rules>, sides: Option<(usize, usize)>) -> Result<&'static Game, String> {
        let mut rules = match (&self.rules, rules) {
            (Some(name), _) => Rules::named(&shorten(name)).map_err(|error| error.to_string())?,
            (None, Some(rules)) => rules,
            // The first in the list is the game that is played unless another is asked for.
            (None, None) => Rules::ALL[0].clone(),
        };
        for flag in &self.flags {
            let Some((name, value)) = flag.split_once('=') else {
                return Err(format!("--flag \"{}\" has no value, it is written NAME=VALUE", shorten(flag)));
            };
            rules.set_flag(name.trim(), value.trim()).map_err(|error| error.to_string())?;
        }
        let side = self.size.unwrap_or(rules.default_size);
        let (width, height) = sides.filter(|_| self.size.is_none()).unwrap_or((side, side));
        Game::with_sides(rules, width, height, self.length).map_err(|error| error.to_string())
    }
}

/// Which game, and where it starts.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct StartArgs {
    /// Which game, on which board.
    #[command(flatten)]
    pub game: GameArgs,

    /// A set-up position: rows from the top, side to move, stones captured by x and by o: "19/…/9xo8/… x 4 0"
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,

    /// Moves from the start or from the position, as in "K10 L9"; also as x,y from the top left
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
}

impl StartArgs {
    /// The position of `--position` on the board of `game`, if there is one.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn setup(&self, game: &'static Game) -> Result<Option<SetUp>, Failure> {
        let wrong = |why: &dyn std::fmt::Display| Failure::Usage(format!("--position: {why}"));
        let Some(text) = &self.position else { return Ok(None) };
        let mut tokens = text.split_whitespace().peekable();
        let setup = parse_position(game, &mut tokens).map_err(|error| wrong(&error))?;
        if let Some(more) = tokens.next() {
            let more = shorten(more);
            return Err(wrong(&format!("\"{more}\" follows the position, moves are given with --moves")));
        }
        engine::record(game, Some(&setup)).map_err(|error| wrong(&error))?;
        Ok(Some(setup))
    }

    /// The game that the options alone describe.
    ///
    /// # Errors
    /// There is no such game or position.
    pub fn entry(&self) -> Result<Entry, Failure> {
        let game = self.game.game()?;
        let setup = self.setup(game)?;
        let moves = txt::moves(game.grid(), self.moves.as_deref().unwrap_or_default().split_whitespace(), None);
        Ok(Entry::new(None, game, setup, moves))
    }
}

/// Which position: after moves, or in a record.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct PlaceArgs {
    /// A record (.txt .sgf .psq .rec .pos .pgn .lib), or - for standard input
    #[arg(value_name = "FILE", conflicts_with = "moves")]
    pub file: Option<PathBuf>,

    /// Stops after N moves
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,

    /// Which game, and where it starts.
    #[command(flatten)]
    pub start: StartArgs,
}

impl PlaceArgs {
    /// What errors in the game are found in: the name of the file, or of the option.
    #[must_use]
    pub fn source(&self) -> String {
        self.file.as_deref().map_or("--moves".to_owned(), formats::name_of)
    }

    /// The game up to the position: that of the options, or the last of the file.
    ///
    /// # Errors
    /// The options describe no position, or the file cannot be read, holds no game or one that is too short.
    pub fn entry(&self) -> Result<Result<Entry, Unreadable>, Failure> {
        self.start.game.check()?;
        let mut entry = match &self.file {
            None => Ok(self.start.entry()?),
            Some(file) => {
                let last = formats::read(file, &self.start)?.last();
                last.ok_or_else(|| Failure::Wrong(format!("{}: no game is in this file", self.source())))?
            }
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
}
