"""Whole games with secrets: every byte sent to a client is searched for what it may not know."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from kontor.core import registry
from kontor.core.values import PositionBytes, Seat
from kontor.games.teutonica.game import Teutonica
from kontor.server.service.chance import draw_all
from kontor.server.service.match import Match
from tests.server.live_server import Client, LiveServer, LiveSocket
from tests.server.mail_server import MailServer, mail_enabled_server, mail_server, subscribe
from tests.server.test_moves import seat_guests
from tests.server.traffic_recorder import CARDS, TrafficRecorder, Words, leaks, needle
from tests.server.webhook_receiver import WebhookReceiver, webhook_receiver

pytestmark = pytest.mark.anyio

SETUP: dict[str, Any] = {
    "game": "teutonica",
    "players": 3,
    "modules": ["mission-cards", "emperors-favour"],
    "switches": {"marker_facing": "down"},
}
NO_LIMITS: dict[str, Any] = {
    "requests_at_once": 10**6,
    "anonymous_requests_at_once": 10**6,
    "hints_per_minute": 10**6,
    "messages_per_minute": 10**6,
    "webhook_networks": ["127.0.0.0/8"],
}
AWAY = 2  # the seat whose player never connects, and therefore gets e-mail
NOT_NOW = ("chance ?", "place bremen--osnabruck.1 t", "reward nothing", "end-turn", "nonsense")
PATHS = ("", "?seat=0", "?seat=1", "/record", "/record?seat=2", "/at/9", "/at/9?seat=1", "/messages")


class Play:
    """A game that many clients follow in every possible way."""

    def __init__(
        self, server: LiveServer, post: MailServer, table: str, players: list[Client], watchers: list[Client]
    ) -> None:
        self.server = server
        self.post = post
        self.table = table
        self.players = players
        self.clients = [*players, *watchers]
        self.recorder = TrafficRecorder()
        self.hooks: dict[int, WebhookReceiver] = {}
        self.chance = random.Random(1)
        for number, client in enumerate(self.clients):
            self.recorder.attach(self.name(number), client, self.viewer(number))

    def viewer(self, number: int) -> Seat | None:
        """Return the seat of a client, None for spectators."""
        return number if number < len(self.players) else None

    def name(self, number: int) -> str:
        """Return the name of a client for messages about leaks."""
        return f"seat {number}" if number < len(self.players) else f"watcher {number}"

    async def match(self) -> Match:
        """Return the real state of the game."""
        return await self.server.node.matches.get(self.table)

    async def dealt(self) -> dict[int, str]:
        """Return the card of every seat."""
        match = await self.match()
        missions = match.game.position_json(match.timeline.position)["missions"]
        ids = {tuple(cities): card for card, cities in CARDS.items()}
        return {int(seat): ids[tuple(cities)] for seat, cities in missions.items()}

    async def unused_card(self) -> str:
        """Return a card that no seat has, since a request for a card repeats its name."""
        return min(set(CARDS) - set((await self.dealt()).values()))

    async def play(self, most: int, seed: int = 0) -> None:
        """Play until the game is over, or for a number of moves, with all kinds of requests in between."""
        async with AsyncExitStack() as live_sockets:
            for number in {*range(len(self.clients))} - {AWAY}:
                await live_sockets.enter_async_context(self.followed(number))
            for turn in range(seed, seed + most):
                match = await self.match()
                if match.over:
                    return
                await self.move(match, turn)

    async def move(self, match: Match, turn: int) -> None:
        """Make a move after some rejected ones, sometimes with an undo or other requests."""
        mover = self.players[match.to_move]
        if match.to_move == AWAY and (turn % 20 == 0 or len(self.post.messages) == len(self.players)):
            await self.wait_for_email()
        if turn % 5 == 0:
            await self.try_what_is_not_allowed(match, mover)
        move = match.game.suggest(match.timeline.position, turn, "light")
        self.recorder.ended = False
        if ends(match, move):
            self.collect_deliveries()
            self.recorder.ended = True
        await self.preview(match, mover, move)
        answer = await mover.move(self.table, match.number, match.game.move_text(move))
        assert answer.status_code == 200, answer.text
        if turn % 7 == 0:
            await mover.undo(self.table, match.number)
        if turn % 40 == 0:
            await self.look_around(match.number)
            await self.talk(match.number)
        if turn % 150 == 149 and not match.over:
            await self.players[match.to_move].ask("POST", f"/api/tables/{self.table}/hint", {"number": match.number})

    async def preview(self, match: Match, mover: Client, move: int) -> None:
        """Ask what a move would lead to, as its player and as another one."""
        content = {"number": match.number, "lines": [[match.game.move_text(move)]]}
        for client in (mover, self.players[0]):
            await client.send("POST", f"/api/tables/{self.table}/previews", content)

    async def try_what_is_not_allowed(self, match: Match, mover: Client) -> None:
        """Send moves that are illegal, stale, nonsense or of another seat, and undos that go too far."""
        number, legal = match.number, match.game.legal_moves(match.timeline.position)
        card = f"chance {await self.unused_card()}"
        for words in sorted({card, *NOT_NOW} - {match.game.move_text(move) for move in legal}):
            await mover.move(self.table, number, words)
        await mover.move(self.table, 3, card)
        await self.chance.choice(self.clients).move(self.table, number - 1, NOT_NOW[1])
        await self.chance.choice(self.clients).undo(self.table, number, 0)

    async def look_around(self, number: int) -> None:
        """Send all requests of all clients, for their own seats and those of others."""
        past = self.chance.randint(0, number)
        for client in self.clients:
            for path in (*PATHS, f"/at/{past}"):
                await client.send("GET", f"/api/tables/{self.table}{path}")
            await client.send("GET", "/api/tables?which=public")
            await client.send("GET", "/metrics")

    async def talk(self, number: int) -> None:
        """Write messages as a player and as a spectator."""
        for client in (self.players[1], self.clients[3]):
            await client.ask("POST", f"/api/tables/{self.table}/messages", {"text": f"Number {number}!"})

    async def wait_for_email(self) -> None:
        """Wait for the e-mail to an absent player at the first turn, and later for a moment."""
        await self.post.wait(len(self.players) + 1)
        await asyncio.sleep(0.1)

    async def add_webhooks(self, hooks: AsyncExitStack) -> None:
        """Add webhooks for all accounts: players, and one spectator."""
        for number, client in enumerate(self.clients[:4]):
            self.hooks[number] = await hooks.enter_async_context(webhook_receiver())
            table = None if number < len(self.players) else self.table
            await client.ask("POST", "/api/webhooks", {"url": self.hooks[number].url, "table": table})

    def collect_deliveries(self) -> None:
        """Keep what webhooks and mailboxes have received until now."""
        for number, hook in self.hooks.items():
            for call in hook.calls:
                head = "\n".join(f"{name}: {value}" for name, value in call.headers.items())
                self.recorder.keep(f"webhook {number}", self.viewer(number), head.encode() + b"\n" + call.body)
        for message, raw in zip(self.post.messages, self.post.raw, strict=True):
            number = next(n for n, player in enumerate(self.players) if player.id in message["To"])
            self.recorder.keep(f"e-mail {number}", number, raw + message.get_content().encode())

    @asynccontextmanager
    async def followed(self, number: int) -> AsyncIterator[None]:
        """Run a client that connects and disconnects again and again."""
        task = asyncio.create_task(self.follow(number))
        try:
            yield
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def follow(self, number: int) -> None:
        """Connect from the beginning or later, with and without the state, and again after some updates."""
        client, source, name = self.clients[number], random.Random(number), self.name(number)
        while True:
            query = {"since": source.choice([0, 3, 6, 30]), "state": source.choice(["true", "false"])}
            async with self.recorder.listening(name, client, self.table, self.viewer(number), **query) as live_socket:
                await received(live_socket, source.randint(20, 120))
            events = source.randint(20, 120)
            await self.recorder.read_events(name, client, self.table, self.viewer(number), events, **query)


async def received(live_socket: LiveSocket, times: int) -> None:
    """Wait until a client has received something so many times."""
    while len(live_socket.received) < times:
        await asyncio.sleep(0.01)


def ends(match: Match, move: int) -> bool:
    """Return whether a move may end the game, after which all cards are public."""
    position: PositionBytes = match.timeline.position[:]
    match.game.advance(position, move)
    draw_all(match.game, position)
    return match.game.ended_by(position) is not None


def opening(moves: int) -> dict[str, Any]:
    """Return the record of the first moves of a game."""
    game, source, words = registry.game(SETUP), random.Random(0), list[str]()
    position = game.start()
    while len(words) < moves or game.chance_weights(position):
        drawn = sorted(game.chance_weights(position))
        move = source.choice(drawn) if drawn else game.suggest(position, len(words), "light")
        words.append(game.move_text(move))
        game.advance(position, move)
    return {"format": 1, "setup": game.setup, "revision": game.revision, "moves": words}


async def seated(server: LiveServer, post: MailServer, begun: int) -> Play:
    """Create a game with three players, who get e-mail, and three spectators: a guest and two without an account."""
    host = await server.sign_in("Ada")
    game = {"record": opening(begun)} if begun else {"setup": SETUP}
    seats = [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]
    table = await host.ask("POST", "/api/tables", {**game, "seats": seats, "public": True, "hints": True})
    players = await seat_guests(server, host, table)
    for player in players:
        await subscribe(player, post)
    watchers = [await server.sign_in("Zoe"), server.anonymous(), server.anonymous()]
    return Play(server, post, table["id"], players, watchers)


async def recorded_game(
    folder: Path, most: int, seed: int = 0, begun: int = 0
) -> tuple[Play, list[Words], dict[int, str]]:
    """Return a game of which some moves were made before, all that was sent until it was over, and the cards."""
    async with (
        AsyncExitStack() as hooks,
        mail_server() as post,
        mail_enabled_server(folder, post, **NO_LIMITS) as server,
    ):
        play = await seated(server, post, begun)
        await play.add_webhooks(hooks)
        dealt = await play.dealt()
        await play.play(most, seed)
        play.collect_deliveries()
        if play.recorder.ended:
            await check_that_all_is_known(play, dealt)
    return play, play.recorder.received_bytes, dealt


async def check_that_all_is_known(play: Play, dealt: dict[int, str]) -> None:
    """Check that the record of a finished game contains every card, for spectators too."""
    for client in play.clients:
        record = (await client.send("GET", f"/api/tables/{play.table}/record")).content
        assert all(needle(card).search(record) for card in dealt.values())


async def test_the_beginning_of_a_game_gives_no_card_away(folder: Path) -> None:
    _, received_bytes, dealt = await recorded_game(folder, 30)
    assert leaks(received_bytes, dealt) == []
    assert all(all_face_down(words.text) for words in received_bytes)


async def test_the_end_of_a_game_gives_no_card_away(folder: Path) -> None:
    await check_game_to_its_end(folder, begun=260)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(0, 6000, 1000))
async def test_a_whole_game_gives_no_card_away(folder: Path, seed: int) -> None:
    await check_game_to_its_end(folder, seed)


async def check_game_to_its_end(folder: Path, seed: int = 0, begun: int = 0) -> None:
    """Play a game to its end, and check that everything was sent that may reveal a card, and that nothing did."""
    play, received_bytes, dealt = await recorded_game(folder, 1000, seed, begun)
    assert leaks(received_bytes, dealt) == []
    assert all(all_face_down(words.text) for words in received_bytes)
    assert play.recorder.ended
    assert {words.viewer for words in received_bytes} == {None, 0, 1, 2}
    assert {b"200", b"403", b"409", b"422"} <= {words.text[:3] for words in received_bytes}
    ways = {words.receiver for words in received_bytes}
    assert ways >= {f"e-mail {AWAY}", *(f"webhook {number}" for number in range(4))}
    assert any("Your turn" in message["Subject"] for message in play.post.messages)
    assert any(b"MarkerPlaced" in words.text for words in received_bytes)


def all_face_down(text: bytes) -> bool:
    """Return whether all markers that a client may not know are written as `?`."""
    parts = text.split(b'"event":"MarkerPlaced"')[1:]
    return all(b'"marker":"?"' in part[: part.index(b"}")] for part in parts)


@pytest.mark.parametrize("leak", ["redacted_move", "view", "refusal"])
async def test_a_planted_leak_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    plant(monkeypatch, leak)
    _, received_bytes, dealt = await recorded_game(folder, 6)
    assert leaks(received_bytes, dealt)


def plant(monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    """Let the game reveal secrets: in the words of moves, in positions, or in the facts of refusals."""
    if leak == "redacted_move":
        monkeypatch.setattr(Teutonica, "redacted_move", lambda game, before, move, seat: game.move_text(move))
    elif leak == "view":
        monkeypatch.setattr(Teutonica, "view", lambda game, position, seat: position[:])
    else:
        real = Teutonica.refusal

        def telling(game: Teutonica, position: PositionBytes, move: int) -> Any:
            facts = {"missions": game.position_json(kept[-1])["missions"]} if kept else {}
            return type(real(game, position, move))("HT-MIS-1", facts)

        kept: list[PositionBytes] = []
        advance = Teutonica.advance

        def remembering(game: Teutonica, position: PositionBytes, move: int) -> None:
            advance(game, position, move)
            kept.append(position[:])

        monkeypatch.setattr(Teutonica, "advance", remembering)
        monkeypatch.setattr(Teutonica, "refusal", telling)
