"""What the tests have in common: the games, random games, and the program of this checkout."""

import os
import random
import shutil
from pathlib import Path

import ninuki
import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[2]

# Failures are shown, not kept beside the tests; the same inputs are tried every time.
settings.register_profile("ninuki", database=None, deadline=None, derandomize=True)
settings.load_profile("ninuki")

GAMES = list(ninuki.games())


def random_game(rules, seed, plies=None):
    """A board after random legal moves: so many, or as long as the game goes on."""
    dice = random.Random(f"{rules} {seed}")
    board = ninuki.Board(rules)
    while board.outcome is None and board.ply != plies:
        board.push(dice.choice(board.legal_moves()))
    return board


@pytest.fixture(scope="session")
def program():
    """The program `ninuki` of this checkout, to compare with."""
    found = os.environ.get("NINUKI") or shutil.which("ninuki")
    if not found:
        pytest.skip("there is no program to compare with: NINUKI names it")
    return found


@pytest.fixture(scope="session")
def engine():
    with ninuki.Engine(hash=16) as engine:
        yield engine
