//! `ninuki library show`: one game.

use std::io::Write;

use engine::notation::move_text;
use library::Library;

use super::FileArgs;
use crate::error::{Failure, Status};
use crate::values::whole;

/// Shows a game.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: ninuki library show --library games.db 65536")]
pub(super) struct Args {
    /// The number of the game, as `search` and `explore` print it
    #[arg(value_name = "GAME", value_parser = whole::<i64>)]
    game: i64,

    #[command(flatten)]
    file: FileArgs,

    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Status, Failure> {
    let game = Library::read(&args.file.library)?.game(args.game)?;
    if args.json {
        serde_json::to_writer(&mut *out, &game.json())?;
        writeln!(out)?;
        return Ok(Status::Done);
    }
    let player = |side: usize| {
        let name = game.about.players[side].as_str();
        game.ratings[side]
            .map_or_else(|| name.to_owned(), |rating| format!("{name} ({rating})").trim_start().to_owned())
    };
    let result = match (game.ending, game.reason) {
        (None, _) => String::new(),
        (Some(ending), None) => ending.name().to_owned(),
        (Some(ending), Some(reason)) => format!("{}, {reason}", ending.name()),
    };
    let line = game.line.map(|line| format!(":{line}")).unwrap_or_default();
    let source = game.source.as_ref().map(|source| format!("{source}{line}")).unwrap_or_default();
    let position = game.setup.as_ref().map(|setup| setup.display(game.game.grid()).to_string());
    for (name, text) in [
        ("game", game.game.to_string()),
        ("Black", player(0)),
        ("White", player(1)),
        ("result", result),
        ("record", game.claim.clone().unwrap_or_default()),
        ("date", game.about.date.clone()),
        ("event", game.about.event.clone()),
        ("round", game.about.round.clone()),
        ("place", game.about.place.clone()),
        ("opening", game.about.opening.clone()),
        ("source", source),
        ("position", position.unwrap_or_default()),
    ] {
        if !text.is_empty() {
            writeln!(out, "{name:<9} {text}")?;
        }
    }
    let moves: Vec<String> = game.moves.iter().map(|&mv| move_text(game.game.grid(), mv)).collect();
    for (row, moves) in moves.chunks(10).enumerate() {
        writeln!(out, "{:<9} {}", if row == 0 { "moves" } else { "" }, moves.join(" "))?;
    }
    Ok(Status::Done)
}
