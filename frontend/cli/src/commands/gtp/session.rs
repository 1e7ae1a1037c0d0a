//! A session: the game, the engine, and the commands.

use std::time::Duration;

use analysis::{Level, Opponent};
use engine::notation::shorten;
use engine::{AnyRecord, Color, Game, Move, Outcome};
use random::Dice;
use records::{Choice, Size};
use search::player;

use super::vertex;

/// The options of the command.
pub(super) struct Settings {
    pub(super) choice: Choice,
    pub(super) level: Level,
    /// The most time for a move.
    pub(super) time: Duration,
    pub(super) threads: usize,
    /// The memory of the transposition table, in bytes.
    pub(super) hash: usize,
}

/// A clock of the protocol.
#[derive(Clone, Copy, Default)]
struct Clock {
    /// The time that is left, in this period.
    left: Duration,
    /// The moves of the period; none in main time.
    stones: u32,
}

/// The commands, in the order of `list_commands`.
const COMMANDS: [&str; 22] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// The game of a board, and the engine that follows it.
pub(super) struct Session {
    settings: Settings,
    game: &'static Game,
    /// The game as it stands; the engine has the same.
    record: Box<dyn AnyRecord>,
    engine: Opponent,
    /// The clocks of Black and White.
    clocks: [Option<Clock>; 2],
    over: bool,
}

/// The answer to a command, or its refusal.
type Answer = Result<String, Refused>;

/// A refusal in words.
#[derive(Debug)]
pub(super) struct Refused(String);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

fn refused<T>(why: impl Into<String>) -> Result<T, Refused> {
    Err(Refused(why.into()))
}

impl Session {
    /// Creates a session with an empty board.
    pub(super) fn new(game: &'static Game, settings: Settings) -> Self {
        let (record, engine) = start(game, &settings);
        Self { settings, game, record, engine, clocks: [None; 2], over: false }
    }

    /// Whether the board has left.
    pub(super) const fn is_over(&self) -> bool {
        self.over
    }

