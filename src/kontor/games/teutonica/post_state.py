"""What follows from the posts alone: control, completed cities and networks; most moves leave it as it is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from kontor.core.values import PositionBytes
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.rules import layout, pieces
from kontor.games.teutonica.rules.cities import annexes_in, controller, largest_network, next_post
from kontor.games.teutonica.rules.position import Position
from kontor.kernel.seats import NO_OWNER

STATES_KEPT: Final = 4096


@dataclass(frozen=True, slots=True)
class PostState:
    """The owner who controls each city, the completed cities, and the largest network of each seat."""

    control: dict[str, int | str]
    completed: list[str]
    networks: dict[str, int]

    def json(self) -> dict[str, Any]:
        """Return the state as new data."""
        return {"control": {**self.control}, "completed": [*self.completed], "networks": {**self.networks}}


def post_state(configuration: Configuration, position: PositionBytes) -> PostState:
    """Return what follows from the posts of a position. [HT-CTL-1, HT-INV-6, HT-NET-1]"""
    annexes = position[layout.ANNEXES : layout.ANNEX + 2 * position[layout.ANNEXES]]
    return kept_state(configuration, bytes(position[layout.POSTS : layout.MARKERS]), bytes(annexes))


@lru_cache(maxsize=STATES_KEPT)
def kept_state(configuration: Configuration, posts: bytes, annexes: bytes) -> PostState:
    """Return what follows from the cells of printed and of other posts, computed once."""
    p = configuration.new_position()
    p.cells[layout.POSTS : layout.MARKERS] = posts
    p.cells[layout.ANNEXES : layout.ANNEXES + len(annexes)] = annexes
    cities = configuration.board.cities
    owners = {city: controller(p, n) for n, city in enumerate(cities)}
    return PostState(
        {city: "n" if owner == pieces.NEUTRAL else owner for city, owner in owners.items() if owner != NO_OWNER},
        [city for n, city in enumerate(cities) if is_completed(p, n)],
        {str(seat): largest_network(p, seat) for seat in range(configuration.players)},
    )


def is_completed(p: Position, city: int) -> bool:
    """Return whether all printed posts of a city are taken, or a green city has a post. [HT-PST-6, HT-EAS-5]"""
    return annexes_in(p, city) > 0 if p.board.is_green[city] else next_post(p, city) < 0
