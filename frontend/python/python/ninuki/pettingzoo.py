"""The games as PettingZoo environments (AEC). It needs `pip install ninuki[pettingzoo]`.

    >>> import ninuki.pettingzoo
    >>> env = ninuki.pettingzoo.env("freestyle", size=13)
    >>> env.reset()
    >>> observation, reward, termination, truncation, info = env.last()
    >>> observation["observation"].shape, int(observation["action_mask"].sum())
    ((8, 13, 13), 169)
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import planes
from ._table import Table
from .errors import IllegalMove

__all__ = ["NinukiEnv", "env", "raw_env"]

Observation = Dict[str, NDArray[Any]]


class NinukiEnv(AECEnv):  # type: ignore[misc]
    """Two agents, `player_0` and `player_1`, play a game; `player_0` begins with Black.

    Actions are the moves of `ninuki.Board` by number. At the end of the game each agent gets 1 for a win, -1 for a
    loss, 0 for a draw. Where colours may be exchanged, swap does so; where the agent who is not to move
    may, it is asked first, and declines by pass.

    An observation is a dictionary: "observation" are the planes of the position, uint8 [planes, rows, columns], seen by
    the agent (see `ninuki.planes()`); "action_mask" is int8 [actions], 1 for the legal moves, all 0 for the agent that
    has no decision to make.

    Args:
        render_mode: "ansi" for the board as text, "human" to print it after each move, or None.
        game: the arguments of `ninuki.Board`.

    Raises:
        ValueError: there is no such render mode.
    """

    metadata = {"render_modes": ["ansi", "human"], "name": "ninuki_v0", "is_parallelizable": False, "render_fps": 2}

    def __init__(self, *, render_mode: Optional[str] = None, **game: Any) -> None:
        super().__init__()
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"render_mode is {render_mode!r}, allowed is 'ansi', 'human', None")
        self.render_mode = render_mode
        self._game = game
        self._table = Table(**game)
        board = self._table.board
        self.possible_agents: List[str] = ["player_0", "player_1"]
        self.agents = list(self.possible_agents)
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, board.planes().shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (board.actions,), np.int8),
            }
        )
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(board.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """What an agent sees now."""
        table = self._table
        board, player = table.board, self.possible_agents.index(agent)
        seen = board.planes()
        if table.owner(board.to_move) != player:
            names = planes()
            for own, other in (("own", "other"), ("own_captured", "other_captured")):
                pair = [names.index(own), names.index(other)]
                seen[pair] = seen[pair[::-1]]
        mask = np.zeros(board.actions, np.int8)
        if agent == self.agent_selection:
            mask[table.legal()] = 1
        return {"observation": seen, "action_mask": mask}

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a new game."""
        self._table = Table(**self._game)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._selected()
        self._show()

    def step(self, action: Optional[int]) -> None:
        """Makes a move of the agent that is selected.

        Raises:
            IllegalMove: the move is refused; `rule` names the rule.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalMove("None is no move", "None", "no_move")
        self._table.push(int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        if self._table.board.outcome is not None:
            self.rewards = dict(zip(self.possible_agents, self._table.returns()))
            self.terminations = {agent: True for agent in self.agents}
        self.agent_selection = self._selected()
        self._accumulate_rewards()
        self._show()

    def render(self) -> Optional[str]:
        """The board as text, where the render mode is "ansi"; prints it where it is "human"."""
        self._show()
        return repr(self._table.board) if self.render_mode == "ansi" else None

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self._table.board)

    def close(self) -> None:
        """There is nothing to close."""

    def _selected(self) -> str:
        return self.possible_agents[self._table.player]


def raw_env(rules: Optional[str] = None, size: Any = None, **others: Any) -> NinukiEnv:
    """The environment, which raises IllegalMove where a move is refused.

    Args:
        rules, size, others: as for `ninuki.Board`; `render_mode` as for `NinukiEnv`.
    """
    return NinukiEnv(rules=rules, size=size, **others)


def env(rules: Optional[str] = None, size: Any = None, **others: Any) -> AECEnv:
    """The environment in the usual wrappers: an illegal move ends the game with -1 for who makes it.

    Args:
        rules, size, others: as for `ninuki.Board`; `render_mode` as for `NinukiEnv`.
    """
    wrapped: AECEnv = wrappers.TerminateIllegalWrapper(raw_env(rules, size, **others), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrapped)
