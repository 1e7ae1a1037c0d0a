//! SGF files, game by game.

use engine::Outcome;
use engine::notation::move_text;

use super::*;
use crate::Replayed;

/// Replays all games of a text under the options `--rules`, `--size`, and prints each in short.
fn replayed(text: &str, rules: Option<&str>, size: Option<usize>) -> Vec<String> {
    let start = Choice { rules: rules.map(str::to_owned), size: size.map(Into::into), ..Choice::default() };
    let short = |entry| {
        let game = Replayed::new(entry);
        let played = game.record.game();
        let moves: Vec<_> = game.moves.iter().map(|(mv, _)| move_text(played.grid(), *mv)).collect();
        let mut text = format!("{} {} {}", played.rules().name, played.grid().size(), moves.join(" "));
        if let Some(Outcome { winner, reason }) = game.outcome() {
            text += &format!(", {} {reason}", winner.map_or('-', Color::symbol));
        }
        if let Some(error) = game.error {
            text += &format!(" ! {error}");
        }
        text
    };
    Games::new(text.into(), &start).map(short).collect()
}

fn one(text: &str) -> String {
    let mut games = replayed(text, None, None);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0)
}

#[test]
fn the_main_line_is_the_first_child_at_every_branch() {
    let text = "(;GM[4]RU[pente];B[jj](;W[kk](;B[gg])(;B[ff]))(;W[ll];B[mm]))";
    assert_eq!(one(text), "pente 19 K10 L9 G13");
}

#[test]
fn the_record_names_its_game_and_board_unless_the_options_do() {
    let text = "(;GM[4]RU[Pente]SZ[15:15];B[hh])";
    assert_eq!(one(text), "pente 15 H8");
    assert_eq!(replayed(text, Some("freestyle"), None), ["freestyle 15 h8"]);
    assert_eq!(replayed(text, None, Some(19)), ["pente 19  ! 1: ply 1: H12: the first move must take the centre"]);
    assert_eq!(one("(;GM[103]SZ[19];B[K10])"), "keryo 19 K10");
    assert!(one("(;RU[no such rules];B[jj])").contains("RU[no such rules] is no game known here"));
    assert_eq!(replayed("(;RU[no such rules];B[jj])", Some("pente"), None), ["pente 19 K10"]);
    assert_eq!(one("(;RU[no such rules]GM[103];B[jj])"), "keryo 19 K10");
    let unnamed = one("(;RU[];B[jj])");
    assert!(unnamed.contains("no game is named here, --rules names it: ninuki, "), "{unnamed}");
    assert_eq!(one("(;GM[4]RU[freestyle]SZ[8:6];B[hf])"), "freestyle 6 h1");
    assert!(one("(;GM[2];B[jj])").contains("Othello (GM)") && one("(;GM[12];B[jj])").contains("GM[12]"));
    assert!(one("(;RU[pente]SZ[nineteen];B[jj])").contains("SZ[nineteen]"));
    assert!(one("(;RU[pente]SZ[14];B[jj])").contains("13, 15, 17, 19, 21"));
}

#[test]
fn points_are_letters_from_the_top_or_names() {
    assert_eq!(one("(;RU[pente];B[K10];W[aa];B[ss])"), "pente 19 K10 A19 T1");
    assert_eq!(one("(;RU[renju];B[hh];W[i9];B[oo])"), "renju 15 h8 i9 o1");
    assert_eq!(one("(;RU[ndengrod];B[d3];W[swap];W[e5];B[i9])"), "ndengrod 5 d3 swap e5 i9");
    assert_eq!(
        one("(;RU[pente];B[jj];W[zz])"),
        concat!("pente 19 K10 ! 1: ply 2: zz: column 19: ", "\"zz\" is no point of this board (A1-T19), swap or pass")
    );
}

#[test]
fn an_empty_move_and_tt_pass_where_they_are_no_points() {
    for text in ["(;RU[pente];B[jj];W[])", "(;RU[pente];B[jj];W[tt])"] {
        assert!(one(text).contains("ply 2: pass: passing is allowed only"), "{text}");
    }
    assert_eq!(one("(;RU[freestyle]SZ[22];B[tt])"), "freestyle 22 t3");
}

