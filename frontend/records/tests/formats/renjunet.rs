//! RenjuNet's database.

use engine::{Color, Game, Rules};
use ninuki_records::tree::ROOT;
use ninuki_records::{Choice, Claim, Encoding, Entry, Format, How};
use rand::RngExt;

use crate::games::{dice, played};
use crate::{game, one, options, read, short};

const RIF: &str = "<?xml version=\"1.0\"?>
<database version=\"1.0\">
<rules>
<rule id=\"1\" name=\"RIF\" category=\"1\">Renju</rule>
<rule id=\"9\" name=\"Gomoku Swap2\"/>
</rules>
<openings><opening id=\"21\" abbr=\"D1\" name=\"Ura-getsu\" /></openings>
<players>
<player id=\"1\" name=\"Ann\" surname=\"A &amp; B\" country=\"1\" />
<player id=\"2\" surname=\"Bob\" />
</players>
<tournaments><tournament id=\"3\" name=\"Open\" year=\"2005\" start=\"2005-08-01\"/></tournaments>
<games>
<game id=\"1\" tournament=\"3\" round=\"F2\" rule=\"1\" black=\"1\" white=\"2\" bresult=\"0.5\" opening=\"21\" alt=\"i8\" swap=\"R\">
<move>h8 h9
h10</move>
<info>a &lt;note&gt; &#65;</info>
</game>
<game id=\"2\" rule=\"9\" black=\"2\" white=\"1\" bresult=\"1\"><move>h8i9j10</move></game>
<game id=\"3\" rule=\"1\"><move>h8 i9 z99 h9</move></game>
<game id=\"4\" rule=\"1\"></game>
<game id=\"5\" bresult=\"0\"><move>h8 h8</move></game>
</games>
</database>
";

#[test]
fn renjunet() {
    let found = read(Format::RIF, RIF.as_bytes(), &options(None, None));
    assert_eq!(found.len(), 5);
    let first = found[0].as_ref().expect("readable");
    assert_eq!(first.about.players, ["Ann A & B", "Bob"]);
    assert_eq!([&first.about.event, &first.about.date, &first.about.round], ["Open", "2005-08-01", "F2"]);
    assert_eq!(first.about.opening, "RIF: D1 Ura-getsu, fifth moves i8, swap R");
    assert_eq!(first.tree.as_ref().and_then(|tree| tree.note(0)).expect("a note").comment, "a <note> A");
    assert_eq!(short(first.clone()), "renju 15x15 h8 h9 h10, - agreed");
    assert_eq!(short(found[1].clone().expect("readable")), "standard 15x15 h8 i9 j10");
    assert!(short(found[2].clone().expect("readable")).starts_with("renju 15x15 h8 i9 ! 20: ply 3: z99"));
    assert_eq!(found[3].clone().expect_err("no moves"), "21: the game has no <move>");
    assert!(short(found[4].clone().expect("readable")).ends_with("! 22: ply 2: h8: the point is occupied"));
    let sgf = Format::SGF.write(std::slice::from_ref(first));
    assert_eq!(one(Format::SGF, &sgf, &options(None, None)).about, first.about);
}

#[test]
fn renjunet_is_read_up_to_what_is_no_xml() {
    let cut = &RIF[..RIF.find("h10").expect("there")];
    let found = read(Format::RIF, cut.as_bytes(), &options(None, None));
    assert_eq!(found.len(), 1);
    assert!(found[0].as_ref().expect_err("cut off").contains("16: column 1: this is no XML: "), "{found:?}");
    let broken = RIF.replace("<game id=\"3\"", "<game id=<");
    let found = read(Format::RIF, broken.as_bytes(), &options(None, None));
    assert!(found[1].is_ok() && found.last().expect("some").is_err(), "{found:?}");
    for none in ["", "<a/>", "h8 i9"] {
        let found = read(Format::RIF, none.as_bytes(), &options(None, None));
        assert!(found.len() == 1 && found[0].is_err(), "{none}: {found:?}");
    }
}

const WRITTEN: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<database version="1.0">
<rules>
<rule id="1" name="RIF" category="1"><info>Renju</info></rule>
<rule id="9" name="Gomoku Swap2"/>
</rules>
<openings>
<opening id="21" abbr="D1" name="Ura-getsu"/>
</openings>
<players>
<player id="1" name="Ann" surname="A &amp; B"/>
<player id="2" surname="Bob"/>
</players>
<tournaments>
<tournament id="3" name="Open" year="2005" start="2005-08-01"/>
</tournaments>
<games>
<game id="1" tournament="3" round="F2" rule="1" black="1" white="2" bresult="0.5" opening="21" alt="i8" swap="R"><move>h8 h9 h10</move><info>a &lt;note&gt; A</info></game>
<game id="2" rule="9" black="2" white="1" bresult="1"><move>h8 i9 j10</move><info/></game>
<game id="5" bresult="0"><move>h8 h8</move><info/></game>
</games>
</database>
"#;

