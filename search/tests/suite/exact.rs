//! Exact values of small boards: two ways to find them agree, tables show them, and what is no table is refused.

use std::sync::atomic::AtomicBool;

use engine::{Bitboard, Game, PointSet, Rules};
use search::exact::{Bounds, FirstMove, Method, Table, Value, fits, solve_start};

const ENOUGH: Bounds = Bounds { until: None, nodes: u64::MAX, memory: 1 << 26, threads: 1, only: Bitboard::EMPTY };

fn hexagon(size: usize, length: usize) -> &'static Game {
    Game::new(Rules::NDENGROD, Some(size), Some(length)).expect("a board of the game")
}

fn solved(game: &'static Game, method: Method, hints: Option<&Table>, bounds: Bounds) -> Table {
    solve_start(game, method, hints, bounds, &AtomicBool::new(false), &mut |_| ()).expect("a small board").0
}

fn values(table: &Table) -> Vec<Option<Value>> {
    table.first_moves().expect("a small board").iter().map(FirstMove::value).collect()
}

/// The values of the first moves, row by row: `+` wins, `=` draws, `-` loses.
fn signs(table: &Table) -> String {
    let sign = |value: Option<Value>| match value {
        Some(Value::Win) => '+',
        Some(Value::Draw) => '=',
        Some(Value::Loss) => '-',
        None => '?',
    };
    values(table).into_iter().map(sign).collect()
}

#[test]
fn proofs_and_retrograde_iteration_agree() {
    for game in [hexagon(3, 3), with("suicide", "true", 3), with("stuck", "pass", 3)] {
        let [proofs, retrograde] =
            [Method::Proofs, Method::Retrograde].map(|method| solved(game, method, None, ENOUGH));
        assert_eq!(values(&proofs), values(&retrograde), "{game:?}");
        assert!(values(&proofs).iter().all(Option::is_some), "{game:?}");
        assert_eq!((proofs.verify(), retrograde.verify()), (Ok(()), Ok(())), "{game:?}");
    }
}

/// Side 3, with one flag changed.
fn with(flag: &str, value: &str, length: usize) -> &'static Game {
    let mut rules = Rules::NDENGROD;
    rules.set_flag(flag, value).expect("a flag of the game");
    Game::new(rules, Some(3), Some(length)).expect("a board of the game")
}

/// With lines of 5, the inner first moves draw only because a side without a legal move ends the game.
#[test]
fn a_pass_makes_the_inner_first_moves_win() {
    let table = Table::shipped(with("stuck", "pass", 5)).expect("a shipped table");
    assert_eq!((signs(&table).as_str(), table.verify()), ("----++--+++--++----", Ok(())));
    let bytes = table.to_bytes();
    let heading = "table 1\ngame ndengrod\nflag stuck pass\nsize 3\nlength 5\n";
    assert!(bytes.starts_with(heading.as_bytes()));
    // By the other reading such a table shows too much.
    let drawn = [heading.replace("flag stuck pass\n", "").as_bytes(), &bytes[heading.len()..]].concat();
    assert!(Table::parse(&drawn).expect("a table").verify().is_err());
}

#[test]
fn the_tables_that_are_shipped_are_right() {
    let boards = [
        (3, 3, "+-+-++-+++++-++-+-+"),
        (3, 4, "----++--+++--++----"),
        (3, 5, "----==--=+=--==----"),
        (4, 4, "-----------++----+++----++-----------"),
    ];
    for (size, length, expected) in boards {
        let table = Table::shipped(hexagon(size, length)).expect("a shipped table");
        assert_eq!(signs(&table), expected, "side {size}, lines of {length}");
        // The largest takes some seconds: `ninuki solve --table FILE` and `ninuki verify FILE` check it.
        if table.sizes().0 < 100_000 {
            assert_eq!(table.verify(), Ok(()), "side {size}, lines of {length}");
        }
        assert_eq!(Table::parse(&table.to_bytes()), Ok(table));
    }
}

/// Gomoku on a board too small to win on.
#[test]
fn square_boards_are_solved_too() {
    let game = Game::new(Rules::FREESTYLE, Some(5), None).expect("a board of the game");
    let bounds = Bounds { nodes: 300, ..ENOUGH };
    let table = solved(game, Method::Proofs, None, bounds);
    assert!(values(&table).iter().all(Option::is_none), "300 positions are not enough");
    assert!(fits(game) && !fits(hexagon(5, 5)));
    for rules in [Rules::NINUKI, Rules::PENTE, Rules::RENJU] {
        assert!(!fits(Game::new(rules, None, None).expect("the usual board")));
    }
}