    /// Obeys a command.
    ///
    /// # Errors
    /// The command is not known, or cannot be obeyed; nothing has changed.
    pub(super) fn obey(&mut self, command: &str, arguments: &[&str]) -> Answer {
        let known = |name: &str| COMMANDS.contains(&name);
        match (command, arguments) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok("Ninuki".to_owned()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", [name]) => Ok(known(name).to_string()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("quit", _) => {
                self.over = true;
                Ok(String::new())
            }
            ("boardsize", [size]) => self.set_size(size),
            ("clear_board", _) => Ok(self.restart(self.game)),
            // There are no points to count.
            ("komi", [_]) => Ok(String::new()),
            ("play", [color, point]) => self.play(color, point),
            ("genmove", [color]) => self.generate(color),
            ("undo", _) => self.undo(),
            ("time_settings", [main, period, stones]) => self.set_time([main, period, stones]),
            ("time_left", [color, time, stones]) => self.set_left(color, time, stones),
            ("showboard", _) => Ok(format!("\n{}", self.board().trim_end())),
            ("final_score", _) => match self.record.outcome() {
                Some(outcome) => Ok(result(&outcome)),
                None => refused("the game is not over"),
            },
            ("gogui-rules_game_id", _) => Ok(self.game.rules().name.to_owned()),
            ("gogui-rules_board_size", _) => Ok(self.game.grid().width().to_string()),
            ("gogui-rules_side_to_move", _) => Ok(color_name(self.record.to_move()).to_owned()),
            ("gogui-rules_final_result", _) => Ok(self.record.outcome().as_ref().map(result).unwrap_or_default()),
            ("gogui-rules_legal_moves", _) => Ok(self.legal().join(" ")),
            ("gogui-rules_board", _) => Ok(self.rows()),
            _ if known(command) => refused(format!("{command}: wrong number of arguments")),
            _ => refused(format!("unknown command: {}", shorten(command))),
        }
    }

    fn restart(&mut self, game: &'static Game) -> String {
        self.game = game;
        (self.record, self.engine) = start(game, &self.settings);
        String::new()
    }

    fn set_size(&mut self, text: &str) -> Answer {
        let Ok(side) = text.parse::<usize>() else { return refused("boardsize: not a whole number") };
        let choice = Choice { size: Some(Size::from(side)), ..self.settings.choice.clone() };
        match choice.game() {
            Ok(game) => Ok(self.restart(game)),
            Err(error) => refused(format!("unacceptable size: {error}")),
        }
    }

    fn play(&mut self, color: &str, text: &str) -> Answer {
        self.is_turn(color)?;
        let mv = match text.to_ascii_lowercase().as_str() {
            "pass" => Move::Pass,
            _ => match vertex::point(self.game.grid(), text) {
                Some(point) => Move::Place(point),
                None => return refused(format!("{} is no point of the board", shorten(text))),
            },
        };
        match self.record.play(mv) {
            Ok(_) => {
                self.engine.follow(mv);
                Ok(String::new())
            }
            Err(error) => refused(format!("illegal move: {error}")),
        }
    }

    fn generate(&mut self, color: &str) -> Answer {
        let mover = self.is_turn(color)?;
        if self.record.outcome().is_some() {
            return refused("the game is over");
        }
        let clock = self.clocks[mover.index()];
        let (left, turn) = match clock {
            Some(Clock { left, stones: 0 }) => (Some(left), Duration::MAX),
            Some(Clock { left, stones }) => (None, left / stones),
            None => (None, Duration::MAX),
        };
        self.engine.set_clock(left, turn, Duration::ZERO);
        let Some((mv, _)) = self.engine.choose(self.settings.level) else { return refused("no move was found") };
        if let Err(error) = self.record.play(mv) {
            return refused(format!("illegal move: {error}"));
        }
        self.engine.follow(mv);
        Ok(match mv {
            Move::Place(point) => vertex::name(self.game.grid(), point),
            Move::Pass | Move::Swap => "pass".to_owned(),
        })
    }

    /// Returns the colour of a word if it is to move.
    fn is_turn(&self, text: &str) -> Result<Color, Refused> {
        let Some(color) = vertex::color(text) else { return refused(format!("{} is no colour", shorten(text))) };
        if color != self.record.to_move() && self.record.outcome().is_none() {
            return refused(format!("{} is to move", color_name(self.record.to_move())));
        }
        Ok(color)
    }

    fn undo(&mut self) -> Answer {
        if self.record.take_back().is_none() {
            return refused("cannot undo");
        }
        self.engine.take_back();
        Ok(String::new())
    }

    /// Sets the clocks of both sides: main time, then periods of a number of moves. A period of no moves is no limit.
    fn set_time(&mut self, words: [&str; 3]) -> Answer {
        let [Ok(main), Ok(period), Ok(stones)] = words.map(str::parse::<u32>) else {
            return refused("time_settings: not whole numbers");
        };
        let (main, period) = (Duration::from_secs(main.into()), Duration::from_secs(period.into()));
        let clock = match (main.is_zero(), stones) {
            (true, 0) => None,
            (true, stones) => Some(Clock { left: period, stones }),
            (false, _) => Some(Clock { left: main, stones: 0 }),
        };
        self.clocks = [if period > Duration::ZERO && stones == 0 { None } else { clock }; 2];
        Ok(String::new())
    }

    fn set_left(&mut self, color: &str, time: &str, stones: &str) -> Answer {
        let (Some(color), Ok(seconds), Ok(stones)) = (vertex::color(color), time.parse::<u32>(), stones.parse::<u32>())
        else {
            return refused("time_left: a colour, seconds and a number of moves are needed");
        };
        self.clocks[color.index()] = Some(Clock { left: Duration::from_secs(seconds.into()), stones });
        Ok(String::new())
    }

    fn board(&self) -> String {
        let symbol = |point| match self.record.stone(point) {
            Some(color) => color.symbol(),
            None if !self.record.is_empty(point) => '#',
            None => '.',
        };
        let last =
            self.record.moves().last().and_then(|mv| if let Move::Place(point) = mv { Some(*point) } else { None });
        pictures::draw(self.game.grid(), &symbol, last)
    }

    /// Returns the rows from the top, as GoGui reads them.
    fn rows(&self) -> String {
        let grid = self.game.grid();
        let symbol = |x, y| match grid.point(x, y).and_then(|point| self.record.stone(point)) {
            Some(Color::Black) => "X",
            Some(Color::White) => "O",
            None => ".",
        };
        let row = |y| (0..grid.width()).map(|x| symbol(x, y)).collect::<Vec<_>>().join(" ");
        (0..grid.height()).map(row).collect::<Vec<_>>().join("\n")
    }

    fn legal(&self) -> Vec<String> {
        if self.record.outcome().is_some() {
            return Vec::new();
        }
        self.record.legal().into_iter().map(|point| vertex::name(self.game.grid(), point)).collect()
    }
}

