"""Creation of tables: from a setup, or from a record to study or continue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from kontor.agents import catalog
from kontor.agents.catalog import AgentError
from kontor.core.game import Game
from kontor.core.record import BrokenRecord, Record, RecordError, read_record
from kontor.core.values import PositionBytes, SetupError
from kontor.kernel.runtime.errors import PositionError
from kontor.server.bus.bus import GAMES, Notice
from kontor.server.clock import now
from kontor.server.errors import Invalid, LimitExceeded
from kontor.server.ids import new_id
from kontor.server.service.chance import chance_entries, decider, draw_all
from kontor.server.service.game_clock import Rule
from kontor.server.service.games import agent_names, game_of
from kontor.server.service.match import RECENT_ENTRIES, Match
from kontor.server.service.records import entries_from_record
from kontor.server.service.table_summary import summarized
from kontor.server.service.time_slicer import TimeSlicer
from kontor.server.settings import Settings
from kontor.server.store.accounts import Account
from kontor.server.store.entries import Entry, EntryBatch
from kontor.server.store.log import GameLog
from kontor.server.store.table_info import AGENT, HUMAN, OPEN, SeatInfo, TableInfo
from kontor.server.store.tables import Tables


@dataclass(frozen=True)
class TablePlan:
    """What a client wants a new table to be: a game from its start, or a record to study or continue."""

    setup: Mapping[str, Any] | None
    record: Mapping[str, Any] | None
    seats: Sequence[SeatInfo] | None
    title: str
    public: bool
    undo: str
    clock: Rule | None
    hints: bool = False
    practice: bool = False
    rated: bool = False
    rating_min: int | None = None
    rating_max: int | None = None
    group_id: str | None = None

    @property
    def has_only_computers(self) -> bool:
        """Whether no seat is for a person."""
        return bool(self.seats) and all(seat.kind == AGENT for seat in self.seats or ())


class TableService:
    """Creates tables."""

    def __init__(self, tables: Tables, log: GameLog, slicer: TimeSlicer, settings: Settings) -> None:
        self.tables = tables
        self.log = log
        self.slicer = slicer
        self.settings = settings

    async def create(self, account: Account, plan: TablePlan) -> str:
        """Create a table and return its id; the chance moves of the set-up are drawn and written with it."""
        await self._check_quota(account, plan)
        record = self.record_of(plan)
        game = configured(record.setup)
        if plan.clock is not None and plan.clock.agent is not None:
            check_agent(plan.clock.agent, game)
        table = new_table(account, plan, game, record)
        batch = await self._first_batch(table, game, record)
        async with self.tables.database.writing() as session:
            if table.practice:
                await self.tables.end_practice(session, account.id)
            await self.tables.add(session, table)
            if batch.entries:
                await self.log.write_within(session, [batch])
        for account_id in table.participants:
            await self.tables.bus.publish(Notice(account_id, about=GAMES))
        return table.id

    async def _check_quota(self, account: Account, plan: TablePlan) -> None:
        await self.check_running(account)
        if plan.has_only_computers:
            await self.check_computer_tables(account)

    async def check_running(self, account: Account) -> None:
        """Reject a host who already has as many running games as one account may have."""
        if await self.tables.running_of(account.id) >= self.settings.tables_per_account:
            raise LimitExceeded("You have opened as many tables as one account may have; finish some first.", 60)

    async def check_computer_tables(self, account: Account) -> None:
        """Reject a host who already has as many tables without people as one account may have."""
        limit = self.settings.computer_tables_per_account
        if await self.tables.computer_tables_of(account.id) >= limit:
            raise LimitExceeded(
                f"At {limit} of your tables only computers play; wait until one of these games is over.", 60
            )

    async def _first_batch(self, table: TableInfo, game: Game, record: Record) -> EntryBatch:
        """Replay a record in slices that count against the rate limit of the request."""
        with record_errors():
            entries, position = entries_from_record(game, record_from(record, game), table.created_at)
            batch = batch_after(table, game, await self.slicer.run_charged(len(record.moves), entries), position)
        return summarized(Match(table), batch) if len(batch.entries) <= RECENT_ENTRIES else batch

    def record_of(self, plan: TablePlan) -> Record:
        """Return the record a table continues; a new game is a record without moves."""
        if (plan.record is None) == (plan.setup is None):
            raise Invalid("A new table needs either a 'setup' or a 'record'.")
        if plan.record is None:
            return Record(dict(plan.setup or {}))
        with record_errors():
            record = read_record(plan.record)
        if len(record.moves) > self.settings.record_moves:
            raise LimitExceeded(
                f"A record may have {self.settings.record_moves} moves here, not {len(record.moves)}."
            )
        return record


def new_table(account: Account, plan: TablePlan, game: Game, record: Record) -> TableInfo:
    """Return the description of a new table."""
    seats = planned_seats(account, plan, game)
    if plan.practice and (plan.public or not all_taken(seats)):
        raise Invalid("Practice is for one person and computers; leave 'practice' out for a table that others join.")
    check_rating_options(plan)
    moment = now()
    return TableInfo(
        id=new_id(),
        host=account.id,
        title=plan.title,
        setup=game.setup,
        start=None if record.start is None else dict(record.start),
        revision=record.revision if plan.record is not None else game.revision,
        public=plan.public,
        undo=plan.undo,
        clock=plan.clock.json() if plan.clock else None,
        begun_at=moment if all_taken(seats) else None,
        created_at=moment,
        seats=seats,
        hints=plan.hints,
        practice=plan.practice,
        rated=plan.rated,
        rating_min=plan.rating_min,
        rating_max=plan.rating_max,
        group_id=plan.group_id,
    )


def check_rating_options(plan: TablePlan) -> None:
    """Reject a rated table whose game would not be a fair comparison, and a rating range that admits nobody."""
    if plan.rated and (plan.practice or plan.hints or plan.record is not None):
        raise Invalid("A rated game is played from its start, without hints and not as practice; leave 'rated' out.")
    if not plan.rated and (plan.rating_min, plan.rating_max) != (None, None):
        raise Invalid("A rating range is for rated tables; add 'rated', or leave the range out.")
    if plan.rating_min is not None and plan.rating_max is not None and plan.rating_min > plan.rating_max:
        raise Invalid(f"No rating is from {plan.rating_min} to {plan.rating_max}; exchange the numbers.")


def configured(setup: Mapping[str, Any]) -> Game:
    """Return the game of a setup, or reject a setup that names none."""
    try:
        return game_of(setup)
    except SetupError as problem:
        raise Invalid(str(problem)) from problem


def first_batch(table: TableInfo, game: Game, record: Record) -> EntryBatch:
    """Return the moves of a record, if it has any, and the chance moves that follow."""
    with record_errors():
        entries, position = entries_from_record(game, record_from(record, game), table.created_at)
        return batch_after(table, game, list(entries), position)


@contextmanager
def record_errors() -> Iterator[None]:
    """Reject a record that is invalid with the sentence that says why."""
    try:
        yield
    except (RecordError, BrokenRecord, PositionError) as problem:
        raise Invalid(str(problem)) from problem


def batch_after(table: TableInfo, game: Game, entries: Sequence[Entry], position: PositionBytes) -> EntryBatch:
    """Return some first entries and the chance moves that follow in the position they lead to."""
    drawn = chance_entries(game, len(entries) + 1, draw_all(game, position), table.created_at)
    return EntryBatch(table.id, [*entries, *drawn], decider(game, position), game.ended_by(position))


def record_from(record: Record, game: Game) -> Record:
    """Return the record to continue; one without moves or a position is a game from its start."""
    return record if record.moves or record.start is not None else Record(game.setup, revision=game.revision)


def planned_seats(account: Account, plan: TablePlan, game: Game) -> tuple[SeatInfo, ...]:
    """Return the seats of a new table; by default the host has the first, or all of a record to study."""
    wanted = plan.seats
    if wanted is None:
        kinds = [HUMAN if seat == 0 or plan.record is not None else OPEN for seat in range(game.players)]
        wanted = [SeatInfo(seat, kind) for seat, kind in enumerate(kinds)]
    if len(wanted) != game.players:
        raise Invalid(f"The game has {game.players} seats, and {len(wanted)} are planned.")
    return tuple(planned_seat(account, game, replace(info, seat=seat)) for seat, info in enumerate(wanted))


def planned_seat(account: Account, game: Game, seat: SeatInfo) -> SeatInfo:
    """Return a seat of a plan with its player."""
    if seat.kind == AGENT:
        check_agent(seat.agent, game)
    if seat.kind == HUMAN:
        name = seat.name or account.name
        return replace(seat, account_id=account.id, name=name, agent=None, is_bot=account.is_bot, guest=account.guest)
    return replace(seat, name=None, agent=seat.agent if seat.kind == AGENT else None)


def check_agent(agent: str | None, game: Game) -> None:
    """Reject an agent that the catalogue does not list or that cannot play; agents from files are for the CLI."""
    if agent is None or not catalog.is_listed(agent):
        raise Invalid(f"The agent {agent!r} is unknown; it may be {', '.join(agent_names())}.")
    try:
        catalog.check_agent(agent, game)
    except AgentError as problem:
        raise Invalid(str(problem)) from problem


def all_taken(seats: Sequence[SeatInfo]) -> bool:
    """Return whether no seat is open."""
    return all(seat.kind != OPEN for seat in seats)
