//! The games that the host plays, and their answers as text.

use std::fmt::Write as _;

use engine::notation::move_text;
use engine::{AnyRecord, Color, Game, IllegalMove, Move, PositionKeys, Rules, record};

/// Games by their numbers.
pub(crate) struct Games {
    games: Vec<Option<Play>>,
    free: Vec<usize>,
}

impl Games {
    pub(crate) const fn new() -> Self {
        Self { games: Vec::new(), free: Vec::new() }
    }

    /// Adds a game and returns its number.
    pub(crate) fn add(&mut self, play: Play) -> usize {
        let number = self.free.pop().unwrap_or(self.games.len());
        if number == self.games.len() {
            self.games.push(None);
        }
        self.games[number] = Some(play);
        number
    }

    pub(crate) fn get(&mut self, number: usize) -> Option<&mut Play> {
        self.games.get_mut(number)?.as_mut()
    }

    /// Frees a game; its number is used again.
    pub(crate) fn free(&mut self, number: usize) {
        if self.games.get_mut(number).is_some_and(|play| play.take().is_some()) {
            self.free.push(number);
        }
    }
}

/// A game in progress.
pub(crate) struct Play {
    pub(crate) record: Box<dyn AnyRecord>,
}

impl Clone for Play {
    fn clone(&self) -> Self {
        Self { record: self.record.copy() }
    }
}

impl Play {
    /// Starts the game of these lines: rules, width and height, length, the start as text, flags. All lines may be empty.
    ///
    /// # Errors
    /// A line is wrong.
    pub(crate) fn start(lines: &str) -> Result<Self, String> {
        let mut lines = lines.lines();
        let mut line = || lines.next().unwrap_or_default();
        let [name, sides, length, position] = [line(), line(), line(), line()];
        let mut rules = match name {
            "" => Rules::ALL[0].clone(),
            name => Rules::named(name).map_err(|error| error.to_string())?,
        };
        for flag in lines {
            let (name, value) = flag.split_once('=').unwrap_or((flag, ""));
            rules.set_flag(name, value).map_err(|error| error.to_string())?;
        }
        let number = |text: &str| text.parse::<usize>().map_err(|_| format!("{text} is no number of points"));
        let (width, height) = match sides.split_once('x') {
            Some((width, height)) => (number(width)?, number(height)?),
            None if sides.is_empty() => (rules.default_size, rules.default_size),
            None => (number(sides)?, number(sides)?),
        };
        let length = if length.is_empty() { None } else { Some(number(length)?) };
        let game = Game::with_sides(rules, width, height, length).map_err(|error| error.to_string())?;
        let setup = match position {
            "" => None,
            text => Some(game.parse_position(text).map_err(|error| error.to_string())?),
        };
        record(game, setup.as_ref()).map(|record| Self { record }).map_err(|error| error.to_string())
    }

    /// The name of a move.
    pub(crate) fn name(&self, mv: Move) -> String {
        move_text(self.record.game().grid(), mv)
    }

    /// The names of moves, parted by blanks.
    pub(crate) fn names(&self, moves: &[Move]) -> String {
        let grid = self.record.game().grid();
        let mut text = String::with_capacity(4 * moves.len());
        for &mv in moves {
            match mv {
                Move::Place(point) => grid.push_name(point, &mut text),
                Move::Swap | Move::Pass => text += &move_text(grid, mv),
            }
            text.push(' ');
        }
        text.pop();
        text
    }

    /// The move that a text names.
    ///
    /// # Errors
    /// It names none.
    pub(crate) fn parse(&self, text: &str) -> Result<Move, String> {
        self.record.game().parse_move(text).map_err(|error| error.to_string())
    }

    /// Plays a move and returns its name, then those of the captured stones.
    ///
    /// # Errors
    /// The text names no move, or the rules refuse it.
    pub(crate) fn play(&mut self, text: &str) -> Result<String, String> {
        let mv = self.parse(text)?;
        let captured = self.record.play(mv).map_err(|error| format!("{}: {error}", self.name(mv)))?;
        let all: Vec<Move> = std::iter::once(mv).chain(captured.into_iter().map(Move::Place)).collect();
        Ok(self.names(&all))
    }

