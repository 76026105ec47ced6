"""Tournaments of groups: rounds are paired once, deadlines count, and a whole tournament is played to its end."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import update

from kontor.server.clock import now
from kontor.server.store.models import PairingRow, ResultRow, TableRow
from tests.server.live_server import Client, LiveServer
from tests.server.test_groups import GROUPS, group_of
from tests.server.test_moves import HANSA, TEUTONICA

pytestmark = pytest.mark.anyio

CLOCK = {"kind": "turn", "seconds": 86_400}
NAMES = ("Anneke", "Bertram", "Clara", "Dietrich")


async def tournament_of(
    server: LiveServer, *names: str, setup: dict[str, Any] = HANSA, **more: Any
) -> tuple[str, list[Client]]:
    """Return a tournament that all members of a new group have entered."""
    group, people = await group_of(server, *names)
    plan = {"name": "Spring league", "kind": "round-robin", "setup": setup, "clock": CLOCK, **more}
    made = await people[0].ask("POST", f"{GROUPS}/{group}/tournaments", plan)
    for client in people:
        await client.ask("POST", f"/api/tournaments/{made['id']}/players")
    return f"/api/tournaments/{made['id']}", people


async def sit_down(client: Client) -> None:
    """Accept all invitations."""
    for invitation in (await client.ask("GET", "/api/invitations"))["invitations"]:
        await client.ask("POST", f"/api/invitations/{invitation['table_id']}")


async def end_games(server: LiveServer, tournament: Any, number: int) -> None:
    """End the games of a round in the database, the first seat winning, as the last move of a game does."""
    tables = [each["table_id"] for each in tournament["pairings"] if each["round"] == number and each["table_id"]]
    async with server.node.database.writing() as session:
        for each in tournament["pairings"]:
            if each["table_id"] in tables and each["places"] is None:
                for seat, account in enumerate(each["players"]):
                    values = {"table_id": each["table_id"], "seat": seat, "account_id": account, "place": seat + 1}
                    session.add(ResultRow(**values, **RESULT, ended_at=now()))
        ended = update(TableRow).where(TableRow.id.in_(tables))
        await session.execute(ended.values(ended_by="last-pile", to_move=None))


RESULT = {
    "score": 0,
    "lines": {},
    "moves": 0,
    "late_moves": 0,
    "game": "hansa",
    "players": 2,
    "modules": [],
    "ended_by": "last-pile",
}


async def test_a_round_robin_pairs_every_round_by_itself(server: LiveServer) -> None:
    path, people = await tournament_of(server, *NAMES)
    found = await people[0].ask("POST", f"{path}/start")
    assert (found["round"], found["rounds"], len(found["pairings"])) == (1, 3, 2)
    assert (await people[0].send("POST", f"{path}/start")).status_code == 409
    for number in (1, 2, 3):
        for client in people:
            await sit_down(client)
        await end_games(server, found, number)
        await server.node.rounds.advance_all()
        found = await people[0].ask("GET", path)
    assert found["ended_at"] is not None
    met = [frozenset(each["players"]) for each in found["pairings"]]
    assert len(met) == len(set(met)) == 6
    assert sum(each["points"] for each in found["standings"]) == 6
    assert [each["games"] for each in found["standings"]] == [3] * 4


async def test_only_the_players_of_a_table_take_its_seats(server: LiveServer) -> None:
    path, people = await tournament_of(server, *NAMES)
    (first, _) = (await people[0].ask("POST", f"{path}/start"))["pairings"]
    by_id = {client.id: client for client in people}
    stranger = next(client for client in people if client.id not in first["players"])
    seat = f"/api/tables/{first['table_id']}/seats/0"
    assert (await stranger.send("POST", seat, {})).status_code == 403
    assert (await stranger.send("GET", f"/api/tables/{first['table_id']}")).status_code == 200
    player = by_id[first["players"][0]]
    declined = await player.send("DELETE", f"/api/invitations/{first['table_id']}")
    assert (declined.status_code, "withdraw" in declined.json()["sentence"]) == (409, True)
    await player.ask("POST", f"/api/invitations/{first['table_id']}")


async def test_who_does_not_appear_loses(server: LiveServer) -> None:
    path, people = await tournament_of(server, *NAMES[:2])
    (pairing,) = (await people[0].ask("POST", f"{path}/start"))["pairings"]
    await sit_down(people[0])
    async with server.node.database.writing() as session:
        await session.execute(update(PairingRow).where(PairingRow.table_id == pairing["table_id"]).values(due_at=1))
    await server.node.rounds.advance_all()
    found = await people[1].ask("GET", path)
    assert found["pairings"][0]["absent"] == [people[1].id]
    assert (found["standings"][0]["account_id"], found["standings"][0]["points"]) == (people[0].id, 1)
    assert found["ended_at"] is not None
    assert (await people[1].ask("GET", "/api/invitations"))["invitations"] == []
    home = await people[0].ask("GET", "/api/home")
    assert (home["running"], [game["ended_by"] for game in home["finished"]["tables"]]) == ([], ["left"])
    late = await people[1].send("POST", f"/api/tables/{pairing['table_id']}/seats/1", {})
    assert late.status_code == 409


async def test_the_computer_plays_for_one_of_three_who_does_not_appear(server: LiveServer) -> None:
    path, people = await tournament_of(server, *NAMES[:3], setup={"game": "hansa", "players": 3})
    (pairing,) = (await people[0].ask("POST", f"{path}/start"))["pairings"]
    for client in people[:2]:
        await sit_down(client)
    async with server.node.database.writing() as session:
        await session.execute(update(PairingRow).where(PairingRow.table_id == pairing["table_id"]).values(due_at=1))
    await server.node.rounds.advance_all()
    seats = (await people[0].look(pairing["table_id"]))["seats"]
    assert sorted(seat["kind"] for seat in seats) == ["agent", "human", "human"]
    found = await people[0].ask("GET", path)
    assert (found["pairings"][0]["absent"], found["pairings"][0]["places"]) == ([people[2].id], None)
    await end_games(server, found, 1)
    await server.node.rounds.advance_all()
    places = (await people[0].ask("GET", path))["pairings"][0]["places"]
    assert sorted(places) == [0, 1, 2]


async def test_players_withdraw_and_others_have_a_bye(server: LiveServer) -> None:
    path, people = await tournament_of(server, *NAMES[:3])
    found = await people[0].ask("POST", f"{path}/start")
    assert sorted(len(each["players"]) for each in found["pairings"]) == [1, 2]
    await people[2].ask("DELETE", f"{path}/players/{people[2].id}")
    assert (await people[1].send("DELETE", f"{path}/players/{people[0].id}")).status_code == 403
    await end_games(server, found, 1)
    await server.node.rounds.advance_all()
    found = await people[0].ask("GET", path)
    second = [player for each in found["pairings"] if each["round"] == 2 for player in each["players"]]
    assert people[2].id not in second


async def test_permissions_and_bad_plans(server: LiveServer) -> None:
    group, (anneke, bertram) = await group_of(server, "Anneke", "Bertram")
    path = f"{GROUPS}/{group}/tournaments"
    plan: dict[str, Any] = {"name": "Cup", "kind": "knockout", "setup": TEUTONICA, "clock": CLOCK}
    assert (await bertram.send("POST", path, plan)).status_code == 403
    bad: list[dict[str, Any]] = [
        {**plan, "clock": None},
        {**plan, "kind": "ladder"},
        {**plan, "setup": {"game": "chess"}},
        {**plan, "rounds": 0},
        {**plan, "start_hours": 10_000},
    ]
    for body in bad:
        assert (await anneke.send("POST", path, body)).status_code == 422, body
    made = await anneke.ask("POST", path, plan)
    stranger = await server.sign_in("Iris")
    for method, target in (("GET", ""), ("POST", "/players"), ("POST", "/start"), ("DELETE", "")):
        answer = await stranger.send(method, f"/api/tournaments/{made['id']}{target}")
        assert answer.status_code == 403
    assert (await anneke.send("POST", f"/api/tournaments/{made['id']}/start")).status_code == 409
    assert [each["name"] for each in (await bertram.ask("GET", path))["tournaments"]] == ["Cup"]
    await anneke.ask("DELETE", f"/api/tournaments/{made['id']}")
    assert (await anneke.send("GET", f"/api/tournaments/{made['id']}")).status_code == 404


async def start_at_once(servers: list[LiveServer]) -> None:
    """Let several requests and nodes pair the same rounds: every round exists once."""
    path, people = await tournament_of(servers[0], *NAMES, kind="swiss")
    owners = [server.same_account(people[0]) for server in servers for _ in range(2)]
    answers = await asyncio.gather(*(owner.send("POST", f"{path}/start") for owner in owners))
    assert sorted(answer.status_code for answer in answers)[:2] == [200, 409]
    found = await people[0].ask("GET", path)
    await end_games(servers[0], found, 1)
    await asyncio.gather(*(server.node.rounds.advance_all() for server in servers for _ in range(2)))
    found = await people[0].ask("GET", path)
    assert [each["round"] for each in found["pairings"]] == [1, 1, 2, 2]
    assert len({each["table_id"] for each in found["pairings"]}) == 4


async def test_a_round_is_paired_once(server: LiveServer) -> None:
    await start_at_once([server])


async def test_a_round_is_paired_once_by_two_nodes(nodes: list[LiveServer]) -> None:
    await start_at_once(nodes)


async def test_a_knockout_is_played_to_its_end_by_agents(server: LiveServer) -> None:
    path, people = await tournament_of(server, *NAMES[:3], kind="knockout")
    await people[0].ask("POST", f"{path}/start")
    for _ in range(600):
        found = await people[0].ask("GET", path)
        if found["ended_at"] is not None:
            break
        for client in people:
            await sit_down(client)
        for each in found["pairings"]:
            seats = (await people[0].look(each["table_id"]))["seats"] if each["table_id"] else []
            for seat in seats:
                if seat["kind"] == "human":
                    holder = next(client for client in people if client.id == each["players"][seat["seat"]])
                    target = f"/api/tables/{each['table_id']}/seats/{seat['seat']}"
                    await holder.ask("PUT", target, {"agent": "greedy"})
        await asyncio.sleep(0.05)
    assert found["ended_at"] is not None
    assert (found["rounds"], found["round"], found["standings"][0]["rank"]) == (2, 2, 1)
    final = next(each for each in found["pairings"] if each["round"] == 2)
    assert sorted(final["places"]) in ([1, 2], [1, 1])
