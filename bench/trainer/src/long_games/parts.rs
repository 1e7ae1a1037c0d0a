//! Where the two values part in each game, and the board there.

use std::io::Write;
use std::path::PathBuf;

use super::Error;
use super::expected::{Pair, best_scale, expected};
use super::features::{Side, features};
use super::games::{self, Look, Played};
use super::look::search_value;

/// The options of `parts`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Games with looks
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Only games of this many stones or more
    #[arg(long, default_value_t = 60)]
    least: usize,

    /// Games that this program won as well, not only lost and drawn ones
    #[arg(long)]
    all: bool,

    /// Nodes of further searches of this program where the values part
    #[arg(long, value_delimiter = ',')]
    nodes: Vec<u64>,
}

/// How far the expected results must differ.
const APART: f64 = 0.15;

/// The names of the columns of a side.
const SIDE: &str = "stones open(0,2,3) threes fours doubles crossings";

/// Prints a row for each game: the stretch of looks with the largest sum of differences in one direction, if its differences are at
/// least [`APART`]; the mean expected results of both programs there, and the features of the board at its beginning.
///
/// # Errors
/// A file is damaged.
pub(crate) fn print(options: &Options, out: &mut impl Write) -> Result<(), Error> {
    let games = games::read(&options.files)?;
    let scales = [|look: &Look| look.ours, |look: &Look| look.theirs].map(|value| {
        let pairs = games.iter().flat_map(|played| {
            played
                .looks
                .iter()
                .map(move |look| Pair { value: value(look), result: played.result(played.to_move(look.ply)) })
        });
        best_scale(&pairs.collect::<Vec<_>>())
    });
    writeln!(
        out,
        "scales: this program {:.2}, the other one {:.2}; expected results are those of this program",
        scales[0], scales[1]
    )?;
    writeln!(
        out,
        "game, result, plies | stones: ours, theirs | deeper | empty, useless, dead lines | {SIDE}: ours; theirs"
    )?;
    let chosen =
        |played: &&Played| played.moves.len() >= options.least && (options.all || played.winner != Some(played.ours));
    let [mut shown, mut parted, mut wrong] = [0; 3];
    for played in games.iter().filter(chosen) {
        shown += 1;
        let result = played.result(played.ours);
        let Some(Stretch { first, last, ours, theirs }) = stretch(played, scales) else {
            writeln!(out, "{} {result} {} | never", played.game.rules().name, played.moves.len())?;
            continue;
        };
        parted += 1;
        wrong += usize::from((ours - result).abs() > (theirs - result).abs());
        write!(
            out,
            "{} {result} {} | {first}-{last}: {ours:.2} {theirs:.2} |",
            played.game.rules().name,
            played.moves.len()
        )?;
        for &nodes in &options.nodes {
            let score = search_value(played.game, &played.moves[..first], nodes)?;
            let score = if played.to_move(first) == played.ours { score } else { -score };
            write!(out, " {score}")?;
        }
        let mut record = played.start();
        for &mv in &played.moves[..first] {
            record.play(mv).map_err(|why| why.to_string())?;
        }
        let board = features(record.as_ref());
        write!(out, " | {} {} {:.2} |", board.empty, board.useless, board.dead)?;
        let sides = [played.ours, !played.ours].map(|color| side(&board.sides[color.index()]));
        writeln!(out, " {}; {}", sides[0], sides[1])?;
        out.flush()?;
    }
    Ok(writeln!(
        out,
        "{shown} games, the values part in {parted}, there the other program is nearer to the result in {wrong}"
    )?)
}

fn side(side: &Side) -> String {
    let Side { stones, open: [open, two, three], threes, fours, doubles, crossings } = side;
    format!("{stones} ({open},{two},{three}) {threes} {fours} {doubles} {crossings}")
}

/// A stretch of looks and the mean expected results of this program there, by both programs.
struct Stretch {
    first: usize,
    last: usize,
    ours: f64,
    theirs: f64,
}

fn stretch(played: &Played, scales: [f64; 2]) -> Option<Stretch> {
    let looks = played.looks.iter().map(|look| {
        let values = [expected(look.ours, scales[0]), expected(look.theirs, scales[1])];
        let ours_moves = played.to_move(look.ply) == played.ours;
        (look.ply, if ours_moves { values } else { values.map(|value| 1.0 - value) })
    });
    let looks: Vec<(usize, [f64; 2])> = looks.collect();
    let sign = |&(_, [ours, theirs]): &(usize, [f64; 2])| match ours - theirs {
        difference if difference.abs() < APART => 0,
        difference => difference.signum() as i32,
    };
    let runs = looks.chunk_by(|one, other| sign(one) == sign(other)).filter(|run| sign(&run[0]) != 0);
    let size = |run: &&[(usize, [f64; 2])]| run.iter().map(|(_, [ours, theirs])| (ours - theirs).abs()).sum::<f64>();
    let run = runs.max_by(|one, other| size(one).total_cmp(&size(other)))?;
    let mean = |number: usize| run.iter().map(|(_, values)| values[number]).sum::<f64>() / run.len() as f64;
    Some(Stretch { first: run[0].0, last: run[run.len() - 1].0, ours: mean(0), theirs: mean(1) })
}
