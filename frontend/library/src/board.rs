//! The games of a library: rules on a board, as a row of the table `boards`.

use std::fmt::Write as _;

use engine::{Game, Grid, Move, Point, Rules, Symmetries};
use records::Choice;

use crate::Error;
use crate::packed::push_bits;
use crate::zobrist::Lanes;

/// A game with the tables of its board.
pub(crate) struct Board {
    /// The id of its row.
    pub(crate) id: i64,
    pub(crate) game: &'static Game,
    /// The points, row by row from the top. Their places in this list are their numbers in the file.
    points: Vec<Point>,
    /// The number of each point, by its index.
    numbers: Vec<u16>,
    /// For each symmetry, the number that each number goes to.
    images: Vec<Vec<u16>>,
    pub(crate) lanes: Lanes,
}

/// A row of `boards` without its id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub(crate) rules: String,
    pub(crate) own: Option<String>,
    pub(crate) flags: String,
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) length: usize,
}

impl Row {
    /// The row of a game.
    pub(crate) fn of(game: &Game) -> Self {
        let (rules, grid) = (game.rules(), game.grid());
        let own = variants::line(rules);
        let mut flags = String::new();
        for (flag, value) in rules.changed_flags().into_iter().filter(|_| own.is_none()) {
            let gap = if flags.is_empty() { "" } else { " " };
            let _ = write!(flags, "{gap}{}={value}", flag.name);
        }
        let (width, height, length) = (grid.width(), grid.height(), game.length());
        Self { rules: rules.name.to_owned(), own, flags, width, height, length }
    }

    /// The game of this row.
    ///
    /// # Errors
    /// This version has no such game.
    pub(crate) fn game(&self) -> Result<&'static Game, Error> {
        let unknown = |why: String| Error::Board { rules: self.rules.clone(), why };
        let own = self.own.as_deref().map(variants::parse).transpose().map_err(|error| unknown(error.to_string()))?;
        let hexagonal = match &own {
            Some(rules) => rules.hexagonal(),
            None => Rules::named(&self.rules).map_err(|error| unknown(error.to_string()))?.hexagonal(),
        };
        // Of a hexagon the file has the sides of its bounding box.
        let side = |points: usize| if hexagonal { points.div_ceil(2) } else { points };
        let size = records::Size { width: side(self.width), height: side(self.height) };
        let flags = self.flags.split_whitespace().map(str::to_owned).collect();
        let rules = own.is_none().then(|| self.rules.clone());
        let choice = Choice { rules, own, size: Some(size), length: Some(self.length), flags, ..Choice::default() };
        choice.game().map_err(|error| unknown(error.to_string()))
    }
}

impl Board {
    pub(crate) fn new(id: i64, game: &'static Game) -> Self {
        let grid = game.grid();
        let points: Vec<Point> = grid.points().collect();
        let mut numbers = vec![u16::MAX; 512];
        for (number, point) in (0..).zip(&points) {
            numbers[point.index()] = number;
        }
        let symmetries = Symmetries::of(grid);
        let number = |point: Point| numbers[point.index()];
        let images: Vec<Vec<u16>> = (0..symmetries.count())
            .map(|symmetry| points.iter().map(|&point| number(symmetries.image(symmetry, point))).collect())
            .collect();
        let lanes = Lanes::new(&images);
        Self { id, game, points, numbers, images, lanes }
    }

