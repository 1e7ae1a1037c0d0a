//! Archives: their kinds, and the files in them.

use std::io::{Read, Seek};
use std::path::Path;

use records::Format;

use super::{Importer, Origin};
use crate::Error;

/// The kinds of files by their endings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Records.
    Plain,
    /// One compressed file, whose name this is.
    Gzip(String),
    Tar,
    TarGzip,
    Zip,
}

impl Kind {
    pub(crate) fn of(name: &str) -> Self {
        let lower = name.to_ascii_lowercase();
        let ends = |ending: &str| lower.ends_with(ending);
        match () {
            () if ends(".zip") => Self::Zip,
            () if ends(".tar.gz") || ends(".tgz") => Self::TarGzip,
            () if ends(".tar") => Self::Tar,
            () if ends(".gz") => Self::Gzip(name[..name.len() - 3].to_owned()),
            () => Self::Plain,
        }
    }
}

/// Whether the ending of a name is that of a format.
pub(crate) fn is_record(name: &str) -> bool {
    let path = Path::new(name);
    path.extension().is_some() && Format::of(path).is_ok()
}

impl Importer<'_> {
    /// Imports the files of a tar archive.
    pub(super) fn tar(&mut self, origin: &Origin, source: impl Read) -> Result<(), Error> {
        let wrong = |error: std::io::Error| Error::Archive { name: origin.name.clone(), what: error.to_string() };
        let mut archive = tar::Archive::new(source);
        for member in archive.entries().map_err(wrong)? {
            let mut member = member.map_err(wrong)?;
            if member.header().entry_type().is_file() {
                let name = String::from_utf8_lossy(&member.path_bytes()).into_owned();
                self.member(origin, &name, &mut member)?;
            }
        }
        Ok(())
    }

    /// Imports the files of a zip archive.
    pub(super) fn zip(&mut self, origin: &Origin, source: impl Read + Seek) -> Result<(), Error> {
        let wrong =
            |error: zip::result::ZipError| Error::Archive { name: origin.name.clone(), what: error.to_string() };
        let mut archive = zip::ZipArchive::new(source).map_err(wrong)?;
        for index in 0..archive.len() {
            let mut member = archive.by_index(index).map_err(wrong)?;
            if member.is_file() {
                let name = member.name().map_err(wrong)?.into_owned();
                self.member(origin, &name, &mut member)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_known_by_endings() {
        for (name, kind) in [
            ("games.sgf", Kind::Plain),
            ("GAMES.ZIP", Kind::Zip),
            ("games.txt.gz", Kind::Gzip("games.txt".to_owned())),
            ("games.tar.gz", Kind::TarGzip),
            ("games.TGZ", Kind::TarGzip),
            ("games.tar", Kind::Tar),
        ] {
            assert_eq!(Kind::of(name), kind, "{name}");
        }
        assert!(is_record("a/b.sgf") && !is_record("a/README") && !is_record("a/b.md"));
    }
}
