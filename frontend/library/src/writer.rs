//! The state of a process that adds games: hashes of all games, newest segments, ids of names.

mod newest;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use engine::{Move, SetUp};
use rusqlite::types::Value;

use self::newest::newest;
use crate::board::Board;
use crate::facts::Facts;
use crate::header::{date_value, day, differences};
use crate::index::{HASH_BITS, Indexed, are_images};
use crate::segment::Segment;
use crate::stored::id_of;
use crate::{Ending, Error, Library};

/// A game to be added.
pub(crate) struct Candidate {
    pub(crate) game: &'static engine::Game,
    pub(crate) setup: Option<SetUp>,
    pub(crate) moves: Vec<Move>,
    pub(crate) ending: Option<Ending>,
    pub(crate) reason: Option<engine::Reason>,
    pub(crate) claim: Option<String>,
    pub(crate) about: records::About,
    pub(crate) ratings: [Option<u16>; 2],
    pub(crate) source: Option<i64>,
    pub(crate) line: Option<usize>,
    pub(crate) indexed: Indexed,
}

/// Whether a game was new.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Added {
    New(i64),
    Duplicate(i64),
}

/// Hashes are random numbers already.
#[derive(Default)]
struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0 << 8 | u64::from(byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// The state of a writer.
#[derive(Default)]
pub(crate) struct Writer {
    /// The ids of all games by hash and board; of equal hashes the later ones have the next free number.
    games: HashMap<u64, i64, BuildHasherDefault<Same>>,
    segments: Vec<Segment>,
    next_segment: i64,
    players: HashMap<String, i64>,
    events: HashMap<[String; 4], i64>,
    /// SQLite's number of changes by other connections, as it was when this was read.
    seen: Option<i64>,
}

/// The number under which a game with this hash is looked for.
const fn place(hash: u64, board: i64) -> u64 {
    hash | (board as u64) << HASH_BITS
}

impl Writer {
    /// Reads the state of the file if another connection has changed it.
    pub(crate) fn refresh(&mut self, library: &mut Library) -> Result<(), Error> {
        let version: i64 = library.connection.pragma_query_value(None, "data_version", |row| row.get(0))?;
        if self.seen == Some(version) {
            return Ok(());
        }
        *self = Self { seen: Some(version), next_segment: 1, ..Self::default() };
        library.forget_boards();
        let mut select = library.connection.prepare("SELECT id, board, hashes FROM segments ORDER BY id")?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let (segment, board): (i64, i64) = (row.get(0)?, row.get(1)?);
            let hashes = row.get_ref(2)?.as_blob().map_err(rusqlite::Error::from)?;
            for (number, bytes) in hashes.chunks_exact(HASH_BITS as usize / 8).enumerate() {
                let mut hash = [0; 8];
                hash[..bytes.len()].copy_from_slice(bytes);
                self.enter(place(u64::from_le_bytes(hash), board), id_of(segment, number));
            }
            self.next_segment = segment + 1;
        }
        Ok(())
    }

    /// Forgets all: the transaction that it belongs to was taken back.
    pub(crate) fn reset(&mut self) {
        *self = Self::default();
    }

    fn enter(&mut self, mut place: u64, id: i64) {
        while self.games.contains_key(&place) {
            place = place.wrapping_add(1);
        }
        self.games.insert(place, id);
    }

    /// The games of the library and of the newest segment of a board, for the size of the next transaction.
    pub(crate) fn room(&self, game: &'static engine::Game) -> (usize, usize) {
        let segment = self.segments.iter().find(|segment| segment.board.game == game);
        segment.map_or((0, 0), |segment| (segment.len(), segment.positions()))
    }

    /// Adds a game, inside of a transaction.
    pub(crate) fn add(&mut self, library: &mut Library, game: &Candidate) -> Result<Added, Error> {
        let board = library.enter_board(game.game)?;
        if let Some(id) = self.same(library, &board, game)? {
            return Ok(Added::Duplicate(id));
        }
        let players = [0, 1].map(|side: usize| self.player(library, &game.about.players[side]));
        let [black, white] = players;
        let players = [black?, white?];
        let event = self.event(library, &game.about)?;
        let facts = Facts {
            ending: game.ending,
            ratings: game.ratings,
            day: day(&game.about.date).unwrap_or(0),
            players,
            plies: game.moves.len() as u16,
            event,
        };
        let segment = self.segment(library, &board)?;
        let number = segment.push(&game.indexed, facts);
        let id = id_of(segment.id, number);
        self.insert(library, &board, game, (id, players, event))?;
        self.enter(place(game.indexed.hash, board.id), id);
        Ok(Added::New(id))
    }

    fn insert(
        &self,
        library: &Library,
        board: &Board,
        game: &Candidate,
        (id, [black, white], event): (i64, [Option<i64>; 2], Option<i64>),
    ) -> Result<(), Error> {
        let sql = "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        let mut insert = library.connection.prepare_cached(sql)?;
        let reason = game.reason.and_then(|reason| engine::Reason::ALL.iter().position(|known| *known == reason));
        let values: [Value; 15] = [
            id.into(),
            board.pack(game.moves.iter().copied()).into(),
            (game.moves.len() as i64).into(),
            game.ending.map(|ending| i64::from(ending.code())).into(),
            reason.map(|reason| reason as i64).into(),
            game.claim.clone().into(),
            black.into(),
            white.into(),
            game.ratings[0].map(i64::from).into(),
            game.ratings[1].map(i64::from).into(),
            date_value(&game.about.date),
            event.into(),
            game.source.into(),
            game.line.map(|line| line as i64).into(),
            game.setup.as_ref().map(|setup| setup.display(board.grid()).to_string()).into(),
        ];
        insert.execute(rusqlite::params_from_iter(values))?;
        Ok(())
    }

    /// A game of the library of which this one is an image.
    fn same(&self, library: &Library, board: &Board, game: &Candidate) -> Result<Option<i64>, Error> {
        let mut place = place(game.indexed.hash, board.id);
        while let Some(&id) = self.games.get(&place) {
            let stored = library.stored_on(board, id)?;
            let (one, other) = ((stored.setup.as_ref(), &*stored.moves), (game.setup.as_ref(), &*game.moves));
            if stored.game == game.game && are_images(board, one, other) {
                return Ok(Some(id));
            }
            place = place.wrapping_add(1);
        }
        Ok(None)
    }

    /// Notes the headers of a duplicate that differ from those of the game.
    pub(crate) fn note(&self, library: &mut Library, id: i64, game: &Candidate) -> Result<(), Error> {
        let board = library.enter_board(game.game)?;
        let had = library.stored_on(&board, id)?;
        let mut differing = differences(&had.about, &game.about, [had.ratings, game.ratings]);
        if had.ending != game.ending {
            let mut object: serde_json::Value =
                differing.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_else(|| serde_json::json!({}));
            object["result"] = game.ending.map(Ending::name).into();
            differing = Some(object.to_string());
        }
        let Some(headers) = differing else { return Ok(()) };
        // The same source twice is noted once.
        let sql = "INSERT INTO duplicates (game, source, line, headers) SELECT ?1, ?2, ?3, ?4 WHERE NOT EXISTS (SELECT 1 FROM \
                   duplicates WHERE game = ?1 AND source IS ?2 AND line IS ?3 AND headers = ?4)";
        library.connection.prepare_cached(sql)?.execute((
            id,
            game.source,
            game.line.map(|line| line as i64),
            headers,
        ))?;
        Ok(())
    }

    fn player(&mut self, library: &Library, name: &str) -> Result<Option<i64>, Error> {
        if name.is_empty() {
            return Ok(None);
        }
        if let Some(&id) = self.players.get(name) {
            return Ok(Some(id));
        }
        let sql = "INSERT INTO players (name) VALUES (?) ON CONFLICT DO UPDATE SET name = excluded.name RETURNING id";
        let id: i64 = library.connection.prepare_cached(sql)?.query_row([name], |row| row.get(0))?;
        self.players.insert(name.to_owned(), id);
        Ok(Some(id))
    }

    fn event(&mut self, library: &Library, about: &records::About) -> Result<Option<i64>, Error> {
        let names = [&about.event, &about.place, &about.round, &about.opening].map(String::clone);
        if names.iter().all(String::is_empty) {
            return Ok(None);
        }
        if let Some(&id) = self.events.get(&names) {
            return Ok(Some(id));
        }
        let sql = "INSERT INTO events (event, place, round, opening) VALUES (?, ?, ?, ?) \
                   ON CONFLICT DO UPDATE SET event = excluded.event RETURNING id";
        let id: i64 = library.connection.prepare_cached(sql)?.query_row(names.each_ref(), |row| row.get(0))?;
        // Rounds may have as many names as there are games.
        if self.events.len() >= 1 << 17 {
            self.events.clear();
        }
        self.events.insert(names, id);
        Ok(Some(id))
    }

    /// The segment of a board that takes the next game.
    fn segment(&mut self, library: &mut Library, board: &Arc<Board>) -> Result<&mut Segment, Error> {
        let known = self.segments.iter().position(|segment| segment.board.id == board.id);
        let at = match known {
            Some(at) => at,
            None => {
                let found = newest(library, board)?;
                let segment = found.unwrap_or_else(|| self.fresh(board));
                self.segments.push(segment);
                self.segments.len() - 1
            }
        };
        if self.segments[at].is_full() {
            self.segments[at].write(&library.connection)?;
            self.segments[at] = self.fresh(board);
        }
        Ok(&mut self.segments[at])
    }

    fn fresh(&mut self, board: &Arc<Board>) -> Segment {
        self.next_segment += 1;
        Segment::new(self.next_segment - 1, Arc::clone(board))
    }

    /// Writes all segments that have changed.
    pub(crate) fn write(&mut self, library: &Library) -> Result<(), Error> {
        self.segments.iter_mut().try_for_each(|segment| segment.write(&library.connection))
    }
}
