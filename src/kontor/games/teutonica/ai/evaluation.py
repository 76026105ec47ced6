"""What a position is worth to a seat, in hundredths of a prestige point.

The weights are data (`styles.toml`): one row of numbers per style, named here in their order.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from kontor.games.teutonica.ai.holdings import Holdings
from kontor.games.teutonica.rules.cities import next_post
from kontor.games.teutonica.rules.layout import ACTIONS_LEFT, COMPLETED, ENDED, PAWN, SCORE, SPECIAL
from kontor.games.teutonica.rules.pieces import (
    ABILITIES,
    ACTIONS,
    BANK,
    BOOK,
    KEYS,
    MARKER_IDS,
    MARKER_TYPES,
    MERCHANT,
    OWNERS,
    PRIVILEGE,
    SPECIAL_SPACES,
    actions_value,
    bank_value,
    book_value,
    highest_level,
    keys_value,
)
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.scoring import (
    LINES,
    markers_owned,
    points_per_city,
    score_abilities,
    score_line,
    score_markers,
    score_mission,
    score_regions,
    score_special,
)
from kontor.games.teutonica.rules.steps.replacing import supply_of_markers
from kontor.kernel.engine import LAST_USUAL_ROUND
from kontor.kernel.runtime.dialect import Ints
from kontor.kernel.seats import NO_OWNER

POINT: Final = 100
OUTCOME: Final = 100000  # added for a won game, subtracted for one that is not won
URGENCY_STEP: Final = 100  # added in every late round to the worth of a step towards the end of the game
MOST_URGENCY: Final = 2000

LONG_GAME: Final = 0  # rounds of a whole game
ACTION: Final = 1  # what one more action in every round brings, per round
LEFT_OVER: Final = 2  # an action of this turn not spent yet
BANK_STEP: Final = 3  # per piece of the Bank value and round
BOOK_STEP: Final = 4
PRIVILEGE_NOW: Final = 5
PRIVILEGE_LATER: Final = 6  # per round
KEYS_STEP: Final = 7
KEYS_POST: Final = 8  # per post of the network
SUPPLY_PIECE: Final = 9  # the first eight
SUPPLY_MORE: Final = 10
STOCK_PIECE: Final = 11
MERCHANT_READY: Final = 12
ON_ROUTE: Final = 13  # a piece standing on a route
FULL_ROUTE: Final = 14  # hundredths of its gain that a full route is worth
BLOCKED: Final = 15  # hundredths that stay with rivals on the route
MARKER_GAIN: Final = 16  # a marker to be taken
MARKER_OWNED: Final = 17
POST: Final = 18  # a post anywhere
LONE_POST: Final = 19  # a post in an empty city
CONTESTED_POST: Final = 20  # a post where another controls
LINKED_POST: Final = 21  # per point of City Keys, a post beside the network
ABILITY_SPARK: Final = 22  # added to every developing
RIVAL_POINT: Final = 23  # taken off per point on another's track
REGION_POINT: Final = 24  # hundredths
NETWORK_POINT: Final = 25  # hundredths
CITY_HELD: Final = 26  # added per controlled city
SPECIAL_SEAT: Final = 27  # hundredths of the best special space within reach
OPEN_CITY: Final = 28  # a city in which the privilege admits the next post
BESIDE_PAWN: Final = 29  # hundredths of its gain that a route adds which can be created now, beside the pawn
MARKER_USE: Final = 30  # one per marker type from here on
WEIGHTS: Final = MARKER_USE + MARKER_TYPES
WEIGHT_NAMES: Final = (
    "long_game",
    "action",
    "left_over",
    "bank_step",
    "book_step",
    "privilege_now",
    "privilege_later",
    "keys_step",
    "keys_post",
    "supply_piece",
    "supply_more",
    "stock_piece",
    "merchant_ready",
    "on_route",
    "full_route",
    "blocked",
    "marker_gain",
    "marker_owned",
    "post",
    "lone_post",
    "contested_post",
    "linked_post",
    "ability_spark",
    "rival_point",
    "region_point",
    "network_point",
    "city_held",
    "special_seat",
    "open_city",
    "beside_pawn",
    *["use_" + marker.replace("-", "_") for marker in MARKER_IDS],
)


def progress(p: Position) -> int:
    """How far the game has come towards any of its ends, in hundredths."""
    most = p.cells[COMPLETED] * 100 // p.board.completed_limit
    for owner in range(p.players):
        most = max(most, p.cells[p.seat(owner) + SCORE] * 5)
    return min(100, max(most, 100 - supply_of_markers(p) * 100 // 13))


def steps_towards_end(p: Position) -> int:
    """Count the points, completed cities and drawn markers; no move reduces the sum. [HT-END-1]"""
    steps = p.cells[COMPLETED] - supply_of_markers(p)
    for owner in range(OWNERS):
        steps += p.cells[p.seat(owner) + SCORE]
    return steps


def open_cities(p: Position, privilege: int) -> int:
    """In how many cities a privilege admits the next post. [HT-PST-4]"""
    count = 0
    for city in range(p.board.cities):
        post = next_post(p, city)
        if post >= 0 and p.board.post_privilege[post] <= privilege:
            count += 1
    return count


class Evaluation:
    """The weights of one style at work."""

    w: Ints
    neutral_ranks: bool
    two_places: bool
    holdings: Holdings
    rounds: int  # still to come, as seen from where the planning began
    urgency: int  # worth of a step towards the end of the game; 0 unless the game is late

    def __init__(self, weights: Sequence[int], neutral_ranks: bool, two_places: bool, holdings: Holdings) -> None:
        self.w = array("i", weights)
        self.neutral_ranks = neutral_ranks
        self.two_places = two_places
        self.holdings = holdings
        self.rounds = 1
        self.urgency = 0

    def prepare_evaluation(self, p: Position) -> None:
        """Judge how many rounds are left, once for all plans: else the best plan would be to let time stand still."""
        self.rounds = max(1, self.w[LONG_GAME] * (100 - progress(p)) // 100)
        late_rounds = max(0, (p.turn() - 1) // p.players + 1 - LAST_USUAL_ROUND)
        self.urgency = min(MOST_URGENCY, late_rounds * URGENCY_STEP)

    def worth(self, p: Position, seat: int) -> int:
        """The worth of the position to a seat, less a part of what the others have."""
        if p.cells[ENDED]:
            return self.final_worth(p, seat)
        own = self.expected_points(p, seat) - self.rivals(p, seat)
        return own + steps_towards_end(p) * self.urgency if self.urgency else own

    def expected_points(self, p: Position, seat: int) -> int:
        """The points a seat has and may hope for, whatever the others do."""
        self.holdings.refresh(p)
        own = self.points(p, seat) + self.tradesmen(p, seat) + self.markers(p, seat)
        own += self.abilities(p, seat) + self.routes(p, seat)
        return own + p.cells[ACTIONS_LEFT] * self.w[LEFT_OVER] if p.active() == seat else own

    def final_worth(self, p: Position, seat: int) -> int:
        """The lead over the best of the others once the game is over, far above any expected points.

        In a late game a lost end counts like a won one: seats that refuse to end a lost game would play for ever.
        """
        mine, best = self.total(p, seat), -1000
        for other in range(p.players):
            if other != seat:
                best = max(best, self.total(p, other))
        return (mine - best) * POINT + (OUTCOME if mine > best or self.urgency else -OUTCOME)

    def total(self, p: Position, seat: int) -> int:
        """The whole score as if the game ended now."""
        points = 0
        for line in range(LINES):
            points += score_line(p, seat, line, self.neutral_ranks, self.two_places)
        return points

    def points(self, p: Position, seat: int) -> int:
        """Points already sure or nearly so, the lines of the score sheet."""
        cities = self.holdings.controlled[seat] * points_per_city(p, seat)
        network = self.holdings.networks[seat] * keys_value(p.level(seat, KEYS))
        regions = score_regions(p, seat, self.neutral_ranks, self.two_places)
        sure = p.cells[p.seat(seat) + SCORE] + score_abilities(p, seat) + score_special(p, seat)
        sure += score_mission(p, seat) + score_markers(p, seat) + cities
        return (
            sure * POINT
            + network * self.w[NETWORK_POINT]
            + regions * self.w[REGION_POINT]
            + cities * self.w[CITY_HELD]
        )

    def abilities(self, p: Position, seat: int) -> int:
        """What the levels will bring over the rounds left."""
        worth = 0
        for ability in range(ABILITIES):
            worth += self.ability(p, seat, ability, p.level(seat, ability))
        return worth

    def ability(self, p: Position, seat: int, ability: int, level: int) -> int:
        """What one ability at a level will bring over the rounds left; half a step counts half."""
        rounds = self.rounds
        if ability == ACTIONS:
            halves = 2 * (actions_value(level) - 2) + (1 if level in (2, 4) else 0)
            return halves * rounds * self.w[ACTION] // 2
        if ability == BANK:
            return (min(bank_value(level), 12) - 3) * rounds * self.w[BANK_STEP]
        if ability == BOOK:
            return (book_value(level) - 2) * rounds * self.w[BOOK_STEP]
        if ability == PRIVILEGE:
            later = level * (self.w[PRIVILEGE_NOW] + rounds * self.w[PRIVILEGE_LATER])
            return later + open_cities(p, level) * self.w[OPEN_CITY]
        network = self.holdings.networks[seat]
        return (keys_value(level) * 2 + level) * (self.w[KEYS_STEP] + network * self.w[KEYS_POST])

    def markers(self, p: Position, seat: int) -> int:
        """Markers owned and what the unused ones can still do."""
        worth = markers_owned(p, seat) * self.w[MARKER_OWNED]
        for marker in range(MARKER_TYPES):
            worth += p.unused(seat, marker) * self.w[MARKER_USE + marker]
        return worth

    def tradesmen(self, p: Position, seat: int) -> int:
        """Pieces at hand and in stock; the first ones matter most."""
        supply = p.supply_size(seat)
        ready = min(supply, 8) * self.w[SUPPLY_PIECE] + max(0, supply - 8) * self.w[SUPPLY_MORE]
        merchants = p.in_supply(seat, MERCHANT) * self.w[MERCHANT_READY]
        return ready + merchants + min(p.stock_size(seat), 12) * self.w[STOCK_PIECE]

    def routes(self, p: Position, seat: int) -> int:
        """Posts, and pieces on routes by how near each route is to being created and what that would bring."""
        worth = self.holdings.posts[seat] * self.w[POST]
        for route in range(p.board.routes):
            own = p.standing_on(seat, route)
            if own:
                size = p.board.route_size[route]
                share = own * own * self.w[FULL_ROUTE] // (size * size)
                if p.rivals_on(seat, route):
                    share = share * self.w[BLOCKED] // 100
                if p.cells[PAWN] and self.is_at_hand(p, seat, route):
                    share += self.w[BESIDE_PAWN]
                if not self.urgency:  # in a late game pieces are not held back on routes that bring nothing
                    worth += own * self.w[ON_ROUTE]
                worth += self.gain(p, seat, route) * share // 100
        return worth

    def is_at_hand(self, p: Position, seat: int, route: int) -> bool:
        """Whether the seat can create a route in this turn with the pawn where it stands. [HT-P2P-6]"""
        if p.active() != seat or not p.may_act() or p.rivals_on(seat, route):
            return False
        missing = p.board.route_size[route] - p.standing_on(seat, route)
        return missing < p.cells[ACTIONS_LEFT] and p.is_beside_pawn(route)

    def gain(self, p: Position, seat: int, route: int) -> int:
        """What creating a route would bring: points, marker, and the best of post, ability and special space."""
        worth = self.w[MARKER_GAIN] + self.urgency if p.marker_on(route) else 0
        best = self.special(p, seat, route)
        for city in (p.board.low_end[route], p.board.high_end[route]):
            if self.holdings.controllers[city] == seat:
                worth += POINT
            if self.holdings.controllers[city] != NO_OWNER:
                worth += self.urgency
            best = max(best, self.post(p, seat, city, route), self.lesson(p, seat, city))
        return worth + best

    def post(self, p: Position, seat: int, city: int, route: int) -> int:
        """What the next post in a city would bring, if a piece of its shape stands on the route or can be placed."""
        post = next_post(p, city)
        if post < 0 or p.board.post_privilege[post] > p.level(seat, PRIVILEGE):
            return 0
        kind = p.board.post_kind[post]
        if not p.on_route(seat, kind, route) and not (p.free_on(route) and p.in_supply(seat, kind)):
            return 0
        worth = self.w[POST] + p.board.post_coin[post] * POINT
        holder, cities = self.holdings.controllers[city], self.holdings.presences[seat]
        if holder == NO_OWNER:
            worth += self.w[LONE_POST]
        elif holder != seat:
            worth += self.w[CONTESTED_POST]
        if p.board.near[city] & cities or cities >> city & 1:
            worth += self.w[LINKED_POST] * keys_value(p.level(seat, KEYS))
        return worth

    def lesson(self, p: Position, seat: int, city: int) -> int:
        """What developing the best ability of a city would bring."""
        best = 0
        for ability in range(ABILITIES):
            level = p.level(seat, ability)
            if p.board.abilities[city] >> ability & 1 and level < highest_level(ability):
                step = self.ability(p, seat, ability, level + 1) - self.ability(p, seat, ability, level)
                full = 4 * POINT if level + 1 == highest_level(ability) and ability != KEYS else 0
                best = max(best, step + full + self.w[ABILITY_SPARK])
        return best

    def special(self, p: Position, seat: int, route: int) -> int:
        """What the best special space within reach would bring, if a merchant stands ready on the route."""
        if not p.board.joins(route, p.board.special_city) or p.on_route(seat, MERCHANT, route) == 0:
            return 0
        best = 0
        for special in range(SPECIAL_SPACES):
            if p.cells[SPECIAL + special] == 0 and special <= p.level(seat, PRIVILEGE):
                best = max(best, p.board.special_points[special])
        return best * self.w[SPECIAL_SEAT]

    def spread(self) -> int:
        """By how much two prospects differ when one seat is twice as likely to win, fitted to games of `greedy`."""
        return 100 + 60 * self.rounds

    def rivals(self, p: Position, seat: int) -> int:
        """A part of what the others have on the track."""
        points = 0
        for other in range(p.players):
            if other != seat:
                points += p.cells[p.seat(other) + SCORE]
        return points * self.w[RIVAL_POINT]
