"""The evaluation of a position for a seat: its worth in hundredths of a point.

The weights are data (`styles.toml`), one row per style; their names and order are defined here.
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

SALE_HOPE: Final = 0  # per point of a held tile of a colour held at least twice
SINGLE: Final = 1  # a tile that is the only one of its colour
BARREL: Final = 2  # per barrel of such a tile, which can be spent on posts
POST: Final = 3  # a post on the board
LEAD: Final = 4  # a port that is led
SHARED_PORT: Final = 5  # subtracted per rival in a port with own posts
THALER: Final = 6  # a thaler within the limit of the tax
PURSE: Final = 7  # a thaler above it in the own turn
STOCK: Final = 8  # a post in stock
FRESH_VISIT: Final = 9  # no action taken yet in this visit
RIVAL_POINT: Final = 10  # subtracted per point of a rival
RIVAL_TILE: Final = 11  # subtracted per held tile of a rival
OUTLET: Final = 12  # a port with own posts, where tiles can be sold, up to four
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
    """The evaluation with the weights of one style."""

    w: Ints
    with_card: bool
    ties_score: bool

    def __init__(self, weights: Sequence[int], with_card: bool, ties_score: bool) -> None:
        self.w = array("i", weights)
        self.with_card = with_card
        self.ties_score = ties_score

    def worth(self, p: Position, seat: int) -> int:
        """Return the worth of the position to a seat: its expected points less a share of what its rivals have."""
        if p.phase() == FINISHED:
            return self.final_worth(p, seat)
        own = self.expected_points(p, seat)
        for other in range(p.players):
            if other != seat:
                own -= self.points(p, other) * self.w[RIVAL_POINT] + p.held_in_all(other) * self.w[RIVAL_TILE]
        return own

    def expected_points(self, p: Position, seat: int) -> int:
        """Return the points that a seat has and can expect, without regard to its rivals."""
        return self.points(p, seat) * POINT + self.goods(p, seat) + self.ports(p, seat) + self.money(p, seat)

    def points(self, p: Position, seat: int) -> int:
        """Return the points of a seat for sold tiles, ports and the extra card as if the game ended now."""
        card = score_extra_card(p, seat, self.ties_score) if self.with_card else 0
        return score_sold(p, seat) + score_ports(p, seat) + card

    def final_worth(self, p: Position, seat: int) -> int:
        """Return the lead over the best rival in a finished game, beyond the range of any other worth."""
        mine, best = self.total(p, seat), -1000
        for other in range(p.players):
            if other != seat:
                best = max(best, self.total(p, other))
        return (mine - best) * POINT + (100000 if mine > best else -100000)

    def total(self, p: Position, seat: int) -> int:
        """Return the total score as if the game ended now."""
        return self.points(p, seat) + p.held_in_all(seat) * p.board.held_points

    def goods(self, p: Position, seat: int) -> int:
        """Return the worth of held tiles: those of a colour held twice can be sold, single ones spent on posts."""
        worth = 0
        for colour in range(COLOURS):
            can_be_sold = p.held_of_colour(seat, colour) > 1
            for tile in range(colour * BARRELS, colour * BARRELS + BARRELS):
                count = p.held(seat, tile)
                if can_be_sold:
                    worth += count * (1 + barrels_of(tile)) * self.w[SALE_HOPE]
                else:
                    worth += count * (self.w[SINGLE] + barrels_of(tile) * self.w[BARREL])
        return worth

    def ports(self, p: Position, seat: int) -> int:
        """Return the worth of posts, led ports and ports to sell from, less that of rivals in own ports."""
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
        """Return the worth of thalers (above the tax limit only in the own turn), of the stock and of the visit."""
        thalers = p.thalers(seat)
        worth = min(thalers, p.board.thalers_kept) * self.w[THALER] + p.stock(seat) * self.w[STOCK]
        if p.active() == seat:
            worth += max(0, thalers - p.board.thalers_kept) * self.w[PURSE]
            worth += self.w[FRESH_VISIT] if p.cells[ACTED] == 0 else 0
        return worth

    def spread(self, p: Position) -> int:
        """Return the difference in expected points that doubles the chance of winning, fitted to `greedy` games."""
        return 400
