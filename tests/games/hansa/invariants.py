"""The invariants of every position of Hansa; each returns None, or what is wrong. [H-INV-1 … H-INV-7]"""

from __future__ import annotations

from collections import Counter
from typing import Any

from kontor.core.contract import Invariant
from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.games.hansa.game import Hansa

COPIES = {1: 4, 2: 5, 3: 4}
TILES = {2: 52, 3: 65, 4: 78}
POSTS_EACH = 15


def hansa(game: Game) -> Hansa:
    """Return the game as Hansa."""
    assert isinstance(game, Hansa)
    return game


def money_is_conserved(game: Game, position: PositionBytes) -> str | None:
    """Check that seats and bank have 22 thalers; a negative byte would be a high number. [H-INV-1]"""
    p = hansa(game).configuration.loaded(position)
    thalers = [p.thalers(seat) for seat in range(game.players)]
    if sum(thalers) + p.bank() != 22 or not 0 <= max(thalers) <= 26:
        return f"H-INV-1: the seats have {thalers}, the bank {p.bank()}"
    return None


def posts_are_conserved(game: Game, position: PositionBytes) -> str | None:
    """Check that every seat has 15 posts on the board and in stock. [H-INV-2]"""
    posts = hansa(game).position_json(position)["posts"]
    for seat in range(game.players):
        on_board = sum(stacks.get(str(seat), 0) for stacks in posts.values())
        if not 0 <= on_board <= POSTS_EACH:
            return f"H-INV-2: seat {seat} has {on_board} posts on the board"
    return None


def tiles_of(content: dict[str, Any]) -> Counter[tuple[str, int]]:
    """Count the tiles of a position by colour and barrels."""
    found: Counter[tuple[str, int]] = Counter()
    rows = [*content["warehouses"].values(), *content["held"].values(), *content["sold"].values()]
    found.update(tuple(tile) for row in rows for tile in row if tile)
    for colour, barrels, count in content["bag"] + content["out"]:
        found[colour, barrels] += count
    return found


def tiles_are_conserved(game: Game, position: PositionBytes) -> str | None:
    """Check that every colour in the game has its 13 tiles. [H-INV-3]"""
    content = game.position_json(position)
    found = tiles_of(content)
    colours = [c for c in hansa(game).board.colours if c not in content["removed_colours"]]
    if found != Counter({(colour, n): count for colour in colours for n, count in COPIES.items()}):
        return f"H-INV-3: the tiles are {found}"
    if content["phase"] != "setup" and found.total() != TILES[game.players]:
        return f"H-INV-3: {found.total()} tiles"
    return None


def piles_are_used_in_order(game: Game, position: PositionBytes) -> str | None:
    """Check that piles are used in order and have as many tiles as the bag. [H-INV-4]"""
    content = game.position_json(position)
    if content["phase"] == "setup":
        return None
    whole = TILES[game.players] - sum(map(len, content["warehouses"].values()))
    sizes = [whole // 5 + (pile < whole % 5) for pile in range(5)]
    begun = [size < full for size, full in zip(content["piles"], sizes, strict=True)]
    used_up = [size == 0 for size in content["piles"]]
    if any(begun[n + 1] and not used_up[n] for n in range(4)):
        return f"H-INV-4: the piles are {content['piles']}"
    if sum(content["piles"]) != sum(count for _, _, count in content["bag"]):
        return "H-INV-4: bag and piles have different numbers of tiles"
    if begun[4] != (content["end_triggered"] is not None):
        return f"H-END-1: the end is {content['end_triggered']}, the piles are {content['piles']}"
    return None


def no_colour_is_sold_only_once(game: Game, position: PositionBytes) -> str | None:
    """Check that no seat has exactly one sold tile of a colour. [H-INV-7]"""
    for seat, tiles in game.position_json(position)["sold"].items():
        if 1 in Counter(colour for colour, _ in tiles).values():
            return f"H-INV-7: seat {seat} has sold {tiles}"
    return None


INVARIANTS: tuple[Invariant, ...] = (
    money_is_conserved,
    posts_are_conserved,
    tiles_are_conserved,
    piles_are_used_in_order,
    no_colour_is_sold_only_once,
)
