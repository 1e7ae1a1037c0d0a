"""Batches, and the single boards that are their slow twins."""

import os
import pickle

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


@pytest.mark.parametrize("rules", ["ninuki", "renju", "swap2-pente", "ndengrod"])
def test_threads_change_no_result(rules):
    """150 boards are several parts, the last of them not full."""
    alone, shared = (ninuki.BatchBoard(150, rules, seed=6, threads=threads) for threads in (1, 3))
    assert (alone.threads, shared.threads) == (1, 3)
    for ply in range(30):
        actions = alone.random_actions()
        assert (actions == shared.random_actions()).all()
        if ply % 7 == 0:
            assert (alone.legal_mask(all_actions=True) == shared.legal_mask(all_actions=True)).all()
            assert (alone.planes() == shared.planes()).all()
        over = alone.step(actions)
        assert (over == shared.step(actions)).all()
        for batch in (alone, shared):
            batch.reset(over)
    assert alone == shared
    assert (alone.playouts(2) == shared.playouts(2)).all()
    few = [ninuki.BatchBoard(2, rules, seed=6, threads=threads).playouts(100) for threads in (1, 2)]
    assert (few[0] == few[1]).all()
    assert pickle.loads(pickle.dumps(shared)).threads == 3


def test_threads_name_the_first_board_that_refuses():
    batch = ninuki.BatchBoard(1000, "pente", threads=4)
    actions = np.full(1000, 180)
    actions[[130, 700, 999]] = 0
    for _ in range(20):
        with pytest.raises(ninuki.IllegalMove, match="board 130: A19"):
            batch.step(actions)
    assert not batch.plies().any()
    for threads in (0, 1025):
        with pytest.raises(ValueError, match=f"threads is {threads}"):
            ninuki.BatchBoard(2, threads=threads)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_child_of_a_fork_has_threads_of_its_own():
    batch = ninuki.BatchBoard(1000, "pente", seed=2, threads=2)
    batch.step(batch.random_actions())
    child = os.fork()
    if child == 0:
        batch.step(batch.random_actions())
        os._exit(int(batch.plies().min()))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 2
    assert batch.step(batch.random_actions()).shape == (1000,)


def test_known_legal_placements_are_those_of_the_position():
    """Boards whose mask was asked for, and boards without."""
    for rules in ("ninuki", "renju", "ndengrod"):
        asked, not_asked = (ninuki.BatchBoard(64, rules, seed=9) for _ in range(2))
        for _ in range(50):
            actions = asked.random_actions()
            assert (asked.step(actions) == not_asked.step(actions)).all()
            for batch in (asked, not_asked):
                batch.reset(batch.over())
            assert asked == not_asked


def test_a_foul_of_black_loses():
    board = ninuki.Board("renju", moves="h8 i9 g8 o1 f9 o3 f10 o5")
    batch, foul = ninuki.BatchBoard.of([board] * 2), board.number("f8")
    assert board.forbidden() == [foul] and not batch.legal_mask()[0, foul]
    assert batch.step([foul, -1]).tolist() == [True, False]
    assert batch.outcome(0).reason == "foul" and batch.winner().tolist() == [-1, 0]


@pytest.mark.parametrize("rules", GAMES)
def test_features_of_a_batch_are_those_of_its_boards(rules):
    batch, boards = ninuki.BatchBoard(70, rules, seed=8, threads=2), [ninuki.Board(rules) for _ in range(70)]
    for _ in range(9):
        actions = batch.random_actions()
        batch.step(actions)
        for board, action in zip(boards, actions):
            if action >= 0:
                board.push(action)
    found = ninuki.features(batch)
    for index, board in enumerate(boards):
        single = ninuki.features(board)
        assert (found.codes[index] == single.codes).all() and (found.policy[index] == single.policy).all()
        assert (found.global_features[index] == single.global_features).all() and found.value[index] == single.value


@pytest.mark.parametrize("rules", ["pente", "ndengrod"])
def test_symmetries_keep_the_symmetric_key(rules):
    board = ninuki.Board(rules)
    for _ in range(5):
        legal = board.legal_moves()
        board.push(legal[len(legal) // 3])
    images = board.symmetries()
    assert images.shape == (12 if rules == "ndengrod" else 8, board.actions)
    assert (images[0] == np.arange(board.actions)).all() and (np.sort(images, axis=1) == images[0]).all()
    for image in images:
        same = ninuki.Board(rules, moves=[int(image[board.number(move)]) for move in board.moves])
        assert same.key(symmetric=True) == board.key(symmetric=True)
    assert len({tuple(image) for image in images}) == len(images)


def test_arrays_go_to_other_libraries_without_copies():
    batch = ninuki.BatchBoard(3, "pente")
    for array in (batch.planes(), batch.to_move(), batch.random_actions(), *ninuki.features(batch)):
        assert np.shares_memory(np.from_dlpack(array), array)