    /// Takes the newest move back and returns its name; an empty text if there is none.
    pub(crate) fn undo(&mut self) -> String {
        let mv = self.record.take_back();
        mv.map(|mv| self.name(mv)).unwrap_or_default()
    }

    /// Checks that a move is legal, and returns its name.
    ///
    /// # Errors
    /// It is no legal move.
    pub(crate) fn check(&self, text: &str) -> Result<String, String> {
        let (mv, record) = (self.parse(text)?, &self.record);
        let checked = match mv {
            _ if record.outcome().is_some() => Err(IllegalMove::GameOver),
            Move::Place(point) => record.check(point),
            Move::Swap if record.swap_offered() => Ok(()),
            Move::Swap => Err(IllegalMove::NoSwap),
            Move::Pass if record.legal().is_empty() => Ok(()),
            Move::Pass => Err(IllegalMove::NoPass),
        };
        checked.map(|()| self.name(mv)).map_err(|error| format!("{}: {error}", self.name(mv)))
    }

    /// The legal moves: placements by name, a swap that is offered, a pass if there is no placement.
    pub(crate) fn legal(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self.record.legal().into_iter().map(Move::Place).collect();
        if moves.is_empty() && self.record.outcome().is_none() {
            moves.push(Move::Pass);
        }
        if self.record.swap_offered() {
            moves.push(Move::Swap);
        }
        moves
    }

    /// The rules, the sides of the board, the length of lines.
    pub(crate) fn board(&self) -> String {
        let game = self.record.game();
        let hexagonal = game.rules().hexagonal();
        let sides = if hexagonal { [game.grid().size(); 2] } else { [game.grid().width(), game.grid().height()] };
        format!("{} {} {} {}", game.rules().name, sides[0], sides[1], game.length())
    }

    /// The side to move or `-`, captured stones of Black and White, whether a five waits, whether a swap is offered, the winner or
    /// `-`, the reason.
    pub(crate) fn state(&self) -> String {
        let record = &self.record;
        let outcome = record.outcome();
        let to_move = if outcome.is_some() { '-' } else { record.to_move().symbol() };
        let [black, white] = Color::ALL.map(|color| record.captured(color));
        let flags = [record.pending_five(), record.swap_offered()].map(u8::from);
        let mut text = format!("{to_move} {black} {white} {} {} ", flags[0], flags[1]);
        match outcome {
            Some(outcome) => {
                let winner = outcome.winner.map_or('-', Color::symbol);
                let _ = write!(text, "{winner} {}", outcome.reason);
            }
            None => text.push('-'),
        }
        text
    }

    /// The key of the position and its symmetric key.
    pub(crate) fn keys(&self) -> String {
        let keys = PositionKeys::of(self.record.game());
        format!("{} {}", keys.key(self.record.as_ref()), keys.symmetric_key(self.record.as_ref()))
    }
}

/// The games, one a line, in fields parted by tabs: name, title, shape, usual size, sizes, whether sides may differ, length, and
/// flags as `NAME=VALUE:VALUES`.
pub(crate) fn list() -> String {
    let mut text = String::new();
    for rules in Rules::ALL {
        let sizes: Vec<String> = rules.sizes.iter().map(|size| size.to_string()).collect();
        let flags: Vec<String> =
            rules.flags().map(|(flag, value)| format!("{}={value}:{}", flag.name, flag.values.join(" "))).collect();
        let shape = match rules.hexagonal() {
            true => "hexagon",
            false => "rectangle",
        };
        let fields = [
            rules.name,
            rules.title,
            shape,
            &rules.default_size.to_string(),
            &sizes.join(" "),
            if rules.rectangles { "1" } else { "" },
            &rules.line[0].length.to_string(),
            &flags.join("\t"),
        ];
        text += &fields.join("\t");
        text.push('\n');
    }
    text
}
