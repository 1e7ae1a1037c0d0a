//! The reading thread: lines into requests, and the signal to stop at once.

use std::io::{BufRead, ErrorKind};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::request::{Arrival, Request};
use super::signal::Signal;
use crate::grammar::{Command, CommandReader, Info, LONGEST_LINE};
use crate::settings::LAG;

/// Reads until `END` or the end of the input, and sends the requests of the session.
pub(crate) fn read(mut input: impl BufRead, requests: Sender<Request>, signal: &Signal) {
    let mut parser = CommandReader::default();
    let mut number = 0;
    let mut waited = Duration::ZERO;
    'input: while let Some(line) = next_line(&mut input, &mut waited) {
        let read = Instant::now();
        for command in parser.line(&line) {
            number += 1;
            signal.arrived(number);
            match &command {
                Ok(Command::End) => break 'input,
                Ok(Command::Stop) => {
                    signal.stop_before(number);
                    continue;
                }
                Ok(Command::Info(Info::TimeoutTurn(0))) => signal.stop_before(number),
                Ok(Command::Info(Info::TimeoutTurn(ms))) => {
                    signal.shorten_before(number, Duration::from_millis(*ms).saturating_sub(LAG));
                }
                _ => {}
            }
            if requests.send(Request { arrival: Arrival { number, read, waited }, command }).is_err() {
                break 'input;
            }
        }
    }
    signal.end(waited);
    drop(requests);
    signal.hurry();
}

/// The next line without its end, cut off at [`LONGEST_LINE`] bytes; `None` at the end of the input. A last line
/// without an end counts. Adds the wait for input to `waited`.
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

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::sync::mpsc::channel;

    use super::*;
    use crate::grammar::ParseError;

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
    fn a_path_is_the_next_line() {
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
    fn waits_for_input_are_counted() {
        let (sender, requests) = channel();
        let signal = Signal::default();
        signal.finish();
        read(Halting(b"ABOUT\nSTART 15\n", b"BEGIN\nABOUT\n"), sender, &signal);
        let waited: Vec<Duration> = requests.iter().map(|request| request.arrival.waited).collect();
        assert!(waited.is_sorted() && waited[2] - waited[1] >= Duration::from_millis(20), "{waited:?}");
    }

    #[test]
    fn the_end_ends() {
        assert_eq!(commands(b"ABOUT\nend\nABOUT\n"), ["ABOUT"]);
        assert_eq!(commands(b""), [""; 0]);
    }
}
