"""The start of each query, and the signatures of `Engine` and `AsyncEngine`.

The methods of `Start` have the arguments of both engines; `takes` gives the methods of the engines the same signatures.
"""

from __future__ import annotations

import base64
import inspect
import math
import numbers
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Optional, Tuple, TypeVar, Union, cast

from . import answers
from ._native import Board, Record
from .answers import Analysis, Answer, Attempt, Puzzle, Review, Score, Solution, Verified
from .errors import EngineError
from .query import Pending, Query, ReviewedMoves

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    P = ParamSpec("P")

__all__ = ["Start", "takes"]

T = TypeVar("T")
Moves = Iterable[Union[int, str]]


def takes(
    like: Callable[Concatenate[Any, P], Any]
) -> Callable[[Callable[..., T]], Callable[Concatenate[Any, P], T]]:
    """Gives a method the arguments of another one, for type checkers, `help` and `inspect`."""

    def with_signature(method: Callable[..., T]) -> Callable[Concatenate[Any, P], T]:
        result = inspect.signature(method).return_annotation
        setattr(method, "__signature__", inspect.signature(like).replace(return_annotation=result))
        return method

    return with_signature


def _limits(nodes: Optional[int], time: Optional[float], depth: Optional[int]) -> Dict[str, int]:
    """The given limits of a search, in the units of queries."""
    if time is not None:
        if not isinstance(time, numbers.Real):
            raise TypeError(f"time is a number of seconds, not {type(time).__name__}")
        if not 0 <= time < math.inf:
            raise EngineError(f"time is {time}, allowed are seconds from 0", "time")
    given = {"nodes": nodes, "time": None if time is None else max(1, round(1000 * time)), "depth": depth}
    return {name: value for name, value in given.items() if value is not None}


def _needs(given: object, *kinds: type) -> None:
    """Raises TypeError if a value is of another type."""
    if not isinstance(given, kinds):
        names = " or ".join(f"a {kind.__name__}" for kind in kinds)
        raise TypeError(f"{names} is needed, not {type(given).__name__}")


def _names(board: Board, moves: Moves) -> List[str]:
    """The names of moves: a text with blanks between them, or a list of numbers and texts."""
    return [board.name(move) for move in (moves.split() if isinstance(moves, str) else moves)]


def _reviewed(game: Union[Board, Record], bounds: Dict[str, int]) -> Tuple[Dict[str, Any], Callable[[Answer], Review]]:
    """The query of a review, and what converts its answer."""
    _needs(game, Board, Record)
    board, black, white = (game.board(), game.black, game.white) if isinstance(game, Record) else (game, "", "")
    about = {"about": {"players": [black, white]}} if isinstance(game, Record) else {}
    fields = {"action": "review", **board.fields(), **bounds, **about}
    return fields, lambda answer: answers.review(answers.whole(answer), black, white)


class Start(Pending):
    """Starts queries of a service. `Engine` describes the arguments."""

    def start(self, action: str, board: Optional[Board], read: Callable[[Answer], T], **others: Any) -> Query[T]:
        if board is not None:
            _needs(board, Board)
        given = {name: value for name, value in others.items() if value is not None}
        fields = {"action": action, **(board.fields() if board is not None else {}), **given}
        return self.send(fields, lambda answer: read(answers.whole(answer)), None)

    def analyse(
        self,
        board: Board,
        *,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        lines: int = 1,
        only: Moves = (),
        avoid: Moves = (),
        own_table: bool = False,
        priority: int = 0,
        on_report: Optional[Callable[[Analysis], None]] = None,
    ) -> Query[Analysis]:
        return self.search(
            board,
            nodes=nodes,
            time=time,
            depth=depth,
            lines=lines,
            only=only,
            avoid=avoid,
            own_table=own_table,
            report_every=None if on_report is None else 0.1,
            priority=priority,
            on_report=on_report,
        )

    def search(
        self,
        board: Board,
        *,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        lines: int = 1,
        only: Moves = (),
        avoid: Moves = (),
        own_table: bool = False,
        report_every: Optional[float] = 0.1,
        priority: int = 0,
        on_report: Optional[Callable[[Analysis], None]] = None,
    ) -> Query[Analysis]:
        _needs(board, Board)
        query: Dict[str, Any] = {**board.fields(), **_limits(nodes, time, depth), "lines": lines}
        query.update(own_table=own_table, priority=priority, only=_names(board, only))
        query["except"] = _names(board, avoid)
        if report_every is not None:
            query["report_every"] = round(1000 * report_every)
        return self.send(query, lambda answer: answers.analysis(answers.whole(answer)), on_report)

    def play(
        self,
        board: Board,
        *,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        level: Optional[int] = None,
        seed: int = 0,
    ) -> Query[str]:
        bounds = _limits(nodes, time, depth)
        if level is None:
            return self.start("analyze", board, answers.best, **bounds)
        return self.start("play", board, lambda answer: cast(str, answer["move"]), level=level, seed=seed, **bounds)

    def solve(
        self,
        board: Board,
        *,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        shortest: bool = False,
    ) -> Query[Solution]:
        return self.start("solve", board, answers.solution, shortest=shortest, **_limits(nodes, time, None))

    def verify(
        self, certificate: Union[str, bytes], *, nodes: Optional[int] = None, time: Optional[float] = None
    ) -> Query[Verified]:
        _needs(certificate, str, bytes)
        if isinstance(certificate, bytes):
            given = {"data": base64.b64encode(certificate).decode()}
        else:
            given = {"certificate": certificate}
        return self.start("verify", None, answers.verified, **given, **_limits(nodes, time, None))

    def review(
        self,
        game: Union[Board, Record],
        *,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        depth: Optional[int] = None,
    ) -> Query[Review]:
        fields, read = _reviewed(game, _limits(nodes, time, depth))
        return self.send(fields, read, None)

    def review_moves(
        self,
        game: Union[Board, Record],
        *,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        depth: Optional[int] = None,
    ) -> ReviewedMoves:
        fields, read = _reviewed(game, _limits(nodes, time, depth))
        return self.send_review({**fields, "report_moves": True}, read)

    def balance(
        self,
        board: Board,
        *,
        bias: int = 0,
        lines: int = 1,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        depth: Optional[int] = None,
    ) -> Query[List[Tuple[str, Score, float]]]:
        return self.start("balance", board, answers.rated, bias=bias, lines=lines, **_limits(nodes, time, depth))

    def threats(self, board: Board) -> Query[Dict[str, Dict[str, List[str]]]]:
        return self.start("threats", board, answers.sides)

    def puzzles(
        self,
        rules: Optional[str] = None,
        *,
        theme: Optional[str] = None,
        difficulty: Optional[Tuple[int, int]] = None,
        limit: Optional[int] = None,
        after: int = 0,
    ) -> Query[List[Puzzle]]:
        levels = None if difficulty is None else list(difficulty)
        given = {"rules": rules, "theme": theme, "difficulty": levels, "limit": limit, "after": after}
        return self.start("puzzles", None, answers.puzzles, **given)

    def attempt(
        self, puzzle: Union[Puzzle, str], moves: Iterable[str] = (), *, hints: int = 0
    ) -> Query[Attempt]:
        name = puzzle.puzzle if isinstance(puzzle, Puzzle) else puzzle
        return self.start("puzzle", None, answers.attempt, puzzle=name, moves=list(moves), hints=hints)

    def clear(self) -> Query[None]:
        return self.start("clear", None, lambda _: None)
