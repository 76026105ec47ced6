"""Features of a position for the network: what a seat has and how near the game is to its end, as small numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kontor.games.hansa.ai.evaluation import Evaluation
from kontor.games.hansa.rules.layout import ACTED, PILES
from kontor.games.hansa.rules.pieces import BARRELS, COLOURS, MOST_SEATS, PILES_IN_ALL, barrels_of
from kontor.games.hansa.rules.position import Position
from kontor.games.hansa.rules.scoring import (
    is_alone,
    score_extra_card,
    score_ports,
    score_sold,
    small_goods_sold,
    tallest_stack,
)
from kontor.games.hansa.rules.tasks import RESTOCK, REVEAL
from kontor.kernel.engine import LAST_USUAL_ROUND
from kontor.kernel.runtime.dialect import Ints

TENTH: Final = 10  # hundredths of a point
HALVINGS: Final = 64  # steps of the evaluation feature for a factor of two in the chances

# The features by name and the highest absolute value of each; values beyond it are cut off.
SHARED_TABLE: Final = (
    ("tiles-in-piles", 100),
    ("piles-left", PILES_IN_ALL),
    ("empty-warehouses", 24),
    ("round", LAST_USUAL_ROUND),
    ("restocks", 1),
    ("acted", 1),
)
ORDER_TABLE: Final = (
    ("turns-until-0", 1),
    ("turns-until-1", 1),
    ("turns-until-2", 1),
    ("turns-until-3", 1),
)
POINT_TABLE: Final = (
    ("sold-points", 200),
    ("port-points", 50),
    ("card-points", 30),
    ("total", 250),
    ("tallest-stack", 15),
    ("small-goods-sold", 20),
)
GOODS_TABLE: Final = (
    ("held-tiles", 30),
    ("held-barrels", 80),
    ("held-colours", COLOURS),
    ("paired-tiles", 30),
    ("paired-barrels", 80),
    ("paired-colours", COLOURS),
    ("single-barrels", 20),
)
PORT_TABLE: Final = (
    ("posts", 20),
    ("posts-in-stock", 20),
    ("ports", 12),
    ("ports-up-to-4", 4),
    ("ports-alone", 12),
    ("ports-led", 12),
    ("ports-tied", 12),
    ("rivals-in-ports", 36),
    ("posts-at-ship", 15),
    ("leads-at-ship", 1),
    ("ports-from-ship", 12),  # own ports that the ship can reach in one move
    ("goods-of-led-ports", 24),  # tiles in the warehouses of ports that the seat leads
)
MONEY_TABLE: Final = (
    ("thalers", 30),
    ("thalers-in-turn", 30),
    ("acted-in-turn", 1),
)
WORTH_TABLE: Final = (
    ("worth-of-goods", 1000),  # in tenths of a point
    ("worth-of-ports", 1000),
    ("worth-of-money", 500),
    ("evaluation", 4000),  # in 64ths of a factor of two in the chances
)
FEATURE_TABLE: Final = (
    *SHARED_TABLE,
    *ORDER_TABLE,
    *POINT_TABLE,
    *GOODS_TABLE,
    *PORT_TABLE,
    *MONEY_TABLE,
    *WORTH_TABLE,
)
FEATURE_NAMES: Final = tuple(feature[0] for feature in FEATURE_TABLE)
FEATURE_BOUNDS: Final = tuple(feature[1] for feature in FEATURE_TABLE)
SHARED_FEATURES: Final = len(SHARED_TABLE)
FEATURES: Final = len(FEATURE_TABLE)


class Features:
    """Writes the features of the loaded position."""

    evaluation: Evaluation
    row: Ints
    at: int

    def __init__(self, weights: Sequence[int], with_card: bool, ties_score: bool) -> None:
        self.evaluation = Evaluation(weights, with_card, ties_score)
        self.at = 0

    def add(self, value: int) -> None:
        """Write the next feature."""
        self.row[self.at] = value
        self.at += 1

    def write_shared(self, p: Position, row: Ints) -> None:
        """Write the features that all seats share."""
        self.row = row
        self.at = 0
        piles = 0
        for pile in range(PILES_IN_ALL):
            if p.cells[PILES + pile]:
                piles += 1
        self.add(p.supply())
        self.add(piles)
        self.add(p.empty_warehouses())
        self.add(min((max(1, p.turn()) - 1) // p.players + 1, LAST_USUAL_ROUND))
        self.add(1 if p.phase() in (RESTOCK, REVEAL) else 0)
        self.add(p.cells[ACTED])

    def write_seat(self, p: Position, seat: int, row: Ints) -> None:
        """Write the features of a seat."""
        self.row = row
        self.at = SHARED_FEATURES
        turns = (seat + p.players - p.active()) % p.players
        for n in range(MOST_SEATS):
            self.add(1 if turns == n else 0)
        points = self.add_points(p, seat)
        self.add_goods(p, seat)
        self.add_ports(p, seat)
        self.add(p.thalers(seat))
        self.add(p.thalers(seat) if turns == 0 else 0)
        self.add(p.cells[ACTED] if turns == 0 else 0)
        self.add_worth(p, seat, points)

    def add_points(self, p: Position, seat: int) -> int:
        """Add the score as if the game ended now; return the points without those of held tiles."""
        e = self.evaluation
        sold, ports = score_sold(p, seat), score_ports(p, seat)
        card = score_extra_card(p, seat, e.ties_score) if e.with_card else 0
        self.add(sold)
        self.add(ports)
        self.add(card)
        self.add(sold + ports + card + p.held_in_all(seat) * p.board.held_points)
        self.add(tallest_stack(p, seat))
        self.add(small_goods_sold(p, seat))
        return sold + ports + card

    def add_goods(self, p: Position, seat: int) -> None:
        """Add the held tiles; those of a colour held twice can be sold."""
        tiles, barrels, colours, paired_tiles, paired_barrels, paired_colours = 0, 0, 0, 0, 0, 0
        for colour in range(COLOURS):
            count, weight = 0, 0
            for tile in range(colour * BARRELS, colour * BARRELS + BARRELS):
                count += p.held(seat, tile)
                weight += p.held(seat, tile) * barrels_of(tile)
            tiles += count
            barrels += weight
            colours += 1 if count else 0
            if count > 1:
                paired_tiles += count
                paired_barrels += weight
                paired_colours += 1
        self.add(tiles)
        self.add(barrels)
        self.add(colours)
        self.add(paired_tiles)
        self.add(paired_barrels)
        self.add(paired_colours)
        self.add(barrels - paired_barrels)

    def add_ports(self, p: Position, seat: int) -> None:
        """Add the posts, the ports by control, and what is in reach of the ship."""
        posts, ports, alone, led, tied, rivals, reached = 0, 0, 0, 0, 0, 0, 0
        for port in range(p.board.ports):
            own = p.posts(port, seat)
            if own:
                posts += own
                ports += 1
                alone += 1 if is_alone(p, port, seat) else 0
                led += 1 if p.leader(port) == seat else 0
                highest = 0
                for other in range(p.players):
                    if other != seat and p.posts(port, other):
                        rivals += 1
                        highest = max(highest, p.posts(port, other))
                tied += 1 if highest == own else 0
                reached += p.board.arrow[p.ship() * p.board.ports + port]
        goods = 0
        for warehouse in range(p.board.warehouses):
            if p.stored(warehouse) and p.leader(p.board.port_of[warehouse]) == seat:
                goods += 1
        self.add(posts)
        self.add(p.board.posts_each - posts)
        self.add(ports)
        self.add(min(ports, 4))
        self.add(alone)
        self.add(led)
        self.add(tied)
        self.add(rivals)
        self.add(p.posts(p.ship(), seat))
        self.add(1 if p.leader(p.ship()) == seat else 0)
        self.add(reached)
        self.add(goods)

    def add_worth(self, p: Position, seat: int, points: int) -> None:
        """Add the parts of the hand-written evaluation and their sum."""
        e = self.evaluation
        goods, ports, money = e.goods(p, seat), e.ports(p, seat), e.money(p, seat)
        self.add(goods // TENTH)
        self.add(ports // TENTH)
        self.add(money // TENTH)
        self.add((points * TENTH * TENTH + goods + ports + money) * HALVINGS // e.spread(p))
