//! Certificates and tables, as `ninuki verify` reads them: nothing but right ones is verified without an error, and an error
//! is one line.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::notation::parse_move;
use engine::{Game, Rules};
use search::exact::Table;
use search::proof::{Certificate, CheckLimits, Effort, solve_game};

use super::fits;

pub(super) fn run(bytes: &[u8]) {
    if Table::is_table(bytes) {
        return match Table::parse(bytes) {
            Ok(table) => table.verify().err().iter().for_each(|flaw| fits(&flaw.to_string())),
            Err(error) => fits(&error.to_string()),
        };
    }
    // A right checksum, or no change would reach the steps.
    let summed = Certificate::is_packed(bytes).then(|| {
        let part = bytes.split_last_chunk::<4>().map_or(bytes, |(part, _)| part);
        [part, &crc32fast::hash(part).to_le_bytes()].concat()
    });
    match Certificate::read(summed.as_deref().unwrap_or(bytes), 1 << 26) {
        Ok(certificate) => {
            assert_eq!(Certificate::unpack(&certificate.pack()).as_ref(), Ok(&certificate));
            check(&certificate);
        }
        Err(error) => fits(&error.to_string()),
    }
}

fn check(certificate: &Certificate) {
    // Few bytes can ask for endless work.
    let limits = CheckLimits::default().positions(1 << 20);
    let checked = certificate.verify_within(limits, &AtomicBool::new(false), &mut |_| ());
    checked.err().iter().for_each(|error| fits(&error.to_string()));
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let tables = [3, 4].map(|length| Game::new(Rules::NDENGROD, Some(3), Some(length)).expect("a game"));
    let tables = tables.into_iter().map(|game| Table::shipped(game).expect("a table").to_bytes());
    // The shipped ones are large but for the smallest.
    let tables = tables.filter(|bytes| bytes.len() < 1000);
    let wins = [
        (Rules::FREESTYLE, "h8 a1 i8 c1 j8 e1"),
        (Rules::RENJU, "h8 a1 i8 c1 i9 e1 h9 g1"),
        (Rules::PENTE, "K10 A1 O10 C1 L10 E1 M10 G1"),
        (Rules::NDENGROD, "e5 a1 e6 a3 e4 a5"),
    ];
    let certificates = wins.into_iter().filter_map(|(rules, text)| {
        let game = Game::new(rules, None, None).expect("a game");
        let moves: Vec<_> = text.split(' ').map(|name| parse_move(game.grid(), name).expect("a move")).collect();
        let effort = Effort { nodes: 20_000, time: Duration::MAX, shortest: true };
        let solution = solve_game(game, None, &moves, effort, &AtomicBool::new(false)).expect("legal moves");
        solution.certificate
    });
    let certificates: Vec<String> = certificates.collect();
    let packed = certificates.iter().filter_map(|text| Some(Certificate::parse(text).ok()?.pack())).collect::<Vec<_>>();
    tables.chain(certificates.into_iter().map(String::into_bytes)).chain(packed).collect()
}
