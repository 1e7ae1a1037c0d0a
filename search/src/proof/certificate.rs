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
//! reply named is followed by the step after its colon, every other legal reply by that of `*`. Steps refer only to
//! earlier ones. Points are written as `x,y` from the top left or in the notation of the game.

use std::fmt;
use std::fmt::Write as _;

use engine::notation::{parse_position, position_text};
use engine::rules::FLAGS;
use engine::{Game, Point, Position, Rules, SetUp};

use super::strategy::{Step, StepId, Strategy};

/// The version of the format that is written; others are not read.
const VERSION: u32 = 1;

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

/// What is wrong with the text of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateError {
    /// The line, counted from 1.
    pub line: usize,
    /// Why it cannot be read.
    pub reason: String,
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for CertificateError {}

/// The text of a certificate that the side to move wins `position` by `strategy`.
#[must_use]
pub(super) fn text<P: Position>(position: &P, strategy: &Strategy) -> String {
    let game = position.game();
    let (grid, rules) = (game.grid(), game.rules());
    let mut text = format!("certificate {VERSION}\ngame {}\n", rules.name);
    for (flag, value) in flags(rules) {
        let _ = writeln!(text, "flag {flag} {value}");
    }
    if grid.width() == grid.height() {
        let _ = writeln!(text, "size {}", grid.size());
    } else {
        let _ = writeln!(text, "size {} {}", grid.width(), grid.height());
    }
    let _ = writeln!(text, "length {}\nposition {}", game.length(), position_text(position));
    let _ = writeln!(text, "steps {}", strategy.steps().len());
    for (id, step) in strategy.steps().iter().enumerate() {
        let _ = match step {
            Step::Win(points) => {
                let points: String = points.iter().map(|&point| format!(" {}", grid.name(point))).collect();
                writeln!(text, "{id} win{points}")
            }
            Step::Attack { at, replies, otherwise } => {
                let replies: String =
                    replies.iter().map(|(reply, next)| format!(" {}:{next}", grid.name(*reply))).collect();
                writeln!(text, "{id} play {}{replies} *:{otherwise}", grid.name(*at))
            }
        };
    }
    text
}

/// The flags that make the rules of the same name into `rules`.
fn flags(rules: &Rules) -> Vec<(&'static str, &'static str)> {
    let mut plain = Rules::named(rules.name).expect("rules keep their name");
    let mut set = Vec::new();
    for (flag, values, _) in FLAGS {
        for value in values.split('|') {
            let mut changed = plain.clone();
            // A value that brings the plain rules nearer differs from them and stays when it is set again.
            if changed.set_flag(flag, value).is_err() || changed == plain {
                continue;
            }
            let mut same = rules.clone();
            if same.set_flag(flag, value).is_ok() && same == *rules {
                plain = changed;
                set.push((flag, value));
            }
        }
    }
    set
}

impl Certificate {
    /// Reads a certificate.
    ///
    /// # Errors
    /// The first line that cannot be read, and why.
    pub fn parse(text: &str) -> Result<Self, CertificateError> {
        let mut reader = Reader { lines: text.lines().enumerate(), line: 0 };
        let version = reader.field("certificate")?;
        if version != VERSION.to_string() {
            return Err(reader.error(format!("this is version {version:.10}, version {VERSION} is understood")));
        }
        let mut rules = Rules::named(reader.field("game")?).map_err(|error| reader.error(error))?;
        let mut line = reader.next()?;
        while let Some(flag) = line.strip_prefix("flag ") {
            let (name, value) = flag.split_once(' ').ok_or_else(|| reader.error("a flag needs a value"))?;
            rules.set_flag(name, value).map_err(|error| reader.error(error))?;
            line = reader.next()?;
        }
        let size = line.strip_prefix("size ").ok_or_else(|| reader.error("expected \"size N\""))?;
        let sides: Vec<usize> = size.split(' ').map(|side| reader.number(side)).collect::<Result<_, _>>()?;
        let (width, height) = match sides[..] {
            [side] => (side, side),
            [width, height] => (width, height),
            _ => return Err(reader.error("a board has one or two sides")),
        };
        let length = reader.field("length")?;
        let length = reader.number(length)?;
        let game = Game::with_sides(rules, width, height, Some(length)).map_err(|error| reader.error(error))?;
        let position = reader.field("position")?.to_owned();
        let mut tokens = position.split(' ').peekable();
        let setup = parse_position(game, &mut tokens).map_err(|error| reader.error(error))?;
        if tokens.next().is_some() {
            return Err(reader.error("something follows the position"));
        }
        let count = reader.field("steps")?;
        let count = reader.number(count)?;
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

/// The lines of a certificate.
struct Reader<L> {
    lines: L,
    line: usize,
}

impl<'t, L: Iterator<Item = (usize, &'t str)>> Reader<L> {
    fn error(&self, reason: impl fmt::Display) -> CertificateError {
        CertificateError { line: self.line, reason: reason.to_string() }
    }

    fn next(&mut self) -> Result<&'t str, CertificateError> {
        let (index, line) = self
            .lines
            .next()
            .ok_or_else(|| CertificateError { line: self.line + 1, reason: "the certificate ends here".to_owned() })?;
        self.line = index + 1;
        Ok(line)
    }

    /// The rest of the next line, which must begin with `name`.
    fn field(&mut self, name: &str) -> Result<&'t str, CertificateError> {
        let line = self.next()?;
        let rest = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        rest.ok_or_else(|| self.error(format!("expected \"{name} …\"")))
    }

    fn number(&self, text: &str) -> Result<usize, CertificateError> {
        text.parse().map_err(|_| self.error(format!("{text:.20} is no number")))
    }

    fn point(&self, game: &Game, text: &str) -> Result<Point, CertificateError> {
        game.grid().parse(text).ok_or_else(|| self.error(format!("{text:.20} is no point of the board")))
    }

    /// The step on the next line, which must have the number `id`.
    fn step(&mut self, game: &Game, id: usize) -> Result<Step, CertificateError> {
        let line = self.next()?;
        let mut tokens = line.split(' ');
        if tokens.next() != Some(id.to_string().as_str()) {
            return Err(self.error(format!("expected step {id}")));
        }
        match tokens.next() {
            Some("win") => tokens.map(|token| self.point(game, token)).collect::<Result<_, _>>().map(Step::Win),
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
    ) -> Result<(Vec<(Point, StepId)>, StepId), CertificateError> {
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
