//! Round trips: files that are written are read unchanged.

use engine::{Move, Rules};
use ninuki_records::tree::Quality;
use ninuki_records::{CapacityError, Entry, Format, How, Replayed, Written, txt};
use rand::RngExt;
use referee::real_games;

use crate::games::{arranged, branching, dice, played, with_foreign};
use crate::{ALL, game, one, options, outline, read};

fn moves(entry: &Entry) -> Vec<Move> {
    entry.played().collect()
}

#[test]
fn random_games_in_every_game_on_every_board() {
    let dice = &mut dice(1);
    for rules in Rules::ALL {
        for size in rules.sizes.iter() {
            let game = game(rules.clone(), Some(size));
            for plies in [1, 9, 60, 300] {
                let entry = played(game, plies, dice);
                let held = ALL.iter().copied().filter(|format| format.has_games() && format.check(&entry).is_ok());
                let held: Vec<Format> = held.collect();
                assert!(held.len() >= 2, "text and SGF hold everything");
                let start = options(Some(rules.name), Some(size));
                for format in held {
                    let bytes = format.write(std::slice::from_ref(&entry));
                    let found = one(format, &bytes, &start);
                    assert_eq!(moves(&found), moves(&entry), "{format:?} {} {size}", rules.name);
                    assert!(found.damage.is_empty(), "{:?}", found.damage);
                    assert_eq!(found.game, game, "{format:?}");
                    let again = format.write(std::slice::from_ref(&found));
                    assert_eq!(again, bytes, "{format:?} {}", String::from_utf8_lossy(&bytes));
                }
            }
        }
    }
}

/// From each format to each other that holds what was read, and back.
#[test]
fn between_any_two_formats_and_back() {
    let dice = &mut dice(8);
    for (rules, size) in [(Rules::RENJU, 15), (Rules::PENTE, 19), (Rules::FREESTYLE, 20), (Rules::NDENGROD, 5)] {
        let game = game(rules.clone(), Some(size));
        let start = options(Some(rules.name), Some(size));
        let trip = |format: Format, entry: &Entry| {
            let fits = format.has_games() && format.check(entry).is_ok();
            fits.then(|| one(format, &format.write(std::slice::from_ref(entry)), &start))
        };
        let mut trips = 0;
        for entry in [played(game, 12, dice), branching(game, dice)] {
            for &from in ALL {
                let Some(first) = trip(from, &entry) else { continue };
                for &to in ALL {
                    let Some(back) = trip(to, &first).and_then(|there| trip(from, &there)) else { continue };
                    assert_eq!(moves(&back), moves(&first), "{from} {to} {}", rules.name);
                    if to.has_trees() {
                        let [back, first] = [&back, &first].map(|entry| outline(game, &entry.whole()));
                        assert_eq!(back, first, "{from} {to} {}", rules.name);
                    }
                    trips += 1;
                }
            }
        }
        assert!(trips >= 4, "{}: {trips}", rules.name);
    }
}

#[test]
fn boards_are_known_without_options_where_the_format_says_them() {
    let dice = &mut dice(2);
    for (rules, size) in [
        (Rules::FREESTYLE, 15),
        (Rules::FREESTYLE, 20),
        (Rules::RENJU, 9),
        (Rules::PENTE, 19),
        (Rules::PENTE, 13),
        (Rules::NENUKI, 11),
        (Rules::NENUKI, 20),
        (Rules::NINUKI_JAPAN, 15),
    ] {
        let entry = played(game(rules.clone(), Some(size)), 3, dice);
        for format in [Format::SGF, Format::PSQ, Format::REC, Format::PGN] {
            let bytes = format.write(std::slice::from_ref(&entry));
            let found = one(format, &bytes, &options(Some(rules.name), None));
            assert_eq!((moves(&found), found.game), (moves(&entry), entry.game), "{format:?} {} {size}", rules.name);
        }
    }
}

