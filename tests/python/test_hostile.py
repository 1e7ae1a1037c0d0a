"""Arguments with a wrong length, without an end, or of no use end in exceptions, not in the end of the process."""

import itertools

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
