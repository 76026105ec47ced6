"""The open displacement: what is left to place in the sub-turn of a displaced player, from where, and where to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kontor.core.values import PositionBytes
from kontor.games.teutonica.board_file import BoardFile
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.rules import layout, pieces, tasks
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.relocation_range import ring_of_space
from kontor.games.teutonica.rules.steps.relocate import has_extra

RANKS: Final = 2  # the spaces that are open now, and those that are open when none of these is left
NOT_LIFTED: Final = -1  # instead of a country


class OpenDisplacement:
    """A displacement whose pieces are not all placed; one of them may be in the hand. [HT-DSP-5, HT-DSP-11]"""

    def __init__(self, board: BoardFile, switches: Mapping[str, Any], p: Position) -> None:
        self.board = board
        self.displaced_first = switches["displaced_order"] == "displaced-first"
        self.p = p
        self.has_lifted = p.task() == tasks.EXTRA_PUT
        self.frame = p.top() - (layout.FRAME_SIZE if self.has_lifted else 0)
        self.owner = self.argument(tasks.OWNER)
        self.origin = self.argument(tasks.FROM_ROUTE)

    def argument(self, which: int) -> int:
        """Return an argument of the relocation."""
        return self.p.cells[self.frame + 2 + which]

    def json(self) -> dict[str, Any]:
        """Return the displacement as data."""
        displaced = self.argument(tasks.DISPLACED)
        ring, spaces = self.ranks()
        return {
            "owner": "n" if self.owner == pieces.NEUTRAL else self.owner,
            "by": self.p.active(),
            "route": self.board.routes[self.origin],
            "displaced": pieces.KIND_IDS[displaced - 1] if displaced else None,
            "extras": self.argument(tasks.EXTRAS),
            "source": self.source(),
            "placed": sum(self.argument(tasks.FILLED + n) > 0 for n in range(3)),
            "in_hand": self.has_lifted,
            "anywhere": self.p.holder(pieces.ANYWHERE) == self.owner,
            "ring": ring,
            "spaces": spaces,
        }

    def source(self) -> str:
        """Return where extra pieces come from: the stock, else the supply, else the routes. [HT-DSP-6, HT-P2N-3]"""
        if self.owner == pieces.NEUTRAL or self.p.stock_size(self.owner):
            return "stock"
        return "supply" if self.p.supply_size(self.owner) else "routes"

    def kinds(self) -> list[tuple[int, int]]:
        """Return the kinds that may be placed now, with the country of a piece that was lifted. [HT-DSP-10]"""
        if self.has_lifted:
            return [(pieces.kind_of(self.p.cells[layout.HAND_PIECES]), self.p.cells[layout.HAND_COUNTRIES])]
        displaced = self.argument(tasks.DISPLACED)
        kinds = {displaced - 1} if displaced else set()
        if self.argument(tasks.EXTRAS) and not (displaced and self.displaced_first):
            kinds |= {kind for kind in range(pieces.KINDS) if has_extra(self.p, self.owner, kind)}
        return [(kind, NOT_LIFTED) for kind in sorted(kinds)]

    def ranks(self) -> tuple[int, dict[str, list[str]]]:
        """Return the nearest ring, and the spaces of the two nearest rings by rank. [HT-DSP-8]"""
        rank_of: dict[int, int] = {}
        nearest = 0
        for kind, country in self.kinds():
            rings = self.rings(kind, country)
            numbers = sorted(set(rings.values()))[:RANKS]
            nearest = min([number for number in (nearest, *numbers[:1]) if number], default=0)
            for space, number in rings.items():
                if number in numbers:
                    rank_of[space] = min(rank_of.get(space, RANKS), numbers.index(number) + 1)
        spaces = {
            str(rank): [self.board.spaces[space] for space in sorted(rank_of) if rank_of[space] == rank]
            for rank in range(1, RANKS + 1)
        }
        return nearest, spaces

    def rings(self, kind: int, country: int) -> dict[int, int]:
        """Return the ring of every empty space that accepts a piece."""
        p = self.p
        found = {
            space: ring_of_space(p, self.owner, self.origin, kind, country, space)
            for space in (p.free_space(n) for n in range(p.free_count()))
        }
        return {space: number for space, number in found.items() if number}


def open_displacement(configuration: Configuration, position: PositionBytes) -> dict[str, Any] | None:
    """Return the displacement that is being answered as data, None if there is none."""
    task = position[layout.STACK + (position[layout.DEPTH] - 1) * layout.FRAME_SIZE]
    if task not in (tasks.RELOCATION, tasks.EXTRA_PUT):
        return None
    return OpenDisplacement(configuration.board, configuration.switches, configuration.loaded(position)).json()
