"""The plan of a tournament: its kind, its tables, and which numbers of players they can have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from kontor.core.values import SetupError
from kontor.server.errors import Invalid
from kontor.server.service.games import game_of
from kontor.server.service.tables import configured

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 32
MAX_ROUNDS: Final = 63
SIZES: Final = (2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """What an organizer wants a tournament to be; `rounds` is None where its kind decides."""

    name: str
    kind: str
    setup: Mapping[str, Any]
    clock: Mapping[str, Any]
    undo: str
    rated: bool
    rounds: int | None
    start_hours: int

    def json(self) -> dict[str, Any]:
        """Return what the tables have in common, or reject a setup that names no game."""
        game = configured(self.setup)
        if game.players not in SIZES:
            raise Invalid(f"A table of a tournament has {SIZES[0]} to {SIZES[-1]} players.")
        return {
            "setup": game.setup,
            "clock": dict(self.clock),
            "undo": self.undo,
            "rated": self.rated,
            "rounds": self.rounds,
        }


def allowed_sizes(setup: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the numbers of players for which a setup is valid; two play only where the setup is for two."""
    wanted = setup["players"]
    return tuple(size for size in SIZES if size == wanted or (min(size, wanted) > 2 and is_valid(setup, size)))


def is_valid(setup: Mapping[str, Any], players: int) -> bool:
    """Return whether a setup can be played with another number of players."""
    try:
        game_of({**setup, "players": players})
    except SetupError:
        return False
    return True
