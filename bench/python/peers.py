"""Games of other libraries, for the measurements beside this file."""

import random

import pyspiel


def openspiel(size):
    gomoku = pyspiel.load_game("gomoku", {"size": size})

    def game():
        state = gomoku.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        return state.move_number()

    return game
