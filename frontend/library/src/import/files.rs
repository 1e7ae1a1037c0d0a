//! Files, folders, archives and standard input as sources.

use std::fs::{self, File};
use std::io::{BufReader, Read, stdin};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use flate2::read::MultiGzDecoder;
use records::{Format, files, name_of};

use super::archive::{Kind, is_record};
use super::{Import, ImportCounts, ImportProgress, Importer, Origin};
use crate::{Error, Library};

impl Library {
    /// Imports files, folders with all in them, archives (`.zip`, `.tar`, `.tar.gz`, `.tgz`), compressed files (`.gz`), and
    /// standard input as `-`. In folders and archives, files with unknown endings are passed over. An import that was killed
    /// continues where its last transaction ended, if its files have not changed.
    ///
    /// `progress` is called now and then.
    ///
    /// # Errors
    /// A source cannot be read, the library cannot be written, or the stop flag was set. All sources before are saved.
    pub fn import(
        &mut self,
        paths: &[PathBuf],
        import: &Import,
        mut progress: impl FnMut(&ImportProgress),
    ) -> Result<ImportCounts, Error> {
        self.located(|library| {
            let mut importer = Importer::new(library, import.clone(), &mut progress);
            let read = paths.iter().try_for_each(|path| importer.path(path, true));
            // Games before the error are saved with it.
            let saved = if let Err(Error::Full(_) | Error::Busy(_)) = read { Ok(()) } else { importer.save() };
            read.and(saved)?;
            Ok(importer.counts())
        })
    }
}

impl Importer<'_> {
    /// Imports what a path leads to. An `asked` file must have a known format; others are passed over.
    fn path(&mut self, path: &Path, asked: bool) -> Result<(), Error> {
        if path == Path::new("-") {
            return self.input();
        }
        let unreadable = |error| Error::from(records::Error::file(path, error));
        if path.is_dir() {
            let entries = fs::read_dir(path).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
            let mut paths: Vec<PathBuf> = entries.map_err(unreadable)?.iter().map(fs::DirEntry::path).collect();
            paths.sort();
            // Links may lead in circles.
            return paths.iter().filter(|path| !path.is_symlink()).try_for_each(|path| self.path(path, false));
        }
        let name = name_of(path);
        let kind = Kind::of(&name);
        if !asked && self.import().format.is_none() && kind == Kind::Plain && !is_record(&name) {
            return Ok(());
        }
        let file = File::open(path).map_err(unreadable)?;
        let about = file.metadata().map_err(unreadable)?;
        let since = about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let modified = since.and_then(|since| i64::try_from(since.as_millis()).ok());
        let origin = Origin { name, bytes: i64::try_from(about.len()).ok(), modified };
        self.file(&origin, file)
    }

    fn input(&mut self) -> Result<(), Error> {
        let format = self.import().format.unwrap_or(Format::TXT);
        let choice = self.import().choice.clone();
        let games = format.read_from(Box::new(BufReader::new(stdin())), "stdin", &choice)?;
        self.source(&Origin { name: "stdin".to_owned(), bytes: None, modified: None }, games)
    }

    fn file(&mut self, origin: &Origin, file: File) -> Result<(), Error> {
        let source = BufReader::new(file);
        match Kind::of(&origin.name) {
            Kind::Plain => {
                let games =
                    self.format(&origin.name)?.read_from(Box::new(source), &origin.name, &self.import().choice)?;
                self.source(origin, games)
            }
            Kind::Gzip(inner) => {
                let source = BufReader::new(MultiGzDecoder::new(source));
                let games = self.format(&inner)?.read_from(Box::new(source), &origin.name, &self.import().choice)?;
                self.source(origin, games)
            }
            Kind::Tar => self.tar(origin, source),
            Kind::TarGzip => self.tar(origin, MultiGzDecoder::new(source)),
            Kind::Zip => self.zip(origin, source),
        }
    }

    /// The format of a file with this name.
    pub(super) fn format(&self, name: &str) -> Result<Format, Error> {
        self.import().format.map_or_else(|| Ok(Format::of(Path::new(name))?), Ok)
    }

    /// Imports a file in an archive.
    pub(super) fn member(&mut self, origin: &Origin, name: &str, source: &mut dyn Read) -> Result<(), Error> {
        let kind = Kind::of(name);
        let inner = match &kind {
            Kind::Plain => name,
            Kind::Gzip(inner) => inner,
            // Archives in archives may have no end.
            Kind::Tar | Kind::TarGzip | Kind::Zip => return Ok(()),
        };
        if self.import().format.is_none() && !is_record(inner) {
            return Ok(());
        }
        let format = self.format(inner)?;
        let origin = Origin { name: format!("{}/{name}", origin.name), ..*origin };
        let bytes = match kind {
            Kind::Plain => files::whole(source, &origin.name)?,
            _ => files::whole(&mut MultiGzDecoder::new(source), &origin.name)?,
        };
        let games = format.read(bytes, &self.import().choice)?;
        self.source(&origin, games)
    }
}
