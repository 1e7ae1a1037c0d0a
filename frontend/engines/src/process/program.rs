//! Command lines of engines: words, and the program that the first one names.
//!
//! # Examples
//! ```
//! use ninuki_engines::process::program::{Program, words};
//!
//! assert_eq!(words("engine --name 'a b'")?, ["engine", "--name", "a b"]);
//! assert!(Program::find("sh -c true", None)?.command().status()?.success());
//! assert!(Program::find("./no-such-engine", None).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::env;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{self, Path, PathBuf};
use std::process::Command;

use engine::notation::shorten;

use crate::error::Error;
pub use crate::error::plain;

/// A program that can be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The file.
    pub path: PathBuf,
    args: Vec<OsString>,
    dir: Option<PathBuf>,
    /// Whether it is the running program.
    pub own: bool,
}

impl Program {
    /// Finds the program of a command line. `self` is the running program with the argument `gomocup`. It runs in `dir`, by
    /// default in the program's folder if the command line contains that.
    ///
    /// # Errors
    /// No such program or folder exists.
    pub fn find(cmd: &str, dir: Option<&str>) -> Result<Self, Error> {
        let mut words = words(cmd)?.into_iter();
        let first = words.next().ok_or(Error::Empty)?;
        let mut args: Vec<OsString> = words.map(OsString::from).collect();
        if first == "self" {
            let path = env::current_exe().map_err(Error::OwnPath)?;
            args.insert(0, "gomocup".into());
            return Ok(Self { path, args, dir: dir.map(PathBuf::from), own: true });
        }
        let with_folder = first.contains(path::is_separator);
        let path = if with_folder { named(first)? } else { in_path(first)? };
        let own_folder = path.parent().filter(|_| with_folder).map(Path::to_path_buf);
        let dir = match dir {
            Some(dir) if !Path::new(dir).is_dir() => return Err(Error::Folder(dir.to_owned())),
            Some(dir) => Some(PathBuf::from(dir)),
            None => own_folder,
        };
        Ok(Self { path, args, dir, own: false })
    }

    /// The command that starts it.
    #[must_use]
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.args(&self.args);
        if let Some(dir) = &self.dir {
            command.current_dir(dir);
        }
        command
    }
}

/// The program with this name, which contains its folder.
fn named(name: String) -> Result<PathBuf, Error> {
    match whole(&name) {
        Ok(path) if runnable(&path) => Ok(path),
        Ok(_) => Err(Error::NotRunnable(name)),
        Err(error) => Err(Error::File(name, error)),
    }
}

/// The first program with this name in the folders of `PATH`.
fn in_path(name: String) -> Result<PathBuf, Error> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let names = [name.clone(), format!("{name}{EXE_SUFFIX}")];
    let mut paths = env::split_paths(&folders).flat_map(|folder| names.clone().map(|name| folder.join(name)));
    paths.find(|path| runnable(path)).ok_or(Error::NotInPath(name))
}

/// The absolute path of a file named with its folder. The suffix of programs may be omitted.
fn whole(name: &str) -> io::Result<PathBuf> {
    if !cfg!(windows) {
        return fs::canonicalize(name);
    }
    // Some programs on Windows reject the paths that `canonicalize` returns.
    let (path, named) = (path::absolute(name)?, path::absolute(format!("{name}{EXE_SUFFIX}"))?);
    if !path.exists() && named.exists() {
        return Ok(named);
    }
    fs::metadata(&path).map(|_| path)
}

fn runnable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| data.is_file() && may_run(&data))
}

#[cfg(unix)]
fn may_run(data: &fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&data.permissions()) & 0o111 != 0
}

#[cfg(not(unix))]
const fn may_run(_: &fs::Metadata) -> bool {
    true
}

/// Splits a command line at blanks outside `"` and `'` quotes. A backslash is a character like others.
///
/// # Errors
/// A quote is not closed.
pub fn words(text: &str) -> Result<Vec<String>, Error> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for char in text.chars() {
        match quote {
            Some(open) if char == open => quote = None,
            Some(_) => word.get_or_insert_default().push(char),
            None if char == '"' || char == '\'' => {
                quote = Some(char);
                word.get_or_insert_default();
            }
            None if char.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(char),
        }
    }
    words.extend(word);
    match quote {
        Some(open) => Err(Error::OpenQuote(open, shorten(text))),
        None => Ok(words),
    }
}
