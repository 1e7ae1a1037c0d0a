"""Records are written from nothing and changed."""

import ninuki
import pytest


def test_a_record_is_written_from_nothing():
    record = ninuki.Record(ninuki.Board("renju"))
    record.black, record.white, record.date = "Ann", "Bob", "2026-11-20"
    record.event, record.round, record.place = "Open", "1", "Kyoto"
    record.root.comment = "a game"
    centre = record.root.add("h8")
    direct, indirect = centre.add("h9"), centre.add("i9")
    direct.quality, direct.marked = "!", True
    indirect.comment = "the other opening\r\nof two"
    indirect.labels = {"g7": "A", "k8": "B"}
    record.set_result("o", "time")
    text = ninuki.dumps([record], "sgf")
    read, = ninuki.loads(text, "sgf")
    assert read == record and ninuki.dumps([read], "sgf") == text
    assert (read.black, read.white, read.date, read.event, read.round, read.place) == (
        "Ann", "Bob", "2026-11-20", "Open", "1", "Kyoto"
    )
    assert read.result == record.result == "White wins: time" and read.moves == record.moves == ["h8", "h9"]
    direct, indirect = read.root.children[0].children
    assert (direct.quality, direct.marked) == ("!", True)
    assert (indirect.comment, indirect.labels) == ("the other opening\nof two", {"g7": "A", "k8": "B"})


def test_moves_are_added_by_the_rules():
    record = ninuki.Record(ninuki.Board("ninuki"))
    with pytest.raises(ninuki.IllegalMove) as refused:
        record.root.add("A1")
    assert refused.value.rule == "not_centre" and not record.root.children
    centre = record.root.add(180)
    assert record.root.add("K10") == centre and len(record.root.children) == 1
    with pytest.raises(ninuki.IllegalMove):
        centre.add("Z99")
    five = ninuki.Record(ninuki.Board("freestyle", moves="h8 a1 h9 b1 h10 c1 h11 d1"))
    end = five.root
    while end.children:
        end = end.children[0]
    end.add("h12")
    assert five.result == "Black wins: five"
    with pytest.raises(ninuki.IllegalMove) as refused:
        end.children[0].add("a15")
    assert refused.value.rule == "game_over"
    end.children[0].remove()
    assert five.result is None and ninuki.dumps([five], "sgf").count(b"RE[") == 0


def test_nodes_are_removed_and_promoted():
    record = ninuki.Record(ninuki.Board("renju", moves="h8 h9 i9"))
    first = record.root.children[0]
    second = first.add("i9")
    after = second.add("g7")
    second.promote()
    assert record.moves == ["h8", "i9", "g7"] and record.board().moves == record.moves
    assert [node.move for node in first.children] == ["i9", "h9"]
    second.remove()
    assert record.moves == ["h8", "h9", "i9"] and len(first.children) == 1
    for gone in (second, after):
        with pytest.raises(ValueError, match="removed"):
            gone.comment = "?"
        with pytest.raises(ValueError, match="removed"):
            gone.children
    with pytest.raises(ValueError, match="root"):
        record.root.remove()
    # A line again: formats without variations take it.
    assert ninuki.dumps([record], "txt") == b"h8 h9 i9\n"
    first.add("k8")
    with pytest.raises(ninuki.RecordError):
        ninuki.dumps([record], "psq")


def test_wrong_annotations_are_refused():
    record = ninuki.Record(ninuki.Board("renju", moves="h8"))
    with pytest.raises(ValueError, match="marks are"):
        record.root.quality = "+"
    with pytest.raises(ninuki.IllegalMove, match="no point"):
        record.root.labels = {"z99": "A"}
    for winner, reason in (("x", "agreed"), (None, "time"), ("b", "time"), ("x", None)):
        with pytest.raises(ValueError):
            record.set_result(winner, reason)
    record.set_result(None, "agreed")
    assert record.result is not None
    record.set_result(None, None)
    assert record.result is None


def test_the_names_of_a_record_stay_in_its_review(engine):
    board = ninuki.Board("freestyle", moves="h8 a1 h9 b1")
    review = engine.review(ninuki.Record(board, black="Ann", white="Bob"), nodes=100)
    assert (review.black, review.white) == ("Ann", "Bob") and set(review.players) == {"Ann", "Bob"}
    assert engine.review(board, nodes=100).black == ""
