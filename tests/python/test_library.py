"""Libraries of games, as the command makes them."""

import json
import subprocess
import threading

import ninuki
import pytest

GAMES = """
(;FF[4]GM[4]SZ[19]RU[pente]PB[Ann]PW[Bob]BR[1700]WR[1500]DT[2024-05-01]EV[Open]RE[B+R];B[jj];W[kk];B[mj];W[jm])
(;FF[4]GM[4]SZ[19]RU[pente]PB[Cyd]PW[Ann]BR[1650]WR[1710]DT[2025-03-09]EV[Club]RE[W+R];B[jj];W[ii];B[gj];W[ji])
(;FF[4]GM[4]SZ[19]RU[pente]PB[Bob]PW[Cyd]DT[2023-11-20]RE[B+T];B[jj];W[jk];B[mj])
"""


@pytest.fixture(scope="module")
def path(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("library")
    (folder / "games.sgf").write_text(GAMES)
    command = [program, "library", "import", "--library", folder / "games.db", folder / "games.sgf"]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "games.db"


def test_the_explorer_counts_as_the_command_does(path, program):
    library = ninuki.Library(path)
    found = library.explore(ninuki.Board("pente", moves="K10"))
    command = [program, "library", "explore", "--library", path, "--rules", "pente", "--moves", "K10", "--json"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    assert (found.games, found.x, found.o, found.draws) == (told["games"], told["x"], told["o"], told["draws"])
    for move, other in zip(found.moves, told["moves"]):
        value = other.pop("book", None)
        assert {name: getattr(move, name) for name in other} == other
        assert move.book == (value and ninuki.BookValue(ninuki.Score(**value.pop("score")), **value))
    assert [game.id for game in found.top] == [game["id"] for game in told["top"]]
    first = found.moves[0]
    assert first == ninuki.ExploredMove("J9", 2, 1, 1, 0, 1605, 2025, 0, 4, book=first.book)
    assert found.recent[0].x == "Cyd" and found.evaluation is None
    assert library.explore(ninuki.Board("renju")).games == 0
    assert library.explore(ninuki.Board("pente"), player="a*", color="o", since="2025").games == 1


def test_the_book_is_that_of_the_command(program):
    for moves in ("h8", "h8 h9 i9", "h8 i9 g9 a1 o15"):
        found = ninuki.book(ninuki.Board("renju", moves=moves))
        command = [program, "book", "show", "--rules", "renju", "--moves", moves, "--json"]
        # It exits with 1 for a position outside of the book.
        told = json.loads(subprocess.run(command, capture_output=True).stdout)
        assert [(move.move, move.winrate, move.nodes) for move in found.moves] == [
            (move["move"], move["winrate"], move["nodes"]) for move in told["candidates"]
        ]
        assert (found.opening, found.winrate, found.depth) == (told["opening"], told["winrate"], told["depth"])
    assert found.score is None and not found.moves
    mirrored = [ninuki.book(ninuki.Board("renju", moves=moves)) for moves in ("h8 i9 h10", "h8 i9 j8")]
    assert [found.score for found in mirrored] == [mirrored[0].score] * 2 != [None] * 2
    assert ninuki.book(ninuki.Board("ndengrod")).positions == 0
    empty = ninuki.Library.of([]).explore(ninuki.Board("renju", moves="h8 h9 i9"))
    assert empty.games == 0 and empty.book.opening == "Kagetsu"


def test_games_are_found(path):
    library = ninuki.Library(str(path))
    assert len(library) == 3 and repr(library).endswith("games.db, 3 games>")
    ids = [game.id for game in library.search()]
    assert [game.id for game in library.search(after=ids[0], limit=1)] == ids[1:2]
    assert [game.ply for game in library.search(ninuki.Board("pente", moves="K10 L9 N10"))] == [3, 3]
    assert [game.id for game in library.search(ninuki.Board("pente"), event="club")] == ids[1:2]
    assert library.search(pattern="x??x/?o??", result="x")[0].id == ids[0]
    assert library.search(limit=0) == library.search(ninuki.Board("renju")) == []
    game = library.game(ids[0])
    assert (game.x, game.x_rating, game.moves, game.result) == ("Ann", 1700, ["K10", "L9", "N10", "K7"], "x")
    record = library.record(ids[0])
    assert record.black == "Ann" and record.board(2).moves == ["K10", "L9"]


def test_wrong_arguments_are_refused(path, tmp_path):
    library = ninuki.Library(path)
    for wrong in (
        lambda: ninuki.Library(tmp_path / "none.db"),
        lambda: library.game(5),
        lambda: library.record(5),
        lambda: library.search(pattern="..."),
        lambda: library.search(since="yesterday"),
        lambda: library.search(result="won"),
        lambda: library.search(color="x"),
        lambda: library.search(player="a", color="black"),
    ):
        with pytest.raises(ninuki.LibraryError) as refused:
            wrong()
        assert "\n" not in str(refused.value)
    with pytest.raises(TypeError, match="there is no filter 'rating'"):
        library.search(rating=5)
    (tmp_path / "text.db").write_text("no library")
    with pytest.raises(ninuki.LibraryError, match="no library"):
        ninuki.Library(tmp_path / "text.db")


def test_threads_share_a_library(path):
    library = ninuki.Library(path)
    found = []
    threads = [threading.Thread(target=lambda: found.append(len(library.search()))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [3] * 8
