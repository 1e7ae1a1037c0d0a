"""No lock of Python is held during searches and batches."""

import sys
import threading
import time

import ninuki
import pytest

CALLS = 5


@pytest.fixture
def patient_switches():
    """No thread has to give the lock away before it wants to."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    yield
    sys.setswitchinterval(usual)


def advances(work):
    """How far another thread counts during each of several calls of `work`: 0 if that holds the lock."""
    count, is_over = [0], threading.Event()

    def counting():
        while not is_over.is_set():
            count[0] += 1
            time.sleep(0)

    thread = threading.Thread(target=counting)
    thread.start()
    while count[0] == 0:
        time.sleep(0.001)
    found = []
    for _ in range(CALLS):
        before = count[0]
        work()
        found.append(count[0] - before)
    is_over.set()
    thread.join()
    return found


def batch():
    return ninuki.BatchBoard(2000, "ninuki", seed=1)


def test_another_thread_counts_during_playouts(patient_switches):
    boards = batch()
    assert sum(advances(lambda: boards.playouts(1))) > 0


def test_another_thread_counts_during_steps(patient_switches):
    boards = ninuki.BatchBoard(200_000, "freestyle", seed=1)
    assert sum(advances(lambda: boards.step(boards.random_actions()))) > 0
    assert sum(advances(boards.planes)) > 0
    assert sum(advances(boards.legal_mask)) > 0


def test_another_thread_counts_during_a_search(patient_switches):
    with ninuki.Engine(hash=16) as engine:
        board = ninuki.Board("pente", moves="K10 L9")
        assert sum(advances(lambda: engine.analyse(board, nodes=10_000, own_table=True))) > 0


def records():
    return [ninuki.Record(ninuki.Board("renju", moves="h8 h9 i9 g7 k8"))] * 2000


WORK = {
    "loads": lambda: ninuki.loads("h8 h9 i9 g7 k8\n" * 2000, "txt", rules="renju"),
    "dumps": lambda kept=records(): ninuki.dumps(kept, "sgf"),
    "svg": lambda board=ninuki.Board("pente", moves="K10 L9"): board.svg(threats=True),
    "png": lambda board=ninuki.Board("pente", moves="K10 L9"): board.png(800),
    "batch": lambda: ninuki.BatchBoard(50_000, "ninuki"),
    "reset": lambda boards=ninuki.BatchBoard(50_000, "ninuki"): boards.reset(),
    "over": lambda boards=ninuki.BatchBoard(200_000, "ninuki"): boards.over(),
}


@pytest.mark.parametrize("name", WORK)
def test_another_thread_counts_during_work_above_a_millisecond(patient_switches, name):
    assert sum(advances(WORK[name])) > 0


def test_the_count_stands_still_where_the_lock_is_held(patient_switches):
    """The control: what runs in Python holds the lock."""
    assert advances(lambda: sum(range(300_000))) == [0] * CALLS
