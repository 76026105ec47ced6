"""Plays games and keeps some of their positions as fixtures for the gallery and the tests of the client.

Run it from the root of the repository: `.venv/bin/python web/tools/fixtures.py`, with names to make only those.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kontor.core.game import Game, PositionBytes
from kontor.core.registry import game_type, names
from kontor.kernel.seats import CHANCE, GAME_OVER

HERE = Path(__file__).parent.parent
FIXTURES = HERE / "fixtures"
EVENTS_KEPT = 12


@dataclass(frozen=True)
class Wish:
    """A game to play and the shares of its turns at which to keep a position."""

    name: str
    setup: dict[str, Any]
    seed: int = 1
    shares: dict[str, float] = field(default_factory=lambda: {"mid": 0.45, "late": 0.95})
    agent: str = "greedy"


WISHES = [
    Wish("hanse-4-5", {"game": "teutonica", "board": "hanse-4-5", "players": 4}, 5),
    Wish(
        "hanse-favours",
        {"game": "teutonica", "board": "hanse-4-5", "players": 5, "modules": ["mission-cards", "emperors-favour"]},
        3,
        {"mid": 0.6},
    ),
    Wish("hanse-2-3", {"game": "teutonica", "board": "hanse-2-3", "players": 3}, 2, agent="light"),
    Wish("hanse-neutral", {"game": "teutonica", "board": "hanse-2-3", "players": 2}, 4, {"mid": 0.6}, "light"),
    Wish(
        "hanse-pawn",
        {"game": "teutonica", "edition": "first", "board": "hanse-2-3", "players": 2},
        4,
        {"mid": 0.6},
        "light",
    ),
    Wish("east-3-5", {"game": "teutonica", "board": "east-3-5", "players": 4, "modules": ["promo-markers"]}, 8),
    Wish("britannia-2-3", {"game": "teutonica", "board": "britannia-2-3", "players": 3}, 2),
    Wish("britannia-4-5", {"game": "teutonica", "board": "britannia-4-5", "players": 5}, 6),
    Wish("baltic", {"game": "hansa", "players": 4}, 3),
]


def chosen(game: Game, position: PositionBytes, agent: str, seed: int) -> int:
    """The next move of a game."""
    if game.to_move(position) == CHANCE or agent == "light":
        return game.suggest(position, seed, "light")
    return game.plan(position, "balanced", 4)  # type: ignore[attr-defined, no-any-return]


def played(game: Game, agent: str, seed: int) -> list[int]:
    """All moves of a whole game."""
    position, moves = game.start(), list[int]()
    while game.to_move(position) != GAME_OVER and len(moves) < 3000:
        moves.append(chosen(game, position, agent, seed + len(moves)))
        game.advance(position, moves[-1])
    return moves


def standing(game: Game, position: PositionBytes) -> dict[str, Any]:
    """What follows from a position by the rules."""
    return game.derived_state(position)


def decides(game: Game, position: PositionBytes) -> bool:
    """Whether somebody begins an action here with much to choose from."""
    words = game.position_json(position)
    many = len(game.legal_moves(position)) > 12
    return game.to_move(position) >= 0 and "pending" not in words and (many or "ship" in words)


def fixture(game: Game, moves: list[int], share: float) -> dict[str, Any]:
    """The first position after a share of a game in which there is much to choose from."""
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
        "standing": standing(game, shown),
        "scores": game.scores(shown).json()["scores"],
        "to_move": game.to_move(shown),
        "moves": [game.move_json(move) for move in game.legal_moves(shown)],
        "events": events[-EVENTS_KEPT:],
    }


def shapes(game: str) -> list[list[str]]:
    """Every sort of move of a game: its verb and the names of its fields."""
    setup = {"board": "hanse-2-3", "players": 3} if game == "teutonica" else {}
    moves: Any = game_type(game).game(setup)
    return [[block.verb, *block.fields] for block in moves.moves.blocks]


def write(name: str, content: object) -> None:
    """Keep a fixture."""
    (FIXTURES / f"{name}.json").write_text(json.dumps(content, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    """Make all fixtures."""
    FIXTURES.mkdir(exist_ok=True)
    wanted = sys.argv[1:]
    for wish in [wish for wish in WISHES if not wanted or wish.name in wanted]:
        game = game_type(wish.setup["game"]).game(wish.setup)
        moves = played(game, wish.agent, wish.seed)
        for share, part in wish.shares.items():
            write(f"{wish.name}.{share}", fixture(game, moves, part))
        print(wish.name, len(moves), "moves")
    write("moves", {game: shapes(game) for game in names()})


if __name__ == "__main__":
    main()
