use super::*;

#[test]
fn formats_are_read_as_they_are_written() {
    for &format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    assert_eq!("SGF".parse(), Ok(Format::SGF));
    let refused = "doc".parse::<Format>().expect_err("no format").to_string();
    assert!(refused.starts_with("\"doc\" is no format of records, known are sgf, psq"), "{refused}");
}

#[test]
fn endings_name_formats() {
    for (path, format) in [
        ("a.sgf", Format::SGF),
        ("A.SGF", Format::SGF),
        ("folder.x/a.psq", Format::PSQ),
        ("a.b.rec", Format::REC),
        ("a.pos", Format::POS),
        ("a.PGN", Format::PGN),
        ("a.lib", Format::LIB),
        ("renjunet.rif", Format::RIF),
        ("a.db", Format::DB),
        ("journal.jsonl", Format::JSONL),
        ("a.txt", Format::TXT),
        ("a", Format::TXT),
        ("-", Format::TXT),
    ] {
        assert_eq!(Format::of(Path::new(path)).expect(path), format);
    }
    for path in ["a.doc", "a.offset", "a.", "a.sgf.gz"] {
        let failure = Format::of(Path::new(path)).expect_err(path);
        assert!(failure.to_string().contains(".sgf .psq"), "{failure}");
    }
}

#[test]
fn formats_recognise_their_files() {
    let lib = b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0\x78\x40";
    for (format, bytes) in [
        (Format::SGF, &b"\xEF\xBB\xBF (;FF[4]GM[4]SZ[15];B[hh])"[..]),
        (Format::PSQ, b"Piskvorky 15x15, 11:11, 0\n8,8,0\n"),
        (Format::REC, b"Ann\nBob\n9,9,0\n0\n"),
        (Format::POS, &[2, 112, 113]),
        (Format::POS, b"h8i9j10\n"),
        (Format::PGN, b"[Game \"Pente\"]\n\n1. K10 L9\n"),
        (Format::PGN, b"1. K10 L9\n"),
        (Format::LIB, lib),
        (Format::RIF, b"<?xml version=\"1.0\"?>\n<database>"),
        (Format::DB, &[0x04, 0x22, 0x4D, 0x18, 0x60, 0x40, 0x82]),
        (Format::JSONL, b"{\"ninuki\":\"tournament\",\"game\":\"renju\"}\n"),
        (Format::TXT, b"# games\nK10 L9 N10\n"),
        (Format::OFFSET, b"0,0, -1,2\n"),
    ] {
        assert_eq!(Format::recognised(bytes), Some(format), "{}", String::from_utf8_lossy(bytes));
    }
    assert_eq!(Format::recognised(b"\x89PNG\r\n\x1A\n"), None);
}
