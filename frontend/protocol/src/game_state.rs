//! The game that the commands of a dialogue describe: rules, board, moves, and the player who follows them.
//!
//! Engines use it, and programs that observe a dialogue. Managers send the rules before or after `START`, so nothing is
//! built before a command needs it.

mod arrange;
mod moves;
mod rules;
mod swap;

use std::cell::OnceCell;

use engine::{AnyRecord, Color, Game, Move, Point, Rules, SetUp};
use search::{Player, Resources};

use crate::grammar::Command;
use crate::memory::Memory;
use crate::options::{NewPlayer, Options};
use crate::refusal::Refusal;

/// The name of rules that do not exist.
#[derive(Clone)]
struct UnknownRules(String);

/// The game that the commands of a dialogue describe: rules, board, moves, and the player who follows them.
///
/// # Examples
/// ```
/// use ninuki_protocol::{Command, GameState};
///
/// let mut state = GameState::default();
/// for line in ["START 15", "TURN 7,7"] {
///     state.follow(&line.parse()?)?;
/// }
/// assert!(state.follow(&"TURN 7,7".parse::<Command>()?).is_err());
/// assert_eq!(state.record()?.moves().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GameState {
    new_player: NewPlayer,
    rules: Result<Rules, UnknownRules>,
    /// Whether `rules_file` may be the path of a file.
    rules_paths: bool,
    /// The length of a winning line, if adjustable.
    line_length: Option<usize>,
    /// Columns and rows; `None` before `START`.
    sides: Option<(usize, usize)>,
    /// The game of these rules and sides, from its first use until one of them changes.
    game: OnceCell<&'static Game>,
    memory: Memory,
    /// The player that follows the game; `None` until a command needs one.
    pub(crate) player: Option<Box<dyn Player>>,
    /// The table and threads of the last player, while there is none.
    resources: Resources,
    /// The position from which the player began, unless that was the empty board.
    pub(crate) setup: Option<SetUp>,
    /// The stones captured in the next set-up position.
    captured: [u16; 2],
    /// Whether the manager uses the Yixin extension, in which rule 2 is renju.
    yixin: bool,
}

impl Default for GameState {
    /// The state before `START`, for an observer that never searches: its tables have the least size.
    fn default() -> Self {
        Self::new(&Options::default(), Memory { table: 1 << 10, vcf: 1 << 10 })
    }
}

impl GameState {
    pub(crate) fn new(options: &Options, memory: Memory) -> Self {
        Self {
            new_player: options.player,
            rules: Ok(options.rules.clone()),
            rules_paths: options.rules_paths,
            line_length: options.line_length,
            sides: None,
            game: OnceCell::new(),
            memory,
            player: None,
            resources: Resources::default(),
            setup: None,
            captured: [0; 2],
            yixin: false,
        }
    }

    /// Applies a command to the game, but no move of the engine.
    ///
    /// # Errors
    /// The command cannot be obeyed; the game is unchanged.
    pub fn follow(&mut self, command: &Command) -> Result<(), Refusal> {
        self.yixin |= command.is_extension();
        match command {
            Command::Start { width, height } => self.start(*width, *height),
            Command::Restart => self.restart(),
            Command::Begin => self.is_empty()?.then_some(()).ok_or(Refusal::NotEmpty),
            Command::Turn(Some(cell)) | Command::Play(cell) => self.play(*cell),
            Command::Turn(None) => self.player()?.play(Move::Pass).map(drop).map_err(Refusal::Pass),
            Command::Board(stones) => self.set_board(stones),
            Command::YxBoard(stones) => {
                self.set_position(stones, self.captured)?;
                self.captured = [0; 2];
                Ok(())
            }
            Command::SwapBoard(cells) => self.set_swap(cells),
            Command::Swap2Board(cells) => self.set_swap2(cells),
            Command::TakeBack(cell) => self.take_back(*cell),
            Command::Info(info) => self.set(info),
            _ => Ok(()),
        }
    }

    /// Starts a game on a board of `width` × `height` points, of a hexagon its bounding box.
    pub(crate) fn start(&mut self, width: usize, height: usize) -> Result<(), Refusal> {
        // The smallest box is that of a hexagon of side 3, the largest board has 22 rows.
        if !(5..=22).contains(&width) || !(5..=22).contains(&height) {
            return Err(Refusal::NoSuchBoard);
        }
        self.sides = Some((width, height));
        self.game.take();
        self.clear();
        Ok(())
    }

    /// Starts a game on the same board.
    pub(crate) fn restart(&mut self) -> Result<(), Refusal> {
        self.sides.ok_or(Refusal::NotStarted)?;
        self.clear();
        Ok(())
    }

