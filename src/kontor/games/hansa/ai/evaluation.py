"""What a position of Hansa is worth to a seat, in hundredths of a point.

The weights are data (`styles.toml`): one row of numbers per style, named here in their order.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from kontor.games.hansa.rules.layout import ACTED
from kontor.games.hansa.rules.pieces import BARRELS, COLOURS, barrels_of
from kontor.games.hansa.rules.position import Position
from kontor.games.hansa.rules.scoring import score_extra_card, score_ports, score_sold
from kontor.games.hansa.rules.tasks import FINISHED
from kontor.kernel.runtime.dialect import Ints

POINT: Final = 100

SALE_HOPE: Final = 0  # hundredths of its points that a tile with a partner is worth
SINGLE: Final = 1  # a tile without a partner
BARREL: Final = 2  # per barrel of such a tile, which can still be built with
POST: Final = 3  # a post anywhere
LEAD: Final = 4  # a port that is led
SHARED_PORT: Final = 5  # taken off per rival in a port with own posts
THALER: Final = 6  # a thaler that may be kept
PURSE: Final = 7  # a further thaler in the own turn
STOCK: Final = 8  # a post in stock
FRESH_VISIT: Final = 9  # an action still allowed in this visit
RIVAL_POINT: Final = 10  # taken off per point of another
RIVAL_TILE: Final = 11  # taken off per held tile of another
OUTLET: Final = 12  # a port with own posts to sell from, up to four
WEIGHTS: Final = 13
WEIGHT_NAMES: Final = (
    "sale_hope",
    "single",
    "barrel",
    "post",
    "lead",
    "shared_port",
    "thaler",
    "purse",
    "stock",
    "fresh_visit",
    "rival_point",
    "rival_tile",
    "outlet",
)


class Evaluation:
    """The weights of one style at work."""

    w: Ints
    with_card: bool
    everybody: bool

    def __init__(self, weights: Sequence[int], with_card: bool, everybody: bool) -> None:
        self.w = array("i", weights)
        self.with_card = with_card
        self.everybody = everybody

    def worth(self, p: Position, seat: int) -> int:
        """The worth of the position to a seat, less a part of what the others have."""
        if p.phase() == FINISHED:
            return self.final_worth(p, seat)
        own = self.prospect(p, seat)
        for other in range(p.players):
            if other != seat:
                own -= self.points(p, other) * self.w[RIVAL_POINT] + p.held_in_all(other) * self.w[RIVAL_TILE]
        return own

    def prospect(self, p: Position, seat: int) -> int:
        """The points a seat has and may hope for, whatever the others do."""
        return self.points(p, seat) * POINT + self.goods(p, seat) + self.ports(p, seat) + self.money(p, seat)

    def points(self, p: Position, seat: int) -> int:
        """Points already sure or nearly so."""
        card = score_extra_card(p, seat, self.everybody) if self.with_card else 0
        return score_sold(p, seat) + score_ports(p, seat) + card

    def final_worth(self, p: Position, seat: int) -> int:
        """The lead over the best of the others once the game is over, far above any prospect."""
        mine, best = self.total(p, seat), -1000
        for other in range(p.players):
            if other != seat:
                best = max(best, self.total(p, other))
        return (mine - best) * POINT + (100000 if mine > best else -100000)

    def total(self, p: Position, seat: int) -> int:
        """The whole score as if the game ended now."""
        return self.points(p, seat) + p.held_in_all(seat) * p.board.held_points

    def goods(self, p: Position, seat: int) -> int:
        """Held tiles: with a partner they wait for a sale, without one they can be built with."""
        worth = 0
        for colour in range(COLOURS):
            has_partner = p.held_of_colour(seat, colour) > 1
            for tile in range(colour * BARRELS, colour * BARRELS + BARRELS):
                count = p.held(seat, tile)
                if has_partner:
                    worth += count * (1 + barrels_of(tile)) * self.w[SALE_HOPE]
                else:
                    worth += count * (self.w[SINGLE] + barrels_of(tile) * self.w[BARREL])
        return worth

    def ports(self, p: Position, seat: int) -> int:
        """Posts on the board, ports led, rivals beside one's own posts, and ports to sell from."""
        worth, outlets = 0, 0
        for port in range(p.board.ports):
            posts = p.posts(port, seat)
            if posts:
                outlets += 1
                worth += posts * self.w[POST] + (self.w[LEAD] if p.leader(port) == seat else 0)
                for other in range(p.players):
                    if other != seat and p.posts(port, other):
                        worth -= self.w[SHARED_PORT]
        return worth + min(outlets, 4) * self.w[OUTLET]

    def money(self, p: Position, seat: int) -> int:
        """Thalers, those to be taxed only while the turn lasts, the stock, and the visit."""
        thalers = p.thalers(seat)
        worth = min(thalers, p.board.thalers_kept) * self.w[THALER] + p.stock(seat) * self.w[STOCK]
        if p.active() == seat:
            worth += max(0, thalers - p.board.thalers_kept) * self.w[PURSE]
            worth += self.w[FRESH_VISIT] if p.cells[ACTED] == 0 else 0
        return worth

    def spread(self, p: Position) -> int:
        """By how much two prospects differ when one seat is twice as likely to win, fitted to games of `greedy`."""
        return 400
