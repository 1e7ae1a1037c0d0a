//! Statistics of files of games.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use engine::{Color, Game, Record, Rules, Tactics, Visitor};
use eval::{Features, LineAccumulator, Weights};

use crate::about;
use crate::data::{Chunk, Ending, FormatError, GamesReader, Ply, SavedGame, Source, files_of};
use crate::reliability::{self, Reliability};

/// The options of `statistics`.
#[derive(clap::Args)]
pub(crate) struct Settings {
    /// Files of games, or folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,

    /// Judge the static evaluation instead of the search, in quiet positions
    #[arg(long = "static")]
    pub(crate) static_eval: bool,

    /// The fewest stones of each range of the calibration, from 0 on
    #[arg(long, value_delimiter = ',', default_values_t = reliability::STONES.map(|(_, first)| first))]
    stones: Vec<usize>,
}

/// Prints the figures of each game.
///
/// # Errors
/// A file cannot be read, or a game is not legal.
pub(crate) fn print(settings: &Settings, out: &mut impl Write) -> io::Result<()> {
    let mut counts: Vec<(Rules, Counts)> = Vec::new();
    for path in files_of(&settings.paths)? {
        count(&path, settings, &mut counts).map_err(|error| about(&path, error))?;
    }
    for (rules, counts) in counts.iter().filter(|(_, counts)| !counts.lengths.is_empty()) {
        write!(out, "{}", counts.text(rules, &settings.stones))?;
    }
    Ok(())
}

/// Counts what the file at `path` holds.
fn count(path: &Path, settings: &Settings, counts: &mut Vec<(Rules, Counts)>) -> Result<(), FormatError> {
    let mut reader = GamesReader::open(path)?;
    let mut place = None;
    while let Some(chunk) = reader.next()? {
        match chunk {
            Chunk::Source(source) => {
                let found = counts.iter().position(|(rules, _)| *rules == source.rules);
                let at = found.unwrap_or_else(|| {
                    counts.push((source.rules.clone(), Counts::default()));
                    counts.len() - 1
                });
                place = Some((at, source_text(&source)));
            }
            Chunk::Games(games) => {
                let Some((at, source)) = &place else { continue };
                let counts = &mut counts[*at].1;
                *counts.sources.entry(source.clone()).or_default() += games.len();
                games.iter().try_for_each(|game| counts.add(game, settings))?;
            }
        }
    }
    if let Some((at, _)) = place {
        counts[at].1.bytes += path.metadata()?.len();
    }
    Ok(())
}

fn source_text(Source { seed, weights, engine, settings, .. }: &Source) -> String {
    format!("seed {seed}, engine {engine}, weights {weights:016x}, {settings}")
}

/// Steps of the absolute score in the histogram.
const SCORES: [i32; 6] = [50, 100, 200, 400, 800, i32::MAX];

/// Stones in a step of the histogram.
const STONES_STEP: usize = 20;

/// The statistics of one game.
#[derive(Default)]
struct Counts {
    bytes: u64,
    /// Games by what their source says.
    sources: BTreeMap<String, usize>,
    /// Games and searched positions by size.
    sizes: BTreeMap<usize, [usize; 2]>,
    /// Games by winner: Black, White, none.
    results: [usize; 3],
    proven: usize,
    too_long: usize,
    open: usize,
    long_openings: usize,
    lengths: Vec<usize>,
    nodes: u64,
    searched: usize,
    quiet: usize,
    random: usize,
    with_lines: usize,
    /// Searched positions by stones, and those of drawn games among them.
    stones: BTreeMap<usize, [usize; 2]>,
    /// Searched positions by score; the last is proven ones.
    scores: [usize; SCORES.len() + 1],
    /// By ranges of stones.
    reliability: Vec<Reliability>,
}

