"""Every move of Hansa Teutonica on a board, in the order of their numbers."""

from __future__ import annotations

from itertools import combinations_with_replacement

from kontor.core.notation import Block, MoveList, Value
from kontor.games.teutonica.board_file import ABILITY_IDS, BoardFile, load
from kontor.games.teutonica.rules import pieces
from kontor.games.teutonica.rules.layout import MOST_ANNEXES
from kontor.games.teutonica.rules.pieces import MERCHANTS_PER_COLOUR, TRADERS_PER_COLOUR, TRIBUTE_PIECES

KIND_IDS = ("t", "m")
MARKER_IDS = pieces.MARKER_IDS
FAVOUR_IDS = tuple(tile["id"] for tile in load("components")["emperors_favour"])
SPECIAL_IDS = (7, 8, 9, 11)
SEATS = range(5)
FEES = range(pieces.MERCHANT_FEE + 1)

Rows = list[tuple[Value, ...]]


def every(values: list[str] | tuple[str, ...] | range) -> Rows:
    """One row per value."""
    return [(value,) for value in values]


def with_kinds(ids: list[str]) -> Rows:
    """One row per id and kind."""
    return [(name, kind) for name in ids for kind in KIND_IDS]


def with_fees(ids: list[str]) -> Rows:
    """One row per id, kind and number of merchants in the fee."""
    return [(name, kind, fee) for name in ids for kind in KIND_IDS for fee in FEES]


def exchanges(board: BoardFile) -> Rows:
    """One row per pair of neighbouring posts; the left one names it."""
    cities = board.json["cities"]
    printed: Rows = [("exchange-posts", city["id"], left) for city in cities for left in range(len(city["posts"]))]
    green: Rows = [
        ("exchange-posts", city["id"], left) for city in cities if city["green"] for left in range(MOST_ANNEXES)
    ]
    return printed + green


def move_list(board: BoardFile) -> MoveList:
    """The moves of a board; modules not in play have theirs too, so a number means the same in all games on it."""
    return MoveList([*action_blocks(board), *reward_blocks(board), *marker_blocks(board), *other_blocks(board)])


def action_blocks(board: BoardFile) -> list[Block]:
    """Income, Place, Displace, Move, Create and what belongs to them."""
    amounts: Rows = [(p, m) for p in range(TRADERS_PER_COLOUR) for m in range(MERCHANTS_PER_COLOUR + 1)]
    fee = ("space", "kind", "fee_merchants")
    return [
        Block("income", "income", ("traders", "merchants"), amounts),
        Block("place", "place", ("space", "kind"), with_kinds(board.spaces)),
        Block("place-blocked", "place", fee, with_fees(board.spaces)),
        Block("displace", "displace", fee, with_fees(board.spaces)),
        Block("relocate", "relocate", ("space", "kind"), with_kinds(board.spaces)),
        Block("lift", "lift", ("space",), every(board.spaces)),
        Block("put", "put", ("space",), every(board.spaces)),
        Block("remove", "remove", ("space",), every(board.spaces)),
        Block("create", "create", ("route",), every(board.routes)),
    ]


def reward_blocks(board: BoardFile) -> list[Block]:
    """The rewards of step 3."""
    specials: Rows = [(points,) for points in SPECIAL_IDS]
    return [
        Block("reward-post", "reward", ("post",), every(board.cities), named=True),
        Block("reward-extra", "reward", ("extra_post", "kind"), with_kinds(board.cities), named=True),
        Block("reward-ability", "reward", ("ability",), every(ABILITY_IDS), named=True),
        Block("reward-special", "reward", ("special",), specials, named=True),
        Block("reward-nothing", "reward", ("nothing",), [(True,)], named=True),
    ]


def marker_blocks(board: BoardFile) -> list[Block]:
    """The uses of markers, permanent ones included, and the placing of replacements."""
    develops: Rows = [("develop-ability", ability) for ability in ABILITY_IDS]
    placings: Rows = [(route, marker) for route in board.routes for marker in MARKER_IDS]
    plain = [marker for marker, use in zip(MARKER_IDS, pieces.MARKER_USES, strict=True) if use == "alone"]
    return [
        Block("use-exchange", "use", ("marker", "city", "left"), exchanges(board)),
        Block("use-develop", "use", ("marker", "ability"), develops),
        *[Block(f"use-{marker}", "use", ("marker",), [(marker,)]) for marker in plain],
        Block("permanent-post", "permanent", ("city", "kind"), with_kinds(board.cities)),
        Block("permanent-ability", "permanent", ("ability",), [("privilege",)]),
        Block("place-marker", "place-marker", ("route", "marker"), placings),
        Block("place-marker-unseen", "place-marker", ("route",), every(board.routes)),
    ]


def other_blocks(board: BoardFile) -> list[Block]:
    """Modules, the end of a turn, and chance."""
    pairs = [list(pair) for pair in combinations_with_replacement(MARKER_IDS, 2)]
    provinces = list(board.provinces)
    most = TRIBUTE_PIECES
    tributes: Rows = [(traders, merchants) for traders in range(most + 1) for merchants in range(most + 1 - traders)]
    return [
        Block("buy-favour", "buy-favour", ("tile", "markers"), [(p, pair) for p in FAVOUR_IDS for pair in pairs]),
        Block("react-income", "react", ("take", "kind"), [(True, "t"), (True, "m")]),
        Block("react-decline", "react", ("take",), [(False,)]),
        Block("react-tribute", "react", ("traders", "merchants"), tributes),
        Block("attach", "attach", ("route",), every(board.routes)),
        Block("swap", "swap", ("seat", "marker"), [(seat, marker) for seat in SEATS for marker in MARKER_IDS]),
        Block("pawn-free", "pawn", ("province", "paid"), [(province, False) for province in provinces]),
        Block("pawn-paid", "pawn", ("province", "paid"), [(province, True) for province in provinces]),
        Block("neutral-post", "neutral-post", ("city",), every(board.cities)),
        Block("stop", "stop", (), [()]),
        Block("end-turn", "end-turn", (), [()]),
        Block("chance-marker", "chance", ("marker",), every(MARKER_IDS)),
        Block("chance-tile", "chance", ("tile",), every(FAVOUR_IDS)),
        Block("chance-card", "chance", ("card",), every([card["id"] for card in board.cards])),
    ]
