//! The transcripts, part of the program.

/// A transcript and its number.
pub(super) struct Case {
    pub(super) number: u32,
    pub(super) name: &'static str,
    pub(super) text: &'static str,
}

macro_rules! cases {
    ($($number:literal $name:literal)*) => {
        &[$(Case { number: $number, name: $name, text: include_str!(concat!("cases/", $name, ".txt")) }),*]
    };
}

/// All cases in the order of their numbers. Numbers are stable, so new cases come last.
pub(super) const CASES: &[Case] = cases! {
    1 "01-about"
    2 "02-silence"
    3 "03-start"
    4 "04-lower-case"
    5 "05-carriage-return"
    6 "06-empty-lines"
    7 "07-blanks"
    8 "08-start-two-sides"
    9 "09-start-20"
    10 "10-start-other"
    11 "11-start-nothing"
    12 "12-start-word"
    13 "13-start-sizes"
    14 "14-start-overflow"
    15 "15-rectangle"
    16 "16-restart"
    17 "17-start-again"
    18 "18-info-unknown"
    19 "19-info-early"
    20 "20-info-unachievable"
    21 "21-info-folder"
    22 "22-info-evaluate"
    23 "23-info-case"
    24 "24-memory"
    25 "25-no-time-left"
    26 "26-unlimited"
    27 "27-begin"
    28 "28-board-empty"
    29 "29-turn"
    30 "30-board-one"
    31 "31-board-one-line"
    32 "32-board-lower-case"
    33 "33-board-any-order"
    34 "34-board-unbalanced"
    35 "35-board-continuous"
    36 "36-board-twice"
    37 "37-board-malformed"
    38 "38-board-cut"
    39 "39-board-command"
    40 "40-turn-occupied"
    41 "41-turn-malformed"
    42 "42-turn-blank"
    43 "43-begin-late"
    44 "44-before-start"
    45 "45-win-in-one"
    46 "46-after-five"
    47 "47-full-board"
    48 "48-renju-positions"
    49 "49-rule-changes"
    50 "50-no-turn-time"
    51 "51-clock"
    52 "52-move-now"
    53 "53-stop"
    54 "54-stop-idle"
    55 "55-end-thinking"
    56 "56-eof-thinking"
    57 "57-frozen"
    58 "58-crowd-of-engines"
    59 "59-takeback"
    60 "60-swap2"
    61 "61-play"
    62 "62-unknown"
    63 "63-long-line"
    64 "64-no-text"
    65 "65-forbidden-points"
    66 "66-position"
    67 "67-pipeline"
    68 "68-flush"
    69 "69-captures"
    70 "70-capture-ends"
    71 "71-captures-off"
    72 "72-random-dialogues"
    73 "73-lines-of-bytes"
    74 "74-hexagon"
    75 "75-swapboard"
    76 "76-size-of-game"
    77 "77-capture-game-over"
    78 "78-caro"
    79 "79-pondering"
    80 "80-balance"
    81 "81-blocked-points"
    82 "82-shorter-time"
    83 "83-end"
    84 "84-board-goes-on"
    85 "85-about-early"
    86 "86-standard-error"
    87 "87-rectangle-malformed"
    88 "88-restart-early"
    89 "89-info-malformed"
    90 "90-rule-early"
    91 "91-rule-unknown"
    92 "92-little-memory"
    93 "93-board-wall"
    94 "94-last-moment"
    95 "95-takeback-wrong"
    96 "96-swap2-wrong"
    97 "97-exact-move"
    98 "98-best-lines"
    99 "99-line-feeds"
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::super::basis::Basis;
    use super::super::script::Script;
    use super::*;

    #[test]
    fn every_transcript_is_read() {
        for case in CASES {
            for full in [false, true] {
                let script = Script::parse(case.text, full).unwrap_or_else(|wrong| panic!("{}: {wrong}", case.name));
                assert!(
                    !script.title.is_empty() && script.dialogues.iter().all(|lines| !lines.is_empty()),
                    "{}",
                    case.name
                );
            }
        }
    }

    /// The text of the extensions of this project, from which cases cite.
    const OWN_TEXT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/protocol.md");

    #[test]
    fn citations_of_the_book_are_in_the_book() {
        let text = fs::read_to_string(OWN_TEXT).expect("the page of the protocol");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for case in CASES {
            let script = Script::parse(case.text, false).expect("a transcript");
            if let Basis::Cited(citation) = script.basis
                && citation.text == "Ninuki"
            {
                assert!(text.contains(&citation.sentence), "{}: {}", case.name, citation.sentence);
            }
        }
    }

    #[test]
    fn open_questions_have_no_citation() {
        let open = |number: u32| {
            let case = CASES.iter().find(|case| case.number == number).expect("a case");
            matches!(Script::parse(case.text, false).expect("a transcript").basis, Basis::Open(_))
        };
        // Malformed lines, an early end, commands while thinking, a wall without a continuous game.
        for number in [12, 37, 41, 38, 56, 52, 53, 55, 93] {
            assert!(open(number), "{number}");
        }
        for number in [9, 27, 29, 33, 60, 62, 83] {
            assert!(!open(number), "{number}");
        }
    }

    #[test]
    fn every_transcript_of_the_folder_is_a_case() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/conformance/cases");
        let files: BTreeSet<String> = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("a file").file_name().to_string_lossy().trim_end_matches(".txt").to_owned())
            .collect();
        assert_eq!(files, CASES.iter().map(|case| case.name.to_owned()).collect());
        assert!(CASES.iter().zip(1..).all(|(case, number)| case.number == number));
    }
}
