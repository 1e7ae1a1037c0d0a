"""1,000 random games, all games among them, as the program sees them and as the module does."""

import json
import random
import subprocess

import ninuki
from conftest import GAMES, random_game

COUNT = 1000


def described(board, moves):
    """A board as the program describes it."""
    outcome = board.outcome
    placements = [move for move in board.legal_moves() if move < board.points]
    return {
        "game": board.rules,
        "plies": board.ply,
        "moves": moves,
        "captured": dict(zip("xo", board.captured)),
        "to_move": None if outcome else board.to_move,
        "pending_five": board.pending_five,
        "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
        "legal": {board.name(move) for move in placements},
        "forbidden": {board.name(point) for point in board.forbidden()},
        "swap_offered": board.swap_offered,
        "may_pass": board.actions - 1 in board.legal_moves(),
        "position": board.text(),
    }


def moves_of(board):
    """The moves of a board, each with what it captured."""
    again = ninuki.Board(board.rules)
    return [{"move": move, "captured": sorted(again.name(point) for point in again.push(move))} for move in board.moves]


def test_random_games_are_those_of_the_program(program):
    dice = random.Random(1)
    boards = []
    for number in range(COUNT):
        # Every second game is cut short: legal moves are seen in the middle of games, too.
        plies = dice.randrange(60) if number % 2 else None
        board = random_game(GAMES[number % len(GAMES)], number, plies)
        if board.rules == "renju" and board.forbidden():
            # No legal move, but one that can be played.
            board.push(board.forbidden()[0])
        boards.append(board)
    queries = [{**board.fields(), "id": index, "action": "position"} for index, board in enumerate(boards)]
    lines = "".join(json.dumps(query) + "\n" for query in queries)
    run = subprocess.run([program, "analysis"], input=lines, capture_output=True, text=True, check=True)
    answers = {answer["id"]: answer for answer in map(json.loads, run.stdout.rstrip("\n").split("\n"))}
    assert len(answers) == COUNT
    for index, board in enumerate(boards):
        expected = answers[index]
        assert expected.get("error") is None, expected
        found = described(board, moves_of(board))
        for move in expected["moves"]:
            move["captured"].sort()
        for name in ("legal", "forbidden"):
            expected[name] = set(expected[name])
        assert {name: expected[name] for name in found} == found, board.fields()
    assert {board.rules for board in boards} == set(GAMES)
    assert {board.outcome.reason for board in boards if board.outcome} > {"five", "captures", "foul", "line"}
