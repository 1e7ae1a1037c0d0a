//! Files of games survive being written and read, and tell when they did not.

use std::io::Cursor;

use engine::{Color, Game, Move, Rules};
use random::Dice;
use search::Score;

use super::*;

/// A score of any kind.
fn score(dice: &mut Dice) -> Score {
    match dice.below(4) {
        0 => Score::win_in(dice.below(300) as u32),
        1 => Score::loss_in(dice.below(300) as u32),
        _ => Score::estimate(dice.below(60_000) as i32 - 30_000),
    }
}

/// A move of any kind.
fn any_move(game: &Game, dice: &mut Dice) -> Move {
    let points: Vec<_> = game.grid().points().collect();
    match dice.below(20) {
        0 => Move::Pass,
        1 => Move::Swap,
        _ => Move::Place(dice.pick(&points).expect("a board has points")),
    }
}

/// A game that is none, but could be written: everything in it is chance.
fn any_game(rules: &Rules, number: u64, dice: &mut Dice) -> SavedGame {
    let size = dice.pick(&rules.sizes.iter().collect::<Vec<_>>()).expect("a game has sizes");
    let game = Game::new(rules.clone(), Some(size), None).expect("a board");
    let ply = |dice: &mut Dice| {
        let searched = (dice.below(5) > 0).then(|| {
            let lines = if dice.below(3) == 0 { 1 + dice.below(6) } else { 0 };
            let lines = (0..lines).map(|_| Line { mv: any_move(game, dice), score: score(dice) }).collect();
            let (score, best) = (score(dice), any_move(game, dice));
            let nodes = 1 << dice.below(40);
            Searched { score, best, quiet: dice.below(2) == 0, nodes, lines }
        });
        Ply { mv: any_move(game, dice), random: dice.below(2) == 0, searched }
    };
    let plies: Vec<Ply> = (0..dice.below(60)).map(|_| ply(dice)).collect();
    let ending = [Ending::Rules, Ending::Proven, Ending::TooLong, Ending::Open][dice.below(4)];
    let winner = [None, Some(Color::Black), Some(Color::White)][dice.below(3)];
    SavedGame {
        game,
        number,
        winner: winner.filter(|_| ending != Ending::Open),
        ending,
        long_opening: dice.below(2) == 0,
        opening: dice.below(plies.len() + 1),
        plies,
    }
}

fn source(rules: &Rules, seed: u64) -> Source {
    Source { rules: rules.clone(), seed, weights: 7, engine: "1.2.3".to_owned(), settings: "nodes=1".to_owned() }
}

/// Games and sources, written in several chunks.
fn written(rules: &Rules, games: usize) -> (Vec<SavedGame>, Vec<u8>) {
    let mut dice = Dice::new(games as u64, 0, 0);
    let mut bytes = Vec::new();
    let mut writer = GamesWriter::new(&mut bytes).expect("memory");
    let all: Vec<_> = (0..games).map(|number| any_game(rules, number as u64 * 300, &mut dice)).collect();
    for (number, game) in all.iter().enumerate() {
        writer.set_source(&source(rules, number as u64 / 4)).expect("memory");
        writer.write(game).expect("memory");
    }
    writer.flush().expect("memory");
    (all, bytes)
}

/// The games of a file, and the seeds of its sources.
fn read(bytes: &[u8]) -> Result<(Vec<SavedGame>, Vec<u64>), FormatError> {
    let mut reader = GamesReader::new(Cursor::new(bytes))?;
    let (mut games, mut seeds) = (Vec::new(), Vec::new());
    while let Some(chunk) = reader.next()? {
        match chunk {
            Chunk::Games(more) => games.extend(more),
            Chunk::Source(source) => seeds.push(source.seed),
        }
    }
    Ok((games, seeds))
}

#[test]
fn games_are_read_as_they_are_written() {
    for rules in Rules::ALL {
        let (games, bytes) = written(&rules, 40);
        let (found, seeds) = read(&bytes).expect("a file of games");
        assert!(found == games, "{}", rules.name);
        assert_eq!(seeds, (0..10).collect::<Vec<_>>());
    }
}

#[test]
fn every_flipped_byte_is_found() {
    let (_, bytes) = written(&Rules::KERYO, 6);
    for at in 0..bytes.len() {
        for bit in [1, 128] {
            let mut bytes = bytes.clone();
            bytes[at] ^= bit;
            assert!(read(&bytes).is_err(), "byte {at} of {}", bytes.len());
        }
    }
}

