"""Features of a position for the network: what a seat has and how near the game is to its end, as small numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kontor.games.teutonica.ai.endings import progress
from kontor.games.teutonica.ai.evaluation import Evaluation
from kontor.games.teutonica.ai.holdings import Holdings
from kontor.games.teutonica.rules.cities import next_post
from kontor.games.teutonica.rules.layout import ACTIONS_LEFT, COMPLETED, CONNECTED, HAND, SCORE
from kontor.games.teutonica.rules.pieces import (
    ABILITIES,
    FAVOURS,
    KEYS,
    MARKER_IDS,
    MARKER_TYPES,
    MERCHANT,
    OWNERS,
    PRIVILEGE,
    TRADER,
    actions_value,
    highest_level,
    keys_value,
)
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.scoring import (
    markers_owned,
    points_per_city,
    score_abilities,
    score_markers,
    score_mission,
    score_regions,
    score_special,
)
from kontor.games.teutonica.rules.steps.replacement_markers import supply_of_markers
from kontor.kernel.engine import LAST_USUAL_ROUND
from kontor.kernel.runtime.dialect import Ints

MOST_SEATS: Final = 5
TENTH: Final = 10  # hundredths of a point
HALVINGS: Final = 64  # steps of the evaluation feature for a factor of two in the chances

# The features by name and the highest absolute value of each; values beyond it are cut off.
SHARED_TABLE: Final = (
    ("completed-cities", 200),  # in hundredths of the limit
    ("highest-score", 60),
    ("markers-to-draw", 60),
    ("progress", 100),
    ("connections", OWNERS),
    ("round", LAST_USUAL_ROUND),
)
ORDER_TABLE: Final = (
    *((f"turns-until-{n}", 1) for n in range(MOST_SEATS)),
    ("decides", 1),
    ("actions-left", 12),
    ("pieces-in-hand", 5),
)
POINT_TABLE: Final = (
    ("score", 60),
    ("ability-points", 30),
    ("markers", 20),
    ("marker-points", 30),
    ("special-points", 40),
    ("controlled-cities", 30),
    ("city-points", 80),
    ("network", 40),
    ("keys-value", 4),
    ("network-points", 160),
    ("mission-points", 10),
    ("region-points", 40),
    ("total", 250),
    ("connected", 1),
    ("posts", 60),
    ("cities-with-post", 40),
)
LEVEL_TABLE: Final = (
    *((f"keys-{n}", 1) for n in range(1, 5)),
    *((f"actions-{n}", 1) for n in range(1, 6)),
    *((f"privilege-{n}", 1) for n in range(1, 4)),
    *((f"book-{n}", 1) for n in range(1, 4)),
    *((f"bank-{n}", 1) for n in range(1, 4)),
    ("actions-value", 5),
    ("open-cities", 40),
)
PIECE_TABLE: Final = (
    ("supply-traders", 27),
    ("supply-merchants", 4),
    ("stock-traders", 27),
    ("stock-merchants", 4),
    ("supply-up-to-2", 2),
    ("supply-up-to-5", 5),
    ("stock-up-to-5", 5),
    *((f"unused-{marker}", 4) for marker in MARKER_IDS),
    *((f"favour-{n}", 1) for n in range(1, FAVOURS + 1)),
)
CITY_TABLE: Final = (
    ("completed-held", 30),
    ("open-held", 30),
    ("open-lost", 30),
)
ROUTE_TABLE: Final = (
    ("pieces-on-routes", 31),
    ("blocked-pieces", 31),
    ("full-routes", 10),
    ("almost-full-routes", 10),
    ("gain-of-full-routes", 1500),  # gains are in tenths of a point
    ("best-gain-full", 1000),
    ("best-gain-almost-full", 1000),
    ("gain-in-progress", 1500),
    ("best-gain-in-progress", 1000),
    ("gain-blocked", 1500),
    ("most-pieces-blocked", 4),
)
WORTH_TABLE: Final = (
    ("worth-of-points", 2000),  # in tenths of a point
    ("worth-of-pieces", 1000),
    ("worth-of-markers", 1000),
    ("worth-of-abilities", 3000),
    ("worth-of-routes", 2000),
    ("evaluation", 10000),  # in 64ths of a factor of two in the chances
)
FEATURE_TABLE: Final = (
    *SHARED_TABLE,
    *ORDER_TABLE,
    *POINT_TABLE,
    *LEVEL_TABLE,
    *PIECE_TABLE,
    *CITY_TABLE,
    *ROUTE_TABLE,
    *WORTH_TABLE,
)
FEATURE_NAMES: Final = tuple(feature[0] for feature in FEATURE_TABLE)
FEATURE_BOUNDS: Final = tuple(feature[1] for feature in FEATURE_TABLE)
SHARED_FEATURES: Final = len(SHARED_TABLE)
FEATURES: Final = len(FEATURE_TABLE)


class Features:
    """Writes the features of the loaded position; the remaining rounds are those of the position itself."""

    evaluation: Evaluation
    row: Ints
    at: int

    def __init__(self, weights: Sequence[int], neutral_ranks: bool, two_places: bool, cities: int) -> None:
        self.evaluation = Evaluation(weights, neutral_ranks, two_places, Holdings(cities))
        self.at = 0

    def add(self, value: int) -> None:
        """Write the next feature."""
        self.row[self.at] = value
        self.at += 1

    def write_shared(self, p: Position, row: Ints) -> None:
        """Write the features that all seats share, and prepare those of the seats."""
        e = self.evaluation
        e.prepare_evaluation(p)
        e.urgency = 0
        e.holdings.refresh(p)
        self.row = row
        self.at = 0
        highest, connections = 0, 0
        for seat in range(p.players):
            highest = max(highest, p.cells[p.seat(seat) + SCORE])
        for n in range(OWNERS):
            if p.cells[CONNECTED + n]:
                connections += 1
        self.add(p.cells[COMPLETED] * 100 // p.board.completed_limit)
        self.add(highest)
        self.add(supply_of_markers(p))
        self.add(progress(p))
        self.add(connections)
        self.add(min((p.turn() - 1) // p.players + 1, LAST_USUAL_ROUND))

    def write_seat(self, p: Position, seat: int, row: Ints) -> None:
        """Write the features of a seat."""
        self.row = row
        self.at = SHARED_FEATURES
        self.add_order(p, seat)
        points = self.add_points(p, seat)
        self.add_levels(p, seat)
        self.add_pieces(p, seat)
        self.add_cities(p, seat)
        routes = self.add_routes(p, seat)
        self.add_worth(p, seat, points, routes)

    def add_order(self, p: Position, seat: int) -> None:
        """Add when the seat has its next turn, and what is left of the current one."""
        turns = (seat + p.players - p.active()) % p.players
        for n in range(MOST_SEATS):
            self.add(1 if turns == n else 0)
        self.add(1 if p.decider() == seat else 0)
        self.add(p.cells[ACTIONS_LEFT] if turns == 0 else 0)
        self.add(p.cells[HAND] if turns == 0 else 0)

    def add_points(self, p: Position, seat: int) -> int:
        """Add the score as if the game ended now, and return the points of regions."""
        e = self.evaluation
        score, abilities, special = p.cells[p.seat(seat) + SCORE], score_abilities(p, seat), score_special(p, seat)
        markers, controlled = score_markers(p, seat), e.holdings.controlled[seat]
        cities, network = controlled * points_per_city(p, seat), e.holdings.networks[seat]
        keys, mission = keys_value(p.level(seat, KEYS)), score_mission(p, seat)
        regions = score_regions(p, seat, e.neutral_ranks, e.two_places)
        self.add(score)
        self.add(abilities)
        self.add(markers_owned(p, seat))
        self.add(markers)
        self.add(special)
        self.add(controlled)
        self.add(cities)
        self.add(network)
        self.add(keys)
        self.add(network * keys)
        self.add(mission)
        self.add(regions)
        self.add(score + abilities + markers + special + cities + network * keys + mission + regions)
        connected = 0
        for n in range(OWNERS):
            if p.cells[CONNECTED + n] == seat + 1:
                connected = 1
        self.add(connected)
        self.add(e.holdings.posts[seat])
        self.add(count_bits(e.holdings.presences[seat], p.board.cities))
        return regions

    def add_levels(self, p: Position, seat: int) -> None:
        """Add how far every ability is developed, level by level."""
        for ability in range(ABILITIES):
            for level in range(highest_level(ability)):
                self.add(1 if p.level(seat, ability) > level else 0)
        self.add(actions_value(p.level(seat, 1)))
        self.add(self.evaluation.holdings.open_cities[p.level(seat, PRIVILEGE)])

    def add_pieces(self, p: Position, seat: int) -> None:
        """Add the pieces in supply and stock, unused markers and favours."""
        supply = p.supply_size(seat)
        self.add(p.in_supply(seat, TRADER))
        self.add(p.in_supply(seat, MERCHANT))
        self.add(p.in_stock(seat, TRADER))
        self.add(p.in_stock(seat, MERCHANT))
        self.add(min(supply, 2))
        self.add(min(supply, 5))
        self.add(min(p.stock_size(seat), 5))
        for marker in range(MARKER_TYPES):
            self.add(p.unused(seat, marker))
        for favour in range(FAVOURS):
            self.add(1 if p.holder(favour) == seat else 0)

    def add_cities(self, p: Position, seat: int) -> None:
        """Add the cities controlled for good, controlled for now, and controlled by others for now."""
        e = self.evaluation
        completed, held, lost = 0, 0, 0
        for city in range(p.board.cities):
            if e.holdings.controllers[city] == seat:
                if next_post(p, city) < 0:
                    completed += 1
                else:
                    held += 1
            elif e.holdings.presences[seat] >> city & 1 and next_post(p, city) >= 0:
                lost += 1
        self.add(completed)
        self.add(held)
        self.add(lost)

    def add_routes(self, p: Position, seat: int) -> int:
        """Add the pieces on routes by how near each route is to being created; return their worth."""
        e = self.evaluation
        pieces, blocked, full, almost, most_blocked, worth = 0, 0, 0, 0, 0, 0
        full_gain, best_full, best_almost, part_gain, best_part, blocked_gain = 0, 0, 0, 0, 0, 0
        for route in range(p.board.routes):
            own = p.pieces_on_route(seat, route)
            if own:
                size, gain = p.board.route_size[route], e.gain(p, seat, route)
                worth += e.route(p, seat, route, own, gain)
                gain = gain // TENTH
                pieces += own
                if own == size:
                    full += 1
                    full_gain += gain
                    best_full = max(best_full, gain)
                elif p.rivals_on(seat, route):
                    blocked += own
                    blocked_gain += gain * own // size
                    most_blocked = max(most_blocked, own)
                else:
                    if own == size - 1:
                        almost += 1
                        best_almost = max(best_almost, gain)
                    part_gain += gain * own // size
                    best_part = max(best_part, gain * own // size)
        self.add(pieces)
        self.add(blocked)
        self.add(full)
        self.add(almost)
        self.add(full_gain)
        self.add(best_full)
        self.add(best_almost)
        self.add(part_gain)
        self.add(best_part)
        self.add(blocked_gain)
        self.add(most_blocked)
        return worth

    def add_worth(self, p: Position, seat: int, regions: int, routes: int) -> None:
        """Add the parts of the hand-written evaluation and their sum."""
        e = self.evaluation
        points, pieces = e.points_with_regions(p, seat, regions), e.tradesmen(p, seat)
        markers, abilities = e.markers(p, seat), e.abilities(p, seat)
        routes += e.posts_worth(seat)
        whole = points + pieces + markers + abilities + routes + e.actions_worth(p, seat)
        self.add(points // TENTH)
        self.add(pieces // TENTH)
        self.add(markers // TENTH)
        self.add(abilities // TENTH)
        self.add(routes // TENTH)
        self.add(whole * HALVINGS // e.spread())


def count_bits(bits: int, size: int) -> int:
    """Return how many of the first bits are set."""
    count = 0
    for n in range(size):
        count += bits >> n & 1
    return count
