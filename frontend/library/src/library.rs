//! A library file that is open.

#[cfg(test)]
mod tests;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use engine::Game;
use rusqlite::{Connection, OpenFlags};

use crate::board::{Board, Row};
use crate::cache::Cache;
use crate::facts::Lists;
use crate::spans::Spans;
use crate::{Error, schema};

/// How long a writer waits for another.
const PATIENCE: Duration = Duration::from_secs(5);

/// Steps of SQLite between two looks at the stop flag.
const STEPS: i32 = 4096;

/// A library of games: an open file.
///
/// # Examples
/// ```
/// # extern crate records as ninuki_records;
/// use ninuki_library::{Library, Query};
/// use ninuki_records::{Choice, Format};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("games.db");
/// let mut library = Library::create(&path)?;
/// let pente = Choice { rules: Some("pente".to_owned()), ..Choice::default() };
/// let games = Format::TXT.read(b"K10 L9 N10\nK10 J11 K7\nK10 L9 O10\n".to_vec(), &pente)?;
/// let counts = library.add("games.txt", games)?;
/// assert_eq!((counts.games, counts.imported), (3, 3));
/// let explored = library.explore(&Query::of(pente.entry("K10")?))?;
/// assert_eq!((explored.games, explored.moves.len()), (3, 1), "both replies are diagonal neighbours");
/// # Ok(())
/// # }
/// ```
pub struct Library {
    pub(crate) connection: Connection,
    path: PathBuf,
    boards: Vec<Arc<Board>>,
    /// Boards of games that need not be in the file, without their ids.
    plans: Vec<Arc<Board>>,
    /// The facts of segments.
    pub(crate) facts: Cache<Lists>,
    /// The spans of segments.
    pub(crate) spans: Cache<Spans>,
    /// Whether the file has evaluations: those of the first schema have none.
    pub(crate) has_evaluations: bool,
    /// Ends what is under way.
    stop: Arc<AtomicBool>,
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Library {
    /// Opens the library at `path` for writing, and makes it if there is none.
    ///
    /// # Errors
    /// The file is no library, is newer, damaged or cannot be written.
    pub fn create(path: &Path) -> Result<Self, Error> {
        Self::open_with(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE, false)
    }

    /// Makes a library in memory.
    ///
    /// # Errors
    /// There is no memory.
    pub fn in_memory() -> Result<Self, Error> {
        Self::create(Path::new(":memory:"))
    }

    /// Opens the library at `path` for writing.
    ///
    /// # Errors
    /// There is none, the file is newer, damaged or cannot be written.
    pub fn open(path: &Path) -> Result<Self, Error> {
        Self::exists(path)?;
        Self::open_with(path, OpenFlags::SQLITE_OPEN_READ_WRITE, false)
    }

    /// Opens the library at `path` for reading. A file of an earlier schema is read as it is.
    ///
    /// # Errors
    /// There is none, the file is newer or damaged, or cannot be read.
    pub fn read(path: &Path) -> Result<Self, Error> {
        Self::exists(path)?;
        // The last reader that may write takes the files of SQLite's log away.
        Self::open_with(path, OpenFlags::SQLITE_OPEN_READ_WRITE, true)
    }

    fn exists(path: &Path) -> Result<(), Error> {
        if path.is_file() { Ok(()) } else { Err(Error::Missing(path.to_path_buf())) }
    }

    fn open_with(path: &Path, flags: OpenFlags, for_reading: bool) -> Result<Self, Error> {
        let open = || {
            let mut connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
            connection.busy_timeout(PATIENCE)?;
            connection.pragma_update(None, "cache_size", -65_536)?;
            connection.pragma_update(None, "temp_store", "memory")?;
            schema::version(&connection)?;
            if for_reading {
                connection.pragma_update(None, "query_only", true)?;
            } else {
                connection.pragma_update(None, "journal_mode", "wal")?;
                connection.pragma_update(None, "synchronous", "normal")?;
                connection.pragma_update(None, "foreign_keys", true)?;
                schema::migrate(&mut connection)?;
            }
            let has_evaluations = schema::version(&connection)? > 1;
            Ok(Self {
                connection,
                path: path.to_path_buf(),
                boards: Vec::new(),
                plans: Vec::new(),
                facts: Cache::default(),
                spans: Cache::default(),
                has_evaluations,
                stop: Arc::default(),
            })
        };
        open().map_err(|error: Error| error.at(path))
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Ends everything with [`Error::Stopped`] once `flag` is set, until another flag is given.
    ///
    /// # Errors
    /// SQLite refuses it.
    pub fn stop_by(&mut self, flag: &Arc<AtomicBool>) -> Result<(), Error> {
        self.stop = Arc::clone(flag);
        let stop = Arc::clone(flag);
        Ok(self.connection.progress_handler(STEPS, Some(move || stop.load(Relaxed)))?)
    }

    /// Checks the stop flag.
    pub(crate) fn check_stop(&self) -> Result<(), Error> {
        if self.stop.load(Relaxed) { Err(Error::Stopped) } else { Ok(()) }
    }

    /// Does something whose errors name the file.
    pub(crate) fn located<T>(&mut self, act: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        act(self).map_err(|error| error.at(&self.path))
    }

    /// All boards of the library, as rows.
    fn rows(&self) -> Result<Vec<(i64, Row)>, Error> {
        let sql = "SELECT id, rules, own, flags, width, height, length FROM boards ORDER BY id";
        let mut select = self.connection.prepare_cached(sql)?;
        let rows = select.query_map([], |row| {
            let (id, rules, own, flags) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            Ok((id, Row { rules, own, flags, width: row.get(4)?, height: row.get(5)?, length: row.get(6)? }))
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// The board with this id.
    pub(crate) fn board(&mut self, id: i64) -> Result<Arc<Board>, Error> {
        if let Some(board) = self.boards.iter().find(|board| board.id == id) {
            return Ok(Arc::clone(board));
        }
        let (_, row) = self
            .rows()?
            .into_iter()
            .find(|(found, _)| *found == id)
            .ok_or_else(|| Error::damaged(format!("there is no board {id}")))?;
        let board = Arc::new(Board::new(id, row.game()?));
        self.boards.push(Arc::clone(&board));
        Ok(board)
    }

    /// The board of a game; `None` if the library has no such game.
    pub(crate) fn board_of(&mut self, game: &'static Game) -> Result<Option<Arc<Board>>, Error> {
        if let Some(board) = self.boards.iter().find(|board| board.game == game) {
            return Ok(Some(Arc::clone(board)));
        }
        let row = Row::of(game);
        let Some((id, _)) = self.rows()?.into_iter().find(|(_, found)| *found == row) else { return Ok(None) };
        let board = Arc::new(Board::new(id, game));
        self.boards.push(Arc::clone(&board));
        Ok(Some(board))
    }

    /// The board of a game, entered if it is new.
    pub(crate) fn enter_board(&mut self, game: &'static Game) -> Result<Arc<Board>, Error> {
        if let Some(board) = self.board_of(game)? {
            return Ok(board);
        }
        let Row { rules, own, flags, width, height, length } = Row::of(game);
        self.connection.execute(
            "INSERT INTO boards (rules, own, flags, width, height, length) VALUES (?, ?, ?, ?, ?, ?)",
            (rules, own, flags, width, height, length),
        )?;
        let board = Arc::new(Board::new(self.connection.last_insert_rowid(), game));
        self.boards.push(Arc::clone(&board));
        Ok(board)
    }

    /// The board of a game, whether or not the library has it.
    pub(crate) fn plan(&mut self, game: &'static Game) -> Arc<Board> {
        if let Some(board) = self.plans.iter().find(|board| board.game == game) {
            return Arc::clone(board);
        }
        let board = Arc::new(Board::new(0, game));
        self.plans.push(Arc::clone(&board));
        board
    }

    /// Forgets boards whose rows a transaction took back.
    pub(crate) fn forget_boards(&mut self) {
        self.boards.clear();
    }

    /// The games of the library, by board.
    ///
    /// # Errors
    /// The file is damaged, or has a game that this version does not know.
    pub fn boards(&mut self) -> Result<Vec<(&'static Game, u64)>, Error> {
        self.located(|library| {
            let sql = "SELECT board, sum(games) FROM segments GROUP BY board ORDER BY sum(games) DESC, board";
            let mut select = library.connection.prepare(sql)?;
            let rows = select.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, u64>(1)?)))?;
            let rows: Vec<_> = rows.collect::<rusqlite::Result<_>>()?;
            drop(select);
            rows.into_iter().map(|(id, games)| Ok((library.board(id)?.game, games))).collect()
        })
    }
}
