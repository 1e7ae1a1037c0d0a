"""Analysis, moves, proofs, reviews."""

import gc
import threading
import weakref

import ninuki
import numpy as np
import pytest
from conftest import GAMES, ROOT, random_game

THREE = "h8 a1 h9 c1 h10 e1"


@pytest.mark.parametrize("rules", GAMES)
def test_every_game_is_analysed_and_played(engine, rules):
    board = random_game(rules, 2, 3)
    analysis = engine.analyse(board, nodes=300, lines=2)
    assert len(analysis.lines) == 2 and analysis.best == analysis.lines[0].pv[0]
    assert all(0 <= line.winrate <= 1 for line in analysis.lines)
    assert board.ply == 3 and board.is_legal(engine.play(board, nodes=100))


def test_limits_hold(engine):
    board = ninuki.Board("pente", moves="K10 L9")
    assert engine.analyse(board, depth=3, own_table=True).depth == 3
    few = engine.analyse(board, nodes=500, own_table=True)
    assert few.nodes <= 500 and few.ended == "nodes"
    same = engine.analyse(board, nodes=500, own_table=True)
    assert (same.best, same.lines) == (few.best, few.lines)
    assert engine.analyse(board, nodes=200, only=["A1"]).best == "A1"
    assert engine.analyse(board, nodes=500, own_table=True, avoid=[few.best]).best != few.best
    with pytest.raises(ninuki.EngineError) as refused:
        engine.analyse(board, nodes=0)
    assert refused.value.field == "nodes"
    with pytest.raises(ninuki.EngineError):
        engine.play(random_game("freestyle", 0))


def test_levels_play(engine):
    board = ninuki.Board("pente", moves="K10 L9")
    first = {engine.play(board, level=1, seed=seed) for seed in range(12)}
    assert len(first) > 1 and all(board.is_legal(move) for move in first), "a beginner is not always the same"
    assert engine.play(board, level=1, seed=3) == engine.play(board, level=1, seed=3)
    won = ninuki.Board("freestyle", moves="h8 a1 i8 a3 j8 a5 k8 a7")
    assert engine.play(won, level=10, time=0.3) in ("l8", "g8")
    for wrong in ({"level": 11}, {"level": 0}, {"level": 3, "nodes": 10}):
        with pytest.raises(ninuki.EngineError):
            engine.play(board, **wrong)


def test_a_win_is_proved_and_its_certificate_checked(engine):
    solution = engine.solve(ninuki.Board("freestyle", moves=THREE))
    assert solution.proved and solution.plies == 3 and solution.pv[0] in ("h7", "h11")
    verified = engine.verify(solution.certificate)
    assert verified and (verified.game, verified.winner, verified.plies) == ("freestyle", "x", 3)
    assert f"position {verified.position}\n" in solution.certificate
    forged = engine.verify(solution.certificate.replace("/7x7/", "/7o7/", 1))
    assert not forged and forged.reason
    assert engine.verify(solution.certificate.encode()) == verified
    packed = (ROOT / "tests/proofs/gomoku-15/a1.ncert").read_bytes()
    found = engine.verify(packed, nodes=100)
    assert not found and found.ended == "positions" and found.certificate.startswith("certificate 1\ngame freestyle\n")
    assert engine.verify(packed[:-1]).problem["code"] == "certificate_damaged"
    with pytest.raises(TypeError):
        engine.verify(None)
    nothing = engine.solve(ninuki.Board("freestyle", moves="h8"))
    assert not nothing.proved and nothing.certificate is None


def test_a_search_that_is_stopped_before_it_begins_does_not_say_that_the_game_is_over():
    with ninuki.Engine() as engine:
        board = ninuki.Board("pente", moves="K10 L9")
        next(iter(engine.search(board, time=3600)))
        threading.Timer(0.1, engine.stop).start()
        with pytest.raises(ninuki.EngineError, match="it was ended: terminated"):
            engine.play(board, nodes=100)
        with pytest.raises(ninuki.EngineError, match="allowed are seconds from 0"):
            engine.analyse(board, time=float("nan"))
        with pytest.raises(TypeError, match="a number of seconds, not str"):
            engine.analyse(board, time="2")


