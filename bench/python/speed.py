"""Random moves a second on one core, beside python-chess and OpenSpiel's gomoku, and in batches.

    pip install dist/ninuki-*.whl chess open_spiel
    taskset -c 0 python bench/python/speed.py

All are measured in turn, several times; the medians are printed, and the ratios of those that were measured next to each
other.
"""

import argparse
import random
import statistics
import time

import chess
import ninuki
from peers import openspiel


def single(rules, size=None):
    def game():
        board = ninuki.Board(rules, size)
        while board.outcome is None:
            board.push(random.choice(board.legal_moves()))
        return board.ply

    return game


def python_chess():
    board = chess.Board()
    while not board.is_game_over():
        board.push(random.choice(list(board.legal_moves)))
    return board.ply()


def steps(rules, n):
    """Moves chosen at random by the batch and played by `step`; boards that are over begin anew."""
    batch = ninuki.BatchBoard(n, rules)
    over = batch.over()

    def game():
        nonlocal over
        if over.any():
            batch.reset(over)
        over = batch.step(batch.random_actions())
        return n

    return game


def playouts(rules, n):
    batch = ninuki.BatchBoard(n, rules)
    return lambda: int(batch.playouts(1)[:, 3].sum())


def speed(game, seconds):
    """Moves a second of processor time: what else runs on the machine matters little."""
    began, moves = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds:
        moves += game()
    return moves / spent


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    ways = {
        "python-chess": python_chess,
        "OpenSpiel gomoku 15x15": openspiel(15),
        "ninuki freestyle 15x15": single("freestyle"),
        "OpenSpiel gomoku 19x19": openspiel(19),
        "ninuki freestyle 19x19": single("freestyle", 19),
        "ninuki pente 19x19": single("pente"),
        "ninuki pente, 1,024 boards, step": steps("pente", 1024),
        "ninuki pente, 1,024 boards, playouts": playouts("pente", 1024),
        "ninuki ninuki, 1,024 boards, step": steps("ninuki", 1024),
        "ninuki freestyle, 1,024 boards, step": steps("freestyle", 1024),
    }
    found = {name: [] for name in ways}
    for _ in range(args.rounds):
        for name, game in ways.items():
            found[name].append(speed(game, args.seconds))
    for name, speeds in found.items():
        print(f"{name:40} {statistics.median(speeds):12,.0f} moves/s")
    for size in ("15x15", "19x19"):
        pairs = zip(found[f"ninuki freestyle {size}"], found[f"OpenSpiel gomoku {size}"])
        ratios = [ours / theirs for ours, theirs in pairs]
        print(f"single boards {size}: {statistics.median(ratios):.2f} times OpenSpiel ({min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
