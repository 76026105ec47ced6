"""The facts that a refusal names beside its rule, read from the position and the move."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kontor.core.table import CHANCE
from kontor.games.teutonica.boardfile import ABILITY_IDS, PRIVILEGES, BoardFile
from kontor.games.teutonica.cities import annex_piece, annexes_before, next_post
from kontor.games.teutonica.events import seat_id
from kontor.games.teutonica.layout import (
    HAND_COUNTRIES,
    HAND_PIECES,
    PAWN,
    POSTS,
    UNUSED,
)
from kontor.games.teutonica.modules.promos import surcharge
from kontor.games.teutonica.moves import KIND_IDS, MARKER_IDS, SPECIAL_IDS
from kontor.games.teutonica.pieces import (
    EMPTY,
    MERCHANT,
    NEUTRAL,
    PRIVILEGE,
    TRADER,
    displacement_fee,
    kind_of,
    owner_of,
)
from kontor.games.teutonica.rings import nearest_ring, ring
from kontor.games.teutonica.steps.income import least_income, most_income
from kontor.games.teutonica.steps.replacing import pieces_on
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import (
    DISPLACED,
    EXTRA_PUT,
    FROM_ROUTE,
    OWNER,
    ROUTE,
    TASK_NAMES,
    TWO_ABROAD,
)

if TYPE_CHECKING:
    from kontor.games.teutonica.game import Teutonica

Facts = dict[str, Any]

MODULE_OF = {
    "buy-favour": "emperors-favour",
    "attach": "promo-markers",
    "swap": "promo-markers",
    "pawn": "two-player-pawn",
    "neutral-post": "two-player-neutral",
}


class Question:
    """A move and the position it is asked about."""

    board: BoardFile
    switches: dict[str, Any]
    t: Table
    seat: int
    fields: Facts
    ended_by: str | None

    def __init__(self, game: Teutonica, position: bytearray, move: int) -> None:
        game.table.lay(position)
        self.board = game.board
        self.switches = game.switches
        self.t = game.table
        self.seat = game.table.active()
        self.fields = game.move_json(move)
        self.ended_by = game.ended_by(position)

    def field(self, *names: str) -> Facts:
        """Facts that are fields of the move itself."""
        return {name: self.fields[name] for name in names}

    @property
    def space(self) -> int:
        """The space the move names."""
        return self.board.spaces.index(self.fields["space"])

    @property
    def route(self) -> int:
        """The route the move names, or the one of its space."""
        if "route" in self.fields:
            return self.board.routes.index(self.fields["route"])
        return self.t.board.route_of[self.space]

    @property
    def kind(self) -> int:
        """The kind the move names."""
        return KIND_IDS.index(self.fields["kind"])

    @property
    def owner_id(self) -> int | str | None:
        """The owner of the piece on the space, None for an empty one."""
        piece = self.t.piece_at(self.space)
        return None if piece == EMPTY else seat_id(owner_of(piece))

    @property
    def created_route(self) -> str:
        """The route that is created."""
        return self.board.routes[self.t.argument(ROUTE)]

    @property
    def in_hand(self) -> str | None:
        """The kind of the displaced piece that is not put back yet."""
        displaced = self.t.argument(DISPLACED)
        return KIND_IDS[displaced - 1] if displaced else None

    @property
    def pawn_id(self) -> str | None:
        """The province of the pawn."""
        return list(self.board.provinces)[self.t.cells[PAWN] - 1] if self.t.cells[PAWN] else None

    def city(self, field: str) -> int:
        """The city a field of the move names."""
        return self.board.cities.index(self.fields[field])

    def country_id(self, route: int) -> str:
        """The country of a route."""
        return self.board.countries[self.t.board.country[route]]


def due_facts(q: Question) -> Facts:
    """The decision that is due, and who has to make it."""
    decider = q.t.decider()
    return {"due": TASK_NAMES[q.t.task()], "seat": "chance" if decider == CHANCE else decider}


def occupied_facts(q: Question) -> Facts:
    """Who stands on the space."""
    return q.field("space") | {"owner": q.owner_id}


def supply_facts(q: Question) -> Facts:
    """How many pieces of the kind are in the supply."""
    return q.field("kind") | {"supply": q.t.in_supply(q.seat, q.kind)}


def stock_facts(kind: int, field: str) -> Callable[[Question], Facts]:
    """The facts of a stock that holds too few pieces of a kind."""
    return lambda q: {
        "kind": KIND_IDS[kind],
        "needed": q.fields[field],
        "stock": q.t.in_stock(q.t.decider(), kind),
    }


def income_facts(q: Question) -> Facts:
    """How many pieces are asked for, and how many the Bank allows."""
    least = least_income(q.t, q.switches["income"] == "exact")
    return {"asked": q.fields["traders"] + q.fields["merchants"], "least": least, "most": most_income(q.t)}


def fee_of(q: Question) -> int:
    """The fee of the move: the one of the displacement, or the surcharge of Blocks."""
    if q.fields["do"] == "displace":
        return displacement_fee(kind_of(q.t.piece_at(q.space)))
    return surcharge(q.t, q.route)


def unpayable_facts(q: Question) -> Facts:
    """How many pieces are needed, and how many are in the supply."""
    return {"needed": 1 + fee_of(q), "supply": q.t.supply_size(q.seat)}


def mix_facts(kind: int) -> Callable[[Question], Facts]:
    """The facts of a supply that holds too few pieces of a kind for the piece and its fee."""

    def facts(q: Question) -> Facts:
        merchants = q.fields["fee_merchants"]
        needed = (merchants if kind == MERCHANT else fee_of(q) - merchants) + int(q.kind == kind)
        found = {"kind": KIND_IDS[kind], "supply": q.t.in_supply(q.seat, kind)}
        return found | ({"needed": needed} if needed > 1 else {})

    return facts


def route_facts(q: Question) -> Facts:
    """How many of the route's spaces hold an own piece."""
    return q.field("route") | {"own": q.t.standing_on(q.seat, q.route), "spaces": q.t.board.route_size[q.route]}


