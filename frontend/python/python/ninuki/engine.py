"""The engine: analysis, moves, proofs, reviews."""

from __future__ import annotations

import os
import threading
import weakref
from types import TracebackType
from typing import Any, Callable, Dict, List, Optional, Tuple, Type

from . import answers
from ._native import Board, Service
from .answers import Analysis, Answer, Attempt, Line, Puzzle, Review, ReviewedMove, Score, Solution, Verified
from .errors import EngineError
from .query import Query, ReviewedMoves, check_process
from .start import Start, takes

__all__ = ["Analysis", "Attempt", "Engine", "Line", "Puzzle", "Query", "Review", "ReviewedMove", "ReviewedMoves", "Score", "Solution", "Verified"]



def _memory() -> Optional[int]:
    """The memory of this machine in MiB; None if the system does not report it."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    except (AttributeError, OSError, ValueError):
        return None


class Engine:
    """Searches positions, several at a time, with a transposition table that stays warm.

    All methods may be called from several Python threads at once, and hold no lock of Python while they search. An engine
    is closed by `close`, at the end of `with`, or when nothing refers to it any more.

    Args:
        threads: how many positions are searched at a time, 1 to 1024.
        search_threads: the threads of each search, 1 to 1024.
        hash: the size of the transposition table, in MiB, at most the memory of the machine.
        longest: the most time of any query, in seconds; no limit by default.
        memory, output: the most memory of a query besides the table, and its largest answer, in MiB.

    Raises:
        ValueError: a number is out of its range.

    >>> import ninuki
    >>> board = ninuki.Board("pente", moves="K10 L9")
    >>> with ninuki.Engine(threads=2) as engine:
    ...     analysis = engine.analyse(board, nodes=1000, lines=3)
    >>> len(analysis.lines), analysis.lines[0].pv[0] == analysis.best
    (3, True)
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        search_threads: int = 1,
        hash: int = 64,
        longest: Optional[float] = None,
        memory: int = 1024,
        output: int = 256,
    ) -> None:
        most = _memory()
        if most is not None and hash > most:
            raise ValueError(f"hash is {hash}, allowed is 1 to {most}: the memory of this machine in MiB")
        time = None if longest is None else max(1, round(1000 * longest))
        service = Service(threads, search_threads, hash, time, memory, output)
        self._pending = Start(service)
        self._listener = threading.Thread(target=self._pending.listen, daemon=True, name="ninuki")
        self._listener.start()
        self._finalizer = weakref.finalize(self, _close, service, self._listener, os.getpid())

    def submit(self, on_report: Optional[Callable[[Answer], None]] = None, **query: Any) -> Query[Answer]:
        """Sends a query of `ninuki analysis`, and does not wait.

        Args:
            on_report: is called with each partial answer (`report_every`), in a thread of its own. It may ask queries itself.
                An exception that it raises ends the search, and `result()` raises it.
            query: the fields of the query, without `id`.

        Returns:
            A `Query`, the future of the answer: `cancel()` and `stop()` end its search; `result()` raises EngineError if the
            query is refused. A query has one answer here: send one query for each of its `plies`.

        >>> import ninuki
        >>> with ninuki.Engine() as engine:
        ...     answer = engine.submit(action="position", rules="renju", moves="h8 h9").result()
        >>> answer["to_move"]
        'x'
        """
        if isinstance(query.get("plies"), (list, tuple)) and len(query["plies"]) != 1 or query.get("plies") == "all":
            raise EngineError("a query has one position here", "plies")
        return self._pending.send(query, answers.whole, on_report)

    @takes(Start.analyse)
    def analyse(self, *args: Any, **options: Any) -> Analysis:
        """The best lines of a position.

        Args:
            board: the position; it stays as it is.
            nodes: the most positions to visit; 100,000 where nothing is limited.
            time: the most time, in seconds.
            depth: the depth, in plies.
            lines: how many lines, at least 1.
            only: if not empty, the only placements that are searched: a text with blanks, or a list of numbers and texts.
            avoid: placements that are not searched.
            own_table: whether the search has a separate table, so that the answer is reproducible with `nodes` or `depth`.
            priority: of the searches that wait, those of the highest priority begin first.
            on_report: is called with the lines so far, at most ten times a second.

        Raises:
            EngineError: a number is out of its range, or no placement is left to search.

        >>> import ninuki
        >>> four = ninuki.Board("freestyle", moves="h8 a1 h9 b1 h10 c1 h11 e1")
        >>> with ninuki.Engine() as engine:
        ...     analysis = engine.analyse(four, depth=2)
        >>> str(analysis.lines[0].score), analysis.best in ("h7", "h12")
        ('+M1', True)
        """
        return self._pending.analyse(*args, **options).result()

    @takes(Start.search)
    def search(self, *args: Any, **options: Any) -> Query[Analysis]:
        """Starts a search like that of `analyse`, and does not wait.

        Args:
            board, nodes, time, depth, lines, only, avoid, own_table, priority, on_report: as for `analyse`.
            report_every: the shortest interval of reports, in seconds; None for no reports.

        Returns:
            The search: an iterator of its reports with `stop()`, `wait(timeout)`, `cancel()` and `result()`; `await` works, too.

        >>> import ninuki
        >>> board = ninuki.Board("pente", moves="K10 L9")
        >>> with ninuki.Engine(threads=2) as engine:
        ...     searches = [engine.search(board, nodes=1000), engine.search(board, nodes=2000)]
        ...     [search.result().best is not None for search in searches]
        [True, True]
        """
        return self._pending.search(*args, **options)

    @takes(Start.play)
    def play(self, *args: Any, **options: Any) -> str:
        """The move that the engine plays, by name; the board stays as it is.

        Args:
            board, nodes, time, depth: as for `analyse`.
            level: how strong it plays, 1 (a beginner) to 10; `time` bounds it (2 seconds by default), `nodes` and
                `depth` are its own.
            seed: weak levels vary with it.

        Raises:
            EngineError: the game is over, or a number is out of its range.

        >>> import ninuki
        >>> board = ninuki.Board("ninuki")
        >>> with ninuki.Engine() as engine:
        ...     while board.outcome is None and board.ply < 6:
        ...         _ = board.push(engine.play(board, nodes=100))
        >>> board.moves[0]
        'K10'
        >>> with ninuki.Engine() as engine:
        ...     board.is_legal(engine.play(board, level=2, seed=7))
        True
        """
        return self._pending.play(*args, **options).result()

    @takes(Start.solve)
    def solve(self, *args: Any, **options: Any) -> Solution:
        """A win by continuous fours and threes (VCF, VCT), with its proof.

        Args:
            board: the position; the side to move is to win.
            nodes: the most positions to visit; 100,000 where nothing is limited.
            time: the most time, in seconds.
            shortest: whether a shorter win is looked for once one is found.

        Raises:
            EngineError: the game is over, or a number is out of its range.

        >>> import ninuki
        >>> three = ninuki.Board("freestyle", moves="h8 a1 h9 c1 h10 e1")
        >>> with ninuki.Engine() as engine:
        ...     solution = engine.solve(three)
        ...     verified = engine.verify(solution.certificate)
        >>> solution.proved, solution.plies, bool(verified)
        (True, 3, True)
        """
        return self._pending.solve(*args, **options).result()

    @takes(Start.verify)
    def verify(self, *args: Any, **options: Any) -> Verified:
        """Checks a proof with the rules alone.

        Args:
            certificate: the text of the proof, or the bytes of its file, compressed or not.
            nodes: the most positions that are played.
            time: the most seconds.

        >>> import ninuki
        >>> with ninuki.Engine() as engine:
        ...     engine.verify("nothing").verified
        False
        """
        return self._pending.verify(*args, **options).result()

    @takes(Start.review)
    def review(self, *args: Any, **options: Any) -> Review:
        """Every move of a game judged.

        Args:
            game: a board with its moves, or a record.
            nodes, time, depth: for each position, as for `analyse`.

        Raises:
            EngineError: a number is out of its range.
            RecordError: the record has moves that the rules refuse.

        >>> import ninuki
        >>> board = ninuki.Board("freestyle", moves="h8 a1 h9 b1 h10 c1")
        >>> with ninuki.Engine() as engine:
        ...     review = engine.review(board, nodes=200)
        >>> len(review.moves), len(review.graph)
        (6, 7)
        """
        return self._pending.review(*args, **options).result()

    @takes(Start.review_moves)
    def review_moves(self, *args: Any, **options: Any) -> ReviewedMoves:
        """Starts a review like that of `review`, and does not wait.

        Returns:
            An iterator of the judged moves as they are done, from the last one to the first, with `stop()`, `wait(timeout)`,
            `cancel()` and `result()`; `await` and `async for` work, too.

        >>> import ninuki
        >>> board = ninuki.Board("freestyle", moves="h8 a1 h9 b1 h10 c1")
        >>> with ninuki.Engine() as engine:
        ...     moves = engine.review_moves(board, nodes=200)
        ...     for move in moves:
        ...         if move.ply == 4:
        ...             moves.stop()
        ...     moves.result().moves[-1].move
        'c1'
        """
        return self._pending.review_moves(*args, **options)

    @takes(Start.balance)
    def balance(self, *args: Any, **options: Any) -> List[Tuple[str, Score, float]]:
        """The moves after which the side that moves is nearest to `bias` ahead.

        Args:
            bias: hundredths of a point.
            lines: how many moves.

        Returns:
            Each move by name, with its value and win rate for the side that makes it.

        >>> import ninuki
        >>> with ninuki.Engine() as engine:
        ...     moves = engine.balance(ninuki.Board("freestyle", moves="h8"), lines=2, depth=1)
        >>> len(moves)
        2
        """
        return self._pending.balance(*args, **options).result()

    def threats(self, board: Board) -> Dict[str, Dict[str, List[str]]]:
        """The threats that a stone of each side would make, by shape alone.

        Returns:
            For "x" and "o": the names of the points of "five", "straight_four", "four", "double_four", "three",
            "double_three" and "capture", and the stones that are "capturable".

        >>> import ninuki
        >>> with ninuki.Engine() as engine:
        ...     engine.threats(ninuki.Board("freestyle", moves="h8 a1 h9 c1 h10 e1 h11"))["x"]["five"]
        ['h12', 'h7']
        """
        return self._pending.threats(board).result()

    @takes(Start.puzzles)
    def puzzles(self, *args: Any, **options: Any) -> List[Puzzle]:
        """Puzzles of the program, without their solutions.

        Args:
            rules: the name of the game; all games without it.
            theme: "vcf", "capture-win" and so on.
            difficulty: the least and the greatest, from 0 to 100.
            limit: the most puzzles; 100 without it.
            after: the puzzles that are skipped.

        Raises:
            EngineError: there is no such game or theme.

        >>> import ninuki
        >>> with ninuki.Engine() as engine:
        ...     puzzles = engine.puzzles("renju", theme="vcf", difficulty=(0, 30), limit=2)
        >>> [puzzle.game for puzzle in puzzles]
        ['renju', 'renju']
        """
        return self._pending.puzzles(*args, **options).result()

    @takes(Start.attempt)
    def attempt(self, *args: Any, **options: Any) -> Attempt:
        """The moves of a puzzle's solver, judged by its certificate.

        Args:
            puzzle: a puzzle of `puzzles`, or its name.
            moves: all moves of the solver so far, without the replies.
            hints: 1 adds the kind of the next move, 2 a stone near it, 3 the move.

        Raises:
            EngineError: there is no such puzzle, or a move is illegal.

        >>> import ninuki
        >>> with ninuki.Engine() as engine:
        ...     puzzle = engine.puzzles("pente", limit=1)[0]
        ...     moves = []
        ...     while not (state := engine.attempt(puzzle, moves, hints=3)).solved:
        ...         moves.append(state.solution)
        >>> state.right, len(state.moves) == 2 * len(moves) - 1
        (True, True)
        """
        return self._pending.attempt(*args, **options).result()

    def clear(self) -> None:
        """Clears the transposition table.

        >>> import ninuki
        >>> with ninuki.Engine() as engine:
        ...     engine.clear()
        """
        self._pending.clear().result()

    def stop(self) -> None:
        """Ends all searches: running ones answer with their lines so far, waiting ones without lines.

        >>> import ninuki
        >>> with ninuki.Engine() as engine:
        ...     endless = engine.submit(rules="pente", depth=1000)
        ...     engine.stop()
        ...     endless.result()["ended"] in ("stopped", "terminated")
        True
        """
        check_process(self._pending.process)
        self._pending.service.terminate()

    def close(self) -> None:
        """Ends all searches and releases threads and memory. A closed engine refuses queries.

        >>> import ninuki
        >>> engine = ninuki.Engine()
        >>> engine.close()
        """
        self._finalizer()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


def _close(service: Service, listener: threading.Thread, process: int) -> None:
    if process != os.getpid():
        # A fork copies no threads: there is nothing to end.
        return
    service.terminate()
    service.finish()
    listener.join()
