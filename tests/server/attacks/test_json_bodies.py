"""JSON bodies that are expensive to check do not delay the moves of others."""

import asyncio
import time
from pathlib import Path

import pytest

from kontor.core import strict_json
from tests.server.attacks.attacker import attacker
from tests.server.attacks.bystander import bystander
from tests.server.server_process import server_process

AT_ONCE = 100
SMALL, LARGE = 19_000, 140_000  # bytes


def repeated_field(size: int) -> bytes:
    """Return an object whose last field has the name of the one before."""
    names = [*range(size // 12), size // 12 - 1]
    return b"{" + b",".join(b'"k%d":1' % name for name in names) + b"}"


def costly_bodies(size: int) -> list[bytes]:
    """Return bodies with as many values, levels or unknown fields as fit."""
    many_fields = b"{" + b",".join(b'"k%d":1' % number for number in range(size // 12)) + b"}"
    many_numbers = b'{"setup":{"a":[' + b",".join([b"1"] * (size // 3)) + b"]}}"
    many_objects = b'{"setup":{"a":[' + b",".join([b"{}"] * (size // 4)) + b"]}}"
    nested = b'{"setup":{"a":[' + b",".join([b"[" * 18 + b"]" * 18] * (size // 40)) + b"]}}"
    return [repeated_field(size), many_fields, many_numbers, many_objects, nested]


def run_attack(folder: Path, paths: dict[str, int], rounds: int) -> None:
    """Send costly bodies, many at once, and check how long the bystander waited."""
    with server_process("--data", folder) as server:
        address = server.start()
        with bystander(address) as waits:
            time.sleep(1.0)
            asyncio.run(send_bodies(address, paths, rounds))
            time.sleep(0.5)
    waits.check()


async def send_bodies(address: str, paths: dict[str, int], rounds: int) -> None:
    """Send bodies of different kinds to some paths, again and again."""
    async with attacker(address) as guest:
        for _ in range(rounds):
            for path, size in paths.items():
                kinds = costly_bodies(size)
                await guest.send_all("POST", path, kinds * (AT_ONCE // len(kinds)))
    assert not {status for status in guest.statuses if status < 400 or status >= 500} - {200, 201}, guest.statuses


def test_a_bystander_plays_on_while_costly_bodies_are_sent(folder: Path) -> None:
    run_attack(folder, {"/api/session": SMALL}, 1)


@pytest.mark.soak
def test_a_bystander_plays_on_while_costly_bodies_are_sent_for_long(folder: Path) -> None:
    run_attack(folder, {"/api/session": SMALL, "/api/tables": LARGE}, 20)


class CountedName(str):
    """A name that counts how often it is compared."""

    compared = 0

    def __eq__(self, other: object) -> bool:
        """Compare and count."""
        CountedName.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


@pytest.mark.parametrize("count", [100, 10_000])
def test_a_repeated_field_is_found_with_few_comparisons(count: int) -> None:
    fields = [(CountedName(f"k{number}"), 1) for number in (*range(count), count - 1)]
    CountedName.compared = 0
    with pytest.raises(strict_json.InvalidJson, match=f"'k{count - 1}' more than once"):
        strict_json.unique_fields(fields)  # type: ignore[arg-type]
    assert CountedName.compared < 3 * count


def test_the_first_repeated_field_is_named() -> None:
    with pytest.raises(strict_json.InvalidJson, match="'b' more than once"):
        strict_json.parse('{"a": 1, "b": 2, "b": 3, "a": 4}')
