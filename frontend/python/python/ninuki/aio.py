"""The engine for asyncio."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any, Dict, List, Optional, Tuple, Type

from ._native import Board
from .answers import Analysis, Attempt, Puzzle, Review, Score, Solution, Verified
from .engine import Engine
from .query import Query, ReviewedMoves
from .start import Start, takes

__all__ = ["AsyncEngine"]


class AsyncEngine:
    """`Engine` with coroutines. A cancelled task ends its search; several tasks search at a time.

    Args:
        options: as for `Engine`.

    >>> import asyncio, ninuki
    >>> async def main():
    ...     board = ninuki.Board("pente", moves="K10 L9")
    ...     async with ninuki.AsyncEngine(threads=2) as engine:
    ...         one, two = await asyncio.gather(engine.analyse(board, nodes=500), engine.play(board, nodes=500))
    ...         return one.best is not None, board.is_legal(two)
    >>> asyncio.run(main())
    (True, True)
    """

    @takes(Engine.__init__)
    def __init__(self, **options: Any) -> None:
        self._engine = Engine(**options)
        self._start = self._engine._pending

    @takes(Start.search)
    def search(self, *args: Any, **options: Any) -> Query[Analysis]:
        """Starts a search, whose reports `async for` has; the arguments are those of `Engine.search`.

        >>> import asyncio, ninuki
        >>> async def main():
        ...     async with ninuki.AsyncEngine() as engine:
        ...         async for analysis in engine.search(ninuki.Board("pente"), nodes=500):
        ...             pass
        ...         return analysis.best
        >>> asyncio.run(main())
        'K10'
        """
        return self._start.search(*args, **options)

    @takes(Start.analyse)
    async def analyse(self, *args: Any, **options: Any) -> Analysis:
        """The best lines of a position, as `Engine.analyse`.

        >>> import asyncio, ninuki
        >>> async def main():
        ...     async with ninuki.AsyncEngine() as engine:
        ...         return (await engine.analyse(ninuki.Board("pente"), nodes=100)).best
        >>> asyncio.run(main())
        'K10'
        """
        return await self._start.analyse(*args, **options)

    @takes(Start.play)
    async def play(self, *args: Any, **options: Any) -> str:
        """The move that the engine plays, as `Engine.play`.

        >>> import asyncio, ninuki
        >>> async def main():
        ...     async with ninuki.AsyncEngine() as engine:
        ...         return await engine.play(ninuki.Board("ninuki"), level=3)
        >>> asyncio.run(main())
        'K10'
        """
        return await self._start.play(*args, **options)

    @takes(Start.solve)
    async def solve(self, *args: Any, **options: Any) -> Solution:
        """A win by continuous fours and threes, as `Engine.solve`.

        >>> import asyncio, ninuki
        >>> async def main():
        ...     async with ninuki.AsyncEngine() as engine:
        ...         return await engine.solve(ninuki.Board("freestyle", moves="h8 a1 h9 c1 h10 e1"))
        >>> asyncio.run(main()).plies
        3
        """
        return await self._start.solve(*args, **options)

    @takes(Start.verify)
    async def verify(self, *args: Any, **options: Any) -> Verified:
        """The verdict on a proof, as `Engine.verify`.

        >>> import asyncio, ninuki
        >>> async def main():
        ...     async with ninuki.AsyncEngine() as engine:
        ...         return await engine.verify("nothing")
        >>> asyncio.run(main()).verified
        False
        """
        return await self._start.verify(*args, **options)

    @takes(Start.review)
    async def review(self, *args: Any, **options: Any) -> Review:
        """Every move of a game judged, as `Engine.review`.

        >>> import asyncio, ninuki
        >>> async def main():
        ...     async with ninuki.AsyncEngine() as engine:
        ...         return await engine.review(ninuki.Board("freestyle", moves="h8 a1"), nodes=100)
        >>> len(asyncio.run(main()).moves)
        2
        """
        return await self._start.review(*args, **options)

    @takes(Start.review_moves)
    def review_moves(self, *args: Any, **options: Any) -> ReviewedMoves:
        """Starts a review, whose moves `async for` has; see `Engine.review_moves`.

        >>> import asyncio, ninuki
        >>> async def main():
        ...     async with ninuki.AsyncEngine() as engine:
        ...         board = ninuki.Board("freestyle", moves="h8 a1")
        ...         return [move.move async for move in engine.review_moves(board, nodes=100)]
        >>> asyncio.run(main())
        ['a1', 'h8']
        """
        return self._start.review_moves(*args, **options)

    @takes(Start.balance)
    async def balance(self, *args: Any, **options: Any) -> List[Tuple[str, Score, float]]:
        """The moves after which the side that moves is nearest to `bias` ahead, as `Engine.balance`.

        >>> import asyncio, ninuki
        >>> async def main():
        ...     async with ninuki.AsyncEngine() as engine:
        ...         return await engine.balance(ninuki.Board("freestyle", moves="h8"), depth=1)
        >>> len(asyncio.run(main()))
        1
        """
        return await self._start.balance(*args, **options)

    async def threats(self, board: Board) -> Dict[str, Dict[str, List[str]]]:
        """The threats that a stone of each side would make, as `Engine.threats`.

        >>> import asyncio, ninuki
        >>> async def main():
        ...     async with ninuki.AsyncEngine() as engine:
        ...         return await engine.threats(ninuki.Board("freestyle", moves="h8 a1 h9 c1 h10 e1 h11"))
        >>> asyncio.run(main())["x"]["five"]
        ['h12', 'h7']
        """
        return await self._start.threats(board)

    @takes(Start.puzzles)
    async def puzzles(self, *args: Any, **options: Any) -> List[Puzzle]:
        """Puzzles of the program, as `Engine.puzzles`.

        >>> import asyncio, ninuki
        >>> async def main():
        ...     async with ninuki.AsyncEngine() as engine:
        ...         return await engine.puzzles("renju", limit=2)
        >>> len(asyncio.run(main()))
        2
        """
        return await self._start.puzzles(*args, **options)

    @takes(Start.attempt)
    async def attempt(self, *args: Any, **options: Any) -> Attempt:
        """The moves of a puzzle's solver, as `Engine.attempt`.

        >>> import asyncio, ninuki
        >>> async def main():
        ...     async with ninuki.AsyncEngine() as engine:
        ...         [puzzle] = await engine.puzzles("renju", limit=1)
        ...         return await engine.attempt(puzzle, hints=1)
        >>> state = asyncio.run(main())
        >>> state.right is None, state.hint in ("win", "four", "threat")
        (True, True)
        """
        return await self._start.attempt(*args, **options)

    async def clear(self) -> None:
        """Clears the transposition table.

        >>> import asyncio, ninuki
        >>> async def main():
        ...     async with ninuki.AsyncEngine() as engine:
        ...         await engine.clear()
        >>> asyncio.run(main())
        """
        await self._start.clear()

    def stop(self) -> None:
        """Ends all searches, as `Engine.stop`.

        >>> import asyncio, ninuki
        >>> async def main():
        ...     async with ninuki.AsyncEngine() as engine:
        ...         search = engine.search(ninuki.Board("pente", moves="K10 L9"), time=3600)
        ...         engine.stop()
        ...         return (await search).ended in ("stopped", "terminated")
        >>> asyncio.run(main())
        True
        """
        self._engine.stop()

    async def close(self) -> None:
        """Ends all searches and releases threads and memory. A closed engine refuses queries.

        >>> import asyncio, ninuki
        >>> asyncio.run(ninuki.AsyncEngine().close())
        """
        await asyncio.get_running_loop().run_in_executor(None, self._engine.close)

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()