#[test]
fn names_times_and_results_where_they_fit() {
    let game = game(Rules::RENJU, None);
    let mut entry = played(game, 3, &mut dice(3));
    entry.about.date = "2026-11-20".to_owned();
    entry.about.round = "3.1".to_owned();
    entry.result = Some(ninuki_records::Claim { winner: Some(engine::Color::Black), how: How::Time });
    for format in [Format::SGF, Format::PSQ, Format::REC, Format::PGN] {
        let bytes = format.write(std::slice::from_ref(&entry));
        let found = one(format, &bytes, &options(Some("renju"), None));
        assert_eq!(found.about.players, entry.about.players, "{format:?}");
        let how = if format == Format::PGN { How::Unsaid } else { How::Time };
        assert_eq!(found.result.map(|claim| (claim.winner, claim.how)), Some((entry.result.unwrap().winner, how)));
        if [Format::SGF, Format::PGN].contains(&format) {
            assert_eq!((&found.about.date, &found.about.round), (&entry.about.date, &entry.about.round));
        } else {
            let times = |entry: &Entry| entry.moves.iter().map(|written| written.ms).collect::<Vec<_>>();
            assert_eq!(times(&found), times(&entry));
        }
    }
}

/// Names that look like stones or codes, with blanks of any kind.
#[test]
fn names_are_no_stones() {
    let mut entry = played(game(Rules::RENJU, None), 3, &mut dice(3));
    for name in ["4,5,0", "4,\u{a0},0", "4,\u{a0}5,0", "\u{2003}7", "-1", "+3"] {
        entry.about.players = [name, "Bob"].map(str::to_owned);
        for format in [Format::PSQ, Format::REC] {
            let found = one(format, &format.write(std::slice::from_ref(&entry)), &options(Some("renju"), None));
            assert_eq!(moves(&found), moves(&entry), "{format:?} {name:?}");
            assert!(found.about.players[0].contains(name.trim()), "{format:?} {name:?}");
        }
    }
}

#[test]
fn trees_with_all_that_is_said() {
    let dice = &mut dice(4);
    for round in 0..400 {
        let rules = if round % 4 == 0 { Rules::NINUKI_JAPAN } else { Rules::RENJU };
        let game = game(rules.clone(), Some(15));
        let entry = branching(game, dice);
        let expected = outline(game, &entry.whole());
        let start = options(Some(rules.name), None);
        let [sgf, lib] = [Format::SGF, Format::LIB].map(|format| {
            format.check(&entry).expect("held");
            let bytes = format.write(std::slice::from_ref(&entry));
            let found = one(format, &bytes, &start);
            assert!(found.damage.is_empty(), "{:?}", found.damage);
            assert_eq!(outline(game, &found.whole()), expected, "{format:?} {}", String::from_utf8_lossy(&bytes));
            assert_eq!(moves(&found), moves(&entry));
            assert_eq!(found.whole().checked(game, None).1, []);
            (bytes, found)
        });
        assert_eq!(Format::SGF.write(&[lib.1]), sgf.0);
        assert_eq!(Format::LIB.write(&[sgf.1]), lib.0);
    }
    for rules in [Rules::PENTE, Rules::NDENGROD, Rules::FREESTYLE] {
        let game = game(rules.clone(), None);
        let entry = branching(game, dice);
        let found = one(Format::SGF, &Format::SGF.write(std::slice::from_ref(&entry)), &options(None, None));
        assert_eq!(outline(game, &found.whole()), outline(game, &entry.whole()));
    }
}

