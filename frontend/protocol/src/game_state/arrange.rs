//! Whole positions of the manager.

use engine::rules::Capture;
use engine::{Color, Game, Move, Point, SetUp, record};

use super::{GameState, empty};
use crate::grammar::{Cell, Owner, Stone};
use crate::refusal::Refusal;

impl GameState {
    /// Sets the position of `BOARD`. With captures it is the list of all moves, whatever the fields; without, stones that do
    /// not alternate, and walls, make a set-up position.
    ///
    /// # Errors
    /// The position is impossible; the old one stays.
    pub(crate) fn set_board(&mut self, stones: &[Stone]) -> Result<(), Refusal> {
        let game = self.game()?;
        if game.rules().capture != Capture::None {
            no_walls(stones)?;
            let cells: Vec<Cell> = stones.iter().map(|stone| stone.cell).collect();
            return self.set_moves(&cells);
        }
        let setup = set_up(game, stones, [0; 2])?;
        match in_order_of_play(&setup) {
            // A game continued after its end is set up, not replayed.
            Some(points) if self.replay(game, &points).is_ok() => Ok(()),
            _ => self.adopt(game, setup),
        }
    }

    /// Sets the position of `YXBOARD`, with `captured` stones of the side to move and of the other one.
    pub(crate) fn set_position(&mut self, stones: &[Stone], captured: [u16; 2]) -> Result<(), Refusal> {
        let game = self.game()?;
        if game.rules().capture == Capture::None {
            return self.set_board(stones);
        }
        no_walls(stones)?;
        let setup = set_up(game, stones, captured)?;
        self.adopt(game, setup)
    }

    /// Sets the position after these moves.
    ///
    /// # Errors
    /// A move is not legal; the old position stays.
    pub(crate) fn set_moves(&mut self, cells: &[Cell]) -> Result<(), Refusal> {
        let game = self.game()?;
        let points = cells.iter().map(|&cell| point(game, cell)).collect::<Result<Vec<_>, _>>()?;
        self.replay(game, &points)
    }

    fn replay(&mut self, game: &'static Game, points: &[Point]) -> Result<(), Refusal> {
        let known = self.known_moves(game, points);
        let mut player = match self.player.take() {
            Some(player) if known.is_some() => player,
            old => {
                self.player = old;
                self.build(game, None)?
            }
        };
        for &point in &points[known.unwrap_or(0)..] {
            let mut played = player.play(Move::Place(point));
            // A side without a legal placement has passed, which lists of stones do not show.
            if played.is_err() && player.record().legal().is_empty() && player.play(Move::Pass).is_ok() {
                played = player.play(Move::Place(point));
            }
            if let Err(why) = played {
                if let Some(known) = known {
                    while player.record().moves().len() > known {
                        player.take_back();
                    }
                    self.player = Some(player);
                }
                return Err(Refusal::Illegal(Cell::of(game, point), why));
            }
        }
        match known {
            Some(_) => self.player = Some(player),
            None => self.seat(player),
        }
        self.setup = None;
        Ok(())
    }

    /// The number of moves made already, if they are the first of these.
    fn known_moves(&self, game: &'static Game, points: &[Point]) -> Option<usize> {
        let record = self.player.as_ref()?.record();
        let moves = record.moves();
        let begins = moves.len() <= points.len() && moves.iter().zip(points).all(|(&mv, &to)| mv == Move::Place(to));
        (begins && record.game() == game && self.setup.is_none()).then_some(moves.len())
    }

    /// The empty points that are forbidden to the side to move because of the stones around. Restrictions of the first
    /// moves do not count.
    pub(crate) fn forbidden(&mut self) -> Result<Vec<Cell>, Refusal> {
        let walls = self.setup.as_ref().map(|setup| setup.walls.clone()).unwrap_or_default();
        let now = self.record()?;
        if now.outcome().is_some() {
            return Ok(Vec::new());
        }
        let (game, grid) = (now.game(), now.game().grid());
        let stones = grid.points().filter_map(|point| Some((point, now.stone(point)?))).collect();
        let captured = Color::ALL.map(|color| now.captured(color));
        let setup = SetUp { stones, walls, to_move: now.to_move(), captured };
        let legal = record(game, Some(&setup)).map_err(Refusal::SetUp)?.legal();
        let refused = grid.points().filter(|point| now.is_empty(*point) && !legal.contains(point));
        Ok(refused.map(|point| Cell::of(game, point)).collect())
    }
}

fn point(game: &Game, cell: Cell) -> Result<Point, Refusal> {
    game.grid().point(cell.x, cell.y).ok_or(Refusal::Outside(cell))
}

fn no_walls(stones: &[Stone]) -> Result<(), Refusal> {
    let wall = stones.iter().find(|stone| stone.owner == Owner::Wall);
    wall.map_or(Ok(()), |wall| Err(Refusal::Wall(wall.cell)))
}

/// The position in which `Owner::Own` is to move: White if the opponent has placed more stones.
fn set_up(game: &Game, stones: &[Stone], [by_us, by_them]: [u16; 2]) -> Result<SetUp, Refusal> {
    let lying = |owner| stones.iter().filter(|stone| stone.owner == owner).count();
    let ours = lying(Owner::Own) + usize::from(by_them);
    let theirs = lying(Owner::Opponent) + usize::from(by_us);
    let us = if theirs > ours { Color::White } else { Color::Black };
    let mut setup = empty(us);
    setup.captured[us.index()] = by_us;
    setup.captured[(!us).index()] = by_them;
    for stone in stones {
        let point = point(game, stone.cell)?;
        match stone.owner {
            Owner::Own => setup.stones.push((point, us)),
            Owner::Opponent => setup.stones.push((point, !us)),
            Owner::Wall => setup.walls.push(point),
        }
    }
    Ok(setup)
}

/// The points of stones that alternate from Black on.
fn in_order_of_play(setup: &SetUp) -> Option<Vec<Point>> {
    let turn = |ply: usize| Color::ALL[ply % 2];
    let alternate = setup.stones.iter().enumerate().all(|(ply, &(_, color))| color == turn(ply));
    let plain = setup.walls.is_empty() && setup.to_move == turn(setup.stones.len());
    (alternate && plain).then(|| setup.stones.iter().map(|&(point, _)| point).collect())
}
