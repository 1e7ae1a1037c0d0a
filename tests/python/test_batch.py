"""Batches, and the single boards that are their slow twins."""

import ninuki
import numpy as np
import pytest
from conftest import GAMES


@pytest.mark.parametrize("rules", GAMES)
def test_boards_of_a_batch_are_boards(rules):
    n = 12
    batch, boards = ninuki.BatchBoard(n, rules, seed=3), [ninuki.Board(rules) for _ in range(n)]
    for _ in range(400):
        for index, board in enumerate(boards):
            assert batch.text(index) == board.text()
            assert batch.outcome(index) == board.outcome
        same(batch, boards)
        actions = batch.random_actions()
        over = np.array([board.outcome is not None for board in boards])
        assert (batch.over() == over).all() and ((actions == -1) == over).all()
        for board, action in zip(boards, actions):
            if action >= 0:
                assert int(action) in board.legal_moves()
                board.push(action)
        if over.all():
            break
        batch.step(actions)
    batch.reset(np.arange(n) % 2 == 0)
    assert (batch.plies() == [0 if index % 2 == 0 else board.ply for index, board in enumerate(boards)]).all()


def same(batch, boards):
    mask = np.zeros((len(boards), batch.actions), bool)
    for row, board in zip(mask, boards):
        row[board.legal_moves()] = True
    assert (batch.legal_mask(all_actions=True) == mask).all()
    assert (batch.legal_mask() == mask[:, : batch.points]).all()
    assert (batch.planes() == [board.planes() for board in boards]).all()
    assert (batch.captured() == [board.captured for board in boards]).all()
    assert (batch.plies() == [board.ply for board in boards]).all()
    sign = {"x": 1, "o": -1, None: 0}
    assert (batch.to_move() == [sign[board.to_move] for board in boards]).all()
    winners = [board.outcome.winner if board.outcome else None for board in boards]
    assert (batch.winner() == [sign[winner] for winner in winners]).all()


@pytest.mark.parametrize("rules", GAMES)
def test_planes_are_what_they_say(rules):
    board = ninuki.Board(rules)
    for action in range(6):
        board.push(board.legal_moves()[-1 if action % 2 else 0])
    planes = dict(zip(ninuki.planes(), board.planes()))
    stones = [board.stone(point) for point in range(board.points)]
    cells = planes["board"].astype(bool)
    other = "o" if board.to_move == "x" else "x"
    assert cells.sum() == board.points
    assert [bool(own) for own in planes["own"][cells]] == [stone == board.to_move for stone in stones]
    assert [bool(own) for own in planes["other"][cells]] == [stone == other for stone in stones]
    placements = {move for move in board.legal_moves() if move < board.points}
    assert set(np.flatnonzero(planes["legal"][cells])) == placements
    assert all(not plane[~cells].any() for plane in planes.values())


def test_a_batch_begins_with_any_boards():
    boards = [ninuki.Board("nenuki", moves=moves) for moves in ("F6", "F6 G7 H8")]
    batch = ninuki.BatchBoard.of(boards)
    same(batch, boards)
    with pytest.raises(ValueError, match="one game"):
        ninuki.BatchBoard.of([boards[0], ninuki.Board("pente")])
    with pytest.raises(ValueError, match="0 boards"):
        ninuki.BatchBoard.of([])


def test_a_refused_step_changes_nothing():
    batch = ninuki.BatchBoard(3, "pente")
    for actions, rule in (([180, 180, 363], "no_move"), ([180, 361, -1], "no_swap"), ([180, -2, 0], "no_move")):
        with pytest.raises(ninuki.IllegalMove, match="board ") as refused:
            batch.step(actions)
        assert refused.value.rule == rule
        assert not batch.plies().any()
    for wrong, error in (([180.0] * 3, TypeError), ([180], ValueError), ([[180] * 3], ValueError), ("abc", TypeError)):
        with pytest.raises(error):
            batch.step(wrong)
    with pytest.raises(TypeError):
        batch.reset([1, 0, 1])
    with pytest.raises(IndexError):
        batch.text(3)
    assert batch.step(np.array([180, 180, -1], np.int16)).tolist() == [False] * 3
    assert batch.plies().tolist() == [1, 1, 0]


@pytest.mark.parametrize("rules", GAMES)
def test_playouts_count_whole_games(rules):
    batch = ninuki.BatchBoard(5, rules, seed=4)
    text, counts = batch.text(0), batch.playouts(20)
    assert counts.shape == (5, 4) and (counts[:, :3].sum(axis=1) == 20).all()
    assert batch.text(0) == text and not batch.plies().any()
    assert (counts[:, 3] >= 20 * 5).all()
    assert (ninuki.BatchBoard(5, rules, seed=4).playouts(20) == counts).all(), "a seed is always the same"
    assert (ninuki.BatchBoard(5, rules, seed=5).playouts(20) != counts).any()


def test_random_moves_are_equally_likely():
    batch = ninuki.BatchBoard(4096, "freestyle", 5, position="xoxox/oxoxo/x1o1x/oxoxo/xo2x o", seed=1)
    moves, counts = np.unique(batch.random_actions(), return_counts=True)
    assert len(moves) == 4 and (abs(counts - 1024) < 150).all()
