"""Random moves on 2,048 boards at once, beside pgx and JAX on the CPU, and beside single boards of OpenSpiel.

    pip install dist/ninuki-*.whl pgx jax open_spiel
    taskset -c 0 python bench/python/batches.py
    python bench/python/batches.py --threads 2

Each step chooses a random legal move on every board, plays it, and resets the boards whose games are over. Speeds are moves a
second of processor time. pgx has no gomoku: its games are measured as they are, and gomoku is written in JAX as pgx writes
games. With `--threads` the script also compares the time on the clock of one thread and of several.
"""

import argparse
import os
import statistics
import time

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
import ninuki
import pgx
from peers import openspiel
from pgx.experimental.wrappers import auto_reset

BOARDS = 2048


def steps(rules, threads=1, size=None):
    batch = ninuki.BatchBoard(BOARDS, rules, size, threads=threads)

    def game():
        over = batch.step(batch.random_actions())
        if over.any():
            batch.reset(over)
        return BOARDS

    return game


def of_pgx(name):
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def move(state, key):
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        choice, reset = jax.random.split(key)
        return step(state, jax.random.categorical(choice, logits, axis=1), jax.random.split(reset, BOARDS))

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), BOARDS))
    return stepped(move, state)


def of_jax(size=15):
    """Gomoku in JAX: all boards in one array, five in a row by shifted sets of stones."""
    points = size * size

    def has_five(stones):
        stones = stones.reshape(-1, size, size)
        found = jnp.zeros(stones.shape[0], bool)
        for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = stones
            for count in range(1, 5):
                shifted = jnp.roll(stones, (-count * down, -count * right), (1, 2))
                rows, columns = jnp.arange(size) + count * down, jnp.arange(size) + count * right
                inside = ((rows >= 0) & (rows < size))[:, None] & ((columns >= 0) & (columns < size))[None, :]
                line = line & shifted & inside
            found |= line.any((1, 2))
        return found

    @jax.jit
    def move(state, key):
        boards, side = state
        logits = jnp.where(boards == 0, 0.0, -jnp.inf)
        action = jax.random.categorical(key, logits, axis=1)
        boards = boards.at[jnp.arange(BOARDS), action].set(side)
        over = has_five(boards == side[:, None]) | (boards != 0).all(1)
        return jnp.where(over[:, None], 0, boards), jnp.where(over, 1, -side).astype(jnp.int8)

    return stepped(move, (jnp.zeros((BOARDS, points), jnp.int8), jnp.ones(BOARDS, jnp.int8)))


def stepped(move, state):
    key = jax.random.PRNGKey(1)

    def game():
        nonlocal state, key
        key, now = jax.random.split(key)
        state = jax.block_until_ready(move(state, now))
        return BOARDS

    game()
    return game


def speed(game, seconds, clock):
    began, moves = clock(), 0
    while (spent := clock() - began) < seconds:
        moves += game()
    return moves / spent


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1, help="compare this many threads with one")
    args = parser.parse_args()
    if args.threads > 1:
        return threads(args)
    ways = {
        "BatchBoard pente 19x19": steps("pente"),
        "BatchBoard ninuki 19x19": steps("ninuki"),
        "BatchBoard freestyle 15x15": steps("freestyle"),
        "JAX gomoku 15x15": of_jax(),
        "pgx connect_four 6x7": of_pgx("connect_four"),
        "pgx hex 11x11": of_pgx("hex"),
        "pgx go_19x19": of_pgx("go_19x19"),
        "OpenSpiel gomoku 15x15, one board": openspiel(15),
    }
    found = {name: [] for name in ways}
    for _ in range(args.rounds):
        for name, game in ways.items():
            found[name].append(speed(game, args.seconds, time.process_time))
    base = found["BatchBoard freestyle 15x15"]
    for name, speeds in found.items():
        ratios = sorted(ours / theirs for ours, theirs in zip(base, speeds))
        print(f"{name:36} {statistics.median(speeds):12,.0f} moves/s, freestyle is {statistics.median(ratios):.2f} times it")


def threads(args):
    for rules in ("pente", "ninuki", "freestyle"):
        alone, shared = steps(rules), steps(rules, args.threads)
        clock, processor = [], []
        for _ in range(args.rounds):
            one, many = (speed(game, args.seconds, time.perf_counter) for game in (alone, shared))
            clock.append(many / one)
            one, many = (speed(game, args.seconds, time.process_time) for game in (alone, shared))
            processor.append(one / many)
        print(
            f"{rules:10} {args.threads} threads: {statistics.median(clock):.2f} times one thread on the clock, at most "
            f"{max(clock):.2f}; {statistics.median(processor):.2f} times its processor time"
        )


if __name__ == "__main__":
    main()
