//! Statistics of a position: games, results, moves, best and newest games.

use std::collections::BTreeMap;

use engine::Color;
use serde::Serialize;

use crate::stored::Ending;
use records::varint::{Reader, push};

/// The best and the newest games that are kept of a position.
pub(crate) const KEPT: usize = 4;

/// Games by result.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Counts {
    /// All games.
    pub games: u64,
    /// Games that Black won.
    pub x: u64,
    /// Games that White won.
    pub o: u64,
    /// Draws.
    pub draws: u64,
}

impl Counts {
    /// Counts a game.
    pub(crate) fn count(&mut self, ending: Option<Ending>) {
        self.games += 1;
        match ending {
            Some(Ending::Won(Color::Black)) => self.x += 1,
            Some(Ending::Won(Color::White)) => self.o += 1,
            Some(Ending::Drawn) => self.draws += 1,
            None => {}
        }
    }

    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.x += other.x;
        self.o += other.o;
        self.draws += other.draws;
    }

    fn write(self, bytes: &mut Vec<u8>) {
        [self.games, self.x, self.o, self.draws].into_iter().for_each(|number| push(bytes, number));
    }

    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        Some(Self { games: reader.next()?, x: reader.next()?, o: reader.next()?, draws: reader.next()? })
    }
}

/// Statistics of a move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct MoveStatistics {
    pub(crate) counts: Counts,
    /// The sum of the known ratings of the players who made it, and their number.
    pub(crate) ratings: (u64, u64),
    /// The last year in which it was played; 0 if it is not known.
    pub(crate) year: u64,
}

/// A game that went through a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Visit {
    /// The id of the game, or in a segment its number there.
    pub(crate) game: i64,
    pub(crate) ending: Option<Ending>,
    /// The move, as all images of the position have it; `None` at the end of the game.
    pub(crate) next: Option<u16>,
    /// The rating of the player who moves.
    pub(crate) rating: Option<u16>,
    /// The mean rating of both; 0 if none is known.
    pub(crate) mean: u16,
    /// The day of the game, `YYYYMMDD`; 0 if it is not known.
    pub(crate) day: u32,
    /// The number of moves before the position.
    pub(crate) ply: usize,
}

/// Statistics of a position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Statistics {
    pub(crate) counts: Counts,
    pub(crate) moves: BTreeMap<u16, MoveStatistics>,
    /// Mean ratings and games, the highest first.
    pub(crate) top: Vec<(u64, i64)>,
    /// Days and games, the last first.
    pub(crate) recent: Vec<(u64, i64)>,
}

impl Statistics {
    /// Counts a game.
    pub(crate) fn count(&mut self, visit: &Visit) {
        self.counts.count(visit.ending);
        keep(&mut self.top, visit.mean.into(), visit.game);
        keep(&mut self.recent, visit.day.into(), visit.game);
        let Some(next) = visit.next else { return };
        let of_move = self.moves.entry(next).or_default();
        of_move.counts.count(visit.ending);
        of_move.year = of_move.year.max(u64::from(visit.day / 10_000));
        if let Some(rating) = visit.rating {
            of_move.ratings.0 += u64::from(rating);
            of_move.ratings.1 += 1;
        }
    }

    /// Adds the statistics of other games, whose numbers begin at `first`.
    pub(crate) fn add(&mut self, other: &Self, first: i64) {
        self.counts.add(other.counts);
        for (&code, of_move) in &other.moves {
            let sum = self.moves.entry(code).or_default();
            sum.counts.add(of_move.counts);
            sum.ratings.0 += of_move.ratings.0;
            sum.ratings.1 += of_move.ratings.1;
            sum.year = sum.year.max(of_move.year);
        }
        other.top.iter().for_each(|&(rating, game)| keep(&mut self.top, rating, first + game));
        other.recent.iter().for_each(|&(day, game)| keep(&mut self.recent, day, first + game));
    }

