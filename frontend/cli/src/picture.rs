//! Options of pictures, and their files.

use std::io;
use std::path::{Path, PathBuf};

use analysis::{best_of, values_of_moves};
use pictures::{Decorations, Heat, Scene, diagram, gif, png, raster, svg};
use records::{Budget, Entry, Replayed, files};

use crate::error::Failure;
use crate::progress::Progress;
use crate::values::{one_of, whole};

/// Default width of a picture: pixels for each unit of length.
const SCALE: f64 = 40.0;

/// Default time of a move in an animation, in milliseconds.
const DELAY: u32 = 800;

/// Values that colour the empty points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ColouredBy {
    Threats,
    WinRate,
}

const COLOURED_BY: [(ColouredBy, &str, &str); 2] = [
    (ColouredBy::Threats, "threats", "What a stone of either side would make there: left half x, right half o"),
    (
        ColouredBy::WinRate,
        "winrate",
        "How likely the side to move wins with a stone there, by searching --nodes positions after it",
    ),
];

/// A picture instead of text.
#[derive(clap::Args, Debug)]
#[group(skip)]
pub(crate) struct Args {
    /// Draws into a picture, .svg or .png, or the whole game into an animation, .gif
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    out: Option<PathBuf>,

    /// The width of the picture in pixels [default: 40 for each point]
    #[arg(long, value_name = "PX", requires = "out", value_parser = clap::value_parser!(u32).range(64..=4096))]
    width: Option<u32>,

    /// Writes the numbers of the moves on the stones
    #[arg(long, requires = "out")]
    numbers: bool,

    /// Writes the numbers of the moves from move N on
    #[arg(long, value_name = "N", requires = "out", value_parser = whole::<usize>)]
    numbers_from: Option<usize>,

    /// Colours the empty points
    #[arg(long, value_name = "WHAT", requires = "out", value_parser = one_of(&COLOURED_BY))]
    heat: Option<ColouredBy>,

    /// The positions to search after each move, for --heat winrate
    #[arg(long, value_name = "N", requires = "heat", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,

    /// One picture of the start and one after each move: FILE with -000, -001, … before its ending
    #[arg(long, requires = "out")]
    each: bool,

    /// How long an animation shows each move, in milliseconds [default: 800]
    #[arg(long, value_name = "MS", requires = "out", value_parser = clap::value_parser!(u32).range(20..=60_000))]
    delay: Option<u32>,
}

/// The formats of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Svg,
    Png,
    Gif,
}

impl Format {
    fn of(path: &Path) -> Result<Self, Failure> {
        match files::ending(path).as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            Some("gif") => Ok(Self::Gif),
            _ => Err(Failure::Usage(format!("--out {}: pictures are written as .svg .png .gif", path.display()))),
        }
    }
}

/// A picture to be drawn, or several.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    args: &'a Args,
    path: &'a Path,
    format: Format,
}

impl Args {
    /// Returns the picture of the options; `None` without `--out`.
    ///
    /// # Errors
    /// The ending of the file is no format of pictures, or contradicts other options.
    pub(crate) fn request(&self) -> Result<Option<Request<'_>>, Failure> {
        let Some(path) = &self.out else { return Ok(None) };
        let format = Format::of(path)?;
        if self.each && format == Format::Gif {
            return Err(Failure::usage("--each: an animation holds all moves, single pictures are .svg or .png"));
        }
        if self.delay.is_some() && format != Format::Gif {
            return Err(Failure::usage("--delay: only an animation has one, .gif"));
        }
        Ok(Some(Request { args: self, path, format }))
    }

    /// The first move whose stone shows its number.
    fn first_number(&self) -> Option<usize> {
        self.numbers_from.or(self.numbers.then_some(1))
    }
}

impl Request<'_> {
    /// Draws a game of legal moves and writes the files, each whole or not at all.
    ///
    /// # Errors
    /// `--heat` in a finished game, or a file cannot be written.
    pub(crate) fn draw(&self, entry: &Entry) -> Result<(), Failure> {
        let moves = entry.moves.len();
        let mut scenes = Vec::new();
        let first = if self.all() { 0 } else { moves };
        let searches = self.args.heat == Some(ColouredBy::WinRate);
        let bar = searches.then(|| Progress::bar().begin(&[]));
        for ply in first..=moves {
            let (picture, pictures) = (ply - first, moves - first + 1);
            let mut show = |done: usize, all: usize| {
                let mut parts = vec![format!("{done} of {all} moves searched")];
                parts.extend((pictures > 1).then(|| format!("picture {} of {pictures}", picture + 1)));
                let bar = bar.as_ref().expect("there are searches");
                bar.show((picture * all + done) as u64, (pictures * all) as u64, parts);
            };
            scenes.push(self.scene(entry, ply, &mut show)?);
        }
        drop(bar);
        // The frames of an animation have one size.
        let height = scenes.iter().map(|scene| scene.height).fold(0.0, f64::max);
        scenes.iter_mut().for_each(|scene| scene.height = height);
        let width = self.args.width.unwrap_or_else(|| (SCALE * scenes[0].width).round() as u32);
        match self.format {
            Format::Gif => {
                let bytes = gif(scenes, width, self.args.delay.unwrap_or(DELAY), &Budget::default());
                let failed = |error| records::Error::file(self.path, io::Error::other(error));
                files::write(self.path, &bytes.map_err(failed)?)?
            }
            _ if self.args.each => {
                let mut numbered = scenes.iter().enumerate();
                numbered.try_for_each(|(ply, scene)| {
                    let path = files::numbered(self.path, ply, moves);
                    files::write(&path, &self.bytes(scene, width))
                })?;
            }
            _ => files::write(self.path, &self.bytes(&scenes[0], width))?,
        }
        Ok(())
    }

    /// Whether the positions after all moves are drawn.
    fn all(&self) -> bool {
        self.args.each || self.format == Format::Gif
    }

    /// The position after `ply` moves.
    fn scene(&self, entry: &Entry, ply: usize, show: &mut dyn FnMut(usize, usize)) -> Result<Scene, Failure> {
        let mut part = entry.clone();
        part.moves.truncate(ply);
        part.result = part.result.filter(|_| ply == entry.moves.len());
        let mut game = Replayed::new(Ok(part));
        let mut decorations = Decorations { numbers: self.args.first_number(), ..Decorations::default() };
        if let Some(heat) = self.args.heat {
            if game.outcome().is_some() && !self.all() {
                return Err(Failure::Wrong("--heat: the game is over".to_owned()));
            }
            let Heat { marks, legend } = self.heat(heat, &game, show);
            (decorations.marks, decorations.legend) = (marks, legend);
        }
        Ok(diagram(&mut game, &decorations))
    }

    fn heat(&self, by: ColouredBy, game: &Replayed, show: &mut dyn FnMut(usize, usize)) -> Heat {
        match by {
            ColouredBy::Threats => Heat::threats(game),
            ColouredBy::WinRate => {
                let nodes = self.args.nodes;
                let values = values_of_moves(game, nodes, show);
                let rates: Vec<_> = values.iter().map(|&(point, score)| (point, score.win_rate())).collect();
                Heat::win_rates(&rates, &best_of(&values), &format!("by searching {nodes} positions after it"))
            }
        }
    }

    fn bytes(&self, scene: &Scene, width: u32) -> Vec<u8> {
        match self.format {
            Format::Svg => svg(scene, width).into_bytes(),
            Format::Png | Format::Gif => png(&raster(scene, width)),
        }
    }
}
