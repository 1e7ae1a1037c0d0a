//! Certificates: a forced win as text that can be kept, sent and checked.
//!
//! ```text
//! certificate 1
//! game NAME
//! flag fifth captures              (each flag that is not as usual)
//! size 19                          (a hexagon's side; `size 20 15` for unequal sides)
//! length 5                         (of winning lines)
//! position 19/19/…/19 x 4 0
//! steps 3
//! 0 win K10 L11
//! 1 play M9 M10:0 *:0
//! 2 play K9 K8:1 L9:0 *:0
//! ```
//!
//! The side to move of the position wins by the last step. A step is played when it is the winner's turn. `win` names
//! points at one of which he wins at once; if none of them does, some other point must. `play` places a stone; then each
//! reply named is followed by the step after its colon, every other legal reply by that of `*`, and so is the
//! pass of a side that has none. Steps refer only to earlier ones; a point or a reply is given once in a step. Points are written
//! as `x,y` from the top left or in the notation of the game.

use std::fmt;
use std::str::FromStr;

use engine::{Bitboard, Game, Point, PointSet, Position, SetUp};

use super::heading::{FormatError, Reader, heading};
use super::strategy::{Step, StepId, Strategy};

/// The version of the format that is written; others are not read.
pub(super) const VERSION: u32 = 1;

/// A claim that the side to move wins a position, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The game.
    pub game: &'static Game,
    /// The position.
    pub setup: SetUp,
    /// The text of the position.
    pub position: String,
    /// How the side to move wins.
    pub strategy: Strategy,
}

/// The text of a certificate that the side to move wins `position` by `strategy`.
#[must_use]
pub(crate) fn text<P: Position>(position: &P, strategy: &Strategy) -> String {
    let mut text = String::new();
    write(&mut text, position.game(), &position.to_string(), strategy).expect("memory takes everything");
    text
}

fn write(to: &mut impl fmt::Write, game: &Game, position: &str, strategy: &Strategy) -> fmt::Result {
    let grid = game.grid();
    writeln!(to, "certificate {VERSION}\n{}position {position}", heading(game))?;
    writeln!(to, "steps {}", strategy.steps().len())?;
    for (id, step) in strategy.steps().iter().enumerate() {
        match step {
            Step::Win(points) => {
                let points: String = points.iter().map(|&point| format!(" {}", grid.name(point))).collect();
                writeln!(to, "{id} win{points}")?;
            }
            Step::Attack { at, replies, otherwise } => {
                let replies: String =
                    replies.iter().map(|(reply, next)| format!(" {}:{next}", grid.name(*reply))).collect();
                writeln!(to, "{id} play {}{replies} *:{otherwise}", grid.name(*at))?;
            }
        }
    }
    Ok(())
}

/// The text of the certificate, as [`Certificate::parse`] reads it.
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self.game, &self.position, &self.strategy)
    }
}

impl FromStr for Certificate {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Self, FormatError> {
        Self::parse(text)
    }
}

impl Certificate {
    /// The lines that name the game of a certificate, if its rules are not usual: those of a custom game or with flags.
    ///
    /// The process keeps such games for ever, so that those who read texts of others count them before they are read.
    ///
    /// # Examples
    /// ```
    /// use ninuki_search::proof::Certificate;
    ///
    /// let text = "certificate 1\ngame renju\nflag stuck pass\nsize 15\nlength 5\nposition …";
    /// assert_eq!(Certificate::unusual_game(text), Some("game renju\nflag stuck pass\nsize 15\nlength 5\n"));
    /// assert_eq!(Certificate::unusual_game("certificate 1\ngame renju\nsize 15\nlength 5\n"), None);
    /// ```
    #[must_use]
    pub fn unusual_game(text: &str) -> Option<&str> {
        let (_, text) = text.split_once('\n')?;
        let (mut end, mut is_usual) = (0, true);
        for line in text.split_inclusive('\n') {
            end += line.len();
            is_usual &= !line.starts_with("base ") && !line.starts_with("flag ");
            if line.starts_with("length ") {
                break;
            }
        }
        (!is_usual).then(|| &text[..end])
    }

