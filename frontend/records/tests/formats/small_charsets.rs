//! Character sets without the feature `encodings`: UTF-8, UTF-16 and windows-1252.

use ninuki_records::{Encoding, Format};

use crate::{comment, one, options, read, remarks};

#[test]
fn named_sets_are_read_and_written() {
    for (name, text) in [("UTF-8", "連珠"), ("windows-1252", "Fünf – „in Reihe“"), ("ISO-8859-1", "Žižkov")]
    {
        let encoding: Encoding = name.parse().expect(name);
        let file = format!("(;GM[4]FF[4]CA[{name}]SZ[15]RU[renju];B[hh]C[{text}])");
        let entry = one(Format::SGF, &encoding.encode(&file).expect(name), &options(None, None));
        assert_eq!((comment(&entry), remarks(&entry)), (text.to_owned(), vec![]), "{name}");
        let back = Format::SGF.write_in(std::slice::from_ref(&entry), Some(encoding));
        assert_eq!(comment(&one(Format::SGF, &back, &options(None, None))), text, "{name}");
    }
}

#[test]
fn a_guess_is_windows_1252() {
    let file = b"(;GM[4]SZ[15]RU[renju];B[hh]C[F\xFCnf])";
    let entry = one(Format::SGF, file, &options(None, None));
    let guess = "1: the character set is not named and was guessed to be windows-1252; --encoding names it";
    assert_eq!((&*comment(&entry), remarks(&entry)), ("Fünf", vec![guess.to_owned()]));
}

#[test]
fn a_set_of_other_builds_is_refused_by_name() {
    let file = b"(;GM[4]CA[GBK]SZ[15]RU[renju];B[hh]C[\xBB\xA8])";
    let refused = read(Format::SGF, file, &options(None, None)).remove(0).expect_err("not in this build");
    assert!(refused.starts_with("1: CA[GBK] is no character set of this build, which has UTF-8"), "{refused}");
    let plain = b"(;GM[4]CA[GBK]SZ[15]RU[renju];B[hh]C[ASCII])";
    assert_eq!(comment(&one(Format::SGF, plain, &options(None, None))), "ASCII");
}
