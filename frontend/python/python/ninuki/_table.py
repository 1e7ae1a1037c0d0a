"""A board with two players, who may exchange colours; what the environments have in common."""

from __future__ import annotations

from typing import Any, List

from ._native import Board
from .errors import IllegalMove


class Table:
    """A board and who plays which colour.

    Where the rules let the side that is not to move exchange colours, its player is asked first: swap means yes, pass no.
    """

    def __init__(self, **game: Any) -> None:
        self.board = Board(**game)
        self.swap = self.board.points
        self.decline = self.board.points + 1
        # The player who has Black, 0 or 1.
        self.black = 0
        self.declined = False

    def copy(self) -> "Table":
        other = object.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.board = self.board.copy()
        return other

    def owner(self, color: str) -> int:
        """The player who has this colour."""
        return self.black if color == "x" else 1 - self.black

    @property
    def is_asked(self) -> bool:
        """Whether the player who is not to move is asked to exchange colours."""
        return not self.declined and self.board.swap_by not in (None, self.board.to_move)

    @property
    def player(self) -> int:
        """The player whose decision is next."""
        by = self.board.swap_by
        return self.owner(by if by is not None and self.is_asked else self.board.to_move)

    def legal(self) -> List[int]:
        """The moves of that player, ascending."""
        if self.is_asked:
            return [self.swap, self.decline]
        moves = self.board.legal_moves()
        return [move for move in moves if move != self.swap] if self.declined else moves

    def push(self, action: int) -> None:
        """Plays a move of that player.

        Raises:
            IllegalMove: it is refused.
        """
        if self.is_asked and action == self.decline:
            self.declined = True
            return
        if (self.is_asked or self.declined) and action not in self.legal():
            name = self.board.name(action)
            raise IllegalMove(f"{name}: an offer to exchange colours is answered once, by swap or pass", name, "no_swap")
        self.board.push(action)
        if action == self.swap:
            self.black = 1 - self.black
        self.declined = False

    def returns(self) -> List[float]:
        """For each player 1 for a win, -1 for a loss, 0 for a draw or a game that goes on."""
        outcome = self.board.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        winner = self.owner(outcome.winner)
        return [1.0 if player == winner else -1.0 for player in (0, 1)]
