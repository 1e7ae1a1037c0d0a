"""Programs of the Gomocup protocol as players: games, clocks, faults, matches."""

import sys
import time
from pathlib import Path

import ninuki
import pytest

#: A program that answers with the first free point; its arguments make it misbehave.
PROGRAM = '''
import sys, time
how = sys.argv[1:]
size, taken, asked = 15, set(), 0
def go():
    global asked
    asked += 1
    if "slow" in how: time.sleep(30)
    if "crash" in how and asked == 2: sys.exit(3)
    if "refuse" in how: print("ERROR I will not"); return
    if "chatter" in how: print("MESSAGE depth 1 ev 0\\nDEBUG x")
    cell = next((x, y) for y in range(size) for x in range(size) if (x, y) not in taken or "occupied" in how and taken)
    if "nonsense" in how: print("hello"); return
    taken.add(cell)
    print("%d,%d" % cell)
for line in sys.stdin:
    word, *rest = line.split()
    if word == "ABOUT": print('name="Brain, the \\'first\\'", version="1.0"')
    elif word == "START": size, taken, asked = int(rest[0]), set(), 0; print("OK")
    elif word == "BEGIN": go()
    elif word == "TURN": taken.add(tuple(map(int, rest[0].split(",")))); go()
    elif word == "BOARD":
        for line in sys.stdin:
            if line.strip() == "DONE": break
            taken.add(tuple(map(int, line.split(",")[:2])))
        go()
    elif word == "END": break
    sys.stdout.flush()
'''


@pytest.fixture(scope="module")
def brain(tmp_path_factory):
    path = tmp_path_factory.mktemp("brain") / "brain.py"
    path.write_text(PROGRAM)
    return lambda *how, **others: ninuki.EngineClient([sys.executable, "-u", str(path), *how], **others)


class Last:
    """Plays the last legal move."""

    name = "last"

    def play(self, board):
        return board.name(board.legal_moves()[-1])


def test_a_program_plays_a_game(brain):
    with brain("chatter") as client:
        assert client.name == "Brain, the 'first'" and client.about["version"] == "1.0"
        game = ninuki.play_game(client, Last(), ninuki.Board("freestyle", size=9))
        assert client.messages == ["MESSAGE depth 1 ev 0", "DEBUG x"]
        assert (game.winner, game.reason, game.fault) == (client.name, "five", None)
        assert game.record.moves[:3] == ["a9", "i1", "b9"] and game.record.result == "Black wins: five"
        # In the middle of a game the program receives all moves.
        board = ninuki.Board("freestyle", size=9, moves="a9 b9 c9")
        assert client.play(board) == "d9" and board.ply == 3


def test_what_a_program_is_told(tmp_path, brain):
    said = tmp_path / "said"
    recorder = tmp_path / "recorder.py"
    recorder.write_text(PROGRAM.replace("for line in sys.stdin:\n    word", f"for line in sys.stdin:\n    open({str(said)!r}, 'a').write(line)\n    word"))
    options = {"thread_num": 1}
    with ninuki.EngineClient(
        [sys.executable, "-u", str(recorder)], name="it", match_time=60, increment=1, memory=1 << 20, options=options
    ) as client:
        assert client.name == "it"
        board = ninuki.Board("renju")
        client.new_game()
        board.push(client.play(board))
        board.push("h8")
        board.push(client.play(board))
        assert 59 < client.time_left <= 62
    lines = said.read_text().split()
    text = " ".join(lines)
    assert text.startswith("ABOUT START 15 INFO rule 4 INFO timeout_turn 1000 INFO timeout_match 60000 INFO max_memory 1048576")
    assert "INFO time_increment 1000 INFO thread_num 1 INFO time_left 60000 BEGIN" in text
    assert text.endswith("TURN 7,7 END") and text.count("START") == 1


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("slow", "no move within 0.2 s"),
        ("crash", "has ended with status 3"),
        ("refuse", "ERROR I will not"),
        ("nonsense", "plays hello"),
        ("occupied", "plays 0,0"),
    ],
)
def test_a_fault_loses_the_game_and_the_next_one_is_played(brain, how, message):
    with brain(how, time=0.2, grace=0.3) as client:
        begun = time.monotonic()
        match = ninuki.play_match(client, Last(), [ninuki.Board("freestyle", size=9, moves="e5 e6")])
        assert time.monotonic() - begun < 20
        assert (match.wins, match.draws, match.losses) == (0, 0, 2)
        for game in match.games:
            assert game.reason == "fault" and message in game.fault and game.winner == "last"
            assert ("time" if how == "slow" else "resigned") in game.record.result


def test_games_that_a_program_does_not_play(brain):
    with brain() as client:
        for board, message in [
            (ninuki.Board("pente"), "does not play pente, but freestyle, standard, renju, caro"),
            (ninuki.Board("freestyle", position="15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o"), "set up"),
        ]:
            client.new_game()
            with pytest.raises(ninuki.EngineError, match=message):
                client.play(board)
    with pytest.raises(ninuki.EngineError, match="closed"):
        client.new_game()
    with pytest.raises(ninuki.EngineError, match="empty"):
        ninuki.EngineClient("")
    with pytest.raises(ValueError, match="0 or more"):
        brain(time=-1)
    with pytest.raises(ninuki.EngineError, match="ended with status 0"):
        ninuki.EngineClient([sys.executable, "-c", "pass"])


def test_nothing_is_left_when_a_client_is_forgotten(brain):
    client = brain()
    process = client._process
    del client
    assert process.wait(5) is not None


def test_a_match_of_this_engine_in_a_game_with_captures(program):
    """Every ending of the games is checked by the rules of the module, so the program knows them, too."""
    brain = Path(program).with_name("pbrain-ninuki")
    if not brain.exists():
        pytest.skip("there is no pbrain-ninuki beside the program")
    one, other = (ninuki.EngineClient([str(brain)], name=name, options={"max_node": nodes}) for name, nodes in (("a", 300), ("b", 30)))
    with one, other:
        for rules in ("ninuki", "keryo", "caro"):
            openings = [ninuki.Board(rules, size=15)]
            seen = []
            match = ninuki.play_match(one, other, openings, on_game=seen.append)
            assert seen == match.games and [game.fault for game in match.games] == [None, None]
            assert str(match).startswith(f"a against b: {match.wins} won")
    with pytest.raises(ValueError, match="both players are called last"):
        ninuki.play_match(Last(), Last(), [])


def test_elo_is_that_of_pairs():
    def match(results):
        winner = {"1": "a", "0": "b", "=": None}
        record = ninuki.Record(ninuki.Board("freestyle"))
        return ninuki.Match(("a", "b"), [ninuki.Game("a", "b", record, winner[result], "five") for result in results])

    # 60 % of 200 points: 70.4 Elo; pairs of 1, 1/2 and 0 points with a standard deviation of 0.3015 around the mean of 0.6.
    found = match("11" * 30 + "10" * 60 + "00" * 10).elo()
    assert found is not None and abs(found[0] - 70.4) < 0.1 and abs(found[1] - 42.8) < 0.1
    assert match("1111").elo() is None and match("10").elo() is None and match("1010").elo() is None
