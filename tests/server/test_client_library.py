"""Both clients of the client library can do with a real server what their documentation says."""

import asyncio
import pickle
from contextlib import AsyncExitStack, aclosing
from pathlib import Path
from typing import Any

import pytest

import kontor
from kontor.client import ApiError, Client, ConnectionFailed, RefusedMove, TableChanged
from kontor.core.state import MoveLike
from tests.server.either_client import KINDS, AnyClient, AnyTable, client_of, do, first, followed, guest_of
from tests.server.live_server import PATIENCE, LiveServer, live_server
from tests.server.tcp_proxy import tcp_proxy
from tests.server.test_moves import HANSA, TEUTONICA

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)]

PLACE = "place emden--groningen.1 t"
Kind = type[AnyClient]


async def test_sign_in_as_guest_with_password_and_with_token(server: LiveServer, kind: Kind) -> None:
    name = f"Ada {kind.__name__}"
    async with AsyncExitStack() as opened:
        guest = await opened.enter_async_context(client_of(kind, server.address))
        made = await do(guest.sign_in, name)
        assert (made.name, made.guest, made.is_bot) == (name, True, False)
        await do(guest.set_password, "correct horse")
        token = await do(guest.create_token, "bot", ["read", "play"])
        again = await opened.enter_async_context(client_of(kind, server.address + "/"))
        assert await do(again.sign_in, name, "correct horse", is_bot=True) == await do(guest.account)
        program = await opened.enter_async_context(client_of(kind, server.address, token.token))
        account = await do(program.account)
        assert (account.id, account.guest, account.is_bot) == (made.id, False, True)
        await do(again.sign_out)
        with pytest.raises(ApiError, match="Sign in first") as refused:
            await do(again.account)
        assert (refused.value.status, refused.value.code) == (401, "unauthenticated")
        with pytest.raises(ApiError, match="scope 'manage'"):
            await do(program.create_table, HANSA)


async def test_tables_are_created_listed_joined_and_left(server: LiveServer, kind: Kind) -> None:
    async with guest_of(kind, server.address, "Ada") as ada, guest_of(kind, server.address, "Rob") as rob:
        table = await do(ada.create_table, "teutonica players=3", ["human", "open", "light"], title="Sunday")
        with pytest.raises(ApiError, match="private"):
            await do(rob.table, table.id)
        joined = await do(rob.join, table.id, 1, invitation=table.invitations[1], name="Robert")
        assert joined.your_seats == [1]
        assert [seat.name for seat in joined.seats] == ["Ada", "Robert", None]
        (listed,) = await do(rob.tables)
        assert (listed.id, listed.title, listed.your_turn, listed.seats[1].yours) == (table.id, "Sunday", False, True)
        await do(joined.send_message, "Hello")
        await do(table.refresh)
        assert [(message.name, message.text) for message in table.messages] == [("Robert", "Hello")]
        await do(joined.leave, agent="light")
        assert (joined.your_seats, joined.seats[1].agent) == ([], "light")
        with pytest.raises(ValueError, match="you hold 0 seats"):
            await do(joined.leave)
        link = await do(ada.request, "POST", f"/api/tables/{table.id}/invitations", {"seat": None})
        async with guest_of(kind, server.address, "Eva") as eva:
            assert (await do(eva.watch, table.id, link["invitation"])).your_seats == []


@pytest.mark.parametrize("form", ["text", "move", "number", "object"])
async def test_moves_may_have_every_form(server: LiveServer, kind: Kind, form: str) -> None:
    async with guest_of(kind, server.address, "Ada") as ada:
        table = await do(ada.create_table, TEUTONICA, ["human"] * 3)
        (move,) = [move for move in table.state.legal_moves if move.text == PLACE]
        forms: dict[str, MoveLike] = {"text": PLACE, "move": move, "number": move.number, "object": move.json()}
        update = await do(table.move, forms[form])
        assert [entry.text for entry in update.entries] == [PLACE]
        assert table.entries[-1] == update.entries[0]
        assert table.state.json()["position"]["spaces"] == {"emden--groningen.1": [0, "t"]}
        await do(table.undo)
        assert (table.state.legal_moves.count(move), table.entries[-1].kind) == (1, "undo")
        assert [len((await do(table.record)).moves), table.number] == [3, 5]


async def test_what_is_refused_says_why(server: LiveServer, kind: Kind) -> None:
    async with guest_of(kind, server.address, "Ada") as ada:
        table = await do(ada.create_table, TEUTONICA, ["human", "human", "light"])
        same = await do(ada.table, table.id)
        await do(table.move, PLACE)
        with pytest.raises(TableChanged, match="nothing was changed"):
            await do(same.move, PLACE)
        await do(same.refresh)
        with pytest.raises(kontor.IllegalMove) as refused:
            await do(same.move, PLACE)
        assert isinstance(refused.value, RefusedMove)
        assert (refused.value.move, refused.value.refusal.rule) == (PLACE, refused.value.rule)
        assert (refused.value.status, refused.value.rule) == (422, "HT-PLC-1")
        assert "occupied" in refused.value.sentence
        again = pickle.loads(pickle.dumps(refused.value))
        assert (again.refusal, str(again)) == (refused.value.refusal, str(refused.value))
        with pytest.raises(ApiError, match="fly to the moon"):
            await do(same.move, "fly to the moon")
        with pytest.raises(TypeError, match="a move is a Move"):
            await do(same.move, None)
        with pytest.raises(ApiError, match="no such table"):
            await do(ada.table, "nosuchtable")
        with pytest.raises(ApiError, match="does not match the schema"):
            await do(ada.create_table, TEUTONICA, colour="red")