def test_a_game_is_reviewed(engine):
    board = ninuki.Board("freestyle", moves=THREE + " h11 a15 h12")
    review = engine.review(board, nodes=300)
    assert [move.move for move in review.moves] == board.moves and len(review.graph) == board.ply + 1
    assert review.graph[-1] == 1.0 and review.moves[-1].score.win == 1
    assert engine.review(ninuki.Record(board), nodes=300).graph[-1] == 1.0


def test_threats_and_balanced_moves(engine):
    assert engine.threats(ninuki.Board("freestyle", moves=THREE))["x"]["straight_four"] == ["h11", "h7"]
    moves = engine.balance(ninuki.Board("freestyle", moves="h8"), lines=3, depth=1)
    assert len(moves) == 3 and all(isinstance(score, ninuki.Score) for _, score, _ in moves)


def test_reports_come_while_it_thinks(engine):
    seen = []
    engine.analyse(ninuki.Board("pente", moves="K10 L9"), time=0.5, own_table=True, on_report=seen.append)
    assert seen and all(isinstance(report, ninuki.Analysis) and report.ended is None for report in seen)


def test_several_threads_ask_one_engine():
    board = ninuki.Board("pente", moves="K10 L9")
    found = {}

    def ask(reply):
        after = board.copy()
        after.push(reply)
        found[reply] = engine.analyse(after, nodes=300)

    with ninuki.Engine(threads=2, hash=16) as engine:
        replies = ["K13", "N10", "K7", "G10"]
        threads = [threading.Thread(target=ask, args=(reply,)) for reply in replies]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert set(found) == set(replies) and all(analysis.best for analysis in found.values())


def test_a_closed_engine_refuses_and_a_lost_one_ends():
    engine = ninuki.Engine(hash=1)
    engine.close()
    with pytest.raises(ValueError, match="closed"):
        engine.analyse(ninuki.Board("pente"))
    engine = ninuki.Engine(hash=1)
    listener = engine._listener
    lost = weakref.ref(engine)
    del engine
    gc.collect()
    assert lost() is None and not listener.is_alive()
    for wrong in ({"threads": 0}, {"hash": 0}, {"search_threads": 10**6}):
        with pytest.raises(ValueError, match="allowed is 1 to"):
            ninuki.Engine(**wrong)


def test_reports_may_fail_and_ask():
    board = ninuki.Board("freestyle", moves="h8")

    class Mine(Exception):
        pass

    def fail(_):
        raise Mine

    with ninuki.Engine(threads=2) as engine:
        with pytest.raises(Mine):
            engine.analyse(board, time=60, on_report=fail)
        asked = []

        def ask(_):
            if not asked:
                asked.append(engine.analyse(board, nodes=100, on_report=lambda _: None).best)

        assert engine.analyse(board, nodes=20000, on_report=ask).best and asked[0]


def test_queries_are_cancelled_and_stopped():
    with ninuki.Engine() as engine:
        endless = engine.submit(rules="pente", time=3_600_000)
        assert endless.cancel() and endless.cancelled()
        # The only thread is free again.
        assert engine.analyse(ninuki.Board("pente"), nodes=100).best
        endless = engine.submit(rules="pente", time=3_600_000)
        endless.stop()
        assert endless.result()["ended"] in ("stopped", "terminated") and not endless.cancel()


def test_nothing_waits_for_a_closed_engine():
    engine = ninuki.Engine()
    waiting = [engine.submit(rules="pente", time=3_600_000) for _ in range(4)]
    engine.close()
    assert all(query.done() for query in waiting)
    with pytest.raises(ValueError, match="closed"):
        engine.submit(action="position")


