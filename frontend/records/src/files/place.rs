//! Where a path leads: to a file that can be replaced, or to a stream.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::faults;

/// More symbolic links in a row are a loop.
const LINKS: usize = 40;

/// The target of a path.
pub(super) enum Place {
    /// A file at this path, which is no link, or none yet.
    File(PathBuf),
    /// A pipe, a device, a folder, a descriptor of this process.
    Stream,
}

impl Place {
    /// Follows the links at `path`.
    ///
    /// # Errors
    /// The path leads nowhere.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let mut place = path.to_path_buf();
        for _ in 0..LINKS {
            // `/dev/stdout` leads there: a file behind it is open already, and the shell may append to it.
            if ["/proc", "/dev/fd"].iter().any(|streams| place.starts_with(streams)) {
                return Ok(Self::Stream);
            }
            match fs::read_link(&place) {
                Ok(next) => place = folder(&place).join(next),
                Err(_) => break,
            }
        }
        match fs::metadata(&place) {
            Ok(found) if found.is_file() => Ok(Self::File(place)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Self::File(place)),
            Ok(_) => Ok(Self::Stream),
            Err(error) => Err(error),
        }
    }

    /// Opens a stream for writing. A file behind it is appended to.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn open(path: &Path) -> io::Result<File> {
        faults::step()?;
        let is_file = fs::metadata(path)?.is_file();
        OpenOptions::new().write(true).append(is_file).open(path)
    }
}

/// The folder in which a file is.
pub(super) fn folder(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes sure that the name of a file is on the disk, where the system can.
///
/// # Errors
/// The disk fails.
pub fn sync_folder(file: &Path) -> io::Result<()> {
    faults::step()?;
    if !cfg!(unix) {
        return Ok(());
    }
    // A folder that may be written but not read, and file systems that sync no folders.
    let unable = |kind| matches!(kind, ErrorKind::PermissionDenied | ErrorKind::InvalidInput | ErrorKind::Unsupported);
    match File::open(folder(file)).and_then(|folder| folder.sync_all()) {
        Err(error) if !unable(error.kind()) => Err(error),
        _ => Ok(()),
    }
}
