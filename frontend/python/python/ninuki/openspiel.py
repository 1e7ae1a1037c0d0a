"""The games for OpenSpiel: importing this module registers "ninuki". It needs `pip install ninuki[openspiel]`.

    >>> import pyspiel, ninuki.openspiel
    >>> state = pyspiel.load_game("ninuki(rules=pente,size=13)").new_initial_state()
    >>> state.apply_action(state.string_to_action("G7"))
    >>> state.current_player(), len(state.legal_actions())
    (1, 168)
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ._table import Table

__all__ = ["NinukiGame", "NinukiState", "Planes"]

_GAME_TYPE = pyspiel.GameType(
    short_name="ninuki",
    long_name="Five in a row with captures and without",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": "ninuki", "size": 0},
)

# Captures and repetition make games longer than their boards; no game of random moves comes near this.
_LONGEST = 4096


class NinukiGame(pyspiel.Game):  # type: ignore[misc]
    """A game: parameters are `rules`, a name, and `size`, the side of the board (0: the usual one).

    Actions are the moves of `ninuki.Board` by number. Player 0 begins with Black. Where colours may be exchanged, swap does
    so; where the player who is not to move may, it is asked first, and declines by pass.
    """

    def __init__(self, params: Optional[Dict[str, Any]] = None) -> None:
        given = params or {}
        self.table = Table(rules=given.get("rules", "ninuki"), size=given.get("size") or None)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.board.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(_GAME_TYPE, info, given)

    def new_initial_state(self, state: Any = None) -> "NinukiState":
        """The start of a game."""
        if state is not None:
            raise ValueError("a game begins at its start")
        return NinukiState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What players see: all of the position."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Planes(self.table)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class NinukiState(pyspiel.State):  # type: ignore[misc]
    """A game as it stands."""

    def __init__(self, game: NinukiGame) -> None:
        super().__init__(game)
        self.table = game.table.copy()

    def current_player(self) -> int:
        """The player whose decision is next."""
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.table.player

    def _legal_actions(self, player: int) -> List[int]:
        return self.table.legal()

    def _apply_action(self, action: int) -> None:
        self.table.push(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.table.board.name(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.table.board.outcome is not None

    def returns(self) -> List[float]:
        """For each player 1 for a win, -1 for a loss, 0 for a draw or a game that goes on."""
        return self.table.returns()

    def __str__(self) -> str:
        return self.table.board.text() + (" declined" if self.table.declined else "")


class Planes:
    """The planes of a position (see `ninuki.planes()`) as a tensor."""

    def __init__(self, table: Table) -> None:
        shape = table.board.planes().shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"planes": self.tensor.reshape(shape)}

    def set_from(self, state: NinukiState, player: int) -> None:
        """Writes the planes of a state."""
        self.dict["planes"][:] = state.table.board.planes()

    def string_from(self, state: NinukiState, player: int) -> str:
        """The position as text."""
        return str(state)


pyspiel.register_game(_GAME_TYPE, NinukiGame)