/// The games of a file that are readable.
fn games(bytes: &[u8]) -> Vec<Entry> {
    read(Format::RIF, bytes, &options(None, None))
        .into_iter()
        .flatten()
        .filter(|entry| entry.moves.iter().all(|mv| mv.mv.is_ok()))
        .collect()
}

/// All that a file holds of a game.
fn held(entry: &Entry) -> String {
    let Entry { game, about, result, result_text, .. } = entry;
    let moves: Vec<_> = entry.played().collect();
    let comment = entry.tree.as_ref().and_then(|tree| tree.note(ROOT)).map_or("", |note| &note.comment);
    format!("{} {about:?} {result:?} {result_text} {moves:?} {comment}", game.rules().name)
}

/// Reads a file, writes and reads its games, and checks that nothing is lost. Returns what was written.
fn again(entries: &[Entry], encoding: Option<Encoding>) -> String {
    for entry in entries {
        Format::RIF.check_in(entry, encoding).expect("held");
    }
    let bytes = Format::RIF.write_in(entries, encoding);
    let found = games(&bytes);
    assert_eq!(found.iter().map(held).collect::<Vec<_>>(), entries.iter().map(held).collect::<Vec<_>>());
    assert_eq!(Format::RIF.write_in(&found, encoding), bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn renjunet_is_written_as_it_is_read() {
    let entries = games(RIF.as_bytes());
    assert_eq!(entries.len(), 3);
    assert_eq!(again(&entries, None), WRITTEN);
    // SGF holds the rows, too.
    let sgf = Format::SGF.write(&entries);
    let found: Vec<_> = read(Format::SGF, &sgf, &options(None, None)).into_iter().flatten().collect();
    assert_eq!(String::from_utf8(Format::RIF.write(&found)).expect("text"), WRITTEN);
}

#[test]
fn changed_names_are_written_and_equal_numbers_of_other_files_kept_apart() {
    let mut entries = games(RIF.as_bytes());
    entries.truncate(1);
    let mut other = entries[0].clone();
    other.about.players[1] = "Zoë <x>".to_owned();
    other.about.opening = "RIF: D1 Ura-getsu, swap --".to_owned();
    other.about.event.clear();
    other.about.place = "Tartu".to_owned();
    entries.push(other);
    let renamed = RIF.replace("Bob", "Eve").replace("Open", "Closed");
    entries.extend(games(renamed.as_bytes()).into_iter().take(1));
    let bytes = Format::RIF.write(&entries);
    let found = games(&bytes);
    let about = |entries: &[Entry]| entries.iter().map(|entry| entry.about.clone()).collect::<Vec<_>>();
    assert_eq!(about(&found), about(&entries));
    assert_eq!(Format::RIF.write(&found), bytes);
    let text = String::from_utf8(bytes).expect("text");
    assert_eq!(text.matches("surname=\"A &amp; B\"").count(), 1, "{text}");
}

#[test]
fn random_games_with_texts_of_all_kinds() {
    const TEXTS: [&str; 14] = [
        "",
        "Ann",
        "A & B <\"c\">",
        "RIF",
        "swap2: -- white",
        "x: a, swap y",
        "Gomoku: fifth moves i8",
        "\\]:[",
        "1",
        "花月",
        "a\tb\nc",
        "&amp;",
        "'",
        "Ильин",
    ];
    let dice = &mut dice(21);
    let encodings = [None, Some("windows-1251"), Some("gbk"), Some("shift_jis"), Some("windows-1252")];
    for round in 0..400_usize {
        let mut entries = Vec::new();
        for _ in 0..dice.random_range(1..4) {
            let rules = Rules::ALL[dice.random_range(0..Rules::ALL.len())].clone();
            let Some(game) = Game::new(rules, Some(15), None).ok().filter(|game| !game.rules().hexagonal()) else {
                continue;
            };
            let mut entry =
                Entry { about: Default::default(), result: None, ..played(game, dice.random_range(0..20), dice) };
            for written in &mut entry.moves {
                written.ms = None;
            }
            let text = |dice: &mut rand::rngs::StdRng| TEXTS[dice.random_range(0..TEXTS.len())].to_owned();
            let about = &mut entry.about;
            for place in about.players.iter_mut().chain([
                &mut about.date,
                &mut about.event,
                &mut about.round,
                &mut about.place,
                &mut about.opening,
            ]) {
                *place = text(dice);
            }
            let hows = [How::Unsaid, How::Resigned, How::Time, How::Forfeit];
            entry.result = match dice.random_range(0..4) {
                0 => None,
                1 => Some(Claim { winner: None, how: How::Unsaid }),
                _ => Some(Claim { winner: Some(Color::ALL[round % 2]), how: hows[dice.random_range(0..4_usize)] }),
            };
            let mut tree = entry.whole().into_owned();
            tree.note_mut(ROOT).say(["", "resigned", "good & <bad>\n花", "]]>"][dice.random_range(0..4_usize)]);
            entry.tree = Some(tree);
            if Format::RIF.check(&entry).is_ok() {
                entries.push(entry);
            }
        }
        let encoding = encodings[round % encodings.len()].map(|name| name.parse::<Encoding>().expect(name));
        let bytes = Format::RIF.write_in(&entries, encoding);
        let found = games(&bytes);
        let told = |entry: &Entry| {
            let moves: Vec<_> = entry.played().collect();
            let comment = entry.tree.as_ref().and_then(|tree| tree.note(ROOT)).map(|note| note.comment.clone());
            (entry.game.rules().name, entry.about.clone(), entry.result, moves, comment.unwrap_or_default())
        };
        let explained = |entry: &Entry| {
            let mut told = told(entry);
            // A comment of this word is read as what the game was won by.
            if told.4 == "resigned"
                && let Some(claim @ Claim { winner: Some(_), how: How::Unsaid }) = told.2
            {
                told.2 = Some(Claim { how: How::Resigned, ..claim });
            }
            told
        };
        let expected: Vec<_> = entries.iter().map(explained).collect();
        assert_eq!(found.iter().map(told).collect::<Vec<_>>(), expected, "{}", String::from_utf8_lossy(&bytes));
        assert_eq!(Format::RIF.write_in(&found, encoding), bytes);
    }
}

#[test]
fn renjunet_refuses_what_it_cannot_hold() {
    let refused = |change: &dyn Fn(&mut Entry)| {
        let mut entry = played(game(Rules::RENJU, None), 4, &mut dice(1));
        change(&mut entry);
        Format::RIF.check(&entry).expect_err("refused").to_string()
    };
    let noted = |node: usize| {
        move |entry: &mut Entry| {
            let mut tree = entry.whole().into_owned();
            tree.note_mut(node).say("text");
            tree.note_mut(node).marked = node == ROOT;
            entry.tree = Some(tree);
        }
    };
    let more = "rif has one comment on the start of a game, this one has more, or marks or labels";
    assert_eq!(refused(&noted(2)), more);
    assert_eq!(refused(&noted(ROOT)), more);
    let branch = |entry: &mut Entry| {
        let mut tree = entry.whole().into_owned();
        let mv = entry.played().last().expect("a move");
        tree.add(1, mv, None, None);
        entry.tree = Some(tree);
    };
    assert_eq!(refused(&branch), "rif has no variations, this game has some");
    assert_eq!(
        refused(&|entry| entry.about.event = "a\u{1}".to_owned()),
        "rif has no '\\u{1}' in its texts, one of this game has it"
    );
    assert_eq!(
        refused(&|entry| entry.game = Game::new(Rules::RENJU, Some(13), None).expect("a game")),
        "rif has boards of 15x15 points only, this one has 13x13"
    );
    let flags = vec!["fifth=captures".to_owned()];
    let changed = Choice { flags, ..options(Some("ninuki"), Some(15)) }.game().expect("a game");
    let why = refused(&|entry| entry.game = changed);
    assert_eq!(why, "rif numbers the rules of its games, and has no number for those of ninuki");
}

#[test]
fn the_xml_names_its_character_set() {
    let file = |name: &str, text: &[u8]| {
        let head = format!("<?xml version='1.0' encoding = '{name}' ?><database><games><game><move>h8</move><info>");
        [head.as_bytes(), text, b"</info></game></games></database>"].concat()
    };
    let comment = |bytes: &[u8]| {
        let entry = one(Format::RIF, bytes, &options(None, None));
        entry.tree.as_ref().and_then(|tree| tree.note(ROOT)).expect("a comment").comment.clone()
    };
    assert_eq!(comment(&file("windows-1251", b"\xC8\xEB")), "Ил");
    assert_eq!(comment(&file("Shift_JIS", b"\x89\xD4")), "花");
    assert_eq!(comment(&file("no such", "Ил".as_bytes())), "Ил");
    let wide: Vec<u8> = "\u{FEFF}<?xml version='1.0' encoding='UTF-16'?><game><move>h8</move><info>花</info></game>"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(comment(&wide), "花");
    let entry = games(RIF.as_bytes()).remove(0);
    for name in ["utf-16le", "iso-2022-jp"] {
        let refused = Format::RIF.check_in(&entry, Some(name.parse().expect(name)));
        assert!(refused.expect_err("refused").to_string().starts_with("rif has no texts in "), "{name}");
    }
}

#[test]
fn entities_outside_of_xml_stay_as_they_are_written() {
    let text = RIF.replace("surname=\"A &amp; B\"", "surname=\"Ren&eacute; &amp; B\"");
    let found = read(Format::RIF, text.as_bytes(), &options(None, None));
    let about = &found[0].as_ref().expect("a game").about;
    assert_eq!(about.players[0], "Ann Ren&eacute; & B");
    let written = Format::RIF.write(&[found[0].clone().expect("a game")]);
    let again = read(Format::RIF, &written, &options(None, None));
    assert_eq!(again[0].as_ref().expect("a game").about, *about);
}
