"""Facts of refusals, read from the position and the move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kontor.games.teutonica.board_file import BoardFile
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.formats.events import seat_id
from kontor.games.teutonica.rules.cities import annex_piece, annexes_before, next_post
from kontor.games.teutonica.rules.layout import HAND_COUNTRIES, HAND_PIECES, PAWN, POSTS, UNUSED
from kontor.games.teutonica.rules.modules.promos import surcharge
from kontor.games.teutonica.rules.pieces import (
    ABILITY_IDS,
    ADDITIONAL_POST,
    EMPTY,
    KIND_IDS,
    MARKER_IDS,
    MERCHANT,
    NEUTRAL,
    PRIVILEGE,
    PRIVILEGE_VALUES,
    SPECIAL_IDS,
    TRADER,
    displacement_fee,
    kind_of,
    owner_of,
)
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.relocation_range import nearest_ring, ring
from kontor.games.teutonica.rules.steps.income import least_income, most_income
from kontor.games.teutonica.rules.steps.replacement_markers import pieces_on
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


class RefusedMove:
    """A move that is not legal, with its position."""

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
        """Return fields of the move as facts."""
        return {name: self.fields[name] for name in names}

    @property
    def space(self) -> int:
        """Return the space of the move."""
        return self.board.spaces.index(self.fields["space"])

    @property
    def route(self) -> int:
        """Return the route of the move, or the route of its space."""
        if "route" in self.fields:
            return self.board.routes.index(self.fields["route"])
        return self.p.board.route_of[self.space]

    @property
    def kind(self) -> int:
        """Return the kind of piece of the move."""
        return KIND_IDS.index(self.fields["kind"])

    @property
    def owner_id(self) -> int | str | None:
        """Return the owner of the piece on the space, None for an empty one."""
        piece = self.p.piece_at(self.space)
        return None if piece == EMPTY else seat_id(owner_of(piece))

    @property
    def created_route(self) -> str:
        """Return the route that is being created."""
        return self.board.routes[self.p.argument(ROUTE)]

    @property
    def in_hand(self) -> str | None:
        """Return the kind of the displaced piece that is not yet relocated."""
        displaced = self.p.argument(DISPLACED)
        return KIND_IDS[displaced - 1] if displaced else None

    @property
    def pawn_id(self) -> str | None:
        """Return the province of the pawn."""
        return list(self.board.provinces)[self.p.cells[PAWN] - 1] if self.p.cells[PAWN] else None

    def city(self, field: str) -> int:
        """Return the city in a field of the move."""
        return self.board.cities.index(self.fields[field])

    def country_id(self, route: int) -> str:
        """Return the country of a route."""
        return self.board.countries[self.p.board.country[route]]


def due_facts(r: RefusedMove) -> Facts:
    """Return the task that is due and the seat that decides it."""
    decider = r.p.decider()
    return {"due": TASK_NAMES[r.p.task()], "seat": "chance" if decider == CHANCE_CELL else decider}


def occupied_facts(r: RefusedMove) -> Facts:
    """Return the owner of the piece on the space."""
    return r.field("space") | {"owner": r.owner_id}


def supply_facts(r: RefusedMove) -> Facts:
    """Return how many pieces of the kind are in the supply."""
    return r.field("kind") | {"supply": r.p.in_supply(r.seat, r.kind)}


def stock_facts(kind: int, field: str) -> Callable[[RefusedMove], Facts]:
    """Return the facts of a stock with too few pieces of a kind."""
    return lambda r: {
        "kind": KIND_IDS[kind],
        "needed": r.fields[field],
        "stock": r.p.in_stock(r.p.decider(), kind),
    }


def income_facts(r: RefusedMove) -> Facts:
    """Return the number of pieces chosen, and the numbers the Bank allows."""
    least = least_income(most_income(r.p), r.switches["income"] == "exact")
    return {"asked": r.fields["traders"] + r.fields["merchants"], "least": least, "most": most_income(r.p)}


def fee_of(r: RefusedMove) -> int:
    """Return the fee of the move: that of the displacement, or the surcharge of Blocks."""
    if r.fields["do"] == "displace":
        return displacement_fee(kind_of(r.p.piece_at(r.space)))
    return surcharge(r.p, r.route)


def unpayable_facts(r: RefusedMove) -> Facts:
    """Return how many pieces are needed, and how many are in the supply."""
    return {"needed": 1 + fee_of(r), "supply": r.p.supply_size(r.seat)}


def mix_facts(kind: int) -> Callable[[RefusedMove], Facts]:
    """Return the facts of a supply with too few pieces of a kind for the piece and its fee."""

    def facts(r: RefusedMove) -> Facts:
        merchants = r.fields["fee_merchants"]
        needed = (merchants if kind == MERCHANT else fee_of(r) - merchants) + int(r.kind == kind)
        found = {"kind": KIND_IDS[kind], "supply": r.p.in_supply(r.seat, kind)}
        return found | ({"needed": needed} if needed > 1 else {})

    return facts


def route_facts(r: RefusedMove) -> Facts:
    """Return how many of the route's spaces hold an own piece."""
    return r.field("route") | {"own": r.p.pieces_on_route(r.seat, r.route), "spaces": r.p.board.route_size[r.route]}


