"""Generator of the recorded games and perft files: python -m tests.games.teutonica.make_records.

The files are the specification: regenerate them only when a rule was corrected, and note it in the changelog.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kontor.core.record import Record, record_of, result_of
from kontor.core.values import Setup
from kontor.games.teutonica.game import Teutonica
from kontor.games.teutonica.setup import configurations

HERE = Path(__file__).parent
CAP = 400
ENDINGS = ("twenty-points", "marker-supply")
SWITCHED: list[Setup] = [
    {"edition": "first", "switches": {"income": "exact", "displaced_order": "displaced-first"}},
    {"edition": "second", "switches": {"marker_facing": "down", "marker_place_time": "end-of-action"}},
    {"edition": "big-box", "switches": {"markers_mid_action": True, "three_marker": "remove"}},
    {"edition": "first", "players": 2, "switches": {"pawn_rim": "single"}},
    {"edition": "second", "players": 2, "switches": {"neutral_extra": "mandatory"}},
    {
        "board": "britannia-4-5",
        "modules": ["emperors-favour"],
        "switches": {"favour_all_boards": True, "favour_income_kind": "any", "region_tie": "two-places"},
    },
]


def name_of(setup: Setup) -> str:
    """Return the file name of a setup."""
    parts = [setup["edition"], setup["board"], f"{setup['players']}p", *setup["modules"]]
    return "_".join(parts)


def search(setup: Setup, ending: str | None, seeds: range) -> Record | None:
    """Return the first game of light players with the given ending."""
    game = Teutonica(setup)
    for seed in seeds:
        position = game.start()
        playout = game.play_out(position, seed, ["light"] * game.players, CAP, keep_moves=True)
        if ending is None or game.ended_by(position) == ending:
            return record_of(game, list(playout.moves), position, capped=True)
    return None


def chosen_setups() -> Iterator[Setup]:
    """Yield every edition, board and player count, with all modules and with only the two-player ones."""
    for setup in configurations():
        optional = [module for module in setup["modules"] if not module.startswith("two-player")]
        others = [s for s in configurations() if all(s[f] == setup[f] for f in ("edition", "board", "players"))]
        if not optional or len(setup["modules"]) == max(len(other["modules"]) for other in others):
            yield setup


def games() -> Iterator[tuple[str, Record]]:
    """Yield the games to be recorded, by name."""
    for number, setup in enumerate(chosen_setups()):
        ending = ENDINGS[number % len(ENDINGS)]
        found = search(setup, ending, range(1500)) or search(setup, None, range(1))
        if found:
            yield name_of(setup), found
    for number, setup in enumerate(SWITCHED):
        found = search(setup, None, range(number, number + 1))
        if found:
            yield f"switches-{number + 1}", found
    for board in ("hanse-4-5", "east-3-5", "britannia-4-5"):
        yield f"completed-cities_{board}", filled_game(board)
    yield "marker-stuck", stuck_game()
    yield "turn-cap", capped_game()


def filled_game(board: str) -> Record:
    """Return a game from a position in which only one more city has to be completed. [HT-END-1]"""
    game = Teutonica({"board": board})
    start = filled_start(game)
    for seed in range(1000):
        position = game.read_position(start)
        playout = game.play_out(position, seed, ["light"] * game.players, CAP, keep_moves=True)
        if game.ended_by(position) == "completed-cities":
            words = tuple(game.move_text(move) for move in playout.moves)
            return Record(game.setup, words, start, result_of(game, position), game.revision)
    raise LookupError(f"no game on {board} ended by completed cities")


def filled_start(game: Teutonica) -> dict[str, Any]:
    """Return a position with all but one of the cities that end the game completed, the smallest ones first."""
    cities = [city for city in game.board.json["cities"] if city["posts"] and not city["abilities"]]
    square = [city for city in cities if all(post["shape"] == "square" for post in city["posts"])]
    order = sorted(square, key=lambda city: len(city["posts"])) + [c for c in cities if c not in square]
    count = game.board.json["completed_cities_limit"] - 1
    seats = iter(range(1000))
    posts = {
        city["id"]: [[next(seats) % 4, "m" if p["shape"] == "circle" else "t"] for p in city["posts"]]
        for city in order[:count]
    }
    return {"posts": posts, "abilities": {str(seat): {"privilege": 3, "book": 3} for seat in range(4)}}


def stuck_game() -> Record:
    """Return a short game from a position in which a replacement marker fits no route. [HT-RPL-6]"""
    game = Teutonica({"switches": {"marker_stuck": "end-game"}})
    start = crowded_start(game)
    position = game.read_position(start)
    moves = ["create dortmund--duisburg", "reward nothing", "end-turn"]
    for words in moves:
        game.advance(position, game.parse_move(words))
    chance = game.legal_moves(position)[0]
    game.advance(position, chance)
    moves.append(game.move_text(chance))
    return Record(game.setup, tuple(moves), start, result_of(game, position), game.revision)


def crowded_start(game: Teutonica) -> dict[str, Any]:
    """Return a position with a piece on every route but the one between two completed cities."""
    route = "dortmund--duisburg"
    sizes = {r["id"]: len(r["spaces"]) for r in game.board.json["routes"]}
    seats = [1, 2, 3]
    spaces: dict[str, Any] = {f"{route}.{n + 1}": [0, "t"] for n in range(sizes[route])}
    for number, other in enumerate(name for name in sizes if name != route):
        spaces[f"{other}.1"] = [seats[number % 3], "t"]
    return {
        "spaces": spaces,
        "posts": {"duisburg": [[1, "t"]], "dortmund": [[1, "m"], [2, "t"], [3, "t"]]},
        "markers_on_routes": {route: "exchange-posts"},
        "abilities": {str(seat): {"keys": 4, "actions": 5} for seat in seats},
    }


def capped_game() -> Record:
    """Return a game that is stopped early. [HT-TRN-8]"""
    game = Teutonica({})
    position = game.start()
    playout = game.play_out(position, 7, ["light"] * 4, 12, keep_moves=True)
    return record_of(game, list(playout.moves), position, capped=True)


def perft_positions() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield an opening and a position from the middle of a game for every board and variant."""
    setups = {(s["board"], s["players"] == 2, s["edition"] == "first"): s for s in configurations()}
    for (board, is_duel, is_first), setup in setups.items():
        game = Teutonica(setup)
        for label, turns in (("opening", 1), ("middle", 25)):
            position = game.start()
            game.play_out(position, 3, ["light"] * game.players, turns - 1)
            name = f"{board}{'-duel' if is_duel else ''}{'-first' if is_first else ''}-{label}"
            yield name, {"setup": game.setup, "position": game.position_json(position)}


def counts(content: dict[str, Any]) -> dict[str, int]:
    """Return the number of move sequences of each length from a position."""
    game = Teutonica(content["setup"])
    position = game.read_position(content["position"])
    return {str(depth): game.perft(position, depth) for depth in (1, 2, 3)}


def write(path: Path, content: dict[str, Any]) -> None:
    """Write one file."""
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Generate every file."""
    for name, record in games():
        write(HERE / "records" / f"{name}.json", record.json())
    for name, content in perft_positions():
        write(HERE / "perft" / f"{name}.json", {**content, "lines": counts(content)})


if __name__ == "__main__":
    main()
