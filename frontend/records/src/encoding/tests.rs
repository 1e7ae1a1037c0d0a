use super::*;

fn set(name: &str) -> Encoding {
    name.parse().expect(name)
}

#[test]
fn every_byte_of_windows_1252_is_a_character_and_back() {
    let bytes: Vec<u8> = (0..=255).collect();
    let (text, right) = Encoding::WINDOWS_1252.decode(&bytes);
    assert!(right);
    assert!(['€', 'ž', 'Ÿ', 'Ä', 'ö'].iter().all(|&char| text.contains(char)));
    assert_eq!(Encoding::WINDOWS_1252.encode(&text), Ok(bytes));
    assert_eq!(Encoding::WINDOWS_1252.encode("h8 中"), Err('中'));
}

#[test]
fn names_of_every_build_are_known() {
    for (name, usual) in [
        ("Latin1", "windows-1252"),
        ("iso-8859-1", "windows-1252"),
        ("1252", "windows-1252"),
        ("utf8", "UTF-8"),
        ("65001", "UTF-8"),
        ("UTF-16", "UTF-16LE"),
        ("utf-16be", "UTF-16BE"),
    ] {
        assert_eq!(name.parse().map(Encoding::name), Ok(usual), "{name}");
    }
    for name in ["", "klingon", "cp", "cp0", "hz-gb-2312"] {
        assert!(name.parse::<Encoding>().is_err(), "{name}");
    }
}

#[test]
fn utf16_is_read_and_written() {
    for name in ["UTF-16LE", "UTF-16BE"] {
        let text = "renju 連珠 🀄";
        let bytes = set(name).encode(text).expect(name);
        assert_eq!(set(name).decode(&bytes), (Cow::Borrowed(text), true), "{name}");
        let (cut, right) = set(name).decode(&bytes[..bytes.len() - 1]);
        assert_eq!((&*cut, right), ("renju 連珠 \u{FFFD}", false), "{name}");
    }
    assert_eq!(Encoding::marked(b"\xFE\xFF\0a"), Some((set("UTF-16BE"), 2)));
    assert_eq!(Encoding::marked(b"(;GM[4])"), None);
}

#[test]
#[cfg(feature = "encodings")]
fn names_are_those_of_the_standard_and_of_windows() {
    for (name, usual) in [
        ("gb2312", "GBK"),
        ("GB18030", "gb18030"),
        (" shift_jis ", "Shift_JIS"),
        ("cp932", "Shift_JIS"),
        ("936", "GBK"),
        ("CP1251", "windows-1251"),
        ("1250", "windows-1250"),
        ("big5-hkscs", "Big5"),
    ] {
        assert_eq!(name.parse().map(Encoding::name), Ok(usual), "{name}");
    }
}

#[test]
#[cfg(feature = "encodings")]
fn the_second_bytes_of_characters_are_no_ascii() {
    for (name, text) in [
        ("Shift_JIS", "表示 ソ 十 能"),
        ("GBK", "花月 [誠\\]"),
        ("Big5", "功夫 許功蓋"),
        ("EUC-KR", "오목"),
        ("ISO-2022-JP", "連珠"),
        ("KOI8-R", "Рэндзю"),
    ] {
        let bytes = set(name).encode(text).expect(name);
        assert_eq!(set(name).decode(&bytes), (Cow::Borrowed(text), true), "{name}");
    }
}

#[test]
#[cfg(not(feature = "encodings"))]
fn other_sets_are_refused_by_name() {
    let refused = "gbk".parse::<Encoding>().expect_err("not in this build").to_string();
    assert!(refused.starts_with("\"gbk\" is no character set of this build, which has UTF-8"), "{refused}");
}
