//! `ninuki board`: a position drawn as text or as a picture.

use std::io::Write;

use records::{Replayed, summary};

use crate::args::{PlaceArgs, tell};
use crate::error::{Failure, Status};
use crate::picture;

/// Draws a position or a game as text, SVG, PNG or GIF.
///
/// The position is that after the moves, or the last one of the last game in a file.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The last move stands in parentheses. * is an empty point that is forbidden to the side to move for the pattern it \
would make there; limits on the first moves are not marked.

In pictures the last move has a dot (with --numbers a ring), stones that it captured leave a ring, forbidden points are \
crossed out, and the stones of a line that has won, or wins unless it is broken now, have a green rim. A game with an \
illegal move gives no picture.

Examples:
  ninuki board --moves \"K10 L11 N7\"
  ninuki board --rules pente games.txt --ply 12
  ninuki board --rules pente games.txt --numbers --out game.svg
  ninuki board --rules renju --moves \"h8 h9 i9\" --heat winrate --nodes 5000 \\
    --width 600 --out heat.png
  ninuki board game.sgf --each --out game.png      (game-000.png, ...)
  ninuki board game.sgf --numbers --delay 500 --out game.gif")]
pub(crate) struct Args {
    #[command(flatten)]
    place: PlaceArgs,

    /// Prints the object that `replay --json` prints
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    picture: picture::Args,
}

/// Draws to `out`, or into a picture. An error in the game goes to `log`, after the position before it.
///
/// # Errors
/// The options are invalid, the file cannot be read or has no game, or the output cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let request = args.picture.request()?;
    let entry = args.place.entry(log)?;
    let mut game = Replayed::new(entry.clone());
    tell(&game, &args.place.source(), log)?;
    if let Some(request) = request {
        if let (Ok(entry), None) = (&entry, &game.error) {
            request.draw(entry)?;
        }
    } else if args.json {
        serde_json::to_writer(&mut *out, &game.json(false))?;
        writeln!(out)?;
    } else {
        write!(out, "{}", text(&mut game))?;
    }
    out.flush()?;
    let Some(error) = &game.error else { return Ok(Status::Done) };
    writeln!(log, "error: {}", error.within(&args.place.source()))?;
    Ok(Status::Wrong)
}

/// Returns the board with coordinates, and the facts below it.
#[must_use]
pub(crate) fn text(game: &mut Replayed) -> String {
    let mut text = pictures::text(game);
    text.push('\n');
    for line in facts(game) {
        text += &line;
        text.push('\n');
    }
    text
}

/// Returns the lines below the board.
fn facts(game: &Replayed) -> Vec<String> {
    let mut lines = summary(game);
    lines.push(format!("position {}", game.record.position_text()));
    lines
}
