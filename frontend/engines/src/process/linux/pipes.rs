//! The pipes of an engine, all non-blocking.

use std::io::{self, ErrorKind, Read, Write};
use std::iter;
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use crate::process::lines::{Line, Lines, Tail};

/// Standard input, output and error of an engine.
#[derive(Debug)]
pub(super) struct Pipes {
    stdin: Option<ChildStdin>,
    unsent: Vec<u8>,
    stdout: Option<ChildStdout>,
    lines: Lines,
    stderr: Option<ChildStderr>,
    complaints: Lines,
    tail: Tail,
}

impl Pipes {
    /// Takes the pipes of a child.
    pub(super) fn of(child: &mut Child) -> Self {
        Self {
            stdin: child.stdin.take(),
            unsent: Vec::new(),
            stdout: child.stdout.take(),
            lines: Lines::default(),
            stderr: child.stderr.take(),
            complaints: Lines::default(),
            tail: Tail::default(),
        }
    }

    /// Makes all of them non-blocking.
    ///
    /// # Errors
    /// The system refuses it.
    pub(super) fn unblock(&self) -> io::Result<()> {
        let input = self.stdin.as_ref().map(AsFd::as_fd);
        let outputs = [self.stdout.as_ref().map(AsFd::as_fd), self.stderr.as_ref().map(AsFd::as_fd)];
        input.into_iter().chain(outputs.into_iter().flatten()).try_for_each(unblock)
    }

    /// Queues bytes and writes as many as the pipe takes.
    pub(super) fn send(&mut self, bytes: &[u8]) {
        self.unsent.extend_from_slice(bytes);
        self.flush();
    }

    /// Whether queued bytes can still be written.
    pub(super) fn is_sending(&self) -> bool {
        self.stdin.is_some() && !self.unsent.is_empty()
    }

    pub(super) fn close_input(&mut self) {
        self.stdin = None;
    }

    pub(super) fn is_output_open(&self) -> bool {
        self.stdout.is_some()
    }

    /// Closes input and output; the rest of the output becomes a line.
    pub(super) fn finish(&mut self) {
        (self.stdout, self.stdin) = (None, None);
        self.lines.finish(Instant::now());
    }

    fn flush(&mut self) {
        while let (Some(pipe), false) = (&mut self.stdin, self.unsent.is_empty()) {
            match pipe.write(&self.unsent) {
                Ok(written) => drop(self.unsent.drain(..written)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                // The engine has closed its input. Its output shows whether it has exited.
                Err(_) => self.stdin = None,
            }
        }
    }

    /// The oldest line that was not taken.
    pub(super) fn line(&mut self) -> Option<Line> {
        self.lines.pop()
    }

    /// All lines that were not taken.
    pub(super) fn lines(&mut self) -> Vec<Line> {
        iter::from_fn(|| self.lines.pop()).collect()
    }

    /// Reads one bounded piece of each output, so that a flood leaves time to look at the clock. Returns the bytes of
    /// standard output.
    pub(super) fn read(&mut self) -> u64 {
        let mut piece = [0; 16 << 10];
        let mut count = 0;
        if let Some((bytes, at)) = read(&mut self.stdout, &mut piece) {
            count = bytes.len() as u64;
            self.lines.push(bytes, at);
        }
        if let Some((bytes, at)) = read(&mut self.stderr, &mut piece) {
            self.complaints.push(bytes, at);
            self.collect();
        }
        count
    }

    fn collect(&mut self) {
        while let Some(line) = self.complaints.pop() {
            self.tail.push(&line.text);
        }
    }

    /// Takes the last lines of standard error.
    pub(super) fn complaints(&mut self) -> Vec<String> {
        self.complaints.finish(Instant::now());
        self.collect();
        self.tail.take()
    }

    /// The newest line of standard error.
    pub(super) fn newest_complaint(&self) -> Option<&str> {
        self.tail.newest()
    }

    fn poll_fds(&self) -> impl Iterator<Item = PollFd<'_>> {
        let input = self.stdin.as_ref().filter(|_| !self.unsent.is_empty()).map(AsFd::as_fd);
        let outputs = [self.stdout.as_ref().map(AsFd::as_fd), self.stderr.as_ref().map(AsFd::as_fd)];
        let input = input.map(|fd| PollFd::new(fd, PollFlags::POLLOUT));
        input.into_iter().chain(outputs.into_iter().flatten().map(|fd| PollFd::new(fd, PollFlags::POLLIN)))
    }

    /// Waits until one of the pipes, or of those of `other`, is ready; writes what can be written. Returns whether one is.
    pub(super) fn wait(&mut self, other: Option<&mut Self>, wait: Duration) -> bool {
        let mut fds: Vec<PollFd<'_>> = self.poll_fds().collect();
        fds.extend(other.iter().flat_map(|other| other.poll_fds()));
        // Rounded up: a wait of less than a millisecond must not become a busy loop.
        let millis = u16::try_from(wait.as_micros().div_ceil(1000)).unwrap_or(u16::MAX);
        if poll(&mut fds, PollTimeout::from(millis)) == Ok(0) {
            return false;
        }
        drop(fds);
        self.flush();
        if let Some(other) = other {
            other.flush();
        }
        true
    }
}

/// Makes a pipe non-blocking.
fn unblock(fd: BorrowedFd<'_>) -> io::Result<()> {
    fcntl(fd, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
    Ok(())
}

/// Reads a piece, if there is one, and returns it with its time. A stream at its end is closed.
fn read<'p>(stream: &mut Option<impl Read>, piece: &'p mut [u8]) -> Option<(&'p [u8], Instant)> {
    loop {
        match stream.as_mut()?.read(piece) {
            Ok(0) => *stream = None,
            Ok(length) => return Some((&piece[..length], Instant::now())),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => return None,
            Err(_) => *stream = None,
        }
    }
}
