//! `ninuki rules`: descriptions of the games, derived from their mechanisms.

mod json;

use std::io::Write;

use engine::rules::{Ban, Capture, Exception, Fifth, Line, Sizes, Stuck};
use engine::{Color, Game, Rules};

use crate::args::GameArgs;
use crate::error::{Failure, Status};

/// Lists the games, or describes the rules of one in full.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ninuki rules
  ninuki rules renju
  ninuki rules ninuki --flag double-four=false")]
pub(crate) struct Args {
    /// The game to describe in full
    #[arg(value_name = "NAME", conflicts_with_all = ["rules", "own"])]
    name: Option<String>,

    #[command(flatten)]
    game: GameArgs,

    /// Prints one JSON object per game
    #[arg(long)]
    json: bool,
}

/// Prints the list or the description.
///
/// # Errors
/// The game is unknown, or the output cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Status, Failure> {
    let mut options = args.game.clone();
    options.rules = options.rules.or_else(|| args.name.clone());
    let one = options.choice().names_rules();
    if !one && (options.size.is_some() || options.length.is_some() || !options.flags.is_empty()) {
        return Err(Failure::Usage("--size, --length and --flag need the NAME of a game".to_owned()));
    }
    let games = match one {
        true => vec![options.game()?],
        false => {
            let all = Rules::ALL.into_iter().map(|rules| Game::new(rules, None, None));
            all.collect::<Result<_, _>>().map_err(Failure::usage)?
        }
    };
    for game in games {
        if args.json {
            serde_json::to_writer(&mut *out, &json::Object::new(game))?;
            writeln!(out)?;
        } else if one {
            for (subject, text) in Description::of(game).0 {
                writeln!(out, "{subject:<12}{text}")?;
            }
        } else {
            let rules = game.rules();
            writeln!(out, "{:<16} {:<26} {}", rules.name, board(game), rules.title)?;
        }
    }
    Ok(Status::Done)
}

/// The shape, possible sides and usual side of the board: `square odd 13-21 (19)`.
fn board(game: &Game) -> String {
    let rules = game.rules();
    let shape = if rules.hexagonal() { "hexagon of side" } else { "square" };
    format!("{shape} {} ({})", sizes(rules.sizes), rules.default_size)
}

fn sizes(sizes: Sizes) -> String {
    let all: Vec<usize> = sizes.iter().collect();
    let (first, last) = (all[0], all[all.len() - 1]);
    let step = |step: usize| all.len() > 2 && all.windows(2).all(|pair| pair[1] - pair[0] == step);
    match () {
        () if step(1) => format!("{first}-{last}"),
        () if step(2) && first % 2 == 1 => format!("odd {first}-{last}"),
        () => sizes.to_string(),
    }
}