    /// The statistics as bytes.
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.counts.write(&mut bytes);
        for list in [&self.top, &self.recent] {
            push(&mut bytes, list.len() as u64);
            for &(value, game) in list {
                push(&mut bytes, value);
                push(&mut bytes, game as u64);
            }
        }
        push(&mut bytes, self.moves.len() as u64);
        let mut last = 0;
        for (&code, of_move) in &self.moves {
            push(&mut bytes, u64::from(code - last));
            last = code;
            of_move.counts.write(&mut bytes);
            push(&mut bytes, of_move.ratings.1);
            if of_move.ratings.1 > 0 {
                push(&mut bytes, of_move.ratings.0);
            }
            push(&mut bytes, of_move.year);
        }
        bytes
    }

    /// The statistics in these bytes; `None` if they hold none.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        let counts = Counts::read(&mut reader)?;
        let mut lists = [Vec::new(), Vec::new()];
        for list in &mut lists {
            for _ in 0..reader.next()? {
                list.push((reader.next()?, i64::try_from(reader.next()?).ok()?));
            }
        }
        let (mut moves, mut code) = (BTreeMap::new(), 0_u16);
        for _ in 0..reader.next()? {
            code = code.checked_add(u16::try_from(reader.next()?).ok()?)?;
            let counts = Counts::read(&mut reader)?;
            let rated = reader.next()?;
            let sum = if rated > 0 { reader.next()? } else { 0 };
            moves.insert(code, MoveStatistics { counts, ratings: (sum, rated), year: reader.next()? });
        }
        let [top, recent] = lists;
        Some(Self { counts, moves, top, recent })
    }
}

/// Games by the move that followed, as bytes: for each move its number plus one, 0 for none, the number of games, and the distances
/// between their numbers. Games come in order.
pub(crate) fn write_visits(visits: impl Iterator<Item = (Option<u16>, u16)>) -> Vec<u8> {
    let mut moves: BTreeMap<u64, Vec<u16>> = BTreeMap::new();
    for (next, game) in visits {
        moves.entry(next.map_or(0, |next| u64::from(next) + 1)).or_default().push(game);
    }
    let mut bytes = Vec::new();
    push(&mut bytes, moves.len() as u64);
    for (next, games) in moves {
        push(&mut bytes, next);
        push(&mut bytes, games.len() as u64);
        let mut last = 0;
        for game in games {
            push(&mut bytes, u64::from(game - last));
            last = game;
        }
    }
    bytes
}

/// Calls `take` for each game of [`write_visits`]; `None` if the bytes hold none.
pub(crate) fn read_visits(bytes: &[u8], mut take: impl FnMut(Option<u16>, u16)) -> Option<()> {
    let mut reader = Reader(bytes);
    for _ in 0..reader.next()? {
        let next = reader.next()?.checked_sub(1).map(u16::try_from).transpose().ok()?;
        let (count, mut game) = (reader.next()?, 0_u16);
        for _ in 0..count {
            game = game.checked_add(u16::try_from(reader.next()?).ok()?)?;
            take(next, game);
        }
    }
    Some(())
}

/// Enters a game in a short list, the highest value first, and of equal ones the first game. Games without a value are skipped.
fn keep(list: &mut Vec<(u64, i64)>, value: u64, game: i64) {
    if value == 0 {
        return;
    }
    let place = list.partition_point(|&(other, id)| other > value || other == value && id < game);
    if place < KEPT {
        list.insert(place, (value, game));
        list.truncate(KEPT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up_to_the_whole() {
        let visits: Vec<Visit> = (0..100_u16)
            .map(|game| Visit {
                game: game.into(),
                ending: [None, Some(Ending::Drawn), Some(Ending::Won(Color::Black)), Some(Ending::Won(Color::White))]
                    [usize::from(game) % 4],
                next: (game % 9 > 0).then_some(game % 7 * 50),
                rating: (game % 3 > 0).then_some(1000 + game),
                mean: game % 5 * 100,
                day: u32::from(game % 11) * 19_000_101,
                ply: 0,
            })
            .collect();
        let of = |visits: &[Visit], first: i64| {
            let mut statistics = Statistics::default();
            visits.iter().for_each(|visit| statistics.count(&Visit { game: visit.game - first, ..*visit }));
            statistics
        };
        let whole = of(&visits, 0);
        let mut sum = of(&visits[..40], 0);
        let rest = of(&visits[40..], 40);
        assert_eq!(Statistics::read(&rest.write()).as_ref(), Some(&rest));
        sum.add(&rest, 40);
        assert_eq!(sum, whole);
        let numbers = || visits.iter().map(|visit| (visit.next, visit.game as u16));
        let (written, mut read) = (write_visits(numbers()), Vec::new());
        read_visits(&written, |next, game| read.push((next, game))).expect("visits");
        read.sort_by_key(|(_, game)| *game);
        assert!(read.into_iter().eq(numbers()));
        assert!((0..written.len()).all(|cut| read_visits(&written[..cut], |_, _| {}).is_none()));
        let bytes = whole.write();
        assert!((0..bytes.len()).all(|cut| Statistics::read(&bytes[..cut]).is_none()));
    }
}
