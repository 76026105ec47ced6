"""Files of self-play games: a header line and a line for each game, so that self-play can be resumed.

Positions change little from one to the next, so each is stored as its difference from the one before, compressed.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kontor.arena.checkpoint import encode_line, os_errors
from kontor.arena.records import ArenaError
from kontor.training.self_play import Chances, RootPlans, SelfPlayConfig, TrainingGame

FORMAT = 1
NO_CHANCES = 65535  # in place of the chances of a position that was not searched
COMPRESSION = 9


class GamesFile:
    """The games of one self-play configuration in a file; existing content is read at once."""

    def __init__(self, path: Path, config: SelfPlayConfig) -> None:
        self.path = path
        self.header = {"self_play": FORMAT, **config.json()}
        self.numbers: set[int] = set()
        self.seconds = 0.0
        with os_errors(path):
            self.complete_bytes = self.read()

    def read(self) -> int:
        """Read the numbers of all games and return the bytes of complete lines; the rest is ignored."""
        if not self.path.exists():
            return 0
        complete_bytes = 0
        with self.path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                self.read_line(line, complete_bytes == 0)
                complete_bytes += len(line)
        return complete_bytes

    def read_line(self, line: bytes, is_first: bool) -> None:
        """Read a line: the header, or the number of a game."""
        content = parse_line(self.path, line)
        if is_first and content != self.header:
            raise ArenaError(f"the file {str(self.path)!r} has games of another self-play; take a new file.")
        if not is_first:
            self.numbers.add(content["number"])
            self.seconds = max(self.seconds, content["seconds"])

    def prepare(self) -> None:
        """Prepare the file for more games: write the header if it is new, and remove an incomplete line."""
        with os_errors(self.path), self.path.open("ab") as file:
            file.truncate(self.complete_bytes)
            if not self.complete_bytes:
                file.write(encode_line(self.header))

    def append(self, game: TrainingGame, seconds: float) -> None:
        """Append a game, and the seconds that self-play has taken so far."""
        with self.path.open("ab") as file:
            file.write(encode_line({**game_json(game), "seconds": round(seconds, 1)}))
        self.numbers.add(game.number)
        self.seconds = seconds


def read_games(path: Path) -> Iterator[TrainingGame]:
    """Yield the finished games of a file."""
    with os_errors(path), path.open("rb") as file:
        file.readline()
        for line in file:
            if line.endswith(b"\n") and (game := game_from_json(parse_line(path, line))).positions:
                yield game


def parse_line(path: Path, line: bytes) -> Any:
    """Return the content of a line."""
    try:
        return json.loads(line)
    except ValueError:
        raise ArenaError(f"the file {str(path)!r} has a line that is no JSON.") from None


def game_json(game: TrainingGame) -> dict[str, Any]:
    """Return a game as data."""
    return {
        "number": game.number,
        "setup": game.setup,
        "winners": list(game.winners),
        "totals": list(game.totals),
        "positions": packed(differences(game.positions)),
        "chances": packed([numbers_bytes(chance_row(row, game.setup["players"])) for row in game.chances]),
        "plans": [
            {
                "row": plans.row,
                "visits": list(plans.visits),
                "positions": packed([xor(game.positions[plans.row], after) for after in plans.positions]),
            }
            for plans in game.plans
        ],
    }


def game_from_json(content: dict[str, Any]) -> TrainingGame:
    """Return the game of its data."""
    positions = undo_differences(unpacked(content["positions"]))
    chances = [chances_of(row) for row in unpacked(content["chances"])]
    plans = [
        RootPlans(
            each["row"],
            [xor(positions[each["row"]], after) for after in unpacked(each["positions"])],
            each["visits"],
        )
        for each in content["plans"]
    ]
    number, setup = content["number"], content["setup"]
    return TrainingGame(number, setup, positions, chances, plans, content["winners"], content["totals"])


def xor(first: bytes, second: bytes) -> bytes:
    """Return the difference of two buffers of the same length, bit by bit."""
    return (int.from_bytes(first, "big") ^ int.from_bytes(second, "big")).to_bytes(len(first), "big")


def differences(positions: Sequence[bytes]) -> list[bytes]:
    """Return the first position and the difference of each later one from the one before."""
    return [now if n == 0 else xor(positions[n - 1], now) for n, now in enumerate(positions)]


def undo_differences(rows: Sequence[bytes]) -> list[bytes]:
    """Return the positions of their differences."""
    positions: list[bytes] = []
    for row in rows:
        positions.append(xor(positions[-1], row) if positions else row)
    return positions


def packed(rows: Sequence[bytes]) -> list[Any]:
    """Return rows of the same length as their number and their compressed bytes."""
    return [len(rows), b64encode(zlib.compress(b"".join(rows), COMPRESSION)).decode()]


def unpacked(content: Sequence[Any]) -> list[bytes]:
    """Return the rows of their compressed bytes."""
    count, text = content
    joined = zlib.decompress(b64decode(text))
    size = len(joined) // max(count, 1)
    return [joined[n * size : (n + 1) * size] for n in range(count)]


def chance_row(chances: Chances | None, players: int) -> Chances:
    """Return the chances of a position as numbers of 16 bits."""
    return (NO_CHANCES,) * players if chances is None else chances


def chances_of(row: bytes) -> Chances | None:
    """Return the chances of a row, or None if the position was not searched."""
    numbers = tuple(int.from_bytes(row[at : at + 2], "little") for at in range(0, len(row), 2))
    return None if numbers[0] == NO_CHANCES else numbers


def numbers_bytes(numbers: Sequence[int]) -> bytes:
    """Return numbers of 16 bits as bytes, the lowest byte first."""
    return b"".join(number.to_bytes(2, "little") for number in numbers)
