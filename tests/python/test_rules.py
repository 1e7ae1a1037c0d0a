"""The decided cases, and what is refused."""

import json
import pickle
import re
from copy import copy, deepcopy

import ninuki
import pytest
from conftest import GAMES, ROOT, random_game

DATA = ROOT / "engine/tests/data"


def cases(name):
    return json.loads((DATA / name).read_text())


def set_up(case, rules, **options):
    """The board of a case before its moves."""
    board = ninuki.Board(rules, case["size"], **options)
    stones = {board.number(point): side for side in "xo" for point in case[side]}
    rows, width = [], board.width
    points = iter(range(board.points))
    for y in range(board.height):
        length = width if rules != "ndengrod" else width - abs(y - width // 2)
        rows.append("".join(stones.get(next(points), "1") for _ in range(length)))
    text = "/".join(re.sub("1+", lambda run: str(len(run[0])), row) for row in rows)
    pairs = case.get("pairs", {"x": 0, "o": 0})
    text += f" {case['turn']} {2 * pairs['x']} {2 * pairs['o']}"
    return ninuki.Board(rules, case["size"], position=text, **options)


def played(board, moves):
    """How the case ends, and what its last move captured."""
    captured = []
    for index, move in enumerate(moves):
        try:
            captured = board.push(move)
        except ninuki.IllegalMove:
            assert index + 1 == len(moves)
            return "illegal", []
    state = "go" if board.outcome is None else board.outcome.winner or "draw"
    return state, sorted(board.name(point) for point in captured)


def test_square_cases():
    count = 0
    for case in cases("square.json"):
        for rules, expected in case["expect"].items():
            board = set_up(case, rules)
            state, captured = played(board, case["moves"])
            assert state == expected, (case["id"], rules)
            if rules == "ninuki":
                assert captured == sorted(case["captured_by_last_move"]), case["id"]
                after = case["pairs_after"]
                assert board.captured == (2 * after["x"], 2 * after["o"]), case["id"]
                assert board.pending_five == case["unperfect_pending"], case["id"]
            count += 1
    assert count == 226


def test_hexagon_cases():
    found = cases("hex.json")
    for case in found:
        board = set_up(case, "ndengrod", length=case["length"])
        state, captured = played(board, case["moves"])
        assert state == case["expect"], case["id"]
        assert captured == sorted(case["captured_last"]), case["id"]
    assert len(found) == 21


@pytest.mark.parametrize(
    "rules, moves, rule",
    [
        ("ninuki", "A1", "not_centre"),
        ("pente", "K10 K10", "occupied"),
        ("pente", "K10 L9 K11", "too_near"),
        ("pente", "K10 pass", "no_pass"),
        ("pente", "swap", "no_swap"),
        ("pente", "Z99", "no_move"),
        ("freestyle", "a1 a2 b1 b2 c1 c2 d1 d2 e1 e2", "game_over"),
    ],
)
def test_errors_name_the_rule(rules, moves, rule):
    with pytest.raises(ninuki.IllegalMove) as refused:
        ninuki.Board(rules, moves=moves)
    assert refused.value.rule == rule
    assert refused.value.move.lower() == moves.split()[-1].lower()
    assert pickle.loads(pickle.dumps(refused.value)).rule == rule


@pytest.mark.parametrize("wrong", [-1, 363, 10**30, 1.5, None, "", "K", []])
def test_what_is_no_move_is_refused_and_changes_nothing(wrong):
    board = ninuki.Board("pente", moves="K10")
    with pytest.raises((ninuki.IllegalMove, TypeError, OverflowError)):
        board.push(wrong)
    assert board.moves == ["K10"]


@pytest.mark.parametrize(
    "options, error",
    [
        ({"rules": "chess"}, ninuki.RulesError),
        ({"rules": "pente", "size": 3}, ninuki.RulesError),
        ({"rules": "pente", "size": (13, 15)}, ninuki.RulesError),
        ({"rules": "pente", "flags": {"suicide": True}}, ninuki.RulesError),
        ({"rules": "pente", "rules_text": "name = 'mine'"}, ninuki.RulesError),
        ({"rules": "pente", "position": "19/19 x"}, ninuki.PositionError),
        ({"rules": "freestyle", "size": 5, "position": "5/5/5/5/5 x 2 0"}, ninuki.PositionError),
    ],
)
def test_what_is_no_game_is_refused(options, error):
    with pytest.raises(error) as refused:
        ninuki.Board(**options)
    assert "\n" not in str(refused.value) and len(str(refused.value)) > 10


@pytest.mark.parametrize(
    "wrong, error",
    [
        (lambda: ninuki.Board("pente", -3), TypeError),
        (lambda: ninuki.Board("pente", "large"), ninuki.RulesError),
        (lambda: ninuki.Board("pente", flags={"third-free": 1}), TypeError),
        (lambda: ninuki.Board("pente", moves=7), TypeError),
        (lambda: ninuki.Board("pente").png(10**6), ValueError),
        (lambda: ninuki.Board("pente").svg(0), ValueError),
        (lambda: ninuki.BatchBoard(0), ValueError),
        (lambda: ninuki.BatchBoard(10**9), ValueError),
    ],
)
def test_bad_arguments_have_one_line(wrong, error):
    with pytest.raises(error) as refused:
        wrong()
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("rules", GAMES)
def test_copies_are_equal_and_independent(rules):
    board = random_game(rules, 1, 9)
    for other in (board.copy(), copy(board), deepcopy(board), pickle.loads(pickle.dumps(board)), ninuki.Board(**board.fields())):
        assert other == board and other.text() == board.text()
        other.pop()
        assert other != board and other.ply == 8


def test_games_of_ones_own():
    board = ninuki.Board(rules_text='name = "mine"\nbase = "pente"\n[capture]\ntarget = 4', moves="K10")
    assert board.rules == "mine" and ninuki.Board(**board.fields()) == board


def test_notebooks_show_the_board():
    board = ninuki.Board("pente", moves="K10 L9")
    assert board._repr_svg_().startswith("<svg") and "(o)" in repr(board)
    assert board.png(200).startswith(b"\x89PNG")
