//! A puzzle being played: the defender answers by the certificate.

use engine::{AnyRecord, IllegalMove, Move, Point, SetUpError, record};

use crate::line::{Line, wins};
use crate::{Kind, Puzzle};

/// An attempt at a puzzle.
#[derive(Debug)]
pub struct Attempt {
    puzzle: Puzzle,
    /// The board.
    board: Box<dyn AnyRecord>,
    /// The proof being played out, for a win.
    line: Option<Line>,
    solved: bool,
}

/// The answer to a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The move is that of the proof; the reply of the defender.
    Defence(Move),
    /// The puzzle is solved.
    Solved,
    /// The move is not that of the proof; the board is unchanged.
    Wrong,
}

/// The kind of the next move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// The opponent threatens a win, which the move stops.
    Defence,
    /// The move wins at once.
    Win,
    /// The move threatens to win at once.
    Four,
    /// The move threatens a VCF.
    Threat,
}

impl Hint {
    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Defence => "defence",
            Self::Win => "win",
            Self::Four => "four",
            Self::Threat => "threat",
        }
    }
}

impl Attempt {
    /// An attempt at the beginning.
    ///
    /// # Panics
    /// The position of the puzzle is impossible, which [`Puzzle::check`] excludes.
    #[must_use]
    pub fn new(puzzle: Puzzle) -> Self {
        Self::begin(puzzle).expect("the position was read")
    }

    /// An attempt at the beginning of a puzzle that was not checked.
    ///
    /// # Errors
    /// The position of the puzzle is impossible.
    pub fn begin(puzzle: Puzzle) -> Result<Self, SetUpError> {
        let board = record(puzzle.game, Some(&puzzle.setup))?;
        let line = (puzzle.kind == Kind::Win).then(|| Line::new(&puzzle.certificate)).flatten();
        Ok(Self { puzzle, board, line, solved: false })
    }

    /// The puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The game since the position of the puzzle.
    #[must_use]
    pub fn record(&self) -> &dyn AnyRecord {
        self.board.as_ref()
    }

    /// Whether the puzzle is solved.
    #[must_use]
    pub const fn is_solved(&self) -> bool {
        self.solved
    }

    /// The move of the proof; `None` if the puzzle is solved.
    #[must_use]
    pub fn expected(&self) -> Option<Point> {
        match &self.line {
            _ if self.solved => None,
            Some(line) => line.attack(),
            None => Some(self.puzzle.solution),
        }
    }

    /// The most plies that are left.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.line.as_ref().map_or(1, Line::plies)
    }

    /// The kind of the move of the proof.
    #[must_use]
    pub fn hint(&self) -> Hint {
        match &self.line {
            None => Hint::Defence,
            Some(line) if line.plies() == 1 => Hint::Win,
            Some(line) if line.is_four() => Hint::Four,
            Some(_) => Hint::Threat,
        }
    }

    /// The stone nearest to the move of the proof; `None` if the puzzle is solved or the board is empty.
    #[must_use]
    pub fn near(&self) -> Option<Point> {
        let (grid, at) = (self.puzzle.game.grid(), self.expected()?);
        let (x, y) = grid.xy(at);
        let distance = |&point: &Point| {
            let (column, row) = grid.xy(point);
            (x.abs_diff(column).max(y.abs_diff(row)), point)
        };
        grid.points().filter(|&point| self.board.stone(point).is_some()).min_by_key(distance)
    }

    /// Plays a move of the solver, and the defender's reply. A move that wins at once is right, whatever the proof has.
    ///
    /// # Errors
    /// The move is illegal; the board is unchanged.
    pub fn play(&mut self, at: Point) -> Result<Reply, IllegalMove> {
        self.board.check(at)?;
        let now = wins(self.board.as_ref(), at) && self.puzzle.kind == Kind::Win;
        if !now && self.expected() != Some(at) {
            return Ok(Reply::Wrong);
        }
        self.board.play(Move::Place(at))?;
        let Some(line) = self.line.as_mut().filter(|_| !now) else {
            self.solved = true;
            return Ok(Reply::Solved);
        };
        line.play(at);
        match line.defence() {
            None => {
                self.solved = true;
                Ok(Reply::Solved)
            }
            Some(reply) => {
                line.reply(reply);
                self.board.play(reply)?;
                Ok(Reply::Defence(reply))
            }
        }
    }

    /// The line by which the opponent wins after a wrong first move of an only-move puzzle, as far as certificates tell: the
    /// wrong move is not part of it. Empty for a win.
    #[must_use]
    pub fn punishment(&self, at: Point) -> Vec<Move> {
        let certificate = (self.puzzle.kind == Kind::OnlyMove).then(|| self.puzzle.refutation(at)).flatten();
        let Some(mut line) = certificate.as_ref().and_then(Line::new) else { return Vec::new() };
        let mut moves = Vec::new();
        while let Some(at) = line.attack() {
            moves.push(Move::Place(at));
            if line.play(at).is_none() {
                break;
            }
            let Some(reply) = line.defence() else { break };
            if line.reply(reply).is_none() {
                break;
            }
            moves.push(reply);
        }
        moves
    }
}