def hand_country_facts(r: RefusedMove) -> Facts:
    """Return where the piece in hand was lifted, and where it would go."""
    origin = r.board.countries[r.p.cells[HAND_COUNTRIES]]
    return {"from": origin, "country": r.country_id(r.route)}


def source_facts(r: RefusedMove) -> Facts:
    """Return the source of the next extra piece. [HT-DSP-6]"""
    owner = r.seat if r.p.task() == TWO_ABROAD else r.p.argument(OWNER)
    if owner == NEUTRAL or r.p.stock_size(owner):
        return {"source": "stock"}
    return {"source": "supply" if r.p.supply_size(owner) else "routes"}


def ring_facts(r: RefusedMove) -> Facts:
    """Return the ring of the space, and the nearest ring with a space for the piece."""
    owner, origin, kind, country = r.p.argument(OWNER), r.p.argument(FROM_ROUTE), TRADER, -1
    if r.p.task() == EXTRA_PUT:
        kind, country = kind_of(r.p.cells[HAND_PIECES]), r.p.cells[HAND_COUNTRIES]
    else:
        kind = r.kind
    return {"ring": ring(r.p, owner, origin, r.route), "nearest": nearest_ring(r.p, owner, origin, kind, country)}


def displaced_country_facts(r: RefusedMove) -> Facts:
    """Return where the piece was displaced, and where it would go."""
    return {"from": r.country_id(r.p.argument(FROM_ROUTE)), "country": r.country_id(r.route)}


def post_kind_facts(r: RefusedMove) -> Facts:
    """Return the kind of piece that the next post space of the city accepts."""
    return {"kind": KIND_IDS[r.p.board.post_kind[next_post(r.p, r.city("post"))]], "on_route": 0}


def privilege_facts(r: RefusedMove) -> Facts:
    """Return the privilege that the post or special prestige space needs, and the privilege of the seat."""
    needed = SPECIAL_IDS.index(r.fields["special"]) if "special" in r.fields else post_privilege(r)
    return {"needed": PRIVILEGE_VALUES[needed], "privilege": PRIVILEGE_VALUES[r.p.level(r.seat, PRIVILEGE)]}


def post_privilege(r: RefusedMove) -> int:
    """Return the privilege that the next post space of the city needs."""
    return r.p.board.post_privilege[next_post(r.p, r.city("post"))]


def shown_facts(r: RefusedMove) -> Facts:
    """Return the abilities that the ends of the route show."""
    board, route = r.p.board, r.p.argument(ROUTE)
    shown = board.abilities[board.low_end[route]] | board.abilities[board.high_end[route]]
    return r.field("ability") | {"shown": [name for n, name in enumerate(ABILITY_IDS) if shown >> n & 1]}


def pair_facts(r: RefusedMove) -> Facts:
    """Return the owners of the two posts."""
    city, left = r.city("city"), r.fields["left"]
    if r.p.board.is_green[city]:
        n = annexes_before(r.p, city) + left
        pieces = [annex_piece(r.p, n), annex_piece(r.p, n + 1)]
    else:
        cell = POSTS + r.p.board.post_first[city] + left
        pieces = [r.p.cells[cell], r.p.cells[cell + 1]]
    owners = [None if piece == EMPTY else seat_id(owner_of(piece)) for piece in pieces]
    return r.field("city", "left") | {"owners": owners}


def marker_id(r: RefusedMove) -> str:
    """Return the marker that the move uses."""
    name: str = r.fields.get("marker", MARKER_IDS[ADDITIONAL_POST])
    return name


def clause(
    letter: str, facts: Callable[[RefusedMove], Facts] = lambda r: {}
) -> tuple[str, Callable[[RefusedMove], Facts]]:
    """Return the facts for a clause of HT-RPL-2 that a route does not meet."""
    return "HT-RPL-2", lambda r: {"clause": letter, **r.field("route"), **facts(r)}


def pieces_facts(r: RefusedMove) -> Facts:
    """Return the number of pieces on the route."""
    return {"pieces": pieces_on(r.p, r.route)}


def price_facts(which: int) -> Callable[[RefusedMove], Facts]:
    """Return the facts of the first or second marker that is missing for a purchase."""

    def facts(r: RefusedMove) -> Facts:
        markers: list[str] = r.fields["markers"]
        unused = r.p.cells[r.p.seat(r.seat) + UNUSED + MARKER_IDS.index(markers[which])]
        return {"marker": markers[which], "needed": markers.count(markers[which]), "unused": unused}

    return facts
