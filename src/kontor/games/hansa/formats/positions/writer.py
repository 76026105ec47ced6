"""The writer of positions."""

from __future__ import annotations

from typing import Any

from kontor.core.values import PositionBytes
from kontor.games.hansa.configuration import Configuration
from kontor.games.hansa.formats.positions.ids import PositionIds
from kontor.games.hansa.rules import layout
from kontor.games.hansa.rules.pieces import COLOURS, MOST_SEATS, PILES_IN_ALL, TILE_TYPES
from kontor.games.hansa.rules.tasks import PHASE_NAMES, PLACEMENT, SELLING


def write_position(configuration: Configuration, position: PositionBytes) -> dict[str, Any]:
    """Return a position as data that is read as the same bytes. [H-STATE-1 … H-STATE-12]"""
    return PositionWriter(configuration, position).json()


class PositionWriter:
    """Writes one position."""

    def __init__(self, configuration: Configuration, position: PositionBytes) -> None:
        self.ids = PositionIds(configuration)
        self.players = configuration.players
        self.slots = configuration.board.slots
        self.position = position

    def json(self) -> dict[str, Any]:
        """Return all fields."""
        return self.turn() | self.board() | self.seats() | self.pending()

    def turn(self) -> dict[str, Any]:
        """Return phase, turn order, turn number and the trigger of the end. [H-STATE-2, H-STATE-3, H-STATE-11]"""
        p = self.position
        turn = max(1, p[layout.TURN_LOW] + 256 * p[layout.TURN_HIGH])
        return {
            "active": p[layout.ACTIVE],
            "phase": PHASE_NAMES[p[layout.PHASE]],
            "start_player": p[layout.START] - 1 if p[layout.START] else None,
            "round": (turn - 1) // self.players + 1,
            "turn": turn,
            "end_triggered": p[layout.END_BY] - 1 if p[layout.END_BY] else None,
        }

    def board(self) -> dict[str, Any]:
        """Return ship, warehouses, piles, bag and posts. [H-STATE-4, H-STATE-5, H-STATE-6, H-STATE-8]"""
        p, ids = self.position, self.ids
        removed = [colour for n, colour in enumerate(ids.colours) if p[layout.LEFT_OUT + n]]
        return {
            "ship": ids.ports[p[layout.SHIP]],
            "acted": bool(p[layout.ACTED]),
            "warehouses": {name: self.stored(port) for port, name in enumerate(ids.ports)},
            "piles": list(p[layout.PILES : layout.PILES + PILES_IN_ALL]),
            "bag": ids.tile_counts_json(self.types(layout.BAG)),
            "out": ids.tile_counts_json(self.types(layout.OUT)),
            "removed_colours": removed,
            "posts": {name: self.stacks(port) for port, name in enumerate(ids.ports) if self.stacks(port)},
        }

    def seats(self) -> dict[str, Any]:
        """Return the thalers and tiles of every seat. [H-STATE-7]"""
        cells = {str(seat): layout.SEATS + seat * layout.SEAT_SIZE for seat in range(self.players)}
        return {
            "thalers": {key: self.position[cell + layout.THALERS] for key, cell in cells.items()},
            "held": {key: self.ids.tile_list_json(self.types(cell + layout.HELD)) for key, cell in cells.items()},
            "sold": {key: self.ids.tile_list_json(self.types(cell + layout.SOLD)) for key, cell in cells.items()},
        }

    def pending(self) -> dict[str, Any]:
        """Return pending losses, the tiles of an unfinished sale, and the placements made. [H-STATE-10]"""
        found: dict[str, Any] = {"pending_losses": self.losses()}
        if self.position[layout.PHASE] == SELLING:
            found["sale"] = self.ids.tile_list_json(self.types(layout.SALE))
        if self.position[layout.PHASE] == PLACEMENT:
            found["placed"] = self.position[layout.PLACED]
        return found

    def types(self, first: int) -> PositionBytes:
        """Return the counts of all types of tiles that begin at a cell."""
        return self.position[first : first + TILE_TYPES]

    def stored(self, port: int) -> list[Any]:
        """Return the warehouses of a port, null for an empty one."""
        cells = [self.position[layout.WAREHOUSES + n] for n, other in enumerate(self.slots) if other == port]
        return [self.ids.tile_json(cell - 1) if cell else None for cell in cells]

    def stacks(self, port: int) -> dict[str, int]:
        """Return the posts of every seat that has some in a port."""
        first = layout.POSTS + port * MOST_SEATS
        return {str(seat): self.position[first + seat] for seat in range(self.players) if self.position[first + seat]}

    def losses(self) -> list[list[Any]]:
        """Return which seat still has to lose a tile of which colour, in order. [H-LOSS-4]"""
        seats = [(self.position[layout.ACTIVE] + n) % self.players for n in range(1, self.players)]
        due = [(seat, colour) for seat in seats for colour in range(COLOURS)]
        return [
            [seat, self.ids.colours[colour]]
            for seat, colour in due
            if self.position[layout.LOSSES + seat] >> colour & 1
        ]
