//! Temporary files. On Linux they have no name before they are whole, so that a killed process leaves none behind.

use std::fs::{File, OpenOptions, Permissions};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

use super::faults;
use super::place::{folder, sync_folder};

/// A temporary file in the folder of its target.
#[derive(Debug)]
pub(super) struct Temporary {
    file: File,
    /// The name, which goes with the file unless it is committed; `None` if it has none yet.
    name: Option<TempPath>,
    place: PathBuf,
}

impl Temporary {
    /// A fresh file in the folder of `place`, with the permissions of an old file there.
    ///
    /// # Errors
    /// There can be none, or the old file is read-only.
    pub(super) fn beside(place: PathBuf) -> io::Result<Self> {
        let old = writable(&place)?;
        faults::step()?;
        let (file, name) = create(folder(&place))?;
        if let Some(old) = old {
            keep(&file, old)?;
        }
        Ok(Self { file, name, place })
    }

    /// The file.
    pub(super) fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Puts the file in the place of its target, all on the disk.
    ///
    /// # Errors
    /// It cannot be put there.
    pub(super) fn commit(self) -> io::Result<()> {
        let Self { file, name, place } = self;
        faults::step()?;
        file.sync_all()?;
        faults::step()?;
        let name = name.map_or_else(|| link(&file, folder(&place)), Ok)?;
        // Windows renames no open file.
        drop(file);
        faults::step()?;
        name.persist(&place).map_err(|error| error.error)?;
        sync_folder(&place)
    }
}

/// The permissions of the file at `place`, if there is one.
fn writable(place: &Path) -> io::Result<Option<Permissions>> {
    match OpenOptions::new().write(true).open(place) {
        Ok(file) => Ok(Some(file.metadata()?.permissions())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Gives a file the permissions of the old one, as far as they say who may read and write it.
fn keep(file: &File, old: Permissions) -> io::Result<()> {
    #[cfg(unix)]
    let old = {
        use std::os::unix::fs::PermissionsExt;
        Permissions::from_mode(old.mode() & 0o777)
    };
    file.set_permissions(old)
}

/// How temporary files are named.
fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".ninuki-").suffix(".part");
    // As the system makes any new file; the default is for secrets.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

/// A fresh file in a folder.
fn create(folder: &Path) -> io::Result<(File, Option<TempPath>)> {
    match unnamed(folder) {
        Some(file) => Ok((file, None)),
        None => named(folder),
    }
}

fn named(folder: &Path) -> io::Result<(File, Option<TempPath>)> {
    let (file, name) = builder().tempfile_in(folder)?.into_parts();
    Ok((file, Some(name)))
}

/// A file without a name, if the file system has such files and they can be named later.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> Option<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = nix::libc::O_TMPFILE;
    let file = OpenOptions::new().write(true).mode(0o666).custom_flags(flags).open(folder).ok()?;
    std::fs::symlink_metadata(descriptor(&file)).ok().map(|_| file)
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_: &Path) -> Option<File> {
    None
}

/// Where the system shows an open file.
#[cfg(target_os = "linux")]
fn descriptor(file: &File) -> PathBuf {
    use std::os::fd::AsRawFd;
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

/// Gives a file a fresh name in a folder.
#[cfg(target_os = "linux")]
fn link(file: &File, folder: &Path) -> io::Result<TempPath> {
    use nix::fcntl::{AT_FDCWD, AtFlags};
    let from = descriptor(file);
    let link = |name: &Path| Ok(nix::unistd::linkat(AT_FDCWD, &from, AT_FDCWD, name, AtFlags::AT_SYMLINK_FOLLOW)?);
    builder().make_in(folder, link).map(|named| named.into_temp_path())
}

#[cfg(not(target_os = "linux"))]
fn link(_: &File, _: &Path) -> io::Result<TempPath> {
    Err(io::ErrorKind::Unsupported.into())
}
