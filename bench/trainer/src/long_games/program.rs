//! Another program that is asked for its value of a position, by the Gomocup protocol.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

use engine::{Game, Move, Rules};
use search::Score;

use super::Error;

/// The largest number of a game in Gomocup's protocol.
const MOST_RULES: u32 = 15;

/// The pause before a question: some programs drop what arrives just after their move.
const PAUSE: Duration = Duration::from_millis(10);

/// A running program.
pub(crate) struct Program {
    process: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Program {
    /// Starts `command`, whose words are parted by spaces.
    ///
    /// # Errors
    /// It cannot be started.
    pub(crate) fn start(command: &str) -> Result<Self, Error> {
        let mut words = command.split_whitespace();
        let name = words.next().ok_or("no command")?;
        let mut process = Command::new(name).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = process.stdin.take().ok_or("a pipe")?;
        let lines = BufReader::new(process.stdout.take().ok_or("a pipe")?).lines();
        Ok(Self { process, input, lines })
    }

    /// The value for the side to move after `moves` in a search of `nodes` nodes that begins without a memory.
    ///
    /// # Errors
    /// The game is none of Gomocup's, or the program fails or gives no value.
    pub(crate) fn value(&mut self, game: &Game, moves: &[Move], nodes: u64) -> Result<Score, Error> {
        let rule = (0..=MOST_RULES).find(|&number| Rules::gomocup(number).as_ref() == Some(game.rules()));
        let rule = rule.ok_or("no game of Gomocup's")?;
        let mut text = format!(
            "START {}\nINFO rule {rule}\nINFO max_node {nodes}\nINFO timeout_turn 3600000\nINFO timeout_match 0\n\
             INFO thread_num 1\nYXHASHCLEAR\nBOARD\n",
            game.grid().size()
        );
        for (ply, mv) in moves.iter().enumerate() {
            let Move::Place(point) = mv else { return Err("a move that is no stone".into()) };
            let (x, y) = game.grid().xy(*point);
            text += &format!("{x},{y},{}\n", 1 + (moves.len() - ply) % 2);
        }
        text += "DONE\n";
        thread::sleep(PAUSE);
        self.input.write_all(text.as_bytes())?;
        let mut value = None;
        for line in &mut self.lines {
            let line = line?;
            if let Some((_, rest)) = line.split_once("Eval ").or_else(|| line.split_once(" ev ")) {
                value = rest.split(' ').next().and_then(|word| word.parse().ok()).or(value);
            }
            if line.starts_with("ERROR") || line.starts_with("UNKNOWN") {
                return Err(line.into());
            }
            let is_number = |text: &str| text.parse::<usize>().is_ok();
            if line.split_once(',').is_some_and(|(x, y)| is_number(x) && is_number(y)) {
                return value.ok_or_else(|| "the program gave no value".into());
            }
        }
        Err("the program has left".into())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.input.write_all(b"END\n");
        let _ = self.process.wait();
    }
}