    pub(crate) const fn grid(&self) -> &'static Grid {
        self.game.grid()
    }

    /// The number of points.
    pub(crate) const fn area(&self) -> usize {
        self.points.len()
    }

    pub(crate) fn number(&self, point: Point) -> u16 {
        self.numbers[point.index()]
    }

    pub(crate) fn point(&self, number: u16) -> Option<Point> {
        self.points.get(usize::from(number)).copied()
    }

    /// A move as a number: that of its point, then swap, then pass.
    pub(crate) fn code(&self, mv: Move) -> u16 {
        match mv {
            Move::Place(point) => self.number(point),
            Move::Swap => self.area() as u16,
            Move::Pass => self.area() as u16 + 1,
        }
    }

    /// The move of a number; `None` if no move has it.
    pub(crate) fn decode(&self, code: u16) -> Option<Move> {
        match usize::from(code).checked_sub(self.area()) {
            None => self.point(code).map(Move::Place),
            Some(0) => Some(Move::Swap),
            Some(1) => Some(Move::Pass),
            Some(_) => None,
        }
    }

    /// The number of symmetries.
    pub(crate) const fn symmetries(&self) -> usize {
        self.images.len()
    }

    /// The number of a move's image.
    pub(crate) fn image(&self, symmetry: usize, code: u16) -> u16 {
        self.images[symmetry].get(usize::from(code)).copied().unwrap_or(code)
    }

    /// The bits of a move in a packed game.
    const fn bits(&self) -> u32 {
        (self.area() + 1).ilog2() + 1
    }

    /// Packs moves: each in as many bits as the board needs, the lowest bits first.
    pub(crate) fn pack(&self, moves: impl Iterator<Item = Move>) -> Vec<u8> {
        let mut bytes = Vec::new();
        push_bits(&mut bytes, moves.map(|mv| self.code(mv)), self.bits());
        bytes
    }

    /// The first `plies` moves of a packed game; fewer if the bytes hold fewer, or one is none.
    pub(crate) fn unpack(&self, bytes: &[u8], plies: usize) -> impl Iterator<Item = Move> {
        let bits = self.bits() as usize;
        let code = move |ply: usize| {
            let at = ply * bits;
            let byte = |index: usize| bytes.get(at / 8 + index).copied().map_or(0, u32::from);
            let word = (byte(0) | byte(1) << 8 | byte(2) << 16) >> (at % 8);
            (at + bits <= bytes.len() * 8).then_some(word as u16 & ((1 << bits) - 1))
        };
        (0..plies).map_while(move |ply| self.decode(code(ply)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_unpacked_as_they_were_packed() {
        for rules in Rules::ALL {
            for size in rules.sizes.iter() {
                let game = Game::new(rules.clone(), Some(size), None).expect("a size of the game");
                let board = Board::new(1, game);
                let mut moves: Vec<Move> = game.grid().points().map(Move::Place).collect();
                moves.insert(3, Move::Swap);
                moves.push(Move::Pass);
                let packed = board.pack(moves.iter().copied());
                assert_eq!(board.unpack(&packed, moves.len()).collect::<Vec<_>>(), moves);
                assert!(board.unpack(&packed, 10_000).count() < moves.len() + 2, "damage ends it");
            }
        }
    }

    #[test]
    fn rows_have_their_games() {
        let games = Rules::ALL.into_iter().map(|rules| Game::new(rules, None, None).expect("the usual board"));
        for game in games {
            assert_eq!(Row::of(game).game().expect("a game"), game);
        }
        let mut changed = Rules::PENTE;
        changed.set_flag("third-free", "true").expect("a flag");
        let own = variants::parse("name = \"mine\"\nbase = \"ninuki\"\n[capture]\ntarget = 6").expect("rules");
        for game in [
            Game::new(changed, Some(13), None),
            Game::new(own, None, None),
            Game::new(Rules::NDENGROD, Some(4), Some(4)),
            Game::with_sides(Rules::FREESTYLE, 15, 20, None),
        ] {
            let game = game.expect("a game");
            assert_eq!(Row::of(game).game().expect("a game"), game);
        }
        let unknown = Row { rules: "chess".to_owned(), ..Row::of(Rules::ALL[0].clone().into_game()) };
        assert!(unknown.game().is_err_and(|error| error.to_string().contains("chess")));
    }

    trait IntoGame {
        fn into_game(self) -> &'static Game;
    }

    impl IntoGame for Rules {
        fn into_game(self) -> &'static Game {
            Game::new(self, None, None).expect("the usual board")
        }
    }
}
