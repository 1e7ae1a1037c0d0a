//! The tables of a library file, and the steps from each version of them to the next.
//!
//! `PRAGMA application_id` is `Nink`, `PRAGMA user_version` the version of the schema. Statements stand in `schema/N.sql`.

use rusqlite::{Connection, TransactionBehavior};

use engine::Reason;

use crate::Error;

/// `Nink`
const APPLICATION: i64 = 0x4e69_6e6b;

/// The statements that lead from each version to the next.
const STEPS: [&str; 2] = [include_str!("schema/1.sql"), include_str!("schema/2.sql")];

/// The version that this program writes.
pub const SCHEMA: i64 = STEPS.len() as i64;

/// A number that SQLite keeps of the file.
fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}

/// The version of the schema; 0 of an empty file.
///
/// # Errors
/// The file is no library, or it is newer.
pub(crate) fn version(connection: &Connection) -> Result<i64, Error> {
    let (application, found) = (pragma(connection, "application_id")?, pragma(connection, "user_version")?);
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    match (application, tables) {
        (APPLICATION, _) if found > SCHEMA => {
            Err(Error::Newer { path: std::path::PathBuf::new(), found, known: SCHEMA })
        }
        (APPLICATION, _) => Ok(found),
        (0, 0) => Ok(0),
        _ => Err(Error::NoLibrary(std::path::PathBuf::new())),
    }
}

/// Brings the tables to the present version, in one transaction.
///
/// # Errors
/// The file is no library or newer, or it cannot be written.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), Error> {
    migrate_to(connection, STEPS.len())
}

fn migrate_to(connection: &mut Connection, last: usize) -> Result<(), Error> {
    if version(connection)? >= last as i64 {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been faster.
    let found = usize::try_from(version(&transaction)?).unwrap_or(0);
    for (number, step) in STEPS.iter().enumerate().take(last).skip(found) {
        transaction.execute_batch(step)?;
        if number == 0 {
            let mut insert = transaction.prepare("INSERT INTO reasons VALUES (?, ?)")?;
            for (id, reason) in (0_i64..).zip(Reason::ALL) {
                insert.execute((id, reason.to_string()))?;
            }
        }
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", last as i64)?;
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_the_previous_version_is_brought_up_to_date() {
        let mut connection = Connection::open_in_memory().expect("memory");
        migrate_to(&mut connection, STEPS.len() - 1).expect("the previous version");
        connection.execute("INSERT INTO players VALUES (1, 'Ann')", []).expect("a row");
        assert_eq!(version(&connection).expect("a version"), SCHEMA - 1);
        migrate(&mut connection).expect("brought up to date");
        assert_eq!(version(&connection).expect("a version"), SCHEMA);
        let name: String = connection.query_row("SELECT name FROM players", [], |row| row.get(0)).expect("a row");
        let reasons: usize = connection.query_row("SELECT count(*) FROM reasons", [], |row| row.get(0)).expect("a row");
        assert_eq!((name.as_str(), reasons), ("Ann", Reason::ALL.len()));
        migrate(&mut connection).expect("nothing to do");
    }

    #[test]
    fn other_files_and_newer_ones_are_refused() {
        let mut connection = Connection::open_in_memory().expect("memory");
        connection.execute_batch("CREATE TABLE other (id)").expect("a table");
        assert!(matches!(migrate(&mut connection), Err(Error::NoLibrary(_))));
        let mut connection = Connection::open_in_memory().expect("memory");
        migrate(&mut connection).expect("a library");
        connection.pragma_update(None, "user_version", SCHEMA + 1).expect("a number");
        assert!(matches!(migrate(&mut connection), Err(Error::Newer { found, .. }) if found == SCHEMA + 1));
    }
}
