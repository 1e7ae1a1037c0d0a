//! The game as it stands: the rules asked for, the board, and the player who follows it.
//!
//! Both ends of a conversation use it: the engine, and the conformance test.
//!
//! Managers send the rules before or after `START`, so nothing is built before a command needs it.

use std::cell::OnceCell;
use std::path::Path;

use engine::rules::Capture;
use engine::{AnyRecord, Color, Game, Move, Point, Rules, SetUp};
use search::{Player, Resources};

use crate::cell::Cell;
use crate::command::Command;
use crate::info::Info;
use crate::refusal::Refusal;
use crate::settings::Memory;
use crate::{NewPlayer, Options};

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
    /// The rules asked for, or the name of what is not known.
    rules: Result<Rules, String>,
    /// Whether a file of rules may be named.
    rules_paths: bool,
    /// The length of lines asked for.
    line_length: Option<usize>,
    /// Columns and rows, once started.
    sides: Option<(usize, usize)>,
    /// The game that these ask for, from when it is first needed until one of them changes.
    game: OnceCell<&'static Game>,
    memory: Memory,
    /// The player that follows the game; `None` until a command needs one.
    pub(crate) player: Option<Box<dyn Player>>,
    /// What the last player had, while there is none.
    resources: Resources,
    /// The position from which the player began, unless it was the empty board.
    pub(crate) setup: Option<SetUp>,
    /// The stones captured in the next position to be set up.
    captured: [u16; 2],
    /// Whether the manager speaks the Yixin extension, in which rule 2 is renju.
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

    /// Takes over what a command says about the game, as far as the command alone says it.
    ///
    /// # Errors
    /// It cannot be obeyed; the game is as it was.
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

    /// Takes over a setting that belongs to the game.
    fn set(&mut self, info: &Info) -> Result<(), Refusal> {
        if matches!(info, Info::Rule(_) | Info::Game(_) | Info::RulesFile(_) | Info::Flag { .. } | Info::LineLength(_))
        {
            self.game.take();
        }
        match info {
            Info::Rule(number) => {
                // Bit 2 is the continuous game, which only the manager has to know of.
                let rule = if *number == 2 && self.yixin { 4 } else { *number & !2 };
                self.rules = Rules::gomocup(rule).ok_or_else(|| number.to_string());
            }
            Info::Game(name) => {
                let rules = Rules::named(name);
                let told = rules.as_ref().err().map(|error| Refusal::Setting(error.to_string()));
                self.rules = rules.map_err(|error| match error.meant() {
                    Some(meant) => format!("{name}, did you mean {meant}?"),
                    None => name.clone(),
                });
                return told.map_or(Ok(()), Err);
            }
            Info::RulesFile(text) => {
                let rules = match self.rules_paths && !text.starts_with('{') {
                    true => variants::read(Path::new(text)),
                    false => variants::parse(text),
                };
                let told = rules.as_ref().err().map(|error| Refusal::Setting(format!("rules_file: {error}")));
                self.rules = rules.map_err(|_| "of rules_file".to_owned());
                return told.map_or(Ok(()), Err);
            }
            Info::Flag { name, value } => {
                if let Ok(rules) = &mut self.rules {
                    rules.set_flag(name, value).map_err(|error| Refusal::Setting(error.to_string()))?;
                }
            }
            Info::LineLength(length) => self.line_length = (*length > 0).then_some(*length),
            Info::Captured(captured) => self.captured = *captured,
            _ => {}
        }
        Ok(())
    }

    /// A new game on a board of `width` × `height` points, of a hexagon its bounding box.
    pub(crate) fn start(&mut self, width: usize, height: usize) -> Result<(), Refusal> {
        // The smallest box is that of a hexagon of side 3, the largest board one of 22 rows.
        if !(5..=22).contains(&width) || !(5..=22).contains(&height) {
            return Err(Refusal::NoSuchBoard);
        }
        self.sides = Some((width, height));
        self.game.take();
        self.clear();
        Ok(())
    }

    /// A new game on the same board.
    pub(crate) fn restart(&mut self) -> Result<(), Refusal> {
        self.sides.ok_or(Refusal::NotStarted)?;
        self.clear();
        Ok(())
    }

    fn clear(&mut self) {
        self.dismiss();
        (self.setup, self.captured) = (None, [0; 2]);
    }

    /// Drops the player, and keeps its memory and threads.
    fn dismiss(&mut self) {
        if let Some(mut player) = self.player.take() {
            self.resources = player.release();
        }
    }

    /// Puts a player in the place of the one before, with its memory and threads.
    pub(super) fn seat(&mut self, mut player: Box<dyn Player>) {
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

    /// The name of the game of one's own whose rules are asked for.
    pub(crate) fn own_game(&self) -> Option<&'static str> {
        self.rules.as_ref().ok().filter(|rules| rules.base.is_some()).map(|rules| rules.name)
    }

    /// The game that is asked for.
    pub(crate) fn game(&self) -> Result<&'static Game, Refusal> {
        match self.game.get() {
            Some(game) => Ok(game),
            None => self.look_up().map(|game| *self.game.get_or_init(|| game)),
        }
    }

    fn look_up(&self) -> Result<&'static Game, Refusal> {
        let (width, height) = self.sides.ok_or(Refusal::NotStarted)?;
        let rules = self.rules.clone().map_err(Refusal::Rules)?;
        if !rules.hexagonal() {
            return Game::with_sides(rules, width, height, None).map_err(Refusal::Game);
        }
        if width != height || width % 2 == 0 {
            return Err(Refusal::Box { game: rules.name });
        }
        Game::new(rules, Some(width.div_ceil(2)), self.line_length).map_err(Refusal::Game)
    }

    /// The player of the game that is asked for. If the rules changed in the middle of a game, it is played on by
    /// the new ones if they allow the moves made so far, else by the old ones.
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
        Ok(&mut **self.player.as_mut().expect("one was kept or seated"))
    }

    /// The game so far.
    ///
    /// # Errors
    /// No board is started, or the rules do not fit it.
    pub fn record(&mut self) -> Result<&dyn AnyRecord, Refusal> {
        Ok(self.player()?.record())
    }

    /// Forgets everything but the game itself, as after a failure of the player.
    pub(crate) fn rebuild(&mut self) {
        let record = self.player.as_ref().map(|player| player.record());
        let next = record.and_then(|record| self.carry_over(record, record.game()));
        self.dismiss();
        if let Some((fresh, setup)) = next {
            self.seat(fresh);
            self.setup = setup;
        }
    }

    /// A new player of `game`.
    pub(crate) fn build(&self, game: &'static Game, setup: Option<&SetUp>) -> Result<Box<dyn Player>, Refusal> {
        let mut player = (self.new_player)(game, setup).map_err(Refusal::SetUp)?;
        set_memory(&mut *player, self.memory);
        Ok(player)
    }

    /// A player of `game` after the moves of `record`, if `game` allows them.
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

    /// The point of the board at `cell`.
    ///
    /// # Errors
    /// No game is started, or the cell is outside the board.
    pub fn point(&mut self, cell: Cell) -> Result<Point, Refusal> {
        let grid = self.record()?.game().grid();
        grid.point(cell.x, cell.y).ok_or(Refusal::Outside(cell))
    }

    /// Whether no stone has been placed yet.
    pub(crate) fn is_empty(&mut self) -> Result<bool, Refusal> {
        let unplayed = self.record()?.moves().is_empty();
        Ok(unplayed && self.setup.as_ref().is_none_or(|setup| setup.stones.is_empty()))
    }

    /// Plays a move of either side.
    ///
    /// # Errors
    /// The move is not legal.
    pub fn play(&mut self, cell: Cell) -> Result<(), Refusal> {
        let point = self.point(cell)?;
        self.resume()?;
        self.player()?.play(Move::Place(point)).map_err(|why| Refusal::Illegal(cell, why))?;
        Ok(())
    }

    /// Exchanges the colours.
    ///
    /// # Errors
    /// No swap is offered in the position.
    pub fn swap(&mut self) -> Result<(), Refusal> {
        self.player()?.play(Move::Swap).map(drop).map_err(|_| Refusal::NoSwap)
    }

    /// Continues a finished game of a kind without captures, as managers may: its stones become a set-up position, in
    /// which only later lines count.
    ///
    /// # Errors
    /// The game is over for good.
    pub fn resume(&mut self) -> Result<(), Refusal> {
        let record = self.record()?;
        let Some(outcome) = record.outcome() else { return Ok(()) };
        if record.game().rules().capture != Capture::None {
            return Err(Refusal::Over(outcome));
        }
        let base = self.setup.clone();
        let record = self.record()?;
        let game = record.game();
        let placed = record.moves().into_iter().filter_map(|mv| match mv {
            Move::Place(point) => Some((point, record.stone(point)?)),
            Move::Swap | Move::Pass => None,
        });
        let mut setup = base.unwrap_or_else(|| empty(Color::Black));
        setup.stones.extend(placed);
        setup.to_move = record.to_move();
        self.adopt(game, setup)?;
        self.record()?.outcome().map_or(Ok(()), |outcome| Err(Refusal::Over(outcome)))
    }

    /// Goes on from a set-up position.
    pub(crate) fn adopt(&mut self, game: &'static Game, setup: SetUp) -> Result<(), Refusal> {
        let player = self.build(game, Some(&setup))?;
        self.seat(player);
        self.setup = Some(setup);
        Ok(())
    }

    /// Takes the newest move back, if it was made at `cell`.
    pub(crate) fn take_back(&mut self, cell: Cell) -> Result<(), Refusal> {
        let point = self.point(cell)?;
        let player = self.player()?;
        let (game, moves) = (player.record().game(), player.record().moves());
        let newest = moves.iter().rposition(|mv| matches!(mv, Move::Place(_)));
        if let Some(newest) = newest {
            if moves[newest] != Move::Place(point) {
                return Err(Refusal::NotNewest(cell));
            }
            for _ in newest..moves.len() {
                player.take_back();
            }
            return Ok(());
        }
        let ordered = game.rules().capture == Capture::None;
        let mut setup = self.setup.clone().filter(|_| ordered).ok_or(Refusal::NotNewest(cell))?;
        match setup.stones.pop() {
            Some((last, color)) if last == point => {
                setup.to_move = color;
                self.adopt(game, setup)
            }
            _ => Err(Refusal::NotNewest(cell)),
        }
    }
}

