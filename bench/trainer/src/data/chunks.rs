//! Files of games, chunk by chunk.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

use engine::Rules;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use crate::data::codec::{Games, write_game};
use crate::data::version::{MAGIC, VERSION};
use crate::data::{FormatError, SavedGame};

/// The kinds of chunks.
const SOURCE: u8 = 0;
const GAMES: u8 = 1;

/// Bytes of a chunk before its content.
const HEAD: usize = 5;

/// No chunk is longer than this, packed or not.
const LONGEST: u64 = 1 << 24;

/// The bytes of games after which a chunk is written.
const FULL: usize = 1 << 15;

/// Where games come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Source {
    pub(crate) rules: Rules,
    pub(crate) seed: u64,
    /// The hash of the weights that they were played with.
    pub(crate) weights: u64,
    /// The version of the engine.
    pub(crate) engine: String,
    /// How it played: `key=value` with blanks between.
    pub(crate) settings: String,
}

impl Source {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = [self.seed.to_le_bytes(), self.weights.to_le_bytes()].concat();
        for text in [self.rules.name, &self.engine] {
            bytes.push(text.len() as u8);
            bytes.extend(text.as_bytes());
        }
        bytes.extend((self.settings.len() as u16).to_le_bytes());
        bytes.extend(self.settings.as_bytes());
        bytes
    }

    /// The source with these bytes; `None` if they are none.
    fn parse(bytes: &[u8]) -> Option<Result<Self, FormatError>> {
        let (seed, rest) = bytes.split_first_chunk()?;
        let (weights, rest) = rest.split_first_chunk()?;
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
        let (&length, rest) = rest.split_first()?;
        let (name, rest) = rest.split_at_checked(length.into())?;
        let (&length, rest) = rest.split_first()?;
        let (engine, rest) = rest.split_at_checked(length.into())?;
        let (length, settings) = rest.split_first_chunk()?;
        let rules = match Rules::named(&text(name)?) {
            Ok(rules) => rules,
            Err(error) => return Some(Err(FormatError::Rules(error))),
        };
        (settings.len() == usize::from(u16::from_le_bytes(*length))).then_some(())?;
        let (seed, weights) = (u64::from_le_bytes(*seed), u64::from_le_bytes(*weights));
        Some(Ok(Self { rules, seed, weights, engine: text(engine)?, settings: text(settings)? }))
    }
}

/// The content of a chunk.
#[derive(Debug)]
pub(crate) enum Chunk {
    /// Where the games that follow come from.
    Source(Box<Source>),
    /// Some games.
    Games(Vec<SavedGame>),
}

/// Reads a file of games.
pub(crate) struct GamesReader<R = BufReader<File>> {
    input: R,
    /// The byte at which the next chunk begins.
    at: u64,
    rules: Option<Rules>,
}

impl GamesReader {
    /// Opens the file at `path`.
    ///
    /// # Errors
    /// It cannot be read, or is no file of games.
    pub(crate) fn open(path: &Path) -> Result<Self, FormatError> {
        Self::new(BufReader::new(File::open(path)?))
    }
}

impl<R: Read> GamesReader<R> {
    /// Reads games from `input`, from its beginning.
    ///
    /// # Errors
    /// It does not begin as games do.
    pub(crate) fn new(mut input: R) -> Result<Self, FormatError> {
        let mut head = [0; MAGIC.len() + 4];
        let length = fill(&mut input, &mut head)?;
        if !head.starts_with(MAGIC) {
            return Err(FormatError::Foreign);
        }
        if length < head.len() {
            return Err(FormatError::Cut(0));
        }
        let version = u32::from_le_bytes(*head.last_chunk().expect("four bytes"));
        if version != VERSION {
            return Err(FormatError::Version(version));
        }
        Ok(Self { input, at: head.len() as u64, rules: None })
    }

    /// The byte at which the next chunk begins.
    pub(crate) const fn at(&self) -> u64 {
        self.at
    }

    /// Whether nothing follows what was read so far, whole or not.
    ///
    /// # Errors
    /// The input cannot be read.
    pub(crate) fn is_at_end(&mut self) -> io::Result<bool> {
        Ok(fill(&mut self.input, &mut [0])? == 0)
    }

    /// The kind of the next chunk and its checked content; `None` at the end of the file.
    fn content(&mut self) -> Result<Option<(u8, Vec<u8>)>, FormatError> {
        let mut chunk = vec![0; HEAD];
        match fill(&mut self.input, &mut chunk)? {
            0 => return Ok(None),
            HEAD => {}
            _ => return Err(FormatError::Cut(self.at)),
        }
        let length = u32::from_le_bytes(*chunk.last_chunk().expect("four bytes"));
        if u64::from(length) > LONGEST {
            return Err(FormatError::Damaged(self.at));
        }
        chunk.resize(HEAD + length as usize + 4, 0);
        if fill(&mut self.input, &mut chunk[HEAD..])? < length as usize + 4 {
            return Err(FormatError::Cut(self.at));
        }
        let checksum = chunk.split_off(HEAD + length as usize);
        if crc32fast::hash(&chunk).to_le_bytes() != *checksum {
            return Err(FormatError::Damaged(self.at));
        }
        self.at += (chunk.len() + checksum.len()) as u64;
        Ok(Some((chunk[0], chunk.split_off(HEAD))))
    }

