"""What holds whatever is played."""

import ninuki
from conftest import GAMES
from hypothesis import given
from hypothesis import strategies as st

choices = st.lists(st.integers(0, 10**6), max_size=120)


def played(rules, numbers):
    board = ninuki.Board(rules)
    for number in numbers:
        moves = board.legal_moves()
        if not moves:
            break
        board.push(moves[number % len(moves)])
    return board


@given(st.sampled_from(GAMES), choices)
def test_taking_back_is_the_way_there(rules, numbers):
    board = played(rules, numbers)
    texts, moves = [], list(board.moves)
    while board.ply:
        texts.append((board.text(), board.captured, board.outcome))
        board.pop()
    assert board.text() == ninuki.Board(rules).text()
    for move in moves:
        board.push(move)
        assert (board.text(), board.captured, board.outcome) == texts.pop()


@given(st.sampled_from(GAMES), choices)
def test_legal_moves_are_those_that_are_not_refused(rules, numbers):
    board = played(rules, numbers)
    legal = set(board.legal_moves())
    for move in range(board.actions):
        assert board.is_legal(move) == (move in legal)
        assert board.number(board.name(move)) == move
        try:
            board.check(move)
            assert move in legal
        except ninuki.IllegalMove as refused:
            assert move not in legal and refused.rule and refused.move == board.name(move)


@given(st.sampled_from(GAMES), choices)
def test_stones_are_placed_or_captured(rules, numbers):
    board = played(rules, numbers)
    stones = sum(board.stone(point) is not None for point in range(board.points))
    placed = sum(move not in ("swap", "pass") for move in board.moves)
    assert stones + sum(board.captured) == placed


@given(st.sampled_from(GAMES), choices, st.text("abcdeo0123456789xXO/ ", max_size=80))
def test_texts_are_read_as_they_are_written_and_bad_ones_are_refused(rules, numbers, noise):
    board = played(rules, numbers)
    if board.outcome is None:
        again = ninuki.Board.from_text(board.text(), rules)
        assert again.text() == board.text() and (again.width, again.height) == (board.width, board.height)
    try:
        ninuki.Board.from_text(noise, rules)
    except (ninuki.PositionError, ninuki.RulesError) as refused:
        assert "\n" not in str(refused)


@given(st.binary(max_size=300), st.sampled_from(ninuki.formats()))
def test_no_bytes_break_a_reader(noise, format):
    try:
        for record in ninuki.loads(noise, format, rules="freestyle"):
            record.error, record.result, record.moves
    except ninuki.Error as refused:
        assert "\n" not in str(refused)
