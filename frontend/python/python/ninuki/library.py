"""Libraries of games: the moves played in a position, and games by position, pattern and headers."""

from __future__ import annotations

import json
from os import PathLike
from typing import Any, Dict, Iterable, List, Optional, Type, TypeVar, Union

from . import _native
from ._types import BookMove, BookPosition, BookValue, Evaluation, Explored, ExploredMove, LibraryGame
from .answers import score_of, taken

__all__ = [
    "BookMove",
    "BookPosition",
    "BookValue",
    "Evaluation",
    "Explored",
    "ExploredMove",
    "Library",
    "LibraryGame",
    "book",
]

T = TypeVar("T")

#: The filters of games, each with the value that takes all.
_HEADERS: Dict[str, Any] = {
    "player": None,
    "color": None,
    "min_rating": None,
    "max_rating": None,
    "since": None,
    "until": None,
    "event": None,
    "result": None,
    "min_plies": None,
    "max_plies": None,
    "contradicted": False,
}


def _evaluation(found: Dict[str, Any]) -> Optional[Evaluation]:
    evaluation = found.get("evaluation")
    return taken(Evaluation, evaluation) if evaluation else None


def _known(cls: Type[T], found: Dict[str, Any], **others: Any) -> T:
    """An object of the opening book, with its value."""
    score = found["score"]
    return taken(cls, found, score=score and score_of(score), **others)


def _position(found: Dict[str, Any]) -> BookPosition:
    return _known(BookPosition, found, moves=[_known(BookMove, move) for move in found["moves"]])


def _explored_move(found: Dict[str, Any]) -> ExploredMove:
    value = found.get("book")
    return taken(ExploredMove, found, evaluation=_evaluation(found), book=value and _known(BookValue, value))


def _headers(given: Dict[str, Any]) -> Dict[str, Any]:
    unknown = [name for name in given if name not in _HEADERS]
    if unknown:
        raise TypeError(f"there is no filter {unknown[0]!r}, known are {', '.join(_HEADERS)}")
    return {**_HEADERS, **given}


def book(board: _native.Board) -> BookPosition:
    """A position in the opening book, in any symmetry and by any order of moves.

    Args:
        board: the position. Without a book of its game, and for a position outside of the book, there are no values.

    >>> import ninuki
    >>> found = ninuki.book(ninuki.Board("renju", moves="h8 h9 i9"))
    >>> found.opening, [move.move for move in found.moves if move.winrate > 0.2]
    ('Kagetsu', ['i7', 'g7'])
    """
    return _position(json.loads(_native.opening_book(board)))


class Library:
    """A library of games, made by `ninuki library import`; it is read only.

    Several threads may read it, one after the other; other Python threads run meanwhile.

    Args:
        path: the file.

    Raises:
        LibraryError: the file cannot be read, is no library, or of a newer version.

    The methods take these filters by name:

    * player: the name in any case, with * for any text; color: the colour of this player, "x" or "o".
    * min_rating, max_rating: the mean rating of both players.
    * since, until: days, as "2006", "2006-08" or "2006-08-06".
    * event: the name in any case, with * for any text.
    * result: "x", "o", "draw" or "unknown".
    * min_plies, max_plies: the number of moves.
    * contradicted: True for games whose record gives another result than the board.

    >>> import ninuki
    >>> ninuki.Library("none.db")
    Traceback (most recent call last):
    ninuki.errors.LibraryError: none.db: there is no such library, `ninuki library import` makes one
    """

    _library: _native.Library
    _name: str

    def __init__(self, path: Union[str, "PathLike[str]"]) -> None:
        self._library = _native.Library(path)
        self._name = str(path)

    @classmethod
    def of(cls, records: Iterable[_native.Record]) -> Library:
        """A library in memory. Games that the rules refuse are left out, and a game is kept once, however it is turned.

        Args:
            records: the games.

        >>> import ninuki
        >>> len(ninuki.Library.of(ninuki.loads("K10 L9 N10\\nK10 J11 G10\\n", "txt", rules="pente")))
        1
        """
        library = cls.__new__(cls)
        library._library = _native.Library.of(list(records))
        library._name = "in memory"
        return library

    def explore(self, board: _native.Board, **filters: Any) -> Explored:
        """The moves played in a position, in all symmetries and by any order of moves.

        Args:
            board: the position.
            filters: the games that are counted; see the class.

        Raises:
            LibraryError: a filter is wrong, or the file is damaged.

        >>> import ninuki
        >>> library = ninuki.Library.of(ninuki.loads("K10 L9 N10\\nK10 J11 K7\\n", "txt", rules="pente"))
        >>> found = library.explore(ninuki.Board("pente", moves="K10"))
        >>> found.games, [(move.move, move.games, move.images) for move in found.moves]
        (2, [('J9', 2, 4)])
        """
        found = json.loads(self._library.explore(board, _headers(filters)))
        known = found.get("book")
        return taken(
            Explored,
            found,
            evaluation=_evaluation(found),
            moves=[_explored_move(move) for move in found["moves"]],
            book=known and _position(known),
            top=[taken(LibraryGame, game) for game in found["top"]],
            recent=[taken(LibraryGame, game) for game in found["recent"]],
        )

    def search(
        self,
        board: Optional[_native.Board] = None,
        *,
        pattern: Optional[str] = None,
        exchanged: bool = False,
        limit: int = 100,
        after: Optional[int] = None,
        **filters: Any,
    ) -> List[LibraryGame]:
        """Games by position, pattern and headers, in the order of their numbers.

        Args:
            board: a position; without a move, the game that is played; None for all games.
            pattern: a part of the board, turned and shifted, as "xoo./?x??": rows from the top, `.` for an empty point,
                `?` for any.
            exchanged: whether the pattern is found with exchanged colours as well.
            limit: the most games.
            after: the number of a game; only later ones are found.
            filters: the games that are taken; see the class.

        Raises:
            LibraryError: a filter or the pattern is wrong, or the file is damaged.

        >>> import ninuki
        >>> library = ninuki.Library.of(ninuki.loads("K10 L9 N10\\nK10 J11 K7\\n", "txt", rules="pente"))
        >>> [game.moves for game in library.search(pattern="x..x")]
        [['K10', 'L9', 'N10'], ['K10', 'J11', 'K7']]
        """
        found = self._library.search(board, _headers(filters), pattern, exchanged, limit, after)
        return [taken(LibraryGame, game) for game in json.loads(found)]

    def game(self, id: int) -> LibraryGame:
        """The game with this number.

        Raises:
            LibraryError: there is none.

        >>> import ninuki
        >>> library = ninuki.Library.of(ninuki.loads("K10 L9 N10", "txt", rules="pente"))
        >>> library.game(library.search()[0].id).plies
        3
        """
        return taken(LibraryGame, json.loads(self._library.game(id)))

    def record(self, id: int) -> _native.Record:
        """The game with this number as a record, with its boards.

        Raises:
            LibraryError: there is none.

        >>> import ninuki
        >>> library = ninuki.Library.of(ninuki.loads("K10 L9 N10", "txt", rules="pente"))
        >>> library.record(library.search()[0].id).board(2).moves
        ['K10', 'L9']
        """
        return self._library.record(id)

    def __len__(self) -> int:
        return len(self._library)

    def __repr__(self) -> str:
        return f"<Library: {self._name}, {len(self)} games>"
