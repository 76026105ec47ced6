"""Reading a position from the words of the interchange; the defaults are in the docstring of this package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kontor.core.game import PositionBytes
from kontor.core.position_fields import entries, listed, number_of, refuse, truth, whole
from kontor.games.hansa.configuration import Configuration
from kontor.games.hansa.formats.positions.course import Course, placements
from kontor.games.hansa.formats.positions.terms import Counts, Terms
from kontor.games.hansa.formats.positions.tiles import Tiles
from kontor.games.hansa.rules import layout, tasks
from kontor.games.hansa.rules.pieces import MOST_SEATS, TILE_TYPES, colour_of
from kontor.games.hansa.rules.steps.selling import settle_losses
from kontor.games.hansa.rules.turns import only_type, open_restock

MOST_THALERS: Final = 40  # of one seat; nobody comes near it
PHASES: Final = ("setup", "placement", "restock", "reveal", "actions", "losses", "tax", "finished")
FIELDS: Final = (
    *("active", "phase", "start_player", "round", "turn", "placed", "end_triggered", "ship", "acted"),
    *("warehouses", "piles", "bag", "out", "removed_colours"),
    *("posts", "thalers", "held", "sold", "sale", "pending_losses"),
)
FRESH: Final = ("setup", "placement", "restock", "reveal")  # phases before anything was done in a visit


def read_position(configuration: Configuration, content: Mapping[str, Any]) -> PositionBytes:
    """A position from data, or a PositionError with a sentence that names the field."""
    return PositionReader(configuration, content).position()


class PositionReader:
    """One position to be read."""

    def __init__(self, configuration: Configuration, content: Mapping[str, Any]) -> None:
        self.content = entries(content, "position")
        for field in self.content:
            if field not in FIELDS:
                refuse(field[:40], "is no field of a position")
        self.configuration = configuration
        self.terms = Terms(configuration)
        self.p = configuration.blank()
        self.phase = PHASES[number_of(self.content.get("phase", "actions"), PHASES, "phase", "phase")]
        self.tiles = Tiles(self.terms, self.content, self.phase == "setup")
        self.posts = self.read_posts()
        self.course = Course(self.terms, self.content, self.phase, self.posts)

    def position(self) -> PositionBytes:
        """The position with everything filled in and settled that needs no decision."""
        self.check_setup()
        self.lay_course()
        self.lay_tiles()
        self.lay_desks()
        self.lay_sale()
        self.lay_losses()
        self.check_tax()
        self.settle()
        position = bytearray(self.p.store)
        self.configuration.engine.write_checksum(position)
        self.check_decision(position)
        return position

    # the fields

    def read_posts(self) -> list[Counts]:
        """The stack of every seat in every port. [H-STATE-8, H-INV-2]"""
        most = self.p.board.posts_each
        posts = [[0] * self.terms.players for _ in self.terms.ports]
        for name, row in entries(self.content.get("posts", {}), "posts").items():
            port = self.terms.port(name, "posts")
            for key, count in entries(row, "posts").items():
                posts[port][self.terms.seat_key(key, "posts")] = whole(count, 0, most, "posts")
        for seat, count in enumerate(map(sum, zip(*posts, strict=True))):
            if count > most:
                refuse("posts", f"has {count} posts of seat {seat}, who has {most}", "H-INV-2")
        return posts

    def lay_course(self) -> None:
        """Whose turn it is, where the ship lies and what was done there. [H-STATE-2, H-STATE-3, H-STATE-4]"""
        cells, board = self.p.cells, self.p.board
        cells[layout.PHASE] = self.phase_cell()
        cells[layout.ACTIVE] = self.course.active
        cells[layout.START] = 0 if self.course.start is None else self.course.start + 1
        cells[layout.TURN_LOW], cells[layout.TURN_HIGH] = self.course.turn % 256, self.course.turn // 256
        cells[layout.SHIP] = board.home
        if "ship" in self.content:
            cells[layout.SHIP] = self.terms.port(self.content["ship"], "ship")
        cells[layout.ACTED] = int(self.read_acted())
        if self.content.get("end_triggered") is not None:
            cells[layout.END_BY] = self.terms.seat(self.content["end_triggered"], "end_triggered") + 1
        cells[layout.PLACED] = board.rounds_of_placement * self.terms.players
        if self.phase in ("setup", "placement"):
            cells[layout.PLACED] = placements(self.posts)

    def phase_cell(self) -> int:
        """The phase inside, where the set-up has three and a sale is one of its own."""
        if self.phase == "setup":
            if len(self.tiles.left_out) < self.configuration.board.left_out(self.terms.players):
                return tasks.LEAVING_OUT
            return tasks.CHOOSING_START if self.course.start is None else tasks.FILLING
        if self.phase == "actions" and any(self.tiles.sale):
            return tasks.SELLING
        return tasks.PHASE_NAMES.index(self.phase)

    def read_acted(self) -> bool:
        """Whether an action was taken in this visit: after a sale always, before phase 3 never. [H-ACT-4]"""
        acted = truth(self.content.get("acted", self.phase == "losses"), "acted")
        if acted and self.phase in FRESH:
            refuse("acted", f"cannot be true in phase {self.phase!r}", "H-ACT-6")
        if not acted and self.phase == "losses":
            refuse("acted", "cannot be false after a sale", "H-ACT-4")
        return acted

    def lay_tiles(self) -> None:
        """The warehouses, the supply, and the tiles and colours out of the game. [H-STATE-5, H-STATE-6]"""
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

    def lay_desks(self) -> None:
        """The posts, thalers and tiles of every seat. [H-STATE-7, H-STATE-8]"""
        cells = self.p.cells
        for port, stacks in enumerate(self.posts):
            first = layout.POSTS + port * MOST_SEATS
            cells[first : first + len(stacks)] = bytes(stacks)
        for seat in range(self.terms.players):
            first = layout.SEATS + seat * layout.SEAT_SIZE
            cells[first + layout.THALERS] = self.p.board.purse
            cells[first + layout.HELD : first + layout.HELD + TILE_TYPES] = bytes(self.tiles.held[seat])
            cells[first + layout.SOLD : first + layout.SOLD + TILE_TYPES] = bytes(self.tiles.sold[seat])
        for key, count in entries(self.content.get("thalers", {}), "thalers").items():
            first = layout.SEATS + self.terms.seat_key(key, "thalers") * layout.SEAT_SIZE
            cells[first + layout.THALERS] = whole(count, 0, MOST_THALERS, "thalers")

    def lay_sale(self) -> None:
        """The tiles chosen in a sale under way, such as could be chosen. [H-SELL-1, H-SELL-2]"""
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

    def lay_losses(self) -> None:
        """The losses still to be settled. [H-STATE-10, H-LOSS-1]"""
        field, p = "pending_losses", self.p
        losses = listed(self.content.get(field, []), TILE_TYPES * self.terms.players, field)
        if bool(losses) != (self.phase == "losses"):
            refuse(field, "must be there in phase 'losses' and in no other", "H-STATE-10")
        for loss in losses:
            pair = listed(loss, 2, field)
            if len(pair) != 2:
                refuse(field, "must name each loss by seat and colour")
            seat, colour = self.terms.seat(pair[0], field), self.terms.colour(pair[1], field)
            if seat == p.active():
                refuse(field, "names the seller, who loses nothing", "H-LOSS-2")
            if not p.held_of_colour(seat, colour):
                refuse(field, f"names seat {seat}, who holds no {pair[1]} tile", "H-LOSS-1")
            p.cells[layout.LOSSES + seat] |= 1 << colour

    # what must hold, and what follows by itself

    def check_setup(self) -> None:
        """In the set-up nobody has done anything, and warehouses are filled in order. [H-CMD-1, H-SETUP-3]"""
        if self.phase != "setup":
            return
        for field, has_something in self.beginnings().items():
            if has_something:
                refuse(field, "has something before the set-up is over", "H-CMD-1")
        stored = self.tiles.stored
        if any(stored) and self.phase_cell() != tasks.FILLING:
            refuse("warehouses", "are filled before colours and start player are settled", "H-CMD-1")
        if all(stored) or stored != sorted(stored, key=lambda tile: tile == 0):
            refuse("warehouses", "are filled in order, and the set-up is over when all are", "H-SETUP-3")

    def beginnings(self) -> dict[str, bool]:
        """The fields in which nothing is before the first placement, and whether something is."""
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
        """Phase 4 has taken the thalers in excess and asks about tiles in excess. [H-TAX-1, H-TAX-2]"""
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
        """Carry out what needs no decision. [H-STOCK-2, H-STOCK-4, H-CMD-2, H-LOSS-4]"""
        p = self.p
        if self.phase == "restock":
            open_restock(p)
        elif self.phase == "reveal" and (p.empty_warehouses() == 0 or p.supply() == 0):
            p.cells[layout.PHASE] = tasks.ACTIONS
        elif self.phase == "losses":
            settle_losses(p)

    def check_decision(self, position: PositionBytes) -> None:
        """Somebody has a decision to make, unless the game is finished. [H-STATE-2]"""
        moves = self.configuration.engine.legal_moves(position)
        if position[layout.PHASE] == tasks.SELLING and moves == [self.configuration.moves.first["stop"]]:
            refuse("sale", "has every tile that can be sold, so it is closed already", "H-CMD-3")
        if not moves and self.phase != "finished":
            refuse("phase", "leaves nothing to decide", "H-STATE-2")
