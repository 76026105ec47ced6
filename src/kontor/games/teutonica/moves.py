"""Move list of Hansa Teutonica: every move on a board, in the order of the move numbers."""

from __future__ import annotations

from itertools import combinations_with_replacement

from kontor.core.notation import Block, MoveList, Value
from kontor.games.teutonica.board_file import FAVOUR_IDS, BoardFile
from kontor.games.teutonica.rules.fees import FEES
from kontor.games.teutonica.rules.layout import MOST_ANNEXES
from kontor.games.teutonica.rules.pieces import (
    ABILITY_IDS,
    KIND_IDS,
    MARKER_IDS,
    MARKER_USES,
    MERCHANTS_PER_COLOUR,
    SPECIAL_IDS,
    TRADERS_PER_COLOUR,
    TRIBUTE_PIECES,
)

SEATS = range(5)
FEE_MERCHANTS = range(FEES)

Rows = list[tuple[Value, ...]]


def every(values: list[str] | tuple[str, ...] | range) -> Rows:
    """Return one row per value."""
    return [(value,) for value in values]


def with_kinds(ids: list[str]) -> Rows:
    """Return one row per id and kind."""
    return [(name, kind) for name in ids for kind in KIND_IDS]


def with_fees(ids: list[str]) -> Rows:
    """Return one row per id, kind and number of merchants in the fee."""
    return [(name, kind, fee) for name in ids for kind in KIND_IDS for fee in FEE_MERCHANTS]


def exchanges(board: BoardFile, marker: str) -> Rows:
    """Return one row per pair of neighbouring posts, named by the left one."""
    cities = board.json["cities"]
    printed: Rows = [(marker, city["id"], left) for city in cities for left in range(len(city["posts"]))]
    green: Rows = [(marker, city["id"], left) for city in cities if city["green"] for left in range(MOST_ANNEXES)]
    return printed + green


def move_list(board: BoardFile) -> MoveList:
    """Return the moves of a board; they include those of all modules, so that numbers do not depend on modules."""
    return MoveList([*action_blocks(board), *reward_blocks(board), *marker_blocks(board), *other_blocks(board)])


def action_blocks(board: BoardFile) -> list[Block]:
    """Return the moves of Income, Place, Displace, Move and Create, and of the decisions they cause."""
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
    """Return the moves of step 3 of Create."""
    specials: Rows = [(points,) for points in SPECIAL_IDS]
    return [
        Block("reward-post", "reward", ("post",), every(board.cities), named=True),
        Block("reward-extra", "reward", ("extra_post", "kind"), with_kinds(board.cities), named=True),
        Block("reward-ability", "reward", ("ability",), every(ABILITY_IDS), named=True),
        Block("reward-special", "reward", ("special",), specials, named=True),
        Block("reward-nothing", "reward", ("nothing",), [(True,)], named=True),
    ]


def use_block(board: BoardFile, marker: str, use: str) -> Block:
    """Return the moves that use a marker, by what is chosen when it is used."""
    name = f"use-{marker}"
    if use == "posts":
        return Block(name, "use", ("marker", "city", "left"), exchanges(board, marker))
    if use == "ability":
        return Block(name, "use", ("marker", "ability"), [(marker, ability) for ability in ABILITY_IDS])
    return Block(name, "use", ("marker",), [(marker,)])


def marker_blocks(board: BoardFile) -> list[Block]:
    """Return the moves that use markers and permanent markers or place replacement markers."""
    placings: Rows = [(route, marker) for route in board.routes for marker in MARKER_IDS]
    uses = [(marker, use) for marker, use in zip(MARKER_IDS, MARKER_USES, strict=True) if use != "reward"]
    return [
        *[use_block(board, marker, use) for marker, use in uses],
        Block("permanent-post", "permanent", ("city", "kind"), with_kinds(board.cities)),
        Block("permanent-ability", "permanent", ("ability",), [("privilege",)]),
        Block("place-marker", "place-marker", ("route", "marker"), placings),
        Block("place-marker-unseen", "place-marker", ("route",), every(board.routes)),
    ]


def other_blocks(board: BoardFile) -> list[Block]:
    """Return the moves of modules, the end of a turn, and chance."""
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
