//! Whether static values rank moves as searches do: what helps a search most, and what the loss of values does not tell.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use engine::{Color, Game, Move, PointSet, Rules, Tactics, Visitor};
use eval::{Features, LineAccumulator, Weights};

use crate::about;
use crate::data::{Chunk, FormatError, GamesReader, SavedGame, files_of};
use crate::quiet;
use crate::reliability::{self, STONES};

/// The options of `ranking`.
#[derive(clap::Args)]
pub(crate) struct Settings {
    /// Files of games, or folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,

    /// How far apart the scores of two lines are at least, in hundredths of a point
    #[arg(long, default_value_t = 50)]
    apart: i32,
}

/// Two moves of a position: how far the search and the static values put the first above the second.
struct Pair {
    stones: usize,
    search: i32,
    static_eval: i32,
}

/// The counts of a range of stones.
#[derive(Clone, Copy, Default)]
struct Count {
    pairs: u32,
    alike: u32,
}

/// The counts of a game.
type ByStones = [Count; STONES.len()];

impl Count {
    fn add(&mut self, pair: &Pair) {
        self.pairs += 1;
        self.alike += u32::from(pair.search.signum() == pair.static_eval.signum());
    }
}

/// Prints, game by game and by the number of stones, how many pairs of lines of a search the static values of the positions after
/// their first moves put in the same order.
///
/// # Errors
/// A file cannot be read, or a game is not legal.
pub(crate) fn print(settings: &Settings, out: &mut impl Write) -> io::Result<()> {
    let mut counts = Vec::new();
    for path in files_of(&settings.paths)? {
        count(&path, settings.apart, &mut counts).map_err(|error| about(&path, error))?;
    }
    for (rules, counts) in &counts {
        let text = |Count { pairs, alike }: &Count| {
            format!("{:7} {:.4}", pairs, f64::from(*alike) / f64::from((*pairs).max(1)))
        };
        let all = counts.iter().fold(Count::default(), |all, count| Count {
            pairs: all.pairs + count.pairs,
            alike: all.alike + count.alike,
        });
        let parts: Vec<_> = counts.iter().map(text).collect();
        writeln!(out, "{:14} all {}, by stones {}", rules.name, text(&all), parts.join(", "))?;
    }
    Ok(())
}

/// Counts the pairs of the file at `path` whose scores are so far `apart`.
fn count(path: &Path, apart: i32, counts: &mut Vec<(Rules, ByStones)>) -> Result<(), FormatError> {
    let mut reader = GamesReader::open(path)?;
    while let Some(chunk) = reader.next()? {
        let Chunk::Games(games) = chunk else { continue };
        for game in games {
            let rules = game.game.rules();
            let at = counts.iter().position(|(known, _)| known == rules).unwrap_or_else(|| {
                counts.push((rules.clone(), ByStones::default()));
                counts.len() - 1
            });
            for pair in pairs(&game)?.iter().filter(|pair| pair.search.abs() >= apart) {
                counts[at].1[reliability::range(pair.stones)].add(pair);
            }
        }
    }
    Ok(())
}

/// All pairs of lines of the searches of a game, after whose moves nothing is about to be decided.
fn pairs(game: &SavedGame) -> Result<Vec<Pair>, FormatError> {
    struct Look<'l>(&'l SavedGame);

    impl Visitor for Look<'_> {
        type Output = Result<Vec<Pair>, FormatError>;

        fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
            let Self(saved) = self;
            let weights = Weights::for_rules(game.rules());
            let mut lines = LineAccumulator::new(&weights, game.grid());
            let mut value = |position: &P, mv: Move| {
                let next = position.play(mv).ok().filter(quiet::is_instructive)?;
                Some(-Features::of(&next, &next.threats(), &weights).value(&next, &mut lines))
            };
            let mut position = P::start(game);
            let mut pairs = Vec::new();
            for (at, ply) in saved.plies.iter().enumerate() {
                let stones: usize = Color::ALL.into_iter().map(|color| position.stones(color).len()).sum();
                let open =
                    ply.searched.iter().flat_map(|searched| &searched.lines).filter(|line| !line.score.is_proven());
                let judged: Vec<(i32, i32)> =
                    open.filter_map(|line| Some((line.score.value(), value(&position, line.mv)?))).collect();
                for (rank, &(search, static_eval)) in judged.iter().enumerate() {
                    pairs.extend(judged[..rank].iter().map(|&(other, other_static)| Pair {
                        stones,
                        search: other - search,
                        static_eval: other_static - static_eval,
                    }));
                }
                position = position.play(ply.mv).map_err(|_| FormatError::Illegal { game: saved.number, ply: at })?;
            }
            Ok(pairs)
        }
    }

    game.game.visit(Look(game))
}

#[cfg(test)]
mod tests {
    use engine::{Color, Game, Rules, notation};
    use search::Score;

    use super::*;
    use crate::data::{Ending, Line, Ply, Searched};

    /// A stone beside an own one is worth more than one in the corner. Three moves that are not proven to lose make
    /// three pairs.
    #[test]
    fn pairs_of_open_lines_are_put_in_order() {
        let game = Game::new(Rules::FREESTYLE, None, None).expect("a board");
        let point = |name| notation::parse_move(game.grid(), name).expect("a move");
        let played = |name| Ply { mv: point(name), random: true, searched: None };
        let scores = [
            ("i9", Score::estimate(90)),
            ("g7", Score::estimate(80)),
            ("o15", Score::estimate(-60)),
            ("o1", Score::loss_in(6)),
        ];
        let searched = Searched {
            score: Score::estimate(90),
            best: point("i9"),
            quiet: true,
            nodes: 1,
            lines: scores.map(|(name, score)| Line { mv: point(name), score }).to_vec(),
        };
        let plies = vec![played("h8"), played("a1"), Ply { mv: point("i9"), random: false, searched: Some(searched) }];
        let saved = SavedGame {
            game,
            number: 0,
            winner: Some(Color::Black),
            ending: Ending::Proven,
            long_opening: false,
            opening: 2,
            plies,
        };
        let pairs = pairs(&saved).expect("a legal game");
        assert_eq!(
            pairs.iter().map(|pair| (pair.stones, pair.search)).collect::<Vec<_>>(),
            [(2, 10), (2, 150), (2, 140)]
        );
        assert!(pairs[1..].iter().all(|pair| pair.static_eval > 0));
    }
}
