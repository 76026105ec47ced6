"""Writes the recorded games and the perft files: `python -m tests.games.hansa.make_files`.

Run it only when the rules change on purpose, together with the revision of the game.
"""

import json
from pathlib import Path
from typing import Any

from kontor.core.record import record_of
from kontor.games.hansa.game import Hansa

FOLDER = Path(__file__).parent
RECORDS = FOLDER / "records"
PERFT = FOLDER / "perft"
DEPTH = 3
CAP = 1000

CARD = ["extra-card"]
EVERYBODY = {"ties": "everybody"}
GAMES: dict[str, tuple[dict[str, Any], list[str], int]] = {
    "two-light": ({"players": 2}, ["light"] * 2, 1),
    "two-card-mixed": ({"players": 2, "modules": CARD, "start_player": 1}, ["light", "uniform"], 2),
    "three-light": ({"players": 3}, ["light"] * 3, 3),
    "three-card-light": ({"players": 3, "modules": CARD, "switches": EVERYBODY}, ["light"] * 3, 4),
    "four-light": ({"players": 4, "start_player": 2}, ["light"] * 4, 5),
    "four-uniform": ({"players": 4}, ["uniform"] * 4, 6),
    "four-card-mixed": ({"players": 4, "modules": CARD}, ["light", "uniform"] * 2, 7),
}
SELLER = [["orange", 1], ["orange", 2], ["orange", 3], ["brown", 1], ["brown", 3]]
POSITIONS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "placement": ({"players": 3}, {"phase": "placement", "posts": {"riga": {"0": 2}}}),
    "restock": (
        {"players": 2},
        {"phase": "restock", "warehouses": {"riga": [["red", 1], None]}, "thalers": {"0": 6}},
    ),
    "sale": (
        {"players": 3},
        {
            "ship": "danzig",
            "posts": {"danzig": {"0": 4, "1": 4}, "kalmar": {"2": 1}},
            "held": {"0": SELLER, "1": [["orange", 1], ["orange", 3], ["brown", 2]], "2": [["brown", 2]]},
            "warehouses": {"danzig": [["green", 2]], "kalmar": [["red", 1]]},
            "thalers": {"0": 2},
        },
    ),
    "losses": (
        {"players": 4, "modules": CARD},
        {
            "phase": "losses",
            "active": 2,
            "ship": "riga",
            "held": {"0": SELLER, "3": SELLER[:4]},
            "pending_losses": [[3, "orange"], [0, "orange"], [0, "brown"]],
        },
    ),
    "tax": ({"players": 2}, {"phase": "tax", "active": 1, "held": {"1": SELLER}, "round": 4}),
}


def record(setup: dict[str, Any], agents: list[str], seed: int) -> dict[str, Any]:
    """Play a game and return its record."""
    game = Hansa(setup)
    position = game.start()
    moves = game.play_out(position, seed, agents, CAP, keep_moves=True).moves
    return record_of(game, list(moves), position).json()


def perft(setup: dict[str, Any], position: dict[str, Any]) -> dict[str, Any]:
    """Return a position with its perft counts by depth."""
    game = Hansa(setup)
    cells = game.read_position(position)
    lines = [game.perft(cells, depth) for depth in range(1, DEPTH + 1)]
    return {"setup": setup, "position": position, "lines": lines}


def write(file: Path, content: dict[str, Any]) -> None:
    """Write data as JSON with one field per line."""
    rows = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in content.items()]
    file.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def main() -> None:
    """Write all files."""
    for folder in (RECORDS, PERFT):
        folder.mkdir(exist_ok=True)
    for name, (setup, agents, seed) in GAMES.items():
        write(RECORDS / f"{name}.json", record(setup, agents, seed))
    for name, (setup, position) in POSITIONS.items():
        write(PERFT / f"{name}.json", perft(setup, position))


if __name__ == "__main__":
    main()
