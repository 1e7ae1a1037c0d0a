//! Games that were refused.

use serde::Serialize;

use crate::{Error, Library};

/// Games that were refused for one reason, and the place of the first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct RefusedGames {
    /// The reason, without names of points, numbers and quotations.
    pub kind: String,
    /// How many games were refused for it.
    pub games: u64,
    /// The file, or the member of an archive.
    pub source: String,
    /// The line of that file, from 1.
    pub line: Option<usize>,
    /// The move, from 1; 0 if the whole record cannot be read.
    pub ply: usize,
    /// The move as it is written.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The reason in full.
    pub reason: String,
}

impl Library {
    /// Refused games by reason, the most frequent first.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn refused(&mut self) -> Result<Vec<RefusedGames>, Error> {
        self.located(|library| {
            let mut found: Vec<RefusedGames> = Vec::new();
            library.each_refused(|refused| match found.iter_mut().find(|known| known.kind == refused.kind) {
                Some(known) => known.games += 1,
                None => found.push(refused),
            })?;
            found.sort_by_key(|refused| std::cmp::Reverse(refused.games));
            Ok(found)
        })
    }

    /// Calls `take` for each refused game, in the order in which they were refused.
    pub(crate) fn each_refused(&self, mut take: impl FnMut(RefusedGames)) -> Result<(), Error> {
        let sql = "SELECT sources.name, refused.line, refused.ply, refused.move, refused.reason FROM refused \
                   LEFT JOIN sources ON sources.id = refused.source ORDER BY refused.id";
        let mut select = self.connection.prepare(sql)?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let reason: String = row.get(4)?;
            let source = row.get::<_, Option<String>>(0)?.unwrap_or_default();
            let (line, ply, mv) = (row.get(1)?, row.get(2)?, row.get(3)?);
            take(RefusedGames { kind: kind(&reason), games: 1, source, line, ply, mv, reason });
        }
        Ok(())
    }
}

/// A reason without what differs from game to game: quotations become `…`, numbers 0.
fn kind(reason: &str) -> String {
    let mut kind = String::new();
    for (index, part) in reason.split('"').enumerate() {
        if index % 2 == 1 {
            kind.push('…');
            continue;
        }
        let mut in_number = false;
        for char in part.chars() {
            let digit = char.is_ascii_digit();
            if !(digit && in_number) {
                kind.push(if digit { '0' } else { char });
            }
            in_number = digit;
        }
    }
    kind
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_grouped() {
        assert_eq!(
            kind("line 12: \"z9\" is no point of this board (a1-o15)"),
            "line 0: … is no point of this board (a0-o0)"
        );
        assert_eq!(kind("double three"), "double three");
    }
}
