"""Queries under way: futures with reports."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import sys
import threading
import time
import warnings
from collections import deque
from concurrent.futures import Future, wait
from queue import SimpleQueue
from types import TracebackType
from typing import (
    Any, AsyncIterator, Callable, Deque, Dict, Generator, Generic, Iterable, Iterator, List, Optional, Tuple, Type, TypeVar,
)

from ._native import Service
from .answers import Answer, Review, ReviewedMove, reviewed_moves
from .errors import EngineError

__all__ = ["Query", "ReviewedMoves", "Running"]

T = TypeVar("T")
S = TypeVar("S")
R = TypeVar("R", bound="Running[Any, Any]")
Q = TypeVar("Q", bound="Running[Any, Any]")

# The most partial answers of a search that wait for a reader.
_WAITING = 64
# The interval, in seconds, at which waiting looks for Ctrl-C where locks do not.
_LOOK = 0.1
_CLOSED = "the engine is closed"


class Running(Future[T], Generic[T, S]):
    """A query that is under way: a future of its answer, and an iterator of values that arrive before it.

    >>> import ninuki
    >>> with ninuki.Engine() as engine:
    ...     isinstance(engine.search(ninuki.Board("pente"), nodes=100), ninuki.query.Running)
    True
    """

    # The most values that wait for a reader; older ones are dropped.
    _most: Optional[int] = None

    def __init__(self, end: Callable[[], None], read: Callable[[Answer], T]) -> None:
        super().__init__()
        self._end, self._read = end, read
        self._process = os.getpid()
        self._partial: Deque[S] = deque(maxlen=self._most)
        self._listeners: List[Callable[[], None]] = []
        self.add_done_callback(lambda _: self._notify())

    def result(self, timeout: Optional[float] = None) -> T:
        """Waits for the answer, at most for `timeout` seconds. Ctrl-C cancels the query.

        Raises:
            EngineError: the query is refused, or the engine was started by the parent of this process.
            TimeoutError: there is no answer yet.
            CancelledError: the query was cancelled.

        >>> import ninuki
        >>> with ninuki.Engine() as engine:
        ...     engine.submit(action="position", rules="renju").result()["to_move"]
        'x'
        """
        self._check()
        try:
            while sys.platform == "win32" and timeout is None and not self.wait(_LOOK):
                pass
            return super().result(timeout)
        except KeyboardInterrupt:
            self.cancel()
            raise

    def wait(self, timeout: Optional[float] = None) -> bool:
        """Waits until the query is done, at most for `timeout` seconds; returns whether it is.

        >>> import ninuki
        >>> with ninuki.Engine() as engine:
        ...     search = engine.search(ninuki.Board("pente"), depth=1000)
        ...     search.wait(0.01), search.cancel(), search.wait()
        (False, True, True)
        """
        self._check()
        return bool(wait([self], timeout).done)

    def cancel(self) -> bool:
        """Ends the search; False if the answer is there already.

        >>> import ninuki
        >>> with ninuki.Engine() as engine:
        ...     query = engine.submit(rules="pente", depth=1000)
        ...     query.cancel(), query.cancelled()
        (True, True)
        """
        self._check()
        cancelled = super().cancel()
        if cancelled:
            self._end()
        return cancelled

    def stop(self) -> None:
        """Ends the search, which answers with its best lines so far.

        >>> import ninuki
        >>> with ninuki.Engine() as engine:
        ...     query = engine.submit(rules="pente", depth=1000)
        ...     query.stop()
        ...     query.result()["action"]
        'analyze'
        """
        self._check()
        if not self.done():
            self._end()

    def _values(self, answer: Answer) -> Iterable[S]:
        """The values of a partial answer."""
        raise NotImplementedError

    def _rest(self, result: T) -> Iterable[S]:
        """The values that the result adds."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[S]:
        news = threading.Event()
        slice = _LOOK if sys.platform == "win32" else None
        with _Listening(self, news.set):
            while True:
                news.clear()
                done = self.done()
                while self._partial:
                    yield self._partial.popleft()
                if done:
                    break
                try:
                    while not news.wait(slice):
                        pass
                except KeyboardInterrupt:
                    self.cancel()
                    raise
        yield from self._rest(self.result())

    async def __aiter__(self) -> AsyncIterator[S]:
        news, loop = asyncio.Event(), asyncio.get_running_loop()
        with _Listening(self, lambda: loop.is_closed() or loop.call_soon_threadsafe(news.set)):
            while True:
                news.clear()
                done = self.done()
                while self._partial:
                    yield self._partial.popleft()
                if done:
                    break
                await news.wait()
        for value in self._rest(self.result()):
            yield value

    def __await__(self) -> Generator[Any, None, T]:
        self._check()
        return asyncio.wrap_future(self).__await__()

    def __enter__(self: R) -> R:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.stop()

    def _check(self) -> None:
        check_process(self._process)

    def _notify(self) -> None:
        for listener in list(self._listeners):
            listener()

    def _report(self, answer: Answer) -> None:
        """Keeps a partial answer for iterators."""
        self._partial.extend(self._values(answer))
        self._notify()

    def _settle(self, answer: Optional[Answer], error: Optional[BaseException] = None) -> None:
        """Sets the result; `answer` is None if the engine was closed."""
        if not self.set_running_or_notify_cancel():
            return
        if error is None and answer is None:
            error = EngineError(_CLOSED)
        if error is None and answer is not None:
            try:
                self.set_result(self._read(answer))
                return
            except BaseException as raised:
                error = raised
        self.set_exception(error)