    /// Reads a certificate.
    ///
    /// # Errors
    /// The first line that cannot be read, and why.
    pub fn parse(text: &str) -> Result<Self, FormatError> {
        let mut reader = Reader::new(text.lines().enumerate());
        let version = reader.field("certificate")?;
        if version != VERSION.to_string() {
            return Err(reader.error(format!("this is version {version:.10}, version {VERSION} is understood")));
        }
        let game = reader.game()?;
        let position = reader.field("position")?.to_owned();
        let setup = game.parse_position(&position).map_err(|error| reader.error(error))?;
        let count = reader.count("steps")?;
        let mut strategy = Strategy::default();
        for id in 0..count {
            let step = reader.step(game, id)?;
            strategy.add(step);
        }
        if count == 0 || reader.lines.next().is_some() {
            reader.line += 1;
            return Err(reader.error(format!("{count} steps were announced, there are others")));
        }
        Ok(Self { game, setup, position, strategy })
    }
}

impl<'t, L: Iterator<Item = (usize, &'t str)>> Reader<L> {
    fn point(&self, game: &Game, text: &str) -> Result<Point, FormatError> {
        game.grid().parse(text).ok_or_else(|| self.error(format!("{text:.20} is no point of the board")))
    }

    /// The points of a step that wins at once.
    fn points(&self, game: &Game, tokens: impl Iterator<Item = &'t str>) -> Result<Vec<Point>, FormatError> {
        let (mut points, mut given) = (Vec::new(), Bitboard::EMPTY);
        for token in tokens {
            let point = self.point(game, token)?;
            if given.contains(point) {
                return Err(self.error(format!("the point {} is given twice", game.grid().name(point))));
            }
            given.insert(point);
            points.push(point);
        }
        Ok(points)
    }

    /// The step on the next line, which must have the number `id`.
    fn step(&mut self, game: &Game, id: usize) -> Result<Step, FormatError> {
        let line = self.next()?;
        let mut tokens = line.split(' ');
        if tokens.next() != Some(id.to_string().as_str()) {
            return Err(self.error(format!("expected step {id}")));
        }
        match tokens.next() {
            Some("win") => self.points(game, tokens).map(Step::Win),
            Some("play") => {
                let at = tokens.next().ok_or_else(|| self.error("no point is played"))?;
                let at = self.point(game, at)?;
                self.replies(game, tokens, id as StepId).map(|(replies, otherwise)| Step::Attack {
                    at,
                    replies,
                    otherwise,
                })
            }
            _ => Err(self.error("a step is \"win\" or \"play\"")),
        }
    }

    fn replies(
        &self,
        game: &Game,
        tokens: impl Iterator<Item = &'t str>,
        id: StepId,
    ) -> Result<(Vec<(Point, StepId)>, StepId), FormatError> {
        let mut replies = Vec::new();
        let mut otherwise = None;
        for token in tokens {
            let (reply, next) = token.rsplit_once(':').ok_or_else(|| self.error(format!("{token:.20} has no step")))?;
            let next = self.number(next)?;
            if next >= id as usize {
                return Err(self.error(format!("step {next} does not come before step {id}")));
            }
            match reply {
                "*" if otherwise.is_none() => otherwise = Some(next as StepId),
                "*" => return Err(self.error("* is given twice")),
                _ => replies.push((self.point(game, reply)?, next as StepId)),
            }
        }
        replies.sort_unstable();
        if let Some(pair) = replies.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(self.error(format!("the reply {} is given twice", game.grid().name(pair[0].0))));
        }
        let otherwise = otherwise.ok_or_else(|| self.error("no step for other replies (*)"))?;
        Ok((replies, otherwise))
    }
}
