"""Games and matches between players."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Callable, Dict, Iterable, List, Literal, Optional, Protocol, Tuple

from ._native import Board, Record
from .client import EngineClient, Late
from .errors import EngineError, IllegalMove

__all__ = ["Game", "Match", "Player", "play_game", "play_match"]


class Player(Protocol):
    """Who plays: an `EngineClient`, or any object with a name and a method `play`.

    >>> import ninuki
    >>> class First:
    ...     name = "first"
    ...     def play(self, board):
    ...         return board.name(board.legal_moves()[0])
    >>> player: ninuki.Player = First()
    >>> player.play(ninuki.Board("freestyle"))
    'a15'
    """

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    def play(self, board: Board) -> str:
        """Its move, by name.

        >>> import ninuki
        >>> ninuki.Player.play.__annotations__["return"]
        'str'
        """
        ...


@dataclass(frozen=True)
class Game:
    """A game that was played.

    Attributes:
        black, white: the names of the players.
        record: the moves, names and result.
        winner: the name of the winner; None after a draw.
        reason: how it ended: a reason of `Outcome`, or "fault".
        fault: what the loser did wrong, if that ended the game.
    """

    black: str
    white: str
    record: Record = field(repr=False)
    winner: Optional[str]
    reason: str
    fault: Optional[str] = None


@dataclass(frozen=True)
class Match:
    """The games between two players, seen from the first one.

    Attributes:
        names: the two players.
        games: the games, in the order in which they were played; each two have the same opening and other colours.
    """

    names: Tuple[str, str]
    games: List[Game] = field(repr=False)

    @property
    def wins(self) -> int:
        """Games that the first player won."""
        return sum(game.winner == self.names[0] for game in self.games)

    @property
    def losses(self) -> int:
        """Games that the second player won."""
        return sum(game.winner == self.names[1] for game in self.games)

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return len(self.games) - self.wins - self.losses

    @property
    def score(self) -> float:
        """The share of the points of the first player, 0 to 1; a draw is half a point."""
        return (self.wins + self.draws / 2) / len(self.games) if self.games else 0.5

    def elo(self) -> Optional[Tuple[float, float]]:
        """The difference in Elo and the half width of its 95 % interval, from the pairs of games.

        None if one side has won all points, or if the pairs do not differ or are fewer than two.

        >>> import ninuki
        >>> ninuki.Match(("a", "b"), []).elo() is None
        True
        """
        points = [1.0 if game.winner == self.names[0] else 0.0 if game.winner == self.names[1] else 0.5 for game in self.games]
        pairs = [(one + other) / 2 for one, other in zip(points[::2], points[1::2])]
        if len(pairs) < 2 or not 0 < sum(pairs) < len(pairs):
            return None
        mean = sum(pairs) / len(pairs)
        deviation = math.sqrt(sum((pair - mean) ** 2 for pair in pairs) / (len(pairs) - 1) / len(pairs))
        if deviation == 0:
            return None
        # The slope of the Elo scale at the mean.
        slope = 400 / math.log(10) / (mean * (1 - mean))
        return 400 * math.log10(mean / (1 - mean)), 1.96 * deviation * slope

    def __str__(self) -> str:
        elo = self.elo()
        rating = f", Elo {elo[0]:+.0f} ± {elo[1]:.0f}" if elo else ""
        return f"{self.names[0]} against {self.names[1]}: {self.wins} won, {self.draws} drawn, {self.losses} lost{rating}"


def play_game(black: Player, white: Player, board: Board) -> Game:
    """Plays a game from a position to its end. Who gives no legal move in time has lost; the record has it as lost on time, or
    as resigned after another fault.

    >>> import ninuki
    >>> class First:
    ...     name = "first"
    ...     def play(self, board):
    ...         return board.name(board.legal_moves()[0])
    >>> game = ninuki.play_game(First(), First(), ninuki.Board("freestyle", size=5))
    >>> game.reason, game.record.moves[:2]
    ('five', ['a5', 'b5'])
    """
    board = board.copy()
    for player in (black, white):
        if isinstance(player, EngineClient):
            player.new_game()
    seats: Dict[str, Player] = {"x": black, "o": white}
    fault = winner = None
    how: Literal["time", "resigned"] = "resigned"
    while board.outcome is None:
        try:
            board.push(seats[board.to_move].play(board))
        except (EngineError, IllegalMove) as error:
            fault = f"{seats[board.to_move].name}: {error}"
            how = "time" if isinstance(error, Late) else "resigned"
            winner = "o" if board.to_move == "x" else "x"
            break
    record = Record(board, black=black.name, white=white.name)
    outcome = board.outcome
    if outcome is not None:
        winner = outcome.winner
    elif winner is not None:
        record.set_result("x" if winner == "x" else "o", how)
    reason = outcome.reason if outcome is not None else "fault"
    return Game(black.name, white.name, record, seats[winner].name if winner else None, reason, fault)


def play_match(
    one: Player,
    other: Player,
    openings: Iterable[Board],
    *,
    on_game: Optional[Callable[[Game], None]] = None,
) -> Match:
    """Plays two games from each opening, with both colours.

    Args:
        one, other: the players. Their names differ.
        openings: the positions from which they play.
        on_game: is called after each game.

    Raises:
        ValueError: both have the same name.
        EngineError: a program does not start again after a fault.

    >>> import random, ninuki
    >>> class Random:
    ...     def __init__(self, seed):
    ...         self.name, self.dice = f"random {seed}", random.Random(seed)
    ...     def play(self, board):
    ...         return board.name(self.dice.choice(board.legal_moves()))
    >>> match = ninuki.play_match(Random(1), Random(2), [ninuki.Board("pente", moves="K10 L9")] * 3)
    >>> len(match.games), match.wins + match.draws + match.losses
    (6, 6)
    """
    if one.name == other.name:
        raise ValueError(f"both players are called {one.name}: EngineClient takes a name")
    match = Match((one.name, other.name), [])
    for opening in openings:
        for black, white in ((one, other), (other, one)):
            game = play_game(black, white, opening)
            match.games.append(game)
            if on_game is not None:
                on_game(game)
    return match
