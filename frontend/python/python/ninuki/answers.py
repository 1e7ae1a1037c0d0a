"""Answers of the engine as values."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Dict, List, Tuple, Type, TypeVar, cast

from . import _types
from ._types import Analysis, Attempt, Line, Puzzle, ReviewedMove, Solution
from .errors import EngineError

__all__ = ["Analysis", "Attempt", "Line", "Puzzle", "Review", "ReviewedMove", "Score", "Solution", "Verified"]

Answer = Dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True)
class Score(_types.Score):
    __doc__ = _types.Score.__doc__

    def __str__(self) -> str:
        if self.win is not None:
            return f"+M{self.win}"
        if self.loss is not None:
            return f"-M{self.loss}"
        return str(self.cp)


@dataclass(frozen=True)
class Verified(_types.Verified):
    __doc__ = _types.Verified.__doc__

    def __bool__(self) -> bool:
        return self.verified


@dataclass(frozen=True)
class Review:
    """A game, move by move.

    Attributes:
        moves: the moves.
        graph: the win rate of Black, 0 to 1, before the first move and after each.
        players: for each player by name the number of moves, the mean loss, the accuracy and so on.
        black, white: the names of the players of a record; "" if they are unknown.
    """

    moves: List[ReviewedMove]
    graph: List[float]
    players: Dict[str, Dict[str, Any]]
    black: str = ""
    white: str = ""


def score_of(score: Dict[str, int]) -> Score:
    """A value of an answer."""
    return Score(**score)


def taken(cls: Type[T], answer: Answer, **others: Any) -> T:
    """An object with fields of the answer."""
    names = [field.name for field in fields(cast(Any, cls))]
    return cls(**{name: others.get(name, answer.get(name)) for name in names})


def analysis(answer: Answer) -> Analysis:
    """The best lines of a position."""
    lines = [taken(Line, line, score=score_of(line["score"])) for line in answer["lines"]]
    return taken(Analysis, answer, lines=lines)


def whole(answer: Answer) -> Answer:
    """The answer to a query.

    Raises:
        EngineError: the query is refused.
    """
    if "error" in answer and "action" not in answer:
        error, field, limit = answer["error"], answer["field"], answer.get("limit")
        raise EngineError(error, field, limit, answer["code"], answer.get("values"))
    return answer


def best(answer: Answer) -> str:
    """The best move of an analysis.

    Raises:
        EngineError: the game is over, or the search was ended before it had a move.
    """
    if answer["best"] is None and answer["ended"] is not None:
        raise EngineError(f"the search has no move yet, it was ended: {answer['ended']}")
    if answer["best"] is None:
        raise EngineError("the game is over", "moves")
    return cast(str, answer["best"])


def solution(answer: Answer) -> Solution:
    """The result of the solver."""
    return taken(Solution, answer)


def verified(answer: Answer) -> Verified:
    """The verdict on a certificate."""
    return taken(Verified, answer)


def reviewed_moves(answer: Answer) -> List[ReviewedMove]:
    """The judged moves of a review or of a report of it."""
    return [taken(ReviewedMove, move, score=score_of(move["score"])) for move in answer["moves"]]


def review(answer: Answer, black: str, white: str) -> Review:
    """The review of a game between players with these names."""
    return Review(reviewed_moves(answer), answer["graph"], answer["players"], black, white)


def rated(answer: Answer) -> List[Tuple[str, Score, float]]:
    """Moves, each with its value and win rate."""
    return [(move["move"], score_of(move["score"]), move["winrate"]) for move in answer["moves"]]


def sides(answer: Answer) -> Dict[str, Dict[str, List[str]]]:
    """The threats of both sides."""
    return {side: answer[side] for side in ("x", "o")}


def puzzles(answer: Answer) -> List[Puzzle]:
    """A list of puzzles."""
    return [taken(Puzzle, puzzle) for puzzle in answer["puzzles"]]


def attempt(answer: Answer) -> Attempt:
    """The state of a puzzle."""
    return taken(Attempt, answer)
