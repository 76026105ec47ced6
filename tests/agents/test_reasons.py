"""The plan that a computer player states follows from public information."""

import pytest

from kontor.agents.greedy import Greedy
from kontor.agents.reasons import GAIN, POINTS, Reason, stated_plan
from kontor.core import registry
from kontor.core.agent import Budget, chance_move
from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.games.teutonica.rules.layout import MISSION, SEAT_SIZE, SEATS
from kontor.kernel.generator import Generator

MISSIONS = {"game": "teutonica", "players": 3, "modules": ["mission-cards"]}
HANSA = {"game": "hansa", "players": 3}
DECISIONS = 120


def mission_cells(game: Game) -> list[int]:
    """Return where a position has the mission cards of its seats."""
    return [SEATS + seat * SEAT_SIZE + MISSION for seat in range(game.players)]


def with_other_cards(game: Game, position: PositionBytes) -> PositionBytes:
    """Return the position after every seat has given its mission card to the next one."""
    cells, changed = mission_cells(game), position[:]
    for cell, source in zip(cells, [*cells[1:], cells[0]], strict=True):
        changed[cell] = position[source]
    game.engine.write_checksum(changed)  # type: ignore[attr-defined]
    return changed


def decisions(game: Game, seed: int) -> list[tuple[PositionBytes, int]]:
    """Return the first decisions of a game, each with the move that was made."""
    position, generator, found = game.start(), Generator(seed), list[tuple[PositionBytes, int]]()
    while len(found) < DECISIONS:
        seat = game.to_move(position)
        if seat < 0:
            game.advance(position, chance_move(game, position, generator))
            continue
        found.append((position[:], Greedy().choose(game, game.view(position, seat), Budget(), generator)))
        game.advance(position, found[-1][1])
    return found


def plan_of(game: Game, position: PositionBytes, move: int) -> Reason | None:
    """Return the plan behind the move of the seat to move."""
    return stated_plan(game, game.view(position, game.to_move(position)), move)


def test_a_plan_does_not_depend_on_secret_cards() -> None:
    game = registry.game(MISSIONS)
    compared = [
        (plan_of(game, position, move), plan_of(game, with_other_cards(game, position), move))
        for position, move in decisions(game, 5)
    ]
    assert [one for one, _ in compared] == [other for _, other in compared]
    assert {one.word for one, _ in compared if one is not None} == {GAIN, POINTS}


@pytest.mark.parametrize("setup", [MISSIONS, HANSA])
def test_most_moves_have_a_plan(setup: dict[str, object]) -> None:
    game = registry.game(setup)
    found = [plan_of(game, position, move) for position, move in decisions(game, 2)]
    assert sum(each is not None for each in found) > DECISIONS / 2
    assert all(0 <= each.facts["turns"] <= 2 for each in found if each is not None)


def test_a_secret_move_has_no_plan() -> None:
    game = registry.game(MISSIONS)
    position = game.start()
    while "card" not in game.move_json(move := game.legal_moves(position)[0]):
        game.advance(position, move)
    assert game.to_move(position) < 0
    assert stated_plan(game, position, move) is None