async def test_a_followed_game_is_played_to_its_end(server: LiveServer, kind: Kind) -> None:
    agent, numbers = kontor.agent("light", seed=1), []
    async with guest_of(kind, server.address, "Ada") as ada:
        table = await do(ada.create_table, HANSA, ["human", "light"])
        async for update in followed(table):
            numbers += [entry.number for entry in update.entries]
            if table.decision is not None:
                await do(table.move, agent.choose(table.state))
        assert table.is_over
        assert table.state.is_over
        assert table.winners == table.state.winners != []
        assert numbers == list(range(numbers[0], table.number + 1))
        assert [entry.number for entry in table.entries] == list(range(1, table.number + 1))
        record = await do(table.record)
        assert kontor.replay(record).scores() == table.state.scores()
        assert len((await do(ada.request, "GET", f"/api/tables/{table.id}/record"))["moves"]) == len(record.moves)


async def test_a_seat_sees_only_its_own_secrets(server: LiveServer, kind: Kind) -> None:
    setup = {**TEUTONICA, "modules": ["mission-cards"]}
    async with guest_of(kind, server.address, "Ada") as ada, guest_of(kind, server.address, "Rob") as rob:
        table = await do(ada.create_table, setup, ["human", "open", "light"], public=True)
        other = await do(rob.join, table.id, 1)
        await first(table)
        for known, own in ((table, "0"), (other, "1")):
            missions = known.state.json()["position"]["missions"]
            assert [seat for seat, cards in missions.items() if "?" not in cards] == [own]
            assert kontor.agent("greedy").choose(table.state) in table.state.legal_moves


async def place_and_end(table: AnyTable, turn: int) -> None:
    """Make the first legal move of a turn and take it back, which are two entries."""
    await do(table.move, table.state.legal_moves[turn])
    await do(table.undo)


async def test_a_lost_connection_is_opened_again_and_nothing_is_missed(server: LiveServer, kind: Kind) -> None:
    async with tcp_proxy(int(server.address.rpartition(":")[2])) as proxy, AsyncExitStack() as opened:
        ada = await opened.enter_async_context(guest_of(kind, server.address, "Ada"))
        own = await do(ada.create_table, TEUTONICA, ["human"] * 3, public=True)
        far = await opened.enter_async_context(client_of(kind, f"http://127.0.0.1:{proxy.port}"))
        table, start, seen = await do(far.table, own.id), own.number, list[int]()
        updates = await opened.enter_async_context(aclosing(followed(table)))
        for turn in range(4):
            await place_and_end(own, turn)
            if turn % 2:
                proxy.cut_all()
            await do(own.send_message, f"Turn {turn}")
            async with asyncio.timeout(PATIENCE):
                while table.number < own.number or len(table.messages) <= turn:
                    seen += [entry.number for entry in (await anext(updates)).entries]
        assert seen == list(range(start + 1, own.number + 1))
        assert [message.text for message in table.messages] == [f"Turn {turn}" for turn in range(4)]


async def test_following_ends_with_the_reason(folder: Path, kind: Kind) -> None:
    async with AsyncExitStack() as opened:
        server = await opened.enter_async_context(live_server(folder))
        ada = await opened.enter_async_context(guest_of(kind, server.address, "Ada"))
        table = await do(ada.create_table, TEUTONICA)
        async with client_of(kind, server.address) as stranger:
            table.client = stranger
            with pytest.raises(ApiError, match="This table is private") as refused:
                await first(table)
            assert refused.value.status == 403
        table.client = ada
        await do(ada.sign_out)
        with pytest.raises(ApiError, match="private"):
            await first(table)
    with pytest.raises(ConnectionFailed, match=r"was lost for 0\.1 seconds"):
        await first(table, patience=0.1)


async def test_a_request_over_a_limit_is_repeated(folder: Path, kind: Kind) -> None:
    few: dict[str, Any] = {"requests_at_once": 3, "requests_per_second": 4}
    async with live_server(folder, **few) as server, guest_of(kind, server.address, "Ada") as ada:
        assert {(await do(ada.account)).name for _ in range(6)} == {"Ada"}


async def answer_nonsense(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer any request as a broken proxy does."""
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 6\r\nConnection: close\r\n\r\n<html>")
    await writer.drain()
    writer.close()


async def test_a_server_that_is_none_is_reported(kind: Kind) -> None:
    broken = await asyncio.start_server(answer_nonsense, "127.0.0.1", 0)
    port = broken.sockets[0].getsockname()[1]
    async with client_of(kind, f"http://127.0.0.1:{port}") as client:
        with pytest.raises(ApiError, match="answered with the status 502"):
            await do(client.account)
        broken.close()
        await broken.wait_closed()
        with pytest.raises(ConnectionFailed, match="check that it runs"):
            await do(client.account)
    with pytest.raises(ValueError, match="is not the address of a server"):
        kind("localhost:8137")


async def test_it_can_be_shown(server: LiveServer, kind: Kind) -> None:
    async with guest_of(kind, server.address, "Ada") as ada:
        assert repr(ada) == f"{kind.__name__}({server.address!r})"
        table = await do(ada.create_table, HANSA, ["human", "light"])
        name = "Table" if kind is Client else "AsyncTable"
        assert repr(table).startswith(f"<{name} {table.id}: hansa, seat ")
