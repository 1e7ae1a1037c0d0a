//! Compressed certificates: the same steps as the text, refused where they are damaged.

use std::sync::atomic::AtomicBool;

use engine::{Game, Rules};
use search::proof::{Certificate, Effort, PackedError, solve_game};

/// Certificates of several games and boards.
fn certificates() -> Vec<Certificate> {
    let wins = [
        (Rules::FREESTYLE, "h8 a1 i8 c1 j8 e1"),
        (Rules::RENJU, "h8 a1 i8 c1 i9 e1 h9 g1"),
        (Rules::PENTE, "K10 A1 O10 C1 L10 E1 M10 G1"),
        (Rules::NDENGROD, "e5 a1 e6 a3 e4 a5"),
    ];
    let solved = wins.into_iter().filter_map(|(rules, text)| {
        let game = Game::new(rules, None, None).expect("a game");
        let moves = game.parse_moves(text).expect("moves");
        let effort = Effort { nodes: 20_000, shortest: true, ..Effort::default() };
        let solution = solve_game(game, None, &moves, effort, &AtomicBool::new(false)).expect("legal moves");
        Some(solution.certificate?.parse().expect("our own text"))
    });
    solved.collect()
}

#[test]
fn both_forms_hold_the_same_steps() {
    let all = certificates();
    assert!(all.len() >= 3, "too little to test");
    for certificate in all {
        let packed = certificate.pack();
        assert!(Certificate::is_packed(&packed) && !Certificate::is_packed(certificate.to_string().as_bytes()));
        let unpacked = Certificate::unpack(&packed).expect("our own bytes");
        assert_eq!(unpacked.to_string(), certificate.to_string());
        assert_eq!(unpacked.pack(), packed);
        assert!(packed.len() < certificate.to_string().len());
    }
}

#[test]
fn damaged_bytes_are_refused() {
    for certificate in certificates() {
        let packed = certificate.pack();
        for length in 0..packed.len() {
            assert!(Certificate::unpack(&packed[..length]).is_err(), "{length} bytes");
        }
        for at in 0..packed.len() {
            let mut changed = packed.clone();
            changed[at] ^= 1 << (at % 8);
            assert!(Certificate::unpack(&changed).is_err(), "byte {at}");
        }
        let mut newer = packed.clone();
        newer[6] = 3;
        assert_eq!(Certificate::unpack(&newer), Err(PackedError::Version(3)));
        let within = |memory, stop| Certificate::unpack_within(&packed, memory, &AtomicBool::new(stop));
        assert_eq!(within(10, false), Err(PackedError::TooLarge(0)));
        assert_eq!(within(usize::MAX, true), Err(PackedError::Stopped(0)));
    }
}

/// A quiet win of freestyle that `solve` does not find in 10 s, after i10 f8 f6 h7 i9 g7 g8 h6 i5.
#[test]
fn a_quiet_win_holds_against_every_reply() {
    let certificate = Certificate::unpack(include_bytes!("../quiet/i10f8f6h7i9g7g8h6i5.ncert")).expect("our own bytes");
    let verified = certificate.verify().expect("our own proof");
    assert_eq!((verified.plies, certificate.strategy.steps().len()), (33, 291));
}
