"""The setups with which environments are tested: both games, two to five players, every module."""

from __future__ import annotations

from typing import Any

SETUPS: dict[str, dict[str, Any]] = {
    "hanse-4": {"game": "teutonica", "players": 4},
    "neutral-missions": {"game": "teutonica", "players": 2, "modules": ["mission-cards"]},
    "pawn": {"game": "teutonica", "edition": "first", "players": 2, "modules": ["two-player-pawn"]},
    "promos-favours": {
        "game": "teutonica",
        "players": 3,
        "modules": ["mission-cards", "emperors-favour", "promo-markers"],
        "switches": {"marker_facing": "down"},
    },
    "east-3": {"game": "teutonica", "edition": "second", "board": "east-3-5", "players": 3},
    "britannia-5": {"game": "teutonica", "board": "britannia-4-5", "players": 5},
    "hansa-2": {"game": "hansa", "players": 2},
    "hansa-4-card": {"game": "hansa", "players": 4, "modules": ["extra-card"]},
}