#[test]
fn some_first_moves_can_be_asked_about_alone() {
    let game = hexagon(3, 4);
    let mut only = Bitboard::EMPTY;
    only.insert(game.grid().parse("b3").expect("a point"));
    let table = solved(game, Method::Proofs, None, Bounds { only, ..ENOUGH });
    assert_eq!((signs(&table).as_str(), table.verify()), ("????++??+?+??++????", Ok(())), "and those they look like");
}

#[test]
fn threads_help_each_other_to_the_same_values() {
    let game = hexagon(3, 4);
    let table = solved(game, Method::Proofs, None, Bounds { threads: 3, ..ENOUGH });
    assert_eq!((signs(&table).as_str(), table.verify()), ("----++--+++--++----", Ok(())));
    let stopped = Bounds { threads: 3, nodes: 500, ..ENOUGH };
    let (part, nodes) =
        solve_start(game, Method::Proofs, None, stopped, &AtomicBool::new(false), &mut |_| ()).expect("a small board");
    // Two threads may each have a VCF search under way when the third one takes the last node.
    assert!((500..=500 + 2 * 101).contains(&nodes) && part.verify() == Ok(()), "{nodes}");
}

#[test]
fn an_interrupted_search_goes_on_where_it_was() {
    let game = hexagon(3, 4);
    let mut hints = None;
    let stop = AtomicBool::new(false);
    let half = Bounds { nodes: 12_000, ..ENOUGH };
    let keep = &mut |step: &search::exact::Step<'_>| hints = Some((step.hints)());
    let (part, _) = solve_start(game, Method::Proofs, None, half, &stop, keep).expect("a small board");
    assert_eq!(part.verify(), Ok(()));
    let hints = hints.expect("a step");
    assert!(hints.sizes().0 > 5, "{:?}", hints.sizes());
    let whole = solved(game, Method::Proofs, Some(&Table::parse(&hints.to_bytes()).expect("our own")), ENOUGH);
    assert_eq!((signs(&whole).as_str(), whole.verify()), ("----++--+++--++----", Ok(())));
}

/// Without hints this takes millions of positions.
#[test]
fn what_is_shown_by_a_table_need_not_be_found_again() {
    let shipped = Table::shipped(hexagon(3, 5)).expect("a shipped table");
    let bounds = Bounds { nodes: 50_000, memory: 1 << 28, ..ENOUGH };
    let table = solved(shipped.game, Method::Proofs, Some(&shipped), bounds);
    assert_eq!(signs(&table), signs(&shipped));
}

#[test]
fn a_table_that_is_wrong_is_refused() {
    let table = Table::shipped(hexagon(3, 3)).expect("a shipped table");
    let bytes = table.to_bytes();
    let heading = bytes.len() - bytes.iter().rev().position(|&byte| byte == b'\n').expect("a heading");
    let (mut damaged, mut wrong) = (0, 0);
    for at in heading..bytes.len() {
        for change in [1, 2, 64] {
            let mut bytes = bytes.clone();
            bytes[at] ^= change;
            match Table::parse(&bytes) {
                Err(_) => damaged += 1,
                Ok(table) => wrong += usize::from(table.verify().is_err()),
            }
        }
    }
    // A rank that is higher than it need be does no harm.
    assert!(damaged + wrong > 2 * (bytes.len() - heading), "{damaged} damaged, {wrong} wrong");
    let text = |from: &str, to: &str| {
        let heading = String::from_utf8_lossy(&bytes[..heading]).replacen(from, to, 1);
        Table::parse(&[heading.as_bytes(), &bytes[heading.len().min(bytes.len())..]].concat())
    };
    for (from, to) in [("table 1", "table 2"), ("ndengrod", "chess"), ("size 3", "size 2"), ("length 3", "length 9")] {
        assert!(text(from, to).is_err(), "{from} as {to}");
    }
    assert!(Table::parse(&bytes[..bytes.len() - 1]).is_err());
    assert!(Table::parse(&[&bytes[..], &[0]].concat()).is_err());
    assert!(Table::parse(b"").is_err() && Table::parse(b"table 1").is_err());
}