    fn clear(&mut self) {
        self.dismiss();
        (self.setup, self.captured) = (None, [0; 2]);
    }

    /// Drops the player, and keeps its table and threads.
    fn dismiss(&mut self) {
        if let Some(mut player) = self.player.take() {
            self.resources = player.release();
        }
    }

    /// Replaces the player by another one, with the same table and threads.
    fn seat(&mut self, mut player: Box<dyn Player>) {
        self.dismiss();
        player.inherit(std::mem::take(&mut self.resources));
        self.player = Some(player);
    }

    pub(crate) fn set_memory(&mut self, memory: Memory) {
        self.memory = memory;
        if let Some(player) = &mut self.player {
            set_memory(&mut **player, memory);
        }
    }

    /// The player of the game. After a change of the rules in the middle of a game, the new rules apply if they allow the
    /// moves so far, else the old ones.
    pub(crate) fn player(&mut self) -> Result<&mut dyn Player, Refusal> {
        let game = self.game()?;
        let next = match &self.player {
            Some(player) if player.record().game() == game => None,
            Some(player) => self.carry_over(player.record(), game),
            None => Some((self.build(game, None)?, self.setup.clone())),
        };
        if let Some((player, setup)) = next {
            self.seat(player);
            self.setup = setup;
        }
        Ok(&mut **self.player.as_mut().expect("a player was kept or seated"))
    }

    /// The game so far.
    ///
    /// # Errors
    /// No board is started, or the rules do not fit it.
    pub fn record(&mut self) -> Result<&dyn AnyRecord, Refusal> {
        Ok(self.player()?.record())
    }

    /// Replaces the player by a new one with the same moves, as after a failure.
    pub(crate) fn rebuild(&mut self) {
        let record = self.player.as_ref().map(|player| player.record());
        let next = record.and_then(|record| self.carry_over(record, record.game()));
        self.dismiss();
        if let Some((fresh, setup)) = next {
            self.seat(fresh);
            self.setup = setup;
        }
    }

    /// Makes a player of `game`.
    pub(crate) fn build(&self, game: &'static Game, setup: Option<&SetUp>) -> Result<Box<dyn Player>, Refusal> {
        let mut player = (self.new_player)(game, setup).map_err(Refusal::SetUp)?;
        set_memory(&mut *player, self.memory);
        Ok(player)
    }

    /// Makes a player of `game` after the moves of `record`, if `game` allows them.
    fn carry_over(&self, record: &dyn AnyRecord, game: &'static Game) -> Option<(Box<dyn Player>, Option<SetUp>)> {
        let old = record.game().grid();
        let same = |point: Point| {
            let (x, y) = old.xy(point);
            game.grid().point(x, y)
        };
        let setup = match &self.setup {
            None => None,
            Some(setup) => Some(SetUp {
                stones: setup.stones.iter().map(|&(at, color)| Some((same(at)?, color))).collect::<Option<_>>()?,
                walls: setup.walls.iter().map(|&at| same(at)).collect::<Option<_>>()?,
                ..setup.clone()
            }),
        };
        let mut player = self.build(game, setup.as_ref()).ok()?;
        for mv in record.moves() {
            let mv = match mv {
                Move::Place(point) => Move::Place(same(point)?),
                Move::Swap | Move::Pass => mv,
            };
            player.play(mv).ok()?;
        }
        Some((player, setup))
    }
}

fn set_memory(player: &mut dyn Player, memory: Memory) {
    player.set_memory(memory.table);
    player.set_vcf_memory(memory.vcf);
}

/// A set-up position without stones.
const fn empty(to_move: Color) -> SetUp {
    SetUp { stones: Vec::new(), walls: Vec::new(), to_move, captured: [0; 2] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_looked_up_once_per_start_and_change_of_rules() {
        let mut state = GameState::new(&Options::default(), Memory { table: 1 << 20, vcf: 1 << 20 });
        let mut follow = |line: &str| {
            let known = state.game.get().is_some();
            state.follow(&Command::parse(line).expect("a command")).expect("it is obeyed");
            (known, state.game.get().is_some())
        };
        assert_eq!(follow("START 15"), (false, false));
        assert_eq!(follow("TURN 7,7"), (false, true));
        for line in ["TURN 8,8", "INFO timeout_turn 5", "BOARD 7,7,1 DONE", "RESTART", "TURN 7,7"] {
            assert_eq!(follow(line), (true, true), "{line}");
        }
        for line in ["INFO rule 1", "INFO game caro", "INFO flag caro-exact true", "START 15"] {
            assert_eq!((follow(line).1, follow("TURN 1,1")), (false, (false, true)), "{line}");
            follow("RESTART");
        }
    }
}
