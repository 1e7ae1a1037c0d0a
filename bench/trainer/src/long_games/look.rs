//! Values of both programs in positions of each game.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use engine::{AnyRecord, Game, Move, Tactics, ThreatState, Visitor};
use eval::{Features, LineAccumulator, Weights};
use search::{Limits, Score, player};

use super::Error;
use super::games::{self, Look, Played};
use super::program::Program;

/// The options of `look`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Journals of tournaments, or lines of games
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The other program, a command
    #[arg(long)]
    program: String,

    /// Nodes of each search of this program
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,

    /// Nodes of each search of the other program [default: as many]
    #[arg(long)]
    program_nodes: Option<u64>,

    /// Stones of the first position that is looked at
    #[arg(long, default_value_t = 11)]
    from: usize,

    /// Stones of the last one at most
    #[arg(long, default_value_t = usize::MAX)]
    to: usize,

    /// Plies to the next one; an odd number lets sides take turns
    #[arg(long, default_value_t = 5)]
    step: usize,

    /// Only games of this many plies or more
    #[arg(long, default_value_t = 0)]
    least: usize,

    /// Only this many games
    #[arg(long, default_value_t = usize::MAX)]
    games: usize,
}

/// The memory of a search, in bytes.
const MEMORY: usize = 16 << 20;

/// Writes the games with looks at quiet positions: those where neither side threatens to win at once.
///
/// # Errors
/// A file is damaged, or the other program fails.
pub(crate) fn look(options: &Options, out: &mut impl Write) -> Result<(), Error> {
    let mut program = Program::start(&options.program)?;
    let games = games::read(&options.files)?;
    for mut played in games.into_iter().filter(|played| played.moves.len() >= options.least).take(options.games) {
        played.looks = looks(options, &played, &mut program)?;
        writeln!(out, "{}", played.line())?;
        out.flush()?;
    }
    Ok(())
}

fn looks(options: &Options, played: &Played, program: &mut Program) -> Result<Vec<Look>, Error> {
    let mut record = played.start();
    let mut looks = Vec::new();
    let first = options.from.max(played.opening);
    for (ply, &mv) in played.moves.iter().enumerate() {
        let wanted = (first..=options.to).contains(&ply) && (ply - first).is_multiple_of(options.step);
        if wanted && record.threat_state() == ThreatState::Quiet {
            let moves = &played.moves[..ply];
            let theirs = program.value(played.game, moves, options.program_nodes.unwrap_or(options.nodes))?;
            let ours = search_value(played.game, moves, options.nodes)?;
            looks.push(Look { ply, static_eval: Some(static_value(record.as_ref())), ours, theirs });
        }
        record.play(mv).map_err(|why| format!("ply {ply}: {why}"))?;
    }
    Ok(looks)
}

/// The value after `moves` in a search of `nodes` nodes that begins without a memory.
///
/// # Errors
/// A move is illegal, or the game is over.
pub(crate) fn search_value(game: &'static Game, moves: &[Move], nodes: u64) -> Result<Score, Error> {
    let mut player = player(game, None)?;
    player.set_memory(MEMORY);
    moves.iter().try_for_each(|&mv| player.play(mv).map(drop)).map_err(|why| why.to_string())?;
    let limits = Limits { nodes: Some(nodes), ..Limits::none() };
    let report = player.think(&limits, &AtomicBool::new(false), &mut |_| ());
    Ok(report.ok_or("the game is over")?.score)
}

/// The static evaluation for the side to move.
fn static_value(record: &dyn AnyRecord) -> Score {
    struct Value<'r>(&'r dyn AnyRecord);

    impl Visitor for Value<'_> {
        type Output = i32;

        fn visit<P: Tactics>(self, game: &'static Game) -> i32 {
            let moves = self.0.moves();
            let position = moves.iter().fold(P::start(game), |position, &mv| position.make_move(mv));
            let weights = Weights::for_rules(game.rules());
            let mut lines = LineAccumulator::new(&weights, game.grid());
            Features::of(&position, &position.threats(), &weights).value(&position, &mut lines)
        }
    }

    Score::estimate(record.game().visit(Value(record)))
}
