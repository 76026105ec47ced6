"""The facts that a refusal names beside its rule, read from the position and the move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kontor.games.teutonica.board_file import ABILITY_IDS, PRIVILEGES, BoardFile
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.formats.events import seat_id
from kontor.games.teutonica.moves import KIND_IDS, MARKER_IDS, SPECIAL_IDS
from kontor.games.teutonica.rules.cities import annex_piece, annexes_before, next_post
from kontor.games.teutonica.rules.layout import HAND_COUNTRIES, HAND_PIECES, PAWN, POSTS, UNUSED
from kontor.games.teutonica.rules.modules.promos import surcharge
from kontor.games.teutonica.rules.pieces import (
    EMPTY,
    MERCHANT,
    NEUTRAL,
    PRIVILEGE,
    TRADER,
    displacement_fee,
    kind_of,
    owner_of,
)
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.relocation_range import nearest_ring, ring
from kontor.games.teutonica.rules.steps.income import least_income, most_income
from kontor.games.teutonica.rules.steps.replacing import pieces_on
from kontor.games.teutonica.rules.tasks import DISPLACED, EXTRA_PUT, FROM_ROUTE, OWNER, ROUTE, TASK_NAMES, TWO_ABROAD
from kontor.kernel.seats import CHANCE_CELL

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
    p: Position
    seat: int
    fields: Facts
    ended_by: str | None

    def __init__(self, configuration: Configuration, position: bytearray, move: int) -> None:
        self.board = configuration.board
        self.switches = configuration.switches
        self.p = configuration.loaded(position)
        self.seat = self.p.active()
        self.fields = configuration.moves.json(move)
        self.ended_by = configuration.ended_by(position)

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
        return self.p.board.route_of[self.space]

    @property
    def kind(self) -> int:
        """The kind the move names."""
        return KIND_IDS.index(self.fields["kind"])

    @property
    def owner_id(self) -> int | str | None:
        """The owner of the piece on the space, None for an empty one."""
        piece = self.p.piece_at(self.space)
        return None if piece == EMPTY else seat_id(owner_of(piece))

    @property
    def created_route(self) -> str:
        """The route that is created."""
        return self.board.routes[self.p.argument(ROUTE)]

    @property
    def in_hand(self) -> str | None:
        """The kind of the displaced piece that is not put back yet."""
        displaced = self.p.argument(DISPLACED)
        return KIND_IDS[displaced - 1] if displaced else None

    @property
    def pawn_id(self) -> str | None:
        """The province of the pawn."""
        return list(self.board.provinces)[self.p.cells[PAWN] - 1] if self.p.cells[PAWN] else None

    def city(self, field: str) -> int:
        """The city a field of the move names."""
        return self.board.cities.index(self.fields[field])

    def country_id(self, route: int) -> str:
        """The country of a route."""
        return self.board.countries[self.p.board.country[route]]


def due_facts(q: Question) -> Facts:
    """The decision that is due, and who has to make it."""
    decider = q.p.decider()
    return {"due": TASK_NAMES[q.p.task()], "seat": "chance" if decider == CHANCE_CELL else decider}


def occupied_facts(q: Question) -> Facts:
    """Who stands on the space."""
    return q.field("space") | {"owner": q.owner_id}


def supply_facts(q: Question) -> Facts:
    """How many pieces of the kind are in the supply."""
    return q.field("kind") | {"supply": q.p.in_supply(q.seat, q.kind)}


def stock_facts(kind: int, field: str) -> Callable[[Question], Facts]:
    """The facts of a stock that holds too few pieces of a kind."""
    return lambda q: {
        "kind": KIND_IDS[kind],
        "needed": q.fields[field],
        "stock": q.p.in_stock(q.p.decider(), kind),
    }


def income_facts(q: Question) -> Facts:
    """How many pieces are asked for, and how many the Bank allows."""
    least = least_income(q.p, q.switches["income"] == "exact")
    return {"asked": q.fields["traders"] + q.fields["merchants"], "least": least, "most": most_income(q.p)}


def fee_of(q: Question) -> int:
    """The fee of the move: the one of the displacement, or the surcharge of Blocks."""
    if q.fields["do"] == "displace":
        return displacement_fee(kind_of(q.p.piece_at(q.space)))
    return surcharge(q.p, q.route)


def unpayable_facts(q: Question) -> Facts:
    """How many pieces are needed, and how many are in the supply."""
    return {"needed": 1 + fee_of(q), "supply": q.p.supply_size(q.seat)}


def mix_facts(kind: int) -> Callable[[Question], Facts]:
    """The facts of a supply that holds too few pieces of a kind for the piece and its fee."""

    def facts(q: Question) -> Facts:
        merchants = q.fields["fee_merchants"]
        needed = (merchants if kind == MERCHANT else fee_of(q) - merchants) + int(q.kind == kind)
        found = {"kind": KIND_IDS[kind], "supply": q.p.in_supply(q.seat, kind)}
        return found | ({"needed": needed} if needed > 1 else {})

    return facts


def route_facts(q: Question) -> Facts:
    """How many of the route's spaces hold an own piece."""
    return q.field("route") | {"own": q.p.standing_on(q.seat, q.route), "spaces": q.p.board.route_size[q.route]}