#[test]
fn escapes_and_order_of_properties_do_not_matter() {
    let text = "(;C[a \\] and (;B[aa\\] \\\\];B[jj]SZ[15]\n PB[x]RU [free\\\nstyle];\tW[kk]\r\n;B[zz])";
    let found = one(text);
    assert!(found.starts_with("freestyle 15 j6 k5 ! 4: ply 3: zz: "), "{found}");
}

#[test]
fn whoever_moves_first_is_x() {
    assert_eq!(one("(;GM[101]RE[W+R];W[K10];B[L10])"), "pente 19 K10 L10, x resigned");
    assert_eq!(one("(;GM[101]RE[B+R];W[K10];B[L10])"), "pente 19 K10 L10, o resigned");
    let twice = one("(;GM[101];B[K10];B[L10])");
    assert_eq!(twice, "pente 19 K10 ! 1: ply 2: L10: the record gives this stone to Black, White is to move");
}

#[test]
fn recorded_results_hold_where_the_rules_find_none() {
    for (result, outcome) in [
        ("B+R", ", x resigned"),
        ("w+resign", ", o resigned"),
        ("W+T", ", o time"),
        ("B+Time", ", x time"),
        ("Draw", ", - agreed"),
        ("0", ", - agreed"),
        ("agreed", ", - agreed"),
        ("B+5", ""),
        ("B+F", ""),
        ("?", ""),
    ] {
        assert_eq!(one(&format!("(;RE[{result}]RU[pente];B[jj])")), format!("pente 19 K10{outcome}"));
    }
    let five = "(;RU[freestyle]RE[W+R];B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae])";
    assert!(one(five).ends_with("a11, x five"), "{}", one(five));
}

#[test]
fn stones_are_set_up_before_the_moves() {
    let text = "(;RU[renju]AB[hh][aa:bb]AW[ii];AE[ba]PL[W];W[jj];B[kk])";
    assert_eq!(one(text), "renju 15 j6 k5");
    let entries: Vec<_> = Games::new(text.into(), &Choice::default()).collect();
    let setup = entries[0].as_ref().expect("readable").setup.as_ref().expect("a position");
    assert_eq!((setup.stones.len(), setup.to_move), (5, Color::White));
    assert_eq!(one("(;RU[renju]AB[hh]AW[ii];W[jj])"), "renju 15 j6");
    assert_eq!(one("(;RU[renju]AB[hh]AW[ii];W[jj];AB[kk])"), "renju 15 j6");
    assert!(one("(;RU[renju]AB[hh]AW[ii];W[jj];AB[qq])").contains("! 1: ply 2: AB: column 31: \"qq\" is no point"));
    assert!(one("(;RU[renju]AB[hh]AW[hh])").contains("h8 is given twice"));
    assert!(one("(;RU[renju]AB[hh]\nPL[x])").contains("! 2: column 1: PL[x]"));
}

/// The only game of a text, written again, without its first line.
fn again(text: &str) -> String {
    let mut games: Vec<_> = Games::new(text.into(), &Choice::default()).collect();
    let mut out = Vec::new();
    write(&games.remove(0).expect("readable"), &mut out).expect("memory");
    String::from_utf8(out).expect("text")
}

#[test]
fn foreign_properties_stay_at_their_nodes_as_they_are_written() {
    let text = "(;FF[3]GM[4]CA[latin1]AP[Other:1]SZ[15]RU[renju]PB[Ann]TM[600]XY[a\\]b\\\\][c\\:d]KM[0]\n\
                ;B[hh]BL[594.2]C[said](;W[hg]TR[aa][bb:cc];\n;B[ii]N[line\\\nend])(;W[ig]LB[jj:A][zz:x][k]MA[ig][aa]))";
    let written = again(text);
    let (root, moves) = written.split_once('\n').expect("a root");
    assert!(root.ends_with("SZ[15]RU[renju]PB[Ann]KM[0]TM[600]XY[a\\]b\\\\][c\\:d]"), "{root}");
    assert!(root.starts_with("(;FF[4]GM[4]CA[UTF-8]AP[Other:1]SZ[15]") && !root.contains("latin1"), "{root}");
    assert_eq!(
        moves,
        ";B[hh]BL[594.2]C[said](;W[hg]TR[aa][bb:cc];B[ii]N[line\\\nend])(;W[ig]LB[jj:A][zz:x][k]MA[ig][aa]))\n"
    );
    assert_eq!(again(&written), written);
    assert!(again("(;RU[pente];B[jj];W[zz]TR[aa])").ends_with("\n;B[jj])\n"), "nothing follows what cannot be read");
    let moved = again("(;RU[renju];B[hh]N[one];N[two]MA[hh];W[hg]N[three])");
    assert!(moved.ends_with(";B[hh]MA[hh]N[one][two];W[hg]N[three])\n"), "{moved}");
}

