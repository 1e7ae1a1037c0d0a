"""Five in a row with captures and without: rules, boards, batches of boards, search, records.

    >>> import ninuki
    >>> board = ninuki.Board("pente", moves="K10 L9")
    >>> with ninuki.Engine() as engine:
    ...     move = engine.analyse(board, nodes=500).best
    >>> board.push(move)
    []

`Board` is one game, `BatchBoard` many; `Engine` analyses, plays, proves and reviews; `EngineClient` is any Gomocup program as
a player; `Record`, `read`, `records` and `write` are for files; `Library` finds games by position; `book` has the
values of openings; `features` is what the network looks at. `ninuki.gymnasium`, `ninuki.pettingzoo` and `ninuki.openspiel` are environments for those libraries.
"""

from __future__ import annotations

from importlib.metadata import version as _version

from ._native import (
    BatchBoard,
    Board,
    Node,
    Outcome,
    Record,
    RecordReader,
    dumps,
    formats,
    games,
    loads,
    planes,
    read,
    records,
    write,
)
from .aio import AsyncEngine
from .client import EngineClient
from .engine import (
    Analysis,
    Attempt,
    Engine,
    Line,
    Puzzle,
    Query,
    Review,
    ReviewedMove,
    ReviewedMoves,
    Score,
    Solution,
    Verified,
)
from .errors import EngineError, Error, IllegalMove, LibraryError, PositionError, RecordError, RulesError
from .learning import BatchFeatures, Features, features
from .library import (
    BookMove,
    BookPosition,
    BookValue,
    Evaluation,
    Explored,
    ExploredMove,
    Library,
    LibraryGame,
    book,
)
from .matches import Game, Match, Player, play_game, play_match

__version__ = _version("ninuki")

__all__ = [
    "Analysis",
    "AsyncEngine",
    "Attempt",
    "BatchBoard",
    "BatchFeatures",
    "Board",
    "BookMove",
    "BookPosition",
    "BookValue",
    "Engine",
    "EngineClient",
    "EngineError",
    "Error",
    "Evaluation",
    "Explored",
    "ExploredMove",
    "Features",
    "Game",
    "IllegalMove",
    "Library",
    "LibraryError",
    "LibraryGame",
    "Line",
    "Match",
    "Node",
    "Outcome",
    "Player",
    "PositionError",
    "Puzzle",
    "Query",
    "Record",
    "RecordError",
    "RecordReader",
    "Review",
    "ReviewedMove",
    "ReviewedMoves",
    "RulesError",
    "Score",
    "Solution",
    "Verified",
    "book",
    "dumps",
    "features",
    "formats",
    "games",
    "loads",
    "planes",
    "play_game",
    "play_match",
    "read",
    "records",
    "write",
]