def test_limits_are_told():
    with ninuki.Engine(longest=0.05, output=1) as engine:
        answer = engine.submit(rules="freestyle", time=3_600_000).result()
        assert answer["limit"] == {"name": "time", "most": 50}
    with pytest.raises(ValueError, match="allowed is 1 to"):
        ninuki.Engine(hash=1 << 19)


@pytest.mark.parametrize("rules", GAMES)
def test_features_belong_to_the_position(rules):
    board = random_game(rules, 5, 7)
    found = ninuki.features(board)
    shape = (board.height, board.width)
    assert found.codes.shape == (2, *shape) and found.global_features.shape == (5,) and found.policy.shape == shape
    placements = [move for move in board.legal_moves() if move < board.points]
    assert np.isfinite(found.policy).sum() == len(placements)
    assert (np.isfinite(found.policy) == board.planes()[2].astype(bool)).all()
    after = board.copy()
    after.push(placements[len(placements) // 2])
    assert (ninuki.features(after).codes != found.codes).any()


def test_lines_have_priors(engine):
    board = ninuki.Board("freestyle", 9, moves="e5 a1 f5 a3 g5")
    lines = engine.analyse(board, nodes=500, lines=3, own_table=True).lines
    priors = {line.pv[0]: line.prior for line in lines}
    assert priors["d5"] == pytest.approx(0.698, abs=0.01) and all(0 <= prior <= 1 for prior in priors.values())


def test_puzzles_are_listed_and_solved(engine):
    found = engine.puzzles("pente", theme="vcf", difficulty=(0, 30), limit=3)
    assert 0 < len(found) <= 3 and all("vcf" in puzzle.themes and puzzle.difficulty <= 30 for puzzle in found)
    assert engine.puzzles("pente", theme="vcf", difficulty=(0, 30), limit=2, after=1)[0] == found[1]
    moves: list = []
    while not (state := engine.attempt(found[0], moves, hints=3)).solved:
        assert state.right in (None, True)
        moves.append(state.solution)
    assert engine.attempt(found[0].puzzle, moves).solved
    with pytest.raises(ninuki.EngineError) as refused:
        engine.attempt("00000000")
    assert refused.value.code == "no_puzzle"
    with pytest.raises(ninuki.EngineError):
        engine.puzzles("pente", theme="mate")


def test_arguments_of_wrong_types_and_values_are_named(engine):
    board = ninuki.Board("pente", moves="K10")
    for call, words in (
        (lambda: engine.analyse("K10"), "a Board is needed, not str"),
        (lambda: engine.solve(7), "a Board is needed, not int"),
        (lambda: engine.review([]), "a Board or a Record is needed, not list"),
        (lambda: board.push(1.5), "a move is a number or a text, not float"),
        (lambda: ninuki.dumps(7, "sgf"), "a list is needed, not int"),
    ):
        with pytest.raises(TypeError, match=words):
            call()
    with pytest.raises(ninuki.EngineError, match="time is -1, allowed are seconds from 0"):
        engine.analyse(board, time=-1)
    with pytest.raises(ninuki.EngineError, match="expected a whole number from 1"):
        engine.analyse(board, nodes=-1)
    with pytest.raises(ninuki.RulesError) as unnamed:
        ninuki.loads("1. h8 i9", "txt")
    assert "--" not in str(unnamed.value)


def test_moves_to_search_are_a_text_or_a_list(engine):
    board = ninuki.Board("pente", moves="K10")
    limits = {"nodes": 200, "lines": 3, "own_table": True}
    by_text, by_list = (engine.analyse(board, only=only, **limits) for only in ("L9 L10", ["L9", board.number("L10")]))
    assert {line.pv[0] for line in by_text.lines} == {"L9", "L10"} == {line.pv[0] for line in by_list.lines}
    assert engine.analyse(board, avoid=by_text.best, only="L9 L10", nodes=200).best != by_text.best
