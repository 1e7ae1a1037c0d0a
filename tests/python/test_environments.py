"""PettingZoo's and OpenSpiel's own tests, and exchanges of colours."""

import numpy as np
import ninuki
import pytest
from conftest import GAMES

pettingzoo = pytest.importorskip("pettingzoo")


@pytest.mark.parametrize("rules", GAMES)
def test_pettingzoo_accepts_the_environments(rules):
    import ninuki.pettingzoo
    from pettingzoo.test import api_test, seed_test

    api_test(ninuki.pettingzoo.raw_env(rules), num_cycles=600)
    api_test(ninuki.pettingzoo.env(rules), num_cycles=100)
    seed_test(lambda: ninuki.pettingzoo.env(rules), num_cycles=50)


def test_the_winner_gets_one():
    import ninuki.pettingzoo

    env = ninuki.pettingzoo.env("freestyle", render_mode="ansi")
    env.reset()
    board = ninuki.Board("freestyle")
    for move in "a1 a2 b1 b2 c1 c2 d1 d2 e1".split():
        env.step(board.number(move))
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert "(x)" in env.render()


def test_render_modes_are_known(capsys):
    import ninuki.pettingzoo

    env = ninuki.pettingzoo.env("freestyle", size=9, render_mode="human")
    env.reset()
    env.step(40)
    assert capsys.readouterr().out.count("last move e5") == 1 and env.render() is None
    with pytest.raises(ValueError, match="allowed is 'ansi', 'human', None"):
        ninuki.pettingzoo.env("freestyle", render_mode="rgb_array")


def test_an_illegal_move_is_refused_or_ends_the_game():
    import ninuki.pettingzoo

    raw = ninuki.pettingzoo.raw_env("ninuki")
    raw.reset()
    with pytest.raises(ninuki.IllegalMove, match="centre"):
        raw.step(0)
    env = ninuki.pettingzoo.env("ninuki")
    env.reset()
    env.step(0)
    assert env.rewards["player_0"] == -1


def asked(answer):
    """The environment of `nenuki` after six stones, when White's player has answered."""
    import ninuki.pettingzoo

    env = ninuki.pettingzoo.raw_env("nenuki")
    env.reset()
    board = ninuki.Board("nenuki")
    while not board.swap_offered:
        move = board.legal_moves()[board.ply]
        board.push(move)
        env.step(move)
    assert (board.to_move, board.swap_by, env.agent_selection) == ("x", "o", "player_1")
    mask = env.observe("player_1")["action_mask"]
    assert np.flatnonzero(mask).tolist() == [board.points, board.points + 1]
    assert not env.observe("player_0")["action_mask"].any()
    with pytest.raises(ninuki.IllegalMove):
        env.step(board.legal_moves()[0])
    env.step(board.number(answer))
    return env


def test_the_player_who_may_exchange_colours_is_asked():
    env = asked("pass")
    assert env.agent_selection == "player_0"
    assert env.observe("player_0")["action_mask"][-2:].tolist() == [0, 0]
    with pytest.raises(ninuki.IllegalMove):
        env.step(env.action_space("player_0").n - 2)
    assert asked("swap").agent_selection == "player_1", "who has Black now is to move"


@pytest.mark.parametrize("rules", GAMES)
def test_openspiel_accepts_the_games(rules):
    pyspiel = pytest.importorskip("pyspiel")
    import ninuki.openspiel

    game = pyspiel.load_game("ninuki", {"rules": rules})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    state = game.new_initial_state()
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    other = state.clone()
    other.apply_action(other.legal_actions()[-1])
    assert state.move_number() == 4 and str(state) != str(other)


def test_openspiel_searches_with_it():
    pyspiel = pytest.importorskip("pyspiel")
    import ninuki.openspiel
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game("ninuki(rules=freestyle,size=5)")
    state = game.new_initial_state()
    for move in "a1 a2 b1 b2 c1 c2 d1 d2".split():
        state.apply_action(state.string_to_action(move))
    bot = mcts.MCTSBot(game, 2, 100, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), random_state=np.random.RandomState(1))
    state.apply_action(bot.step(state))
    assert state.is_terminal() and state.returns() == [1.0, -1.0]
