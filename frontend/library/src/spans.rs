//! How many stones lay at the start and at the end of the games of a segment.

use crate::packed::Packed;

/// For each game of a segment the numbers of stones that it had: from its start up to its end, which is not among them.
pub(crate) struct Spans {
    starts: Vec<u16>,
    ends: Vec<u16>,
}

impl Spans {
    /// The spans of `games` games in these packed lists; `None` if they hold fewer or more.
    pub(crate) fn read(games: usize, starts: &[u8], ends: &[u8]) -> Option<Self> {
        let list = |bytes| Some(Packed::new(bytes)?.numbers(games)).filter(|list| list.len() == games);
        Some(Self { starts: list(starts)?, ends: list(ends)? })
    }

    /// The number of games.
    pub(crate) const fn games(&self) -> usize {
        self.starts.len()
    }

    /// The games that had `placed` stones, by their places, in order, in the list of those games.
    pub(crate) fn numbers(&self, placed: u16, places: &[usize]) -> Vec<u16> {
        let (mut numbers, mut before) = (Vec::with_capacity(places.len()), 0);
        let mut places = places.iter().peekable();
        let blocks = self.starts.chunks(BLOCK).zip(self.ends.chunks(BLOCK));
        for (first, (starts, ends)) in (0..).step_by(BLOCK).zip(blocks) {
            let was_there = |(start, end): (&u16, &u16)| *start <= placed && placed < *end;
            let there = starts.iter().zip(ends).map(|span| u16::from(was_there(span))).sum::<u16>();
            if places.peek().is_some_and(|place| **place < before + usize::from(there)) {
                let all = (first..).zip(starts.iter().zip(ends)).filter(|(_, span)| was_there(*span));
                let found = all.zip(before..).filter(|(_, at)| places.next_if_eq(&at).is_some());
                numbers.extend(found.map(|((number, _), _)| number as u16));
            }
            before += usize::from(there);
        }
        numbers
    }
}

/// Games that are counted at once.
const BLOCK: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed::pack;

    #[test]
    fn places_are_among_the_games_that_got_so_far() {
        let (starts, ends) = ([0, 0, 4, 0], [3, 9, 9, 2]);
        let spans = Spans::read(4, &pack(&starts, 16), &pack(&ends, 16)).expect("spans");
        assert_eq!(spans.games(), 4);
        assert_eq!(spans.numbers(0, &[0, 1, 2]), [0, 1, 3]);
        assert_eq!(spans.numbers(2, &[1]), [1]);
        assert_eq!(spans.numbers(4, &[0, 1]), [1, 2]);
        assert!(spans.numbers(9, &[0]).is_empty());
        let all = Spans::read(300, &pack(&[0; 300], 16), &pack(&[7; 300], 16)).expect("spans");
        assert_eq!(all.numbers(6, &[0, 63, 64, 191, 299, 300]), [0, 63, 64, 191, 299]);
        assert!(Spans::read(5, &pack(&starts, 16), &pack(&ends, 16)).is_none());
    }
}