impl Counts {
    fn add(&mut self, game: &SavedGame, settings: &Settings) -> Result<(), FormatError> {
        let static_eval = settings.static_eval;
        self.reliability.resize_with(settings.stones.len(), Reliability::default);
        let open = game.ending == Ending::Open;
        self.open += usize::from(open);
        self.results[game.winner.map_or(2, Color::index)] += usize::from(!open);
        self.proven += usize::from(game.ending == Ending::Proven);
        self.too_long += usize::from(game.ending == Ending::TooLong);
        self.long_openings += usize::from(game.long_opening);
        self.lengths.push(game.plies.len());
        let size = self.sizes.entry(game.game.grid().size()).or_default();
        *size = [size[0] + 1, size[1] + game.positions()];
        let values = if static_eval { static_values(game) } else { Vec::new() };
        game.replay(|record, ply, number, stones| {
            let Some(searched) = &ply.searched else { return };
            self.searched += 1;
            self.nodes += searched.nodes;
            self.quiet += usize::from(searched.quiet);
            self.random += usize::from(ply.random);
            self.with_lines += usize::from(!searched.lines.is_empty());
            let by_stones = self.stones.entry(stones / STONES_STEP * STONES_STEP).or_default();
            *by_stones = [by_stones[0] + 1, by_stones[1] + usize::from(game.winner.is_none() && !open)];
            let score = searched.score;
            let step = SCORES.iter().position(|&most| score.value().abs() < most).expect("the last has no end");
            self.scores[if score.is_proven() { SCORES.len() } else { step }] += 1;
            let value = if static_eval { values[number].filter(|_| searched.quiet) } else { Some(score.value()) };
            // A move that chance chose says little about the position before it.
            if let Some(value) = value.filter(|_| !score.is_proven() && !ply.random && !open)
                && let Some(range) = settings.stones.iter().rposition(|&first| stones >= first)
            {
                self.reliability[range].add(value, game.result(record.to_move()));
            }
        })
    }

    fn text(&self, rules: &Rules, stones: &[usize]) -> String {
        let games = self.lengths.len();
        let percent = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
        let of_games = |part: usize| percent(part, games);
        let of_searched = |part: usize| percent(part, self.searched);
        let mut text = format!("{}: {games} games, {} positions", rules.name, self.searched);
        let bytes = self.bytes as f64 / self.searched.max(1) as f64;
        let nodes = self.nodes as f64 / self.searched.max(1) as f64;
        let _ = writeln!(text, ", {bytes:.2} bytes and {nodes:.0} nodes a position");
        for (source, games) in &self.sources {
            let _ = writeln!(text, "  {games} games: {source}");
        }
        for (size, [games, positions]) in &self.sizes {
            let _ = writeln!(text, "  size {size:2}: {games:8} games {positions:10} positions");
        }
        let [black, white, draws] = self.results.map(of_games);
        let _ = writeln!(
            text,
            "  Black {black:.1} %, White {white:.1} %, draws {draws:.1} %; proven ends {:.1} %, too long {:.2} %, left open {:.1} %, long openings {:.1} %",
            of_games(self.proven),
            of_games(self.too_long),
            of_games(self.open),
            of_games(self.long_openings),
        );
        let mut lengths = self.lengths.clone();
        lengths.sort_unstable();
        let at = |share: usize| lengths.get((lengths.len().max(1) - 1) * share / 100).copied().unwrap_or_default();
        let _ = writeln!(text, "  plies: 10 % {}, 50 % {}, 90 % {}, most {}", at(10), at(50), at(90), at(100));
        let _ = writeln!(
            text,
            "  quiet {:.1} %, random {:.1} %, with best lines {:.1} %",
            of_searched(self.quiet),
            of_searched(self.random),
            of_searched(self.with_lines)
        );
        for (first, [positions, drawn]) in &self.stones {
            let share = of_searched(*positions);
            let last = first + STONES_STEP - 1;
            let drawn = percent(*drawn, *positions);
            let _ = writeln!(
                text,
                "  {first:3}-{last:3} stones: {positions:10} positions {share:5.1} %, of drawn games {drawn:5.1} %"
            );
        }
        let _ = write!(text, "  |score| below");
        for (most, &positions) in SCORES.iter().zip(&self.scores) {
            let most = if *most == i32::MAX { "all".to_owned() } else { most.to_string() };
            let _ = write!(text, " {most}: {:.1} %,", of_searched(positions));
        }
        let _ = writeln!(text, " proven: {:.1} %", of_searched(self.scores[SCORES.len()]));
        text + &reliability::table(stones, &self.reliability)
    }
}

/// The static evaluation of the position before each ply, in hundredths of a point for the side to move; `None` where the game
/// is over.
fn static_values(saved: &SavedGame) -> Vec<Option<i32>> {
    struct Values<'g>(&'g SavedGame);

    impl Visitor for Values<'_> {
        type Output = Vec<Option<i32>>;

        fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
            let weights = Weights::for_rules(game.rules());
            let mut lines = LineAccumulator::new(&weights, game.grid());
            let mut record = Record::new(P::start(game));
            let value = |ply: &Ply| {
                let position = record.position();
                let over = position.outcome().is_some();
                let value =
                    (!over).then(|| Features::of(position, &position.threats(), &weights).value(position, &mut lines));
                // The replay reports illegal moves.
                let _ = record.play(ply.mv);
                value
            };
            self.0.plies.iter().map(value).collect()
        }
    }

    saved.game.visit(Values(saved))
}
