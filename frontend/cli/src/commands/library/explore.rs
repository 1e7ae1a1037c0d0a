//! `ninuki library explore`: the moves played in a position.

use std::io::Write;

use book::{Book, Candidate, shipped};
use engine::notation::move_text;
use engine::{AnyRecord, Grid};
use library::{Evaluation, Explorable, Explored, Library, Query, Stored};
use records::Replayed;
use search::Score;
use service::Explored as Joined;

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
plies to a proved end. book, where the program has an opening book of the game, is the same by its searches; moves of the book \
that no game has follow.

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
    let position = Replayed::of(&entry);
    if let Some(error) = position.error {
        return Err(Failure::Wrong(format!("--moves: {error}")));
    }
    let mut query = Query::of(entry);
    query.filter = args.filter.filter();
    let mut explored = Library::read(&args.file.library)?.explore(&query)?;
    let record = position.record.as_ref();
    if args.json {
        explored.moves.truncate(args.limit.unwrap_or(usize::MAX));
        serde_json::to_writer(&mut *out, &Joined::of(&explored, record))?;
        writeln!(out)?;
    } else {
        table(&explored, record, args.limit.unwrap_or(ROWS), out)?;
    }
    Ok(Status::Done)
}

fn table(explored: &Explored, record: &dyn AnyRecord, rows: usize, out: &mut impl Write) -> Result<(), Failure> {
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
    if let Some(opening) = book::opening(record) {
        writeln!(out, "opening {}", opening.name)?;
    }
    let book = shipped(record.game());
    moves(explored, record, book.as_deref(), rows, out)?;
    for (title, games) in [("top games", &explored.top), ("newest games", &explored.recent)] {
        if !games.is_empty() {
            writeln!(out, "\n{title}")?;
            games.iter().try_for_each(|game| line(game, out))?;
        }
    }
    Ok(())
}

/// Prints the moves: those of games, then those of the book alone.
fn moves(
    explored: &Explored,
    record: &dyn AnyRecord,
    book: Option<&Book>,
    rows: usize,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let played = &explored.moves;
    let listed = book.map(|book| book.candidates(record)).unwrap_or_default();
    let is_played = |candidate: &Candidate| played.iter().any(|explorable| explorable.mv == candidate.mv);
    let others: Vec<Candidate> = listed.into_iter().filter(|candidate| !is_played(candidate)).collect();
    if played.is_empty() && others.is_empty() {
        return Ok(());
    }
    let value_of = |mv| book.and_then(|book| book.candidate(record, mv)).map(|candidate| candidate.score);
    let grid = record.game().grid();
    let lines: Vec<(String, Option<Evaluation>, Option<Score>)> = (played.iter())
        .map(|found| (counted(found, explored.games, grid), found.evaluation, value_of(found.mv)))
        .chain(others.iter().map(|found| (uncounted(&move_text(grid, found.mv)), None, Some(found.score))))
        .collect();
    let shown = &lines[..rows.min(lines.len())];
    let is_evaluated = shown.iter().any(|(_, evaluation, _)| evaluation.is_some());
    let is_valued = shown.iter().any(|(.., score)| score.is_some());
    let head = [(is_evaluated, "  value"), (is_valued, "   book")];
    let head: String = head.into_iter().filter(|(is_there, _)| *is_there).map(|(_, text)| text).collect();
    writeln!(out, "\nmove     games  share  Black  White   draw  rating  last  other{head}")?;
    for (text, evaluation, score) in shown {
        let cells = [(is_evaluated, evaluation.map(value)), (is_valued, score.map(book_value))];
        let cells = cells.into_iter().filter(|(is_there, _)| *is_there);
        let cells: String = cells.map(|(_, text)| format!(" {:>6}", text.unwrap_or_else(|| "-".to_owned()))).collect();
        writeln!(out, "{text}{cells}")?;
    }
    if let Some(more) = lines.len().checked_sub(rows).filter(|more| *more > 0) {
        writeln!(out, "{more} more moves")?;
    }
    Ok(())
}

/// The counts of a move on a line.
fn counted(explorable: &Explorable, all: u64, grid: &Grid) -> String {
    let own = explorable.counts;
    let known = own.x + own.o + own.draws;
    let number = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    format!(
        "{:<6} {:>7} {:>6} {:>6} {:>6} {:>6} {:>7} {:>5} {:>6}",
        move_text(grid, explorable.mv),
        own.games,
        percent(own.games as f64, all),
        percent(own.x as f64, known),
        percent(own.o as f64, known),
        percent(own.draws as f64, known),
        number(explorable.rating.map(u64::from)),
        number(explorable.year.map(u64::from)),
        number(explorable.transpositions),
    )
}

/// The line of a move without games.
fn uncounted(name: &str) -> String {
    format!("{name:<6} {:>7} {:>6} {:>6} {:>6} {:>6} {:>7} {:>5} {:>6}", 0, "-", "-", "-", "-", "-", "-", "-")
}

/// The value of a move for its player by the evaluation after it: percent, or plies to the end with a sign.
fn value(after: Evaluation) -> String {
    match after.win {
        Some(plies) => format!("{:+}", -plies),
        None => percent(1.0 - after.winrate, 1),
    }
}

/// The value of a move for its player by the book: percent, or plies to the end with a sign.
fn book_value(score: Score) -> String {
    match (score.plies_to_win(), score.plies_to_loss()) {
        (Some(plies), _) => format!("+{plies}"),
        (_, Some(plies)) => format!("-{plies}"),
        _ => percent(score.win_rate(), 1),
    }
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
