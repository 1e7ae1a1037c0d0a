//! A file that takes its place when it is whole.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::faults;
use super::place::Place;
use super::temporary::Temporary;
use crate::Error;

/// A file being written. The bytes go to a fresh temporary file in the folder of the target. [`commit`](Self::commit)
/// syncs it, renames it over the target and syncs the folder; dropped before, it leaves the old file and no litter.
///
/// A symbolic link stays and its target is replaced. The permissions of an old file are kept. A pipe, a device or a
/// standard stream of this process is written in place.
///
/// # Examples
/// ```
/// use std::io::Write;
///
/// use ninuki_records::files::NewFile;
///
/// let path = std::env::temp_dir().join("ninuki-example-new.txt");
/// let mut file = NewFile::create(&path)?;
/// file.write_all(b"K10 L11\n").expect("there is room");
/// file.commit()?;
/// assert_eq!(std::fs::read(&path).ok().as_deref(), Some(&b"K10 L11\n"[..]));
/// # Ok::<(), ninuki_records::Error>(())
/// ```
#[derive(Debug)]
pub struct NewFile {
    /// The path that was asked for.
    path: PathBuf,
    output: BufWriter<Output>,
}

/// Where bytes go.
#[derive(Debug)]
enum Output {
    /// To the target itself.
    Through(File),
    /// To a temporary file.
    Beside(Temporary),
}

impl NewFile {
    /// Begins the file at `path`.
    ///
    /// # Errors
    /// It cannot be made there, or an old file is read-only.
    pub fn create(path: &Path) -> Result<Self, Error> {
        let open = || match Place::of(path)? {
            Place::Stream => Place::open(path).map(Output::Through),
            Place::File(place) => Temporary::beside(place).map(Output::Beside),
        };
        let output = open().map_err(|error| Error::write(path, error))?;
        Ok(Self { path: path.to_path_buf(), output: BufWriter::new(output) })
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// It cannot be written to its end.
    pub fn commit(mut self) -> Result<(), Error> {
        let flushed = self.output.flush();
        let Self { path, output } = self;
        // Nothing is left in the buffer, or it is given up.
        let (output, _) = output.into_parts();
        let done = flushed.and_then(|()| match output {
            Output::Through(_) => Ok(()),
            Output::Beside(temporary) => temporary.commit(),
        });
        done.map_err(|error| Error::write(&path, error))
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.output.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let bytes = faults::write(bytes)?;
        match self {
            Self::Through(file) => file.write(bytes),
            Self::Beside(temporary) => temporary.file().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
