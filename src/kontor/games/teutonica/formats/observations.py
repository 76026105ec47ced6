"""Observation of Hansa Teutonica: the features that a seat sees, without the mission cards of other seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kontor.core.observation_spec import (
    VALUES,
    CategoryMap,
    Feature,
    FeatureBuilder,
    ObservationSpec,
    PairCounts,
    Stack,
    numbered_categories,
)
from kontor.games.teutonica.board_file import FAVOUR_IDS
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.rules import layout, pieces
from kontor.games.teutonica.rules.pieces import ABILITY_IDS, KIND_IDS, MARKER_IDS, SPECIAL_IDS
from kontor.games.teutonica.rules.tasks import TASK_NAMES
from kontor.kernel.seats import CHANCE_CELL

MOST_POINTS = 60
ARGUMENTS = layout.FRAME_SIZE - 2


def observation_spec(configuration: Configuration) -> ObservationSpec:
    """Return the observation of a configuration; modules not in play have no features."""
    return SpecBuilder(configuration).observation_spec()


class SpecBuilder:
    """Builder of the observation of one configuration."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.board = configuration.board
        self.modules: Sequence[str] = configuration.setup["modules"]
        self.builder = FeatureBuilder(configuration.players)
        self.neutral = "two-player-neutral" in self.modules
        self.markers = {
            n: name
            for n, name in enumerate(MARKER_IDS)
            if configuration.marker_mix[n] or configuration.start_markers[n]
        }

    def observation_spec(self) -> ObservationSpec:
        """Return all features."""
        features = [*self.turn(), *self.track(), *self.hand(), *self.seats(), *self.map(), *self.extras()]
        stack = Stack(layout.DEPTH, layout.STACK, layout.FRAME_SIZE)
        return ObservationSpec(self.configuration.players, features, self.frames(), stack, self.posts_beside())

    def turn(self) -> list[Feature]:
        """Return the features of the turn."""
        g = self.builder
        return [
            g.seat("active", layout.ACTIVE, 0),
            g.amount("turn", layout.TURN_LOW, VALUES - 1),
            g.amount("turn / 256", layout.TURN_HIGH, VALUES - 1),
            g.amount("tasks", layout.DEPTH, layout.MOST_FRAMES),
            g.amount("actions left", layout.ACTIONS_LEFT, 20),
            g.amount("acted", layout.ACTED, 1),
            g.amount("begun", layout.BEGUN, 1),
            g.amount("turn given up", layout.GIVEN_UP, 1),
            g.choice("marker just taken", layout.FRESH, *self.marker_categories(1)),
            g.amount("marker drawn", layout.DRAWN, 3),
        ]

    def track(self) -> list[Feature]:
        """Return the features all seats share: endings, special prestige spaces, markers without an owner."""
        g = self.builder
        neutral = {1 + pieces.NEUTRAL: "neutral"} if self.neutral else None
        owners = range(self.configuration.players + self.neutral)
        return [
            g.amount("completed cities", layout.COMPLETED, 20),
            g.amount("ended", layout.ENDED, 4),
            g.amount("supply of markers failed", layout.SUPPLY_FAILED, 1),
            g.amount("marker stuck", layout.MARKER_STUCK, 2),
            *[g.seat(f"connected {n + 1}", layout.CONNECTED + n, 1, neutral) for n in owners],
            *[g.seat(f"special {p}", layout.SPECIAL + n, 1, neutral) for n, p in enumerate(SPECIAL_IDS)],
            *[g.amount(f"bag {name}", layout.BAG + n, 5) for n, name in self.markers.items()],
            *[g.amount(f"discarded {name}", layout.DISCARDED + n, 5) for n, name in self.markers.items()],
            g.amount("discarded unseen", layout.DISCARDED + pieces.MARKER_TYPES, 16),
        ]

    def hand(self) -> list[Feature]:
        """Return the features of the pieces lifted and not yet put down."""
        lands = len(self.board.countries)
        countries = [layout.HAND_COUNTRIES + n for n in range(layout.MOST_IN_HAND)] if lands > 1 else []
        return [
            self.builder.amount("in hand", layout.HAND, layout.MOST_IN_HAND),
            *[self.piece(f"hand {n + 1}", layout.HAND_PIECES + n) for n in range(layout.MOST_IN_HAND)],
            *[self.builder.amount(f"hand {n + 1} country", cell, lands) for n, cell in enumerate(countries)],
        ]

    def seats(self) -> list[Feature]:
        """Return the features of every seat and of the neutral player."""
        found = [*self.amounts("points", layout.SCORE, MOST_POINTS), *self.levels(), *self.missions()]
        for kind, most in enumerate((pieces.TRADERS_PER_COLOUR, pieces.MERCHANTS_PER_COLOUR)):
            found += self.amounts(f"supply {KIND_IDS[kind]}", layout.SUPPLY + kind, most)
            found += self.amounts(f"stock {KIND_IDS[kind]}", layout.STOCK + kind, most)
        for n, name in self.markers.items():
            found += self.amounts(f"unused {name}", layout.UNUSED + n, 5)
            found += self.amounts(f"used {name}", layout.USED + n, 5)
            found += self.amounts(f"plate {name}", layout.PLATE + n, 5)
        return [*found, *self.amounts("plate unseen", layout.PLATE_UNSEEN, 5), *self.neutral_player()]

    def amounts(self, name: str, cell: int, most: int) -> list[Feature]:
        """Return one amount per seat."""
        return self.builder.amounts(name, layout.SEATS + cell, layout.SEAT_SIZE, most)

    def levels(self) -> list[Feature]:
        """Return the ability levels of every seat."""
        found = []
        for ability, name in enumerate(ABILITY_IDS):
            cell = layout.SEATS + layout.LEVELS + ability
            categories, meaning = numbered_categories([str(n + 1) for n in range(pieces.highest_level(ability))])
            for turned, other in enumerate(self.builder.relative_seats):
                cells = self.builder.relative_cells(cell, layout.SEAT_SIZE, turned)
                found.append(Feature(f"{other} {name}", cells, categories, [meaning] * self.configuration.players))
        return found

    def missions(self) -> list[Feature]:
        """Return the own mission card, and whether other seats hold one. [HT-INF-1]"""
        if "mission-cards" not in self.modules:
            return []
        own = numbered_categories([card["id"] for card in self.board.cards])
        hidden: tuple[Sequence[str], CategoryMap] = ["held"], dict.fromkeys(range(1, VALUES), 1)
        found = []
        for turned, other in enumerate(self.builder.relative_seats):
            categories, meaning = hidden if turned else own
            cells = self.builder.relative_cells(layout.SEATS + layout.MISSION, layout.SEAT_SIZE, turned)
            found.append(Feature(f"{other} mission", cells, categories, [meaning] * self.configuration.players))
        return found

    def neutral_player(self) -> list[Feature]:
        """Return the points and markers of the neutral player. [HT-P2N-10]"""
        if not self.neutral:
            return []
        first = layout.SEATS + pieces.NEUTRAL * layout.SEAT_SIZE
        used = [(name, first + layout.USED + n) for n, name in self.markers.items()]
        return [
            self.builder.amount("neutral points", first + layout.SCORE, MOST_POINTS),
            *[self.builder.amount(f"neutral used {name}", cell, 5) for name, cell in used],
        ]

    def map(self) -> list[Feature]:
        """Return the features of the pieces and markers on the map."""
        posts = [f"{city['id']}.{n + 1}" for city in self.board.json["cities"] for n in range(len(city["posts"]))]
        categories, meaning = self.marker_categories(1)
        marker = [*categories, "face-down"], {**meaning, pieces.FACE_DOWN: len(categories) + 1}
        return [
            *[self.piece(name, layout.SPACES + n) for n, name in enumerate(self.board.spaces)],
            *[self.piece(name, layout.POSTS + n) for n, name in enumerate(posts)],
            *[self.builder.choice(name, layout.MARKERS + n, *marker) for n, name in enumerate(self.board.routes)],
        ]

    def extras(self) -> list[Feature]:
        """Return the features of boards and modules: permissions, favours, attached markers, the pawn."""
        g, found = self.builder, list[Feature]()
        gates = [f"gateway {n + 1}" for n in range(len(self.board.json["gateways"]))]
        found += g.bits("permission used", layout.PERMISSIONS, gates)
        if "emperors-favour" in self.modules:
            found += [g.seat(f"favour {id}", layout.FAVOUR + n, 2, {1: "display"}) for n, id in enumerate(FAVOUR_IDS)]
        if "promo-markers" in self.modules:
            found += [feature for n in range(layout.MOST_ATTACHED) for feature in self.attached(n)]
        if "two-player-pawn" in self.modules:
            found.append(g.choice("pawn", layout.PAWN, *numbered_categories(list(self.board.provinces))))
            found.append(g.amount("pawn moved", layout.PAWN_MOVED, 2))
        return found

    def attached(self, n: int) -> list[Feature]:
        """Return the features of one attached promo marker: route, type and owner."""
        cell, name = layout.ATTACHED + 3 * n, f"attached {n + 1}"
        route = self.builder.choice(name, cell, *numbered_categories(self.board.routes))
        return [
            route,
            self.builder.choice(name, cell + 1, *self.marker_categories(0)),
            self.builder.seat(name, cell + 2, 0),
        ]

    def frames(self) -> list[Feature]:
        """Return the features of the pending tasks, the top one first: task, deciding seat and arguments."""
        others = {pieces.NEUTRAL: "neutral", CHANCE_CELL: "chance"}
        found = []
        for n in range(layout.MOST_FRAMES):
            cell, name = layout.STACK - (n + 1) * layout.FRAME_SIZE, f"task {n + 1}"
            found.append(self.builder.choice(name, cell, *numbered_categories(TASK_NAMES, 0)))
            found.append(self.builder.seat(name, cell + 1, 0, others))
            for which in range(ARGUMENTS):
                found.append(self.builder.amount(f"{name} memory {which + 1}", cell + 2 + which, VALUES - 1))
        return found

    def posts_beside(self) -> PairCounts:
        """Return the posts beside the printed spaces of every city."""
        categories, category_maps = self.piece_features(), []
        for meaning in self.piece_category_maps():
            category_maps.append({**meaning, **{value + layout.PERMANENT: n for value, n in meaning.items()}})
        return PairCounts("beside", layout.ANNEXES, layout.ANNEX, self.board.cities, categories, category_maps)

    def marker_categories(self, offset: int) -> tuple[Sequence[str], CategoryMap]:
        """Return the marker types in play and their categories, with an offset added to the type."""
        meaning = {marker + offset: n + 1 for n, marker in enumerate(self.markers)}
        return list(self.markers.values()), meaning

    def piece(self, name: str, cell: int) -> Feature:
        """Return the feature of a cell that may hold a piece."""
        return Feature(name, [cell] * self.configuration.players, self.piece_features(), self.piece_category_maps())

    def piece_features(self) -> list[str]:
        """Return the name of every piece from the point of view of a seat."""
        owners = [*self.builder.relative_seats, *(["neutral"] if self.neutral else [])]
        return [f"{owner} {kind}" for owner in owners for kind in KIND_IDS]

    def piece_category_maps(self) -> list[Mapping[int, int]]:
        """Return the category of every piece, for each seat."""
        return [self.pieces_seen(seat) for seat in range(self.configuration.players)]

    def pieces_seen(self, seat: int) -> Mapping[int, int]:
        """Return the category of every piece for one seat."""
        players = self.configuration.players
        places = {owner: (owner - seat) % players for owner in range(players)}
        places |= {pieces.NEUTRAL: players} if self.neutral else {}
        kinds = range(pieces.KINDS)
        return {pieces.piece_of(o, kind): 1 + pieces.KINDS * n + kind for o, n in places.items() for kind in kinds}
