"""The start of each query; engines wait for the result, or await it."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple, TypeVar, Union, cast

from . import answers
from ._native import Board, Record
from .answers import Analysis, Answer, Attempt, Puzzle, Review, Score, Solution, Verified
from .query import Pending, Query, ReviewedMoves

__all__ = ["Start", "limits"]

T = TypeVar("T")
Moves = Iterable[Union[int, str]]


def limits(nodes: Optional[int], time: Optional[float], depth: Optional[int]) -> Dict[str, int]:
    """The given limits of a search, in the units of queries."""
    given = {"nodes": nodes, "time": None if time is None else max(1, round(1000 * time)), "depth": depth}
    return {name: value for name, value in given.items() if value is not None}


def _reviewed(game: Union[Board, Record], bounds: Dict[str, int]) -> Tuple[Dict[str, Any], Callable[[Answer], Review]]:
    """The query of a review, and what converts its answer."""
    board, black, white = (game.board(), game.black, game.white) if isinstance(game, Record) else (game, "", "")
    about = {"about": {"players": [black, white]}} if isinstance(game, Record) else {}
    fields = {"action": "review", **board.fields(), **bounds, **about}
    return fields, lambda answer: answers.review(answers.whole(answer), black, white)


class Start(Pending):
    """Starts queries of a service; the arguments are those of `Engine`."""

    def start(self, action: str, board: Optional[Board], read: Callable[[Answer], T], **others: Any) -> Query[T]:
        given = {name: value for name, value in others.items() if value is not None}
        fields = {"action": action, **(board.fields() if board else {}), **given}
        return self.send(fields, lambda answer: read(answers.whole(answer)), None)

    def search(
        self,
        board: Board,
        bounds: Dict[str, int],
        lines: int,
        only: Moves,
        avoid: Moves,
        own_table: bool,
        report_every: Optional[float],
        priority: int,
        on_report: Optional[Callable[[Analysis], None]],
    ) -> Query[Analysis]:
        query: Dict[str, Any] = {**board.fields(), **bounds, "lines": lines}
        query.update(own_table=own_table, priority=priority, only=[board.name(move) for move in only])
        query["except"] = [board.name(move) for move in avoid]
        if report_every is not None:
            query["report_every"] = round(1000 * report_every)
        return self.send(query, lambda answer: answers.analysis(answers.whole(answer)), on_report)

    def play(self, board: Board, bounds: Dict[str, int], level: Optional[int], seed: int) -> Query[str]:
        if level is None:
            return self.start("analyze", board, answers.best, **bounds)
        return self.start("play", board, lambda answer: cast(str, answer["move"]), level=level, seed=seed, **bounds)

    def solve(self, board: Board, bounds: Dict[str, int], shortest: bool) -> Query[Solution]:
        return self.start("solve", board, answers.solution, shortest=shortest, **bounds)

    def verify(self, certificate: str, bounds: Dict[str, int]) -> Query[Verified]:
        return self.start("verify", None, answers.verified, certificate=certificate, **bounds)

    def review(self, game: Union[Board, Record], bounds: Dict[str, int]) -> Query[Review]:
        fields, read = _reviewed(game, bounds)
        return self.send(fields, read, None)

    def review_moves(self, game: Union[Board, Record], bounds: Dict[str, int]) -> ReviewedMoves:
        fields, read = _reviewed(game, bounds)
        return self.send_review({**fields, "report_moves": True}, read)

    def balance(
        self, board: Board, bounds: Dict[str, int], bias: int, lines: int
    ) -> Query[List[Tuple[str, Score, float]]]:
        return self.start("balance", board, answers.rated, bias=bias, lines=lines, **bounds)

    def threats(self, board: Board) -> Query[Dict[str, Dict[str, List[str]]]]:
        return self.start("threats", board, answers.sides)

    def puzzles(
        self,
        rules: Optional[str],
        theme: Optional[str],
        difficulty: Optional[Tuple[int, int]],
        limit: Optional[int],
        after: int,
    ) -> Query[List[Puzzle]]:
        levels = None if difficulty is None else list(difficulty)
        given = {"rules": rules, "theme": theme, "difficulty": levels, "limit": limit, "after": after}
        return self.start("puzzles", None, answers.puzzles, **given)

    def attempt(self, puzzle: Union[Puzzle, str], moves: Iterable[str], hints: int) -> Query[Attempt]:
        name = puzzle.puzzle if isinstance(puzzle, Puzzle) else puzzle
        return self.start("puzzle", None, answers.attempt, puzzle=name, moves=list(moves), hints=hints)

    def clear(self) -> Query[None]:
        return self.start("clear", None, lambda _: None)
