//! The thread that reads: lines into requests, and at once the signal to stop.

use std::io::{BufRead, ErrorKind};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use crate::command::{Command, DONE, List, ParseError};
use crate::info::Info;
use crate::settings::LAG;
use crate::signal::Signal;
use crate::words::{split_word, tokens};
use crate::yixin;

/// When a request came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Asked {
    /// Its place in the order of reading, from 1.
    pub(crate) number: u64,
    /// When its last line was read.
    pub(crate) read: Instant,
    /// How long the input had been waited for until then, all in all: what was sent in one go was not waited for, however
    /// long it took to be read.
    pub(crate) waited: Duration,
}

/// A command, or what was no command, as it was read.
#[derive(Debug)]
pub(crate) struct Request {
    /// When it came.
    pub(crate) asked: Asked,
    /// What it says.
    pub(crate) command: Result<Command, ParseError>,
}

/// Reads until `END` or the end of the input and hands on what is to be answered.
pub(crate) fn read(mut input: impl BufRead, requests: Sender<Request>, signal: &Signal) {
    let mut gathering = CommandReader::default();
    let mut number = 0;
    let mut waited = Duration::ZERO;
    'input: while let Some(line) = next_line(&mut input, &mut waited) {
        let read = Instant::now();
        for command in gathering.line(&line) {
            number += 1;
            signal.arrived(number);
            match command {
                Ok(Command::End) => break 'input,
                Ok(Command::Stop) => signal.stop_before(number),
                command => {
                    match command {
                        Ok(Command::Info(Info::TimeoutTurn(0))) => signal.stop_before(number),
                        Ok(Command::Info(Info::TimeoutTurn(ms))) => {
                            signal.shorten_before(number, Duration::from_millis(ms).saturating_sub(LAG));
                        }
                        _ => {}
                    }
                    if requests.send(Request { asked: Asked { number, read, waited }, command }).is_err() {
                        break 'input;
                    }
                }
            }
        }
    }
    signal.end(waited);
    drop(requests);
    signal.hurry();
}

/// What is kept of a line, in bytes.
const LONGEST_LINE: usize = 1 << 16;

/// The next line without its end, cut off at [`LONGEST_LINE`] bytes; `None` at the end of the input. A last line
/// without an end counts. Adds the time that the input was waited for to `waited`.
fn next_line(input: &mut impl BufRead, waited: &mut Duration) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let mut begun = false;
    loop {
        let waiting = Instant::now();
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        *waited += waiting.elapsed();
        if bytes.is_empty() {
            return begun.then_some(line);
        }
        begun = true;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        line.extend(part.iter().take(LONGEST_LINE - line.len()));
        let used = end.map_or(bytes.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Some(line);
        }
    }
}

/// The most items of a list that are kept. Only games without end have more moves.
const LONGEST_LIST: usize = 1 << 16;

/// Lines on their way to become commands: a list waits for its `DONE`.
///
/// # Examples
/// ```
/// use ninuki_protocol::{Command, CommandReader};
///
/// let mut reader = CommandReader::default();
/// assert!(reader.line(b"BOARD").is_empty());
/// assert_eq!(reader.line(b"DONE"), [Ok(Command::Board(Vec::new()))]);
/// ```
#[derive(Debug, Default)]
pub struct CommandReader {
    open: Option<(List, Vec<String>)>,
    /// The command whose path stands on the next line.
    path: Option<&'static str>,
}

impl CommandReader {
    /// The commands that a line completes: none, one, or two if it cuts a list short.
    pub fn line(&mut self, bytes: &[u8]) -> Vec<Result<Command, ParseError>> {
        let text = String::from_utf8_lossy(bytes);
        let (word, rest) = split_word(&text);
        if word.is_empty() {
            return Vec::new();
        }
        let is = |command| Command::parse(word) == Ok(command);
        let mut complete = Vec::new();
        if let Some(command) = self.path.take() {
            if !Command::begins_with(word) {
                return vec![parse(bytes, &format!("{command} {}", text.trim()))];
            }
            complete.push(Command::parse(command));
        }
        match self.open.take() {
            Some(_) if is(Command::End) => {}
            Some(open) if is(Command::Stop) => {
                self.open = Some(open);
                complete.push(Ok(Command::Stop));
                return complete;
            }
            Some((list, _)) if Command::begins_with(word) => complete.push(Err(list.unfinished())),
            Some((list, items)) => return self.more(list, items, &text).into_iter().collect(),
            None => {}
        }
        if let Some(command) = yixin::with_path(word).filter(|_| rest.is_empty()) {
            self.path = Some(command);
        } else if let Some(list) = List::opened_by(word) {
            let rest = if list.begins_with_text() { "" } else { rest };
            complete.extend(self.more(list, Vec::new(), rest));
        } else {
            complete.push(parse(bytes, &text));
        }
        complete
    }

    /// Adds items to an open list; the command if they complete it.
    fn more(&mut self, list: List, mut items: Vec<String>, text: &str) -> Option<Result<Command, ParseError>> {
        let mut new = tokens(text);
        let done = new.iter().position(|item| item.eq_ignore_ascii_case(DONE));
        new.truncate(done.unwrap_or(new.len()));
        // What is too long is kept too long, so that it is refused and not taken for another list.
        items.extend(new.into_iter().take(LONGEST_LIST.saturating_sub(items.len())));
        if done.is_none() {
            self.open = Some((list, items));
            return None;
        }
        Some(if items.len() < LONGEST_LIST { list.command(&items) } else { Err(list.unfinished()) })
    }
}