/// Subjects and sentences of a description; a subject is named once.
struct Description(Vec<(&'static str, String)>);

impl Description {
    /// Describes a game.
    fn of(game: &Game) -> Self {
        let rules = game.rules();
        let mut description = Self(Vec::new());
        description.head(game);
        description.lines(game);
        description.all("captures", captures(rules));
        description.all("fives", fives(rules));
        description.all("ban", rules.ban.iter().flat_map(ban).collect());
        if rules.fouls {
            let text = "Black may not make an overline, a double four or a double three (a three counts only if the point \
                        that makes it a straight four makes no five and may itself be played), unless the stone makes a \
                        five; a foul loses";
            description.add("fouls", text);
        }
        description.all("opening", opening(rules));
        description.all("swap", swaps(rules));
        if rules.repetition {
            description.add("repetition", "the third occurrence of stones and side to move is a draw");
        }
        description.add("passing", passing(rules));
        let flags =
            rules.flags().map(|(flag, value)| format!("{}={value} ({}): {}", flag.name, flag.choices(), flag.decides));
        description.all("flag", flags.collect());
        description.named_once()
    }

    fn add(&mut self, subject: &'static str, text: impl Into<String>) {
        self.0.push((subject, text.into()));
    }

    fn all(&mut self, subject: &'static str, texts: Vec<String>) {
        self.0.extend(texts.into_iter().map(|text| (subject, text)));
    }

    /// Name, source, players and board.
    fn head(&mut self, game: &Game) {
        let rules = game.rules();
        let title = if rules.title == rules.name { String::new() } else { format!(": {}", rules.title) };
        self.add("game", format!("{}{title}", rules.name));
        let aliases: Vec<&str> = rules.aliases().collect();
        if !aliases.is_empty() {
            self.add("also called", aliases.join(", "));
        }
        self.add("source", rules.source);
        let (first, second) = (Color::Black.symbol(), Color::White.symbol());
        self.add("players", format!("Black ({first}) moves first, White ({second}) second"));
        self.add("board", format!("{}; points {}", board(game), game.grid().range()));
        if rules.rectangles {
            self.add("", "width and height may differ");
        }
    }

    /// Winning lines of both sides.
    fn lines(&mut self, game: &Game) {
        let [black, white] = game.rules().line;
        if black == white {
            self.add("line", line(black, game.length()));
        } else {
            self.add("line, Black", line(black, game.length()));
            self.add("line, White", line(white, game.length()));
        }
    }

    /// Blanks each subject that repeats the one before.
    fn named_once(mut self) -> Self {
        let mut last = "";
        for (subject, _) in &mut self.0 {
            if *subject == last { *subject = "" } else { last = *subject }
        }
        self
    }
}

fn swaps(rules: &Rules) -> Vec<String> {
    let Some(swap) = rules.swap else { return Vec::new() };
    let mut texts = vec![format!("after {} placed, {} may trade colours, once", stones(swap.after), swap.by)];
    let again = |count| format!("if not, {} may after {} were", !swap.by, stones(count).trim_end_matches(" were"));
    texts.extend(swap.again.map(again));
    texts
}

const fn passing(rules: &Rules) -> &'static str {
    match rules.stuck {
        _ if rules.fouls => "never; where Black has nothing left to play but fouls White wins",
        Stuck::Draw => "never; where the side to move has no legal placement the game is drawn",
        Stuck::Pass => "only without a legal placement; two passes in a row are a draw",
    }
}

fn stones(count: u8) -> String {
    if count == 1 { "1 stone was".to_owned() } else { format!("{count} stones were") }
}

fn line(line: Line, length: usize) -> String {
    let (number, longer) = match line.exact {
        true => (format!("exactly {length}"), "longer lines are neutral"),
        false => (format!("{length} or more"), "longer lines win as well"),
    };
    let open = if line.open {
        format!("; exactly {length} shut by enemy stones at both ends do not win")
    } else {
        String::new()
    };
    format!("{number} in a row win, {longer}{open}")
}

fn captures(rules: &Rules) -> Vec<String> {
    match rules.capture {
        Capture::None => vec!["none".to_owned()],
        Capture::Flank { longest, target } => {
            let what = match longest {
                2 => "two enemy stones in a row between the new stone and an own one (xoox) are taken",
                _ => "two or three enemy stones in a row between the new stone and an own one (xoox, xooox) are taken",
            };
            let win = target
                .map_or_else(|| "captures never win".to_owned(), |target| format!("{target} captured stones win"));
            let poof = "an own row of such length that a stone completes between enemy stones (xo(o)x) is lost as well";
            let more = "with as many on both sides the game goes on";
            match rules.poof {
                true => vec![what.to_owned(), poof.to_owned(), win, more.to_owned()],
                false => vec![what.to_owned(), win],
            }
        }
        Capture::Surround { suicide } => {
            let own = match suicide {
                true => "a stone that leaves its own group without one removes that group",
                false => "a stone may not leave its own group without one (suicide)",
            };
            vec!["groups without an adjacent empty point are taken".to_owned(), own.to_owned()]
        }
    }
}

fn fives(rules: &Rules) -> Vec<String> {
    if !rules.breakable {
        return Vec::new();
    }
    let fifth = match rules.fifth {
        Fifth::Five => "the five wins",
        Fifth::Captures => "the captures win",
        Fifth::Draw => "the game is drawn",
    };
    let mut texts = vec!["a five that a capture can break wins only if the reply leaves a five standing".to_owned()];
    if rules.captures_answer_fives() {
        texts.push("a reply that captures enough to win answers the five as well".to_owned());
    }
    texts.push(format!("if the winning capture is made while an older five of the opponent stands, {fifth}"));
    texts
}

fn ban(ban: &Ban) -> Vec<String> {
    let whom = if ban.binds_white { "both" } else { "Black only" };
    let four = if ban.double_four_allowed { "double threes are" } else { "double threes and double fours are" };
    let mut texts = vec![format!("{four} forbidden to {whom}, unless the stone makes a five")];
    let mut except = |exception, what: &str| match exception {
        Exception::Always => texts.push(format!("allowed if the stone {what}")),
        Exception::LastResort => texts.push(format!("allowed if the stone {what} and no other allowed one does")),
        Exception::Never => {}
    };
    let plain = |allowed| if allowed { Exception::Always } else { Exception::Never };
    except(ban.breaks_five, "breaks the opponent's five");
    except(ban.stops_four, "stops the opponent from making a five");
    except(plain(ban.captures), "captures anything");
    except(plain(ban.winning_pair), "takes the winning pair");
    if ban.recursion {
        texts.push("a three counts only if its straight-four point is no double three itself".to_owned());
    }
    texts
}

fn opening(rules: &Rules) -> Vec<String> {
    let limits = &rules.opening;
    let mut texts = Vec::new();
    if limits.first_centre {
        texts.push("move 1 takes the centre".to_owned());
    }
    if let Some(reach) = limits.second_within {
        texts.push(format!("move 2 at most {reach} from the centre, in any direction"));
    }
    if let Some(reach) = limits.third_limit() {
        let side = 2 * reach - 1;
        texts.push(format!("move 3 outside the central {side}x{side} points"));
    }
    if let Some((from, to)) = limits.axis_limit() {
        texts.push(format!("move 3 not {from} or {to} points from the centre on its row or column"));
    }
    if texts.is_empty() {
        texts.push("free".to_owned());
    }
    texts
}
