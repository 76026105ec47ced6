"""The observation features of Hansa; there is no hidden information. [H-INFO-4]"""

from __future__ import annotations

from kontor.core.observation_spec import VALUES, Feature, FeatureBuilder, ObservationSpec, numbered_categories
from kontor.games.hansa.configuration import Configuration
from kontor.games.hansa.moves import tile_ids
from kontor.games.hansa.rules import layout, tasks
from kontor.games.hansa.rules.pieces import MOST_SEATS, PILES_IN_ALL

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


def observation_spec(configuration: Configuration) -> ObservationSpec:
    """Return the observation spec of a configuration."""
    return ObservationSpec(
        configuration.players,
        [*turn(configuration), *goods(configuration), *ports(configuration), *seats(configuration)],
    )


def turn(configuration: Configuration) -> list[Feature]:
    """Return the phase, the turn and the state of the round."""
    g = FeatureBuilder(configuration.players)
    return [
        g.choice("phase", layout.PHASE, *numbered_categories(PHASES, tasks.LEAVING_OUT)),
        g.seat("active", layout.ACTIVE, 0),
        g.seat("start", layout.START, 1),
        g.amount("turn", layout.TURN_LOW, VALUES - 1),
        g.amount("turn / 256", layout.TURN_HIGH, VALUES - 1),
        g.choice("ship", layout.SHIP, *numbered_categories(configuration.board.ports, 0)),
        g.amount("acted", layout.ACTED, 1),
        g.seat("last pile begun by", layout.END_BY, 1),
        g.amount("placed", layout.PLACED, 3 * configuration.players),
        *[g.amount(f"pile {n + 1}", layout.PILES + n, 60) for n in range(PILES_IN_ALL)],
    ]


def goods(configuration: Configuration) -> list[Feature]:
    """Return the tiles that no seat has."""
    g, board = FeatureBuilder(configuration.players), configuration.board
    tiles = [f"{colour}-{barrels}" for colour, barrels in tile_ids(board)]
    numbers = dict.fromkeys(board.ports, 0)
    found = [g.amount(f"left out {colour}", layout.LEFT_OUT + n, 1) for n, colour in enumerate(board.colours)]
    for n, slot in enumerate(board.slots):
        port = board.ports[slot]
        numbers[port] += 1
        found.append(g.choice(f"{port}.{numbers[port]}", layout.WAREHOUSES + n, *numbered_categories(tiles)))
    for name, first in (("bag", layout.BAG), ("out", layout.OUT), ("sale", layout.SALE)):
        found += [g.amount(f"{name} {tile}", first + n, MOST_TILES) for n, tile in enumerate(tiles)]
    return found


def ports(configuration: Configuration) -> list[Feature]:
    """Return the posts of every seat in every port."""
    g, most = FeatureBuilder(configuration.players), configuration.board.json["posts"]["per_player"]
    rows = {port: layout.POSTS + n * MOST_SEATS for n, port in enumerate(configuration.board.ports)}
    return [feature for port, first in rows.items() for feature in g.amounts(f"posts {port}", first, 1, most)]


def seats(configuration: Configuration) -> list[Feature]:
    """Return the thalers and tiles of every seat, and the colours of which it still has to lose a tile."""
    g = FeatureBuilder(configuration.players)
    found = g.amounts("thalers", layout.SEATS + layout.THALERS, layout.SEAT_SIZE, 30)
    for n, (colour, barrels) in enumerate(tile_ids(configuration.board)):
        for name, first in (("held", layout.HELD), ("sold", layout.SOLD)):
            cell = layout.SEATS + first + n
            found += g.amounts(f"{name} {colour}-{barrels}", cell, layout.SEAT_SIZE, MOST_TILES)
    return [*found, *losses(configuration)]


def losses(configuration: Configuration) -> list[Feature]:
    """Return the colours of which every seat still has to lose a tile."""
    g, found = FeatureBuilder(configuration.players), list[Feature]()
    for distance, other in enumerate(g.relative_seats):
        for feature in g.bits(f"{other} loses", 0, configuration.board.colours):
            found.append(
                Feature(
                    feature.name,
                    g.relative_cells(layout.LOSSES, 1, distance),
                    feature.categories,
                    feature.category_maps,
                )
            )
    return found
