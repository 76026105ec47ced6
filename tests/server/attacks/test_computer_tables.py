"""A guest who opens many tables of computers does not delay the computer opponents of others."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.server.attacks.bystander import bystander
from tests.server.attacks.guests import Guest
from tests.server.live_server import LiveServer, live_server
from tests.server.server_process import ServerProcess, server_process

TEUTONICA = {"game": "teutonica", "players": 5}
EXPERTS = ["expert"] * 5
WITHOUT_CAPS = {
    "requests_per_second": 10_000,
    "requests_at_once": 10_000,
    "tables_per_hour": 100_000,
    "tables_per_account": 1000,
    "computer_tables_per_account": 1000,
    "computer_tables_per_hour": 100_000,
}
"""Settings under which only the order of the queue protects others."""


def open_tables(address: str, count: int, seats: list[str]) -> None:
    """Open many tables as one guest."""
    guest = Guest(address, "Mallory")
    for _ in range(count):
        assert guest.open_table(TEUTONICA, seats).status_code == 201


def check_bystander(server: ServerProcess, seconds: float) -> None:
    """Let a bystander play for some time and demand quick answers."""
    assert server.address is not None
    with bystander(server.address) as waits:
        time.sleep(seconds)
    waits.check()


def attack(folder: Path, count: int, seconds: float, *kinds: list[str]) -> None:
    """Open many tables, measure a bystander, restart the server and measure again."""
    with server_process("--data", folder, **WITHOUT_CAPS) as server:
        for seats in kinds:
            open_tables(server.address or server.start(), count, seats)
        check_bystander(server, seconds)
        server.kill()
        server.start()
        check_bystander(server, seconds)


def test_tables_of_computers_do_not_delay_others(tmp_path: Path) -> None:
    attack(tmp_path, 12, 2.5, EXPERTS)


@pytest.mark.soak
def test_two_hundred_tables_of_experts_do_not_delay_others(tmp_path: Path) -> None:
    attack(tmp_path, 200, 30.0, EXPERTS)


@pytest.mark.soak
def test_two_hundred_tables_of_experts_with_a_person_do_not_delay_others(tmp_path: Path) -> None:
    attack(tmp_path, 200, 30.0, [*EXPERTS[1:], "human"])


@pytest.mark.anyio
async def test_an_account_may_have_few_tables_without_people(server: LiveServer) -> None:
    ada, ben = await server.sign_in("Ada"), await server.sign_in("Ben")
    setup = {"game": "teutonica", "players": 3}
    for _ in range(server.node.settings.computer_tables_per_account):
        await ada.open(setup, ["expert"] * 3)
    seats = [{"kind": "agent", "agent": "expert"}] * 3
    refused = await ada.send("POST", "/api/tables", {"setup": setup, "seats": seats})
    assert refused.status_code == 429
    assert refused.json()["sentence"] == (
        "At 8 of your tables only computers play; wait until one of these games is over."
    )
    own = await ada.open(setup, ["human", "expert", "expert"])
    left = await ada.send("PUT", f"/api/tables/{own['id']}/seats/0", {"agent": "expert"})
    assert left.status_code == 429
    assert (await ben.open(setup, ["expert"] * 3))["state"]["over"] is False


@pytest.mark.anyio
async def test_guests_of_one_address_may_open_few_tables_without_people(folder: Path) -> None:
    async with live_server(folder, computer_tables_per_hour=4) as server:
        guests = [await server.sign_in(f"Guest {number}") for number in range(5)]
        seats = [{"kind": "agent", "agent": "expert"}] * 2
        content = {"setup": {"game": "hansa", "players": 2}, "seats": seats}
        answers = [(await guest.send("POST", "/api/tables", content)).status_code for guest in guests]
    assert answers == [201, 201, 201, 201, 429]


@pytest.mark.anyio
async def test_tables_with_people_come_first_when_a_server_starts(folder: Path) -> None:
    async with live_server(folder) as server:
        ada, ben = await server.sign_in("Ada"), await server.sign_in("Ben")
        setup = {"game": "teutonica", "players": 3}
        group = [(await ada.open(setup, ["expert"] * 3))["id"] for _ in range(3)]
        other = (await ben.open(setup, ["expert"] * 3))["id"]
        person = (await ben.open(setup, ["expert", "expert", "human"]))["id"]
        order = await server.node.tables.unattended()
    assert order[0] == person
    assert other in order[1:3]
    assert set(order) == {*group, other, person}
