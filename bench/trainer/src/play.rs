//! Games of the engine against itself, to learn from.

use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use engine::{Game, Move, Point, PointSet, Record, Tactics, Visitor};
use random::Dice;
use rayon::prelude::*;
use search::{Limits, Player, Report, Score, player};

use crate::games::{self, Played};

/// How the games are played.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Games of each game
    #[arg(long, default_value_t = 6000)]
    games: usize,

    /// Positions that the search may visit for a move
    #[arg(long, default_value_t = 6000)]
    nodes: u64,

    /// One of so many moves is random: so that values are learned of positions that only bad moves lead to, as most in a
    /// search are
    #[arg(long, default_value_t = 60)]
    slip: usize,

    /// The most that the first thought may find the random stones to be worth for either side, in hundredths of a point
    #[arg(long, default_value_t = 150)]
    fair: i32,

    /// Another seed, other games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Settings {
    fn is_one_sided(&self, score: Score) -> bool {
        score.value().abs() > self.fair
    }
}

/// Random stones before the first thought: at least, and fewer than.
const OPENING: (usize, usize) = (3, 9);

/// So far from the centre the random stones lie.
const REACH: usize = 4;

/// A draw after so many moves.
const LONGEST: usize = 250;

/// How often the number of positions is doubled for a move, at most, and one more.
const PATIENCE: u32 = 8;

/// The transposition table of a player, in bytes.
const MEMORY: usize = 1 << 20;

/// Games that are played before they are written.
const BATCH: usize = 64;

/// Plays the games of `game` that its file in `folder` still lacks and appends them, the same ones every time.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn complete(folder: &Path, game: &'static Game, settings: &Settings) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let path = games::path(folder, game);
    let mut file = OpenOptions::new().create(true).append(true).read(true).open(&path)?;
    let mut next = BufReader::new(&file).lines().count();
    while next < settings.games {
        let batch = next..(next + BATCH).min(settings.games);
        let lines: Vec<String> =
            batch.clone().into_par_iter().map(|number| play(game, number as u64, settings).text(game) + "\n").collect();
        file.write_all(lines.concat().as_bytes())?;
        next = batch.end;
    }
    Ok(())
}

/// The game number `number`: random stones near the centre, until they are fair, then the engine.
fn play(game: &'static Game, number: u64, settings: &Settings) -> Played {
    let mut dice = Dice::new(settings.seed, number, 0);
    loop {
        let mut player = player(game, None).expect("the empty board");
        player.set_memory(MEMORY);
        if let Some(played) = begin(game, player.as_mut(), &mut dice).and_then(|()| finish(player, &mut dice, settings))
        {
            return played;
        }
    }
}

/// Puts the random stones; `None` if the game is over by then.
fn begin(game: &Game, player: &mut dyn Player, dice: &mut Dice) -> Option<()> {
    let centre = (game.grid().width() / 2, game.grid().height() / 2);
    for _ in 0..OPENING.0 + dice.below(OPENING.1 - OPENING.0) {
        let near = |&point: &Point| {
            let (x, y) = game.grid().xy(point);
            x.abs_diff(centre.0).max(y.abs_diff(centre.1)) <= REACH
        };
        let points: Vec<Point> = player.record().legal().into_iter().filter(near).collect();
        player.play(Move::Place(dice.pick(&points)?)).ok()?;
    }
    player.record().outcome().is_none().then_some(())
}

/// Plays on to the end; `None` if the opening is not fair.
fn finish(mut player: Box<dyn Player>, dice: &mut Dice, settings: &Settings) -> Option<Played> {
    let mut moves: Vec<_> = player.record().moves().into_iter().map(|mv| (mv, None)).collect();
    let opening = moves.len();
    while player.record().outcome().is_none() && moves.len() < LONGEST {
        let slip =
            if dice.below(settings.slip) == 0 { dice.pick(&slips(player.record().game(), &moves)) } else { None };
        let (mv, found) = if let Some(point) = slip {
            (Move::Place(point), None)
        } else {
            let report = think(player.as_mut(), settings.nodes)?;
            (report.best, Some(report.score))
        };
        if moves.len() == opening && found.is_some_and(|score| settings.is_one_sided(score)) {
            return None;
        }
        moves.push((mv, found.map(Into::into)));
        player.play(mv).ok()?;
    }
    Some(Played { winner: player.record().outcome().and_then(|outcome| outcome.winner), moves })
}

/// What a search of so many positions finds, or of more: until it looked two plies ahead.
fn think(player: &mut dyn Player, nodes: u64) -> Option<Report> {
    let mut reports = (0..PATIENCE).map_while(|doublings| {
        let limits = Limits { nodes: Some(nodes << doublings), ..Limits::none() };
        player.think(&limits, &AtomicBool::new(false), &mut |_| ())
    });
    reports.find(|report| report.depth >= 2 || report.score.is_proven() || report.best == Move::Pass)
}

/// Where a random stone does not lose or miss a win at once.
fn slips(game: &'static Game, moves: &[(Move, Option<games::Found>)]) -> Vec<Point> {
    struct Slips<'m>(&'m [(Move, Option<games::Found>)]);

    impl Visitor for Slips<'_> {
        type Output = Vec<Point>;

        fn visit<P: Tactics>(self, game: &'static Game) -> Vec<Point> {
            let mut record = Record::new(P::start(game));
            for &(mv, _) in self.0 {
                record.play(mv).expect("a move of the game");
            }
            let position = record.position();
            if position.defences().is_some() || !position.winning().is_empty() {
                return Vec::new();
            }
            (position.candidates() & position.legal()).iter().collect()
        }
    }

    game.visit(Slips(moves))
}
