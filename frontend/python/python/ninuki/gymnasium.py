"""The games as Gymnasium environments, one at a time or many at once. It needs `pip install ninuki[gymnasium]`.

`import ninuki.gymnasium` makes the name `ninuki/Board-v0` known to Gymnasium:

    >>> import gymnasium, ninuki.gymnasium
    >>> env = gymnasium.make("ninuki/Board-v0", rules="freestyle", size=9)
    >>> observation, info = env.reset(seed=1)
    >>> observation["observation"].shape, int(observation["action_mask"].sum()) >= 80
    ((8, 9, 9), True)
    >>> many = gymnasium.make_vec("ninuki/Board-v0", num_envs=64, rules="pente", size=13)
    >>> observations, infos = many.reset(seed=1)
    >>> observations["observation"].shape
    (64, 8, 13, 13)
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Literal, Optional, Tuple, Union

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from ._native import BatchBoard

__all__ = ["NinukiEnv", "NinukiVectorEnv"]

Observation = Dict[str, NDArray[Any]]
#: Chooses a move for each board of an observation. Moves for boards on which it is not to move are ignored.
Player = Callable[[Observation], ArrayLike]
_SIGN = {"x": 1, "o": -1}


class NinukiVectorEnv(VectorEnv):
    """Many games at once, on one `ninuki.BatchBoard`.

    Without an opponent the agent plays both sides: each step is a move of the side to move, and the reward is that of
    the side that made it. With an opponent the agent plays one side, and a step is its move and the answer.

    An observation is a dictionary: "observation" are the planes, uint8 [n, planes, rows, columns], seen by the side to
    move (see `ninuki.planes()`); "action_mask" is int8 [n, actions], 1 for the legal moves. Exchanges of colours are
    masked out. At the end of a game the reward is 1 for a win, -1 for a loss, 0 for a draw. The information has "to_move"
    and "winner", 1 for Black and -1 for White.

    Args:
        num_envs: the number of games.
        opponent: None, "random", or a function from an observation to a move for each board.
        color: the side of the agent where there is an opponent; None for Black on every second board.
        render_mode: "ansi" for a tuple of boards as text, or None.
        autoreset_mode: what follows the end of a game, as in Gymnasium.
        game: the arguments of `ninuki.Board`.

    Raises:
        ValueError: an argument is not allowed.
    """

    metadata = {"render_modes": ["ansi"], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        opponent: Union[None, Literal["random"], Player] = None,
        color: Optional[Literal["x", "o"]] = None,
        render_mode: Optional[str] = None,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        **game: Any,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is {render_mode!r}, allowed is 'ansi', None")
        if color not in (None, "x", "o"):
            raise ValueError(f"color is {color!r}, allowed is 'x', 'o', None")
        if opponent is not None and opponent != "random" and not callable(opponent):
            raise ValueError(f"opponent is {opponent!r}, allowed is None, 'random', a function")
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode(autoreset_mode)}
        self.batch = BatchBoard(num_envs, **game)
        self._opponent: Optional[Player] = self._by_chance if opponent == "random" else opponent
        self._sides = np.where(np.arange(num_envs) % 2 == 0, 1, -1) if color is None else np.full(num_envs, _SIGN[color])
        self._ended = np.zeros(num_envs, bool)
        shape = self.batch.planes().shape[1:]
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (self.batch.actions,), np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Observation, Dict[str, Any]]:
        """Begins new games: all, or those of `reset_mask` in the options."""
        super().reset(seed=seed)
        which = np.asarray((options or {}).get("reset_mask", np.ones(self.num_envs, bool)), bool)
        self._begin(which)
        return self._observation(), self._info()

    def step(
        self, actions: ArrayLike
    ) -> Tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Dict[str, Any]]:
        """Makes a move on each board. A board whose game ended in the step before begins a new game instead.

        Raises:
            IllegalMove: a move is refused; no board changes.
        """
        mode: AutoresetMode = self.metadata["autoreset_mode"]
        waiting = self._ended.copy()
        movers = self.batch.to_move()
        self.batch.step(np.where(waiting, -1, np.asarray(actions, np.int64)))
        if mode == AutoresetMode.NEXT_STEP:
            self._begin(waiting)
        self._answer(~waiting)
        self._ended = self.batch.over()
        terminated = self._ended.copy()
        rewards = np.where(terminated & ~waiting, self.batch.winner() * movers, 0).astype(np.float64)
        observation, final = self._observation(), {}
        if mode == AutoresetMode.SAME_STEP and terminated.any():
            final = self._final(observation, terminated)
            self._begin(terminated)
            observation = self._observation()
        return observation, rewards, terminated, np.zeros(self.num_envs, bool), {**self._info(), **final}

    def render(self) -> Optional[Tuple[str, ...]]:
        """The boards as text, where the render mode is "ansi"."""
        return tuple(map(self.batch.text, range(self.num_envs))) if self.render_mode == "ansi" else None

    def close_extras(self, **kwargs: Any) -> None:
        """There is nothing to close."""

    def _begin(self, which: NDArray[np.bool_]) -> None:
        self.batch.reset(which)
        self._ended &= ~which
        self._answer(which)

    def _answer(self, which: NDArray[np.bool_]) -> None:
        """Lets the opponent move on these boards where it is to move."""
        if self._opponent is None:
            return
        due = which & ~self.batch.over() & (self.batch.to_move() != self._sides)
        if due.any():
            moves = np.asarray(self._opponent(self._observation()), np.int64)
            self.batch.step(np.where(due, moves, -1))

    def _by_chance(self, observation: Observation) -> NDArray[np.int64]:
        mask = observation["action_mask"]
        moves: NDArray[np.int64] = np.argmax(mask * (1.0 + self.np_random.random(mask.shape)), axis=1)
        return moves

    def _observation(self) -> Observation:
        mask = self.batch.legal_mask(all_actions=True).astype(np.int8)
        mask[:, self.batch.points] = 0
        return {"observation": self.batch.planes(), "action_mask": mask}

    def _info(self) -> Dict[str, Any]:
        every = np.ones(self.num_envs, bool)
        return {"to_move": self.batch.to_move(), "_to_move": every, "winner": self.batch.winner(), "_winner": every}

    def _final(self, observation: Observation, ended: NDArray[np.bool_]) -> Dict[str, Any]:
        """The last observations of games that ended, in the form of Gymnasium's own vector environments."""
        last = np.full(self.num_envs, None, object)
        for index in np.flatnonzero(ended):
            last[index] = {name: array[index].copy() for name, array in observation.items()}
        winner = {"winner": self.batch.winner(), "_winner": ended.copy()}
        return {"final_obs": last, "_final_obs": ended.copy(), "final_info": winner, "_final_info": ended.copy()}