def hand_country_facts(q: Question) -> Facts:
    """Where the piece in hand was lifted, and where it would go."""
    origin = q.board.countries[q.t.cells[HAND_COUNTRIES]]
    return {"from": origin, "country": q.country_id(q.route)}


def source_facts(q: Question) -> Facts:
    """Where the next extra comes from. [HT-DSP-6]"""
    owner = q.seat if q.t.task() == TWO_ABROAD else q.t.argument(OWNER)
    if owner == NEUTRAL or q.t.stock_size(owner):
        return {"source": "stock"}
    return {"source": "supply" if q.t.supply_size(owner) else "routes"}


def ring_facts(q: Question) -> Facts:
    """The ring of the space, and the nearest one with room for the piece."""
    owner, origin, kind, country = q.t.argument(OWNER), q.t.argument(FROM_ROUTE), TRADER, -1
    if q.t.task() == EXTRA_PUT:
        kind, country = kind_of(q.t.cells[HAND_PIECES]), q.t.cells[HAND_COUNTRIES]
    else:
        kind = q.kind
    return {"ring": ring(q.t, owner, origin, q.route), "nearest": nearest_ring(q.t, owner, origin, kind, country)}


def displaced_country_facts(q: Question) -> Facts:
    """Where the piece was displaced, and where it would go."""
    return {"from": q.country_id(q.t.argument(FROM_ROUTE)), "country": q.country_id(q.route)}


def post_kind_facts(q: Question) -> Facts:
    """The kind of piece that the next post space of the city takes."""
    return {"kind": KIND_IDS[q.t.board.post_kind[next_post(q.t, q.city("post"))]], "on_route": 0}


def privilege_facts(q: Question) -> Facts:
    """The privilege that the post or the special prestige space asks for, and the one that is there."""
    needed = SPECIAL_IDS.index(q.fields["special"]) if "special" in q.fields else post_privilege(q)
    return {"needed": PRIVILEGES[needed], "privilege": PRIVILEGES[q.t.level(q.seat, PRIVILEGE)]}


def post_privilege(q: Question) -> int:
    """The privilege that the next post space of the city asks for."""
    return q.t.board.post_privilege[next_post(q.t, q.city("post"))]


def shown_facts(q: Question) -> Facts:
    """The abilities that the ends of the route show."""
    board, route = q.t.board, q.t.argument(ROUTE)
    shown = board.abilities[board.low_end[route]] | board.abilities[board.high_end[route]]
    return q.field("ability") | {"shown": [name for n, name in enumerate(ABILITY_IDS) if shown >> n & 1]}


def pair_facts(q: Question) -> Facts:
    """The owners of the two posts."""
    city, left = q.city("city"), q.fields["left"]
    if q.t.board.is_green[city]:
        n = annexes_before(q.t, city) + left
        pieces = [annex_piece(q.t, n), annex_piece(q.t, n + 1)]
    else:
        cell = POSTS + q.t.board.post_first[city] + left
        pieces = [q.t.cells[cell], q.t.cells[cell + 1]]
    owners = [None if piece == EMPTY else seat_id(owner_of(piece)) for piece in pieces]
    return q.field("city", "left") | {"owners": owners}


def marker_id(q: Question) -> str:
    """The marker that the move uses."""
    name: str = q.fields.get("marker", "additional-post")
    return name


def clause(letter: str, facts: Callable[[Question], Facts] = lambda q: {}) -> tuple[str, Callable[[Question], Facts]]:
    """The clause of HT-RPL-2 that a route does not meet."""
    return "HT-RPL-2", lambda q: {"clause": letter, **q.field("route"), **facts(q)}


def pieces_facts(q: Question) -> Facts:
    """How many pieces stand on the route."""
    return {"pieces": pieces_on(q.t, q.route)}


def price_facts(which: int) -> Callable[[Question], Facts]:
    """The facts of the first or second marker that a purchase lacks."""

    def facts(q: Question) -> Facts:
        markers: list[str] = q.fields["markers"]
        unused = q.t.cells[q.t.seat(q.seat) + UNUSED + MARKER_IDS.index(markers[which])]
        return {"marker": markers[which], "needed": markers.count(markers[which]), "unused": unused}

    return facts
