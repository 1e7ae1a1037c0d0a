//! The newest segment of a board, read from the file.

use std::sync::Arc;

use engine::Move;

use crate::board::Board;
use crate::facts::{FACTS, facts};
use crate::index::index;
use crate::segment::Segment;
use crate::stored::{SHIFT, id_of, setup};
use crate::{Error, Library};

/// The newest segment of a board in the file, if it takes more games.
pub(super) fn newest(library: &Library, board: &Arc<Board>) -> Result<Option<Segment>, Error> {
    let sql = "SELECT id, games, positions FROM segments WHERE board = ? ORDER BY id DESC LIMIT 1";
    let mut select = library.connection.prepare_cached(sql)?;
    let mut rows = select.query([board.id])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let (id, games, positions): (i64, usize, usize) = (row.get(0)?, row.get(1)?, row.get(2)?);
    if Segment::would_be_full(games, positions) {
        return Ok(None);
    }
    let mut segment = Segment::new(id, Arc::clone(board));
    let sql =
        format!("SELECT id, moves, plies AS number, setup, {FACTS} FROM games WHERE id >= ? AND id < ? ORDER BY id");
    let mut select = library.connection.prepare_cached(&sql)?;
    let mut rows = select.query((id << SHIFT, (id + 1) << SHIFT))?;
    while let Some(row) = rows.next()? {
        let (game, plies): (i64, usize) = (row.get(0)?, row.get(2)?);
        let moves: Vec<Move> = board.unpack(row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?, plies).collect();
        let start = row.get::<_, Option<String>>(3)?.map(|text| setup(board, game, &text)).transpose()?;
        let indexed =
            index(board, start.as_ref(), &moves).map_err(|why| Error::damaged(format!("game {game}: {why}")))?;
        let number = segment.push(&indexed, facts(row, 4)?);
        if id_of(id, number) != game || moves.len() != plies {
            return Err(Error::damaged(format!("game {game} is not where it belongs")));
        }
    }
    segment.settle();
    Ok(Some(segment))
}