class Query(Running[T, T]):
    """A query that is under way: a future of its answer, and an iterator of its reports.

    `result()` waits for the answer. `cancel()` ends the search, and `result()` then raises CancelledError; `stop()` ends it
    too, and `result()` has the lines so far. A loop over a query has its partial answers as they arrive, and at last the
    answer; so has `async for`, and `await` has the answer. The end of `with` ends the search.

    >>> import ninuki
    >>> with ninuki.Engine() as engine, engine.search(ninuki.Board("pente"), depth=1000) as search:
    ...     for analysis in search:
    ...         if analysis.depth >= 3:
    ...             search.stop()
    >>> search.result().ended
    'stopped'
    """

    _most = _WAITING

    def _values(self, answer: Answer) -> Iterable[T]:
        return (self._read(answer),)

    def _rest(self, result: T) -> Iterable[T]:
        return (result,)


class ReviewedMoves(Running[Review, ReviewedMove]):
    """A review that is under way: an iterator of the judged moves, from the last one to the first, and a future of the review.

    A move is there once no earlier position can change its judgement. `stop()` ends the review; `result()` then has its last
    moves. The other methods are those of `Query`.

    >>> import ninuki
    >>> board = ninuki.Board("freestyle", moves="h8 a1 h9 b1 h10 c1")
    >>> with ninuki.Engine() as engine, engine.review_moves(board, nodes=200) as moves:
    ...     [move.move for move in moves]
    ['c1', 'h10', 'b1', 'h9', 'a1', 'h8']
    """

    # The number of the earliest move that was passed on.
    _earliest: Optional[int] = None

    def _values(self, answer: Answer) -> Iterable[ReviewedMove]:
        moves = reviewed_moves(answer)
        if moves:
            self._earliest = moves[0].ply
        return reversed(moves)

    def _rest(self, result: Review) -> Iterable[ReviewedMove]:
        earliest, self._earliest = self._earliest, 0
        return [move for move in reversed(result.moves) if earliest is None or move.ply < earliest]


class _Listening:
    """Calls `listener` at each report of a query and at its end."""

    def __init__(self, query: Running[Any, Any], listener: Callable[[], Any]) -> None:
        query._check()
        self.query, self.listener = query, listener

    def __enter__(self) -> None:
        self.query._listeners.append(self.listener)

    def __exit__(self, *error: object) -> None:
        self.query._listeners.remove(self.listener)