/// Trees in PGN, with marks of how good moves are, alone and by way of SGF.
#[test]
fn trees_in_pgn() {
    let dice = &mut dice(11);
    let qualities = |entry: &Entry| {
        let tree = entry.whole();
        (0..tree.len()).map(|node| tree.note(node).and_then(|note| note.quality)).collect::<Vec<_>>()
    };
    for round in 0..300 {
        let rules = [Rules::RENJU, Rules::PENTE, Rules::FREESTYLE, Rules::KERYO][round % 4].clone();
        let game = game(rules, (round % 3 == 0).then_some(15));
        let mut entry = branching(game, dice);
        let mut tree = entry.whole().into_owned();
        for node in 1..tree.len() {
            if dice.random_bool(0.3) {
                tree.note_mut(node).quality = Some(Quality::ALL[dice.random_range(0..6_usize)]);
            }
            if dice.random_bool(0.1) {
                tree.note_mut(node)
                    .say(["}", "a } b\n\n c", " ; {", "% x", "1. K10 (2) $1"][dice.random_range(0..5_usize)]);
            }
        }
        entry.tree = Some(tree);
        entry.about.players = ["Ann \"]\\", "(Bob)"].map(str::to_owned);
        Format::PGN.check(&entry).expect("held");
        let bytes = Format::PGN.write(std::slice::from_ref(&entry));
        let text = String::from_utf8_lossy(&bytes);
        let found = one(Format::PGN, &bytes, &options(None, None));
        assert!(found.damage.is_empty(), "{:?}\n{text}", found.damage);
        assert_eq!(outline(game, &found.whole()), outline(game, &entry.whole()), "{text}");
        assert_eq!((found.game, &found.about), (game, &entry.about), "{text}");
        let sorted = |entry| {
            let mut list: Vec<_> = qualities(entry);
            list.sort_by_key(|quality| quality.map(Quality::mark));
            list
        };
        assert_eq!(sorted(&found), sorted(&entry), "{text}");
        assert_eq!(Format::PGN.write(std::slice::from_ref(&found)), bytes);
        let sgf = one(Format::SGF, &Format::SGF.write(&[found]), &options(None, None));
        assert_eq!(String::from_utf8_lossy(&Format::PGN.write(&[sgf])), text);
    }
}

#[test]
fn foreign_properties_go_from_sgf_to_sgf_alone() {
    let dice = &mut dice(8);
    for rules in [Rules::RENJU, Rules::PENTE, Rules::NDENGROD] {
        for _ in 0..50 {
            let game = game(rules.clone(), None);
            let entry = with_foreign(branching(game, dice), dice);
            let notes = |entry: &Entry| {
                let tree = entry.whole();
                (0..tree.len()).map(|node| tree.note(node).cloned().unwrap_or_default()).collect::<Vec<_>>()
            };
            let foreign = |entry: &Entry| notes(entry).into_iter().map(|note| note.foreign).collect::<Vec<_>>();
            let bytes = Format::SGF.write(std::slice::from_ref(&entry));
            let found = one(Format::SGF, &bytes, &options(None, None));
            assert_eq!(outline(game, &found.whole()), outline(game, &entry.whole()));
            assert_eq!(Format::SGF.write(std::slice::from_ref(&found)), bytes);
            let mut sorted = [&found, &entry].map(foreign);
            sorted.iter_mut().for_each(|notes| notes.sort());
            assert_eq!(sorted[0], sorted[1], "the nodes are written in another order, with the same properties");
        }
        let game = game(rules.clone(), None);
        let plain = played(game, 9, dice);
        let entry = with_foreign(plain.clone(), dice);
        for &format in ALL {
            assert_eq!(format.check(&entry), format.check(&plain), "{format:?}");
            if ![Format::SGF, Format::DB].contains(&format) && format.check(&plain).is_ok() {
                assert_eq!(format.write(std::slice::from_ref(&entry)), format.write(std::slice::from_ref(&plain)));
            }
        }
    }
}

#[test]
fn set_up_positions_in_text_and_sgf() {
    let rules = Rules::FREESTYLE;
    let line = "position 15/15/15/15/15/15/7xo6/7ox6/15/15/15/15/15/15/15 o 0 0 moves j10 a1";
    let start = options(Some(rules.name), None);
    let entry = one(Format::TXT, line.as_bytes(), &start);
    assert_eq!(Format::TXT.write(std::slice::from_ref(&entry)), format!("{line}\n").into_bytes());
    let sgf = Format::SGF.write(std::slice::from_ref(&entry));
    let found = one(Format::SGF, &sgf, &start);
    assert_eq!(Format::TXT.write(&[found]), format!("{line}\n").into_bytes(), "{}", String::from_utf8_lossy(&sgf));
    for format in [Format::PSQ, Format::REC, Format::POS, Format::PGN, Format::LIB, Format::DB, Format::OFFSET] {
        assert!(matches!(format.check(&entry), Err(CapacityError::SetUp(_))), "{format:?}");
    }
    let captured = "position 19/19/19/19/19/19/19/19/19/9x9/19/19/19/19/19/19/19/19/19 o 4 0";
    let entry = one(Format::TXT, captured.as_bytes(), &options(Some("pente"), None));
    assert!(matches!(Format::SGF.check(&entry), Err(CapacityError::Captured("sgf"))));
}

