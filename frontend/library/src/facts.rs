//! The facts of games that filters and statistics look at, as packed lists of a segment.

use engine::Color;

use crate::packed::{Packed, pack};
use crate::statistics::Visit;
use crate::stored::Ending;
use crate::{Error, header};

/// The facts of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Facts {
    pub(crate) ending: Option<Ending>,
    pub(crate) ratings: [Option<u16>; 2],
    /// `YYYYMMDD`; 0 if it is not known.
    pub(crate) day: u32,
    /// The ids of Black and White; none in lists.
    pub(crate) players: [Option<i64>; 2],
    pub(crate) plies: u16,
    pub(crate) event: Option<i64>,
}

/// The columns that [`facts`] reads.
pub(crate) const FACTS: &str = "result, black_rating, white_rating, date, black, white, plies, event";

/// The number of these columns.
pub(crate) const COUNT: usize = 8;

/// The facts of a row, whose columns begin at `first`.
pub(crate) fn facts(row: &rusqlite::Row<'_>, first: usize) -> rusqlite::Result<Facts> {
    Ok(Facts {
        ending: row.get::<_, Option<i64>>(first)?.and_then(Ending::of_code),
        ratings: [row.get(first + 1)?, row.get(first + 2)?],
        day: header::day_of(&row.get(first + 3)?),
        players: [row.get(first + 4)?, row.get(first + 5)?],
        plies: row.get(first + 6)?,
        event: row.get(first + 7)?,
    })
}

impl Facts {
    /// The mean of the known ratings; 0 if there is none.
    pub(crate) fn mean(&self) -> u16 {
        let known = || self.ratings.into_iter().flatten().map(u32::from);
        known().sum::<u32>().checked_div(known().count() as u32).unwrap_or(0) as u16
    }

    /// The visit of a position by the game with this number.
    pub(crate) fn visit(&self, game: i64, next: Option<u16>, to_move: Color) -> Visit {
        let rating = self.ratings[to_move.index()];
        Visit { game, ending: self.ending, next, rating, mean: self.mean(), day: self.day, ply: 0 }
    }

    /// The facts as small numbers; 0 is unknown.
    fn numbers(&self) -> [u16; LISTS] {
        let [black, white] = self.ratings.map(|rating| rating.unwrap_or(0));
        let event = self.event.unwrap_or(0);
        let (year, day) = ((self.day / 10_000) as u16, (self.day % 10_000) as u16);
        let ending = self.ending.map_or(0, |ending| u16::from(ending.code()) + 1);
        [ending, black, white, year, day, self.plies, event as u16, (event >> 16) as u16]
    }
}

/// The lists of a segment.
const LISTS: usize = 8;

/// The facts of all games of a segment.
pub(crate) struct Lists([Vec<u16>; LISTS]);

impl Lists {
    /// The facts as bytes.
    pub(crate) fn write(facts: &[Facts]) -> Vec<u8> {
        let numbers: Vec<[u16; LISTS]> = facts.iter().map(Facts::numbers).collect();
        let mut bytes = Vec::new();
        for list in 0..LISTS {
            let list: Vec<u16> = numbers.iter().map(|numbers| numbers[list]).collect();
            let bits = list.iter().max().map_or(1, |most| 16 - most.leading_zeros()).max(1);
            let packed = pack(&list, bits);
            bytes.extend((packed.len() as u32).to_le_bytes());
            bytes.extend(packed);
        }
        bytes
    }

    /// The facts of `count` games in these bytes.
    pub(crate) fn read(mut bytes: &[u8], count: usize) -> Result<Self, Error> {
        let mut next = || {
            let (length, rest) = bytes.split_first_chunk()?;
            let (list, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
            bytes = rest;
            Some(Packed::new(list)?.numbers(count)).filter(|list| list.len() == count)
        };
        let mut lists = [const { Vec::new() }; LISTS];
        for list in &mut lists {
            *list = next().ok_or_else(|| Error::damaged("the facts of a segment cannot be read"))?;
        }
        Ok(Self(lists))
    }

    /// The facts of the game with this number; its players are in no list.
    pub(crate) fn facts(&self, number: u16) -> Option<Facts> {
        let number = usize::from(number);
        let value = |list: usize| self.0[list].get(number).copied();
        let known = |list: usize| value(list).filter(|value| *value > 0);
        let event = u32::from(value(6)?) | u32::from(value(7)?) << 16;
        Some(Facts {
            ending: value(0)?.checked_sub(1).and_then(|code| Ending::of_code(code.into())),
            ratings: [known(1), known(2)],
            day: u32::from(value(3)?) * 10_000 + u32::from(value(4)?),
            players: [None; 2],
            plies: value(5)?,
            event: Some(i64::from(event)).filter(|event| *event > 0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_as_they_were_written() {
        let all: Vec<Facts> = (0..1000_u16)
            .map(|number| Facts {
                ending: [None, Some(Ending::Drawn), Some(Ending::Won(Color::White))][usize::from(number) % 3],
                ratings: [(number % 5 > 0).then_some(number + 1), None],
                day: if number % 2 == 0 { 0 } else { 20_060_000 + u32::from(number) },
                players: [None; 2],
                plies: number % 361,
                event: (number % 7 > 0).then_some(i64::from(number) * 1000),
            })
            .collect();
        let bytes = Lists::write(&all);
        let lists = Lists::read(&bytes, all.len()).expect("lists");
        assert!((0..).zip(&all).all(|(number, facts)| lists.facts(number) == Some(*facts)));
        assert_eq!(lists.facts(1000), None);
        assert!((0..bytes.len()).all(|cut| Lists::read(&bytes[..cut], all.len()).is_err()));
    }
}
