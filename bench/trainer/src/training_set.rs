//! Which games are learned from, and what their scores are multiplied by.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use engine::Rules;
use records::Shard;

use crate::about;
use crate::data::{Chunk, FormatError, GamesReader, SavedGame, files_of};
use crate::network::returns::{self, Scales};
use crate::quiet::HELD_OUT;
use crate::reliability::{Reliability, STONES};

/// The games of the training set, and the targets of their positions.
#[derive(clap::Args)]
pub(crate) struct TrainingSet {
    /// Files of games, or folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,

    /// The games of the family, which share the weights of line patterns; those that are not named keep theirs
    #[arg(long, required = true, num_args = 1.., value_name = "GAME")]
    pub(crate) games: Vec<String>,

    /// The part of all games that is learned from, as I/N: where all of them do not fit into memory, one fit after the other takes
    /// its part, with `--warm-start`
    #[arg(long, default_value_t = Shard::ALL)]
    shard: Shard,

    /// λ of the returns that values predict: 0 is the score of the position's own search, 1 the result
    #[arg(long, default_value_t = 0.85)]
    pub(crate) lambda: f64,
}

/// Searches with the same weights: what their scores are multiplied by.
pub(crate) struct Source {
    pub(crate) weights: u64,
    pub(crate) scales: Scales,
}

/// The factors for scores of searches with these weights.
pub(crate) fn scales(sources: &[Source], weights: u64) -> &Scales {
    &sources.iter().find(|source| source.weights == weights).expect("all sources").scales
}

impl TrainingSet {
    /// Calls `each` with the hash of the weights that some of these games were played with, and those games, chunk by chunk.
    ///
    /// # Errors
    /// A file cannot be read, or `each` fails.
    pub(crate) fn for_each_chunk(
        &self,
        games: &[Rules],
        mut each: impl FnMut(u64, &[SavedGame]) -> Result<(), FormatError>,
    ) -> io::Result<()> {
        for path in files_of(&self.paths)? {
            let mut read = || {
                let mut reader = GamesReader::open(&path)?;
                let mut weights = None;
                while let Some(chunk) = reader.next()? {
                    match chunk {
                        Chunk::Source(source) => {
                            weights =
                                games.iter().any(|rules| rules.name == source.rules.name).then_some(source.weights);
                        }
                        Chunk::Games(mut saved) => {
                            // Of the games that stand together one is held out.
                            saved.retain(|game| self.shard.has((game.number / HELD_OUT) as usize));
                            weights.map_or(Ok(()), |weights| each(weights, &saved))?;
                        }
                    }
                }
                Ok::<_, FormatError>(())
            };
            read().map_err(|error| about(&path, error))?;
        }
        Ok(())
    }

    /// The sources of all games of the family.
    ///
    /// # Errors
    /// A file cannot be read, or a game is not legal.
    pub(crate) fn sources(&self, games: &[Rules]) -> io::Result<Vec<Source>> {
        let mut counts: BTreeMap<u64, [Reliability; STONES.len()]> = BTreeMap::new();
        self.for_each_chunk(games, |weights, saved| {
            let by_stones = counts.entry(weights).or_default();
            saved.iter().try_for_each(|game| returns::count(game, by_stones))
        })?;
        Ok(counts.iter().map(|(&weights, by_stones)| Source { weights, scales: returns::scales(by_stones) }).collect())
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::{games_named, selfplay};

    #[derive(Parser)]
    struct Fit {
        #[command(flatten)]
        training_set: TrainingSet,
    }

    /// The numbers of the games that a fit of a shard learns from.
    fn numbers(folder: &str, shard: &str) -> Vec<u64> {
        let Fit { training_set } = Fit::parse_from(["fit", folder, "--games", "renju", "--shard", shard]);
        let games = games_named(&training_set.games).expect("a game");
        let mut numbers = Vec::new();
        let add = |_, saved: &[SavedGame]| {
            numbers.extend(saved.iter().map(|game| game.number));
            Ok(())
        };
        training_set.for_each_chunk(&games, add).expect("games");
        numbers
    }

    #[test]
    fn each_game_belongs_to_one_shard() {
        let folder = tempfile::tempdir().expect("a folder");
        selfplay::tests::run(folder.path(), "renju --positions 700");
        let folder = folder.path().to_str().expect("a path");
        let (all, shards) = (numbers(folder, "1/1"), ["1/3", "2/3", "3/3"].map(|shard| numbers(folder, shard)));
        assert!(shards.iter().all(|shard| (1..all.len()).contains(&shard.len())), "{shards:?}");
        let held_out = |number: &u64| number.is_multiple_of(HELD_OUT);
        assert!(shards.iter().all(|shard| shard.iter().any(held_out) && !shard.iter().all(held_out)), "{shards:?}");
        let mut together = shards.concat();
        together.sort_unstable();
        assert_eq!(together, all);
    }
}
