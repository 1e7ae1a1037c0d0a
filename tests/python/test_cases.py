"""The records that the command line, the service, Python and the board read alike."""

import json
from pathlib import Path

import ninuki
import pytest

CASES = json.loads((Path(__file__).parents[1] / "cases" / "cases.json").read_text())


@pytest.mark.parametrize("case", CASES["records"], ids=lambda case: case["name"])
def test_every_record_has_its_value(case):
    data, format = case["bytes"].encode("latin-1"), case["file"].rsplit(".", 1)[1]
    (record,) = ninuki.loads(data, format, **case.get("options", {}))
    assert record.error is None
    board = record.board()
    assert (board.rules, board.size, len(record.moves)) == (case["game"], case["size"], case["plies"])
    if "outcome" in case:
        winner, reason = case["outcome"]
        assert record.result == f"{'Black' if winner == 'x' else 'White'} wins: {reason}"
    assert bool(record.remarks) == ("told" in case)
    assert case.get("told", "") in "".join(record.remarks)
    sgf = ninuki.dumps([record], "sgf").decode().replace("\n", "")
    assert [part for part in case["sgf"] if part not in sgf] == []
