//! Samples of files of games as text.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

use engine::Rules;
use random::Dice;

use crate::about;
use crate::data::{SavedGame, Searched, read_all};

/// What is drawn.
#[derive(clap::Args)]
pub(crate) struct Settings {
    /// Files of games, or folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,

    /// Only this game
    #[arg(long)]
    game: Option<String>,

    /// How many positions
    #[arg(long, default_value_t = 5)]
    count: usize,

    /// Another seed, other positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Prints positions that chance draws, all searched ones equally likely.
///
/// # Errors
/// A file cannot be read, or a game is not legal.
pub(crate) fn print(settings: &Settings, out: &mut impl Write) -> io::Result<()> {
    let rules = settings.game.as_deref().map(Rules::named).transpose().map_err(io::Error::other)?;
    let mut dice = Dice::new(settings.seed, 0, 0);
    // Reservoir sampling (Vitter 1985).
    let mut drawn: Vec<(SavedGame, usize)> = Vec::new();
    let mut seen = 0;
    read_all(&settings.paths, rules.as_ref(), |game| {
        for (ply, _) in game.plies.iter().enumerate().filter(|(_, ply)| ply.searched.is_some()) {
            seen += 1;
            let place = if drawn.len() < settings.count { drawn.len() } else { dice.below(seen) };
            if place == drawn.len() {
                drawn.push((game.clone(), ply));
            } else if place < drawn.len() {
                drawn[place] = (game.clone(), ply);
            }
        }
    })?;
    if drawn.is_empty() {
        return Err(about(&settings.paths[0], "no searched positions"));
    }
    drawn.iter().try_for_each(|(game, ply)| writeln!(out, "{}", text(game, *ply)?))
}

/// The position before ply number `at` of a game, and what is known of it.
fn text(saved: &SavedGame, at: usize) -> io::Result<String> {
    let grid = saved.game.grid();
    let mut text = String::new();
    saved.replay(|record, ply, number, stones| {
        let Some(Searched { score, best, quiet, nodes, lines }) = ply.searched.as_ref().filter(|_| number == at) else {
            return;
        };
        let _ =
            writeln!(text, "{} game {}, ply {at} of {}, {stones} stones", saved.game, saved.number, saved.plies.len());
        let _ = writeln!(text, "position {}", record.position_text());
        for y in 0..grid.height() {
            let row = (0..grid.width()).map(|x| match grid.point(x, y) {
                Some(point) => record.stone(point).map_or('.', |color| color.symbol()),
                None => ' ',
            });
            let row: Vec<String> = row.map(String::from).collect();
            let _ = writeln!(text, "  {}", row.join(" ").trim_end());
        }
        let flag = |is_set: bool, name: &'static str| if is_set { name } else { "" };
        let _ = writeln!(
            text,
            "score {score} best {} nodes {nodes} played {}{}{}",
            best.display(grid),
            ply.mv.display(grid),
            flag(ply.random, " random"),
            flag(*quiet, " quiet")
        );
        if !lines.is_empty() {
            let lines: Vec<_> = lines.iter().map(|line| format!("{} {}", line.mv.display(grid), line.score)).collect();
            let _ = writeln!(text, "lines {}", lines.join(", "));
        }
        let _ = writeln!(text, "result {} for {}", saved.result(record.to_move()), record.to_move());
    })?;
    Ok(text)
}
