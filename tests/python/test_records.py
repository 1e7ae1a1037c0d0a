"""Records of all formats, written and read."""

import ninuki
import pytest
from conftest import GAMES, random_game


# Formats that are read and not written.
READ_ONLY = ("rif", "jsonl")


@pytest.mark.parametrize("format", ninuki.formats())
def test_records_are_read_as_they_are_written(format):
    written = 0
    for rules in GAMES:
        board = random_game(rules, 6, 8)
        record = ninuki.Record(board, black="Ann", white="Bob", date="2026-11-20")
        try:
            data = ninuki.dumps([record], format)
        except ninuki.RecordError as refused:
            assert "\n" not in str(refused)
            continue
        again = ninuki.loads(data, format, rules=rules)[0]
        if format == "db":
            # It keeps one of the orientations of a position.
            assert len(again.moves) == len(record.moves) and again.error is None
        else:
            assert again.moves == record.moves and again.board() == board and again.error is None
        if format in ("sgf", "pgn"):
            assert (again.black, again.white, again.date) == ("Ann", "Bob", "2026-11-20")
        written += 1
    assert written >= 1 or format in READ_ONLY


def test_files_are_written_and_read(tmp_path):
    boards = [random_game("renju", seed, 20) for seed in range(3)]
    path = tmp_path / "games.sgf"
    ninuki.write(path, [ninuki.Record(board) for board in boards])
    assert [record.board() for record in ninuki.read(path)] == boards
    assert ninuki.read(str(path))[1].board(4).moves == boards[1].moves[:4]
    with pytest.raises(ninuki.RecordError, match="no ending known"):
        ninuki.write(tmp_path / "games.doc", [])
    with pytest.raises(ninuki.RecordError):
        ninuki.read(tmp_path / "none.sgf")


def test_results_stand_in_records():
    assert ninuki.loads("(;GM[4]SZ[15]RE[W+R];B[hh])", "sgf", rules="freestyle")[0].result == "White wins: resigned"
    won = ninuki.Record(ninuki.Board("freestyle", moves="a1 a2 b1 b2 c1 c2 d1 d2 e1"))
    assert won.result == "Black wins: five"


def test_variations_and_comments_stay():
    text = b"(;FF[4]GM[4]SZ[15]RU[renju];B[hh]C[first](;W[hg])(;W[ig]C[indirect]))"
    again = ninuki.dumps(ninuki.loads(text, "sgf"), "sgf")
    assert b"indirect" in again and again.count(b"(;") == 3


def test_variations_and_comments_are_read():
    text = """(;GM[4]SZ[15]RU[renju];B[hh]C[the centre]LB[aa:A]
        (;W[hg]BM[1](;B[ig])(;B[gg]MA[gg]C[two\nlines]))(;W[ig]C[indirect]TE[1];B[gh]))"""
    record = ninuki.loads(text, "sgf")[0]
    root = record.root
    assert (root.move, root.parent, root.moves, root.comment) == (None, None, [], "")
    (centre,) = root.children
    assert (centre.move, centre.comment, centre.labels) == ("h8", "the centre", {"a15": "A"})
    direct, indirect = centre.children
    assert [node.move for node in (direct, indirect)] == ["h9", "i9"]
    assert (direct.quality, indirect.quality, indirect.comment) == ("?", "!", "indirect")
    variation = direct.children[1]
    assert variation.marked and variation.comment == "two\nlines" and not direct.marked
    assert variation.moves == ["h8", "h9", "g9"] == variation.board().moves
    assert variation.parent == direct and hash(variation.parent) == hash(direct) and variation != direct
    assert record.root == root and ninuki.loads(text, "sgf")[0].root != root, "nodes are those of one record"
    assert root.board().ply == 0 and repr(direct) == "<Node: h9, 2 children>"

    def count(node):
        return 1 + sum(count(child) for child in node.children)

    assert count(root) == 7
    line = ninuki.Record(ninuki.Board("pente", moves="K10 L9")).root
    assert line.children[0].children[0].moves == ["K10", "L9"]
    refused = ninuki.loads("h8 h8", "txt", rules="renju")[0].root.children[0]
    with pytest.raises(ninuki.RecordError, match="occupied"):
        refused.children[0].board()


