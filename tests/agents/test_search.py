"""The search agent: repeatable, in time, frugal, and blind to what its seat may not know."""

from __future__ import annotations

import time
import tracemalloc
from statistics import median
from typing import Any

import pytest

from kontor.agents.catalog import agent
from kontor.agents.search import Habits, Search
from kontor.core.agent import Budget, Thinker
from kontor.core.game import Game, PositionBytes, Setup
from kontor.core.registry import game
from kontor.games.teutonica.game import Teutonica
from kontor.games.teutonica.rules import layout
from kontor.games.teutonica.rules.modules.missions import guess_missions
from kontor.kernel.generator import Generator
from tests.agents.playing import SETUPS, game_of_light, in_turn
from tests.calibration import python_slowdown

MISSIONS: Setup = {"game": "teutonica", "modules": ["mission-cards"]}


def seen_in_turn(table: Game, turn: int) -> PositionBytes:
    """What the decider sees at the beginning of a turn."""
    position = in_turn(table, turn)
    return table.view(position, table.to_move(position))


def seconds(table: Game, view: PositionBytes, name: str, budget: Budget) -> float:
    """How long an agent takes for a decision."""
    began = time.perf_counter()
    agent(name).choose(table, view, budget, Generator(1))
    return time.perf_counter() - began


def grown(table: Game, view: PositionBytes, search_options: Habits, simulations: int) -> Any:
    """A tree after some simulations."""
    assert table.has_evaluation
    tree = table.tree(view, "balanced", 5, search_options.row())
    tree.grow(simulations)
    return tree


def mission_cells() -> list[int]:
    """Where the cards of four seats stand in a position."""
    return [layout.SEATS + seat * layout.SEAT_SIZE + layout.MISSION for seat in range(4)]


@pytest.mark.parametrize("setup", [*SETUPS, MISSIONS], ids=lambda s: "-".join(map(str, s.values())))
def test_search_thinks_alike_on_both_kernels(setup: Setup) -> None:
    games = [game(setup, kernel) for kernel in ("compiled", "interpreted")]
    view = seen_in_turn(games[0], 9)
    trees = [grown(table, view, Habits(beam_at_root=1), 6) for table in games]
    assert trees[0].choices() == trees[1].choices()
    assert trees[0].chances() == trees[1].chances()


def test_search_says_what_it_expects() -> None:
    table = game({"game": "teutonica"})
    searcher = agent("search")
    assert isinstance(searcher, Thinker)
    thought = searcher.consider(table, seen_in_turn(table, 40), Budget(playouts=64), Generator(1))
    assert thought.move == thought.choices[0].move
    assert sum(choice.share for choice in thought.choices) == pytest.approx(1)
    assert sum(thought.estimate.chances) == pytest.approx(1, abs=0.01)
    lines = [set(score.lines) for score in table.scores(table.start()).scores]
    assert [set(expected) for expected in thought.estimate.lines] == lines


def test_search_knows_who_has_as_good_as_won() -> None:
    table = game({"game": "teutonica"})
    described = table.position_json(in_turn(table, 41))
    position = table.read_position({**described, "score": {**described["score"], "2": 19}})
    thought = Search().consider(table, position, Budget(playouts=32), Generator(1))
    assert max(range(4), key=thought.estimate.chances.__getitem__) == 2


def test_a_forced_move_is_made_at_once() -> None:
    table = game({"game": "teutonica"})
    forced = next(p for p in game_of_light(table) if len(table.legal_moves(p)) == 1)
    slower = python_slowdown()
    assert seconds(table, forced, "expert", Budget(seconds=5)) < 0.5 * slower


@pytest.mark.parametrize("setup", [{"game": "teutonica"}, {"game": "hansa"}], ids=lambda s: s["game"])
def test_a_time_budget_is_kept(setup: Setup) -> None:
    table = game(setup)
    taken = [seconds(table, seen_in_turn(table, turn), "search", Budget(seconds=0.25)) for turn in range(13, 22)]
    assert median(taken) < 0.25 + 0.05 * python_slowdown()


def test_a_search_stays_small() -> None:
    table = game({"game": "teutonica", "players": 5})
    view = seen_in_turn(table, 40)
    tracemalloc.start()
    tree = grown(table, view, Habits(turns_played_on=0), 4000)
    per_node = tracemalloc.get_traced_memory()[1] / tree.size()[0]
    tracemalloc.stop()
    assert per_node * 200_000 < 500e6


def test_search_does_not_read_the_cards_of_others() -> None:
    table = Teutonica(MISSIONS)
    position = in_turn(table, 13)
    seat = table.to_move(position)
    one, other = (cell for holder, cell in enumerate(mission_cells()) if holder not in (seat, (seat + 1) % 4))
    swapped = position[:]
    swapped[one], swapped[other] = position[other], position[one]
    table.engine.write_checksum(swapped)
    views = [table.view(each, seat) for each in (position, swapped)]
    answers = [Search().consider(table, view, Budget(playouts=40), Generator(3)) for view in views]
    assert position != swapped
    assert answers[0] == answers[1]


def test_guessed_cards_are_all_different_and_leave_known_ones_alone() -> None:
    table = Teutonica(MISSIONS, "interpreted")
    view = seen_in_turn(table, 9)
    seat, lying, seen = table.to_move(view), table.engine.position, set[int]()
    for seed in range(40):
        lying.lay(view)
        guess_missions(lying, Generator(seed))
        cards = [lying.cells[cell] for cell in mission_cells()]
        assert len(set(cards)) == 4
        assert cards[seat] == view[mission_cells()[seat]]
        seen.update(cards)
    assert seen == set(range(1, lying.board.cards + 1))