def hand_country_facts(q: Question) -> Facts:
    """Where the piece in hand was lifted, and where it would go."""
    origin = q.board.countries[q.p.cells[HAND_COUNTRIES]]
    return {"from": origin, "country": q.country_id(q.route)}


def source_facts(q: Question) -> Facts:
    """Where the next extra comes from. [HT-DSP-6]"""
    owner = q.seat if q.p.task() == TWO_ABROAD else q.p.argument(OWNER)
    if owner == NEUTRAL or q.p.stock_size(owner):
        return {"source": "stock"}
    return {"source": "supply" if q.p.supply_size(owner) else "routes"}


def ring_facts(q: Question) -> Facts:
    """The ring of the space, and the nearest one with room for the piece."""
    owner, origin, kind, country = q.p.argument(OWNER), q.p.argument(FROM_ROUTE), TRADER, -1
    if q.p.task() == EXTRA_PUT:
        kind, country = kind_of(q.p.cells[HAND_PIECES]), q.p.cells[HAND_COUNTRIES]
    else:
        kind = q.kind
    return {"ring": ring(q.p, owner, origin, q.route), "nearest": nearest_ring(q.p, owner, origin, kind, country)}


def displaced_country_facts(q: Question) -> Facts:
    """Where the piece was displaced, and where it would go."""
    return {"from": q.country_id(q.p.argument(FROM_ROUTE)), "country": q.country_id(q.route)}


def post_kind_facts(q: Question) -> Facts:
    """The kind of piece that the next post space of the city takes."""
    return {"kind": KIND_IDS[q.p.board.post_kind[next_post(q.p, q.city("post"))]], "on_route": 0}


def privilege_facts(q: Question) -> Facts:
    """The privilege that the post or the special prestige space asks for, and the one that is there."""
    needed = SPECIAL_IDS.index(q.fields["special"]) if "special" in q.fields else post_privilege(q)
    return {"needed": PRIVILEGES[needed], "privilege": PRIVILEGES[q.p.level(q.seat, PRIVILEGE)]}


def post_privilege(q: Question) -> int:
    """The privilege that the next post space of the city asks for."""
    return q.p.board.post_privilege[next_post(q.p, q.city("post"))]


def shown_facts(q: Question) -> Facts:
    """The abilities that the ends of the route show."""
    board, route = q.p.board, q.p.argument(ROUTE)
    shown = board.abilities[board.low_end[route]] | board.abilities[board.high_end[route]]
    return q.field("ability") | {"shown": [name for n, name in enumerate(ABILITY_IDS) if shown >> n & 1]}


def pair_facts(q: Question) -> Facts:
    """The owners of the two posts."""
    city, left = q.city("city"), q.fields["left"]
    if q.p.board.is_green[city]:
        n = annexes_before(q.p, city) + left
        pieces = [annex_piece(q.p, n), annex_piece(q.p, n + 1)]
    else:
        cell = POSTS + q.p.board.post_first[city] + left
        pieces = [q.p.cells[cell], q.p.cells[cell + 1]]
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
    return {"pieces": pieces_on(q.p, q.route)}


def price_facts(which: int) -> Callable[[Question], Facts]:
    """The facts of the first or second marker that a purchase lacks."""

    def facts(q: Question) -> Facts:
        markers: list[str] = q.fields["markers"]
        unused = q.p.cells[q.p.seat(q.seat) + UNUSED + MARKER_IDS.index(markers[which])]
        return {"marker": markers[which], "needed": markers.count(markers[which]), "unused": unused}

    return facts