def check_process(process: int) -> None:
    """Raises EngineError in a child of the process with this number: threads do not survive a fork."""
    if process != os.getpid():
        raise EngineError("the engine was started by the parent of this process: start one after the fork")


class _Reports:
    """The answers to a query with `on_report`, which is called in a thread of its own."""

    def __init__(self, query: Running[T, Any], on_report: Callable[[T], Any]) -> None:
        self.query: Running[Any, Any] = query
        self.on_report: Callable[[Any], Any] = on_report
        self.answers: "SimpleQueue[Optional[Answer]]" = SimpleQueue()
        threading.Thread(target=self.run, daemon=True, name="ninuki reports").start()

    def take(self, answer: Optional[Answer]) -> None:
        if answer is None or not answer.get("partial") or self.answers.qsize() < _WAITING:
            self.answers.put(answer)

    def run(self) -> None:
        error: Optional[BaseException] = None
        while True:
            answer = self.answers.get()
            if answer is None or not answer.get("partial"):
                self.query._settle(answer, error)
                return
            try:
                if error is None:
                    self.query._report(answer)
                    self.on_report(self.query._read(answer))
            except BaseException as raised:
                error = raised
                self.query.stop()


class Pending:
    """The queries of an engine without an answer."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.process = os.getpid()
        self.numbers = itertools.count()
        self.lock = threading.Lock()
        self.waiting: Dict[int, Tuple[Running[Any, Any], Optional[_Reports]]] = {}
        self.closed = False

    def send(
        self, fields: Dict[str, Any], read: Callable[[Answer], T], on_report: Optional[Callable[[T], Any]]
    ) -> Query[T]:
        """Sends a query whose answers `read` converts."""
        check_process(self.process)
        number = next(self.numbers)
        query = Query(lambda: self.service.end(number), read)
        return self.sent(number, fields, query, None if on_report is None else _Reports(query, on_report))

    def send_review(self, fields: Dict[str, Any], read: Callable[[Answer], Review]) -> ReviewedMoves:
        """Sends a review that reports its moves."""
        check_process(self.process)
        number = next(self.numbers)
        return self.sent(number, fields, ReviewedMoves(lambda: self.service.end(number), read), None)

    def sent(self, number: int, fields: Dict[str, Any], query: Q, reports: Optional[_Reports]) -> Q:
        line = json.dumps({**fields, "id": number})
        self.add(number, query, reports)
        try:
            # Native waiting cannot be interrupted.
            while not self.service.has_room():
                time.sleep(0.005)
            self.service.take(line)
        except BaseException:
            with self.lock:
                waiting = self.waiting.pop(number, None)
            if waiting is not None:
                self.give(waiting, None)
            raise
        return query

    def add(self, number: int, query: Running[Any, Any], reports: Optional[_Reports]) -> None:
        with self.lock:
            if not self.closed:
                self.waiting[number] = (query, reports)
                return
        self.give((query, reports), None)
        raise EngineError(_CLOSED)

    def listen(self) -> None:
        """Passes each answer to its query, until the service is finished."""
        while True:
            line = self.service.next()
            if line is None:
                break
            self.hand_over(json.loads(line))
        with self.lock:
            self.closed = True
            left = list(self.waiting.values())
            self.waiting.clear()
        for waiting in left:
            self.give(waiting, None)

    def hand_over(self, answer: Answer) -> None:
        if "warning" in answer:
            warnings.warn(f"{answer['field']}: {answer['warning']}", stacklevel=1)
            return
        with self.lock:
            take = self.waiting.get if answer.get("partial") else self.waiting.pop
            waiting = take(answer["id"], None)
        if waiting is not None:
            self.give(waiting, answer)

    def give(self, waiting: Tuple[Running[Any, Any], Optional[_Reports]], answer: Optional[Answer]) -> None:
        query, reports = waiting
        if reports is not None:
            reports.take(answer)
        elif answer is None or not answer.get("partial"):
            query._settle(answer)
        else:
            query._report(answer)
