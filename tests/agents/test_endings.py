"""Protects that every game between computer players ends by an ending of the rules (decision 0015)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kontor.agents.catalog import agent
from kontor.agents.greedy import LAST_PLANNED_ROUND, round_number
from kontor.arena.play import play as play_game
from kontor.core import registry
from kontor.core.agent import Agent, Budget, chance_move
from kontor.core.game import Game
from kontor.core.seeds import game_seed, generators
from kontor.core.values import PositionBytes, Setup
from kontor.kernel.engine import LAST_USUAL_ROUND
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE, GAME_OVER

SETUPS = [setup for name in ("teutonica", "hansa") for setup in registry.game_type(name).configurations()]
STUCK = sorted((Path(__file__).parent / "stuck").glob("*.json"))
QUICK = Budget(playouts=8)
MOST_ROUNDS = 400  # far beyond the last planned round: no game of these tests comes near to it
SOAK_SEEDS = 12
SOAK_LINEUPS = (
    ["beginner"],
    ["easy"],
    ["greedy"],
    ["beginner", "easy", "medium"],
    ["beginner+builder", "greedy+rusher", "easy+collector"],
    ["beginner", "light"],
)


def boards() -> list[Setup]:
    """Return one configuration for every board, player count and two-player variant."""
    chosen: dict[Any, Setup] = {}
    for setup in SETUPS:
        variant = [module for module in setup["modules"] if module.startswith("two-player")]
        chosen.setdefault((setup["game"], setup.get("board"), setup["players"], *variant), setup)
    return list(chosen.values())


def seated(game: Game, names: list[str], first: int = 0) -> list[Agent]:
    """Return an agent for every seat; Hansa has only one style."""
    known = [name if game.setup["game"] == "teutonica" else name.partition("+")[0] for name in names]
    return [agent(known[(first + seat) % len(known)]) for seat in range(game.players)]


def play_on(game: Game, position: PositionBytes, agents: list[Agent], seed: int) -> None:
    """Play a position on until the game is over or has lasted longer than any game may."""
    streams = generators(seed, game.players)
    while (seat := game.to_move(position)) != GAME_OVER and round_number(game, position) <= MOST_ROUNDS:
        if seat == CHANCE:
            move = chance_move(game, position, streams[seat])
        else:
            move = agents[seat].choose(game, game.view(position, seat), QUICK, streams[seat])
        game.advance(position, move)


def stuck_position(file: Path, round_reached: int) -> tuple[Game, PositionBytes]:
    """Return a position in which all seats used to pass forever, as if reached in a given round."""
    content = json.loads(file.read_text(encoding="utf-8"))
    game = registry.game(content["setup"])
    turn = (round_reached - 1) * game.players + 1 + content["position"]["active"]
    return game, game.read_position({**content["position"], "turn": turn})


@pytest.mark.parametrize("setup", boards(), ids=lambda s: f"{s.get('board', 'hansa')}-{s['players']}")
def test_a_game_of_beginners_ends_on_every_board(setup: Setup) -> None:
    game = registry.game(setup)
    played = play_game(game, seated(game, ["beginner"]), game_seed(1, game.players), MOST_ROUNDS * game.players)
    assert not played.capped


@pytest.mark.parametrize("name", ["beginner", "easy", "medium", "greedy+builder", "search"])
@pytest.mark.parametrize("file", STUCK, ids=lambda file: file.stem)
def test_players_end_a_game_in_which_all_used_to_pass(file: Path, name: str) -> None:
    game, position = stuck_position(file, LAST_USUAL_ROUND + 1)
    play_on(game, position, seated(game, [name]), 1)
    assert game.ended_by(position)
    assert round_number(game, position) <= LAST_PLANNED_ROUND


def overdue_start(game: Game) -> PositionBytes:
    """Return the position at the first decision of the second turn, as if many rounds lay behind it."""
    position = game.start()
    game.play_out(position, 1, ["light"] * game.players, 1)
    content = game.position_json(position)
    later = {"turn": content["turn"] + LAST_PLANNED_ROUND * game.players}
    return game.read_position(
        {**content, **later, **({"round": LAST_PLANNED_ROUND + 1} if "round" in content else {})}
    )


@pytest.mark.parametrize("setup", boards(), ids=lambda s: f"{s.get('board', 'hansa')}-{s['players']}")
def test_players_end_a_whole_game_that_begins_after_the_last_planned_round(setup: Setup) -> None:
    game = registry.game(setup)
    position = overdue_start(game)
    play_on(game, position, seated(game, ["beginner", "search"]), 1)
    assert game.ended_by(position)


def last_pieces() -> tuple[Game, PositionBytes]:
    """Return a position in which a post would leave every seat with too few pieces to fill all routes."""
    game = registry.game({"game": "teutonica", "edition": "big-box", "board": "hanse-2-3", "players": 3})
    none = {str(seat): [0, 0] for seat in range(3)}
    routes = ("goslar--magdeburg", "dortmund--duisburg")
    spaces = {f"{route}.{number}": [0, "t"] for route in routes for number in (1, 2)}
    traders = [[0, "t"]] * 6 + [[1, "t"]] * 11 + [[2, "t"]] * 11
    extra = {"osnabruck": [*traders, [0, "m"], [1, "m"], [2, "m"]]}
    posts = {"osnabruck": [[0, "t"]]}
    content = {"supply": none, "stock": none, "spaces": spaces, "posts": posts, "extra_posts": extra}
    position = game.read_position(content)
    game.advance(position, game.parse_move("create goslar--magdeburg"))
    return game, position


@pytest.mark.parametrize("name", ["beginner", "easy", "greedy+builder", "search"])
def test_no_player_takes_a_post_that_would_make_an_ending_impossible(name: str) -> None:
    game, position = last_pieces()
    assert [game.move_text(move) for move in game.legal_moves(position)] == ["reward post goslar", "reward nothing"]
    for seed in range(8):
        move = agent(name).choose(game, game.view(position, 0), QUICK, Generator(seed))
        assert game.move_text(move) == "reward nothing"


def test_the_last_pieces_stay_free_after_the_last_planned_round() -> None:
    game, position = last_pieces()
    assert game.has_evaluation
    assert {game.move_text(game.closing_move(position, seed)) for seed in range(32)} == {"reward nothing"}


@pytest.mark.parametrize("file", STUCK, ids=lambda file: file.stem)
def test_both_kernels_evaluate_a_late_game_equally(file: Path) -> None:
    game, position = stuck_position(file, LAST_USUAL_ROUND + 5)
    found = []
    for kernel in ("compiled", "interpreted"):
        other = registry.game(game.setup, kernel)
        assert other.has_evaluation
        found.append((other.plans(position, "balanced", 2, 12), other.closing_move(position, 1)))
    assert found[0] == found[1]


@pytest.mark.soak
@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_every_game_of_weak_players_ends(number: int) -> None:
    game = registry.game(SETUPS[number])
    for seed in range(SOAK_SEEDS):
        for names in SOAK_LINEUPS:
            agents, cap = seated(game, names, seed), MOST_ROUNDS * game.players
            assert not play_game(game, agents, game_seed(seed, number), cap, QUICK).capped, (names, seed)


@pytest.mark.soak
@pytest.mark.parametrize("setup", boards(), ids=lambda s: f"{s.get('board', 'hansa')}-{s['players']}")
def test_every_game_of_searching_players_ends(setup: Setup) -> None:
    game = registry.game(setup)
    for seed in range(4):
        agents, cap = seated(game, ["search", "hard", "beginner"], seed), MOST_ROUNDS * game.players
        assert not play_game(game, agents, game_seed(seed, 1), cap, QUICK).capped, seed


def test_no_plan_swaps_a_swap_marker_for_another() -> None:
    game = registry.game({"game": "teutonica", "board": "hanse-2-3", "players": 3, "modules": ["promo-markers"]})
    markers = {"unused_markers": {"0": ["swap-marker"]}, "used_markers": {"1": ["swap-marker"]}}
    position = game.read_position({**markers, "actions": 0, "acted": True})
    assert [game.move_text(move) for move in game.legal_moves(position)] == ["use swap-marker", "end-turn"]
    assert game.has_evaluation
    assert [game.move_text(move) for move, _ in game.plans(position, "balanced", 2, 12)] == ["end-turn"]
