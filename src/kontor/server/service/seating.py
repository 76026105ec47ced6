"""Seating: opening tables, and who sits where."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.agents import catalog
from kontor.agents.catalog import AgentError
from kontor.core.game import Game, PositionBytes, SetupError
from kontor.core.record import BrokenRecord, Record, RecordError, read_record
from kontor.kernel.runtime.errors import PositionError
from kontor.server.instants import now
from kontor.server.keys import hashed, new_id, new_secret
from kontor.server.live.bus import Notice
from kontor.server.service.chance import draw_all
from kontor.server.service.clock import ClockRule
from kontor.server.service.games import agent_names, game_of
from kontor.server.service.match import Match
from kontor.server.service.matches import Matches
from kontor.server.service.playing import chances, decider
from kontor.server.service.records import taken_up
from kontor.server.service.refusals import Clash, NotYours, TooMuch, Unknown, Wrong
from kontor.server.service.seat_changes import check_may_take, may_return, page_of_change
from kontor.server.service.slicing import Slices
from kontor.server.service.telling import Eyes
from kontor.server.settings import Settings
from kontor.server.store.accounts import Account
from kontor.server.store.entries import HOST, PLAYER, Entry, Page
from kontor.server.store.log import Log
from kontor.server.store.tables import AGENT, HUMAN, OPEN, Card, Chair, Tables

TRIES = 5  # to change a seat at a table at which others write


@dataclass(frozen=True)
class Plan:
    """What somebody wants a new table to be: a game from its start, or a record to study or continue."""

    setup: Mapping[str, Any] | None
    record: Mapping[str, Any] | None
    chairs: Sequence[Chair] | None
    title: str
    public: bool
    undo: str
    clock: ClockRule | None
    hints: bool = False
    practice: bool = False

    @property
    def has_only_computers(self) -> bool:
        """Whether no seat is for a person."""
        return bool(self.chairs) and all(chair.kind == AGENT for chair in self.chairs or ())


class Seating:
    """Opens tables and lets people take seats."""

    def __init__(self, tables: Tables, matches: Matches, log: Log, slices: Slices, settings: Settings) -> None:
        self.tables = tables
        self.matches = matches
        self.log = log
        self.slices = slices
        self.settings = settings

    async def open(self, account: Account, plan: Plan) -> str:
        """Open a table; the chances of the set-up are drawn and written with it."""
        if await self.tables.running_of(account.id) >= self.settings.tables_per_account:
            raise TooMuch("You have opened as many tables as one account may have; finish some first.", 60)
        if plan.has_only_computers:
            await self.check_computer_tables(account)
        record = self.record_of(plan)
        game = configured(record.setup)
        if plan.clock is not None and plan.clock.agent is not None:
            check_agent(plan.clock.agent, game)
        card = self.card(account, plan, game, record)
        page = await self._first_page(card, game, record)
        async with self.tables.database.writing() as session:
            if card.practice:
                await self.tables.end_practice(session, account.id)
            await self.tables.add(session, card)
            if page.entries:
                await self.log.write_within(session, [page])
        return card.id

    async def _first_page(self, card: Card, game: Game, record: Record) -> Page:
        """Replay a record in slices, at the expense of the caller."""
        with explained():
            entries, position = taken_up(game, record_from(record, game), card.created_at)
            return page_after(card, game, await self.slices.run_charged(len(record.moves), entries), position)

    async def check_computer_tables(self, account: Account) -> None:
        """Refuse a host who already has as many tables without people as one account may have."""
        most = self.settings.computer_tables_per_account
        if await self.tables.computer_tables_of(account.id) >= most:
            raise TooMuch(f"At {most} of your tables only computers play; wait until one of these games is over.", 60)

    def record_of(self, plan: Plan) -> Record:
        """The record a table goes on from; a new game is one without moves."""
        if (plan.record is None) == (plan.setup is None):
            raise Wrong("A new table needs either a 'setup' or a 'record'.")
        if plan.record is None:
            return Record(dict(plan.setup or {}))
        try:
            record = read_record(plan.record)
        except RecordError as problem:
            raise Wrong(str(problem)) from problem
        if len(record.moves) > self.settings.record_moves:
            raise TooMuch(f"A record may have {self.settings.record_moves} moves here, not {len(record.moves)}.")
        return record

    def card(self, account: Account, plan: Plan, game: Game, record: Record) -> Card:
        """The card of a new table."""
        chairs = seated(account, plan, game)
        if plan.practice and (plan.public or not all_taken(chairs)):
            raise Wrong("One practises alone with computers; leave 'practice' out for a table that others come to.")
        moment = now()
        return Card(
            id=new_id(),
            host=account.id,
            title=plan.title,
            setup=game.setup,
            start=None if record.start is None else dict(record.start),
            revision=record.revision if plan.record is not None else game.revision,
            public=plan.public,
            undo=plan.undo,
            clock=plan.clock.json() if plan.clock else None,
            begun_at=moment if all_taken(chairs) else None,
            created_at=moment,
            chairs=chairs,
            hints=plan.hints,
            practice=plan.practice,
        )

    async def join(self, match: Match, account: Account, seat: int, invitation: str | None, name: str | None) -> None:
        """Sit down on an open seat: with its link, or without one at a public table; or return to a seat one left."""
        returns = chair_at(match.card, seat).former_id == account.id
        if not match.card.public and invitation is None and match.card.host != account.id and not returns:
            raise NotYours("This table is private; you need the link to one of its seats.")
        if invitation is not None:
            await self.check_invitation(match.card, seat, invitation)

        def sitting_down(was: Chair) -> Chair:
            if was.account_id == account.id:
                return was
            if was.kind != OPEN and not may_return(match, was, account):
                raise Clash(f"Seat {seat} is taken; choose another one.", seat=seat)
            check_may_take(match, was, account)
            return Chair(seat, HUMAN, account.id, name or account.name)

        await self._change_seat(match, seat, PLAYER, sitting_down)

    async def watch(self, match: Match, account: Account, invitation: str) -> None:
        """Be let in to a private table by its link for those who watch."""
        await self.check_invitation(match.card, None, invitation)
        await self.tables.admit(match.card.id, account.id)

    async def change(self, match: Match, account: Account, seat: int, agent: str | None) -> None:
        """Leave a seat to an agent, or open to everybody: its holder may, and the host for everybody."""
        chair = chair_at(match.card, seat)
        if account.id not in (chair.account_id, match.card.host):
            raise NotYours("Only the player of a seat or the host of the table can give it to somebody else.")
        if agent is not None:
            check_agent(agent, match.game)

        def leaving(was: Chair) -> Chair:
            if was.account_id != chair.account_id:
                raise Clash(f"Somebody else was quicker at seat {seat}; look at the table again.", seat=seat)
            former = (was.account_id or was.former_id) if match.begun else None
            return Chair(seat, OPEN if agent is None else AGENT, agent=agent, former_id=former)

        if account.id == match.card.host and is_last_person(match.card, leaving(chair)):
            await self.check_computer_tables(account)
        await self._change_seat(match, seat, PLAYER if chair.account_id == account.id else HOST, leaving)
        await self.tables.revoke(match.card.id, seat)

    async def _change_seat(self, match: Match, seat: int, by: str, change: Callable[[Chair], Chair]) -> None:
        """Change who sits on a seat; once play has begun, with an entry of the log in the same transaction."""
        async with match.lock:
            for _ in range(TRIES):
                await self.matches.catch_up(match)
                was = chair_at(match.card, seat)
                chair = change(was)
                if chair == was or await self._write_seat(match, was, chair, by):
                    return
        raise Clash(f"Somebody else was quicker at seat {seat}; look at the table again.", seat=seat)

    async def _write_seat(self, match: Match, was: Chair, chair: Chair, by: str) -> bool:
        """Write a seat change; False if the seat or the log was changed in between."""
        chairs = [chair if other.seat == chair.seat else other for other in match.card.chairs]
        pages = [page_of_change(match, was, chair, by)] if match.is_recorded else []

        async def record(session: AsyncSession) -> None:
            if pages:
                await self.log.write_within(session, pages)

        begun_at = now() if all_taken(chairs) else None
        try:
            written = await self.tables.seat(match.card.id, was, chair, begun_at, record)
        except IntegrityError:
            return False
        finally:
            match.news += 1
        for page in pages if written else ():
            match.follow(page.entries)
            await self.tables.bus.publish(Notice(page.table_id, page.number))
        return written

    async def invite(self, match: Match, account: Account, seat: int | None) -> str:
        """A new link to a seat, or to watch; the one before it is worthless from now on."""
        check_host(match.card, account)
        if seat is not None:
            chair_at(match.card, seat)
        secret = new_secret()
        await self.tables.invite(match.card.id, seat, hashed(secret))
        return secret

    async def revoke(self, match: Match, account: Account, seat: int | None) -> None:
        """Make a link worthless."""
        check_host(match.card, account)
        if not await self.tables.revoke(match.card.id, seat):
            raise Unknown("There is no such link any more.")

    async def check_invitation(self, card: Card, seat: int | None, invitation: str) -> None:
        """Refuse a link that leads elsewhere or nowhere."""
        if await self.tables.invitation(hashed(invitation)) != (card.id, seat):
            raise NotYours("This link is not, or no longer, valid here; ask for a new one.")


def configured(setup: Mapping[str, Any]) -> Game:
    """The game of a setup, or the sentence that says why there is none."""
    try:
        return game_of(setup)
    except SetupError as problem:
        raise Wrong(str(problem)) from problem


def first_page(card: Card, game: Game, record: Record) -> Page:
    """The moves of a record, if there are any, and the chances that follow."""
    with explained():
        entries, position = taken_up(game, record_from(record, game), card.created_at)
        return page_after(card, game, list(entries), position)


@contextmanager
def explained() -> Iterator[None]:
    """Refuse a record that does not hold with the sentence that says why."""
    try:
        yield
    except (RecordError, BrokenRecord, PositionError) as problem:
        raise Wrong(str(problem)) from problem


def page_after(card: Card, game: Game, entries: Sequence[Entry], position: PositionBytes) -> Page:
    """Return some first entries and the chances that follow in the position they lead to."""
    drawn: list[Entry] = chances(game, len(entries) + 1, draw_all(game, position), card.created_at)
    return Page(card.id, [*entries, *drawn], decider(game, position), game.ended_by(position))


def record_from(record: Record, game: Game) -> Record:
    """The record to go on from; one without moves or a position is a game that has just begun."""
    return record if record.moves or record.start is not None else Record(game.setup, revision=game.revision)


def seated(account: Account, plan: Plan, game: Game) -> tuple[Chair, ...]:
    """Who sits where at a new table; unless said otherwise the host begins, or studies a record alone."""
    wanted = plan.chairs
    if wanted is None:
        kinds = [HUMAN if seat == 0 or plan.record is not None else OPEN for seat in range(game.players)]
        wanted = [Chair(seat, kind) for seat, kind in enumerate(kinds)]
    if len(wanted) != game.players:
        raise Wrong(f"The game has {game.players} seats, and {len(wanted)} are planned.")
    return tuple(chair_of(account, game, replace(chair, seat=seat)) for seat, chair in enumerate(wanted))


def chair_of(account: Account, game: Game, chair: Chair) -> Chair:
    """A chair of a plan with its person."""
    if chair.kind == AGENT:
        check_agent(chair.agent, game)
    if chair.kind == HUMAN:
        return replace(chair, account_id=account.id, name=chair.name or account.name, agent=None)
    return replace(chair, name=None, agent=chair.agent if chair.kind == AGENT else None)


def check_agent(agent: str | None, game: Game) -> None:
    """Refuse an agent the catalogue does not list or that cannot play; agents from files are for the command line."""
    if agent is None or not catalog.is_listed(agent):
        raise Wrong(f"The agent {agent!r} is unknown; it may be {', '.join(agent_names())}.")
    try:
        catalog.check_agent(agent, game)
    except AgentError as problem:
        raise Wrong(str(problem)) from problem


def all_taken(chairs: Sequence[Chair]) -> bool:
    """Whether no seat is open."""
    return all(chair.kind != OPEN for chair in chairs)


def is_last_person(card: Card, wanted: Chair) -> bool:
    """Return whether a change of a seat leaves a table to computers that was not left to them before."""
    others = [chair for chair in card.chairs if chair.seat != wanted.seat]
    left = wanted.kind == AGENT and card.chairs[wanted.seat].kind != AGENT
    return left and all(chair.kind == AGENT for chair in others)


def chair_at(card: Card, seat: int) -> Chair:
    """The chair of a seat."""
    if not 0 <= seat < len(card.chairs):
        raise Unknown(f"The table has {len(card.chairs)} seats, numbered from 0; there is no seat {seat}.")
    return card.chairs[seat]


def check_host(card: Card, account: Account) -> None:
    """Refuse whoever has not opened the table."""
    if card.host != account.id:
        raise NotYours("Only the host of the table may do this.")


def eyes_of(match: Match, account: Account | None, seat: int | None) -> Eyes:
    """With whose eyes somebody looks at a table: with those of a seat they hold, and ask for or hold alone.

    When the game is over everything is known, and one may look with anybody's eyes. Before play has begun nobody sees
    secrets, since people may still change seats.
    """
    account_id = account.id if account else None
    if not match.card.may_watch(account_id):
        raise NotYours("This table is private; you need a link to it.")
    held = match.card.held_by(account_id)
    if seat is None:
        return Eyes(held[0] if len(held) == 1 and match.begun else None, held, account_id)
    chair_at(match.card, seat)
    if seat not in held and not match.over:
        raise NotYours(f"Seat {seat} is not yours; you cannot look with its eyes.")
    return Eyes(seat if match.begun else None, held, account_id)
