//! Files on a disk that fails.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::faults::{Plan, with};
use super::*;

const ENOSPC: i32 = 28;
const EIO: i32 = 5;

/// More bytes than any buffer holds, so that there are several writes.
fn long(byte: u8) -> Vec<u8> {
    vec![byte; 20_000]
}

fn write_in_parts(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace(path, |file| bytes.chunks(3_000).try_for_each(|part| file.write_all(part)))
}

fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = entries.map(|name| name.into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

/// Lets operation after operation fail until none does. Returns how many there are.
fn each_fault(old: Option<&[u8]>, error: i32) -> usize {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.sgf");
    for number in 1.. {
        match old {
            Some(old) => fs::write(&path, old).expect("written"),
            None => drop(fs::remove_file(&path)),
        }
        let (written, due) = with(Plan::From(number, error), || write_in_parts(&path, &long(b'n')));
        let found = fs::read(&path).ok();
        let is_new = found.as_deref() == Some(&long(b'n')[..]);
        assert!(is_new || found.as_deref() == old, "operation {number} leaves a half of a file");
        assert_eq!(names(&folder).len(), usize::from(found.is_some()), "operation {number} leaves litter");
        match written {
            Ok(()) => {
                assert!(is_new && !due, "operation {number}");
                return number - 1;
            }
            Err(why) => {
                let text = why.to_string();
                let begin = format!("{}: the file cannot be written: ", path.display());
                assert!(due && text.starts_with(&begin) && text.lines().count() == 1, "{text}");
            }
        }
    }
    unreachable!("numbers do not end")
}

#[test]
fn whatever_fails_the_old_file_or_the_new_one_is_there() {
    for error in [ENOSPC, EIO] {
        for old in [None, Some(&b"old"[..])] {
            // The file is made, written three times at least, synced, named, renamed, and the folder is synced.
            assert!(each_fault(old, error) >= 8);
        }
    }
}

#[test]
fn short_and_interrupted_writes_are_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.sgf");
    let (written, _) = with(Plan::Short, || write_in_parts(&path, &long(b's')));
    written.expect("written in the end");
    assert_eq!(fs::read(&path).expect("a file"), long(b's'));
}

#[test]
fn a_file_that_is_given_up_leaves_the_old_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.sgf");
    fs::write(&path, "old").expect("written");
    let mut file = NewFile::create(&path).expect("a file");
    file.write_all(&long(b'n')).expect("written");
    drop(file);
    assert_eq!((fs::read(&path).expect("a file"), names(&folder).len()), (b"old".to_vec(), 1));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("a file").mode() & 0o7777
    }

    #[test]
    fn permissions_are_those_of_the_old_file_or_of_any_new_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let [new, usual] = ["new", "usual"].map(|name| folder.path().join(name));
        write(&new, b"new").expect("written");
        fs::write(&usual, "usual").expect("written");
        assert_eq!(mode(&new), mode(&usual));
        for kept in [0o600, 0o640, 0o666] {
            fs::set_permissions(&new, fs::Permissions::from_mode(kept)).expect("set");
            write(&new, b"newer").expect("written");
            assert_eq!(mode(&new), kept);
        }
    }

    #[test]
    fn links_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let [link, second, file] = ["link", "second", "file"].map(|name| folder.path().join(name));
        symlink("second", &link).expect("a link");
        symlink(&file, &second).expect("a link");
        for text in ["first", "again"] {
            write(&link, text.as_bytes()).expect("written");
            assert_eq!(fs::read_to_string(&file).expect("the file behind the links"), text);
        }
        assert!([&link, &second].iter().all(|path| fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink())));
        symlink("loop", folder.path().join("loop")).expect("a link");
        assert!(write(&folder.path().join("loop"), b"").is_err());
    }

    #[test]
    fn streams_are_written_in_place() {
        let why = write(Path::new("/dev/full"), b"text").expect_err("full");
        let begin = "/dev/full: the file cannot be written: ";
        // Other systems have no such device.
        assert!(!cfg!(target_os = "linux") || why.to_string() == format!("{begin}no space left on device"), "{why}");
        write(Path::new("/dev/null"), b"text").expect("written");
        assert!(write(&std::env::temp_dir(), b"text").is_err(), "a folder");
    }
}