/// Returns an empty board and an engine that follows it.
fn start(game: &'static Game, settings: &Settings) -> (Box<dyn AnyRecord>, Opponent) {
    let mut player = player(game, None).expect("an empty board can be set up");
    player.set_memory(settings.hash);
    let record = player.record().copy();
    (record, Opponent::new(player, settings.time, settings.threads, Dice::new(0, 0, 0)))
}

const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Returns a result as the protocol writes it: `B+`, `W+`, or `0` for a draw.
fn result(outcome: &Outcome) -> String {
    outcome.winner.map_or_else(|| "0".to_owned(), |winner| format!("{}+", vertex::letter(winner)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(rules: &str) -> Session {
        let choice = Choice { rules: Some(rules.to_owned()), ..Choice::default() };
        let level = "2".parse().expect("a level");
        let settings = Settings { choice, level, time: Duration::from_millis(200), threads: 1, hash: 1 << 20 };
        Session::new(settings.choice.game().expect("a game"), settings)
    }

    #[test]
    fn a_game_is_played_to_its_end_and_taken_back() {
        let mut session = session("pente");
        let mut moves = 0;
        while session.record.outcome().is_none() {
            let color = color_name(session.record.to_move());
            let legal = session.obey("gogui-rules_legal_moves", &[]).expect("known");
            let chosen = session.obey("genmove", &[color]).expect("a move");
            assert!(legal.split(' ').any(|point| point == chosen), "{chosen} of {legal}");
            moves += 1;
        }
        let outcome = session.record.outcome().expect("the end");
        assert_eq!(session.obey("final_score", &[]).expect("a score"), result(&outcome));
        assert_eq!(session.obey("gogui-rules_legal_moves", &[]).expect("known"), "");
        assert_eq!(session.obey("genmove", &["b"]).expect_err("the end").to_string(), "the game is over");
        (0..moves).for_each(|_| assert!(session.obey("undo", &[]).is_ok()));
        assert_eq!(session.obey("undo", &[]).expect_err("the start").to_string(), "cannot undo");
        assert!(session.rows().split_whitespace().all(|symbol| symbol == "."));
    }

    #[test]
    fn captured_stones_leave_the_board() {
        let mut session = session("pente");
        for (index, point) in ["K10", "K9", "Q16", "K8", "K7"].into_iter().enumerate() {
            assert!(session.obey("play", &[["b", "w"][index % 2], point]).is_ok(), "{point}");
        }
        assert_eq!(session.rows().matches('O').count(), 0);
        assert_eq!(session.obey("gogui-rules_side_to_move", &[]).expect("known"), "white");
    }

    #[test]
    fn clocks_are_those_of_the_protocol() {
        let mut session = session("freestyle");
        for (words, left) in [
            (["10", "0", "0"], Some((10, 0))),
            (["10", "30", "5"], Some((10, 0))),
            (["0", "30", "5"], Some((30, 5))),
            (["0", "30", "0"], None),
        ] {
            assert!(session.obey("time_settings", &words).is_ok());
            assert_eq!(session.clocks[0].map(|clock| (clock.left.as_secs(), clock.stones)), left, "{words:?}");
        }
        assert!(session.obey("time_left", &["b", "7", "2"]).is_ok());
        assert_eq!(session.clocks[0].map(|clock| clock.left.as_secs()), Some(7));
        assert!(session.obey("time_left", &["b", "-1", "2"]).is_err());
    }

    #[test]
    fn every_listed_command_is_obeyed_or_names_its_arguments() {
        let mut session = session("renju");
        for command in COMMANDS {
            if let Err(refused) = session.obey(command, &[]) {
                let text = refused.to_string();
                assert!(!text.starts_with("unknown"), "{text}");
            }
        }
        assert!(session.is_over());
    }
}
