"""Learns freestyle on 9x9 by playing against itself, in numpy alone: python self_play.py [MINUTES] [GAMES].

The policy sees every line of five through a point: how many stones it has, and of which side, if of one side only. It has one
number for each such count, learned by policy gradients from the results. At the end it plays against a player by chance.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from ninuki.gymnasium import NinukiVectorEnv
from numpy.typing import NDArray

SIZE, LENGTH, BOARDS = 9, 5, 256
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
# Lines with 0 to 4 own stones alone, then those with 1 to 4 stones of the other side alone.
KINDS = 2 * LENGTH - 1
Floats = NDArray[np.float64]


def lines() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The points of all lines [lines, 5], and the lines through each point [points, most], padded with one more line."""
    found = [
        [(y + step * dy) * SIZE + x + step * dx for step in range(LENGTH)]
        for dy, dx in DIRECTIONS
        for y in range(SIZE)
        for x in range(SIZE)
        if 0 <= y + (LENGTH - 1) * dy < SIZE and 0 <= x + (LENGTH - 1) * dx < SIZE
    ]
    through = [[number for number, line in enumerate(found) if point in line] for point in range(SIZE * SIZE)]
    most = max(map(len, through))
    return np.array(found), np.array([numbers + [len(found)] * (most - len(numbers)) for numbers in through])


LINES, THROUGH = lines()


def features(planes: NDArray[np.uint8]) -> Floats:
    """How many lines of each kind go through each point: [boards, points, kinds]."""
    own, other = (planes[:, side].reshape(len(planes), -1)[:, LINES].sum(axis=2) for side in (0, 1))
    kinds = np.where(other == 0, own, np.where(own == 0, LENGTH - 1 + other, -1))
    kinds = np.concatenate([kinds, np.full((len(planes), 1), -1)], axis=1)
    return np.stack([(kinds == kind)[:, THROUGH].sum(axis=2) for kind in range(KINDS)], axis=2).astype(float)


def probabilities(found: Floats, mask: NDArray[np.int8], weights: Floats) -> Floats:
    """How probable each placement is: [boards, points]."""
    logits = np.where(mask[:, : SIZE * SIZE] > 0, found @ weights, -1e9)
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Floats = odds / odds.sum(axis=1, keepdims=True)
    return shares


def train(minutes: float, random: np.random.Generator) -> Floats:
    """Plays against itself; after each game the moves of the winner become more probable, those of the loser less."""
    env = NinukiVectorEnv(BOARDS, rules="freestyle", size=SIZE)
    weights, games, end = np.zeros(KINDS), 0, time.monotonic() + 60 * minutes
    observation, _ = env.reset(seed=1)
    # For each board and side, the sum of the gradients of its moves in the current game.
    gradients = np.zeros((BOARDS, 2, KINDS))
    plies = np.zeros(BOARDS, int)
    while time.monotonic() < end:
        found = features(observation["observation"])
        chances = probabilities(found, observation["action_mask"], weights)
        actions = (chances.cumsum(axis=1) > random.random((BOARDS, 1))).argmax(axis=1)
        every = np.arange(BOARDS)
        gradients[every, plies % 2] += found[every, actions] - (chances[:, :, None] * found).sum(axis=1)
        observation, rewards, terminated, _, _ = env.step(actions)
        if terminated.any():
            ended = np.flatnonzero(terminated)
            own, other = plies[ended] % 2, 1 - plies[ended] % 2
            difference = gradients[ended, own] - gradients[ended, other]
            weights += 0.003 * (rewards[ended, None] * difference).mean(axis=0)
            games += len(ended)
        # The step after the end of a game begins the next one.
        plies = np.where(terminated, -1, plies + 1)
        gradients[plies <= 0] = 0
    print(f"{games} games, weights {np.round(weights, 2).tolist()}")
    return weights


def play(weights: Floats, games: int) -> tuple[int, int]:
    """Games won and lost against a player by chance, half of them with Black."""
    env = NinukiVectorEnv(games, rules="freestyle", size=SIZE, opponent="random")
    observation, _ = env.reset(seed=2)
    results = np.zeros(games)
    over = np.zeros(games, bool)
    while not over.all():
        chances = probabilities(features(observation["observation"]), observation["action_mask"], weights)
        observation, rewards, terminated, _, _ = env.step(chances.argmax(axis=1))
        results += np.where(over, 0, rewards)
        over |= terminated
    return int((results > 0).sum()), int((results < 0).sum())


if __name__ == "__main__":
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 10
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    won, lost = play(train(minutes, np.random.default_rng(1)), games)
    print(f"against a player by chance: {won} won, {lost} lost of {games}")
