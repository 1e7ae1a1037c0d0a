//! The program that a command line names.
//!
//! # Examples
//! ```
//! use ninuki_engines::process::program::{Program, words};
//!
//! assert_eq!(words("brain --name 'a b'")?, ["brain", "--name", "a b"]);
//! assert!(Program::find("sh -c true", None)?.command().status()?.success());
//! assert!(Program::find("./no-such-brain", None).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::env;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io;
use std::path::{self, Path, PathBuf};
use std::process::Command;

use engine::notation::shorten;

/// A program that can be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The file.
    pub path: PathBuf,
    args: Vec<OsString>,
    dir: Option<PathBuf>,
    /// Whether it is this program.
    pub own: bool,
}

impl Program {
    /// The program that a command line names, with its arguments, and the folder to run it in: by default that of a
    /// program named with its folder. `self` is this program's own engine.
    ///
    /// # Errors
    /// There is no such program.
    pub fn find(cmd: &str, dir: Option<&str>) -> Result<Self, ProgramError> {
        let mut words = words(cmd)?.into_iter();
        let first = words.next().ok_or(ProgramError::Empty)?;
        let mut args: Vec<OsString> = words.map(OsString::from).collect();
        if first == "self" {
            let path = env::current_exe().map_err(ProgramError::Own)?;
            args.insert(0, "gomocup".into());
            return Ok(Self { path, args, dir: dir.map(PathBuf::from), own: true });
        }
        let with_folder = first.contains(path::is_separator);
        let path = if with_folder {
            match whole(&first) {
                Ok(path) if runnable(&path) => path,
                Ok(_) => return Err(ProgramError::NotRunnable(first)),
                Err(error) => return Err(ProgramError::File(first, error)),
            }
        } else {
            let path = env::var_os("PATH").unwrap_or_default();
            let names = [first.clone(), format!("{first}{EXE_SUFFIX}")];
            let mut paths = env::split_paths(&path).flat_map(|folder| names.clone().map(|name| folder.join(name)));
            paths.find(|path| runnable(path)).ok_or_else(|| ProgramError::NotInPath(first.clone()))?
        };
        let own_folder = path.parent().filter(|_| with_folder).map(Path::to_path_buf);
        let dir = match dir {
            Some(dir) if !Path::new(dir).is_dir() => return Err(ProgramError::Folder(dir.to_owned())),
            Some(dir) => Some(PathBuf::from(dir)),
            None => own_folder,
        };
        Ok(Self { path, args, dir, own: false })
    }

    /// What starts it.
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

/// Why a command line names no program.
#[derive(Debug)]
pub enum ProgramError {
    /// It is empty.
    Empty,
    /// This quote is not closed in the text, which is shortened.
    Open(char, String),
    /// Where this program lies is not known.
    Own(io::Error),
    /// There is no such file.
    File(String, io::Error),
    /// The file is no program.
    NotRunnable(String),
    /// No folder of `PATH` has such a program.
    NotInPath(String),
    /// There is no such folder to run it in.
    Folder(String),
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the command names no program"),
            Self::Open(quote, text) => write!(f, "a {quote} is not closed in {text}"),
            Self::Own(error) => write!(f, "this program cannot be found: {error}"),
            Self::File(path, error) => write!(f, "{path}: {}", plain(error)),
            Self::NotRunnable(path) => write!(f, "{path}: this is no program that can be run"),
            Self::NotInPath(name) => {
                write!(f, "{name}: no such program in PATH; one in this folder is written ./{name}")
            }
            Self::Folder(path) => write!(f, "{path}: no such folder"),
        }
    }
}

impl std::error::Error for ProgramError {}

/// The file that a name with a folder means, from the root on. Where programs have an ending, it may be left out.
fn whole(name: &str) -> io::Result<PathBuf> {
    if !cfg!(windows) {
        return fs::canonicalize(name);
    }
    // The paths that `canonicalize` makes on Windows are not understood by all programs.
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

/// An error of the system without its number.
#[must_use]
pub fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// The words of a text: blanks part them, unless they stand between `"` or between `'`.
///
/// # Errors
/// A quote is not closed.
pub fn words(text: &str) -> Result<Vec<String>, ProgramError> {
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
        Some(open) => Err(ProgramError::Open(open, shorten(text))),
        None => Ok(words),
    }
}
