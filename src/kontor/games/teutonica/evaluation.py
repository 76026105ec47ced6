"""What a position is worth to a seat, in hundredths of a prestige point.

The weights are data (`temperaments.toml`): one row of numbers per temperament, named here in their order.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from kontor.core.engine import LAST_USUAL_ROUND
from kontor.core.kernel import Ints
from kontor.games.teutonica.cities import next_post
from kontor.games.teutonica.holdings import Holdings
from kontor.games.teutonica.layout import ACTIONS_LEFT, COMPLETED, ENDED, PAWN, SCORE, SPECIAL
from kontor.games.teutonica.pieces import (
    ABILITIES,
    ACTIONS,
    BANK,
    BOOK,
    KEYS,
    MARKER_TYPES,
    MERCHANT,
    NOBODY,
    OWNERS,
    PRIVILEGE,
    SPECIAL_SPACES,
    actions_value,
    bank_value,
    book_value,
    highest_level,
    keys_value,
)
from kontor.games.teutonica.scoring import (
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
from kontor.games.teutonica.steps.replacing import supply_of_markers
from kontor.games.teutonica.table import Table

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
    "use_additional_post",
    "use_exchange_posts",
    "use_develop_ability",
    "use_actions_3",
    "use_actions_4",
    "use_remove_3",
    "use_move_3",
    "use_swap_marker",
    "use_tribute",
    "use_block",
)


def progress(t: Table) -> int:
    """How far the game has come towards any of its ends, in hundredths."""
    most = t.cells[COMPLETED] * 100 // t.board.completed_limit
    for owner in range(t.players):
        most = max(most, t.cells[t.seat(owner) + SCORE] * 5)
    return min(100, max(most, 100 - supply_of_markers(t) * 100 // 13))


def steps_towards_end(t: Table) -> int:
    """Count the points, completed cities and drawn markers; no move reduces the sum. [HT-END-1]"""
    steps = t.cells[COMPLETED] - supply_of_markers(t)
    for owner in range(OWNERS):
        steps += t.cells[t.seat(owner) + SCORE]
    return steps


def open_cities(t: Table, privilege: int) -> int:
    """In how many cities a privilege admits the next post. [HT-PST-4]"""
    count = 0
    for city in range(t.board.cities):
        post = next_post(t, city)
        if post >= 0 and t.board.post_privilege[post] <= privilege:
            count += 1
    return count


class Evaluation:
    """The weights of one temperament at work."""

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

    def look_ahead(self, t: Table) -> None:
        """Judge how many rounds are left, once for all plans: else the best plan would be to let time stand still."""
        self.rounds = max(1, self.w[LONG_GAME] * (100 - progress(t)) // 100)
        late_rounds = max(0, (t.turn() - 1) // t.players + 1 - LAST_USUAL_ROUND)
        self.urgency = min(MOST_URGENCY, late_rounds * URGENCY_STEP)

    def worth(self, t: Table, seat: int) -> int:
        """The worth of the position to a seat, less a part of what the others have."""
        if t.cells[ENDED]:
            return self.final_worth(t, seat)
        own = self.prospect(t, seat) - self.rivals(t, seat)
        return own + steps_towards_end(t) * self.urgency if self.urgency else own

    def prospect(self, t: Table, seat: int) -> int:
        """The points a seat has and may hope for, whatever the others do."""
        self.holdings.refresh(t)
        own = self.points(t, seat) + self.tradesmen(t, seat) + self.markers(t, seat)
        own += self.abilities(t, seat) + self.routes(t, seat)
        return own + t.cells[ACTIONS_LEFT] * self.w[LEFT_OVER] if t.active() == seat else own

    def final_worth(self, t: Table, seat: int) -> int:
        """The lead over the best of the others once the game is over, far above any prospect.

        In a late game a lost end counts like a won one: seats that refuse to end a lost game would play for ever.
        """
        mine, best = self.total(t, seat), -1000
        for other in range(t.players):
            if other != seat:
                best = max(best, self.total(t, other))
        return (mine - best) * POINT + (OUTCOME if mine > best or self.urgency else -OUTCOME)

    def total(self, t: Table, seat: int) -> int:
        """The whole score as if the game ended now."""
        points = 0
        for line in range(LINES):
            points += score_line(t, seat, line, self.neutral_ranks, self.two_places)
        return points

    def points(self, t: Table, seat: int) -> int:
        """Points already sure or nearly so, the lines of the score sheet."""
        cities = self.holdings.controlled[seat] * points_per_city(t, seat)
        network = self.holdings.networks[seat] * keys_value(t.level(seat, KEYS))
        regions = score_regions(t, seat, self.neutral_ranks, self.two_places)
        sure = t.cells[t.seat(seat) + SCORE] + score_abilities(t, seat) + score_special(t, seat)
        sure += score_mission(t, seat) + score_markers(t, seat) + cities
        return (
            sure * POINT
            + network * self.w[NETWORK_POINT]
            + regions * self.w[REGION_POINT]
            + cities * self.w[CITY_HELD]
        )

    def abilities(self, t: Table, seat: int) -> int:
        """What the levels will bring over the rounds left."""
        worth = 0
        for ability in range(ABILITIES):
            worth += self.ability(t, seat, ability, t.level(seat, ability))
        return worth

    def ability(self, t: Table, seat: int, ability: int, level: int) -> int:
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
            return later + open_cities(t, level) * self.w[OPEN_CITY]
        network = self.holdings.networks[seat]
        return (keys_value(level) * 2 + level) * (self.w[KEYS_STEP] + network * self.w[KEYS_POST])

    def markers(self, t: Table, seat: int) -> int:
        """Markers owned and what the unused ones can still do."""
        worth = markers_owned(t, seat) * self.w[MARKER_OWNED]
        for marker in range(MARKER_TYPES):
            worth += t.unused(seat, marker) * self.w[MARKER_USE + marker]
        return worth

    def tradesmen(self, t: Table, seat: int) -> int:
        """Pieces at hand and in stock; the first ones matter most."""
        supply = t.supply_size(seat)
        ready = min(supply, 8) * self.w[SUPPLY_PIECE] + max(0, supply - 8) * self.w[SUPPLY_MORE]
        merchants = t.in_supply(seat, MERCHANT) * self.w[MERCHANT_READY]
        return ready + merchants + min(t.stock_size(seat), 12) * self.w[STOCK_PIECE]

    def routes(self, t: Table, seat: int) -> int:
        """Posts, and pieces on routes by how near each route is to being created and what that would bring."""
        worth = self.holdings.posts[seat] * self.w[POST]
        for route in range(t.board.routes):
            own = t.standing_on(seat, route)
            if own:
                size = t.board.route_size[route]
                share = own * own * self.w[FULL_ROUTE] // (size * size)
                if t.rivals_on(seat, route):
                    share = share * self.w[BLOCKED] // 100
                if t.cells[PAWN] and self.is_at_hand(t, seat, route):
                    share += self.w[BESIDE_PAWN]
                if not self.urgency:  # in a late game pieces are not held back on routes that bring nothing
                    worth += own * self.w[ON_ROUTE]
                worth += self.gain(t, seat, route) * share // 100
        return worth

    def is_at_hand(self, t: Table, seat: int, route: int) -> bool:
        """Whether the seat can create a route in this turn with the pawn where it stands. [HT-P2P-6]"""
        if t.active() != seat or not t.may_act() or t.rivals_on(seat, route):
            return False
        missing = t.board.route_size[route] - t.standing_on(seat, route)
        return missing < t.cells[ACTIONS_LEFT] and t.is_beside_pawn(route)

    def gain(self, t: Table, seat: int, route: int) -> int:
        """What creating a route would bring: points, marker, and the best of post, ability and special space."""
        worth = self.w[MARKER_GAIN] + self.urgency if t.marker_on(route) else 0
        best = self.special(t, seat, route)
        for city in (t.board.low_end[route], t.board.high_end[route]):
            if self.holdings.controllers[city] == seat:
                worth += POINT
            if self.holdings.controllers[city] != NOBODY:
                worth += self.urgency
            best = max(best, self.post(t, seat, city, route), self.lesson(t, seat, city))
        return worth + best

    def post(self, t: Table, seat: int, city: int, route: int) -> int:
        """What the next post in a city would bring, if a piece of its shape stands on the route or can be placed."""
        post = next_post(t, city)
        if post < 0 or t.board.post_privilege[post] > t.level(seat, PRIVILEGE):
            return 0
        kind = t.board.post_kind[post]
        if not t.on_route(seat, kind, route) and not (t.free_on(route) and t.in_supply(seat, kind)):
            return 0
        worth = self.w[POST] + t.board.post_coin[post] * POINT
        holder, cities = self.holdings.controllers[city], self.holdings.presences[seat]
        if holder == NOBODY:
            worth += self.w[LONE_POST]
        elif holder != seat:
            worth += self.w[CONTESTED_POST]
        if t.board.near[city] & cities or cities >> city & 1:
            worth += self.w[LINKED_POST] * keys_value(t.level(seat, KEYS))
        return worth

    def lesson(self, t: Table, seat: int, city: int) -> int:
        """What developing the best ability of a city would bring."""
        best = 0
        for ability in range(ABILITIES):
            level = t.level(seat, ability)
            if t.board.abilities[city] >> ability & 1 and level < highest_level(ability):
                step = self.ability(t, seat, ability, level + 1) - self.ability(t, seat, ability, level)
                full = 4 * POINT if level + 1 == highest_level(ability) and ability != KEYS else 0
                best = max(best, step + full + self.w[ABILITY_SPARK])
        return best

    def special(self, t: Table, seat: int, route: int) -> int:
        """What the best special space within reach would bring, if a merchant stands ready on the route."""
        if not t.board.joins(route, t.board.special_city) or t.on_route(seat, MERCHANT, route) == 0:
            return 0
        best = 0
        for special in range(SPECIAL_SPACES):
            if t.cells[SPECIAL + special] == 0 and special <= t.level(seat, PRIVILEGE):
                best = max(best, t.board.special_points[special])
        return best * self.w[SPECIAL_SEAT]

    def spread(self) -> int:
        """By how much two prospects differ when one seat is twice as likely to win, fitted to games of `greedy`."""
        return 100 + 60 * self.rounds

    def rivals(self, t: Table, seat: int) -> int:
        """A part of what the others have on the track."""
        points = 0
        for other in range(t.players):
            if other != seat:
                points += t.cells[t.seat(other) + SCORE]
        return points * self.w[RIVAL_POINT]
