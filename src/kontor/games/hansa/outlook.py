"""What a seat sees of a position of Hansa, feature by feature; nobody has private knowledge. [H-INFO-4]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kontor.core.outlook import VALUES, Glossary, Outlook, Sight, counted
from kontor.games.hansa import layout, tasks
from kontor.games.hansa.moves import tile_ids
from kontor.games.hansa.pieces import MOST_SEATS, PILES_IN_ALL

if TYPE_CHECKING:
    from kontor.games.hansa.game import Hansa

MOST_TILES = 10
PHASES = (
    "leaving-out",
    "choosing-start",
    "filling",
    "placement",
    "restock",
    "reveal",
    "actions",
    "selling",
    "losing",
    "tax",
    "finished",
)


def outlook(game: Hansa) -> Outlook:
    """The outlook of a configuration."""
    return Outlook(game.players, [*course(game), *goods(game), *ports(game), *seats(game)])


def course(game: Hansa) -> list[Sight]:
    """Where the game stands."""
    g = Glossary(game.players)
    return [
        g.choice("phase", layout.PHASE, *counted(PHASES, tasks.LEAVING_OUT)),
        g.seat("active", layout.ACTIVE, 0),
        g.seat("start", layout.START, 1),
        g.amount("turn", layout.TURN_LOW, VALUES - 1),
        g.amount("turn / 256", layout.TURN_HIGH, VALUES - 1),
        g.choice("ship", layout.SHIP, *counted(game.board.ports, 0)),
        g.amount("acted", layout.ACTED, 1),
        g.seat("last pile begun by", layout.END_BY, 1),
        g.amount("placed", layout.PLACED, 3 * game.players),
        *[g.amount(f"pile {n + 1}", layout.PILES + n, 60) for n in range(PILES_IN_ALL)],
    ]


def goods(game: Hansa) -> list[Sight]:
    """The tiles that no seat holds."""
    g, board = Glossary(game.players), game.board
    tiles = [f"{colour}-{barrels}" for colour, barrels in tile_ids(board)]
    numbers = dict.fromkeys(board.ports, 0)
    found = [g.amount(f"left out {colour}", layout.LEFT_OUT + n, 1) for n, colour in enumerate(board.colours)]
    for n, slot in enumerate(board.slots):
        port = board.ports[slot]
        numbers[port] += 1
        found.append(g.choice(f"{port}.{numbers[port]}", layout.WAREHOUSES + n, *counted(tiles)))
    for name, first in (("bag", layout.BAG), ("out", layout.OUT), ("sale", layout.SALE)):
        found += [g.amount(f"{name} {tile}", first + n, MOST_TILES) for n, tile in enumerate(tiles)]
    return found


def ports(game: Hansa) -> list[Sight]:
    """The posts of every seat in every port."""
    g, most = Glossary(game.players), game.board.json["posts"]["per_player"]
    rows = {port: layout.POSTS + n * MOST_SEATS for n, port in enumerate(game.board.ports)}
    return [sight for port, first in rows.items() for sight in g.amounts(f"posts {port}", first, 1, most)]


def seats(game: Hansa) -> list[Sight]:
    """The thalers and tiles of every seat, and the colours it still has to lose."""
    g = Glossary(game.players)
    found = g.amounts("thalers", layout.SEATS + layout.THALERS, layout.SEAT_SIZE, 30)
    for n, (colour, barrels) in enumerate(tile_ids(game.board)):
        for name, first in (("held", layout.HELD), ("sold", layout.SOLD)):
            cell = layout.SEATS + first + n
            found += g.amounts(f"{name} {colour}-{barrels}", cell, layout.SEAT_SIZE, MOST_TILES)
    return [*found, *losses(game)]


def losses(game: Hansa) -> list[Sight]:
    """The colours that every seat still has to lose a tile of."""
    g, found = Glossary(game.players), list[Sight]()
    for turned, other in enumerate(g.others):
        for sight in g.bits(f"{other} loses", 0, game.board.colours):
            found.append(Sight(sight.name, g.around(layout.LOSSES, 1, turned), sight.features, sight.meanings))
    return found
