//! Tables of a file that is written: every row once, with a number.

use std::collections::{HashMap, HashSet};

use super::row::{Row, Source, TABLES, table};

/// The tables, in the order of [`TABLES`].
#[derive(Default)]
pub(super) struct Tables([Table; TABLES.len()]);

#[derive(Default)]
struct Table {
    rows: Vec<Row>,
    /// The numbers of rows by what is in them.
    ids: HashMap<Row, String>,
    numbers: Numbers,
}

impl Tables {
    /// Returns the number of a row of a game, and adds the row unless a table has it. Rows to which it refers come before it;
    /// references to rows that the game lacks are dropped.
    pub(super) fn number(&mut self, row: &Row, source: &Source) -> String {
        let mut row = row.clone();
        self.refer(&mut row, source);
        let wanted = row.remove("id");
        let table = table(row.kind()).expect("rows have tables");
        let Table { rows, ids, numbers } = &mut self.0[table];
        if let Some(id) = ids.get(&row) {
            return id.clone();
        }
        let id = numbers.take(wanted.as_deref().unwrap_or_default().trim());
        let mut written = Row::new(row.kind()).with("id", &id);
        for (key, value) in row.fields() {
            written.set(key, value);
        }
        rows.push(written);
        ids.insert(row, id.clone());
        id
    }

    /// Replaces the numbers of rows to which a row refers by those of these tables.
    pub(super) fn refer(&mut self, row: &mut Row, source: &Source) {
        let references: Vec<_> =
            row.references().map(|(key, kind, id)| (key.to_owned(), kind, id.to_owned())).collect();
        for (key, kind, id) in references {
            match source.find(kind, &id) {
                Some(found) => {
                    let id = self.number(found, source);
                    row.set(&key, &id);
                }
                None => {
                    row.remove(&key);
                }
            }
        }
    }

    /// The element around the rows of each table that is not empty, and the rows.
    pub(super) fn all(&self) -> impl Iterator<Item = (&'static str, &[Row])> {
        let all = TABLES.iter().zip(&self.0).map(|((name, _), table)| (*name, &*table.rows));
        all.filter(|(_, rows)| !rows.is_empty())
    }
}

/// Numbers that are taken.
#[derive(Default)]
pub(super) struct Numbers {
    taken: HashSet<String>,
    next: usize,
}

impl Numbers {
    /// The number that is wanted if it is free, else the next that is.
    pub(super) fn take(&mut self, wanted: &str) -> String {
        if !wanted.is_empty() && self.taken.insert(wanted.to_owned()) {
            return wanted.to_owned();
        }
        loop {
            self.next += 1;
            let number = self.next.to_string();
            if self.taken.insert(number.clone()) {
                return number;
            }
        }
    }
}