/// A command on one line. Bytes that are no text make it unknown, except in settings, where they may stand in a
/// path and nothing is answered.
fn parse(bytes: &[u8], text: &str) -> Result<Command, ParseError> {
    let command = Command::parse(text);
    let is_text = bytes.len() < LONGEST_LINE && !bytes.contains(&0) && std::str::from_utf8(bytes).is_ok();
    if is_text || matches!(command, Ok(Command::Info(_))) {
        return command;
    }
    Err(ParseError::Unknown(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::sync::mpsc::channel;

    use super::*;

    /// The commands in `input`, printed, or the errors.
    fn commands(input: &[u8]) -> Vec<String> {
        let (sender, requests) = channel();
        let signal = Signal::default();
        signal.finish();
        read(input, sender, &signal);
        let text = |request: Request| match request.command {
            Ok(command) => command.to_string(),
            Err(ParseError::Unknown(line)) => format!("unknown {}", line.len()),
            Err(ParseError::Wrong { word, .. }) => format!("wrong {word}"),
        };
        requests.iter().map(text).collect()
    }

    #[test]
    fn lists_end_with_done() {
        let board = "BOARD\n7,7,1\n8,8,2\nDONE";
        assert_eq!(commands(b"BOARD\n7,7,1\n8,8,2\nDONE\n"), [board]);
        assert_eq!(commands(b"BOARD 7,7,1 8,8,2 DONE\n"), [board]);
        assert_eq!(commands(b"board 7,7,1\r\n\r\n  8, 8,2 \r\ndone\r\nBEGIN"), [board, "BEGIN"]);
        assert_eq!(commands(b"BOARD\n7,7\nfoo\nDONE\nBEGIN\n"), ["wrong BOARD", "BEGIN"]);
        assert_eq!(commands(b"BOARD\n7,7,1\nSTART 15\n"), ["wrong BOARD", "START 15"]);
        assert_eq!(commands(b"BOARD\nBOARD\n7,7,1\n8,8,2\nDONE\n"), ["wrong BOARD", board]);
        assert_eq!(commands(b"BOARD\n7,7,1\nYXSTOP\n8,8,2\nDONE\n"), [board]);
        assert_eq!(commands(b"BOARD\n7,7,1\nEND\nBEGIN\n"), [""; 0]);
        assert_eq!(commands(b"BOARD\n7,7,1\n"), [""; 0]);
    }

    #[test]
    fn a_path_stands_on_the_next_line() {
        assert_eq!(commands(b"yxsetdatabase\r\nC:\\a b.db\r\nABOUT\n"), ["YXSETDATABASE\nC:\\a b.db", "ABOUT"]);
        assert_eq!(commands(b"YXHASHDUMP\nABOUT\n"), ["wrong YXHASHDUMP", "ABOUT"]);
        assert_eq!(commands(b"YXHASHDUMP\nEND\nABOUT\n"), ["wrong YXHASHDUMP"]);
        let text = b"yxedittextdatabase \"to be done\"\n7,7\ndone\nABOUT\n";
        assert_eq!(commands(text), ["YXEDITTEXTDATABASE\nDONE", "ABOUT"]);
    }

    #[test]
    fn long_lines_and_bytes_that_are_no_text() {
        let long = [vec![b'A'; 1 << 20], b"\nABOUT\n".to_vec()].concat();
        assert_eq!(commands(&long), [format!("unknown {LONGEST_LINE}"), "ABOUT".to_owned()]);
        assert_eq!(commands(b"ABOUT\0\n\xff\xfe\nABOUT\n").len(), 3);
        assert_eq!(commands(b"START\0 15\n"), ["unknown 9"]);
        assert_eq!(commands(b"INFO folder C:\\Jos\xe9\n"), ["INFO folder C:\\Jos\u{fffd}"]);
        assert_eq!(commands(b"\n\r\n \t \nABOUT"), ["ABOUT"]);
    }

    /// Lines that come one by one, the second part after a pause.
    struct Halting<'b>(&'b [u8], &'b [u8]);

    impl Read for Halting<'_> {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            unreachable!("read by lines")
        }
    }

    impl BufRead for Halting<'_> {
        fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
            if self.0.is_empty() && !self.1.is_empty() {
                std::thread::sleep(Duration::from_millis(20));
                self.0 = std::mem::take(&mut self.1);
            }
            Ok(self.0)
        }

        fn consume(&mut self, amount: usize) {
            self.0.consume(amount);
        }
    }

    #[test]
    fn only_what_was_waited_for_comes_later() {
        let (sender, requests) = channel();
        let signal = Signal::default();
        signal.finish();
        read(Halting(b"ABOUT\nSTART 15\n", b"BEGIN\nABOUT\n"), sender, &signal);
        let waited: Vec<Duration> = requests.iter().map(|request| request.asked.waited).collect();
        assert!(waited.is_sorted() && waited[2] - waited[1] >= Duration::from_millis(20), "{waited:?}");
    }

    #[test]
    fn the_end_ends() {
        assert_eq!(commands(b"ABOUT\nend\nABOUT\n"), ["ABOUT"]);
        assert_eq!(commands(b""), [""; 0]);
    }
}
