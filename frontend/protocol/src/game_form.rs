//! The game and its position in the commands of a manager.

use engine::{Color, Game, Point, Rules, SetUp};

use crate::{Cell, Info, Owner, Stone};

/// Form in which a program receives the rules of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameForm {
    /// `INFO rule N`.
    Number(u32),
    /// `INFO game NAME` with flags and the line length.
    Name,
    /// `INFO rules_file TEXT` with the line length, for a custom game.
    Text,
}

/// Numbers of `INFO rule` that any program may support.
const NUMBERS: [u32; 5] = [0, 1, 4, 8, 9];

impl GameForm {
    /// Value of `INFO time_left` without a limit.
    pub const UNLIMITED: i64 = i32::MAX as i64;

    /// The form for a program that lists `games` in its answer to `ABOUT`, or lists none; `None` if it does not play the game.
    ///
    /// # Examples
    /// ```
    /// # extern crate engine as ninuki_engine;
    /// use ninuki_engine::Game;
    /// use ninuki_protocol::GameForm;
    ///
    /// let renju = Game::new("renju".parse()?, None, None)?;
    /// let pente = Game::new("pente".parse()?, None, None)?;
    /// assert_eq!(GameForm::of(renju, None), Some(GameForm::Number(4)));
    /// assert_eq!(GameForm::of(pente, Some(&["Pente".to_owned()])), Some(GameForm::Name));
    /// assert_eq!(GameForm::of(pente, None), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(game: &Game, games: Option<&[String]>) -> Option<Self> {
        let rules = game.rules();
        match games {
            _ if rules.base.is_some() => Some(Self::Text),
            Some(games) => Self::lists(games, game).then_some(Self::Name),
            None => {
                let number = NUMBERS.into_iter().find(|&number| Rules::gomocup(number).as_ref() == Some(rules));
                number.map(Self::Number)
            }
        }
    }

    /// Whether `games` contain the game.
    #[must_use]
    pub fn lists(games: &[String], game: &Game) -> bool {
        games.iter().any(|name| name.eq_ignore_ascii_case(game.rules().name))
    }

    /// The settings that name the game.
    #[must_use]
    pub fn infos(self, game: &Game) -> Vec<Info> {
        let rules = game.rules();
        let mut infos = vec![match self {
            Self::Number(number) => return vec![Info::Rule(number)],
            Self::Name => Info::Game(rules.name.to_owned()),
            Self::Text => Info::RulesFile(variants::line(rules).unwrap_or_default()),
        }];
        let flags = rules.changed_flags().into_iter();
        infos.extend(flags.map(|(flag, value)| Info::Flag { name: flag.name.to_owned(), value: value.to_owned() }));
        infos.extend((game.length() != rules.line[0].length).then_some(Info::LineLength(game.length())));
        infos
    }
}

/// The stones of `BOARD` from the view of the side `us`: walls and stones of a set-up position, the stones in turns, then those
/// placed since then in the order of play.
#[must_use]
pub fn stones(
    game: &Game,
    setup: Option<&SetUp>,
    placed: impl IntoIterator<Item = (Point, Color)>,
    us: Color,
) -> Vec<Stone> {
    let owner = |color: Color| if color == us { Owner::Own } else { Owner::Opponent };
    let stone = |(point, color): (Point, Color)| Stone { cell: Cell::of(game, point), owner: owner(color) };
    let walls = setup.map(|setup| &setup.walls[..]).unwrap_or_default();
    let mut stones: Vec<Stone> =
        walls.iter().map(|&point| Stone { cell: Cell::of(game, point), owner: Owner::Wall }).collect();
    let initial = setup.map(|setup| &setup.stones[..]).unwrap_or_default();
    let of = |color: Color| initial.iter().copied().filter(move |&(_, found)| found == color);
    let (mut black, mut white) = (of(Color::Black), of(Color::White));
    loop {
        let both = [black.next(), white.next()];
        if both == [None; 2] {
            break;
        }
        stones.extend(both.into_iter().flatten().map(stone));
    }
    stones.extend(placed.into_iter().map(stone));
    stones
}
