//! The program that a command line names.
//!
//! # Examples
//! ```
//! use ninuki_protocol::process::program::{Program, words};
//!
//! assert_eq!(words("brain --name 'a b'")?, ["brain", "--name", "a b"]);
//! assert!(Program::find("sh -c true", None)?.command().status()?.success());
//! assert!(Program::find("./no-such-brain", None).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
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
    pub fn find(cmd: &str, dir: Option<&str>) -> Result<Self, String> {
        let mut words = words(cmd)?.into_iter();
        let first = words.next().ok_or("the command names no program")?;
        let mut args: Vec<OsString> = words.map(OsString::from).collect();
        if first == "self" {
            let path = env::current_exe().map_err(|error| format!("this program cannot be found: {error}"))?;
            args.insert(0, "gomocup".into());
            return Ok(Self { path, args, dir: dir.map(PathBuf::from), own: true });
        }
        let path = if first.contains('/') {
            let path = fs::canonicalize(&first).map_err(|error| format!("{first}: {}", plain(&error)))?;
            runnable(&path).then_some(path).ok_or_else(|| format!("{first}: this is no program that can be run"))?
        } else {
            let path = env::var_os("PATH").unwrap_or_default();
            let found = env::split_paths(&path).map(|folder| folder.join(&first)).find(|path| runnable(path));
            found.ok_or_else(|| format!("{first}: no such program in PATH; one in this folder is written ./{first}"))?
        };
        let own_folder = path.parent().filter(|_| first.contains('/')).map(Path::to_path_buf);
        let dir = match dir {
            Some(dir) if !Path::new(dir).is_dir() => return Err(format!("{dir}: no such folder")),
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

fn runnable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// An error of the system without its number.
pub fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// The words of a text: blanks part them, unless they stand between `"` or between `'`.
pub fn words(text: &str) -> Result<Vec<String>, String> {
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
        Some(open) => Err(format!("a {open} is not closed in {}", shorten(text))),
        None => Ok(words),
    }
}
