"""Exceptions. Each message says what is wrong and what is allowed."""

from __future__ import annotations

from typing import Any, Dict, Optional

from ._types import CODES as CODES

__all__ = ["Error", "EngineError", "IllegalMove", "LibraryError", "PositionError", "RecordError", "RulesError"]


class Error(ValueError):
    """Any error of this package."""


class RulesError(Error):
    """There is no such game, board, line length or flag."""


class PositionError(Error):
    """A position cannot be read or set up."""


class RecordError(Error):
    """A record cannot be read, replayed or written."""


class LibraryError(Error):
    """A library cannot be read, has no such game, or a filter is wrong."""


class IllegalMove(Error):
    """A move is refused; nothing was changed.

    Attributes:
        move: the move, by name.
        rule: what refuses it: "game_over", "occupied", "outside_board", "not_centre", "too_far", "too_near", "on_axis",
            "double_three", "double_four", "overline", "suicide", "no_swap", "no_pass", or "no_move" for what is no move
            of this board at all.

    >>> import ninuki
    >>> try:
    ...     ninuki.Board("pente", moves="K10 K10")
    ... except ninuki.IllegalMove as refused:
    ...     print(refused.rule, refused.move)
    occupied K10
    """

    move: str
    rule: str

    def __init__(self, message: str, move: str, rule: str) -> None:
        super().__init__(message, move, rule)
        self.move = move
        self.rule = rule

    def __str__(self) -> str:
        return str(self.args[0])


class EngineError(Error):
    """A query that the engine refuses.

    Attributes:
        field: the wrong field, as "nodes" or "moves[2]"; None if the query as a whole is wrong.
        limit: the limit that was exceeded, as {"name": "memory", "most": 1048576}; None if none was.
        code: the error for programs, a key of `ninuki.errors.CODES`; None for errors of this package.
        values: values of the error by name, as its code has them.

    >>> import ninuki
    >>> with ninuki.Engine() as engine:
    ...     try:
    ...         engine.submit(rules="pente", moves="K10 K10").result()
    ...     except ninuki.EngineError as refused:
    ...         print(refused.field, refused.code, refused.values)
    moves[1] occupied {'move': 'K10'}
    """

    field: Optional[str]
    limit: Optional[Dict[str, Any]]
    code: Optional[str]
    values: Dict[str, Any]

    def __init__(
        self,
        message: str,
        field: Optional[str] = None,
        limit: Optional[Dict[str, Any]] = None,
        code: Optional[str] = None,
        values: Optional[Dict[str, Any]] = None,
    ) -> None:
        super().__init__(message, field, limit, code, values)
        self.field = field
        self.limit = limit
        self.code = code
        self.values = values or {}

    def __str__(self) -> str:
        message, field = self.args[:2]
        return f"{field}: {message}" if field else str(message)
