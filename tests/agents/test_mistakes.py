"""The mistakes of weak levels are those of people: moves are overlooked or tempting, and nothing is absurd."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from kontor.agents.greedy import Greedy
from kontor.agents.levels import LEVELS, FalliblePlanner
from kontor.agents.mistakes import Mistakes, first_moves, reasonable
from kontor.core import registry
from kontor.core.agent import Budget, chance_move
from kontor.core.game import Game
from kontor.core.kernel_game import KernelGame
from kontor.core.level_options import options_for
from kontor.core.networks import setup_inputs
from kontor.core.values import PositionBytes
from kontor.kernel.generator import Generator

SETUPS = [{"game": "teutonica", "players": 3}, {"game": "hansa", "players": 3}]
DECISIONS = 150
PLANS = 24
DRAWS = 40


def positions(game: Game, seed: int) -> list[PositionBytes]:
    """Return the positions of a game in which a seat decides, as the seat sees them."""
    position, generator, found = game.start(), Generator(seed), list[PositionBytes]()
    while len(found) < DECISIONS and not game.ended_by(position):
        seat = game.to_move(position)
        if seat >= 0:
            found.append(game.view(position, seat))
        move = chance_move(game, position, generator) if seat < 0 else chosen(game, found[-1], Mistakes(), 0)
        game.advance(position, move)
    return found


def chosen(game: Game, view: PositionBytes, mistakes: Mistakes, seed: int) -> int:
    """Return the move of a player with some mistakes."""
    return Greedy(mistakes=mistakes).choose(game, view, Budget(), Generator(seed))


def plans_of(game: Game, view: PositionBytes) -> list[tuple[int, int]]:
    """Return the turn plans of a position."""
    return game.plans(view, "balanced", 4, PLANS)


@pytest.mark.parametrize("setup", SETUPS)
def test_without_mistakes_the_best_plan_is_played(setup: dict[str, object]) -> None:
    game = registry.game(setup)
    views = positions(game, 1)
    assert [chosen(game, view, Mistakes(), 7) for view in views] == [plans_of(game, view)[0][0] for view in views]


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("level", ["beginner", "easy"])
def test_no_level_plays_an_absurd_move(setup: dict[str, object], level: str) -> None:
    game = registry.game(setup)
    mistakes = FalliblePlanner("balanced", level).mistakes(game)
    for view in positions(game, 2):
        plans = game.plans(view, "balanced", 4, mistakes.plans, mistakes.neglect)
        worth = dict(reversed(plans))
        played = {mistakes.choose(game, plans, Generator(seed)) for seed in range(DRAWS)}
        span = plans[0][1] - plans[-1][1]
        assert min(worth[move] for move in played) >= plans[0][1] - span * mistakes.most_lost / 100
        closing = {move for move in played if game.move_text(move).startswith(tuple(game.closing_moves))}
        assert closing <= {plans[0][0]}


def test_a_player_overlooks_displacements() -> None:
    game = registry.game(SETUPS[0])
    views = [view for view in positions(game, 3) if game.move_text(plans_of(game, view)[0][0]).startswith("displace")]
    assert views
    moves = [chosen(game, view, Mistakes(overlooking=100), 1) for view in views]
    assert not [move for move in moves if game.move_text(move).startswith("displace")]


def test_a_player_is_tempted_by_posts() -> None:
    game = registry.game(SETUPS[0])
    ability, post = game.parse_move("reward ability actions"), game.parse_move("reward post bremen")
    plans = [(ability, 900), (post, 300), (game.parse_move("reward nothing"), 0)]
    assert Mistakes(temptation=60).choose(game, plans, Generator(1)) == ability
    assert Mistakes(temptation=70).choose(game, plans, Generator(1)) == post
    assert Mistakes(temptation=70, most_lost=60).choose(game, plans, Generator(1)) == ability


def test_a_player_does_not_notice_every_plan() -> None:
    game = registry.game(SETUPS[1])
    views = positions(game, 5)
    best = [chosen(game, view, Mistakes(), 0) for view in views]
    assert [chosen(game, view, Mistakes(inattention=100), seed) for seed, view in enumerate(views)] == best
    some = [chosen(game, view, Mistakes(inattention=50), seed) for seed, view in enumerate(views)]
    assert 0 < sum(one != other for one, other in zip(some, best, strict=True)) < len(views)


def test_the_same_generator_gives_the_same_mistakes() -> None:
    game = registry.game(SETUPS[1])
    view = positions(game, 6)[20]
    mistakes = FalliblePlanner("balanced", "beginner").mistakes(game)
    moves = [chosen(game, view, mistakes, seed) for seed in range(DRAWS)]
    assert moves == [chosen(game, view, mistakes, seed) for seed in range(DRAWS)]
    assert len(set(moves)) > 1


def test_giving_up_actions_is_reasonable_only_if_it_is_best() -> None:
    game = registry.game(SETUPS[0])
    end, place = game.parse_move("end-turn"), game.parse_move("place bremen--osnabruck.2 t")
    assert first_moves([(place, 9), (end, 8), (place, 7)]) == [(place, 9), (end, 8)]
    assert list(reasonable(game, [(place, 9), (end, 8)], 5)) == [(place, 9)]
    assert list(reasonable(game, [(end, 9), (place, 8)], 5)) == [(end, 9), (place, 8)]
    assert list(reasonable(game, [(end, 9), (place, 3)], 5)) == [(end, 9)]


@pytest.mark.parametrize("setup", SETUPS)
def test_a_player_values_what_pays_off_later_too_little(setup: dict[str, object]) -> None:
    game = registry.game(setup)
    assert isinstance(game, KernelGame)
    assert set(game.neglected_weights) < set(game.weight_names)
    views = positions(game, 8)
    best = [chosen(game, view, Mistakes(), 0) for view in views]
    some = [chosen(game, view, Mistakes(neglect=90), 0) for view in views]
    assert sum(one != other for one, other in zip(some, best, strict=True)) > len(views) // 10


def test_neglect_is_a_share() -> None:
    game = registry.game(SETUPS[1])
    view = positions(game, 1)[0]
    for neglect in (-1, 101):
        with pytest.raises(ValueError, match="the neglect is"):
            game.plans(view, "balanced", 1, 1, neglect)


def test_sections_of_level_options_apply_to_some_setups() -> None:
    table = {"neglect": 10, "plans": 5, "players=2": {"neglect": 20}, "board=east-3-5": {"neglect": 30}}
    assert options_for(table, {"players=4"}) == {"neglect": 10, "plans": 5}
    assert options_for(table, {"players=2"}) == {"neglect": 20, "plans": 5}
    assert options_for(table, {"players=2", "board=east-3-5"}) == {"neglect": 30, "plans": 5}


@pytest.mark.parametrize("name", registry.names())
def test_every_section_of_level_options_applies_to_a_setup(name: str) -> None:
    game_type = registry.game_type(name)
    inputs = set[str]().union(*(setup_inputs(registry.game(setup).setup) for setup in game_type.configurations()))
    for level, table in tables(name).items():
        assert level in LEVELS
        assert {key for key, value in table.items() if isinstance(value, dict)} <= inputs


def tables(name: str) -> dict[str, dict[str, object]]:
    """Return the level options of a game as in its file."""
    return tomllib.loads((files(f"kontor.games.{name}") / "data" / "levels.toml").read_text(encoding="utf-8"))