fn set_memory(player: &mut dyn Player, memory: Memory) {
    player.set_memory(memory.table);
    player.set_vcf_memory(memory.vcf);
}

/// A set-up position without stones.
pub(crate) const fn empty(to_move: Color) -> SetUp {
    SetUp { stones: Vec::new(), walls: Vec::new(), to_move, captured: [0; 2] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_looked_up_once_per_start_and_change_of_rules() {
        let mut current = GameState::new(&Options::default(), Memory { table: 1 << 20, vcf: 1 << 20 });
        let mut tell = |line: &str| {
            let known = current.game.get().is_some();
            current.follow(&Command::parse(line).expect("a command")).expect("it is obeyed");
            (known, current.game.get().is_some())
        };
        assert_eq!(tell("START 15"), (false, false));
        assert_eq!(tell("TURN 7,7"), (false, true));
        for line in ["TURN 8,8", "INFO timeout_turn 5", "BOARD 7,7,1 DONE", "RESTART", "TURN 7,7"] {
            assert_eq!(tell(line), (true, true), "{line}");
        }
        for line in ["INFO rule 1", "INFO game caro", "INFO flag caro-exact true", "START 15"] {
            assert_eq!((tell(line).1, tell("TURN 1,1")), (false, (false, true)), "{line}");
            tell("RESTART");
        }
    }
}