def test_what_the_rules_refuse_is_told():
    record = ninuki.loads("h8 h8", "txt", rules="renju")[0]
    assert "occupied" in record.error and record.board(1).moves == ["h8"]
    for wrong in (record.board, lambda: record.board(3), lambda: ninuki.dumps([record], "sgf")):
        with pytest.raises(ninuki.RecordError):
            wrong()
    with pytest.raises(ninuki.RecordError):
        ninuki.loads("", "doc")
    with pytest.raises(TypeError):
        ninuki.loads(7, "sgf")


def test_records_that_name_no_game_are_not_guessed():
    psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\na.zip\nb.zip\n-1\n"
    for end, rules in (("", "freestyle"), ("0,Freestyle15_1\n", "freestyle"), ("0,Standard_1\n", "standard")):
        record = ninuki.loads(psq + end, "psq")[0]
        assert (record.rules, record.moves, record.black) == (rules, ["h8", "i7"], "a.zip")
        assert ninuki.dumps([record], "psq") == (psq + end).encode()
    for text, format in (("K10 L9", "txt"), ("1. K10 L9", "pgn"), ("h8i9", "pos")):
        with pytest.raises((ninuki.RecordError, ninuki.RulesError), match="no game is named here, .*: ninuki, "):
            ninuki.loads(text, format)
        assert ninuki.loads(text, format, rules="pente")[0].rules == "pente"


def test_names_and_results_belong_to_the_stones():
    text = """[Site "PlayOK"]
[Black "Ann"]
[White "Bob"]
[Result "0-1"]
[GameType "61,19"]

1. s19 i9 2. j8 black 3. i7 i8 0-1
"""
    record = ninuki.loads(text, "pgn")[0]
    assert (record.black, record.white, record.rules, record.moves[0]) == ("Bob", "Ann", "standard", "s19")
    assert b'[Player 1 Name "Bob"]' in ninuki.dumps([record], "pgn")
    assert ninuki.loads("1. h8 2. i9 3. i7", "txt", rules="renju")[0].moves == ["h8", "i9", "i7"]


def test_character_sets_and_remarks():
    text = "(;GM[4]CA[GB2312]SZ[15]RU[renju];B[hh]C[花月])"
    record = ninuki.loads(text.encode("gb2312"), "sgf")[0]
    assert (record.root.children[0].comment, record.encoding, record.remarks) == ("花月", "GBK", [])
    assert ninuki.loads(text, "sgf")[0].root.children[0].comment == "花月"
    assert "花月".encode("gbk") in ninuki.dumps([record], "lib", encoding="gbk")
    with pytest.raises(ninuki.RecordError, match="is no character of windows-1252"):
        ninuki.dumps(ninuki.loads(text, "sgf"), "lib")
    guessed = ninuki.loads(text.replace("CA[GB2312]", "").encode("gb2312"), "sgf")[0]
    assert "was guessed to be" in guessed.remarks[0]
    with pytest.raises(ninuki.RecordError, match="is no character set"):
        ninuki.loads(text.encode(), "sgf", encoding="klingon")


def test_set_ups_and_passes_in_the_middle():
    record = ninuki.loads("(;GM[4]SZ[15]RU[renju];B[hh];W[];AE[hh]AB[aa]PL[W];W[bb])", "sgf")[0]
    assert record.error is None and record.moves == ["h8", "pass", "b14"]
    assert record.board().text().startswith("x14/1o13/15/")
    assert ninuki.loads(ninuki.dumps([record], "sgf"), "sgf")[0].moves == record.moves


@pytest.mark.parametrize(("text", "result", "winner"), [
    ("RE[B+]", "Black wins", "x"), ("RE[W+F]", "White wins", "o"), ("RE[B+R]", "Black wins: resigned", "x"),
    ("RE[Draw]", "draw: agreed", None), ("RE[Void]", None, None), ("", None, None)])
def test_the_winner_is_told_where_the_record_does_not_say_how(text, result, winner):
    record = ninuki.loads(f"(;GM[4]SZ[15]RU[renju]{text};B[hh])", "sgf")[0]
    assert (record.result, record.winner) == (result, winner)


def test_a_missing_file_is_told_before_a_missing_game(tmp_path):
    for read in (ninuki.read, ninuki.records):
        with pytest.raises(ninuki.RecordError, match="missing"):
            read(tmp_path / "missing")
