"""Arguments with a wrong length, without an end, or of no use end in exceptions, not in the end of the process."""

import itertools
import os
import subprocess
import sys
import threading
import time

import ninuki
import numpy as np
import pytest
from ninuki import _native


class Long(list):
    """A list that names a wrong length."""

    def __len__(self):
        return 1 << 60


BOARD = ninuki.Board("pente", moves="K10 L9")
RECORD = ninuki.Record(BOARD)



def loaded(values):
    """The games of a list of bytes; the bytes of a text are no list."""
    if isinstance(values, str):
        raise TypeError
    return [record.moves for record in ninuki.loads(values, "txt", rules="pente")]


TAKERS = {
    "of": (lambda values: ninuki.BatchBoard.of(values).text(0), BOARD),
    "dumps": (lambda values: ninuki.dumps(values, "txt"), RECORD),
    "loads": (loaded, ord("\n")),
    "library": (lambda values: len(_native.Library.of(values)), RECORD),
}


@pytest.mark.parametrize("name", TAKERS)
def test_the_length_of_a_sequence_is_not_trusted(name):
    take, value = TAKERS[name]
    assert take(Long([value])) == take([value]) == take((value,))
    for values in (range(10**12), itertools.repeat(value), "K10", None, 7, Long([None])):
        with pytest.raises((TypeError, OverflowError, ValueError)):
            take(values)
    with pytest.raises((TypeError, ValueError)):
        take(Long([value, object()]))


class Broken:
    """An object all of whose conversions fail."""

    def fail(self, *args, **kwargs):
        raise KeyError("broken")

    __index__ = __int__ = __float__ = __len__ = __iter__ = __fspath__ = __array__ = __bool__ = fail


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros(3, dtype=np.int64),
        np.zeros((4, 1), dtype=np.int64),
        np.zeros(4),
        np.array([2**63] * 4, dtype=np.uint64),
        np.array([2**63 - 1] * 4),
        np.array([None] * 4),
        [float("nan")] * 4,
        [2**70] * 4,
        "K10",
        Broken(),
        [Broken()] * 4,
        None,
    ],
)
def test_moves_of_a_batch_have_its_shape(actions):
    batch = ninuki.BatchBoard(4, "pente")
    before = [batch.text(index) for index in range(4)]
    with pytest.raises((TypeError, ValueError, OverflowError, KeyError)):
        batch.step(actions)
    assert [batch.text(index) for index in range(4)] == before


def test_moves_of_any_memory_layout_are_read():
    for actions in (np.array([180, 0, 181, 0])[::2], np.array([180, 181], dtype=">i8"), np.broadcast_to(np.int8(100), 2)):
        batch = ninuki.BatchBoard(2, "freestyle")
        batch.step(actions)
        assert batch.plies().tolist() == [1, 1]


def test_long_records_are_refused_or_read():
    for format, text in (
        ("sgf", "(;" * 200_000),
        ("sgf", "(;SZ[15]RU[renju]" + "(;B[hh]" * 200_000),
        ("pgn", "(" * 400_000),
        ("rif", "<a>" * 200_000),
        ("txt", "h8 " * 200_000),
    ):
        try:
            records = ninuki.loads(text, format, rules="renju")
        except ninuki.RecordError:
            continue
        assert all(record.error is None or isinstance(record.error, str) for record in records)