class NinukiEnv(gymnasium.Env):
    """One game against an opponent, by default a player by chance; with `opponent=None` the agent plays both sides.

    Observations, rewards and arguments are those of `NinukiVectorEnv`, for one board. The render mode "human" prints the
    board after each step.

    Raises:
        ValueError: an argument is not allowed.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 2}

    def __init__(
        self,
        *,
        opponent: Union[None, Literal["random"], Player] = "random",
        color: Optional[Literal["x", "o"]] = None,
        render_mode: Optional[str] = None,
        **game: Any,
    ) -> None:
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"render_mode is {render_mode!r}, allowed is 'ansi', 'human', None")
        self.render_mode = render_mode
        self._color = color
        disabled = AutoresetMode.DISABLED
        self._games = NinukiVectorEnv(1, opponent=opponent, color=color, autoreset_mode=disabled, **game)
        self.observation_space = self._games.single_observation_space
        self.action_space = self._games.single_action_space

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Observation, Dict[str, Any]]:
        """Begins a new game. Without a given side the agent gets one by chance."""
        super().reset(seed=seed)
        if self._color is None:
            self._games._sides[:] = 1 - 2 * self.np_random.integers(2)
        inner = int(self.np_random.integers(1 << 31)) if seed is not None else None
        observation, info = self._games.reset(seed=inner)
        self._show()
        return self._first(observation), self._first(info)

    def step(self, action: Any) -> Tuple[Observation, float, bool, bool, Dict[str, Any]]:
        """Makes a move.

        Raises:
            IllegalMove: the move is refused.
        """
        observation, rewards, terminated, truncated, info = self._games.step([int(action)])
        self._show()
        return self._first(observation), float(rewards[0]), bool(terminated[0]), bool(truncated[0]), self._first(info)

    def render(self) -> Optional[str]:
        """The board as text, where the render mode is "ansi"."""
        return self._games.batch.text(0) if self.render_mode == "ansi" else None

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self._games.batch.text(0))

    @staticmethod
    def _first(arrays: Dict[str, Any]) -> Dict[str, Any]:
        return {name: array[0] for name, array in arrays.items() if not name.startswith("_")}


if "ninuki/Board-v0" not in gymnasium.registry:
    gymnasium.register(
        id="ninuki/Board-v0",
        entry_point="ninuki.gymnasium:NinukiEnv",
        vector_entry_point="ninuki.gymnasium:NinukiVectorEnv",
    )
