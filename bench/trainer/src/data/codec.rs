//! Games as bytes, and back.

use engine::{Color, Game, Move, Point, Rules};
use search::Score;

use crate::data::{Ending, Line, Ply, SavedGame, Searched};

/// The bits of a ply.
const NO_PLACEMENT: u16 = 1 << 9;
const SEARCHED: u16 = 1 << 10;
const RANDOM: u16 = 1 << 11;
const QUIET: u16 = 1 << 12;
const OTHER_BEST: u16 = 1 << 13;
const LINES: u16 = 1 << 14;
const UNUSED: u16 = 1 << 15;

/// The bits of the result of a game.
const WINNER: u8 = 3;
const ENDING: u8 = 2;
const LONG_OPENING: u8 = 1 << 4;

const ENDINGS: [Ending; 4] = [Ending::Rules, Ending::Proven, Ending::TooLong, Ending::Open];

/// The score of a win in no plies.
const WIN: i32 = 30_000;

/// Appends `game` to `bytes`.
pub(super) fn write_game(bytes: &mut Vec<u8>, game: &SavedGame) {
    write_varint(bytes, game.number);
    bytes.push(game.game.grid().size() as u8);
    let winner = game.winner.map_or(0, |color| color.index() as u8 + 1);
    let ending = ENDINGS.iter().position(|&ending| ending == game.ending).expect("one of them") as u8;
    bytes.push(winner | ending << ENDING | if game.long_opening { LONG_OPENING } else { 0 });
    write_varint(bytes, game.opening as u64);
    write_varint(bytes, game.plies.len() as u64);
    game.plies.iter().for_each(|ply| write_ply(bytes, ply));
}

fn write_ply(bytes: &mut Vec<u8>, Ply { mv, random, searched }: &Ply) {
    let flag = |is_set: bool, bit: u16| if is_set { bit } else { 0 };
    let mut head = move_bits(*mv) | flag(*random, RANDOM);
    if let Some(Searched { best, quiet, lines, .. }) = searched {
        head |= SEARCHED | flag(*quiet, QUIET) | flag(best != mv, OTHER_BEST) | flag(!lines.is_empty(), LINES);
    }
    bytes.extend(head.to_le_bytes());
    let Some(Searched { score, best, nodes, lines, .. }) = searched else { return };
    bytes.extend(score_bits(*score));
    write_varint(bytes, *nodes);
    if best != mv {
        bytes.extend(move_bits(*best).to_le_bytes());
    }
    if !lines.is_empty() {
        bytes.push(lines.len() as u8);
        for Line { mv, score } in lines {
            bytes.extend(move_bits(*mv).to_le_bytes());
            bytes.extend(score_bits(*score));
        }
    }
}

const fn move_bits(mv: Move) -> u16 {
    match mv {
        Move::Place(point) => point.index() as u16,
        Move::Pass => NO_PLACEMENT,
        Move::Swap => NO_PLACEMENT | 1,
    }
}

const fn score_bits(score: Score) -> [u8; 2] {
    (score.value() as i16).to_le_bytes()
}

fn write_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Games that are left to be read.
pub(super) struct Games<'b> {
    pub(super) rules: &'b Rules,
    pub(super) bytes: &'b [u8],
}

impl Games<'_> {
    /// The next game, or what is wrong with it; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Result<SavedGame, &'static str>> {
        (!self.bytes.is_empty()).then(|| self.game())
    }

    fn game(&mut self) -> Result<SavedGame, &'static str> {
        let number = self.varint()?;
        let [size, result] = self.array()?;
        let game =
            Game::new(self.rules.clone(), Some(size.into()), None).map_err(|_| "a board that the game has not")?;
        let winner = match result & WINNER {
            0 => None,
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => return Err("a winner that there is not"),
        };
        let ending = ENDINGS.get(usize::from(result >> ENDING & 3)).ok_or("an ending that there is not")?;
        let (opening, plies) = (self.varint()? as usize, self.varint()? as usize);
        if winner.is_some() && *ending == Ending::Open {
            return Err("a winner of a game left open");
        }
        if opening > plies || result >> 5 != 0 {
            return Err("an opening longer than its game");
        }
        // Every ply has bytes, so no length is believed.
        let plies = (0..plies).map(|_| self.ply(game)).collect::<Result<_, _>>()?;
        let long_opening = result & LONG_OPENING != 0;
        Ok(SavedGame { game, number, winner, ending: *ending, long_opening, opening, plies })
    }

    fn ply(&mut self, game: &Game) -> Result<Ply, &'static str> {
        let head = u16::from_le_bytes(self.array()?);
        let mv = placed(head, game)?;
        let is_set = |bit: u16| head & bit != 0;
        if is_set(UNUSED) || (!is_set(SEARCHED) && is_set(QUIET | OTHER_BEST | LINES)) {
            return Err("bits that have no meaning");
        }
        let mut searched = None;
        if is_set(SEARCHED) {
            let (score, nodes) = (self.score()?, self.varint()?);
            let best = if is_set(OTHER_BEST) { placed(u16::from_le_bytes(self.array()?), game)? } else { mv };
            let lines = if is_set(LINES) { self.array::<1>()?[0] } else { 0 };
            let lines = (0..lines).map(|_| self.line(game)).collect::<Result<_, _>>()?;
            searched = Some(Searched { score, best, quiet: is_set(QUIET), nodes, lines });
        }
        Ok(Ply { mv, random: is_set(RANDOM), searched })
    }

    fn line(&mut self, game: &Game) -> Result<Line, &'static str> {
        let mv = placed(u16::from_le_bytes(self.array()?), game)?;
        Ok(Line { mv, score: self.score()? })
    }

    fn score(&mut self) -> Result<Score, &'static str> {
        let value = i32::from(i16::from_le_bytes(self.array()?));
        let plies = (WIN - value.abs()) as u32;
        let proven = if value > 0 { Score::win_in(plies) } else { Score::loss_in(plies) };
        let score = if proven.is_proven() { proven } else { Score::estimate(value) };
        if score.value() == value { Ok(score) } else { Err("a score that there is not") }
    }

    fn varint(&mut self) -> Result<u64, &'static str> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let [byte] = self.array()?;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err("a number that is too long")
    }

    fn array<const LENGTH: usize>(&mut self) -> Result<[u8; LENGTH], &'static str> {
        let (taken, rest) = self.bytes.split_first_chunk().ok_or("a game without an end")?;
        self.bytes = rest;
        Ok(*taken)
    }
}

/// The move in the low bits.
fn placed(bits: u16, game: &Game) -> Result<Move, &'static str> {
    let index = bits & (NO_PLACEMENT - 1);
    match (bits & NO_PLACEMENT != 0, index) {
        (true, 0) => Ok(Move::Pass),
        (true, 1) => Ok(Move::Swap),
        (true, _) => Err("a move that there is not"),
        (false, _) => {
            let point = Point::new(index.into());
            let (x, y) = game.grid().xy(point);
            let known = game.grid().point(x, y) == Some(point);
            if known { Ok(Move::Place(point)) } else { Err("a point that the board has not") }
        }
    }
}
