"""Kontor: the open home of the Hanse board games.

kontor.game_names()                              # the names of all games
game = kontor.game(NAME, players=3)
state = game.new_state(seed=7)
state.push(state.legal_moves[0])
state.push(kontor.agent("easy").choose(state))
print(state)
"""

from kontor.agents.state_agent import RatedMove, StateAgent, StateAnalysis
from kontor.core.game import Game
from kontor.core.move import Move
from kontor.core.notation import UnknownMove
from kontor.core.record import BrokenRecord, Record, RecordError
from kontor.core.state import State
from kontor.core.values import Event, IllegalMove, Refusal, Score, ScoreSheet, SetupError
from kontor.kernel.runtime.errors import PositionError
from kontor.kernel.seats import CHANCE, GAME_OVER
from kontor.library import agent, game, game_names, load, parse, play, replay, svg

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "GAME_OVER",
    "BrokenRecord",
    "Event",
    "Game",
    "IllegalMove",
    "Move",
    "PositionError",
    "RatedMove",
    "Record",
    "RecordError",
    "Refusal",
    "Score",
    "ScoreSheet",
    "SetupError",
    "State",
    "StateAgent",
    "StateAnalysis",
    "UnknownMove",
    "agent",
    "game",
    "game_names",
    "load",
    "parse",
    "play",
    "replay",
    "svg",
]
