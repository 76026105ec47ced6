"""Evaluation: the value of a position for a seat, in hundredths of a prestige point.

The weights are data (`styles.toml`); `weights.py` describes each.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from kontor.games.teutonica.ai.endings import progress, steps_towards_end
from kontor.games.teutonica.ai.holdings import Holdings
from kontor.games.teutonica.ai.seat_memo import ROUTE_CASES, SeatMemo, route_case
from kontor.games.teutonica.ai.weights import (
    ABILITY_BONUS,
    ACTION,
    ACTION_LEFT,
    BANK_STEP,
    BESIDE_PAWN,
    BLOCKED,
    BOOK_STEP,
    CITY_HELD,
    CONTESTED_POST,
    FIRST_POST,
    FULL_ROUTE,
    KEYS_POST,
    KEYS_STEP,
    LINKED_POST,
    LONG_GAME,
    MARKER_GAIN,
    MARKER_OWNED,
    MARKER_USE,
    MERCHANT_READY,
    NETWORK_POINT,
    ON_ROUTE,
    OPEN_CITY,
    POST,
    PRIVILEGE_LATER,
    PRIVILEGE_NOW,
    REGION_POINT,
    RIVAL_POINT,
    SPECIAL_SPACE_VALUE,
    STOCK_PIECE,
    SUPPLY_MORE,
    SUPPLY_PIECE,
)
from kontor.games.teutonica.rules.cities import next_post
from kontor.games.teutonica.rules.layout import (
    ACTIONS_LEFT,
    ENDED,
    PAWN,
    SCORE,
    SPECIAL,
)
from kontor.games.teutonica.rules.pieces import (
    ABILITIES,
    ACTIONS,
    BANK,
    BOOK,
    KEYS,
    MARKER_TYPES,
    MERCHANT,
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
from kontor.kernel.engine import LAST_USUAL_ROUND
from kontor.kernel.runtime.dialect import Ints, UInt64, lowest_bit
from kontor.kernel.seats import NO_OWNER

POINT: Final = 100
OUTCOME: Final = 100000  # added for a won game, subtracted for one that is not won
URGENCY_STEP: Final = 100  # added per late round to the value of a step towards the end of the game
MOST_URGENCY: Final = 2000


class Evaluation:
    """Evaluation of positions with the weights of one style."""

    w: Ints
    neutral_ranks: bool
    two_places: bool
    holdings: Holdings
    memo: SeatMemo
    rounds: int  # rounds left at the root of the search
    urgency: int  # value of a step towards the end of the game; 0 unless the game is late

    def __init__(self, weights: Sequence[int], neutral_ranks: bool, two_places: bool, holdings: Holdings) -> None:
        self.w = array("i", weights)
        self.neutral_ranks = neutral_ranks
        self.two_places = two_places
        self.holdings = holdings
        self.memo = SeatMemo()
        self.rounds = 1
        self.urgency = 0

    def prepare_evaluation(self, p: Position) -> None:
        """Estimate the rounds left, once per search; otherwise plans that delay the game would gain value."""
        self.rounds = max(1, self.w[LONG_GAME] * (100 - progress(p)) // 100)
        late_rounds = max(0, (p.turn() - 1) // p.players + 1 - LAST_USUAL_ROUND)
        self.urgency = min(MOST_URGENCY, late_rounds * URGENCY_STEP)
        self.memo.forget()

    def worth(self, p: Position, seat: int) -> int:
        """Return the value of the position for a seat, less a part of the points of the others."""
        if p.cells[ENDED]:
            return self.final_worth(p, seat)
        own = self.expected_points(p, seat) - self.rivals(p, seat)
        return own + steps_towards_end(p) * self.urgency if self.urgency else own

    def expected_points(self, p: Position, seat: int) -> int:
        """Return the value of what a seat has and can expect, independent of the others."""
        self.holdings.refresh(p)
        if not self.memo.is_valid(p, seat, self.holdings.version):
            lasting = self.points(p, seat) + self.markers(p, seat) + self.abilities(p, seat)
            self.memo.note(p, seat, self.holdings.version, lasting)
        return self.memo.value + self.tradesmen(p, seat) + self.routes(p, seat) + self.actions_worth(p, seat)

    def actions_worth(self, p: Position, seat: int) -> int:
        """Return the value of the actions that the active seat has left."""
        return p.cells[ACTIONS_LEFT] * self.w[ACTION_LEFT] if p.active() == seat else 0

    def final_worth(self, p: Position, seat: int) -> int:
        """Return the lead over the best other seat in a finished game, far above any other value.

        In a late game a loss counts like a win: seats that avoid the end of a lost game would never finish.
        """
        mine, best = self.total(p, seat), -1000
        for other in range(p.players):
            if other != seat:
                best = max(best, self.total(p, other))
        return (mine - best) * POINT + (OUTCOME if mine > best or self.urgency else -OUTCOME)

    def total(self, p: Position, seat: int) -> int:
        """Return the sum of all score lines as if the game ended now."""
        points = 0
        for line in range(LINES):
            points += score_line(p, seat, line, self.neutral_ranks, self.two_places)
        return points

    def points(self, p: Position, seat: int) -> int:
        """Return the value of the lines of the score sheet."""
        return self.points_with_regions(p, seat, score_regions(p, seat, self.neutral_ranks, self.two_places))

    def points_with_regions(self, p: Position, seat: int, regions: int) -> int:
        """Return the value of the lines of the score sheet, given the points of regions, which take long to count."""
        cities = self.holdings.controlled[seat] * points_per_city(p, seat)
        network = self.holdings.networks[seat] * keys_value(p.level(seat, KEYS))
        sure = p.cells[p.seat(seat) + SCORE] + score_abilities(p, seat) + score_special(p, seat)
        sure += score_mission(p, seat) + score_markers(p, seat) + cities
        return (
            sure * POINT
            + network * self.w[NETWORK_POINT]
            + regions * self.w[REGION_POINT]
            + cities * self.w[CITY_HELD]
        )

    def abilities(self, p: Position, seat: int) -> int:
        """Return the value of all ability levels over the rounds left."""
        worth = 0
        for ability in range(ABILITIES):
            worth += self.ability(p, seat, ability, p.level(seat, ability))
        return worth

    def ability(self, p: Position, seat: int, ability: int, level: int) -> int:
        """Return the value of one ability at a level over the rounds left; half a step counts half."""
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
            return later + self.holdings.open_cities[level] * self.w[OPEN_CITY]
        network = self.holdings.networks[seat]
        return (keys_value(level) * 2 + level) * (self.w[KEYS_STEP] + network * self.w[KEYS_POST])

    def markers(self, p: Position, seat: int) -> int:
        """Return the value of the markers owned and of the uses left."""
        worth = markers_owned(p, seat) * self.w[MARKER_OWNED]
        for marker in range(MARKER_TYPES):
            worth += p.unused(seat, marker) * self.w[MARKER_USE + marker]
        return worth

    def tradesmen(self, p: Position, seat: int) -> int:
        """Return the value of the pieces in supply and stock; the first pieces count most."""
        supply = p.supply_size(seat)
        ready = min(supply, 8) * self.w[SUPPLY_PIECE] + max(0, supply - 8) * self.w[SUPPLY_MORE]
        merchants = p.in_supply(seat, MERCHANT) * self.w[MERCHANT_READY]
        return ready + merchants + min(p.stock_size(seat), 12) * self.w[STOCK_PIECE]

    def routes(self, p: Position, seat: int) -> int:
        """Return the value of posts, and of pieces on routes by the progress and the gain of each route."""
        worth = self.posts_worth(seat)
        held: UInt64 = p.held_routes(seat)
        while held:
            route = lowest_bit(held)
            held &= held - 1
            own = p.pieces_on_route(seat, route)
            worth += self.route(p, seat, route, own, self.known_gain(p, seat, route))
        return worth

    def posts_worth(self, seat: int) -> int:
        """Return the value of having posts."""
        return self.holdings.posts[seat] * self.w[POST]

    def route(self, p: Position, seat: int, route: int, own: int, gain: int) -> int:
        """Return the value of the pieces of a seat on a route, given the gain of creating the route."""
        size = p.board.route_size[route]
        share = own * own * self.w[FULL_ROUTE] // (size * size)
        if p.rivals_on(seat, route):
            share = share * self.w[BLOCKED] // 100
        if p.cells[PAWN] and self.can_create_now(p, seat, route):
            share += self.w[BESIDE_PAWN]
        worth = gain * share // 100
        if not self.urgency:  # in a late game, pieces on routes without gain have no value
            worth += own * self.w[ON_ROUTE]
        return worth

    def can_create_now(self, p: Position, seat: int, route: int) -> bool:
        """Return whether the seat can create a route in this turn without moving the pawn. [HT-P2P-6]"""
        if p.active() != seat or not p.may_act() or p.rivals_on(seat, route):
            return False
        missing = p.board.route_size[route] - p.pieces_on_route(seat, route)
        return missing < p.cells[ACTIONS_LEFT] and p.is_beside_pawn(route)

    def known_gain(self, p: Position, seat: int, route: int) -> int:
        """Return the gain of creating a route, computed once for each case of the route; the memo must be valid."""
        memo, at = self.memo, route * ROUTE_CASES + route_case(p, seat, route)
        if memo.gain_versions[at] != memo.version:
            memo.gain_versions[at] = memo.version
            memo.gains[at] = self.gain(p, seat, route)
        return memo.gains[at]

    def gain(self, p: Position, seat: int, route: int) -> int:
        """Return the gain of creating a route: points, marker, and the best of post, ability and special space."""
        worth = self.w[MARKER_GAIN] + self.urgency if p.marker_on(route) else 0
        best = self.special_gain(p, seat, route)
        for city in (p.board.low_end[route], p.board.high_end[route]):
            if self.holdings.controllers[city] == seat:
                worth += POINT
            if self.holdings.controllers[city] != NO_OWNER:
                worth += self.urgency
            best = max(best, self.post_gain(p, seat, city, route), self.ability_gain(p, seat, city))
        return worth + best

    def post_gain(self, p: Position, seat: int, city: int, route: int) -> int:
        """Return the gain of the next post in a city, if a piece of its kind is on the route or can be placed."""
        post = next_post(p, city)
        if post < 0 or p.board.post_privilege[post] > p.level(seat, PRIVILEGE):
            return 0
        kind = p.board.post_kind[post]
        if not p.on_route(seat, kind, route) and not (p.free_on(route) and p.in_supply(seat, kind)):
            return 0
        worth = self.w[POST] + p.board.post_coin[post] * POINT
        holder, cities = self.holdings.controllers[city], self.holdings.presences[seat]
        if holder == NO_OWNER:
            worth += self.w[FIRST_POST]
        elif holder != seat:
            worth += self.w[CONTESTED_POST]
        if p.board.near[city] & cities or cities >> city & 1:
            worth += self.w[LINKED_POST] * keys_value(p.level(seat, KEYS))
        return worth

    def ability_gain(self, p: Position, seat: int, city: int) -> int:
        """Return the gain of developing the best ability of a city."""
        best = 0
        for ability in range(ABILITIES):
            level = p.level(seat, ability)
            if p.board.abilities[city] >> ability & 1 and level < highest_level(ability):
                step = self.ability(p, seat, ability, level + 1) - self.ability(p, seat, ability, level)
                full = 4 * POINT if level + 1 == highest_level(ability) and ability != KEYS else 0
                best = max(best, step + full + self.w[ABILITY_BONUS])
        return best

    def special_gain(self, p: Position, seat: int, route: int) -> int:
        """Return the gain of the best available special space, if a merchant is on the route."""
        if not p.board.joins(route, p.board.special_city) or p.on_route(seat, MERCHANT, route) == 0:
            return 0
        best = 0
        for special in range(SPECIAL_SPACES):
            if p.cells[SPECIAL + special] == 0 and special <= p.level(seat, PRIVILEGE):
                best = max(best, p.board.special_points[special])
        return best * self.w[SPECIAL_SPACE_VALUE]

    def spread(self) -> int:
        """Return the difference in value at which a seat is twice as likely to win, fitted to games of `greedy`."""
        return 100 + 60 * self.rounds

    def rivals(self, p: Position, seat: int) -> int:
        """Return the deduction for the points of the others on the track."""
        points = 0
        for other in range(p.players):
            if other != seat:
                points += p.cells[p.seat(other) + SCORE]
        return points * self.w[RIVAL_POINT]
