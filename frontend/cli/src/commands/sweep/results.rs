//! Output of reviews: text or JSON, graphs, annotated records, the summary.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

use analysis::{Evaluation, Players, Review, annotated, json};
use engine::Color;
use pictures::{Chart, chart, png, raster, svg};
use records::{Entry, Format, files};

use super::report::{self, Layout};
use super::{Args, graph};
use crate::args::tell;
use crate::commands::analyze::line_of;
use crate::error::{Failure, Status};
use crate::terminal::{colours, size};

/// Columns of an output that is no terminal.
const USUAL_COLUMNS: usize = 100;

/// The width of pictures in pixels.
const PIXELS: u32 = 960;

/// Receiver of the reviewed games, in their order.
pub(super) struct Results<'a> {
    json: bool,
    layout: Layout,
    graphs: Option<Graphs<'a>>,
    records: Option<Records<'a>>,
    players: Players,
    /// All games, received games, finished games.
    games: usize,
    taken: usize,
    finished: usize,
    status: Status,
}

impl<'a> Results<'a> {
    /// Starts the output of `games` games; `status` is the exit status of reading them.
    pub(super) fn new(args: &'a Args, graphs: Option<Graphs<'a>>, games: usize, status: Status) -> Self {
        let layout = Layout {
            columns: if io::stdout().is_terminal() { size().0 } else { USUAL_COLUMNS },
            colours: colours(),
            blocks: !args.ascii && graph::has_blocks(),
        };
        let records = args.sgf.as_deref().map(Records::new);
        let (players, taken, finished) = (Players::default(), 0, 0);
        Self { json: args.json, layout, graphs, records, players, games, taken, finished, status }
    }

    /// Prints a game, and writes its files if it is finished. A game without any judged move is skipped.
    ///
    /// # Errors
    /// A file or the output cannot be written.
    pub(super) fn tell(&mut self, swept: &Review, out: &mut impl Write, log: &mut impl Write) -> Result<(), Failure> {
        self.taken += 1;
        if !swept.is_complete() && swept.moves.is_empty() {
            return Ok(());
        }
        self.players.count(swept);
        if self.json {
            line_of(&json::review_json(swept), out)?;
        } else {
            writeln!(out, "{}", report::text(swept, self.layout))?;
        }
        out.flush()?;
        if !self.json {
            tell(&swept.game, &swept.source, log)?;
        }
        if let Some(error) = &swept.game.error {
            writeln!(log, "error: {}", error.within(&swept.source))?;
            self.status = self.status.max(Status::Wrong);
        }
        if swept.is_complete() {
            self.finished += 1;
            self.write(swept, log)?;
        }
        Ok(())
    }

    /// Writes the files of a readable game.
    fn write(&mut self, swept: &Review, log: &mut impl Write) -> Result<(), Failure> {
        if swept.entry.is_none() {
            return Ok(());
        }
        if let Some(graphs) = &self.graphs {
            graphs.draw(swept, self.taken, self.games)?;
        }
        if let Some(records) = &mut self.records {
            match annotated(swept) {
                Ok(entry) => records.add(entry)?,
                Err(reason) => {
                    writeln!(log, "error: {}: --sgf: {reason}", swept.place())?;
                    self.status = self.status.max(Status::Wrong);
                }
            }
        }
        Ok(())
    }

    /// Writes the remaining annotated games and the accuracy of the players. Returns the exit status.
    ///
    /// # Errors
    /// Something cannot be written.
    pub(super) fn conclude(mut self, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
        self.records.as_mut().map_or(Ok(()), Records::write)?;
        let Self { json, players, games, finished, status, .. } = self;
        if json {
            write!(log, "{players}")?;
        } else {
            write!(out, "{players}")?;
            out.flush()?;
        }
        if finished == games {
            return Ok(status);
        }
        writeln!(log, "stopped after {finished} of {games} games")?;
        Ok(status.max(Status::Wrong))
    }
}

/// The win rate of a game as a picture.
fn drawn(swept: &Review) -> pictures::Scene {
    let [black, white] = Color::ALL.map(|color| swept.name(color));
    let rates: Vec<f64> = swept.evaluations.iter().map(Evaluation::black).collect();
    let moves: Vec<_> = swept.moves.iter().map(|judged| (judged.quality, judged.missed.is_some())).collect();
    let about = records::about(&swept.game);
    chart(&Chart { about: &about, players: [&black, &white], rates: &rates, moves: &moves })
}

/// Where graphs are drawn.
pub(super) struct Graphs<'a> {
    path: &'a Path,
    vector: bool,
}

impl<'a> Graphs<'a> {
    /// Graphs in files as `path`.
    ///
    /// # Errors
    /// The ending is neither .svg nor .png.
    pub(super) fn of(path: &'a Path) -> Result<Self, Failure> {
        match files::ending(path).as_deref() {
            Some("svg") => Ok(Self { path, vector: true }),
            Some("png") => Ok(Self { path, vector: false }),
            _ => Err(Failure::Usage(format!("--graph {}: graphs are written as .svg .png", path.display()))),
        }
    }

    /// Draws the graph of a game, of several into a file with its number.
    fn draw(&self, swept: &Review, number: usize, games: usize) -> Result<(), Failure> {
        let scene = drawn(swept);
        let bytes = if self.vector { svg(&scene, PIXELS).into_bytes() } else { png(&raster(&scene, PIXELS)) };
        let path = match games {
            1 => self.path.to_path_buf(),
            _ => files::numbered(self.path, number, games),
        };
        Ok(files::write(&path, &bytes)?)
    }
}

/// The pause after writing annotated games, in multiples of the time that it took.
const SHARE: u32 = 20;

/// The file of annotated games. It is replaced as a whole: with the first game, at intervals that cost little time, and at
/// the end.
struct Records<'a> {
    path: &'a Path,
    bytes: Vec<u8>,
    /// The bytes that are in the file.
    written: usize,
    /// When the file is written again at the earliest.
    next: Option<Instant>,
}

impl<'a> Records<'a> {
    const fn new(path: &'a Path) -> Self {
        Self { path, bytes: Vec::new(), written: 0, next: None }
    }

    fn add(&mut self, entry: Entry) -> Result<(), Failure> {
        self.bytes.extend(Format::SGF.write(&[entry]));
        if self.next.is_none_or(|next| Instant::now() >= next) { self.write() } else { Ok(()) }
    }

    /// Writes the games that are not in the file yet.
    fn write(&mut self) -> Result<(), Failure> {
        if self.written == self.bytes.len() {
            return Ok(());
        }
        let began = Instant::now();
        files::write(self.path, &self.bytes)?;
        self.written = self.bytes.len();
        self.next = Some(Instant::now() + SHARE * began.elapsed());
        Ok(())
    }
}
