"""Queries under way: handles, reports, Ctrl-C, forks."""

import asyncio
import inspect
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError

import ninuki
import pytest

HOUR = 3600.0
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and forks")


@pytest.fixture
def board():
    return ninuki.Board("pente", moves="K10 L9")


def is_free(engine, board, within):
    """Whether the only thread of an engine is free within so many seconds."""
    begun = time.monotonic()
    assert engine.submit(rules="pente", nodes=1, own_table=True).wait(10)
    return time.monotonic() - begun < within


def test_a_search_is_an_iterator_of_its_reports(board):
    with ninuki.Engine() as engine:
        depths = [analysis.depth for analysis in engine.search(board, nodes=30_000, report_every=0)]
        assert len(depths) > 1 and depths == sorted(depths)
        search = engine.search(board, time=HOUR)
        for analysis in search:
            if analysis.best:
                search.stop()
        assert analysis.ended == "stopped" and search.result() == analysis


def test_the_end_of_with_ends_a_search(board):
    with ninuki.Engine() as engine:
        with engine.search(board, time=HOUR) as search:
            assert not search.wait(0.05)
        assert search.wait(5) and search.result().ended == "stopped"


def test_a_cancelled_search_ends_at_once(board):
    with ninuki.Engine() as engine:
        for _ in range(3):
            search = engine.search(board, time=HOUR)
            assert not search.wait(0.1)
            assert search.cancel() and search.cancelled()
            # 50 ms on a machine with nothing else to do.
            assert is_free(engine, board, 0.5)
            with pytest.raises(CancelledError):
                search.result()


def test_searches_are_awaited(board):
    async def main(engine):
        found = await asyncio.gather(*(engine.search(board, nodes=nodes) for nodes in (200, 400)))
        assert all(analysis.best for analysis in found)
        depths = [analysis.depth async for analysis in engine.search(board, nodes=20_000, report_every=0)]
        assert len(depths) > 1
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(engine.search(board, time=HOUR), 0.1)
        with pytest.raises(ninuki.EngineError):
            await engine.search(board, nodes=0)

    with ninuki.Engine() as engine:
        asyncio.run(main(engine))
        assert is_free(engine, board, 0.5)


def test_a_refused_search_ends_its_iterator(board):
    with ninuki.Engine() as engine, pytest.raises(ninuki.EngineError) as refused:
        list(engine.search(board, nodes=0))
    assert refused.value.field == "nodes"



LONG = {
    "analyse": "engine.analyse(board, time=3600.0)",
    "iterate": "list(engine.search(board, time=3600.0))",
    "result": "engine.submit(rules='pente', time=3_600_000).result()",
    "balance": "engine.balance(board, time=3600.0)",
    "review": "engine.review(board, time=3600.0)",
    "moves of a review": "list(engine.review_moves(board, time=3600.0))",
    "playouts": "ninuki.BatchBoard(2000, 'ninuki').playouts(1000)",
    "many playouts": "ninuki.BatchBoard(4000, 'ninuki').playouts(100_000)",
    "playouts of threads": "ninuki.BatchBoard(4000, 'ninuki', threads=2).playouts(100_000)",
    "loads": "ninuki.loads('h8 h9 i9 g7 k8\\n' * 300_000, 'txt', rules='renju')",
    "dumps": "ninuki.dumps([ninuki.Record(board)] * 300_000, 'sgf')",
}


@POSIX
@pytest.mark.parametrize("name", LONG)
def test_long_calls_are_interrupted(name):
    program = f"""
import os, signal, sys, threading, time
import ninuki
board = ninuki.Board("pente", moves="K10 L9 N10 M11")
engine = ninuki.Engine()
at = []
def interrupt():
    at.append(time.process_time())
    os.kill(os.getpid(), signal.SIGINT)
timer = threading.Timer(0.5, interrupt)
timer.start()
try:
    {LONG[name]}
except KeyboardInterrupt:
    print(time.process_time() - at[0])
    assert engine.analyse(board, nodes=10).best
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30)
    assert run.returncode == 0 and run.stderr == "", run.stderr
    # Time of the processor, which other programs do not lengthen: 200 ms on two threads.
    assert run.stdout and float(run.stdout) < 1, run.stdout


@POSIX
def test_a_child_of_a_fork_is_refused_at_once():
    program = """
