//! Journals that grow, are cut, replaced or damaged while they are followed.

use std::fs;
use std::io::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::Rules;

use super::*;
use crate::journal::played::Void;
use crate::journal::sample::Sample;
use crate::statistics::GameCounts;

fn sample() -> Sample {
    Sample::new(Game::new(Rules::FREESTYLE, Some(15), None).expect("a game"))
}

/// A journal in a file, which goes with this value.
struct Journal(PathBuf);

impl Journal {
    fn new(bytes: &[u8]) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("ninuki-watch-{}-{number}.jsonl", std::process::id()));
        fs::write(&path, bytes).expect("a file");
        Self(path)
    }

    fn add(&self, bytes: &[u8]) {
        fs::OpenOptions::new().append(true).open(&self.0).and_then(|mut file| file.write_all(bytes)).expect("written");
    }

    fn watch(&self) -> Watch {
        let mut watch = Watch::open(&self.0).expect("a journal");
        update(&mut watch);
        watch
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn update(watch: &mut Watch) {
    watch.update(Instant::now() + Duration::from_secs(60));
    assert!(!watch.is_behind());
    // Counts anew.
    watch.counted = None;
}

/// The ends of the lines of a journal.
fn ends(bytes: &[u8]) -> Vec<usize> {
    bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(index, _)| index + 1).collect()
}

fn numbers(watch: &Watch) -> Vec<usize> {
    watch.newest(0, 100).expect("games").into_iter().map(|played| played.game).collect()
}

#[test]
fn a_journal_is_followed_as_it_grows() {
    let (sample, bytes) = (sample(), sample().journal(2));
    let games = sample.read(&bytes, false).expect("games");
    let ends = ends(&bytes);
    let journal = Journal::new(&bytes[..ends[0]]);
    let mut watch = journal.watch();
    assert_eq!((watch.games(), watch.title().as_str()), (0, "freestyle 15x15"));
    assert_eq!(watch.standings().len(), 2);
    // In pieces that end anywhere.
    for piece in bytes[ends[0]..].chunks(700) {
        journal.add(piece);
        update(&mut watch);
        assert_eq!(watch.problem(), None);
    }
    assert_eq!(numbers(&watch), [7, 6, 5, 4, 3, 2, 1, 0]);
    assert_eq!(watch.newest(2, 3).expect("games").iter().map(|played| played.game).collect::<Vec<_>>(), [5, 4, 3]);
    assert_eq!(watch.newest(100, 3), Ok(Vec::new()));
    assert_eq!(watch.played(5).expect("a game").as_ref(), Some(&games[5]));
    assert_eq!(watch.played(8), Ok(None));
    let all: u64 = watch.standings().iter().map(|standing| standing.games.games()).sum();
    assert_eq!((all, watch.test()), (16, None));
}

#[test]
fn reading_ends_at_its_time_and_goes_on_later() {
    let journal = Journal::new(&sample().journal(4));
    let mut watch = Watch::open(&journal.0).expect("a journal");
    watch.update(Instant::now());
    assert!(watch.is_behind() && watch.games() == 0);
    update(&mut watch);
    assert_eq!(watch.games(), 8);
}

#[test]
fn a_tournament_that_goes_on_cuts_its_last_line_and_voids_games() {
    let bytes = sample().journal(6);
    let ends = ends(&bytes);
    let journal = Journal::new(&bytes[..ends[3] + 40]);
    let mut watch = journal.watch();
    assert_eq!(numbers(&watch), [2, 1, 0]);
    // The rest of a line is cut off, and the game is played anew.
    fs::write(&journal.0, &bytes[..ends[5]]).expect("written");
    update(&mut watch);
    assert_eq!(numbers(&watch), [4, 3, 2, 1, 0]);
    let void = Void::now(vec![1, 3], "a test".to_owned());
    journal.add(format!("{}\n", records::checksum::sealed(&serde_json::to_string(&void).expect("JSON"))).as_bytes());
    journal.add(&bytes[ends[1]..ends[2]]);
    update(&mut watch);
    assert_eq!((numbers(&watch), watch.problem()), (vec![1, 4, 2, 0], None));
    let all: GameCounts = watch.standings().iter().map(|standing| standing.games).sum();
    assert_eq!(all.games(), 8);
}

#[test]
fn a_replaced_journal_is_read_anew() {
    let journal = Journal::new(&sample().journal(8));
    let mut watch = journal.watch();
    let other = Sample::new(Game::new(Rules::RENJU, None, None).expect("a game")).journal(1);
    fs::write(&journal.0, &other[..ends(&other)[2]]).expect("written");
    update(&mut watch);
    assert_eq!((watch.title().as_str(), numbers(&watch)), ("renju 15x15", vec![1, 0]));
    // A shorter one of the same tournament.
    fs::write(&journal.0, &other[..ends(&other)[1]]).expect("written");
    update(&mut watch);
    assert_eq!(numbers(&watch), [0]);
    fs::remove_file(&journal.0).expect("removed");
    update(&mut watch);
    assert!(watch.problem().is_some() && watch.games() == 1 && watch.newest(0, 1).is_err());
}

#[test]
fn damage_is_named_and_what_comes_before_it_is_kept() {
    let bytes = sample().journal(10);
    let ends = ends(&bytes);
    for damage in ["{}\n", "\0\0\0\n", "{\"game\":3}\n", "no JSON\n"] {
        let journal = Journal::new(&bytes[..ends[2]]);
        journal.add(damage.as_bytes());
        journal.add(&bytes[ends[2]..]);
        let mut watch = journal.watch();
        let problem = watch.problem().expect("a problem").to_string();
        assert!(problem.contains(".jsonl:4: ") && !problem.contains('\n'), "{problem}");
        assert_eq!(numbers(&watch), [1, 0]);
        fs::write(&journal.0, &bytes).expect("mended");
        update(&mut watch);
        assert_eq!((watch.games(), watch.problem()), (8, None));
    }
    for text in ["", "{}\n", "hello\n", "{\"ninuki\":\"tournament\"}\n"] {
        assert!(Watch::open(&Journal::new(text.as_bytes()).0).is_err(), "{text:?}");
    }
    assert!(Watch::open(&std::env::temp_dir()).is_err());
}
