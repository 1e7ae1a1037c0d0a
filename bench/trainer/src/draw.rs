//! Samples of files of games as text.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

use engine::Rules;

use crate::data::{Ending, Sample, Searched, Shuffled, files_of};

/// The options of `draw`.
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

/// Positions that chance has to choose from at any time.
const POOL: usize = 100_000;

/// Prints positions that chance draws.
///
/// # Errors
/// A file cannot be read, or a game is not legal.
pub(crate) fn print(settings: &Settings, out: &mut impl Write) -> io::Result<()> {
    let rules = settings.game.as_deref().map(Rules::named).transpose().map_err(io::Error::other)?;
    let samples = Shuffled::open(files_of(&settings.paths)?, rules.as_ref(), POOL, settings.seed)?;
    samples.take(settings.count).try_for_each(|sample| writeln!(out, "{}", text(&sample?)?))
}

/// A position with its search results, as a line of text.
fn text(sample: &Sample) -> io::Result<String> {
    let Sample { game: saved, at } = sample;
    let grid = saved.game.grid();
    let mut text = String::new();
    saved.replay(|record, ply, number, stones| {
        let Some(Searched { score, best, quiet, nodes, lines }) = ply.searched.as_ref().filter(|_| number == *at)
        else {
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
        let side = record.to_move();
        let _ = match saved.ending {
            Ending::Open => writeln!(text, "{side} to move, no result"),
            _ => writeln!(text, "result {} for {side}", saved.result(side)),
        };
    })?;
    Ok(text)
}
