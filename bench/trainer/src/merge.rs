//! Files of several shards become one for each game.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use engine::Rules;
use records::files::NewFile;

use crate::about;
use crate::data::{Chunk, ENDING, FormatError, GamesReader, GamesWriter, Source, files_of};

/// The options of `merge`.
#[derive(clap::Args)]
pub(crate) struct Settings {
    /// The folder of the merged files, GAME.games; those that are there are replaced
    to: PathBuf,

    /// Files of games, or folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
}

/// Merges files: each game is kept once. Prints what was merged.
///
/// # Errors
/// A file cannot be read or written, or would be merged with itself.
pub(crate) fn merge(settings: &Settings, out: &mut impl Write) -> io::Result<()> {
    fs::create_dir_all(&settings.to)?;
    let files = files_of(&settings.paths)?;
    let mut merged: Vec<Merged> = Vec::new();
    for path in &files {
        add(path, &settings.to, &mut merged).map_err(|error| about(path, error))?;
    }
    for Merged { rules, writer, to, known, games, twice } in merged {
        if files.iter().any(|file| is_same(file, &to)) {
            return Err(about(&to, "this file would be merged into itself, name another folder"));
        }
        writer.finish()?.commit().map_err(io::Error::other)?;
        let (name, sources) = (rules.name, known.len());
        writeln!(out, "{name}: {games} games of {sources} sources, {twice} more were there twice")?;
    }
    Ok(())
}

fn is_same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// The games of one name.
struct Merged {
    rules: Rules,
    /// The file that they become when all is read.
    to: PathBuf,
    writer: GamesWriter<NewFile>,
    /// The sources, and the numbers of the games that are there of each.
    known: Vec<(Source, HashSet<u64>)>,
    games: usize,
    twice: usize,
}

impl Merged {
    fn new(rules: &Rules, to: &Path) -> io::Result<Self> {
        let to = to.join(format!("{}.{ENDING}", rules.name));
        let writer = GamesWriter::new(NewFile::create(&to).map_err(io::Error::other)?)?;
        Ok(Self { rules: rules.clone(), to, writer, known: Vec::new(), games: 0, twice: 0 })
    }

    /// Says where the next games come from; the place of that source.
    fn set_source(&mut self, source: Source) -> io::Result<usize> {
        self.writer.set_source(&source)?;
        let known = self.known.iter().position(|(known, _)| *known == source);
        if known.is_none() {
            self.known.push((source, HashSet::new()));
        }
        Ok(known.unwrap_or(self.known.len() - 1))
    }
}

fn add(path: &Path, to: &Path, merged: &mut Vec<Merged>) -> Result<(), FormatError> {
    let mut reader = GamesReader::open(path)?;
    let mut place = None;
    while let Some(chunk) = reader.next()? {
        match chunk {
            Chunk::Source(source) => {
                let game = match merged.iter().position(|merged| merged.rules == source.rules) {
                    Some(game) => game,
                    None => {
                        merged.push(Merged::new(&source.rules, to)?);
                        merged.len() - 1
                    }
                };
                place = Some((game, merged[game].set_source(*source)?));
            }
            Chunk::Games(games) => {
                let Some((game, source)) = place else { continue };
                let merged = &mut merged[game];
                for game in games {
                    if merged.known[source].1.insert(game.number) {
                        merged.writer.write(&game)?;
                        merged.games += 1;
                    } else {
                        merged.twice += 1;
                    }
                }
            }
        }
    }
    Ok(())
}
