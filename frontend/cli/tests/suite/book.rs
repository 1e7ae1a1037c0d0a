//! Console blocks of README and book, run by a shell: those of a page one after the other in one folder.
//!
//! A line `…` stands for any lines, `[..]` for any part of a line. `cat FILE` of a missing file writes it, so that a page shows its
//! inputs. A command that fails prints `error: ` or is followed by its exit status. A drawn `NAME.svg` is compared with the picture of
//! that name. `BOOK=overwrite cargo test -p ninuki book` writes the present outputs and pictures into the book.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use snapbox::Data;
use snapbox::filter::NormalizeToExpected;

use crate::run::{Folder, NINUKI, PBRAIN, run};

/// The way from a checkout to the program, which is built already.
const FROM_A_CHECKOUT: &str = "cargo run --release --";

#[test]
fn console_blocks() {
    let pages = pages();
    assert!(pages.len() > 30, "{pages:?}");
    let checked: Vec<Checked> = thread::scope(|scope| {
        let halves = [0, 1].map(|half| pages.iter().skip(half).step_by(2));
        let threads = halves.map(|half| scope.spawn(|| half.map(|page| check(page)).collect::<Vec<_>>()));
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    let differences: Vec<&str> = checked.iter().flat_map(|page| page.differences.iter().map(String::as_str)).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    let commands: usize = checked.iter().map(|page| page.commands).sum();
    assert!(commands > 100, "{commands} commands were run");
}

/// Blocks that take too long to run name existing commands and options.
#[test]
fn options_of_other_blocks() {
    let pages = pages();
    let texts = pages.iter().map(|page| fs::read_to_string(page).expect("a page").replace("\\\n", " "));
    let mut options = 0;
    for text in texts {
        let mut lines = text.lines();
        while lines.any(|line| line == "```sh") {
            for line in lines.by_ref().take_while(|line| *line != "```") {
                let mut words = line.split_whitespace();
                if words.next() != Some("ninuki") {
                    continue;
                }
                let command = words.clone().take_while(|word| !word.starts_with('-'));
                let help = run(&command.chain(["--help"]).collect::<Vec<_>>()).out;
                for option in words.filter(|word| word.starts_with("--")) {
                    assert!(help.contains(option), "{line}: there is no {option}");
                    options += 1;
                }
            }
        }
    }
    assert!(options > 20, "{options}");
}

/// README, the README of the program, and the pages of the book.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![root.join("README.md"), root.join("frontend/cli/README.md")];
    pages.extend(markdown(&root.join("docs/src")));
    pages
}

/// The pages of a folder and of the folders in it.
fn markdown(folder: &Path) -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            pages.extend(markdown(&path));
        } else if path.extension().is_some_and(|ending| ending == "md") {
            pages.push(path);
        }
    }
    pages
}

/// Result of a page.
struct Checked {
    /// The commands that were run.
    commands: usize,
    /// Differences between output and page.
    differences: Vec<String>,
}

/// Runs the blocks of a page.
fn check(page: &Path) -> Checked {
    let text = fs::read_to_string(page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
    let shell = Shell::new();
    let (mut written, mut commands, mut differences) = (String::new(), 0, Vec::new());
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        written += &format!("{line}\n");
        if line != "```console" {
            continue;
        }
        while let Some(line) = lines.next_if(|line| *line != "```") {
            let mut command =
                line.strip_prefix("$ ").unwrap_or_else(|| panic!("{}: {line}", page.display())).to_owned();
            while command.ends_with('\\') {
                command += &format!("\n{}", lines.next().expect("more of the command"));
            }
            let mut shown = String::new();
            while let Some(line) = lines.next_if(|line| *line != "```" && !line.starts_with("$ ")) {
                shown += &format!("{line}\n");
            }
            let answer = shell.answer(&command, &shown);
            commands += 1;
            if answer != shown {
                differences.push(format!("{}: $ {command}\n{answer}--- instead of\n{shown}", page.display()));
            }
            written += &format!("$ {command}\n{answer}");
        }
    }
    if written != text && overwrite() {
        fs::write(page, written).expect("written");
    }
    differences.extend(shell.pictures());
    Checked { commands, differences }
}

/// Whether pages are to be written as the commands answer.
fn overwrite() -> bool {
    std::env::var("BOOK").is_ok_and(|what| what == "overwrite")
}

/// A folder in which the commands of a page are run, with the programs in its path.
struct Shell {
    folder: Folder,
    programs: Folder,
}

impl Shell {
    fn new() -> Self {
        let (folder, programs) = (Folder::new(), Folder::new());
        symlink(NINUKI, programs.path("ninuki")).expect("a link");
        symlink(PBRAIN, programs.path("pbrain-ninuki")).expect("a link");
        Self { folder, programs }
    }

    /// Returns the pictures of the commands that differ from those of the book.
    fn pictures(&self) -> Vec<String> {
        let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/pictures");
        let drawn = self.folder.files().into_iter().filter(|name| name.ends_with(".svg"));
        let differing = drawn.filter(|name| fs::read(pictures.join(name)).ok() != Some(self.folder.read(name)));
        differing
            .map(|name| {
                if overwrite() {
                    fs::write(pictures.join(&name), self.folder.read(&name)).expect("written");
                }
                format!("docs/src/pictures/{name} is drawn otherwise")
            })
            .collect()
    }

    /// Returns the output of a command, without the parts that `shown` omits.
    fn answer(&self, command: &str, shown: &str) -> String {
        if let Some(name) = command.strip_prefix("cat ").filter(|name| !self.folder.has(name)) {
            self.folder.write(name, shown);
            return shown.to_owned();
        }
        let expected = Data::text(shown.replace("…\n", "...\n"));
        let answer = NormalizeToExpected::new().redact().normalize(Data::text(self.run(command)), &expected);
        answer.to_string().replace("...\n", "…\n")
    }

    fn run(&self, command: &str) -> String {
        let path = format!("{}:{}", self.programs.folder().display(), std::env::var("PATH").unwrap_or_default());
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1\n{}", command.replace(FROM_A_CHECKOUT, "ninuki"))])
            .current_dir(self.folder.folder())
            .env("PATH", path)
            .env("COLUMNS", "100")
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        let mut said = String::from_utf8(output.stdout).expect("UTF-8");
        if !said.is_empty() && !said.ends_with('\n') {
            said.push('\n');
        }
        match output.status.code() {
            Some(0) => {}
            _ if said.lines().any(|line| line.starts_with("error: ")) => {}
            code => said += &format!("(exit status {})\n", code.expect("no signal")),
        }
        said
    }
}
