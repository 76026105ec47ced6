"""Protects the search agent: reproducible, within its budget, small in memory, and unaware of hidden information."""

from __future__ import annotations

import time
import tracemalloc
from statistics import median
from typing import Any

import pytest

from kontor.agents.catalog import agent
from kontor.agents.search import Search, SearchOptions
from kontor.core import registry
from kontor.core.agent import AnalyzingAgent, Budget
from kontor.core.game import Game
from kontor.core.values import PositionBytes, Setup
from kontor.games.teutonica.game import Teutonica
from kontor.games.teutonica.rules import layout
from kontor.games.teutonica.rules.modules.missions import determinize_missions
from kontor.kernel.generator import Generator
from tests.agents.games import SETUPS, game_of_light, in_turn
from tests.calibration import python_slowdown

MISSIONS: Setup = {"game": "teutonica", "modules": ["mission-cards"]}


def seen_in_turn(game: Game, turn: int) -> PositionBytes:
    """Return the view of the decider at the beginning of a turn."""
    position = in_turn(game, turn)
    return game.view(position, game.to_move(position))


def seconds(game: Game, view: PositionBytes, name: str, budget: Budget) -> float:
    """Return how long an agent takes for a decision."""
    began = time.perf_counter()
    agent(name).choose(game, view, budget, Generator(1))
    return time.perf_counter() - began


def grown(game: Game, view: PositionBytes, options: SearchOptions, simulations: int) -> Any:
    """Return a tree after some simulations."""
    assert game.has_evaluation
    tree = game.tree(view, "balanced", 5, options.row())
    tree.run_simulations(simulations)
    return tree


def mission_cells() -> list[int]:
    """Return the cells of the mission cards of four seats."""
    return [layout.SEATS + seat * layout.SEAT_SIZE + layout.MISSION for seat in range(4)]


@pytest.mark.parametrize("setup", [*SETUPS, MISSIONS], ids=lambda s: "-".join(map(str, s.values())))
def test_search_is_equal_on_both_kernels(setup: Setup) -> None:
    games = [registry.game(setup, kernel) for kernel in ("compiled", "interpreted")]
    view = seen_in_turn(games[0], 9)
    trees = [grown(game, view, SearchOptions(beam_at_root=1), 6) for game in games]
    assert trees[0].choices() == trees[1].choices()
    assert trees[0].chances() == trees[1].chances()


def test_search_returns_choices_and_an_estimate() -> None:
    game = registry.game({"game": "teutonica"})
    searcher = agent("search")
    assert isinstance(searcher, AnalyzingAgent)
    thought = searcher.analyze(game, seen_in_turn(game, 40), Budget(playouts=64), Generator(1))
    assert thought.move == thought.choices[0].move
    assert sum(choice.share for choice in thought.choices) == pytest.approx(1)
    assert sum(thought.estimate.chances) == pytest.approx(1, abs=0.01)
    lines = [set(score.lines) for score in game.scores(game.start()).scores]
    assert [set(expected) for expected in thought.estimate.lines] == lines


def test_search_recognises_a_winning_lead() -> None:
    game = registry.game({"game": "teutonica"})
    described = game.position_json(in_turn(game, 41))
    position = game.read_position({**described, "score": {**described["score"], "2": 19}})
    thought = Search().analyze(game, position, Budget(playouts=32), Generator(1))
    assert max(range(4), key=thought.estimate.chances.__getitem__) == 2


def test_a_forced_move_is_made_at_once() -> None:
    game = registry.game({"game": "teutonica"})
    forced = next(p for p in game_of_light(game) if len(game.legal_moves(p)) == 1)
    slower = python_slowdown()
    assert seconds(game, forced, "expert", Budget(seconds=5)) < 0.5 * slower


@pytest.mark.parametrize("setup", [{"game": "teutonica"}, {"game": "hansa"}], ids=lambda s: s["game"])
def test_a_time_budget_is_kept(setup: Setup) -> None:
    game = registry.game(setup)
    taken = [seconds(game, seen_in_turn(game, turn), "search", Budget(seconds=0.25)) for turn in range(13, 22)]
    assert median(taken) < 0.25 + 0.05 * python_slowdown()


def test_the_memory_of_a_search_is_bounded() -> None:
    game = registry.game({"game": "teutonica", "players": 5})
    view = seen_in_turn(game, 40)
    tracemalloc.start()
    tree = grown(game, view, SearchOptions(rollout_turns=0), 4000)
    per_node = tracemalloc.get_traced_memory()[1] / tree.size()[0]
    tracemalloc.stop()
    assert per_node * 200_000 < 500e6


def test_search_does_not_read_the_cards_of_others() -> None:
    game = Teutonica(MISSIONS)
    position = in_turn(game, 13)
    seat = game.to_move(position)
    one, other = (cell for holder, cell in enumerate(mission_cells()) if holder not in (seat, (seat + 1) % 4))
    swapped = position[:]
    swapped[one], swapped[other] = position[other], position[one]
    game.engine.write_checksum(swapped)
    views = [game.view(each, seat) for each in (position, swapped)]
    answers = [Search().analyze(game, view, Budget(playouts=40), Generator(3)) for view in views]
    assert position != swapped
    assert answers[0] == answers[1]


def test_guessed_cards_are_all_different_and_leave_known_ones_alone() -> None:
    game = Teutonica(MISSIONS, "interpreted")
    view = seen_in_turn(game, 9)
    seat, p, seen = game.to_move(view), game.configuration.engine.position, set[int]()
    for seed in range(40):
        p.load(view)
        determinize_missions(p, Generator(seed))
        cards = [p.cells[cell] for cell in mission_cells()]
        assert len(set(cards)) == 4
        assert cards[seat] == view[mission_cells()[seat]]
        seen.update(cards)
    assert seen == set(range(1, p.board.cards + 1))
