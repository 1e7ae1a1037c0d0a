//! The same games, however they are played.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Parser;
use engine::{Rules, ThreatState};
use tempfile::TempDir;

use crate::data::{Chunk, Ending, GamesReader, SavedGame, files_of};
use crate::merge;
use crate::selfplay::{Settings, generate};

#[derive(Parser)]
struct Generate {
    #[command(flatten)]
    settings: Settings,
}

#[derive(Parser)]
struct Merge {
    #[command(flatten)]
    settings: merge::Settings,
}

/// Plays games into `folder`, quickly.
pub(crate) fn run(folder: &Path, arguments: &str) {
    let words = ["generate", folder.to_str().expect("a path")].into_iter().chain(arguments.split(' '));
    let Generate { settings } = Generate::parse_from(words.chain(["--nodes", "60"]));
    generate(&settings, &Arc::new(AtomicBool::new(false)), &mut Vec::new()).expect("games");
}

fn games(folder: &Path) -> Vec<SavedGame> {
    let mut games = Vec::new();
    for path in files_of(&[folder.to_owned()]).expect("files of games") {
        let mut reader = GamesReader::open(&path).expect("a file of games");
        while let Some(chunk) = reader.next().expect("whole chunks") {
            if let Chunk::Games(more) = chunk {
                games.extend(more);
            }
        }
    }
    games
}

fn merged(folders: &[&TempDir]) -> (Vec<SavedGame>, String) {
    let to = tempfile::tempdir().expect("a folder");
    let words = std::iter::once(to.path()).chain(folders.iter().map(|folder| folder.path()));
    let words = words.map(|path| path.to_str().expect("a path"));
    let Merge { settings } = Merge::parse_from(std::iter::once("merge").chain(words));
    let mut out = Vec::new();
    merge::merge(&settings, &mut out).expect("merged files");
    let mut games = games(to.path());
    games.sort_by_key(|game| (game.game.rules().name, game.number));
    (games, String::from_utf8(out).expect("text"))
}

#[test]
fn threads_interruptions_and_shards_make_no_difference() {
    let [one, three, first, second] = [(); 4].map(|()| tempfile::tempdir().expect("a folder"));
    run(one.path(), "renju ndengrod --positions 200");
    run(three.path(), "renju ndengrod --positions 70 --threads 3");
    let begun = games(three.path());
    // Remains of a crash: part of a chunk, or a damaged one.
    let change = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let path = three.path().join(name);
        let mut bytes = fs::read(&path).expect("a file");
        change(&mut bytes);
        fs::write(&path, bytes).expect("a file");
    };
    change("renju-1-of-1.games", &|bytes| bytes.extend([1, 200, 0, 0, 0, 5, 5]));
    change("ndengrod-1-of-1.games", &|bytes| *bytes.last_mut().expect("bytes") ^= 1);
    run(three.path(), "renju ndengrod --positions 200 --threads 2");
    let all = games(one.path());
    assert!(games(three.path()) == all && begun.len() < all.len());

    run(first.path(), "renju --positions 100 --shard 1/2");
    run(second.path(), "renju --positions 100 --shard 2/2");
    let (both, report) = merged(&[&first, &second, &first]);
    let twice = games(first.path()).len();
    assert_eq!(report, format!("renju: {} games of 1 sources, {twice} more were there twice\n", both.len()));
    let renju: Vec<_> = all.into_iter().filter(|game| game.game.rules().name == "renju").collect();
    let numbers: Vec<_> = both.iter().map(|game| game.number).collect();
    let common: Vec<_> = renju.iter().filter(|game| numbers.contains(&game.number)).collect();
    assert!(common.len() >= 3 && common.into_iter().all(|game| both.contains(game)));
}

#[test]
fn games_are_legal_and_what_is_said_of_them_is_true() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), "--positions 60 --policy-share 0.5 --threads 2");
    let games = games(folder.path());
    for saved in &games {
        let replayed = saved.replay(|record, ply, number, stones| {
            let points = record.game().grid().points();
            assert_eq!(points.filter(|&point| record.stone(point).is_some()).count(), stones);
            assert_eq!(ply.searched.is_none(), number < saved.opening, "all but the opening is searched");
            let Some(searched) = &ply.searched else { return };
            assert!(ply.random || ply.mv == searched.best);
            assert!(!searched.quiet || (record.threat_state() == ThreatState::Quiet && !record.pending_five()));
            assert!(searched.lines.is_sorted_by_key(|line| -line.score));
            let moves: HashSet<_> = searched.lines.iter().map(|line| line.mv).collect();
            assert_eq!(moves.len(), searched.lines.len(), "no move twice");
            assert_eq!(searched.score.is_proven(), saved.ending == Ending::Proven && number + 1 == saved.plies.len());
        });
        replayed.unwrap_or_else(|error| panic!("{}: {error}", saved.game));
    }
    let names: HashSet<_> = games.iter().map(|saved| saved.game.rules().name).collect();
    let searched = || games.iter().flat_map(|saved| &saved.plies).filter_map(|ply| ply.searched.as_ref());
    assert_eq!(names.len(), Rules::ALL.len());
    assert!(games.iter().any(|saved| saved.long_opening) && searched().any(|searched| searched.lines.len() == 5));
    assert!(searched().any(|searched| searched.quiet) && searched().any(|searched| !searched.quiet));
}

#[test]
fn positions_of_search_trees_are_searched_one_after_the_other() {
    let [one, other] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let arguments = "--positions 40 --tree-positions 6";
    run(one.path(), arguments);
    run(other.path(), &format!("{arguments} --threads 2"));
    let (games, again) = (games(one.path()), games(other.path()));
    assert!(again.iter().all(|game| games.contains(game)), "the same games");
    let mut between = 0;
    for saved in &games {
        assert_eq!((saved.ending, saved.winner), (Ending::Open, None));
        saved.replay(|_, _, _, _| ()).unwrap_or_else(|error| panic!("{}: {error}", saved.game));
        let searched: Vec<usize> = (0..saved.plies.len()).filter(|&at| saved.plies[at].searched.is_some()).collect();
        assert!(searched.len() <= 6 && searched.first().is_none_or(|&first| first >= saved.opening));
        between += searched.windows(2).filter(|pair| pair[1] > pair[0] + 1).count();
    }
    assert!(between > 100, "{between} searches began some plies below the one before");
}

#[test]
fn two_runs_do_not_share_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), "caro --positions 20");
    let path = folder.path().join("caro-1-of-1.games");
    let file = fs::File::open(&path).expect("a file");
    file.lock().expect("a lock");
    let Generate { settings } = Generate::parse_from(["generate", folder.path().to_str().expect("a path"), "caro"]);
    let refused = generate(&settings, &Arc::new(AtomicBool::new(true)), &mut Vec::new()).expect_err("in use");
    assert_eq!(refused.to_string(), format!("{}: another run writes this file", path.display()));
}