# Records beyond the 4 MiB of a line of JSON, each as a text for a number of bytes.
LONG = {
    "txt": lambda size: "h8 h9 i9 i8\n" * (size // 12),
    "pgn": lambda size: '[Game "renju"]\n[Size "15"]\n\n1. h8 h9 2. i9 i8 *\n\n' * (size // 48),
    "sgf": lambda size: "(;SZ[15]RU[renju];B[hh]" + "(;W[hi])" * (size // 8) + ")",
}


@pytest.mark.parametrize("format", LONG)
def test_long_records_take_time_in_proportion(format):
    def seconds(size):
        text = LONG[format](size)
        began = time.process_time()
        assert ninuki.loads(text, format, rules="renju")
        return time.process_time() - began

    short, long = (min(seconds(size) for _ in range(2)) for size in (1 << 20, 5 << 20))
    assert long < 15 * max(short, 0.02), (short, long)


@pytest.mark.parametrize("format", LONG)
def test_long_records_obey_limits(format, tmp_path):
    text = LONG[format](5 << 20)
    path = tmp_path / f"long.{format}"
    path.write_text(text)
    for read in (
        lambda **limits: ninuki.loads(text, format, rules="renju", **limits),
        lambda **limits: ninuki.read(path, rules="renju", **limits),
    ):
        for skip in (False, True):
            with pytest.raises(ninuki.RecordError, match="too much memory, at most 4 MiB are allowed"):
                read(memory=4, skip_unreadable=skip)
            with pytest.raises(ninuki.RecordError, match="too long, at most 1 ms are allowed"):
                read(longest=0.001, skip_unreadable=skip)
        for wrong in ({"memory": -1}, {"memory": 0.5}, {"longest": -1.0}, {"longest": float("nan")}, {"longest": "1"}):
            with pytest.raises((OverflowError, TypeError, ValueError)):
                read(**wrong)


PEAK = """
import resource, sys
import ninuki
text = open(sys.argv[1]).read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
records = ninuki.loads(text, sys.argv[2], rules="renju")
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the unit of the peak is that of Linux")
@pytest.mark.parametrize("format", LONG)
def test_the_memory_of_long_records_is_bounded(format, tmp_path):
    size = 5 << 20
    path = tmp_path / "long"
    path.write_text(LONG[format](size))
    run = subprocess.run([sys.executable, "-c", PEAK, path, format], capture_output=True, text=True, check=True)
    assert int(run.stdout) < 150 * size, f"{int(run.stdout) / size:.1f} bytes a byte"


STREAMED = """
import resource, sys
import ninuki
sys.stdout.write(str(sum(1 for _ in ninuki.records(sys.argv[1], "txt", rules="renju", memory=1))))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
count = sum(len(record.moves) for record in ninuki.records(sys.argv[2], "txt", rules="renju", memory=1))
print("", count, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the unit of the peak is that of Linux")
def test_an_iterator_of_records_takes_the_memory_of_a_few(tmp_path):
    short, long = tmp_path / "short", tmp_path / "long"
    short.write_text(LONG["txt"](1 << 18))
    long.write_text(LONG["txt"](5 << 20))
    run = subprocess.run([sys.executable, "-c", STREAMED, short, long], capture_output=True, text=True, check=True)
    games, moves, peak = map(int, run.stdout.split())
    assert (games, moves) == ((1 << 18) // 12, 4 * ((5 << 20) // 12))
    assert peak < 5 << 20, "less than the file"


def test_an_iterator_of_records_tells_what_is_wrong(tmp_path):
    path = tmp_path / "games.sgf"
    games = "(;GM[4]SZ[15]RU[renju];B[hh])", "(;GM[4]SZ[999]RU[renju];B[hh])", "(;GM[4]SZ[15]RU[renju];B[hh];W[ig])"
    path.write_text("".join(games))
    with pytest.raises(ninuki.RecordError) as expected:
        ninuki.read(path)
    records = ninuki.records(path)
    assert next(records).moves == ["h8"]
    with pytest.raises(ninuki.RecordError) as found:
        next(records)
    assert str(found.value) == str(expected.value)
    assert list(records) == [], "nothing follows an error"
    assert [len(record.moves) for record in ninuki.records(path, skip_unreadable=True)] == [
        len(record.moves) for record in ninuki.read(path, skip_unreadable=True)
    ]
    path.write_text(LONG["sgf"](5 << 20))
    with pytest.raises(ninuki.RecordError, match="too much memory, at most 4 MiB are allowed"):
        next(ninuki.records(path, memory=4))
    for wrong in (tmp_path / "none.sgf", tmp_path / "none.doc"):
        with pytest.raises(ninuki.RecordError):
            ninuki.records(wrong)
    # Iterators that are dropped early end their threads.
    threads = len(os.listdir("/proc/self/task")) if sys.platform == "linux" else 0
    path.write_text(games[0] * 10_000)
    for _ in range(20):
        next(ninuki.records(path))
    if threads:
        deadline = time.monotonic() + 60
        while len(os.listdir("/proc/self/task")) > threads and time.monotonic() < deadline:
            time.sleep(0.01)
        assert len(os.listdir("/proc/self/task")) <= threads


def deep(turns):
    """A certificate with one line of this many turns."""
    steps = "".join(f"{step} play e5 a1:{step - 1} *:0\n" for step in range(1, turns + 1))
    return (
        "certificate 1\ngame deep\nbase ndengrod\nrule suicide true\nrule repetition false\nsize 3\nlength 4\n"
        f"position 1xx/xxx1/xxoxo/1xoo/oo1 x 0 0\nsteps {turns + 1}\n0 win b4 d2\n{steps}"
    )


@pytest.mark.parametrize("turns", [3343, 14000])
def test_deep_certificates_are_checked_on_a_small_stack(turns):
    verdicts = []

    def verify():
        with ninuki.Engine() as engine:
            verdicts.append(engine.verify(deep(turns)))

    before = threading.stack_size(256 << 10)
    try:
        thread = threading.Thread(target=verify)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    (verdict,) = verdicts
    assert verdict.verified and verdict.plies == 2 * turns + 1