    /// Takes the source in a chunk that begins at byte `at`.
    fn set_source(&mut self, content: &[u8], at: u64) -> Result<Source, FormatError> {
        let source = Source::parse(content).ok_or(FormatError::Malformed { at, what: "no source" })??;
        match &self.rules {
            Some(wanted) if *wanted != source.rules => {
                let (found, wanted) = (source.rules.name.to_owned(), wanted.name.to_owned());
                Err(FormatError::OtherGame { found, wanted })
            }
            _ => {
                self.rules = Some(source.rules.clone());
                Ok(source)
            }
        }
    }

    /// The next chunk; `None` at the end of the file.
    ///
    /// # Errors
    /// The chunk is cut off or damaged, or says what it may not.
    pub(crate) fn next(&mut self) -> Result<Option<Chunk>, FormatError> {
        let at = self.at;
        let wrong = |what| FormatError::Malformed { at, what };
        match (self.content()?, &self.rules) {
            (None, _) => Ok(None),
            (Some((SOURCE, content)), _) => Ok(Some(Chunk::Source(Box::new(self.set_source(&content, at)?)))),
            (Some((GAMES, content)), Some(rules)) => {
                let mut bytes = Vec::new();
                let unpacked = DeflateDecoder::new(&content[..]).take(LONGEST).read_to_end(&mut bytes);
                unpacked.map_err(|_| wrong("no games"))?;
                let mut games = Games { rules, bytes: &bytes };
                let games = std::iter::from_fn(|| games.next()).collect::<Result<_, _>>().map_err(wrong)?;
                Ok(Some(Chunk::Games(games)))
            }
            (Some((GAMES, _)), None) => Err(wrong("games of no source")),
            _ => Err(wrong("an unknown kind")),
        }
    }
}

impl<R: Read + Seek> GamesReader<R> {
    /// The game of this file, and the bytes at which the remaining chunks of games begin; checked, but not unpacked.
    ///
    /// # Errors
    /// A chunk is cut off or damaged.
    pub(super) fn places(&mut self) -> Result<(Option<Rules>, Vec<u64>), FormatError> {
        let mut places = Vec::new();
        loop {
            let at = self.at;
            match self.content()? {
                None => return Ok((self.rules.clone(), places)),
                Some((SOURCE, content)) => self.set_source(&content, at).map(|_| ())?,
                Some(_) => places.push(at),
            }
        }
    }

    /// The games of the chunk that begins at byte `at`, one of [`places`](Self::places).
    ///
    /// # Errors
    /// The chunk is damaged or of another kind.
    pub(super) fn games_at(&mut self, at: u64) -> Result<Vec<SavedGame>, FormatError> {
        self.input.seek(SeekFrom::Start(at))?;
        self.at = at;
        match self.next()? {
            Some(Chunk::Games(games)) => Ok(games),
            _ => Err(FormatError::Malformed { at, what: "no games" }),
        }
    }
}

/// Fills `bytes` as far as there is input: so many.
fn fill(input: &mut impl Read, bytes: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < bytes.len() {
        match input.read(&mut bytes[filled..]) {
            Ok(0) => break,
            Ok(more) => filled += more,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Writes games, each chunk at once: an interrupted run leaves whole chunks and at most one partial chunk.
pub(crate) struct GamesWriter<W: Write> {
    output: W,
    source: Option<Source>,
    /// Games that are not written yet.
    pending: Vec<u8>,
}

impl<W: Write> GamesWriter<W> {
    /// A new file.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn new(mut output: W) -> io::Result<Self> {
        output.write_all(&[&MAGIC[..], &VERSION.to_le_bytes()].concat())?;
        Ok(Self::after(output, None))
    }

    /// Appends to a file whose last games come from `source`.
    pub(crate) const fn after(output: W, source: Option<Source>) -> Self {
        Self { output, source, pending: Vec::new() }
    }

    /// Says where the games that follow come from.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn set_source(&mut self, source: &Source) -> io::Result<()> {
        if self.source.as_ref() == Some(source) {
            return Ok(());
        }
        self.flush()?;
        self.source = Some(source.clone());
        self.chunk(SOURCE, &source.to_bytes())
    }

    /// Adds a game.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn write(&mut self, game: &SavedGame) -> io::Result<()> {
        write_game(&mut self.pending, game);
        if self.pending.len() >= FULL { self.flush() } else { Ok(()) }
    }

    /// Where the games go.
    pub(crate) const fn output(&self) -> &W {
        &self.output
    }

    /// Writes what is not written yet, and returns where it went.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.flush()?;
        Ok(self.output)
    }

    /// Writes what is not written yet.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::default());
        packed.write_all(&std::mem::take(&mut self.pending))?;
        self.chunk(GAMES, &packed.finish()?)
    }

    fn chunk(&mut self, kind: u8, content: &[u8]) -> io::Result<()> {
        let mut chunk = vec![kind];
        chunk.extend((content.len() as u32).to_le_bytes());
        chunk.extend(content);
        chunk.extend(crc32fast::hash(&chunk).to_le_bytes());
        self.output.write_all(&chunk)?;
        self.output.flush()
    }
}