#[test]
fn games_without_moves() {
    let game = game(Rules::RENJU, None);
    let entry = Entry::new(None, game, None, Vec::new());
    for &format in ALL {
        if format.check(&entry).is_ok() {
            let found = one(format, &format.write(std::slice::from_ref(&entry)), &options(Some("renju"), None));
            assert!(found.moves.is_empty() && found.damage.is_empty(), "{format:?} {found:?}");
        } else {
            assert!([Format::REC, Format::OFFSET].contains(&format) || !format.is_written(), "{format:?}");
        }
    }
}

#[test]
fn real_games_through_every_format() {
    for (table, rules) in [(real_games::PENTE, Rules::PENTE), (real_games::NINUKI, Rules::NINUKI)] {
        let game = game(rules.clone(), None);
        let start = options(Some(rules.name), None);
        let entry = |text: &String| {
            let moves: Vec<Written> = txt::moves(game.grid(), text.split(' '), None);
            Entry::new(None, game, None, moves)
        };
        let games = match real_games::rows(table) {
            Ok(games) => games,
            Err(reason) => return println!("{reason}"),
        };
        let entries: Vec<Entry> = games.iter().filter_map(|row| row.last()).map(entry).collect();
        for format in [Format::TXT, Format::SGF, Format::PGN, Format::OFFSET] {
            let found = read(format, &format.write(&entries), &start);
            assert_eq!(found.len(), entries.len(), "{format:?}");
            for (found, entry) in found.iter().zip(&entries) {
                assert_eq!(moves(found.as_ref().expect("readable")), moves(entry), "{format:?}");
            }
        }
        for entry in entries.iter().step_by(7) {
            for format in [Format::PSQ, Format::REC, Format::POS] {
                let bytes = format.write(std::slice::from_ref(entry));
                assert_eq!(moves(&one(format, &bytes, &start)), moves(entry), "{format:?}");
            }
        }
    }
}

#[test]
fn a_long_line_wraps_where_it_should() {
    let mut dice = dice(5);
    for _ in 0..50 {
        let plies = dice.random_range(1..200);
        let entry = played(game(Rules::PENTE, None), plies, &mut dice);
        let pgn = String::from_utf8(Format::PGN.write(&[entry])).expect("text");
        assert!(pgn.lines().all(|line| line.len() < 80 && line.trim_end() == line), "{pgn}");
    }
}

/// Games in which stones are set up and sides pass in the middle, with results and authors as other programs write them.
#[test]
fn set_ups_and_passes_anywhere_in_a_tree() {
    let dice = &mut dice(11);
    for _ in 0..300 {
        let game = game(Rules::FREESTYLE, Some(15));
        let entry = arranged(game, dice);
        assert_eq!(entry.whole().checked(game, None).1, [], "the rules refuse nothing");
        assert_eq!(Replayed::new(Ok(entry.clone())).error, None);
        let bytes = Format::SGF.write(std::slice::from_ref(&entry));
        let found = one(Format::SGF, &bytes, &options(None, None));
        let text = String::from_utf8_lossy(&bytes);
        assert_eq!(outline(game, &found.whole()), outline(game, &entry.whole()), "{text}");
        assert_eq!((moves(&found), found.changes.len()), (moves(&entry), entry.changes.len()), "{text}");
        let positions = [&entry, &found].map(|entry| Replayed::new(Ok(entry.clone())).record.position_text());
        assert_eq!(positions[0], positions[1], "{text}");
        assert_eq!(found.result_text, entry.result_text);
        assert!(found.remarks.is_empty() && found.damage.is_empty(), "{:?} {text}", found.remarks);
        assert_eq!(Format::SGF.write(&[found]), bytes);
    }
}