#[test]
fn a_file_that_is_cut_off_tells_so_or_has_fewer_whole_chunks() {
    let (games, bytes) = written(&Rules::NDENGROD, 8);
    let mut whole = 0;
    for length in 0..bytes.len() {
        match read(&bytes[..length]) {
            Ok((found, _)) => {
                assert!(found.len() < games.len() && found[..] == games[..found.len()]);
                whole += 1;
            }
            Err(error) => assert!(matches!(error, FormatError::Cut(_) | FormatError::Foreign), "{error}"),
        }
    }
    assert_eq!(whole, 4, "after the head, after the two sources and after the first games");
}

#[test]
fn what_is_wrong_with_a_file_is_told_in_one_line() {
    let (_, bytes) = written(&Rules::PENTE, 3);
    let error = |bytes: &[u8]| read(bytes).expect_err("a wrong file").to_string();
    assert_eq!(error(b"PK\x03\x04 and so on"), "no games, they begin with selfplay");
    assert_eq!(error(b""), "no games, they begin with selfplay");
    let mut newer = bytes.clone();
    newer[8] = 2;
    assert_eq!(error(&newer), "games of version 2, version 1 is understood");
    let mut damaged = bytes.clone();
    *damaged.last_mut().expect("bytes") ^= 1;
    assert!(error(&damaged).starts_with("damaged: the chunk at byte "), "{}", error(&damaged));
    let cut = error(&bytes[..bytes.len() - 1]);
    assert!(cut.starts_with("ends within the chunk at byte ") && !cut.contains('\n'), "{cut}");
    let other = [&bytes[..], &written(&Rules::KERYO, 1).1[12..]].concat();
    assert_eq!(error(&other), "games of keryo, those of pente should be here");
}

#[test]
fn illegal_moves_and_wrong_results_are_found() {
    let game = Game::new(Rules::FREESTYLE, None, None).expect("a board");
    let moves = game.parse_moves("h8 a1 i8 b1 j8 c1 k8 d1 l8").expect("moves");
    let plies = |moves: &[Move]| moves.iter().map(|&mv| Ply { mv, random: false, searched: None }).collect();
    let saved = |moves: &[Move], winner, ending| SavedGame {
        game,
        number: 5,
        winner,
        ending,
        long_opening: false,
        opening: 0,
        plies: plies(moves),
    };
    let replay = |saved: SavedGame| saved.replay(|_, _, _, _| ()).map_err(|error| error.to_string());
    let black = Some(Color::Black);
    assert_eq!(replay(saved(&moves, black, Ending::Rules)), Ok(()));
    let wrong = Err("the result of game 5 is not that of its moves".to_owned());
    assert_eq!(replay(saved(&moves, None, Ending::Rules)), wrong);
    assert_eq!(replay(saved(&moves[..4], black, Ending::Rules)), wrong);
    assert_eq!(replay(saved(&moves[..4], black, Ending::Proven)), Ok(()));
    assert_eq!(replay(saved(&moves, None, Ending::Open)), Ok(()), "left where it is over");
    let twice = [moves[0], moves[0]];
    assert_eq!(replay(saved(&twice, None, Ending::Rules)), Err("ply 1 of game 5 is not legal".to_owned()));
}

#[test]
fn all_positions_come_once_in_another_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut expected = Vec::new();
    let mut files = Vec::new();
    for (number, rules) in [Rules::PENTE, Rules::PENTE, Rules::RENJU].iter().enumerate() {
        let (games, bytes) = written(rules, 20 + number);
        let path = folder.path().join(number.to_string());
        std::fs::write(&path, bytes).expect("a file");
        files.push(path);
        let searched =
            |game: &SavedGame| (0..game.plies.len()).filter(|&at| game.plies[at].searched.is_some()).collect();
        for game in games {
            let plies: Vec<usize> = searched(&game);
            expected.extend(plies.into_iter().map(|at| (game.game.rules().name, game.plies.len(), game.number, at)));
        }
    }
    let order = |capacity, seed| {
        let shuffled = Shuffled::open(files.clone(), None, capacity, seed).expect("files of games");
        let samples = shuffled.map(|sample| {
            let sample = sample.expect("a position");
            assert!(sample.game.plies[sample.at].searched.is_some());
            (sample.game.game.rules().name, sample.game.plies.len(), sample.game.number, sample.at)
        });
        samples.collect::<Vec<_>>()
    };
    let (first, other) = (order(100, 1), order(100, 2));
    assert!(first != other && first == order(100, 1) && first != expected);
    for mut found in [first, other, order(1, 1)] {
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
    let mut bytes = std::fs::read(&files[0]).expect("a file");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&files[0], bytes).expect("a file");
    let error = Shuffled::open(files.clone(), None, 1, 1).map(|_| ()).expect_err("a damaged file").to_string();
    assert!(error.starts_with(&format!("{}: damaged: the chunk at byte", files[0].display())), "{error}");
}
