"""The reader of positions; the docstring of the package lists the defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kontor.core.position_fields import entries, known_field, listed, number_of, refuse, truth, whole
from kontor.core.values import PositionBytes
from kontor.games.hansa.configuration import Configuration
from kontor.games.hansa.formats.positions.ids import Counts, PositionIds
from kontor.games.hansa.formats.positions.tile_counter import TileCounter
from kontor.games.hansa.formats.positions.turn_order import TurnOrder, placements
from kontor.games.hansa.rules import layout, tasks
from kontor.games.hansa.rules.pieces import MOST_SEATS, TILE_TYPES, colour_of
from kontor.games.hansa.rules.steps.selling import settle_losses
from kontor.games.hansa.rules.turns import begin_restock, only_type

MOST_THALERS: Final = 40  # of one seat; far above what play can reach
PHASES: Final = ("setup", "placement", "restock", "reveal", "actions", "losses", "tax", "finished")
FIELDS: Final = (
    *("active", "phase", "start_player", "round", "turn", "placed", "end_triggered", "ship", "acted"),
    *("warehouses", "piles", "bag", "out", "removed_colours"),
    *("posts", "thalers", "held", "sold", "sale", "pending_losses"),
)
FRESH: Final = ("setup", "placement", "restock", "reveal")  # phases before the first action of a visit


def read_position(configuration: Configuration, content: Mapping[str, Any]) -> PositionBytes:
    """Return a position from data; raise PositionError with a sentence that names the field."""
    return PositionReader(configuration, content).position()


class PositionReader:
    """Reads one position."""

    def __init__(self, configuration: Configuration, content: Mapping[str, Any]) -> None:
        self.content = entries(content, "position")
        for field in self.content:
            known_field(field, FIELDS)
        self.configuration = configuration
        self.ids = PositionIds(configuration)
        self.p = configuration.blank()
        self.phase = PHASES[number_of(self.content.get("phase", "actions"), PHASES, "phase", "phase")]
        self.tiles = TileCounter(self.ids, self.content, self.phase == "setup")
        self.posts = self.read_posts()
        self.turn_order = TurnOrder(self.ids, self.content, self.phase, self.posts)

    def position(self) -> PositionBytes:
        """Return the position with all defaults filled in and everything done that needs no decision."""
        self.check_setup()
        self.fill_turn()
        self.fill_tiles()
        self.fill_seats()
        self.p.refresh_counts()
        self.fill_sale()
        self.fill_losses()
        self.check_tax()
        self.settle()
        position = bytearray(self.p.store)
        self.configuration.engine.write_checksum(position)
        self.check_decision(position)
        return position

    # the fields

    def read_posts(self) -> list[Counts]:
        """Return the number of posts of every seat in every port. [H-STATE-8, H-INV-2]"""
        most = self.p.board.posts_each
        posts = [[0] * self.ids.players for _ in self.ids.ports]
        for name, row in entries(self.content.get("posts", {}), "posts").items():
            port = self.ids.port(name, "posts")
            for key, count in entries(row, "posts").items():
                posts[port][self.ids.seat_key(key, "posts")] = whole(count, 0, most, "posts")
        for seat, count in enumerate(map(sum, zip(*posts, strict=True))):
            if count > most:
                refuse("posts", f"has {count} posts of seat {seat}, who has {most}", "H-INV-2")
        return posts

    def fill_turn(self) -> None:
        """Fill in phase, turn order, ship and whether an action was taken. [H-STATE-2, H-STATE-3, H-STATE-4]"""
        cells, board = self.p.cells, self.p.board
        cells[layout.PHASE] = self.phase_cell()
        cells[layout.ACTIVE] = self.turn_order.active
        cells[layout.START] = 0 if self.turn_order.start is None else self.turn_order.start + 1
        cells[layout.TURN_LOW], cells[layout.TURN_HIGH] = self.turn_order.turn % 256, self.turn_order.turn // 256
        cells[layout.SHIP] = board.home
        if "ship" in self.content:
            cells[layout.SHIP] = self.ids.port(self.content["ship"], "ship")
        cells[layout.ACTED] = int(self.read_acted())
        if self.content.get("end_triggered") is not None:
            cells[layout.END_BY] = self.ids.seat(self.content["end_triggered"], "end_triggered") + 1
        cells[layout.PLACED] = board.rounds_of_placement * self.ids.players
        if self.phase in ("setup", "placement"):
            cells[layout.PLACED] = placements(self.posts)

    def phase_cell(self) -> int:
        """Return the phase of the kernel, which has three phases for the set-up and one for a sale."""
        if self.phase == "setup":
            if len(self.tiles.left_out) < self.configuration.board.left_out(self.ids.players):
                return tasks.LEAVING_OUT
            return tasks.CHOOSING_START if self.turn_order.start is None else tasks.FILLING
        if self.phase == "actions" and any(self.tiles.sale):
            return tasks.SELLING
        return tasks.PHASE_NAMES.index(self.phase)

    def read_acted(self) -> bool:
        """Return whether an action was taken in this visit: always after a sale, never before phase 3. [H-ACT-4]"""
        acted = truth(self.content.get("acted", self.phase == "losses"), "acted")
        if acted and self.phase in FRESH:
            refuse("acted", f"cannot be true in phase {self.phase!r}", "H-ACT-6")
        if not acted and self.phase == "losses":
            refuse("acted", "cannot be false after a sale", "H-ACT-4")
        return acted

    def fill_tiles(self) -> None:
        """Fill in warehouses, piles, bag, tiles out of the game and colours left out. [H-STATE-5, H-STATE-6]"""
        cells, tiles = self.p.cells, self.tiles
        rows = (
            (layout.WAREHOUSES, tiles.stored),
            (layout.PILES, tiles.piles),
            (layout.BAG, tiles.bag),
            (layout.OUT, tiles.out),
        )
        for first, row in rows:
            cells[first : first + len(row)] = bytes(row)
        for colour in tiles.left_out:
            cells[layout.LEFT_OUT + colour] = 1

    def fill_seats(self) -> None:
        """Fill in the posts, thalers and tiles of every seat. [H-STATE-7, H-STATE-8]"""
        cells = self.p.cells
        for port, stacks in enumerate(self.posts):
            first = layout.POSTS + port * MOST_SEATS
            cells[first : first + len(stacks)] = bytes(stacks)
        for seat in range(self.ids.players):
            first = layout.SEATS + seat * layout.SEAT_SIZE
            cells[first + layout.THALERS] = self.p.board.purse
            cells[first + layout.HELD : first + layout.HELD + TILE_TYPES] = bytes(self.tiles.held[seat])
            cells[first + layout.SOLD : first + layout.SOLD + TILE_TYPES] = bytes(self.tiles.sold[seat])
        for key, count in entries(self.content.get("thalers", {}), "thalers").items():
            first = layout.SEATS + self.ids.seat_key(key, "thalers") * layout.SEAT_SIZE
            cells[first + layout.THALERS] = whole(count, 0, MOST_THALERS, "thalers")

    def fill_sale(self) -> None:
        """Fill in the tiles chosen for a sale after checking that they can be chosen. [H-SELL-1, H-SELL-2]"""
        p, sale = self.p, self.tiles.sale
        if not any(sale):
            return
        if self.phase != "actions" or p.cells[layout.ACTED]:
            refuse("sale", "is possible only in phase 'actions' and before another action", "H-ACT-4")
        if not p.posts(p.ship(), p.active()):
            refuse("sale", "needs a post of the seller in the ship's port", "H-SELL-1")
        for tile, count in enumerate(sale):
            if count > p.held(p.active(), tile):
                refuse("sale", "has tiles that the seller does not hold", "H-SELL-2")
            if count and p.held_of_colour(p.active(), colour_of(tile)) < 2:
                refuse("sale", "has a colour of which the seller holds one tile", "H-SELL-2")
        p.cells[layout.SALE : layout.SALE + TILE_TYPES] = bytes(sale)

    def fill_losses(self) -> None:
        """Fill in the pending losses. [H-STATE-10, H-LOSS-1]"""
        field, p = "pending_losses", self.p
        losses = listed(self.content.get(field, []), TILE_TYPES * self.ids.players, field)
        if bool(losses) != (self.phase == "losses"):
            refuse(field, "must name losses in phase 'losses' and in no other phase", "H-STATE-10")
        for loss in losses:
            pair = listed(loss, 2, field)
            if len(pair) != 2:
                refuse(field, "must name each loss by seat and colour")
            seat, colour = self.ids.seat(pair[0], field), self.ids.colour(pair[1], field)
            if seat == p.active():
                refuse(field, "names the seller, who loses nothing", "H-LOSS-2")
            if not p.held_of_colour(seat, colour):
                refuse(field, f"names seat {seat}, who holds no {pair[1]} tile", "H-LOSS-1")
            p.cells[layout.LOSSES + seat] |= 1 << colour

    # checks, and what follows without a decision

    def check_setup(self) -> None:
        """Check that nothing but the set-up has happened in phase `setup`. [H-CMD-1, H-SETUP-3]"""
        if self.phase != "setup":
            return
        for field, has_content in self.setup_violations().items():
            if has_content:
                refuse(field, "must be empty until the set-up is over", "H-CMD-1")
        stored = self.tiles.stored
        if any(stored) and self.phase_cell() != tasks.FILLING:
            refuse("warehouses", "must be empty until the colours and the start player are chosen", "H-CMD-1")
        if all(stored) or stored != sorted(stored, key=lambda tile: tile == 0):
            refuse(
                "warehouses", "must be filled in order, and at least one must be empty in phase 'setup'", "H-SETUP-3"
            )

    def setup_violations(self) -> dict[str, bool]:
        """Return the fields that are empty before the first placement, and whether each has content."""
        tiles = self.tiles
        return {
            "posts": placements(self.posts) > 0,
            "held": any(map(any, tiles.held)),
            "sold": any(map(any, tiles.sold)),
            "sale": any(tiles.sale),
            "out": any(tiles.out),
            "end_triggered": self.content.get("end_triggered") is not None,
        }

    def check_tax(self) -> None:
        """Check that in phase `tax` the thalers are taxed and there are tiles to choose. [H-TAX-1, H-TAX-2]"""
        p = self.p
        if self.phase != "tax":
            return
        if p.thalers(p.active()) > p.board.thalers_kept:
            refuse(
                "thalers",
                f"leaves the active seat more than {p.board.thalers_kept} in phase 'tax'",
                "H-TAX-1",
            )
        if p.held_in_all(p.active()) <= p.board.tiles_kept or only_type(p, p.active()) >= 0:
            refuse("held", "leaves the active seat nothing to choose in phase 'tax'", "H-DEC-5")

    def settle(self) -> None:
        """Do what needs no decision. [H-STOCK-2, H-STOCK-4, H-CMD-2, H-LOSS-4]"""
        p = self.p
        if self.phase == "restock":
            begin_restock(p)
        elif self.phase == "reveal" and (p.empty_warehouses() == 0 or p.supply() == 0):
            p.cells[layout.PHASE] = tasks.ACTIONS
        elif self.phase == "losses":
            settle_losses(p)

    def check_decision(self, position: PositionBytes) -> None:
        """Check that a decision is due unless the game is finished. [H-STATE-2]"""
        moves = self.configuration.engine.legal_moves(position)
        if position[layout.PHASE] == tasks.SELLING and moves == [self.configuration.moves.first["stop"]]:
            refuse("sale", "has every tile that can be sold, so the sale is already closed", "H-CMD-3")
        if not moves and self.phase != "finished":
            refuse("phase", "leaves no decision to make", "H-STATE-2")
