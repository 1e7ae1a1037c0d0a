//! `ninuki library explore`: the moves played in a position.

use std::io::Write;

use engine::notation::move_text;
use library::{Evaluation, Explored, Library, Query, Stored};
use records::Replayed;

use super::filter::FilterArgs;
use super::{FileArgs, percent};
use crate::args::StartArgs;
use crate::error::{Failure, Status};
use crate::values::whole;

/// Shows what was played in a position.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The position is found in all symmetries of its board and by all orders of moves; captured stones count. Moves that are images of \
each other are one. rating is the mean rating of the players who made the move, other the games that come to the \
same position by another move. value, where `ninuki library analyze` stored one, is how likely the player of the move wins, or the \
plies to a proved end.

Examples:
  ninuki library explore --library games.db --rules pente --moves \"K10 L9\"
  ninuki library explore --library games.db --rules renju --player Ann --color x --json")]
pub(super) struct Args {
    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    filter: FilterArgs,

    /// The most moves of the table [default: all with --json]
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    limit: Option<usize>,

    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

/// Moves of the table.
const ROWS: usize = 20;

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Status, Failure> {
    let entry = args.start.entry()?;
    if let Some(error) = Replayed::of(&entry).error {
        return Err(Failure::Wrong(format!("--moves: {error}")));
    }
    let mut query = Query::of(entry);
    query.filter = args.filter.filter();
    let mut explored = Library::read(&args.file.library)?.explore(&query)?;
    if args.json {
        explored.moves.truncate(args.limit.unwrap_or(usize::MAX));
        serde_json::to_writer(&mut *out, &explored.json())?;
        writeln!(out)?;
    } else {
        table(&explored, args.limit.unwrap_or(ROWS), out)?;
    }
    Ok(Status::Done)
}

fn table(explored: &Explored, rows: usize, out: &mut impl Write) -> Result<(), Failure> {
    let counts = explored.counts;
    let known = counts.x + counts.o + counts.draws;
    writeln!(
        out,
        "{} games, Black wins {} %, White {} %, draws {} %",
        counts.games,
        percent(counts.x as f64, known),
        percent(counts.o as f64, known),
        percent(counts.draws as f64, known)
    )?;
    if explored.moves.is_empty() {
        return Ok(());
    }
    let is_evaluated = explored.moves.iter().take(rows).any(|explorable| explorable.evaluation.is_some());
    let head = if is_evaluated { "  value" } else { "" };
    writeln!(out, "\nmove     games  share  Black  White   draw  rating  last  other{head}")?;
    for explorable in explored.moves.iter().take(rows) {
        let (own, all) = (explorable.counts, explored.games);
        let known = own.x + own.o + own.draws;
        let number = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        writeln!(
            out,
            "{:<6} {:>7} {:>6} {:>6} {:>6} {:>6} {:>7} {:>5} {:>6}{}",
            move_text(explored.game.grid(), explorable.mv),
            own.games,
            percent(own.games as f64, all),
            percent(own.x as f64, known),
            percent(own.o as f64, known),
            percent(own.draws as f64, known),
            number(explorable.rating.map(u64::from)),
            number(explorable.year.map(u64::from)),
            number(explorable.transpositions),
            explorable.evaluation.map(value).unwrap_or_default(),
        )?;
    }
    if let Some(more) = explored.moves.len().checked_sub(rows).filter(|more| *more > 0) {
        writeln!(out, "{more} more moves")?;
    }
    for (title, games) in [("top games", &explored.top), ("newest games", &explored.recent)] {
        if !games.is_empty() {
            writeln!(out, "\n{title}")?;
            games.iter().try_for_each(|game| line(game, out))?;
        }
    }
    Ok(())
}

/// The value of a move for its player by the evaluation after it: percent, or plies to the end with a sign.
fn value(after: Evaluation) -> String {
    let text = match after.win {
        Some(plies) => format!("{:+}", -plies),
        None => percent(1.0 - after.winrate, 1),
    };
    format!(" {text:>6}")
}

/// Prints a game on one line.
pub(super) fn line(game: &Stored, out: &mut impl Write) -> Result<(), Failure> {
    let player = |side: usize| {
        let name = if game.about.players[side].is_empty() { "?" } else { game.about.players[side].as_str() };
        game.ratings[side].map_or_else(|| name.to_owned(), |rating| format!("{name} ({rating})"))
    };
    let result = game.ending.map_or("?", library::Ending::name);
    let rest: Vec<&str> =
        [game.about.date.as_str(), game.about.event.as_str()].into_iter().filter(|text| !text.is_empty()).collect();
    let rest = if rest.is_empty() { String::new() } else { format!("  {}", rest.join("  ")) };
    writeln!(out, "{:>8}  {} - {}  {result}  {} moves{rest}", game.id, player(0), player(1), game.moves.len())?;
    Ok(())
}