import os, sys
import ninuki
board = ninuki.Board("pente")
engine = ninuki.Engine()
search = engine.search(board, time=3600.0, report_every=0)
next(iter(search))
child = os.fork()
if child == 0:
    calls = [lambda: engine.analyse(board), search.result, search.stop, search.cancel, lambda: list(search), engine.stop]
    for call in calls:
        try:
            call()
        except ninuki.EngineError as error:
            assert "after the fork" in str(error), error
        else:
            os._exit(1)
    engine.close()
    with ninuki.Engine(hash=1) as own:
        assert own.analyse(board, nodes=10).best
    sys.exit(7)
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 7, status
search.stop()
assert search.result().ended == "stopped"
engine.close()
"""
    run = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=30)
    assert run.returncode == 0, run.stderr


def test_reports_of_a_callback_reach_an_iterator_too(board):
    seen = []
    with ninuki.Engine() as engine:
        found = list(engine.search(board, nodes=20_000, report_every=0, on_report=seen.append))
    assert seen and found[-1].ended == "nodes"


def test_submitting_waits_for_room_and_goes_on(board):
    engine = ninuki.Engine()
    endless = engine.search(board, time=HOUR)
    waiting = [engine.submit(rules="pente", nodes=1) for _ in range(100)]
    threading.Timer(0.1, endless.stop).start()
    assert all(query.result()["nodes"] <= 1 for query in waiting)
    engine.close()


def test_the_engine_of_asyncio_answers_as_the_other(board):
    three = ninuki.Board("freestyle", moves="h8 a1 h9 c1 h10 e1")

    async def main():
        async with ninuki.AsyncEngine(threads=2, hash=16) as engine:
            solution, threats, review = await asyncio.gather(
                engine.solve(three), engine.threats(three), engine.review(ninuki.Record(three, black="Ann"), nodes=100)
            )
            assert solution.plies == 3 and await engine.verify(solution.certificate)
            assert threats["x"]["straight_four"] == ["h11", "h7"] and review.black == "Ann"
            assert board.is_legal(await engine.play(board, nodes=100))
            assert len(await engine.balance(board, lines=2, depth=1)) == 2
            same = await engine.analyse(board, nodes=500, own_table=True)
            with pytest.raises(ninuki.EngineError):
                await engine.play(board, nodes=0)
            # A cancelled task ends its search.
            tasks = [asyncio.ensure_future(engine.analyse(board, time=HOUR)) for _ in range(2)]
            await asyncio.sleep(0.1)
            for task in tasks:
                task.cancel()
            await asyncio.wait_for(engine.analyse(board, nodes=10), 10)
            return same

    same = asyncio.run(main())
    with ninuki.Engine(hash=16) as engine:
        assert engine.analyse(board, nodes=500, own_table=True).lines == same.lines


def test_a_review_is_an_iterator_of_its_moves(engine):
    board = ninuki.Board("pente", moves="K10 L9 N10 M11 K7 L11 L10 M10")
    moves = engine.review_moves(ninuki.Record(board, black="Ann", white="Bob"), nodes=200)
    seen = list(moves)
    review = moves.result()
    assert seen == review.moves[::-1] and [move.move for move in review.moves] == board.moves
    assert (seen[0].player, review.black) == ("Bob", "Ann") and list(moves) == []


def test_a_review_has_moves_before_its_end(engine):
    board = ninuki.Board("pente", moves="K10 L9 N10 M11 K7 L11 L10 M10")
    moves = engine.review_moves(board, time=0.3)
    first = next(iter(moves))
    assert first.ply == board.ply and not moves.done()
    moves.stop()
    # The moves that were judged when it ended follow.
    last = moves.result().moves
    assert last[-1] == first and [move.ply for move in moves] == [move.ply for move in last[-2::-1]]


def test_a_cancelled_review_ends_its_iterator(engine):
    moves = engine.review_moves(ninuki.Board("pente", moves="K10 L9"), time=3600.0)
    assert moves.cancel()
    with pytest.raises(CancelledError):
        list(moves)


def test_coroutines_iterate_a_review(engine):
    async def main():
        async with ninuki.AsyncEngine(hash=1) as engine:
            moves = engine.review_moves(ninuki.Board("freestyle", moves="h8 a1 h9"), nodes=100)
            return [move.move async for move in moves], (await moves).moves

    seen, moves = asyncio.run(main())
    assert seen == ["h9", "a1", "h8"] == [move.move for move in moves[::-1]]


def test_both_engines_take_the_same_arguments():
    names = [name for name, value in vars(ninuki.Engine).items() if inspect.isfunction(value) and name != "submit"]
    shared = [name for name in names if name == "__init__" or not name.startswith("_")]
    assert len(shared) >= 14, shared
    for name in shared:
        one, other = (inspect.signature(getattr(engine, name)) for engine in (ninuki.Engine, ninuki.AsyncEngine))
        assert one.parameters == other.parameters, name
        assert not any(parameter.kind is parameter.VAR_KEYWORD for parameter in one.parameters.values()), name
    with ninuki.Engine(hash=1) as engine, pytest.raises(TypeError, match="nods"):
        engine.analyse(ninuki.Board("pente"), nods=1)