#[test]
fn foreign_properties_of_a_colour_follow_it() {
    let written = again("(;GM[101]BR[3d]WR[1k]V[-1.5]TM[9];W[K10]WL[8]OB[2]V[+2];B[L10]BL[7])");
    let expected = "BR[1k]TM[9]V[1.5]WR[3d]\n;B[jj]BL[8]OW[2]V[-2];W[kj]WL[7])\n";
    assert!(written.ends_with(expected), "{written}");
}

#[test]
fn damage_is_reported_with_its_line_and_the_next_game_is_read() {
    let good = "(;GM[4]RU[pente];B[jj])";
    for (damaged, line, part) in [
        ("(;GM[4]RU[pente];B[jj]", 2, "another begins before"),
        ("(;GM[4]RU[pente];B[jj](;W[kk])", 2, "another begins before"),
        ("(;GM[4]RU[pente];B[jj];W[k", 2, "another begins within"),
        ("(;GM[4]RU[pente];B[jj]\n!)", 3, "'!' is no part"),
        ("(;GM[4]RU[pente]B)", 2, "'B' is no part"),
    ] {
        let games = replayed(&format!("\n{damaged}\n{good}"), None, None);
        assert_eq!(games.len(), 2, "{damaged} {games:?}");
        assert!(games[0].contains(&format!("! {line}: ")) && games[0].contains(part), "{damaged} {games:?}");
        assert_eq!(games[1], "pente 19 K10", "{damaged}");
    }
    for (damaged, part) in [("", "no SGF game"), ("\0\u{1}junk", "no SGF game"), ("(;C[", "']' is missing")] {
        let part = part.replace("']' is missing", "lacks its closing ']'");
        assert!(one(damaged).contains(&part), "{damaged:?}: {}", one(damaged));
    }
    assert!(one("(;GM[4];B[jj]").contains("')' is missing"));
}

#[test]
fn endless_nesting_costs_no_stack_and_little_time() {
    let deep = "(;".repeat(300_000);
    assert!(one(&deep).contains("')' is missing"));
    let lines = replayed(&"(;\n".repeat(50_000), None, None);
    assert!(lines.last().is_some_and(|last| last.contains("the rest of the file is not read")), "{}", lines.len());
}

#[cfg(feature = "own-games")]
#[test]
fn a_game_of_ones_own_is_read_as_it_was_written() {
    let text = "name = \"mine\"\nbase = \"pente\"\ntitle = 'a ] and a \\ [of] mine:'\nsizes = [9, 13]\ndefault-size = 9\n\
                opening.first-centre = false\nopening.third-beyond = \"none\"\n";
    let rules = variants::parse(text).expect("rules");
    let own = Choice { own: Some(rules.clone()), ..Choice::default() };
    let entry = own.entry("A1 B2").expect("a game");
    let written = crate::Format::SGF.write(&[entry]);
    let sgf = String::from_utf8(written.clone()).expect("text");
    assert!(sgf.contains("SZ[9]RU[mine]RULES[{name = "), "{sgf}");
    let read = |bytes: &[u8], choice: &Choice| {
        let mut found = crate::Format::SGF.read(bytes.to_vec(), choice).expect("SGF");
        found.next().expect("a game").map_err(|error| error.to_string())
    };
    let found = read(&written, &Choice::default()).expect("its own rules");
    assert_eq!((found.game.rules(), found.game.grid().size(), found.played().count()), (&rules, 9, 2));
    assert_eq!(crate::Format::SGF.write(&[found]), written);
    let asked = Choice { rules: Some("freestyle".to_owned()), ..Choice::default() };
    assert_eq!(read(&written, &asked).expect("rules asked for").game.rules().name, "freestyle");
    let other = read(b"(;RU[Japanese];B[aa])", &own).expect("rules given");
    assert_eq!((other.game.rules().name, other.played().count()), ("mine", 1));
    let wrong = read(b"(;RU[mine]RULES[{name = \"mine\"}];B[aa])", &Choice::default()).expect_err("no base");
    assert_eq!(wrong, "line 1: RULES: 1:1: the key base is missing");
}
