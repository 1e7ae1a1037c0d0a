"""Engines of the Gomocup protocol as players."""

from __future__ import annotations

import math
import os
import queue
import shlex
import subprocess
import threading
import time as clock
import weakref
from types import TracebackType
from typing import IO, Any, Dict, List, Mapping, Optional, Sequence, Tuple, Type, Union

from ._native import Board
from .errors import EngineError, IllegalMove

__all__ = ["EngineClient"]

# The rules that every manager can name by a number.
_NUMBERS = {"freestyle": 0, "standard": 1, "renju": 4, "caro": 8}
# The longest line that is read, in characters, and the lines that are kept.
_LONGEST, _KEPT = 1 << 16, 1000
_UNLIMITED = (1 << 31) - 1


class Late(EngineError):
    """An answer did not come in time."""


class EngineClient:
    """A program that speaks the Gomocup protocol, as a player.

    The program runs until `close`, the end of `with`, or until nothing refers to the client any more. It is told the game of
    each board, all moves, and its clock. Its answers are checked by the rules.

    Args:
        command: the program with its arguments, as one text or in parts. It is started without a shell.
        name: what it is called; by default as it calls itself.
        folder: the folder in which it runs.
        time: the time for a move, in seconds.
        match_time: the time for all moves of a game, in seconds; none by default.
        increment: what is added to that time with each move, in seconds.
        grace: how much later than its time an answer may come, in seconds.
        start_time: the time for its first answer and for that to a new game, in seconds.
        memory: the memory that it may take, in bytes; 0 for as much as it likes.
        options: other settings, sent as `INFO KEY VALUE`.

    Raises:
        EngineError: the program does not start.
        ValueError: a time is negative.

    >>> import ninuki
    >>> ninuki.EngineClient("no-such-program")
    Traceback (most recent call last):
    ...
    ninuki.errors.EngineError: no-such-program: there is no such program
    """

    def __init__(
        self,
        command: Union[str, Sequence[str]],
        *,
        name: Optional[str] = None,
        folder: Union[str, "os.PathLike[str]", None] = None,
        time: float = 1.0,
        match_time: Optional[float] = None,
        increment: float = 0.0,
        grace: float = 0.5,
        start_time: float = 30.0,
        memory: int = 0,
        options: Optional[Mapping[str, Union[str, int]]] = None,
    ) -> None:
        if min(time, match_time or 0, increment, grace, start_time) < 0:
            raise ValueError("a time is 0 or more seconds")
        words = shlex.split(command) if isinstance(command, str) else list(command)
        if not words:
            raise EngineError("the command is empty")
        self.time, self.match_time, self.increment, self.grace = time, match_time, increment, grace
        self._start_time, self._memory, self._options = start_time, memory, dict(options or {})
        #: The lines with `MESSAGE` and `DEBUG` of the last move.
        self.messages: List[str] = []
        #: The rest of `match_time`, in seconds; None without it.
        self.time_left = match_time
        self._words, self._folder = words, folder
        self._title, self._given = words[0], name
        # The moves of the current game that the program knows.
        self._known: Optional[List[str]] = None
        self._game: Optional[Tuple[Any, ...]] = None
        self._cells: Dict[int, str] = {}
        self._closed = False
        self._start()

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=self._folder
            )
        except OSError as error:
            what = "there is no such program" if isinstance(error, FileNotFoundError) else error.strerror
            raise EngineError(f"{self._title}: {what}") from None
        self._lines: "queue.Queue[Optional[str]]" = queue.Queue(_KEPT)
        self._finalizer = weakref.finalize(self, _end, self._process)
        assert self._process.stdout is not None
        reader = threading.Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True)
        reader.start()
        try:
            #: The answer to `ABOUT`: name, version, author, country, games.
            self.about: Dict[str, str] = self._ask_about()
        except EngineError:
            self._finalizer()
            raise

    @property
    def name(self) -> str:
        """What it is called."""
        return self._given or self.about.get("name") or os.path.basename(self._title)

    def new_game(self) -> None:
        """Begins a new game: the clock is full again. A program that was ended after a fault is started again.

        Raises:
            EngineError: it does not start, or the client is closed.

        >>> import sys, ninuki
        >>> say = "print({'A': 'name=centre', 'S': 'OK', 'B': '7,7'}[line[0]], flush=True)"
        >>> says = f"import sys; [{say} for line in sys.stdin if line[0] in 'ASB']"
        >>> with ninuki.EngineClient([sys.executable, "-c", says], match_time=60) as client:
        ...     client.new_game()
        ...     client.time_left
        60
        """
        self.time_left, self._known = self.match_time, None
        if self._closed:
            raise EngineError(f"{self._title} is closed")
        if not self._finalizer.alive or self._process.poll() is not None:
            self._finalizer()
            self._start()

    def play(self, board: Board) -> str:
        """The move of the program in a position; the board stays as it is.

        Raises:
            EngineError: it gave no answer in time, has ended, or cannot play this game; the program is ended until
                `new_game`.
            IllegalMove: its move is refused by the rules.

        >>> import sys, ninuki
        >>> say = "print({'A': 'name=centre', 'S': 'OK', 'B': '7,7'}[line[0]], flush=True)"
        >>> says = f"import sys; [{say} for line in sys.stdin if line[0] in 'ASB']"
        >>> with ninuki.EngineClient([sys.executable, "-c", says]) as client:
        ...     client.name, client.play(ninuki.Board("renju"))
        ('centre', 'h8')
        """
        if board.outcome is not None:
            raise EngineError("the game is over")
        try:
            self._tell(board)
            self._request(board)
            begun = clock.monotonic()
            limit = self.time if self.time_left is None else min(self.time_left, self.time or math.inf)
            answer = self._answer(limit + self.grace, f"no move within {limit:g} s")
        except EngineError:
            self._known = None
            self._finalizer()
            raise
        if self.time_left is not None:
            self.time_left = max(0.0, self.time_left - (clock.monotonic() - begun)) + self.increment
        move = self._move(board, answer)
        self._known = [*board.moves, move]
        return move

    def close(self) -> None:
        """Ends the program, by force if it does not end itself within half a second.

        >>> import sys, ninuki
        >>> say = "print({'A': 'name=centre', 'S': 'OK', 'B': '7,7'}[line[0]], flush=True)"
        >>> says = f"import sys; [{say} for line in sys.stdin if line[0] in 'ASB']"
        >>> client = ninuki.EngineClient([sys.executable, "-c", says])
        >>> client.close()
        >>> client.new_game()
        Traceback (most recent call last):
        ...
        ninuki.errors.EngineError: ... is closed
        """
        self._closed = True
        self._finalizer()

    def __enter__(self) -> EngineClient:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def _send(self, *lines: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(line + "\r\n" for line in lines).encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._gone() from None

    def _gone(self) -> EngineError:
        try:
            status = self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            return EngineError(f"{self._title} has closed its output")
        if self._closed:
            return EngineError(f"{self._title} is closed")
        how = f"signal {-status}" if status < 0 else f"status {status}"
        return EngineError(f"{self._title} has ended with {how}")

    def _line(self, until: float, late: str) -> str:
        """The next line.

        Raises:
            EngineError: it comes too late, or the program has ended.
        """
        try:
            line = self._lines.get(timeout=max(0.0, until - clock.monotonic()))
        except queue.Empty:
            raise Late(f"{self._title}: {late}") from None
        if line is None:
            raise self._gone()
        return line

    def _answer(self, seconds: float, late: str) -> str:
        """The next line that is an answer; messages before it are kept.

        Raises:
            EngineError: there is none, or it is an error.
        """
        self.messages = []
        until = clock.monotonic() + seconds
        while True:
            line = self._line(until, late)
            word = line.split(" ", 1)[0].upper()
            if word in ("ERROR", "UNKNOWN"):
                raise EngineError(f"{self._title}: {line[:200]}")
            if word not in ("MESSAGE", "DEBUG", "SUGGEST", ""):
                return line
            if len(self.messages) < _KEPT:
                self.messages.append(line)

    def _ask_about(self) -> Dict[str, str]:
        self._send("ABOUT")
        text = self._answer(self._start_time, f"no answer to ABOUT within {self._start_time:g} s")
        lexer = shlex.shlex(text, posix=True, punctuation_chars=False)
        lexer.whitespace, lexer.whitespace_split, lexer.quotes = ", ", True, '"'
        try:
            return dict(part.split("=", 1) for part in lexer if "=" in part)
        except ValueError:
            return {}

    def _tell(self, board: Board) -> None:
        """Begins a new game in the program, unless it knows this one."""
        fields = board.fields()
        if "position" in fields or "rules_text" in fields:
            raise EngineError("a position that is set up, and a game of one's own, cannot be told to a program")
        game = (fields["rules"], board.width, board.height, repr(fields.get("length")), repr(fields.get("flags")))
        if self._known is not None and game == self._game and board.moves[: len(self._known)] == self._known:
            return
        self._known, self._game = None, game
        self._cells = _cells(board)
        even = board.width == board.height
        self._send(f"START {board.width}" if even else f"RECTSTART {board.width},{board.height}")
        self._answer(self._start_time, f"no answer to START within {self._start_time:g} s")
        infos = [*self._rules(fields), f"timeout_turn {_ms(self.time or self.match_time or 0)}"]
        infos += [f"timeout_match {_ms(self.match_time or 0)}", f"max_memory {self._memory}"]
        infos += [f"time_increment {_ms(self.increment)}"] if self.increment else []
        infos += [f"{key} {value}" for key, value in self._options.items()]
        self._send(*(f"INFO {info}" for info in infos))

    def _rules(self, fields: Dict[str, Any]) -> List[str]:
        """How the game is told: by its name to a program that lists its games, else by a number."""
        rules, games = fields["rules"], self.about.get("games", "").split()
        changed = [f"flag {name} {value}" for name, value in (fields.get("flags") or {}).items()]
        changed += [f"line_length {fields['length']}"] if "length" in fields else []
        if rules in games:
            return [f"game {rules}", *changed]
        if games or rules not in _NUMBERS or changed:
            known = ", ".join(games or _NUMBERS)
            raise EngineError(f"{self._title} does not play {rules}{' with these rules' if changed else ''}, but {known}")
        return [f"rule {_NUMBERS[rules]}"]

    def _request(self, board: Board) -> None:
        left = _UNLIMITED if self.time_left is None else _ms(self.time_left)
        moves, known = board.moves, self._known
        cells = [self._cells.get(board.number(move), "PASS") for move in moves if move != "swap"]
        if known is not None and len(moves) == len(known) + 1:
            request = [f"TURN {cells[-1]}"]
        elif not moves:
            request = ["BEGIN"]
        else:
            # Stones alternate, and the program is to move.
            owners = [1 if (len(cells) - index) % 2 == 0 else 2 for index in range(len(cells))]
            request = ["BOARD", *(f"{cell},{owner}" for cell, owner in zip(cells, owners) if cell != "PASS"), "DONE"]
        self._send(f"INFO time_left {left}", *request)

    def _move(self, board: Board, answer: str) -> str:
        text = "pass" if answer.strip().upper() == "PASS" else answer.strip()
        try:
            number = board.number(text)
            board.check(number)
        except IllegalMove as refused:
            raise IllegalMove(f"{self._title} plays {text[:40]}: {refused}", text[:40], refused.rule) from None
        return board.name(number)


def _ms(seconds: float) -> int:
    return min(_UNLIMITED, max(0, round(1000 * seconds)))


def _cells(board: Board) -> Dict[int, str]:
    """The points of a board, each with its place as `x,y`."""
    cells = {}
    for y in range(board.height):
        for x in range(board.width):
            try:
                cells[board.number(f"{x},{y}")] = f"{x},{y}"
            except IllegalMove:
                # A hexagon does not fill its rows.
                continue
    return cells


def _read(output: IO[bytes], lines: "queue.Queue[Optional[str]]") -> None:
    """Passes on the lines of a program; None at their end. Lines that nobody takes are dropped from the front."""
    while True:
        try:
            raw = output.readline(_LONGEST)
        except (OSError, ValueError):
            raw = b""
        line = raw.decode("utf-8", "replace").strip() if raw else None
        while True:
            try:
                lines.put_nowait(line)
                break
            except queue.Full:
                try:
                    lines.get_nowait()
                except queue.Empty:
                    pass
        if line is None:
            return


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Ends a program: it is asked, then killed."""
    try:
        assert process.stdin is not None
        process.stdin.write(b"END\r\n")
        process.stdin.close()
    except (OSError, ValueError):
        pass
    try:
        process.wait(0.5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()
