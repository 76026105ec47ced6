"""Plays games and writes positions as fixtures for the gallery and the client tests.

Run it from the root of the repository: `.venv/bin/python web/tools/fixtures.py`; names of fixtures write only those.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kontor.agents.greedy import Greedy
from kontor.core.agent import Budget
from kontor.core.game import Game
from kontor.core.registry import game_type
from kontor.core.values import PositionBytes
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE, GAME_OVER

HERE = Path(__file__).parent.parent
FIXTURES = HERE / "fixtures"
EVENTS_SHOWN = 12


@dataclass(frozen=True)
class FixtureGame:
    """A game to play and the shares of its moves after which to write a position."""

    name: str
    setup: dict[str, Any]
    seed: int = 1
    shares: dict[str, float] = field(default_factory=lambda: {"mid": 0.45, "late": 0.95})
    agent: str = "greedy"


FIXTURE_GAMES = [
    FixtureGame("hanse-4-5", {"game": "teutonica", "board": "hanse-4-5", "players": 4}, 5),
    FixtureGame(
        "hanse-favours",
        {"game": "teutonica", "board": "hanse-4-5", "players": 5, "modules": ["mission-cards", "emperors-favour"]},
        3,
        {"mid": 0.6},
    ),
    FixtureGame("hanse-2-3", {"game": "teutonica", "board": "hanse-2-3", "players": 3}, 2, agent="light"),
    FixtureGame("hanse-neutral", {"game": "teutonica", "board": "hanse-2-3", "players": 2}, 4, {"mid": 0.6}, "light"),
    FixtureGame(
        "hanse-pawn",
        {"game": "teutonica", "edition": "first", "board": "hanse-2-3", "players": 2},
        4,
        {"mid": 0.6},
        "light",
    ),
    FixtureGame(
        "east-3-5", {"game": "teutonica", "board": "east-3-5", "players": 4, "modules": ["promo-markers"]}, 8
    ),
    FixtureGame("britannia-2-3", {"game": "teutonica", "board": "britannia-2-3", "players": 3}, 2),
    FixtureGame("britannia-4-5", {"game": "teutonica", "board": "britannia-4-5", "players": 5}, 6),
    FixtureGame("baltic", {"game": "hansa", "players": 4}, 3),
]


def chosen(game: Game, position: PositionBytes, agent: str, seed: int) -> int:
    """Return the next move of a game."""
    if game.to_move(position) == CHANCE or agent == "light":
        return game.suggest(position, seed, "light")
    return Greedy().choose(game, position, Budget(), Generator(seed))


def played(game: Game, agent: str, seed: int) -> list[int]:
    """Return all moves of a whole game."""
    position, moves = game.start(), list[int]()
    while game.to_move(position) != GAME_OVER and len(moves) < 3000:
        moves.append(chosen(game, position, agent, seed + len(moves)))
        game.advance(position, moves[-1])
    return moves


def decides(game: Game, position: PositionBytes) -> bool:
    """Return whether a player begins an action here with many legal moves, or several in a game with a ship."""
    described = game.position_json(position)
    least = 4 if "ship" in described else 13
    return game.to_move(position) >= 0 and "pending" not in described and len(game.legal_moves(position)) >= least


def fixture(game: Game, moves: list[int], share: float) -> dict[str, Any]:
    """Return the first position after a share of a game in which a player has many legal moves."""
    position, events, shown = game.start(), list[dict[str, Any]](), game.start()
    for n, move in enumerate(moves):
        if n >= share * len(moves) and decides(game, position):
            shown = position
            break
        events += [{"name": event.name, "facts": dict(event.facts)} for event in game.events(position, move)]
        game.advance(position, move)
    return {
        "setup": game.setup,
        "position": game.position_json(shown),
        "derived": game.derived_state(shown),
        "scores": game.scores(shown).json()["scores"],
        "to_move": game.to_move(shown),
        "moves": [game.move_json(move) for move in game.legal_moves(shown)],
        "events": events[-EVENTS_SHOWN:],
    }


def write(name: str, content: object) -> None:
    """Write a fixture."""
    (FIXTURES / f"{name}.json").write_text(json.dumps(content, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    """Write all fixtures, or those named on the command line."""
    FIXTURES.mkdir(exist_ok=True)
    wanted = sys.argv[1:]
    for each in [each for each in FIXTURE_GAMES if not wanted or each.name in wanted]:
        game = game_type(each.setup["game"]).game(each.setup)
        moves = played(game, each.agent, each.seed)
        for share, part in each.shares.items():
            write(f"{each.name}.{share}", fixture(game, moves, part))
        print(each.name, len(moves), "moves")


if __name__ == "__main__":
    main()
