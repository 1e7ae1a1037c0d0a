//! The referee: the rules pages (docs/src/rules.md) written down clause by clause, slowly and literally.
//!
//! It is the independent oracle for the fast engine, so it shares nothing with it: plain grids, loops over points,
//! everything recomputed from scratch. Clause numbers in the comments (A2 line 3, A3.4 row c, …) are those of the page.

mod ban;
mod board;
mod ends;
mod hex;
mod law;
mod renju;
mod rows;
mod square;

use board::{Board, Cell, Point, Position};
use law::Law;

/// The two colours: `X` = Black = Eks moves first, `O` = White = Ohs is second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stone {
    /// The first colour.
    X,
    /// The second colour.
    O,
}

impl Stone {
    fn other(self) -> Stone {
        match self {
            Stone::X => Stone::O,
            Stone::O => Stone::X,
        }
    }

    fn index(self) -> usize {
        match self {
            Stone::X => 0,
            Stone::O => 1,
        }
    }
}

/// Winner (`None` = draw) and the reason in the words of CLI.md.
type Outcome = (Option<Stone>, &'static str);

/// One game under the rules: the position, its history and its end.
#[derive(Clone)]
pub struct Referee {
    law: Law,
    position: Position,
    /// A4: false for a set-up position, which knows neither opening restrictions nor swap.
    from_start: bool,
    /// Stones placed since the start.
    placements: usize,
    swapped: bool,
    /// The last action was a pass.
    passed: bool,
    outcome: Option<Outcome>,
    /// (stones, side to move) at the start and after every placement and pass.
    history: Vec<(Board, Stone)>,
}

impl Referee {
    /// The empty board of `game` with the opening restrictions in force; errors name what the rules page does not allow.
    pub fn new(game: &str, size: usize, length: usize, flags: &[(&str, &str)]) -> Result<Referee, String> {
        let law = Law::new(game, size, length, flags)?;
        Ok(Referee::begin(law, &[], Stone::X, [0, 0], true)?.judged_start())
    }

    /// The empty board of a custom game: `base` with changed fields and flags of its rules.
    pub fn own(base: &str, size: usize, length: usize, changes: &[(&str, &str)]) -> Result<Referee, String> {
        let law = Law::own(base, size, length, changes)?;
        Ok(Referee::begin(law, &[], Stone::X, [0, 0], true)?.judged_start())
    }

    /// A set-up position; `captured` counts the stones taken so far by x and by o.
    pub fn set_up(
        game: &str,
        size: usize,
        length: usize,
        flags: &[(&str, &str)],
        stones: &[(usize, usize, Stone)],
        to_move: Stone,
        captured: [u32; 2],
    ) -> Result<Referee, String> {
        let law = Law::new(game, size, length, flags)?;
        Ok(Referee::begin(law, stones, to_move, captured, false)?.judged_start())
    }

    /// The same set-up position with these points, on which no stone may lie, taken off the board.
    pub fn walled(mut self, points: &[(usize, usize)]) -> Referee {
        points.iter().for_each(|&p| self.position.board.put(p, Cell::Off));
        self.history = vec![(self.position.board.clone(), self.position.to_move)];
        self.judged_start()
    }

    fn begin(
        law: Law,
        stones: &[(usize, usize, Stone)],
        to_move: Stone,
        captured: [u32; 2],
        from_start: bool,
    ) -> Result<Referee, String> {
        let mut board = if law.hexagon { hex::empty_board(law.size) } else { Board::square(law.size) };
        for &(x, y, stone) in stones {
            match board.at((x, y)) {
                Cell::Off => return Err(format!("{x},{y} is not on the board")),
                Cell::Full(_) => return Err(format!("two stones on {x},{y}")),
                Cell::Empty => board.put((x, y), Cell::Full(stone)),
            }
        }
        Ok(Referee {
            law,
            history: vec![(board.clone(), to_move)],
            position: Position { board, to_move, captured },
            from_start,
            placements: 0,
            swapped: false,
            passed: false,
            outcome: None,
        })
    }

    /// A4: a position is never over by itself, a full board or no legal move excepted.
    fn judged_start(mut self) -> Referee {
        if self.law.hexagon {
            // C6: no legal move for the side to move: draw, unless it passes (flag stuck).
            if !self.law.stuck_passes && self.legal().is_empty() {
                self.outcome = Some((None, "no legal move"));
            }
        } else if self.position.board.is_full() {
            // A5: a full board is a draw. (Without a legal move on a square board the side to move passes.)
            self.outcome = Some((None, "full board"));
        } else if self.only_fouls_are_left() {
            self.outcome = Some((Some(Stone::O), "no legal move"));
        }
        self
    }

    /// Why the side to move may not place a stone on `p`, or `None`. Renju fouls are not refused here.
    fn refused(&self, p: Point) -> Option<String> {
        // A1.1, C2: an own stone on an empty point.
        match self.position.board.at(p) {
            Cell::Off => return Some("not on the board".to_string()),
            Cell::Full(_) => return Some("the point is occupied".to_string()),
            Cell::Empty => {}
        }
        // A4: opening restrictions, from the start only.
        if self.from_start
            && let Some(reason) = self.law.opening_refuses(self.placements + 1, p)
        {
            return Some(reason);
        }
        if self.law.hexagon {
            return hex::refused(&self.law, &self.position, p).map(str::to_string);
        }
        // A3: the ban of the ninuki games.
        ban::refused(&self.law, &self.position, p).map(str::to_string)
    }

    /// Places a stone of the side to move; returns the captured points, sorted. An error leaves everything as it was.
    pub fn play(&mut self, x: usize, y: usize) -> Result<Vec<(usize, usize)>, String> {
        if self.outcome.is_some() {
            return Err("the game is over".to_string());
        }
        let p = (x, y);
        if let Some(reason) = self.refused(p) {
            return Err(reason);
        }
        let before = self.position.clone();
        let (after, mut captured) = match self.law.hexagon {
            true => hex::place(&before, p),
            false => square::place(&self.law, &before, p),
        };
        self.position = after;
        self.placements += 1;
        self.passed = false;
        self.history.push((self.position.board.clone(), self.position.to_move));
        self.outcome = self.judge(&before, p);
        captured.sort();
        Ok(captured)
    }

    /// The end of the game, if the stone just placed on `p` ended it.
    fn judge(&self, before: &Position, p: Point) -> Option<Outcome> {
        let after = &self.position;
        let mut end = match self.law.longest {
            _ if self.law.hexagon => hex::judge(&self.law, before.to_move, &after.board, p),
            None => rows::judge(&self.law, before.to_move, &after.board, p),
            Some(_) => ends::judge(&self.law, before, after, p),
        };
        // A2 line 5, A5: a full board is a draw (C6 has its own word for it).
        if end.is_none() && !self.law.hexagon && after.board.is_full() {
            end = Some((None, "full board"));
        }
        // C6: no legal move for the side to move: draw, unless it passes (flag stuck).
        if end.is_none() && !self.law.stuck_passes && !self.can_place() {
            end = Some((None, "no legal move"));
        }
        if end.is_none() && self.only_fouls_are_left() {
            end = Some((Some(Stone::O), "no legal move"));
        }
        if end.is_none() && self.is_third_occurrence() {
            end = Some((None, "repetition"));
        }
        end
    }

    /// B: Black has nothing left to play but fouls, and a foul loses.
    fn only_fouls_are_left(&self) -> bool {
        self.law.fouls && self.position.to_move == Stone::X && !self.can_place()
    }

    /// A4 (nenuki), C6: the third occurrence of (stones, side to move) is a draw.
    fn is_third_occurrence(&self) -> bool {
        let Position { board, to_move, .. } = &self.position;
        let times = || self.history.iter().filter(|(past, side)| past == board && side == to_move).count();
        self.law.repetition && times() >= 3
    }

    /// Changes the players' colours where the rules offer it (A4 `nenuki`, C3); stones and side to move stay.
    pub fn swap(&mut self) -> Result<(), String> {
        if self.outcome.is_some() {
            return Err("the game is over".to_string());
        }
        // A4 nenuki: after both have placed three stones; C3: as the second player's first move. Never in a set-up.
        let due = self.law.swap_after.ok_or("this game has no swap")?;
        // Swap 2: or, if that was not taken, after both have placed more.
        let due = if self.law.swap_again == Some(self.placements) { self.placements } else { due };
        if !self.from_start {
            return Err("a set-up position has no swap".to_string());
        }
        if self.swapped {
            return Err("the sides were already swapped".to_string());
        }
        if self.placements != due {
            return Err(format!("swap is allowed only after {due} placements, here are {}", self.placements));
        }
        self.swapped = true;
        self.passed = false;
        Ok(())
    }

    /// A5, C6: passes; only without a legal placement, and two passes in a row are a draw. In Ndengrod only with the flag
    /// stuck (C2).
    pub fn pass(&mut self) -> Result<(), String> {
        if self.outcome.is_some() {
            return Err("the game is over".to_string());
        }
        if !self.law.stuck_passes {
            return Err("this game has no pass".to_string());
        }
        if !self.legal().is_empty() {
            return Err("a player may pass only without a legal placement".to_string());
        }
        self.position.to_move = self.position.to_move.other();
        self.history.push((self.position.board.clone(), self.position.to_move));
        if self.passed {
            self.outcome = Some((None, "no legal move"));
        } else if self.is_third_occurrence() {
            self.outcome = Some((None, "repetition"));
        }
        self.passed = true;
        Ok(())
    }

    /// All legal placements, sorted by (x, y); empty when the game is over; renju fouls are never among them.
    pub fn legal(&self) -> Vec<(usize, usize)> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        self.placements_allowed()
    }

    fn placements_allowed(&self) -> Vec<Point> {
        let mut list = self.position.board.empty_points();
        list.retain(|&p| self.allows(p));
        list.sort();
        list
    }

    /// Whether there is a legal placement.
    fn can_place(&self) -> bool {
        self.position.board.empty_points().into_iter().any(|p| self.allows(p))
    }

    fn allows(&self, p: Point) -> bool {
        // B: a foul is illegal for our players.
        let foul = || {
            let black = self.position.to_move == Stone::X;
            self.law.fouls && black && renju::is_foul(&self.position.board, p)
        };
        self.refused(p).is_none() && !foul()
    }

    /// The end of the game: winner (`None` for a draw) and reason as in `replay --json`; `None` before the end.
    pub fn outcome(&self) -> Option<(Option<Stone>, &'static str)> {
        self.outcome
    }

    /// The colour to move (after the end: the colour that would have been next).
    pub fn to_move(&self) -> Stone {
        self.position.to_move
    }

    /// The stone on (x, y); `None` on an empty point or off the board.
    pub fn stone(&self, x: usize, y: usize) -> Option<Stone> {
        match self.position.board.at((x, y)) {
            Cell::Full(stone) => Some(stone),
            Cell::Empty | Cell::Off => None,
        }
    }

    /// Whether (x, y) is a point of the board.
    pub fn on_board(&self, x: usize, y: usize) -> bool {
        self.position.board.at((x, y)) != Cell::Off
    }

    /// Stones taken so far by x and by o.
    pub fn captured(&self) -> [u32; 2] {
        self.position.captured
    }

    /// Whether a breakable five of the side not to move stands, and the game is not over.
    pub fn pending_five(&self) -> bool {
        self.outcome.is_none()
            && self.law.breakable
            && !square::fives(&self.position.board, self.position.to_move.other(), self.law.five_is_exact()).is_empty()
    }
}
