"""Values are copied, pickled and compared."""

import copy
import pickle

import ninuki
import numpy as np
import pytest
from conftest import GAMES, random_game

SGF = (
    "(;GM[4]SZ[15]RU[renju]PB[Ann]PW[Bob]DT[2026-11-20]RE[B+R]XX[kept];B[hh]C[the centre]LB[aa:A](;W[hg]TE[1])(;W[ig]"
    "C[indirect];B[gg]MA[gg]))"
)


def again(value):
    return pickle.loads(pickle.dumps(value))


def test_outcomes_are_values():
    outcome = random_game("freestyle", 0).outcome
    for same in (again(outcome), copy.copy(outcome), copy.deepcopy(outcome), ninuki.Outcome(outcome.winner, outcome.reason)):
        assert same == outcome and hash(same) == hash(outcome)
    with pytest.raises(ValueError, match="allowed is 'x', 'o', None"):
        ninuki.Outcome("b", "five")


@pytest.mark.parametrize("rules", GAMES)
def test_batches_are_pickled_and_copied(rules):
    batch = ninuki.BatchBoard(3, rules, seed=5)
    for _ in range(6):
        batch.step(batch.random_actions())
    batch.reset([True, False, False])
    copies = [again(batch), copy.copy(batch), copy.deepcopy(batch)]
    for _ in range(200):
        assert all(other == batch for other in copies)
        actions = batch.random_actions()
        for other in copies:
            assert (other.random_actions() == actions).all()
            other.step(actions)
        batch.step(actions)
        if batch.over().all():
            break
    assert (again(batch).legal_mask() == batch.legal_mask()).all() and again(batch).outcome(1) == batch.outcome(1)


def test_batches_of_boards_are_pickled():
    boards = [ninuki.Board("pente", moves="K10 L9"), ninuki.Board("pente", position="19/19/19/19/19/19/19/19/19/9x9/19/19/19/19/19/19/19/19/19 o")]
    batch = ninuki.BatchBoard.of(boards, seed=3)
    batch.step(batch.random_actions())
    other = again(batch)
    assert other == batch and other != ninuki.BatchBoard(2, "pente")
    other.reset()
    assert [other.text(index) for index in range(2)] == [board.text() for board in boards]
    assert (again(batch).playouts(3) == batch.playouts(3)).all()


def test_records_and_nodes_are_pickled_and_copied():
    record, = ninuki.loads(SGF, "sgf")
    for same in (again(record), copy.copy(record), copy.deepcopy(record)):
        assert same == record and same is not record
        assert ninuki.dumps([same], "sgf") == ninuki.dumps([record], "sgf")
        same.black = "Eve"
        assert same != record and record.black == "Ann"
    node = record.root.children[0].children[1].children[0]
    root, other = again((record.root, node))
    assert other.moves == node.moves and other.parent.parent.parent == root
    assert record.root == record.root and hash(record.root) == hash(record.root) and node != record.root


@pytest.mark.parametrize("rules", GAMES)
def test_records_of_all_games_are_pickled(rules):
    record = ninuki.Record(random_game(rules, 1, 12), black="Ann")
    assert again(record) == record and again(record).board() == record.board()


def test_records_with_unusual_rules_are_pickled():
    for board in (
        ninuki.Board("pente", flags={"third-free": True}, moves="K10 L10 K11"),
        ninuki.Board("ndengrod", 4, length=4, moves="d4"),
        ninuki.Board("freestyle", (15, 20), moves="h8 h9"),
    ):
        assert again(ninuki.Record(board)).board() == board
        assert again(ninuki.BatchBoard.of([board])) == ninuki.BatchBoard.of([board])


def test_a_damaged_record_is_not_pickled():
    record, = ninuki.loads("h8 h8", "txt", rules="renju")
    with pytest.raises(ninuki.RecordError, match="cannot be pickled"):
        pickle.dumps(record)
    assert copy.copy(record).error == record.error


def test_errors_and_answers_are_pickled():
    with pytest.raises(ninuki.IllegalMove) as refused:
        ninuki.Board("renju", moves="h8 h8")
    assert again(refused.value).rule == "occupied" and str(again(refused.value)) == str(refused.value)
    with ninuki.Engine(hash=1) as engine:
        analysis = engine.analyse(ninuki.Board("renju"), nodes=100)
        with pytest.raises(ninuki.EngineError) as wrong:
            engine.analyse(ninuki.Board("renju"), nodes=0)
    assert again(analysis) == analysis and again(wrong.value).field == "nodes"
    assert hash(analysis.lines[0].score) == hash(again(analysis.lines[0].score))
    features = ninuki.features(ninuki.Board("renju"))
    assert np.array_equal(again(features).codes, features.codes)


def test_boards_records_and_nodes_are_drawn_in_notebooks():
    record = ninuki.Record(ninuki.Board("renju", moves="h8 h9"))
    assert all(shown._repr_svg_().startswith("<svg") for shown in (record.board(), record, record.root))
